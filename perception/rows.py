"""Verdicts on distinct attribute rows, each given when it is first asked for.

In: a Snapshot, attribute names. Out: whether a row has any of them. A page of 100,000 nodes has far fewer distinct rows
than nodes, and a window needs few of them.
"""

from collections.abc import Set

from perception.snapshot import Snapshot


class RowVerdicts:
    """`verdicts[number]`: whether the distinct attribute row of that number has one of the attributes."""

    __slots__ = ("_keys", "_known", "_rows")

    def __init__(self, snapshot: Snapshot, names: Set[str]) -> None:
        self._rows = snapshot.attribute_rows
        self._keys = frozenset(k for k, text in enumerate(snapshot.strings) if text in names)
        self._known: list[bool | None] = [None] * len(self._rows)

    def __getitem__(self, number: int) -> bool:
        known = self._known[number]
        if known is None:
            known = self._known[number] = not self._keys.isdisjoint(self._rows[number][::2])
        return known

"""Verdicts on distinct attribute rows, each given when it is first asked for.

In: a Snapshot, attribute names. Out: whether a row has any of them. A page of 100,000 nodes has far fewer distinct rows
than nodes, and a window needs few of them.
"""

from perception.snapshot import Snapshot


class RowVerdicts:
    """`verdicts[number]`: whether the distinct attribute row of that number has one of the attributes."""

    __slots__ = ("_known", "_names", "_rows", "_strings")

    def __init__(self, snapshot: Snapshot, names: frozenset[str]) -> None:
        self._rows, self._strings, self._names = snapshot.attribute_rows, snapshot.strings, names
        self._known: list[bool | None] = [None] * len(self._rows)

    def __getitem__(self, number: int) -> bool:
        known = self._known[number]
        if known is None:
            strings = self._strings
            known = self._known[number] = not self._names.isdisjoint([strings[k] for k in self._rows[number][::2]])
        return known

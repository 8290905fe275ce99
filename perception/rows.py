"""Verdicts on distinct attribute rows, each given when it is first asked for.

In: a Snapshot, and what is to be said of the names in an attribute row. Out: that verdict by row number. A page of
100,000 nodes has far fewer distinct rows than nodes, and a window needs few of them.
"""

from collections.abc import Callable, Sequence, Set
from typing import TypeVar

from perception.snapshot import Snapshot

T = TypeVar("T")


class ByAttributeRow(dict[int, T]):
    """Number of a distinct attribute row -> what `judge` says of the row's names, which it gets as string indexes."""

    def __init__(self, snapshot: Snapshot, judge: Callable[[Sequence[int]], T]) -> None:
        super().__init__()
        self._rows, self._judge = snapshot.attribute_rows, judge

    def __missing__(self, number: int) -> T:
        self[number] = verdict = self._judge(self._rows[number][::2])
        return verdict


class RowVerdicts(ByAttributeRow[bool]):
    """Number of a distinct attribute row -> whether it has one of the attributes."""

    def __init__(self, snapshot: Snapshot, names: Set[str]) -> None:
        keys = snapshot.attribute_keys(names)
        super().__init__(snapshot, lambda row: not keys.isdisjoint(row))

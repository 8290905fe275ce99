"""Verdicts on distinct attribute rows (ARCHITECTURE, Columns).

In: a Snapshot, and what is to be said of the names in an attribute row. Out: a list of verdicts by row number. A page
of 100,000 nodes has far fewer distinct rows than nodes, and its rows have a few dozen distinct sets of names, which are
judged once each.
"""

from collections.abc import Callable, Sequence, Set
from typing import TypeVar

from perception.snapshot import Snapshot

T = TypeVar("T")


def by_attribute_row(snapshot: Snapshot, judge: Callable[[Sequence[str]], T]) -> list[T]:
    """What `judge` says of the names in each distinct attribute row, by the row's number."""
    shapes = snapshot.attribute_shapes
    verdicts = [judge(names) for names in shapes.names]
    return list(map(verdicts.__getitem__, shapes.number))


def rows_with(snapshot: Snapshot, names: Set[str]) -> list[bool]:
    """Whether a distinct attribute row has one of the attributes, by the row's number."""
    return by_attribute_row(snapshot, lambda row: not names.isdisjoint(row))

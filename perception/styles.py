"""Computed styles, judged once a distinct row instead of once a node.

In: a Snapshot. Out: for a test on a style row, its verdict for each distinct row; the row of a node. A page of 90,000
boxes has a few dozen distinct rows, so passes index these short lists by `row[i]`. The only reader of style texts; a
style that was not captured reads as None, and what that means is the rule's to say.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeVar

from perception.errors import MissingStyleError
from perception.snapshot import Snapshot

T = TypeVar("T")


class Styles:
    """The distinct style rows of a snapshot; row -1 is a node without a box."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    @cached_property
    def row(self) -> list[int]:
        """Distinct style row of each node (list of length N), -1 without a box."""
        style_row = self.snapshot.style_row
        return [style_row[box] if box >= 0 else -1 for box in self.snapshot.layout]

    def row_of(self, i: int) -> int:
        """The same for one node, without the whole column."""
        box = self.snapshot.layout[i]
        return self.snapshot.style_row[box] if box >= 0 else -1

    def judge(self, test: Callable[[Mapping[str, str]], T]) -> list[T]:
        """The verdict for each distinct row, and at the end (index -1) that for a node without a box: `test({})`."""
        return [test(row) for row in (*self.snapshot.style_rows, {})]

    def values(self, name: str) -> list[str | None]:
        """The texts of one property by distinct row; None where it was not captured or there is no box."""
        return self.judge(lambda row: row.get(name))

    def get(self, i: int, name: str) -> str | None:
        """One computed style of a node, None where the capture does not hold it."""
        return self.snapshot.style(i).get(name)

    def require(self, i: int, name: str) -> str | None:
        """As `get`, but `MissingStyleError` where the property was not captured at all; None without a box."""
        if name not in self.snapshot.styles_captured:
            raise MissingStyleError(
                f"not captured; capture with it ({len(self.snapshot.styles_captured)} properties are there)", where=name
            )
        return self.get(i, name)

"""Computed styles, judged once a distinct row instead of once a node.

In: a Snapshot. Out: for a test on a style row, its verdict for each distinct row; the row of a node. A page of 90,000
boxes has a few dozen distinct rows, so passes index these short lists by `row[i]`. The only reader of style texts; a
style that was not captured reads as None, and what that means is the rule's to say.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

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
        """The verdict for each distinct row, and at the end (index -1) that for a node without a box: `test({})`.

        A test looks at a few properties: of rows that are alike in what it has looked at, one is judged.
        """
        rows = self.snapshot.style_rows
        if len(rows) < MANY_ROWS:
            return [test(row) for row in (*rows, {})]
        names: tuple[str, ...] = ()
        known: dict[tuple[str | None, ...], T] = {}
        of_none = test({})
        out: list[T] = []
        for row in rows:
            if not row:
                out.append(of_none)
                continue
            key = tuple(map(row.get, names))
            if key not in known:
                seen = _Watched(row)
                verdict = test(seen)
                if not seen.names.issubset(names):
                    names, known = tuple(sorted(seen.names.union(names))), {}
                    key = tuple(map(row.get, names))
                known[key] = verdict
            out.append(known[key])
        return [*out, of_none]

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


MANY_ROWS = 500
"""HEURISTIC: distinct rows from which on it pays to find the rows that a test cannot tell apart; pages have dozens."""


class _Watched(Mapping[str, str]):
    """A style row that keeps which properties were asked for."""

    def __init__(self, row: Mapping[str, str]) -> None:
        self.row = row
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self.row[name]

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return self.row.get(name, default)

    def __iter__(self) -> Iterator[str]:
        self.names.update(self.row)
        return iter(self.row)

    def __len__(self) -> int:
        return len(self.row)

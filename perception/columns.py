"""Searches in columns. Knows no DOM, no capture."""

from collections.abc import Iterator, Sequence


def positions(column: Sequence[object], value: object) -> Iterator[int]:
    """Where a value stands in a column, ascending: the list's own search passes over what is rare faster than a
    loop."""
    at = -1
    try:
        while True:
            at = column.index(value, at + 1)
            yield at
    except ValueError:
        return

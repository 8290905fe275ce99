"""Columns of lists of which few are distinct: attributes, styles, rectangles (SPEC 1.1, 1.5; ARCHITECTURE, Columns).

In: a column as undecoded JSON. Out: its distinct rows, each decoded and checked once, and the number of the row of each
entry. Equal bytes are one row. Checks shapes and ranges; what the rows say is not asked here.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Raw

from perception.errors import CaptureError
from perception.wire import Coordinate, Ref

T = TypeVar("T", int, float)


class DistinctRows(NamedTuple, Generic[T]):
    """`number[k]` is the number of the row of entry k, `rows[number]` the row; `where` the column's JSON path."""

    number: list[int]
    rows: list[list[T]]
    where: str

    def fault(self, number: int, reason: str, k: int | None = None) -> CaptureError:
        """The error for a row, or for entry k of it, where it first stands."""
        path = f"{self.where}[{self.number.index(number)}]"
        return CaptureError(reason, where=path if k is None else f"{path}[{k}]")


def attribute_rows(column: Raw, nodes: int, strings: int, where: str) -> DistinctRows[int]:
    """The attributes of each node as string indexes: name, value, name, value …"""
    out = _distinct_short(column, nodes, list[Ref], where)
    _check_strings(out, strings)
    for k, row in enumerate(out.rows):
        if len(row) % 2:
            raise out.fault(k, "names and values must alternate")
    return out


def style_rows(column: list[Raw], names: int | None, strings: int, where: str) -> DistinctRows[int]:
    """The computed styles of each box as string indexes, as many as there are `names` (None: not known), or none."""
    numbers = _Numbers()
    number = list(map(numbers.__getitem__, map(bytes, column)))
    try:
        rows = msgspec.json.decode(b"[%b]" % b",".join(numbers), type=list[list[Ref]])
    except msgspec.DecodeError as error:
        raise _first_fault(column, list[Ref], where, error) from error
    out = DistinctRows(number, rows, where)
    _check_strings(out, strings)
    for k, row in enumerate(rows):
        if row and names is not None and len(row) != names:
            raise out.fault(k, f"{len(row)} entries, expected {names}")
    return out


def rects(column: Raw, boxes: int, where: str) -> list[list[float]]:
    """A column of rectangles, each four numbers or none; all of none where it was not captured. Equal ones are one
    list."""
    if bytes(column) == b"[]":
        return [[]] * boxes
    out = _distinct_short(column, boxes, _RECT, where)
    for k, rect in enumerate(out.rows):
        if len(rect) not in (0, 4):
            raise out.fault(k, f"{len(rect)} numbers, expected 4 or none")
    return list(map(out.rows.__getitem__, out.number))


_RECT = Annotated[list[Coordinate], Meta(max_length=4)]


class _Numbers(dict[bytes, int]):
    """Numbers distinct texts in the order in which they come."""

    def __missing__(self, text: bytes) -> int:
        self[text] = number = len(self)
        return number


def _distinct_short(column: Raw, entries: int, kind: Any, where: str) -> DistinctRows[Any]:
    """The distinct rows of a column of many short rows: told apart in one split of its text, which takes a third of the
    time of an object a row. What is no list of numbers does not decode: its brackets or quotes are between the wrong
    two."""
    text = bytes(column)
    if any(blank in text for blank in _BLANKS):
        text = text.translate(None, _BLANKS)
    has_rows = text.startswith(b"[[") and text.endswith(b"]]")
    numbers = _Numbers()
    number = list(map(numbers.__getitem__, text[2:-2].split(b"],["))) if has_rows else []
    try:
        rows = msgspec.json.decode(b"[[%b]]" % b"],[".join(numbers) if has_rows else text, type=list[kind])
    except msgspec.DecodeError as error:
        found = msgspec.json.decode(column, type=list[Raw]) if text.startswith(b"[") else []
        raise _first_fault(found, kind, where, error) from error
    if len(number) != entries:
        raise CaptureError(f"{len(number)} entries, expected {entries}", where=where)
    return DistinctRows(number, rows, where)


_BLANKS = b" \t\n\r"


def _first_fault(column: Iterable[Raw], kind: Any, where: str, error: Exception) -> CaptureError:
    """The error for the first entry that does not decode, else for the column."""
    for k, entry in enumerate(column):
        try:
            msgspec.json.decode(entry, type=kind)
        except msgspec.DecodeError as fault:
            return CaptureError(_reason(fault), where=f"{where}[{k}]")
    return CaptureError(_reason(error), where=where)


def _reason(error: Exception) -> str:
    return str(error).split(" - at ")[0]


def _check_strings(column: DistinctRows[int], strings: int) -> None:
    """Every index is one of a string."""
    if max(map(max, filter(None, column.rows)), default=-1) >= strings:
        number, row = next((k, row) for k, row in enumerate(column.rows) if row and max(row) >= strings)
        raise column.fault(number, f"index {max(row)} is out of range (-1..{strings - 1})", row.index(max(row)))

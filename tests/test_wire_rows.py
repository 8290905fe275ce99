"""Columns of short rows are told apart by their text: what is no list of lists of numbers must never pass."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from perception.errors import CaptureError
from perception.wire_rows import attribute_rows, rects

NUMBERS = st.integers(-3, 12)
ROWS = st.lists(st.lists(NUMBERS, max_size=4), max_size=6)
WORDS = st.sampled_from(["", "],[", "[", "]", "],", '"', " ", "],[1,2", "1]"])
VALUES = st.recursive(NUMBERS | WORDS | st.none(), lambda inner: st.lists(inner, max_size=4), max_leaves=12)
SEPARATORS = st.sampled_from([(",", ":"), (", ", ": "), (" ,\n\t", ":")])


def plain_rows(value: Any, strings: int) -> bool:
    """The plain version: what an attribute column may be."""
    return isinstance(value, list) and all(
        isinstance(row, list) and len(row) % 2 == 0 and all(isinstance(k, int) and -1 <= k < strings for k in row)
        for row in value
    )


@settings(deadline=None)
@given(ROWS | st.lists(VALUES, max_size=5) | VALUES, SEPARATORS)
def test_a_column_passes_if_and_only_if_it_is_rows(value: Any, separators: tuple[str, str]) -> None:
    column = Raw(json.dumps(value, separators=separators).encode())
    entries = len(value) if isinstance(value, list) else 0
    if plain_rows(value, 10):
        found = attribute_rows(column, entries, 10, "a")
        assert [found.rows[number] for number in found.number] == value
        assert len(set(map(tuple, found.rows))) == len(found.rows)
    else:
        with pytest.raises(CaptureError) as raised:
            attribute_rows(column, entries, 10, "a")
        assert raised.value.where.startswith("a")


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=4, max_size=4) | st.just([]), max_size=6))
def test_rectangles_come_back(value: list[list[float]]) -> None:
    column = Raw(json.dumps(value).encode())
    assert rects(column, len(value), "r") == value


@pytest.mark.parametrize("boxes", [0, 1, 3])
def test_rectangles_that_were_not_captured_are_empty(boxes: int) -> None:
    assert rects(Raw(b"[]"), boxes, "r") == [[]] * boxes


@pytest.mark.parametrize(
    ("column", "where", "reason"),
    [
        (b"[[0,1],[0,1,2]]", "a[1]", "alternate"),
        (b"[[0,1],[0,10]]", "a[1][1]", "out of range"),
        (b"[[0,1],[0,-2]]", "a[1]", ">= -1"),
        (b"[[0,1]]", "a", "expected 2"),
        (b"[[0,1],[[0,1],[0,1]]]", "a[1]", "int"),
        (b'[[0,1],"],["]', "a[1]", "array"),
        (b"null", "a", "array"),
        (b"{}", "a", "array"),
    ],
)
def test_a_fault_is_where_it_first_stands(column: bytes, where: str, reason: str) -> None:
    with pytest.raises(CaptureError) as raised:
        attribute_rows(Raw(column), 2, 10, "a")
    assert (raised.value.where, reason in raised.value.reason) == (where, True)

"""Computed styles: rows that a test cannot tell apart are judged once, with the same verdicts (SPEC 3.2, STYLE 9)."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.drawing import Drawn
from perception.loading import load
from perception.styles import MANY_ROWS, Styles
from perception.testing import capture_from

Test = Callable[[Mapping[str, str]], object]

TESTS: dict[str, Test] = {
    "nothing": lambda row: 7,
    "truth": lambda row: bool(row),
    "one": lambda row: row.get("color"),
    "missing": lambda row: row.get("nonsense", "none"),
    "item": lambda row: row["color"] if row else "",
    "contains": lambda row: "color" in row,
    "branches": lambda row: row.get("z-index") if row.get("color", "").endswith("1)") else row.get("opacity"),
    "all": lambda row: sorted(row.items()),
    "length": lambda row: len(row),
}


def styles_of(count: int) -> Styles:
    nodes = [
        Drawn("p", styles={"color": f"rgb(0, 0, {k % 7})", "z-index": str(k), "opacity": str(k % 3)})
        for k in range(count)
    ]
    return Styles(load(capture_from(nodes)))


MANY = styles_of(MANY_ROWS + 50)


@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
def test_verdicts_are_those_of_each_row(test: Test) -> None:
    rows = MANY.snapshot.style_rows
    assert len(rows) > MANY_ROWS
    assert MANY.judge(test) == [*map(test, rows), test({})]


@given(st.lists(st.sampled_from(["color", "opacity", "z-index", "display", "nonsense"]), max_size=4), st.integers(0, 6))
def test_verdicts_of_tests_that_branch(names: list[str], k: int) -> None:
    def test(row: Mapping[str, str]) -> list[str | None]:
        out = []
        for name in names:
            out.append(row.get(name))
            if (row.get(name) or "").endswith(str(k)):
                break
        return out

    assert MANY.judge(test) == [*map(test, MANY.snapshot.style_rows), test({})]


def test_few_tests_are_made_of_many_rows() -> None:
    asked = []

    def test(row: Mapping[str, str]) -> str | None:
        asked.append(row)
        return row.get("color")

    MANY.judge(test)
    assert len(asked) < 12

"""Parts of a text, marks, tokens: SPEC 7.4, 7.5, rows W-70 to W-76."""

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ids import RefRegistry
from perception.errors import BudgetError, ContinuationError
from perception.loading import load
from perception.perceive import Page, perceive
from perception.profile import NOTTE
from perception.testing import capture_from, captures, node_at, page_from
from rendering import Tree, tree
from rendering.axline import parse_line
from rendering.paginate import MIN_CHARS, Run, part_text, shortened, split

LINES = st.lists(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=400),
    min_size=1,
    max_size=40,
)
SIZES = st.integers(MIN_CHARS, 900)


def marks(text: str) -> list[str]:
    return [
        line for line in text.split("\n") if re.fullmatch(r"\[part \d+ of \d+: \d+ lines (above|below, .*)\]", line)
    ]


# ------------------------------------------------------------------------------------------------ lines


@given(LINES, SIZES)
def test_every_line_is_in_one_part_and_in_order(lines: list[str], size: int) -> None:
    runs = split(lines, size)
    assert [k for begin, end in runs for k in range(begin, end)] == list(range(len(lines)))
    assert all(begin < end for begin, end in runs)


@given(LINES, SIZES)
def test_no_text_is_longer_than_its_size(lines: list[str], size: int) -> None:
    runs = split(lines, size)
    for number in range(1, len(runs) + 2):
        assert len(part_text(lines, runs, number, size)) <= size


@given(LINES, SIZES)
def test_a_part_takes_the_lines_that_fit(lines: list[str], size: int) -> None:
    for begin, end in split(lines, size):
        if end < len(lines):
            with_next = sum(map(len, lines[begin : end + 1])) + end - begin
            assert with_next + 2 * MIN_CHARS > size


def test_what_fits_is_one_part_without_marks() -> None:
    lines = ["x" * 99] * 2
    assert split(lines, 199) == [Run(0, 2)]
    assert part_text(lines, split(lines, 199), 1, 199) == "\n".join(lines)
    assert len(split(lines, 198)) == 2


def test_no_lines_are_one_empty_part() -> None:
    assert split([], 500) == split([], None) == [Run(0, 0)]
    assert part_text([], [Run(0, 0)], 1, 500) == ""


def test_a_size_that_holds_no_line_is_refused() -> None:
    with pytest.raises(BudgetError, match=str(MIN_CHARS)):
        split(["x"], MIN_CHARS - 1)


LONG = (
    'button "' + "word " * 100 + '" [ref_12] href="/x"',
    'link "Go" [ref_12] href="' + "x" * 300 + '" expanded=false',
    'text "' + "\U0001f98a" * 300 + '" [ref_12]',
    'text "' + "\\\\" * 150 + '" [ref_12]',
    'text "' + '\\"' * 150 + '" [ref_12]',
    "list [ref_12]" + " required" * 60,
)


@pytest.mark.parametrize("line", LONG)
@pytest.mark.parametrize("limit", [60, 61, 62, 63, 100, 200])
def test_a_shortened_line_keeps_its_ref_and_can_be_read(line: str, limit: int) -> None:
    got = shortened(line, limit)
    assert len(got) <= limit
    assert "..." in got
    parsed = parse_line(got)
    assert parsed is not None
    assert parsed.ref == "ref_12"
    assert parsed.role == line.split(" ")[0]


@given(captures(), st.integers(80, 200))
@settings(deadline=None, max_examples=60)
def test_lines_of_pages_are_shortened_readably(capture: dict[str, Any], limit: int) -> None:
    page = perceive(load(capture))
    for line in tree(page, RefRegistry()).lines:
        short, whole = parse_line(shortened(line, limit)), parse_line(line)
        assert (short is None) == (whole is None) == line.startswith("[")
        if short is None or whole is None:
            continue
        assert (short.ref, short.depth) == (whole.ref, whole.depth)


# ------------------------------------------------------------------------------------------------ trees

PAGE = "\n".join(f'h2 "Day {k}"\np "{"some words " * (k % 7 + 1)}"\na href="/{k}" "Open {k}"' for k in range(120))


def parts(page: Page, registry: RefRegistry, **arguments: Any) -> list[Tree]:
    first = tree(page, registry, **arguments)
    return [tree(page, registry, part=number, **arguments) for number in range(1, first.parts + 1)]


@pytest.mark.parametrize("size", [300, 800, 3000, 20000])
@pytest.mark.parametrize("filter", ["all", "visible", "interactive"])
def test_bodies_joined_are_the_whole(size: int, filter: str) -> None:
    page, registry = page_from(PAGE), RefRegistry()
    whole = tree(page, registry, filter=filter)
    got = parts(page, registry, filter=filter, max_chars=size)
    assert "\n".join(part.body for part in got) == whole.body == whole.text
    assert all(len(part.text) <= size for part in got)
    assert all(part.total_chars == len(whole.body) for part in got)


def test_any_order_and_any_registry_gives_the_same_bytes() -> None:
    capture = capture_from(PAGE)
    page, registry = perceive(load(capture)), RefRegistry()
    wanted = {n: tree(page, registry, max_chars=800, part=n).text for n in range(1, 9)}
    numbers = [*wanted, *wanted]
    random.Random(3).shuffle(numbers)
    again, other = perceive(load(capture)), RefRegistry()
    tree(again, other, filter="interactive")
    assert [tree(again, other, max_chars=800, part=n).text for n in numbers] == [wanted[n] for n in numbers]


def test_marks_count_the_lines() -> None:
    page, registry = page_from(PAGE), RefRegistry()
    got = parts(page, registry, max_chars=800)
    above = 0
    for number, part in enumerate(got, start=1):
        lines = part.text.split("\n")
        below = sum(len(later.lines) for later in got[number:])
        wanted = [f"[part {number} of {len(got)}: {above} lines above]"] if number > 1 else []
        if below:
            wanted.append(f"[part {number} of {len(got)}: {below} lines below, go on with part {number + 1}]")
        assert marks(part.text) == wanted
        assert [line for line in lines if line not in wanted] == list(part.lines)
        above += len(part.lines)


def test_the_fields_of_a_part() -> None:
    page, registry = page_from(PAGE), RefRegistry()
    whole = tree(page, registry)
    assert (whole.part, whole.parts, whole.has_more, whole.next_part, whole.continuation) == (1, 1, False, None, None)
    assert (whole.truncated, whole.auto_degraded, whole.notice) == (False, False, "")
    assert whole.viewport == page.snapshot.viewport
    first, *_, last = parts(page, registry, max_chars=800)
    assert (first.part, first.has_more, first.next_part, first.auto_degraded) == (1, True, 2, True)
    assert f"{first.total_chars} characters in {first.parts} parts" in first.notice
    assert (last.has_more, last.next_part, last.continuation, last.truncated) == (False, None, None, True)
    beyond = tree(page, registry, max_chars=800, part=last.part + 1)
    assert (beyond.body, beyond.has_more, beyond.nodes) == ("", False, ())
    assert beyond.text == f"[there is no part {last.part + 1}: the text has {last.part}]"


def test_a_line_that_alone_is_too_long_is_shortened_and_reachable() -> None:
    page, registry = page_from(f'button id=x title="{"t" * 90}" "{"name " * 38}"\np "after"'), RefRegistry()
    got = tree(page, registry, max_chars=200)
    assert len(got.text) <= 200
    assert "..." in got.text
    assert got.body in tree(page, registry).body
    ref = re.findall(r"ref_\d+", got.text)[0]
    assert registry.lookup(ref) == node_at(page, "x")
    assert (got.truncated, got.auto_degraded) == (True, True)


# ------------------------------------------------------------------------------------------------ tokens


def test_a_token_goes_on_with_every_argument() -> None:
    page, registry = page_from(PAGE), RefRegistry()
    wanted = parts(page, registry, max_chars=500, filter="interactive", max_depth=3)
    got = wanted[0]
    for part in wanted[1:]:
        assert got.continuation is not None
        got = tree(page, registry, continuation=got.continuation)
        assert got.text == part.text
    assert got.continuation is None


def test_a_token_carries_the_anchor() -> None:
    page, registry = page_from("main id=m\n" + PAGE.replace("h2", "  h2").replace("p ", "  p ", 1)), RefRegistry()
    registry.observe(page)
    first = tree(page, registry, ref=registry.ref(node_at(page, "m")), max_chars=200)
    assert first.continuation is None or tree(page, registry, continuation=first.continuation).request.ref


def tokens() -> tuple[Page, RefRegistry, str]:
    page, registry = page_from(PAGE), RefRegistry()
    token = tree(page, registry, max_chars=500).continuation
    assert token is not None
    return page, registry, token


def test_a_token_of_another_capture_says_how_to_restart() -> None:
    _, _, token = tokens()
    other = page_from(PAGE + '\np "one more"')
    with pytest.raises(ContinuationError, match=r"another capture; start again with tree\(.*max_chars=500.*part=1\)"):
        tree(other, RefRegistry(), continuation=token)


def test_a_token_of_another_way_to_perceive() -> None:
    _, _, token = tokens()
    for other in (page_from(PAGE, profile=NOTTE), page_from(PAGE, viewport_expansion=200)):
        with pytest.raises(ContinuationError, match="perceived with"):
            tree(other, RefRegistry(), continuation=token)


def test_arguments_beside_a_token_must_be_its_own() -> None:
    page, registry, token = tokens()
    assert tree(page, registry, max_chars=500, continuation=token).part == 2
    with pytest.raises(ContinuationError, match="max_chars"):
        tree(page, registry, max_chars=600, continuation=token)


@pytest.mark.parametrize("token", ["", "x", "tree1.", "tree1.e30", "tree1.W10", "tree1.%%%", "tree2.W10", "tree1.WzFd"])
def test_what_is_no_token(token: str) -> None:
    with pytest.raises(ContinuationError, match="part=1"):
        tree(page_from(PAGE), RefRegistry(), continuation=token)


# ------------------------------------------------------------------------------------------------ any page


@given(captures(max_leaves=30), st.integers(MIN_CHARS, 600), st.sampled_from(("all", "visible", "interactive")))
@settings(deadline=None, max_examples=80)
def test_parts_of_any_page(capture: dict[str, Any], size: int, filter: str) -> None:
    page, registry = perceive(load(capture)), RefRegistry()
    whole = tree(page, registry, filter=filter)
    got = parts(page, registry, filter=filter, max_chars=size)
    assert "\n".join(part.body for part in got) == whole.body
    for part in got:
        assert len(part.text) <= size
        for line, node in zip(part.lines, part.nodes, strict=True):
            parsed = parse_line(line)
            if parsed is not None:
                assert registry[parsed.ref].i == node

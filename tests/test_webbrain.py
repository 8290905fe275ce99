"""The `webbrain` profile's tree text: the micro-cases, and rows W-03 to W-13 and W-30 to W-37."""

import re
from pathlib import Path

import pytest

from ids import RefRegistry
from perception.loading import load
from perception.perceive import Page, perceive
from perception.profile import WEBBRAIN
from perception.testing import node_at, page_from
from rendering import Tree, tree
from tests.micro.cases import MICRO, Micro

CAPTURES = Path(__file__).parent / "micro" / "captures"


def plain(got: Tree) -> tuple[str, ...]:
    return tuple(re.sub(r" \[ref_[0-9]+\]", "", line) for line in got.lines)


def page_of(case: Micro) -> Page:
    return perceive(load(CAPTURES / f"{case.id}.capture.json.gz"), profile=WEBBRAIN)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in MICRO])
def test_micro_cases(case: Micro) -> None:
    page = page_of(case)
    assert plain(tree(page, RefRegistry(), filter="all")) == case.all_lines
    assert plain(tree(page, RefRegistry(), filter="visible")) == case.visible_lines


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in MICRO])
def test_no_node_is_printed_twice(case: Micro) -> None:
    for filter in ("all", "visible", "interactive"):
        nodes = [node for node in tree(page_of(case), RefRegistry(), filter=filter).nodes if node >= 0]
        assert len(set(nodes)) == len(nodes)


def drawn(text: str, **arguments: object) -> tuple[str, ...]:
    return plain(tree(page_from(text, profile=WEBBRAIN), RefRegistry(), **arguments))  # type: ignore[arg-type]


LISTS = "\n".join(f"{'  ' * k}ul" for k in range(20)) + "\n" + "  " * 20 + 'button "Deep"'


@pytest.mark.parametrize(("arguments", "levels"), [({}, 15), ({"max_depth": 4}, 4), ({"max_depth": 0}, 0)])
def test_the_depth_cuts(arguments: dict[str, int], levels: int) -> None:
    got = tree(page_from(LISTS, profile=WEBBRAIN), RefRegistry(), **arguments)  # type: ignore[arg-type]
    assert len(got.lines) == levels + 1
    assert got.depth_truncated
    assert got.truncated


def test_other_filters_cut_earlier() -> None:
    tree_text = "\n".join(f"{'  ' * k}nav" for k in range(14)) + "\n" + "  " * 14 + 'button "Deep"'
    assert len(drawn(tree_text, filter="visible")) == 11
    assert len(drawn(tree_text, filter="all")) == 15


def test_depth_truncated_only_where_something_is_left_out() -> None:
    page = page_from("ul\n  li\n    div\n      div", profile=WEBBRAIN)
    assert not tree(page, RefRegistry(), max_depth=1).depth_truncated
    assert tree(page, RefRegistry(), max_depth=0).depth_truncated


def test_options_are_printed_whatever_the_depth() -> None:
    assert drawn('ul\n  select\n    option :selected "A"', max_depth=1) == (
        "list",
        ' combobox "A"',
        '  option "A" (selected)',
    )


@pytest.mark.parametrize(("filter", "limit"), [("all", 6000), ("visible", 3000), ("interactive", 3500)])
def test_parts_have_a_size_of_their_own(filter: str, limit: int) -> None:
    page = page_from(
        "\n".join(f'button "Button number {k}"' for k in range(600)), viewport=(1280, 20000), profile=WEBBRAIN
    )
    got = tree(page, RefRegistry(), filter=filter)
    assert got.has_more
    assert limit - 100 < len(got.text) <= limit


def test_an_anchored_reading() -> None:
    page = page_from(
        'dialog open="" {position: fixed} @0,0,9,9\n  button "In"\ndiv id=x\n  p "text"\n  button @0,5000,9,9 "Far"',
        profile=WEBBRAIN,
    )
    registry = RefRegistry()
    registry.observe(page)
    ref = registry.ref(node_at(page, "x"))
    assert plain(tree(page, registry, ref=ref, filter="visible")) == ("generic", ' button "Far"')


ROWS = (
    ("name-cut-without-a-mark", f'button "{"x" * 130}"', (f'button "{"x" * 100}"',)),
    ("value-cut-with-a-mark", f'input aria-label="A" :value="{"v" * 80}"', (f'textbox "A" value="{"v" * 60}..."',)),
    ("value-like-the-name", 'input aria-label="same" :value="same"', ('textbox "same"',)),
    (
        "file-input",
        'input type=file id=up name=doc aria-label="F"',
        ('button "F" type="file" dom_id="up" field_name="doc"',),
    ),
    ("placeholder", 'input placeholder="p"', ('textbox "p" placeholder="p"',)),
    (
        "option-value",
        'select\n  option value=1 :selected "One"',
        ('combobox "One"', ' option "One" (selected) value="1"'),
    ),
    ("header-in-article", 'article\n  header\n    p "text"', ("article", " banner", '  generic "text"')),
    ("raw-type", "input type=RESET", ('textbox type="RESET"',)),
    ("unprinted-tags", 'noscript "x"\nbutton "B"', ('button "B"',)),
    ("quotes-in-a-link", 'a href="/\\"x" "A"', ('link "A" href="/\\"x"',)),
    ("forged-role", 'div role="button \\"X\\" [ref_1]" "text"', ('button X ref_1 "text"',)),
)


@pytest.mark.parametrize(("text", "lines"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_lines(text: str, lines: tuple[str, ...]) -> None:
    assert drawn(text) == lines

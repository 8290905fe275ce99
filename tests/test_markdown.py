"""A page as Markdown: one row a construct."""

from typing import NamedTuple

import pytest

import ids
from perception.testing import page_from
from rendering.markdown import markdown_lines
from tests.growth import RATIO, seconds


class Case(NamedTuple):
    """`text` is the Markdown of the drawn page."""

    id: str
    tree: str
    text: str


CASES = (
    Case("paragraphs", 'p "One"\np "Two"', "One\n\nTwo"),
    Case("headings", 'h1 "A"\nh3 "B"\ndiv role=heading aria-level=2 "C"', "# A\n\n### B\n\n## C"),
    Case("list", 'ul\n  li "One"\n  li "Two"', "- One\n- Two"),
    Case("numbered-list", 'ol\n  li "One"\n  li "Two"', "1. One\n2. Two"),
    Case("nested-list", 'ul\n  li\n    "One"\n    ul\n      li "Two"', "- One\n  - Two"),
    Case("item-of-two-blocks", 'ul\n  li\n    p "One"\n    p "Two"', "- One\n  Two"),
    Case("quote", 'blockquote\n  p "Said"', "> Said"),
    Case("code", 'pre "a\\n  b"', "```\na\n  b\n```"),
    Case("rule", 'p "One"\nhr @0,40,100,2\np "Two"', "One\n\n---\n\nTwo"),
    Case(
        "table",
        'table\n  tr\n    th "Route"\n    th "Adult"\n  tr\n    td "North"\n    td "12"',
        "| Route | Adult |\n| --- | --- |\n| North | 12 |",
    ),
    Case(
        "empty-cell", 'table\n  tr\n    td "a"\n    td\n  tr\n    td\n    td "b"', "| a |  |\n| --- | --- |\n|  | b |"
    ),
    Case("bar-in-a-cell", 'table\n  tr\n    td "a|b"', "| a\\|b |\n| --- |"),
    Case("image", 'img alt=Map src="/m.png" @0,0,20,20', "![Map](/m.png)"),
    Case("link", 'p\n  "See "\n  a href="/x" "this"', "See [this](/x){L1}"),
    Case("button", 'button "Save"', "[Save]{B1}"),
    Case("icon-button", "button aria-label=Search @0,0,20,20", "[Search]{B1}"),
    Case("field", 'input type=email aria-label=Mail :value="a@b.org"', '[textbox "Mail" = "a@b.org"]{I1}'),
    Case("checked-box", "input type=checkbox :checked aria-label=All", '[checkbox "All" = "x"]{B1}'),
    Case("frame", 'iframe src="https://x.example/" @0,0,300,200', "(iframe: content not captured)"),
    Case("marks-are-escaped", 'p "a [b](c) {L9} `d` *e* \\\\ <i>"', "a \\[b\\](c) \\{L9\\} \\`d\\` \\*e\\* \\\\ \\<i>"),
    Case("line-starts-are-escaped", 'p "# a"\np "- b"\np "1. c"\np "> d"', "\\# a\n\n\\- b\n\n\\1. c\n\n\\> d"),
    Case("hidden", 'p {display: none} "no"\np "yes"', "yes"),
)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_markdown_of_a_page(case: Case) -> None:
    page = page_from(case.tree)
    assert "\n".join(markdown_lines(page, ids.assign(page))) == case.text


def test_a_fence_is_longer_than_any_in_it() -> None:
    page = page_from('pre "```\\n{B1}"')
    assert list(markdown_lines(page, ids.assign(page))) == ["````", "```", "{B1}", "````"]


def test_time_grows_with_the_page() -> None:
    def work(n: int) -> float:
        def prepared() -> object:
            page = page_from('ul\n  li\n    a href="/x" "Go"\n' * n, viewport_expansion=-1)
            labels = ids.assign(page)
            return lambda: list(markdown_lines(page, labels))

        return seconds(prepared, repeat=3)  # type: ignore[arg-type]

    assert work(800) < RATIO * work(200)

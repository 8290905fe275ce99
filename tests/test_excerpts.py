"""Matching lines of the tree text in context (PW-10)."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rendering
from ids import RefRegistry
from perception import BudgetError, perceive
from perception.loading import load_html
from perception.perceive import Page
from perception.testing import Drawn, page_from, trees
from rendering.excerpts import excerpts

LIST = "<main><h1>Top</h1><ul>" + "".join(f"<li><a href=/{k}>Item {k}</a>" for k in range(30)) + "</ul></main>"


def page_of(html: str) -> Page:
    return perceive(load_html(html))


def test_a_match_stands_in_its_context_under_its_path() -> None:
    found = excerpts(page_of(LIST), RefRegistry(), "item 17", context=1)
    lines = found.text.splitlines()
    assert (found.matches, found.has_more) == (1, False)
    assert [re.sub(r" \[.*", "", line.strip()) for line in lines if "⋯" not in line] == [
        "main",
        "list",
        "listitem",
        'link "Item 17"',
        "listitem",
    ]
    assert [line for line in lines if "⋯" in line] == ["⋯ 1 lines ⋯", "⋯ 34 lines ⋯", "⋯ 23 lines ⋯"]


def test_windows_that_touch_are_one() -> None:
    text = excerpts(page_of(LIST), RefRegistry(), re.compile(r"Item (3|4)\b")).text
    assert text.count('"Item 3"') == text.count('"Item 4"') == 1
    assert "⋯" not in text[text.index('"Item 3"') : text.index('"Item 4"')]


def test_a_limit_says_that_there_are_more() -> None:
    found = excerpts(page_of(LIST), RefRegistry(), '"item', limit=2, context=0)
    assert (found.matches, found.has_more) == (30, True)
    assert found.text.count('link "Item') == 2


def test_nothing_found_is_an_empty_text() -> None:
    assert excerpts(page_of(LIST), RefRegistry(), "nowhere") == ("", 0, False)


@pytest.mark.parametrize(("context", "limit"), [(-1, 1), (0, 0)])
def test_sizes_are_checked(context: int, limit: int) -> None:
    with pytest.raises(BudgetError):
        excerpts(page_of(LIST), RefRegistry(), "x", context=context, limit=limit)


@settings(max_examples=80, deadline=None)
@given(trees(max_leaves=12), st.sampled_from(["a", "button", "e", "["]), st.integers(0, 3))
def test_lines_are_those_of_the_tree_in_order_each_once(tree: list[Drawn], word: str, context: int) -> None:
    page, registry = page_from(tree), RefRegistry()
    whole = rendering.tree(page, registry).lines
    found = excerpts(page, registry, word, context=context, limit=None)
    place = 0
    for line in found.text.splitlines():
        if line.startswith("⋯"):
            place += int(line.split()[1])
        else:
            assert line == whole[place]
            place += 1
    assert place == (len(whole) if found.matches else 0)

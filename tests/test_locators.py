"""Locators (SPEC 8.4): rows by kind, uniqueness on random trees and on the corpus, growth."""

import html
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception import AmbiguousError, SelectorError, load_html, perceive
from perception.loading import load
from perception.locator import Locator, Step
from perception.node import Node
from perception.perceive import Page
from perception.testing import Drawn, capture_from, node_at, page_from
from tests.growth import RATIO, growth

CAPTURES = sorted((Path(__file__).parent.parent / "corpus" / "captures").glob("*.capture.json.gz"))

PAGE = """
    main
      button id=id "By id"
      button data-testid=save id=test "By test id"
      input name=q
      a href=/a "A"
      a href=/b "B"
      ul id=list
        li
          span "one"
          button "Remove"
        li
          span "two"
          button "Remove"
      p class="card first"
      p class="card second"
      button id=a1b2c3d4e5f6 class=send "Send"
      input type=text value=typed aria-label=Typed
      svg
        path id=""
        path
"""


def locators(page: Page, selector: str) -> dict[str, str]:
    return {row.kind: row.selector for row in page.select(selector)[0].locators}


@pytest.mark.parametrize(
    ("selector", "kind", "expected"),
    [
        ("#id", "css", "#id"),
        ("#id", "xpath", '//button[@id="id"]'),
        ("#id", "role", 'role=button[name="By id"]'),
        ("#test", "test_id", '[data-testid="save"]'),
        ("[name=q]", "css", '[name="q"]'),
        ("[href='/b']", "css", '[href="/b"]'),
        ("main", "css", "main"),
        ("li:nth-child(2) > button", "css", "ul > li:nth-of-type(2) > button"),
        ("li:nth-child(2) > button", "xpath", '//ul[@id="list"]/li[2]/button'),
        (".second", "css", ".second"),
        (".send", "css", ".send"),
        ("[aria-label=Typed]", "css", '[type="text"]'),
        ("path:nth-child(2)", "css", "svg > path:nth-of-type(2)"),
        ("path:nth-child(2)", "xpath", '/html/body/main/*[name()="svg"]/*[name()="path"][2]'),
        ("html", "css", "html"),
    ],
)
def test_the_shortest_unique_one_of_a_kind(selector: str, kind: str, expected: str) -> None:
    assert locators(page_from(PAGE), selector)[kind] == expected


def test_kinds_stand_in_their_order_and_backend_is_always_last() -> None:
    page = page_from(PAGE)
    assert [row.kind for row in page.select("#test")[0].locators] == ["test_id", "css", "xpath", "role", "backend"]
    node = page.select("#test")[0]
    assert node.locator == node.locators[0]
    assert node.locators[-1].selector == str(node.backend_node_id)


def test_what_is_no_element_has_no_locator() -> None:
    page = page_from(PAGE)
    text = page.xpath("//span/text()")[0]
    assert text.locator is None
    assert text.locators == ()


def test_same_names_have_no_role_locator() -> None:
    assert "role" not in locators(page_from(PAGE), "li:nth-child(2) > button")


TREES = """
    x-open id=host
      slot :shadow=open
        b id=light
        b
      button :shadow=open "In"
    x-closed
      button :shadow=closed "Hidden"
    iframe id=frame
      x-inner
        button :shadow=open "Deep"
"""


def test_paths_lead_through_frames_and_open_roots() -> None:
    page = page_from(TREES)
    inner, deep = (page.one("button", name=name, include_hidden=True).locator for name in ("In", "Deep"))
    assert inner == Locator("css", "button", (Step("shadow", "#host"),), inner.frame if inner else "")
    assert deep is not None
    assert deep.path == (Step("frame", "#frame"), Step("shadow", "x-inner"))
    assert [row.playwright for row in page.one("button", name="Deep", include_hidden=True).locators] == [
        "",
        "page.frame_locator('css:light=#frame').locator('role=button[name=\"Deep\"]')",
        "",
    ]


def test_playwright_is_told_the_language() -> None:
    rows = page_from(PAGE).select("#test")[0].locators
    assert [row.playwright for row in rows] == [
        "page.locator('css:light=[data-testid=\"save\"]')",
        "page.locator('css:light=#test')",
        "page.locator('xpath=//button[@id=\"test\"]')",
        "page.locator('role=button[name=\"By test id\"]')",
        "",
    ]


def test_closed_roots_are_located_by_backend_id() -> None:
    page = page_from(TREES)
    node = page.one("button", name="Hidden", include_hidden=True)
    assert [row.kind for row in node.locators] == ["backend"]
    assert node.locators[0].playwright == ""


def test_counted_light_children_of_a_host_are_approximate() -> None:
    page = page_from(TREES)
    second = page.select("b + b")[0]
    assert second.locator is not None
    assert second.locator.selector.endswith("b:nth-of-type(2)")
    assert second.locator.is_approximate
    assert not node_at(page, "light").locators[0].is_approximate


def test_out_of_process_frames_are_located_by_backend_id() -> None:
    page = perceive(load(next(path for path in CAPTURES if path.name == "payment.capture.json.gz")))
    foreign = [d.index for d in page.snapshot.documents if d.process]
    nodes = [node for node in page.select("button, input") if page.snapshot.document[node.i] in foreign]
    assert nodes
    assert {row.kind for node in nodes for row in node.locators} == {"backend"}
    assert {node.locators[0].frame for node in nodes} <= {page.snapshot.documents[k].frame_id for k in foreign}


def test_a_locator_leads_back_to_its_node() -> None:
    page = page_from(TREES)
    deep = page.one("button", name="Deep", include_hidden=True)
    assert [page.locate(row) for row in deep.locators] == [deep] * 3
    for lost in (Locator("css", "b"), Locator("css", "p", (Step("frame", "#no"),)), Locator("backend", "999999")):
        with pytest.raises(AmbiguousError):
            page.locate(lost)
    with pytest.raises(SelectorError):
        page.locate(Locator("role", "button"))


def test_masked_values_are_in_no_locator() -> None:
    page = perceive(load_html("<a href='/x?token=abc123'>a</a><a href=/y>b</a><input type=hidden name=n value=s3cret>"))
    for node in page.select("*"):
        assert not any(
            "abc123" in row.selector or "s3cret" in row.selector or "•" in row.selector for row in node.locators
        )


def checked(page: Page, nodes: list[Node]) -> list[tuple[Node, Locator]]:
    """The locators that do not find their node alone, followed step by step from the top document."""
    return [(node, row) for node in nodes for row in node.locators if page.locators.resolve(row) != [node.i]]


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name.split(".")[0])
def test_every_action_of_the_corpus_is_found_alone(path: Path) -> None:
    page = perceive(load(path), viewport_expansion=-1)
    nodes = [page.node(i) for i in page.listing.listed]
    assert all(node.locator is not None for node in nodes)
    assert not checked(page, nodes)


TAGS = st.sampled_from(["div", "p", "a", "b", "button", "o:p", "x-y", "svg"])
VALUES = st.sampled_from(["", "x", "X", "a b", "1", "-", "--", "a.b", "é", '"', "'", "\"'", "\\", "a:b", "7up", " "])
NAMES = st.sampled_from(["id", "class", "name", "title", "type", "href", "data-testid"])


def html_trees(depth: int = 4) -> st.SearchStrategy[str]:
    attributes = st.dictionaries(NAMES, VALUES, max_size=2)
    if not depth:
        return st.just("")
    children = st.lists(html_trees(depth - 1), max_size=3).map("".join)
    return st.builds(written, TAGS, attributes, children)


def written(tag: str, attributes: dict[str, str], content: str) -> str:
    pairs = "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())
    return f"<{tag}{pairs}>{content}</{tag}>"


@settings(max_examples=60, deadline=None)
@given(st.lists(html_trees(), max_size=3).map("".join), st.sampled_from(["", "<!doctype html>"]))
def test_every_locator_finds_its_element_alone(markup: str, doctype: str) -> None:
    page = perceive(load_html(doctype + markup))
    nodes = page.select("*")
    assert all(node.locators for node in nodes)
    assert not checked(page, nodes)


def rows(n: int) -> Drawn:
    """n rows of the same shape, so that ids, classes and texts tell nothing apart."""

    def row() -> Drawn:
        return Drawn("tr", {"class": "row"}, [Drawn("td", {}, [Drawn("a", {"class": "link", "href": "#"})])])

    return Drawn("table", {"id": "t"}, [row() for _ in range(n)])


def named(n: int) -> Drawn:
    """n elements with pairs of attributes, none unique by itself."""
    return Drawn("div", {}, [Drawn("a", {"name": f"n{k // 2}", "title": f"t{k % 2}", "class": "x"}) for k in range(n)])


def levels(n: int) -> Drawn:
    """n links inside one another."""
    node = Drawn("a")
    for _ in range(n):
        node = Drawn("a", {}, [Drawn("b"), node])
    return node


@pytest.mark.parametrize("depth", [100, 3_000])
def test_an_element_is_found_however_deep_it_lies(depth: int) -> None:
    page = page_from(levels(depth))
    deepest = page.select("a")[-1]
    assert {row.kind for row in deepest.locators} == (
        {"css", "xpath", "backend"} if depth == 100 else {"xpath", "backend"}
    )
    assert not checked(page, [deepest])


@pytest.mark.parametrize("drawn", [levels, rows, named], ids=["levels", "rows", "named"])
def test_locators_grow_with_the_page(drawn: Callable[[int], Drawn]) -> None:
    def prepared(n: int) -> Callable[[], Callable[[], object]]:
        snapshot = load(json.dumps(capture_from(drawn(n))).encode())

        def work() -> Callable[[], object]:
            nodes = perceive(snapshot).select("a")
            return lambda: [node.locators for node in nodes]

        return work

    assert growth(prepared(300), prepared(1200)) < RATIO

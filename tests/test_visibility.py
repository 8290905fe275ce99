"""What is painted, and why not: SPEC 4.1, one row a sentence."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.loading import load
from perception.perceive import Page, perceive
from perception.tables.visibility import HIDDEN_RULES, STATIC_RULES
from perception.testing import Drawn, capture_from, node_at, page_from, trees, walk
from tests.boxes import client_element, lines_of_text, scroll_element, without_layout


class Case(NamedTuple):
    """`tree` drawn with one node `id=x`; its hidden reasons, none where it is visible."""

    id: str
    tree: str
    reasons: tuple[str, ...] = ()


CLIPPER = "overflow-x: hidden; overflow-y: hidden"
SCROLLER = "overflow-x: auto; overflow-y: auto"
TURNED = "transform: matrix(0.8, 0.6, -0.6, 0.8, 0, 0)"

CASES = (
    # ------------------------------------------------------------------ display
    Case("rendered", 'button id=x "Save"'),
    Case("display-none", 'div id=x {display: none} "text"', ("display",)),
    Case("display-none-above", 'div {display: none}\n  p id=x "text"', ("display",)),
    Case("script", "script id=x", ("display",)),
    Case("hidden-attribute", 'p id=x hidden "text"', ("hidden-attribute",)),
    Case("below-hidden-attribute", 'div hidden\n  p id=x "text"', ("hidden-attribute",)),
    Case("contents", 'div id=x {display: contents}\n  p "text"'),
    Case("empty-contents", "div id=x {display: contents}", ("display",)),
    Case("contents-over-invisible", 'a id=x {display: contents}\n  b {visibility: hidden} "t"', ("no-own-box",)),
    Case("dialog-closed", 'dialog id=x\n  p "text"', ("closed-dialog",)),
    Case("dialog-open", 'dialog id=x open="" "text"'),
    Case("popover-closed", 'div popover=""\n  p id=x "text"', ("closed-popover",)),
    Case("details-closed", 'details\n  summary "more"\n  p id=x "text"', ("closed-details",)),
    Case("details-closed-summary", 'details\n  summary id=x "more"\n  p "text"'),
    Case("details-open", 'details open=""\n  summary "more"\n  p id=x "text"'),
    Case("skipped", 'div {content-visibility: hidden}\n  p id=x "text"', ("content-visibility",)),
    Case("skips", 'div id=x {content-visibility: hidden} @0,0,90,90\n  p "text"'),
    Case(
        "skipped-until-scrolled-to",
        'div {content-visibility: auto} @0,0,9,9\n  p id=x {display: none} "text"',
        ("content-visibility",),
    ),
    # ------------------------------------------------------------------ visibility, opacity, size
    Case("visibility-hidden", 'p id=x {visibility: hidden} "text"', ("visibility",)),
    Case("visibility-inherited", 'div {visibility: hidden}\n  p id=x "text"', ("visibility",)),
    Case("visibility-shown-again", 'div {visibility: hidden}\n  p id=x {visibility: visible} "text"'),
    Case("visibility-shown-inside", 'div id=x {visibility: hidden}\n  p {visibility: visible} "text"'),
    Case("opacity", 'p id=x {opacity: 0} "text"', ("opacity",)),
    Case("opacity-inherited", 'div {opacity: 0}\n  p id=x {opacity: 1} "text"', ("opacity",)),
    Case("opacity-faint", 'p id=x {opacity: 0.05} "text"'),
    Case("zero-area", "div id=x @10,10,0,0", ("zero-area",)),
    Case("zero-height-line", "div id=x @10,10,300,0", ("zero-area",)),
    Case("zero-area-overflown", 'div id=x @10,10,0,0\n  p @10,10,80,20 "text"'),
    Case("zero-area-closed", f'div id=x {{{CLIPPER}}} @10,10,80,0\n  p @10,10,80,20 "text"', ("zero-area",)),
    Case("in-zero-area-closed", f'div {{{CLIPPER}}} @10,10,80,0\n  p id=x @10,10,80,20 "text"', ("clipped",)),
    Case("scale-0", "div {transform: matrix(0, 0, 0, 0, 0, 0)} @50,50,0,0\n  p id=x @50,50,0,0", ("zero-area",)),
    Case("tiny", "img id=x @10,10,1,1", ("tiny",)),
    Case("thin-line", "hr id=x @10,10,300,1"),
    Case(
        "screen-reader-only",
        f"span {{display: block; {CLIPPER}}} @10,10,1,1\n  img id=x @10,10,90,20",
        ("tiny",),
    ),
    Case("clip-rect", 'b id=x {position: absolute; clip: rect(0px, 0px, 0px, 0px)} @9,9,90,20 "t"', ("clipped",)),
    Case("clip-rect-in-flow", 'b id=x {clip: rect(0px, 0px, 0px, 0px)} @9,9,90,20 "t"'),
    Case("clip-rect-auto", 'b id=x {position: absolute; clip: rect(auto, auto, auto, 40px)} @9,9,90,20 "t"'),
    Case("clip-path-inset", 'div {clip-path: inset(50%)} @9,9,90,90\n  b id=x @9,9,90,20 "t"', ("clipped",)),
    Case("clip-path-inset-part", 'b id=x {clip-path: inset(0px 50% 0px 0px round 4px)} @9,9,90,20 "t"'),
    Case("clip-path-unknown", 'b id=x {clip-path: url("#a")} @9,9,90,20 "t"'),
    # ------------------------------------------------------------------ where nobody can scroll to
    Case("left-of-page", "img id=x {position: absolute} @-9999,10,80,20", ("off-page",)),
    Case("above-page", "img id=x {position: absolute} @10,-200,80,20", ("off-page",)),
    Case("partly-left", "img id=x {position: absolute} @-40,10,80,20"),
    Case("below-window", "img id=x @10,5000,80,20"),
    Case("right-of-window", "img id=x @5000,10,80,20"),
    Case("right-of-cut-page", "html\n  body {overflow-x: hidden}\n    img id=x @5000,10,80,20", ("off-page",)),
    Case("left-in-rtl", "html\n  body {direction: rtl}\n    img id=x @-900,10,80,20"),
    Case("right-in-rtl", "html\n  body {direction: rtl}\n    img id=x @1300,10,80,20", ("off-page",)),
    Case("fixed-below-window", "img id=x {position: fixed} @10,5000,80,20", ("off-page",)),
    Case("fixed-in-window", "img id=x {position: fixed} @10,700,80,20"),
    # ------------------------------------------------------------------ clips along containing blocks
    Case("overflow-hidden", f"div {{{CLIPPER}}} @0,0,100,100\n  img id=x @0,200,80,20", ("clipped",)),
    Case("overflow-hidden-one-axis", "div {overflow-x: clip} @0,0,100,100\n  img id=x @0,200,80,20"),
    Case("overflow-of-inline", f"span {{{CLIPPER}}} @0,0,100,20\n  b id=x @0,200,80,20"),
    Case("absolute-escapes", f"div {{{CLIPPER}}} @0,0,9,9\n  img id=x {{position: absolute}} @0,200,80,20"),
    Case(
        "absolute-held",
        f"div {{position: relative; {CLIPPER}}} @0,0,9,9\n  img id=x {{position: absolute}} @0,200,80,20",
        ("clipped",),
    ),
    Case(
        "absolute-child-of-escaped",
        f"div {{{CLIPPER}}} @0,0,9,9\n  div {{position: absolute}} @0,200,80,20\n    img id=x @0,200,80,20",
    ),
    Case(
        "fixed-escapes",
        f"div {{position: relative; {CLIPPER}}} @0,0,9,9\n  img id=x {{position: fixed}} @0,200,80,20",
    ),
    Case(
        "fixed-held-by-transform",
        f"div {{transform: matrix(1, 0, 0, 1, 5, 0); {CLIPPER}}} @0,0,9,9\n  img id=x {{position: fixed}} @0,200,80,20",
        ("clipped",),
    ),
    Case(
        "fixed-held-by-will-change",
        f"div {{will-change: opacity, transform; {CLIPPER}}} @0,0,9,9\n  img id=x {{position: fixed}} @0,200,80,20",
        ("clipped",),
    ),
    Case("contain-paint", "div {contain: paint} @0,0,100,100\n  img id=x @0,200,80,20", ("clipped",)),
    Case("contain-size", "div {contain: size} @0,0,100,100\n  img id=x @0,200,80,20"),
    Case(
        "top-layer-escapes",
        f"div {{transform: matrix(1, 0, 0, 1, 5, 0); {CLIPPER}}} @0,0,9,9\n"
        '  dialog id=x open="" {position: fixed} @0,200,80,20',
    ),
    Case(
        "top-layer-does-not-fade",
        'div {opacity: 0} @0,0,9,9\n  dialog id=x open="" {position: fixed} @0,200,80,20\n    img @0,200,9,9',
    ),
    Case(
        "dialog-in-flow-fades",
        'div {opacity: 0} @0,0,9,9\n  dialog id=x open="" {position: absolute} @0,200,80,20\n    img @0,200,9,9',
        ("opacity",),
    ),
    Case("turned", f"div {{{TURNED}; {CLIPPER}}} @0,0,90,90\n  img id=x @0,80,80,20"),
    Case("turned-past-the-box", f"div {{{TURNED}; {CLIPPER}}} @0,0,90,90\n  img id=x @0,95,80,20", ("clipped",)),
    Case("turned-one-axis", f"div {{{TURNED}; overflow-x: clip}} @0,0,90,90\n  img id=x @95,0,80,20"),
    Case("turned-scroller", f"div {{{TURNED}; {SCROLLER}}} @0,0,90,90\n  img id=x @95,0,80,20"),
    Case("turned-clip-path", f"div {{{TURNED}; clip-path: inset(30px)}} @0,0,90,90\n  img id=x @0,0,20,20"),
    Case("body-overflow-is-the-windows", "html\n  body {overflow-y: hidden} @0,0,1280,800\n    img id=x @0,2000,80,20"),
    Case(
        "body-overflow-beside-html",
        f"html {{overflow-y: auto}}\n  body {{{CLIPPER}}} @0,0,1280,700\n    img id=x @0,2000,80,20",
        ("clipped",),
    ),
    # ------------------------------------------------------------------ SVG, frames
    Case("svg-shape", "svg @0,0,20,20\n  path id=x @2,2,9,9"),
    Case("svg-definition", "svg @0,0,20,20\n  defs\n    g\n      path id=x @2,2,9,9", ("not-drawn",)),
    Case("frame-content", 'iframe @0,0,300,150\n  p id=x "text"'),
    Case("frame-transparent", 'iframe {opacity: 0} @0,0,300,150\n  p id=x "text"', ("opacity", "frame")),
    Case("frame-invisible", 'iframe {visibility: hidden} @0,0,300,150\n  p id=x "text"', ("frame",)),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_hidden_reasons(case: Case) -> None:
    page = page_from(case.tree)
    node = node_at(page, "x")
    assert page.visibility.hidden_reasons(node.i) == case.reasons
    assert node.is_visible is not bool(case.reasons)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_one_node_alone_and_the_whole_page_agree(case: Case) -> None:
    whole, single = page_from(case.tree), page_from(case.tree)
    whole.visibility.fill_all()
    for i in reversed(range(len(single.snapshot))):
        assert single.visibility.own_bits(i) == whole.visibility.own_bits(i)


CUT = ("clipped",)
SCROLLED = (
    ("within", "ltr", [0, 0, 100, 500], "@0,300,80,20", ()),
    ("past-the-end", "ltr", [0, 0, 100, 200], "@0,300,80,20", CUT),
    ("scrolled-away", "ltr", [0, 400, 100, 500], "@0,-300,80,20", ()),
    ("before-the-start", "ltr", [0, 0, 100, 500], "@0,-300,80,20", ("clipped",)),
    ("left-in-rtl", "rtl", [0, 0, 500, 100], "@-300,0,80,20", ()),
    ("right-in-rtl", "rtl", [0, 0, 500, 100], "@300,0,80,20", ("clipped",)),
    ("back-in-rtl", "rtl", [-300, 0, 500, 100], "@300,0,80,20", ()),
    ("left-in-reversed-row", "ltr; display: flex; flex-direction: row-reverse", [0, 0, 500, 100], "@-300,0,80,20", ()),
    ("above-in-chat", "ltr; display: flex; flex-direction: column-reverse", [0, 0, 100, 500], "@0,-300,80,20", ()),
    ("below-in-chat", "ltr; display: flex; flex-direction: column-reverse", [0, 0, 100, 500], "@0,300,80,20", CUT),
    ("left-in-vertical-rl", "ltr; writing-mode: vertical-rl", [0, 0, 500, 100], "@-300,0,80,20", ()),
)


@pytest.mark.parametrize(
    ("direction", "scroll", "box", "reasons"), [row[1:] for row in SCROLLED], ids=[row[0] for row in SCROLLED]
)
def test_a_user_scrolls_containers(direction: str, scroll: list[float], box: str, reasons: tuple[str, ...]) -> None:
    body = f"body @0,0,1280,800\n  div id=s {{{SCROLLER}; direction: {direction}}} @0,0,100,100\n    img id=x {box}"
    capture = capture_from(body)
    scroll_element(capture, "s", scroll)
    page = perceive(load(capture))
    assert page.visibility.hidden_reasons(node_at(page, "x").i) == reasons


def test_a_zoomed_box_cuts_at_its_zoomed_edge() -> None:
    capture = capture_from(f"div id=s {{{CLIPPER}}} @0,0,200,100\n  img id=x @150,60,40,20")
    client_element(capture, "s", [0, 0, 100, 50])
    page = perceive(load(capture))
    assert page.visibility.is_visible(node_at(page, "x").i)


def test_a_scroller_that_is_clipped_away_shows_nothing() -> None:
    capture = capture_from(
        f"div {{{CLIPPER}}} @0,0,50,50\n  div id=s {{{SCROLLER}}} @0,80,50,50\n    img id=x @0,80,40,20"
    )
    scroll_element(capture, "s", [0, 0, 50, 500])
    page = perceive(load(capture))
    assert page.visibility.hidden_reasons(node_at(page, "x").i) == ("clipped",)


def test_text_is_visible_by_its_lines() -> None:
    capture = capture_from(f'p id=x {{{CLIPPER}}} @100,100,50,20 "one two"')
    lines_of_text(capture, "x", [(0, 3, (100, 300, 30, 20)), (4, 3, (170, 100, 30, 20))])
    page = perceive(load(capture))
    assert page.visibility.hidden_reasons(node_at(page, "#text").i) == ("clipped",)


def test_text_of_no_size_is_hidden() -> None:
    page = page_from('p {font-size: 0px} "text"\n')
    assert page.visibility.hidden_reasons(node_at(page, "#text").i) == ("font-size",)


def test_rows() -> None:
    keys = [(rule.id, rule.looks_at) for rule in HIDDEN_RULES]
    assert len(keys) == len(set(keys))
    assert {rule.id for rule in STATIC_RULES} <= {rule.id for rule in HIDDEN_RULES}
    shown = {reason for case in CASES for reason in case.reasons} | {"font-size"}
    assert shown == {rule.id for rule in HIDDEN_RULES}, "every reason has a case"


# ---------------------------------------------------------------------------------------------------- can't tell

STATIC = (
    Case("rendered", 'p id=x "text"'),
    Case("user-agent", "script id=x", ("display",)),
    Case("hidden-input", "input id=x type=hidden", ("display",)),
    Case("inline-display", 'div style="color:red;DISPLAY: none !important"\n  p id=x "text"', ("display",)),
    Case("inline-visibility", 'div style="visibility:hidden"\n  p id=x "text"', ("visibility",)),
    Case("inline-shown-again", 'div style="visibility:hidden"\n  p id=x style="visibility:visible" "text"'),
    Case("inline-opacity", 'div style="opacity:0"\n  p id=x "text"', ("opacity",)),
    Case("hidden", 'div hidden=""\n  p id=x "text"', ("hidden-attribute",)),
    Case("details", 'details\n  summary "more"\n  p id=x "text"', ("closed-details",)),
    Case("details-summary", 'details\n  summary id=x "more"'),
    Case("dialog", 'dialog\n  p id=x "text"', ("closed-dialog",)),
    Case("popover", 'div popover=""\n  p id=x "text"', ("closed-popover",)),
)


@pytest.mark.parametrize("case", STATIC, ids=lambda case: case.id)
def test_without_layout_markup_decides(case: Case) -> None:
    page = perceive(load(without_layout(capture_from(case.tree))))
    assert page.visibility.hidden_reasons(node_at(page, "x").i) == case.reasons


def test_without_style_names_style_rules_do_not_judge() -> None:
    capture = capture_from('p id=x {visibility: hidden; opacity: 0} "text"')
    page = perceive(load(capture["snapshot"]))
    assert page.visibility.hidden_reasons(node_at(page, "x").i) == ()
    assert any(note.code == "no-style-names" for note in page.snapshot.diagnostics)
    assert page.visibility.cannot_tell == ("visibility", "opacity", "font-size", "content-visibility")


def test_without_layout_geometry_is_not_told() -> None:
    page = perceive(load(without_layout(capture_from("p"))))
    assert {"clipped", "zero-area", "off-page"} <= set(page.visibility.cannot_tell)
    assert "hidden-attribute" not in page.visibility.cannot_tell
    assert page_from("p").visibility.cannot_tell == ()


# ---------------------------------------------------------------------------------------------------- apart

APART = (
    ("aria-hidden", 'div aria-hidden=true\n  p id=x "t"', True, False),
    ("aria-hidden-false", 'div aria-hidden=false\n  p id=x "t"', False, False),
    ("inert", 'div inert=""\n  p id=x "t"', False, True),
    ("inert-beside", 'div inert=""\n  p "t"\np id=x "t"', False, False),
    ("inert-frame", 'iframe inert="" @0,0,99,99\n  p id=x "t"', False, True),
)


@pytest.mark.parametrize(("tree", "aria_hidden", "inert"), [row[1:] for row in APART], ids=[row[0] for row in APART])
def test_aria_hidden_and_inert_are_facts_apart(tree: str, aria_hidden: bool, inert: bool) -> None:
    page = page_from(tree)
    i = node_at(page, "x").i
    assert page.visibility.is_aria_hidden(i) is aria_hidden
    assert page.visibility.is_inert(i) is inert
    assert page.visibility.is_visible(i)


# ---------------------------------------------------------------------------------------------------- properties


def visible(page: Page) -> set[int]:
    return {i for i in range(len(page.snapshot)) if page.visibility.is_visible(i)}


HIDING = ({"display": "none"}, {"visibility": "hidden"}, {"opacity": "0"})


@settings(max_examples=60, deadline=None)
@given(trees(), st.data())
def test_hiding_a_node_shows_nothing_more(tree: list[Drawn], data: st.DataObject) -> None:
    before = visible(page_from(tree))
    elements = [node for node in walk(tree) if node.tag != "#text"]
    if not elements:
        return
    data.draw(st.sampled_from(elements)).styles |= data.draw(st.sampled_from(HIDING))
    assert visible(page_from(tree)) <= before


@settings(max_examples=60, deadline=None)
@given(trees())
def test_a_visible_node_paints_or_holds_what_paints(tree: list[Drawn]) -> None:
    page = page_from(tree)
    s = page.snapshot
    painted = {i for i in range(len(s)) if page.visibility.has_own_paint(i)}
    for i in visible(page):
        assert any(k in painted for k in range(i, s.subtree_end[i]))

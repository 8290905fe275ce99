"""Where things are in the window: SPEC 4.2, one row a sentence; frames, scroll, clips, the expanded window."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception.geometry import Edges, has_area, intersection
from perception.loading import load
from perception.perceive import Page, perceive
from perception.testing import Drawn, capture_from, node_at, page_from, trees
from perception.text_boxes import joined, text_lines
from tests.boxes import (
    client_element,
    lines_of_text,
    resize_document,
    scroll_document,
    scroll_element,
    without_layout,
)
from tests.growth import RATIO, growth

Box = tuple[float, float, float, float]


def box_of(edges: Edges | None) -> Box | None:
    """x, y, width, height."""
    return None if edges is None else (edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1])


class Case(NamedTuple):
    """`tree` with one node `id=x`, changed by `change`; its rectangle and the part that is seen, viewport CSS px."""

    id: str
    tree: str
    rect: Box | None
    seen: Box | None
    change: Callable[[dict[str, Any]], None] = lambda capture: None


CLIPPER = "overflow-x: hidden; overflow-y: hidden"
FRAME = "iframe id=f @100,50,300,150\n  img id=x @10,20,50,30"


def scrolled(index: int, x: float, y: float) -> Callable[[dict[str, Any]], None]:
    return lambda capture: scroll_document(capture, index, x, y)


def bordered_frame(capture: dict[str, Any]) -> None:
    """Border 5, the document fills the padding box."""
    client_element(capture, "f", [5, 5, 290, 140])
    resize_document(capture, 1, 290, 140)


def padded_frame(capture: dict[str, Any]) -> None:
    """Border 5, padding 20 and 10, as a capture tells that has no padding among its styles."""
    client_element(capture, "f", [5, 5, 290, 140])
    resize_document(capture, 1, 250, 120)
    strip_styles(capture, "padding-left", "padding-top")


def strip_styles(capture: dict[str, Any], *names: str) -> None:
    for name in names:
        k = capture["computedStyles"].index(name)
        del capture["computedStyles"][k]
        for document in capture["snapshot"]["documents"]:
            for row in document["layout"]["styles"]:
                if row:
                    del row[k]


def scaled_frame(capture: dict[str, Any]) -> None:
    """A frame of 600 x 300 that a transform halves."""
    client_element(capture, "f", [0, 0, 600, 300])
    resize_document(capture, 1, 600, 300)


CASES = (
    Case("in-window", "img id=x @10,20,50,30", (10, 20, 50, 30), (10, 20, 50, 30)),
    Case("document-scroll", "img id=x @10,520,50,30", (0, 20, 50, 30), (0, 20, 50, 30), scrolled(0, 10, 500)),
    Case("scrolled-past", "img id=x @10,20,50,30", (10, -480, 50, 30), None, scrolled(0, 0, 500)),
    Case("at-the-edge", "img id=x @-20,790,50,30", (-20, 790, 50, 30), (0, 790, 30, 10)),
    Case(
        "fixed",
        "div {position: fixed} @0,500,9,9\n  img id=x @0,500,9,9",
        (0, 0, 9, 9),
        (0, 0, 9, 9),
        scrolled(0, 0, 500),
    ),
    Case("overflow", f"div {{{CLIPPER}}} @0,0,40,40\n  img id=x @10,20,50,30", (10, 20, 50, 30), (10, 20, 30, 20)),
    Case("clipped-away", f"div {{{CLIPPER}}} @0,0,40,40\n  img id=x @50,20,50,30", (50, 20, 50, 30), None),
    Case(
        "inside-border-and-scroll-bar",
        f"div id=s {{{CLIPPER}}} @0,0,100,100\n  img id=x @0,0,100,100",
        (0, 0, 100, 100),
        (2, 2, 81, 96),
        lambda capture: client_element(capture, "s", [2, 2, 81, 96]),
    ),
    Case("own-clip-path", "img id=x {clip-path: inset(10px)} @0,0,50,30", (0, 0, 50, 30), (10, 10, 30, 10)),
    Case(
        "clip-path-cuts-absolute-and-fixed",
        "div {clip-path: inset(0px 10px 0px 0px)} @0,0,50,50\n  img id=x {position: fixed} @0,0,50,30",
        (0, 0, 50, 30),
        (0, 0, 40, 30),
    ),
    Case("transparent", "img id=x {opacity: 0} @10,20,50,30", (10, 20, 50, 30), (10, 20, 50, 30)),
    Case("no-box", "div id=x {display: none}", None, None),
    Case("contents", "a id=x {display: contents}\n  img @10,20,50,30\n  img @70,20,10,40", None, (10, 20, 70, 40)),
    Case("empty-box", "a id=x @0,0,0,0\n  img @10,20,50,30", (0, 0, 0, 0), (10, 20, 50, 30)),
    Case("empty-box-hidden-child", "a id=x @0,0,0,0\n  img {visibility: hidden} @1,1,9,9", (0, 0, 0, 0), None),
    Case("skipped", "div {content-visibility: hidden} @0,0,99,99\n  img id=x @1,1,9,9", (1, 1, 9, 9), None),
    # ------------------------------------------------------------------ frames
    Case("frame", FRAME, (110, 70, 50, 30), (110, 70, 50, 30)),
    Case("frame-scroll", FRAME, (110, 60, 50, 30), (110, 60, 50, 30), scrolled(1, 0, 10)),
    Case("frame-scrolled-past", FRAME, (110, -30, 50, 30), None, scrolled(1, 0, 100)),
    Case("frame-clips", FRAME.replace("@10,20,50,30", "@280,20,50,30"), (380, 70, 50, 30), (380, 70, 20, 30)),
    Case("frame-border", FRAME, (115, 75, 50, 30), (115, 75, 50, 30), bordered_frame),
    Case(
        "frame-padding",
        FRAME.replace("id=f", "id=f {padding-left: 8px; padding-top: 4px}"),
        (118, 74, 50, 30),
        (118, 74, 50, 30),
    ),
    Case("frame-padding-inferred", FRAME, (135, 85, 50, 30), (135, 85, 50, 30), padded_frame),
    Case(
        "frame-scaled",
        FRAME.replace("id=f", "id=f {transform: matrix(0.5, 0, 0, 0.5, 0, 0)}"),
        (105, 60, 25, 15),
        (105, 60, 25, 15),
        scaled_frame,
    ),
    Case("frame-zoomed", FRAME, (105, 60, 25, 15), (105, 60, 25, 15), scaled_frame),
    Case(
        "frame-in-scaled-box",
        f"div {{transform: matrix(0.5, 0, 0, 0.5, 0, 0)}} @100,50,300,150\n  {FRAME}".replace("\n  img", "\n    img"),
        (105, 60, 25, 15),
        (105, 60, 25, 15),
        scaled_frame,
    ),
    Case(
        "frame-in-overflow",
        f"div {{{CLIPPER}}} @100,50,30,150\n  {FRAME}".replace("\n  img", "\n    img"),
        (110, 70, 50, 30),
        (110, 70, 20, 30),
    ),
    Case("frame-without-box", "iframe id=f {display: none}\n  img id=x @10,20,50,30", None, None),
    # ------------------------------------------------------------------ SVG
    Case(
        "svg-stroke",
        'svg viewBox="0 0 24 24" @0,0,48,48\n  path id=x d="M2 2h10v10z" @2,2,24,24',
        (4, 4, 20, 20),
        (2, 2, 24, 24),
    ),
    Case(
        "svg-group",
        'svg viewBox="0 0 24 24" @0,0,48,48\n  g id=x @2,2,24,24\n    path d="M2 2h10v10z" @2,2,24,24',
        (4, 4, 20, 20),
        (2, 2, 24, 24),
    ),
    Case(
        "svg-turned",
        'svg @0,0,48,48\n  path id=x {transform: matrix(0, 1, -1, 0, 0, 0)} d="M2 2h10v20z" @9,9,22,12',
        (10, 10, 20, 10),
        (9, 9, 22, 12),
    ),
    Case(
        "svg-no-stroke-about-it",
        'svg @0,0,48,48\n  path id=x d="M2 2h10v10z" @2,2,40,10',
        (2, 2, 40, 10),
        (2, 2, 40, 10),
    ),
    Case(
        "svg-use",
        'svg @0,0,90,90\n  defs\n    g id=t\n      path d="M2 2h10v10z" @2,2,10,10\n  use id=x href="#t" @0,0,14,14',
        (2, 2, 10, 10),
        (0, 0, 14, 14),
    ),
    Case("svg-use-of-nothing", 'svg @0,0,90,90\n  use id=x href="#t" @0,0,14,14', (0, 0, 14, 14), (0, 0, 14, 14)),
    Case(
        "svg-use-of-symbol",
        'svg @0,0,90,90\n  symbol id=t\n    path d="M2 2h10v10z" @2,2,10,10\n  use id=x href="#t" @0,0,14,14',
        (0, 0, 14, 14),
        (0, 0, 14, 14),
    ),
    Case("svg-css-geometry", "svg @0,0,48,48\n  circle id=x @2,2,9,9", (2, 2, 9, 9), (2, 2, 9, 9)),
    Case("svg-definition", "svg @0,0,48,48\n  defs\n    path id=x @2,2,9,9", (0, 0, 0, 0), None, scrolled(0, 0, 30)),
)


def page_of(case: Case, expansion: float = 0) -> Page:
    capture = capture_from(case.tree)
    case.change(capture)
    return perceive(load(capture), expansion)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rectangles(case: Case) -> None:
    page = page_of(case)
    i = node_at(page, "x").i
    assert box_of(page.geometry.rect(i)) == pytest.approx(case.rect) if case.rect else page.geometry.rect(i) is None
    assert box_of(page.geometry.visible_rect(i)) == (pytest.approx(case.seen) if case.seen else None)
    assert page.geometry.is_in_viewport(i) is (case.seen is not None)


def test_fraction() -> None:
    page = page_from(f"div {{{CLIPPER}}} @0,0,40,40\n  img id=x @10,20,60,40\nimg id=y @9,9,0,9\nimg id=z @0,-99,9,9")
    fractions = [page.geometry.visible_fraction(node_at(page, name).i) for name in "xyz"]
    assert fractions == [pytest.approx(30 * 20 / (60 * 40)), None, 0.0]


def test_padding_that_was_inferred_is_noted() -> None:
    page = page_of(next(case for case in CASES if case.id == "frame-padding-inferred"))
    assert page.geometry.rect(node_at(page, "x").i)
    assert [note.code for note in page.geometry.diagnostics] == ["frame-padding-inferred"]


def test_a_document_is_its_window() -> None:
    capture = capture_from("p @0,0,9,2000")
    scroll_document(capture, 0, 0, 700)
    page = perceive(load(capture))
    resize_document(capture, 0, 1280, 800)
    assert box_of(page.geometry.visible_rect(0)) == (0, 0, 1280, 800)


@pytest.mark.parametrize("levels", [1, 12, 100])
def test_nested_frames_add_up(levels: int) -> None:
    inner = Drawn("img", {"id": "x"}, box=(2, 3, 20, 20))
    for _ in range(levels):
        inner = Drawn("iframe", children=[inner], box=(2, 3, 1000, 700))
    page = page_from(inner)
    i = node_at(page, "x").i
    assert box_of(page.geometry.rect(i)) == (2 * (levels + 1), 3 * (levels + 1), 20, 20)
    assert page.node(i).is_in_viewport
    assert i in page.geometry.in_expanded()
    assert len(page.snapshot.documents) == levels + 1


def test_a_frame_without_a_document_is_a_box() -> None:
    page = page_from("iframe id=x @10,20,300,150")
    assert page.node(node_at(page, "x").i).rect == (10, 20, 300, 150)


def test_a_document_that_no_frame_shows_cannot_be_placed() -> None:
    capture = capture_from("iframe id=f @0,0,99,99\n  img id=x @1,1,9,9")
    for column in capture["snapshot"]["documents"][0]["nodes"]["contentDocumentIndex"].values():
        column.clear()
    page = perceive(load(capture))
    node = node_at(page, "x")
    assert (node.rect, node.is_in_viewport, page.geometry.meets_expanded(node.i)) == (None, None, None)


def test_without_layout_nothing_can_be_told() -> None:
    page = perceive(load(without_layout(capture_from('p id=x "text"'))))
    node = node_at(page, "x")
    assert (node.rect, node.is_in_viewport, page.geometry.visible_fraction(node.i)) == (None, None, None)
    assert page.geometry.meets_expanded(node.i) is None
    assert page.geometry.in_expanded() == list(range(len(page.snapshot)))


# ---------------------------------------------------------------------------------------------------- expansion

EXPANDED = (
    ("inside", "img id=x @10,20,50,30", 0, True),
    ("below", "img id=x @10,900,50,30", 0, False),
    ("below-within-reach", "img id=x @10,900,50,30", 101, True),
    ("below-out-of-reach", "img id=x @10,900,50,30", 100, False),
    ("left", "img id=x {position: absolute} @-80,20,50,30", 40, True),
    ("inner-clips-stay", f"div {{{CLIPPER}}} @0,0,40,40\n  img id=x @0,50,50,30", 500, False),
    ("inner-scrollers-stay", "div {overflow-x: auto; overflow-y: auto} @0,0,40,40\n  img id=x @0,50,5,5", 500, False),
    ("frames-stay", "iframe @0,0,300,150\n  img id=x @10,200,50,30", 500, False),
    ("frames-below", "iframe @0,900,300,150\n  img id=x @10,20,50,30", 121, True),
    ("whole-page", "img id=x @10,9000,50,30", -1, True),
    ("whole-page-not-off-page", "img id=x {position: absolute} @-80,20,50,30", -1, False),
    ("whole-page-clipped", f"div {{{CLIPPER}}} @0,0,40,40\n  img id=x @0,50,50,30", -1, False),
    ("whole-page-in-frame", "iframe @0,0,300,150\n  img id=x @10,2000,50,30", -1, True),
    ("stands-for-content", "a id=x @0,0,0,0\n  img @10,900,50,30", 101, True),
)


@pytest.mark.parametrize(
    ("tree", "expansion", "meets"), [row[1:] for row in EXPANDED], ids=[row[0] for row in EXPANDED]
)
def test_expanded_window(tree: str, expansion: float, meets: bool) -> None:
    page = page_from(tree, viewport_expansion=expansion)
    i = node_at(page, "x").i
    assert page.geometry.meets_expanded(i) is meets
    if meets:
        assert i in page.geometry.in_expanded()


def test_the_whole_page_lifts_scrollers() -> None:
    capture = capture_from("div id=s {overflow-x: auto; overflow-y: auto} @0,0,40,40\n  img id=x @0,150,5,5")
    scroll_element(capture, "s", [0, 0, 40, 200])
    page = perceive(load(capture), -1)
    assert page.geometry.meets_expanded(node_at(page, "x").i) is True


def test_in_expanded_leaves_the_rest_of_the_page_alone() -> None:
    page = page_from("section\n  img id=x @0,0,9,9\nsection\n  img id=y @0,5000,9,9")
    nodes = page.geometry.in_expanded()
    assert node_at(page, "x").i in nodes
    assert node_at(page, "y").i not in nodes
    assert page.visibility.bits == [-1] * len(page.snapshot)


# ---------------------------------------------------------------------------------------------------- text lines


def wrapped() -> Page:
    capture = capture_from('p id=x @0,700,100,200 "Two \U0001f600 words  and more"')
    lines_of_text(capture, "x", [(0, 6, (0, 700, 60, 20)), (7, 5, (0, 790, 50, 20)), (14, 8, (0, 880, 80, 20))])
    return perceive(load(capture))


def test_lines_count_utf_16_units() -> None:
    page = wrapped()
    assert [line.text for line in text_lines(page.snapshot, node_at(page, "#text").i)] == [
        "Two \U0001f600",
        "words",
        "and more",
    ]


def test_lines_of_the_window() -> None:
    page = wrapped()
    i = node_at(page, "#text").i
    lines = page.geometry.lines(i)
    assert [(line.text, box_of(line.edges)) for line in lines] == [
        ("Two \U0001f600", (0, 700, 60, 20)),
        ("words", (0, 790, 50, 20)),
    ]
    assert joined("Two \U0001f600 words  and more", lines) == "Two \U0001f600 words"


def test_no_lines_without_text() -> None:
    page = page_from("img id=x @0,0,9,9")
    assert page.geometry.lines(node_at(page, "x").i) == []
    assert text_lines(page.snapshot, 1) == []


# ---------------------------------------------------------------------------------------------------- properties

SIDES = st.integers(-300, 1500)
STYLES = st.sampled_from(
    (
        {},
        {"overflow-x": "hidden", "overflow-y": "hidden"},
        {"overflow-x": "auto", "overflow-y": "auto"},
        {"position": "absolute"},
        {"position": "fixed"},
        {"position": "relative", "overflow-x": "clip"},
        {"transform": "matrix(0.5, 0, 0, 2, 3, 4)"},
        {"clip-path": "inset(10px 20%)"},
        {"opacity": "0"},
    )
)


@st.composite
def placed_trees(draw: st.DrawFn) -> list[Drawn]:
    """Boxes anywhere, styles that clip and contain, frames."""

    def placed(children: st.SearchStrategy[list[Drawn]]) -> st.SearchStrategy[Drawn]:
        box = st.tuples(SIDES, SIDES, st.integers(0, 900), st.integers(0, 900))
        tag = st.sampled_from(("div", "span", "iframe", "a"))
        return st.builds(Drawn, tag, st.just({}), children, STYLES.map(dict), st.just({}), box)

    leaf = placed(st.just([]))
    node = st.recursive(leaf, lambda inner: placed(st.lists(inner, max_size=3)), max_leaves=10)
    return draw(st.lists(node, min_size=1, max_size=3))


@settings(max_examples=80, deadline=None)
@given(placed_trees(), st.sampled_from((0, 250, -1)))
def test_what_is_seen_lies_in_the_window_and_in_its_box(tree: list[Drawn], expansion: float) -> None:
    page = page_from(tree, viewport_expansion=expansion)
    geometry, around = page.geometry, set(page.geometry.in_expanded())
    for i in range(len(page.snapshot)):
        seen, rect, fraction = geometry.visible_rect(i), geometry.rect(i), geometry.visible_fraction(i)
        assert fraction is None or 0 <= fraction <= 1
        if seen is None:
            continue
        assert has_area(seen)
        assert intersection(seen, geometry.window) == seen
        assert i in around
        assert geometry.meets_expanded(i) or expansion == -1
        if rect is not None and has_area(rect):
            assert all(abs(a - b) < 1e-6 for a, b in zip(intersection(seen, rect), seen, strict=True))


@settings(max_examples=40, deadline=None)
@given(placed_trees())
def test_a_wider_window_meets_more(tree: list[Drawn]) -> None:
    met = [
        {i for i in range(len(page.snapshot)) if page.geometry.meets_expanded(i)}
        for page in (page_from(tree, viewport_expansion=by) for by in (0, 100, 1000))
    ]
    assert met[0] <= met[1] <= met[2]


@settings(max_examples=40, deadline=None)
@given(trees())
def test_in_expanded_is_ascending_and_closed(tree: list[Drawn]) -> None:
    page = page_from(tree)
    nodes = page.geometry.in_expanded()
    assert nodes == sorted(set(nodes))
    assert all(page.snapshot.parent[i] in set(nodes) | {-1} for i in nodes)


# ---------------------------------------------------------------------------------------------------- growth


def pages_of(rows: int) -> Callable[[], Callable[[], object]]:
    """Judging and placing every node of a page of so many rows, and of one of as many nested wrappers."""
    row = "div {display: contents}\n  div {position: relative; overflow-x: hidden} @0,0,90,20\n    b @0,0,9,9"
    deep = Drawn("img")
    for _ in range(rows):
        deep = Drawn("div", children=[deep], styles={"display": "contents"})
    snapshots = load(capture_from("\n".join([row] * rows))), load(capture_from(deep))

    def work() -> Callable[[], object]:
        pages = [perceive(snapshot) for snapshot in snapshots]
        return lambda: judge(pages)

    return work


def judge(pages: list[Page]) -> None:
    """Last nodes first, so that nothing is known of their ancestors."""
    for page in pages:
        for i in reversed(range(len(page.snapshot))):
            page.visibility.is_visible(i)
            page.geometry.is_in_viewport(i)


def test_time_grows_with_the_page() -> None:
    assert growth(pages_of(1000), pages_of(4000)) < RATIO

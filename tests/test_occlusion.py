"""The hit test (SPEC 4.3), one row a sentence; the grid against the plain search."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.geometry import Edges, contains
from perception.hit_boxes import Layer, Row
from perception.loading import load
from perception.perceive import Page, perceive
from perception.snapshot import Snapshot
from perception.testing import Drawn, capture_from, node_at
from tests.boxes import lines_of_text, paint_element
from tests.growth import RATIO, growth


class Case(NamedTuple):
    """`tree` drawn with a node `id=x`; whether it is occluded (None: nothing to test) and by which id; `orders` are
    paint orders of subtrees by id, others rise in tree order."""

    id: str
    tree: str
    occluded: bool | None
    by: str = ""
    orders: tuple[tuple[str, int], ...] = ()


LEFT_HALF = "@0,0,50,20"
COVER = "{position: absolute} @0,0,300,300"

CASES = (
    # ------------------------------------------------------------------ what covers
    Case("free", "button id=x @0,0,100,20", False),
    Case("covered", f"button id=x @0,0,100,20\ndiv id=c {COVER}", True, "c"),
    Case("below", f"div id=c {COVER}\nbutton id=x @0,0,100,20", False),
    Case("higher-order", f"button id=x @0,0,100,20\ndiv id=c {COVER}", False, orders=(("x", 99),)),
    Case("half-covered", f"button id=x @0,0,100,20\ndiv id=c {LEFT_HALF}", False),
    Case("covered-by-two", "button id=x @0,0,100,20\ndiv @0,0,50,20\ndiv id=c @50,0,50,20", True, "c"),
    Case("transparent-cover", "button id=x @0,0,90,20\ndiv id=c {opacity: 0} @0,0,300,300", True, "c"),
    Case("pointer-events-none", "button id=x @0,0,90,20\ndiv {pointer-events: none} @0,0,300,300", False),
    Case(
        "child-of-a-glass",
        "button id=x @0,0,90,20\ndiv {pointer-events: none} @0,0,90,90\n  i id=c {pointer-events: auto} @0,0,90,90",
        True,
        "c",
    ),
    Case("hidden-cover", "button id=x @0,0,90,20\ndiv {visibility: hidden} @0,0,300,300", False),
    Case("inert-cover", 'button id=x @0,0,90,20\ndiv inert="" @0,0,300,300', False),
    Case("pseudo-cover", "button id=x @0,0,90,20\na id=c href=/ @200,0,90,20\n  ::after @0,0,300,300", True, "c"),
    Case("own-pseudo", "a id=x href=/ @0,0,90,20\n  ::after @0,0,300,300", False),
    Case("frame-cover", "button id=x @0,0,90,20\niframe id=c @0,0,300,300", True, "c"),
    Case(
        "clipped-away-cover",
        "button id=x @0,0,90,20\ndiv {overflow-x: hidden; overflow-y: hidden} @0,100,90,90\n"
        "  i {position: absolute} @0,0,90,20",
        True,
    ),
    # ------------------------------------------------------------------ what does not
    Case("descendant", "a id=x href=/ @0,0,90,20\n  span @0,0,90,20", False),
    Case("ancestor", "div {cursor: auto} @0,0,90,20\n  button id=x @0,0,90,20", False),
    Case("ancestor-above", "div id=c @0,0,90,20\n  input id=x @0,0,90,20", True, "c", (("c", 9), ("x", 3))),
    Case("label-of-control", "input id=x type=checkbox @0,0,20,20\nlabel for=x @0,0,90,20", False),
    Case("label-round-control", "label @0,0,90,20\n  input id=x @0,0,20,20\n  span @0,0,20,20", False),
    Case("other-label", "input id=x type=checkbox @0,0,20,20\ninput id=y\nlabel id=c for=y @0,0,90,20", True, "c"),
    Case("control-over-label", "label id=x for=y @0,0,90,20\ninput id=y {opacity: 0} @0,0,90,20", False),
    # ------------------------------------------------------------------ what is tested
    Case("no-box", "button id=x {display: none} @0,0,90,20", None),
    Case("outside", "button id=x @0,900,90,20", None),
    Case("no-clicks-itself", "div id=c @0,0,90,90\n  button id=x {pointer-events: none} @0,0,90,20", True, "c"),
    Case("inert-itself", 'div id=c @0,0,90,90\n  button id=x inert="" @0,0,90,20', True, "c"),
    Case(
        "child-takes-clicks", "div id=x {pointer-events: none} @0,0,90,20\n  b {pointer-events: auto} @0,0,60,20", False
    ),
    Case("without-area", "a id=x href=/ {display: contents}\n  span @0,0,90,20", False),
    Case("without-area-covered", f"a id=x href=/ {{display: contents}}\n  b @0,0,9,9\ndiv id=c {COVER}", True, "c"),
    Case("partly-in-window", "button id=x @-80,0,100,20\ndiv @-80,0,80,20", False),
    # ------------------------------------------------------------------ painting order
    Case("equal-orders-by-tree", "b id=c @0,0,9,9\nbutton id=x @0,0,9,9", False, orders=(("c", 5), ("x", 5))),
    Case(
        "float-over-block",
        "div id=x {float: left} @0,0,90,20\ndiv id=c @0,0,300,90",
        False,
        orders=(("x", 5), ("c", 5)),
    ),
    Case(
        "line-over-float",
        "button id=x @0,0,90,20\ndiv id=c {float: left} @0,0,90,20",
        False,
        orders=(("x", 5), ("c", 5)),
    ),
    Case(
        "flex-items-are-atomic",
        "div {display: flex} id=f @0,0,90,20\n  div id=x @0,0,90,20\ndiv id=c @0,0,90,20",
        False,
        orders=(("f", 5), ("c", 5)),
    ),
    Case("group-of-shapes", "svg @0,0,90,90\n  circle id=x @0,0,20,20\n  g id=c @0,0,90,90", False),
    Case("shape-over-shape", "svg @0,0,90,90\n  circle id=x @0,0,20,20\n  rect id=c @0,0,90,90", True, "c"),
    Case(
        "shape-after-foreign-content",
        "svg id=s @0,0,90,90\n  foreignObject id=f @0,0,90,90\n    div id=c @0,0,90,90\n  rect id=x @0,0,20,20",
        False,
        orders=(("s", 5), ("x", 5), ("f", 7), ("c", 8)),
    ),
    Case(
        "shape-before-foreign-content",
        "svg id=s @0,0,90,90\n  rect id=x @0,0,20,20\n  foreignObject id=f @0,0,90,90\n    div id=c @0,0,90,90",
        True,
        "c",
        orders=(("s", 5), ("x", 5), ("f", 7), ("c", 8)),
    ),
    Case(
        "orders-in-foreign-content",
        "svg @0,0,90,90\n  foreignObject id=f @0,0,90,90\n    button id=x @0,0,90,20\n    div id=c @0,0,90,90",
        False,
        orders=(("f", 7), ("x", 9), ("c", 8)),
    ),
    Case(
        "hole-in-a-cover",
        "button id=x @100,100,50,20\nsvg {position: fixed; pointer-events: none} @0,0,1280,800\n"
        '  path d="M0 0H1280V800H0Z M90 90h80v40h-80z" {pointer-events: auto} @0,0,1280,800',
        False,
    ),
    Case(
        "beside-the-hole",
        "button id=x @300,100,50,20\nsvg {position: fixed; pointer-events: none} @0,0,1280,800\n"
        '  path id=c d="M0 0H1280V800H0Z M90 90h80v40h-80z" {pointer-events: auto} @0,0,1280,800',
        True,
        "c",
    ),
    # ------------------------------------------------------------------ frames
    Case("in-a-frame", "iframe @0,100,300,300\n  html @0,0,300,300\n    body\n      button id=x @0,0,90,20", False),
    Case(
        "over-a-frame",
        "iframe @0,0,300,300\n  html @0,0,300,300\n    body\n      button id=x @0,0,90,20\ndiv id=c @0,0,300,200",
        True,
        "c",
        (("c", 99),),
    ),
    Case(
        "in-a-frame-without-clicks",
        "iframe id=f {pointer-events: none} @0,0,300,300\n  html @0,0,300,300\n    body\n      button id=x @0,0,90,20",
        True,
    ),
)


def page_of(case: Case) -> Page:
    capture = capture_from(case.tree)
    for id, order in case.orders:
        paint_element(capture, id, order)
    return perceive(load(capture))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_hit(case: Case) -> None:
    page = page_of(case)
    hit = page.occlusion.hit(node_at(page, "x").i)
    assert hit.occluded is case.occluded
    if case.by:
        assert page.node(hit.by).attributes["id"] == case.by
    assert (hit.point is None) == (case.occluded is not False)


@pytest.mark.parametrize("case", [case for case in CASES if case.occluded is False], ids=lambda case: case.id)
def test_point_is_free(case: Case) -> None:
    page = page_of(case)
    x = node_at(page, "x").i
    hit = page.occlusion.hit(x)
    assert hit.point is not None
    top = page.occlusion.top_at(*hit.point)
    labels = page.labels.of_control(x)
    assert any(page.flat_tree.is_within(top, i) for i in (x, *labels)) or top == page.labels.control(x)


WRAPPED = 'p @0,0,200,40\n  a id=x href=/ @0,0,200,40\n    "over two lines"\ndiv id=c {cover}'


@pytest.mark.parametrize(
    ("cover", "occluded"),
    [("@300,0,9,9", False), ("@0,0,90,20", False), ("@0,0,200,40", True), ("@90,0,10,40", False)],
    ids=["free", "second-line-is-free", "both-covered", "between-the-lines"],
)
def test_wrapped_inline_is_its_lines(cover: str, occluded: bool) -> None:
    capture = capture_from(WRAPPED.replace("{cover}", cover))
    lines_of_text(capture, "x", [(0, 8, (100, 0, 90, 20)), (9, 5, (0, 20, 80, 20))])
    page = perceive(load(capture))
    assert page.occlusion.hit(node_at(page, "x").i).occluded is occluded


def test_wrapped_inline_covers_with_its_lines_only() -> None:
    capture = capture_from('button id=b @0,0,60,18\np @0,0,200,40\n  a id=x href=/ @0,0,200,40\n    "over two lines"')
    lines_of_text(capture, "x", [(0, 8, (100, 0, 90, 20)), (9, 5, (0, 20, 80, 20))])
    paint_element(capture, "b", 1)
    page = perceive(load(capture))
    hit = page.occlusion.hit(node_at(page, "b").i)
    assert page.node(hit.by).tag == "p", "the paragraph covers it, not the link"


def test_without_paint_order_nothing_can_be_told() -> None:
    capture = capture_from("button id=x @0,0,90,20\ndiv @0,0,300,300")
    capture["snapshot"]["documents"][0]["layout"]["paintOrders"] = []
    page = perceive(load(capture))
    assert page.occlusion.hit(node_at(page, "x").i).occluded is None


def framed(cover: str) -> dict[str, Any]:
    """A page with an out-of-process frame at 0, 0 that holds a button, and something in the page after it."""
    capture = capture_from(f"iframe id=f @0,0,300,300\ndiv id=c {cover}")
    inner = capture_from("button id=x @0,0,90,20", viewport=(300, 300))
    for node, names in enumerate(capture["snapshot"]["documents"][0]["nodes"]["attributes"]):
        if names and capture["snapshot"]["strings"][names[1]] == "f":
            owner = capture["snapshot"]["documents"][0]["nodes"]["backendNodeId"][node]
    inner["snapshot"]["documents"][0]["frameId"] = len(inner["snapshot"]["strings"])
    inner["snapshot"]["strings"].append("INNER")
    frame = {"frameId": "INNER", "parentFrameId": "FRAME0", "ownerBackendNodeId": owner}
    capture["frames"] = [frame | {key: inner[key] for key in ("computedStyles", "viewport", "snapshot")}]
    return capture


@pytest.mark.parametrize(("cover", "occluded"), [("@400,0,9,9", False), ("@0,0,200,200", True)])
def test_cover_over_an_out_of_process_frame(cover: str, occluded: bool) -> None:
    page = perceive(load(framed(cover)))
    hit = page.occlusion.hit(node_at(page, "x").i)
    assert hit.occluded is occluded
    assert not occluded or page.node(hit.by).attributes["id"] == "c"


# ---------------------------------------------------------------------------------------------------- the grid

SIZES = st.floats(0.25, 2000, width=32)
PLACES = st.floats(0, 1280, width=32)
BOXES = st.lists(st.tuples(PLACES, PLACES, SIZES, SIZES), max_size=30)


@given(BOXES, PLACES, PLACES)
def test_grid_finds_what_the_plain_search_finds(
    boxes: list[tuple[float, float, float, float]], x: float, y: float
) -> None:
    rows = [
        Row((k, 0, k), (k, 0, k), k, (left, top, left + w, top + h), ()) for k, (left, top, w, h) in enumerate(boxes)
    ]
    plain = [k for k, row in enumerate(rows) if contains(row.edges, x, y)]
    layer, found, below = Layer(rows), list[int](), len(rows)
    while (below := layer.topmost(x, y, below)) >= 0:
        found.append(below)
    assert found == plain[::-1]


SHAPES: dict[str, Callable[[int], Edges]] = {
    "full": lambda k: (0.0, 0.0, 1280.0, 800.0),
    "small": lambda k: (float(k * 7 % 240), float(k * 11 % 160), k * 7 % 240 + 20.0, k * 11 % 160 + 20.0),
    "lines": lambda k: (0.0, float(k * 11 % 160), 1280.0, k * 11 % 160 + 1.0),
    "specks": lambda k: (k * 0.37 % 20, k * 0.73 % 20, k * 0.37 % 20 + 0.5, k * 0.73 % 20 + 0.5),
}
"""Many boxes on one spot: k -> its edges."""


def searching(rows: list[Row]) -> Callable[[], object]:
    def search() -> None:
        layer = Layer(rows)
        for left, top, right, bottom in layer.edges:
            layer.topmost((left + right) / 2, (top + bottom) / 2, len(rows))

    return search


@pytest.mark.parametrize("shape", SHAPES)
def test_growth_of_the_grid(shape: str) -> None:
    rows = [Row((k, 0, k), (k, 0, k), k, SHAPES[shape](k), ()) for k in range(20_000)]
    for small, large in pairwise((1_250, 5_000, 20_000)):
        assert growth(partial(searching, rows[:small]), partial(searching, rows[:large])) < RATIO


def hitting(snapshot: Snapshot) -> Callable[[], object]:
    page = perceive(snapshot)
    nodes = page.window.in_expanded()
    return lambda: [page.occlusion.hit(i) for i in nodes]


def test_growth_of_covered_pages() -> None:
    button = Drawn("button", box=(0, 0, 1280, 800))
    small, large = (load(capture_from([button] * count)) for count in (400, 1_600))
    assert growth(partial(hitting, small), partial(hitting, large)) < RATIO

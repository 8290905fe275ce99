"""Rectangles, CSS shapes, SVG shapes: arithmetic without a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.clip_shapes import clip_shape, matrix, matrix_scale, px
from perception.geometry import EVERYWHERE, NOWHERE, Edges, Rect, contains, has_area, intersection, rect_of, union
from perception.svg_paths import shape_box

NUMBERS = st.floats(-1000, 1000)
SIZES = st.floats(0, 1000)


@st.composite
def edges(draw: st.DrawFn) -> Edges:
    left, top = draw(NUMBERS), draw(NUMBERS)
    return left, top, left + draw(SIZES), top + draw(SIZES)


def test_rect() -> None:
    rect = Rect(10, 20, 30, 40)
    assert (rect.area, rect.center, rect.edges) == (1200, (25, 40), (10, 20, 40, 60))
    assert rect_of(rect.edges) == rect


def test_the_right_and_bottom_edges_are_outside() -> None:
    assert contains((0, 0, 10, 10), 0, 0)
    assert not contains((0, 0, 10, 10), 10, 5)
    assert not contains((0, 0, 10, 10), 5, 10)


def test_nothing_and_everything() -> None:
    assert not has_area(NOWHERE)
    assert has_area(EVERYWHERE)
    assert not has_area(intersection((0, 0, 5, 5), (9, 9, 12, 12)))


@given(edges(), edges())
def test_intersection_is_in_both_and_union_round_both(a: Edges, b: Edges) -> None:
    shared, both = intersection(a, b), union(a, b)
    assert intersection(b, a) == shared
    for one in (a, b):
        assert intersection(shared, one) == shared
        assert union(both, one) == both
        assert intersection(both, one) == one


# ---------------------------------------------------------------------------------------------------- CSS shapes

BOX = (100.0, 100.0, 200.0, 140.0)
SHAPES = (
    ("clip", "rect(1px, 50px, 30px, 2px)", (102, 101, 150, 130)),
    ("clip-auto", "rect(auto, 50px, auto, auto)", (100, 100, 150, 140)),
    ("clip-old-syntax", "rect(1px 50px 30px 2px)", (102, 101, 150, 130)),
    ("clip-broken", "rect(1px)", None),
    ("inset-1", "inset(10px)", (110, 110, 190, 130)),
    ("inset-2", "inset(10px 20px)", (120, 110, 180, 130)),
    ("inset-3", "inset(10px 20px 5px)", (120, 110, 180, 135)),
    ("inset-4", "inset(10px 20px 5px 0px round 4px)", (100, 110, 180, 135)),
    ("inset-percent", "inset(25% 50%)", (150, 110, 150, 130)),
    ("circle", "circle(10px at 30px 20px)", (120, 110, 140, 130)),
    ("circle-centred", "circle(10px)", (140, 110, 160, 130)),
    ("ellipse", "ellipse(50% 10px at 50% 50%)", (100, 110, 200, 130)),
    ("polygon", "polygon(0px 0px, 50% 100%, 40px 8px)", (100, 100, 150, 140)),
    ("unknown", "path('M0 0')", None),
    ("reference", 'url("#a")', None),
)


@pytest.mark.parametrize(("text", "want"), [row[1:] for row in SHAPES], ids=[row[0] for row in SHAPES])
def test_what_a_css_shape_leaves(text: str, want: Edges | None) -> None:
    clip, clip_path = (text, "") if text.startswith("rect") else ("", text)
    assert clip_shape(clip, clip_path, BOX, (1.0, 1.0)) == want


def test_clip_and_clip_path_both_cut() -> None:
    assert clip_shape("rect(0px, 50px, 40px, 0px)", "inset(0px 0px 10px 20px)", BOX, (1.0, 1.0)) == (120, 100, 150, 130)


def test_lengths_of_a_shape_scale_with_its_box() -> None:
    assert clip_shape("", "inset(10px 0px 0px 0px)", BOX, (2.0, 2.0)) == (100, 120, 200, 140)


@given(st.text("0123456789.px%-() ,rectinsetcircleatauto", max_size=30))
def test_any_text_may_stand_for_a_shape(text: str) -> None:
    clip_shape(text, "", BOX, (1.0, 1.0))
    clip_shape("", text, BOX, (1.0, 1.0))
    matrix(text)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("none", (1, 1)),
        ("matrix(2, 0, 0, 3, 10, 10)", (2, 3)),
        ("matrix3d(0.5, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)", (0.5, 0.25)),
        ("matrix(1e-3, 0, 0, 1, 0, 0)", (1e-3, 1)),
    ],
)
def test_scale_of_a_transform(text: str, want: tuple[float, float]) -> None:
    assert matrix_scale(text) == pytest.approx(want)


def test_a_turned_box_has_no_scale() -> None:
    assert matrix_scale("matrix(0, 1, -1, 0, 0, 0)") is None
    assert matrix_scale("matrix(1, 0, 0.5, 1, 0, 0)") is None


def test_px() -> None:
    assert (px("12.5px"), px("0px"), px("auto"), px(None)) == (12.5, 0.0, None, None)


# ---------------------------------------------------------------------------------------------------- SVG shapes

SVG_SHAPES: tuple[tuple[str, dict[str, str], Edges | None], ...] = (
    ("rect", {"x": "1", "y": "2", "width": "30", "height": "40"}, (1, 2, 31, 42)),
    ("rect", {"width": "50%", "height": "10"}, None),
    ("rect", {}, None),
    ("circle", {"cx": "10", "cy": "10", "r": "5px"}, (5, 5, 15, 15)),
    ("ellipse", {"rx": "4", "ry": "2"}, (-4, -2, 4, 2)),
    ("line", {"x1": "9", "y1": "1", "x2": "2"}, (2, 0, 9, 1)),
    ("polygon", {"points": "1 2,3-4 5,6"}, (1, -4, 5, 6)),
    ("polyline", {"points": ""}, None),
    ("text", {"x": "1"}, None),
)
PATHS = (
    ("M1 2L3 4", (1, 2, 3, 4)),
    ("m1 2 3 4", (1, 2, 4, 6)),
    ("M0 0H10V5h-20v-6", (-10, -1, 10, 5)),
    ("M1 1h1z l-5 0", (-4, 1, 2, 1)),
    ("M0 0C0 10 10 10 10 0", (0, 0, 10, 7.5)),
    ("M0 0c0 10 10 10 10 0s10-10 10 0", (0, -7.5, 20, 7.5)),
    ("M0 0Q5 10 10 0T20 0", (0, -5, 20, 5)),
    ("M10 10a5 5 0 1 1 10 0", (10, 5, 20, 10)),
    ("M10 10a5 5 0 0010 0", (10, 10, 20, 15)),
    ("M0 0A1 1 0 0 0 10 0", (0, 0, 10, 5)),
    ("M0 0a5 5 0 0 1 0 0", (0, 0, 0, 0)),
    ("M0 0a0 5 0 0 1 3 3", (0, 0, 3, 3)),
    ("M.5.5-1e1 2", (-10, 0.5, 0.5, 2)),
    ("", None),
    ("nonsense", None),
)


@pytest.mark.parametrize(("tag", "attributes", "want"), SVG_SHAPES)
def test_svg_shapes(tag: str, attributes: dict[str, str], want: Edges | None) -> None:
    assert shape_box(tag, attributes) == want


@pytest.mark.parametrize(("d", "want"), PATHS)
def test_svg_paths(d: str, want: Edges | None) -> None:
    got = shape_box("path", {"d": d})
    assert (got is None) if want is None else got == pytest.approx(want)


@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-e, ", max_size=60))
def test_any_text_may_stand_for_a_path(d: str) -> None:
    box = shape_box("path", {"d": d})
    assert box is None or (box[0] <= box[2] and box[1] <= box[3])

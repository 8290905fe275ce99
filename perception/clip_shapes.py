"""The rectangles that CSS shapes leave, read from computed styles (SPEC 4.2).

In: the computed text of `clip`, `clip-path` or `transform`. Out: edges, scale factors, numbers. Rounded and slanted
shapes are taken as the box round them; a shape that is not understood clips nothing.
"""

import re
from math import hypot, sqrt

from perception.geometry import Edges, intersection

_FLOAT = r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
_NUMBER = re.compile(_FLOAT)
_LENGTHS = re.compile(rf"({_FLOAT})(px|%)|\bauto\b")


def px(text: str | None) -> float | None:
    """A computed length in CSS px; None where it was not captured."""
    if not text:
        return None
    found = _NUMBER.match(text)
    return float(found.group()) if found is not None else None


def matrix(transform: str) -> tuple[float, float, float, float]:
    """The linear part (a, b, c, d) of a computed transform, flattened: x' = a x + c y, y' = b x + d y.

    Source: css-transforms-1 #serialization-of-the-computed-value."""
    kind, _, rest = transform.partition("(")
    cells = [float(n) for n in _NUMBER.findall(rest)]
    if kind == "matrix" and len(cells) == 6:
        return cells[0], cells[1], cells[2], cells[3]
    if kind == "matrix3d" and len(cells) == 16:
        return cells[0], cells[1], cells[4], cells[5]
    return 1.0, 0.0, 0.0, 1.0


def matrix_scale(transform: str) -> tuple[float, float] | None:
    """How much a computed transform stretches across and down; None where it turns or slants."""
    a, b, c, d = matrix(transform)
    return (abs(a), abs(d)) if not b and not c else None


def clip_shape(clip: str, clip_path: str, box: Edges, scale: tuple[float, float]) -> Edges | None:
    """What `clip: rect()` and a basic shape of `clip-path` leave of a border box, as the box round it; None unknown."""
    name, _, arguments = clip_path.partition("(")
    shape = _SHAPES.get(name)
    left = shape(arguments, box, scale) if shape is not None else None
    rect = _rect_shape(clip, box, scale) if clip else None
    return intersection(left, rect) if left is not None and rect is not None else left or rect


def _rect_shape(text: str, box: Edges, scale: tuple[float, float]) -> Edges | None:
    """Source: css-masking-1 #clip-property: offsets from the top left corner, `auto` is the border edge."""
    left, top, right, bottom = box
    sides = [float(m[1]) if m[1] else None for m in _LENGTHS.finditer(text)]
    if len(sides) != 4:
        return None
    from_top, from_left, to_bottom, to_right = sides[0], sides[3], sides[2], sides[1]
    return (
        left if from_left is None else left + from_left * scale[0],
        top if from_top is None else top + from_top * scale[1],
        right if to_right is None else left + to_right * scale[0],
        bottom if to_bottom is None else top + to_bottom * scale[1],
    )


def _inset_shape(text: str, box: Edges, scale: tuple[float, float]) -> Edges | None:
    """Source: css-shapes-1 #funcdef-basic-shape-inset: one to four sides as in `margin`."""
    left, top, right, bottom = box
    sides = _lengths(text.partition("round")[0])
    if not 1 <= len(sides) <= 4:
        return None
    above, across, below, before = (sides[k] for k in _SIDE[len(sides)])
    width, height = right - left, bottom - top
    return (
        left + _used(before, width, scale[0]),
        top + _used(above, height, scale[1]),
        right - _used(across, width, scale[0]),
        bottom - _used(below, height, scale[1]),
    )


def _round_shape(text: str, box: Edges, scale: tuple[float, float]) -> Edges | None:
    """Source: css-shapes-1 #funcdef-basic-shape-circle, #funcdef-basic-shape-ellipse: radii, then `at` a centre."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    before, _, after = text.partition("at")
    radii, centre = _lengths(before), _lengths(after) or [_HALF, _HALF]
    if not 1 <= len(radii) <= 2 or len(centre) != 2:
        return None
    across, down = (width, height) if len(radii) == 2 else (hypot(width, height) / sqrt(2),) * 2
    radius_x, radius_y = _used(radii[0], across, scale[0]), _used(radii[-1], down, scale[1])
    x, y = left + _used(centre[0], width, scale[0]), top + _used(centre[1], height, scale[1])
    return x - radius_x, y - radius_y, x + radius_x, y + radius_y


def _polygon_shape(text: str, box: Edges, scale: tuple[float, float]) -> Edges | None:
    """Source: css-shapes-1 #funcdef-basic-shape-polygon: pairs of coordinates."""
    left, top, right, bottom = box
    places = _lengths(text)
    if not places or len(places) % 2:
        return None
    xs = [left + _used(x, right - left, scale[0]) for x in places[::2]]
    ys = [top + _used(y, bottom - top, scale[1]) for y in places[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def _lengths(text: str) -> list[tuple[float, bool]]:
    """Numbers in order, and whether each is a percentage."""
    return [(float(m[1]), m[2] == "%") for m in _LENGTHS.finditer(text) if m[1]]


def _used(length: tuple[float, bool], whole: float, factor: float) -> float:
    return length[0] * whole / 100 if length[1] else length[0] * factor


_HALF = (50.0, True)
_SHAPES = {
    "circle": _round_shape,
    "ellipse": _round_shape,
    "inset": _inset_shape,
    "polygon": _polygon_shape,
}


_SIDE = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}
"""Number of values given -> which is the top, right, bottom and left side. Source: css-box-4 #margin-shorthand."""

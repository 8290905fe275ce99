"""How large an SVG shape is in its own units, read from its attributes (SPEC 4.2).

In: a tag and attributes. Out: the box of the geometry without its stroke, user units; None where the attributes do not
tell (percentages, CSS geometry, broken data). Source: svg2 #BoundingBoxes, svg2 #PathData.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt

from perception.geometry import Edges

Point = tuple[float, float]

_FLOAT = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(_FLOAT)
_LENGTH = re.compile(rf"\s*({_FLOAT})(?:px)?\s*$")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_ARC = re.compile(
    rf"({_FLOAT})[\s,]*({_FLOAT})[\s,]*({_FLOAT})[\s,]*([01])[\s,]*([01])[\s,]*({_FLOAT})[\s,]*({_FLOAT})[\s,]*"
)


def shape_box(tag: str, attributes: Mapping[str, str]) -> Edges | None:
    """The box of a basic shape or path; None where its attributes do not give it."""
    read = _SHAPES.get(tag)
    return read(attributes) if read is not None else None


def numbers(text: str) -> list[float]:
    """All numbers of a list such as `points` or `viewBox`."""
    return [float(n) for n in _NUMBER.findall(text)]


def _lengths(attributes: Mapping[str, str], places: tuple[str, ...], sizes: tuple[str, ...] = ()) -> list[float] | None:
    """Plain lengths, 0 for a place that is not given; None where one has another unit, or a size is left to CSS."""
    texts = [attributes.get(name, "0") for name in places] + [attributes.get(name, "") for name in sizes]
    found = [_LENGTH.match(text) for text in texts]
    return [float(match[1]) for match in found if match is not None] if all(found) else None


def _rect(attributes: Mapping[str, str]) -> Edges | None:
    cells = _lengths(attributes, ("x", "y"), ("width", "height"))
    return (cells[0], cells[1], cells[0] + cells[2], cells[1] + cells[3]) if cells else None


def _circle(attributes: Mapping[str, str]) -> Edges | None:
    cells = _lengths(attributes, ("cx", "cy"), ("r",))
    return _round(cells[0], cells[1], cells[2], cells[2]) if cells else None


def _ellipse(attributes: Mapping[str, str]) -> Edges | None:
    cells = _lengths(attributes, ("cx", "cy"), ("rx", "ry"))
    return _round(cells[0], cells[1], cells[2], cells[3]) if cells else None


def _round(x: float, y: float, radius_x: float, radius_y: float) -> Edges:
    return x - radius_x, y - radius_y, x + radius_x, y + radius_y


def _line(attributes: Mapping[str, str]) -> Edges | None:
    cells = _lengths(attributes, ("x1", "y1", "x2", "y2"))
    return _around([(cells[0], cells[1]), (cells[2], cells[3])]) if cells else None


def _points(attributes: Mapping[str, str]) -> Edges | None:
    cells = numbers(attributes.get("points", ""))
    return _around(list(zip(cells[::2], cells[1::2], strict=False)))


def _path(attributes: Mapping[str, str]) -> Edges | None:
    return _around([point for points in _segments(attributes.get("d", "")) for point in points])


_SHAPES: Mapping[str, Callable[[Mapping[str, str]], Edges | None]] = {
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "path": _path,
    "polygon": _points,
    "polyline": _points,
    "rect": _rect,
}


def _around(points: list[Point]) -> Edges | None:
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


# ------------------------------------------------------------------------------------------------ path data


def _segments(d: str) -> Iterator[list[Point]]:
    """For each segment of path data its end and its outermost points, absolute."""
    here = start = control = (0.0, 0.0)
    curve_before = ""
    for letter, arguments in _COMMAND.findall(d):
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z":
            here = start
            continue
        if kind == "A":
            for match in _ARC.finditer(arguments):
                end = _moved(here, (float(match[6]), float(match[7])), relative)
                yield _arc(here, end, [float(match[k]) for k in range(1, 6)])
                here = end
            curve_before = ""
            continue
        cells, size = numbers(arguments), _ARGUMENTS[kind]
        for k in range(0, len(cells) - size + 1, size):
            points = _end_points(kind, cells[k : k + size], here, relative)
            if kind in _SMOOTH:
                joins = curve_before in (kind, _SMOOTH[kind])
                mirrored = (2 * here[0] - control[0], 2 * here[1] - control[1]) if joins else here
                points = [mirrored, *points]
            yield _curve(here, points)
            if kind == "M" and k == 0:
                start = points[-1]
            here, curve_before = points[-1], kind
            control = points[-2] if len(points) > 1 else here


_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}
_SMOOTH = {"S": "C", "T": "Q"}


def _moved(here: Point, point: Point, relative: bool) -> Point:
    return (here[0] + point[0], here[1] + point[1]) if relative else point


def _end_points(kind: str, cells: list[float], here: Point, relative: bool) -> list[Point]:
    """The control and end points that one set of arguments names, absolute."""
    x, y = here
    if kind == "H":
        return [(cells[0] + x if relative else cells[0], y)]
    if kind == "V":
        return [(x, cells[0] + y if relative else cells[0])]
    return [_moved(here, (cells[k], cells[k + 1]), relative) for k in range(0, len(cells), 2)]


def _curve(here: Point, points: list[Point]) -> list[Point]:
    """The end of a line or Bezier curve and the points where it turns."""
    end = points[-1]
    if len(points) == 1:
        return [end]
    if len(points) == 2:  # a quadratic curve as a cubic one
        q = points[0]
        points = [
            (here[0] + (q[0] - here[0]) * 2 / 3, here[1] + (q[1] - here[1]) * 2 / 3),
            (end[0] + (q[0] - end[0]) * 2 / 3, end[1] + (q[1] - end[1]) * 2 / 3),
            end,
        ]
    out = [end]
    for axis in (0, 1):
        a, b, c, e = here[axis], points[0][axis], points[1][axis], end[axis]
        low, high = min(a, e), max(a, e)
        if low <= b <= high and low <= c <= high:
            continue
        for t in _turns(a, b, c, e):
            u = 1 - t
            value = u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * e
            out.append((value, end[1]) if axis == 0 else (end[0], value))
    return out


def _turns(a: float, b: float, c: float, e: float) -> list[float]:
    """Where a cubic's derivative is 0, within 0..1."""
    square, linear, constant = -a + 3 * b - 3 * c + e, 2 * (a - 2 * b + c), b - a
    if abs(square) < 1e-9:
        roots = [-constant / linear] if linear else []
    else:
        inside = linear * linear - 4 * square * constant
        roots = [(-linear + sign * sqrt(inside)) / (2 * square) for sign in (1, -1)] if inside >= 0 else []
    return [t for t in roots if 0 < t < 1]


def _arc(here: Point, end: Point, cells: list[float]) -> list[Point]:
    """The end of an elliptical arc and the points where it turns. Source: svg2 #ArcImplementationNotes."""
    radius_x, radius_y, turned = abs(cells[0]), abs(cells[1]), radians(cells[2])
    if not radius_x or not radius_y or here == end:
        return [end]
    c, s = cos(turned), sin(turned)
    dx, dy = (here[0] - end[0]) / 2, (here[1] - end[1]) / 2
    x, y = c * dx + s * dy, c * dy - s * dx
    stretch = hypot(x / radius_x, y / radius_y)
    if stretch > 1:
        radius_x, radius_y = radius_x * stretch, radius_y * stretch
    down = (radius_x * y) ** 2 + (radius_y * x) ** 2
    far = sqrt(max(0.0, (radius_x * radius_y) ** 2 / down - 1)) * (1 if cells[3] != cells[4] else -1)
    centre = far * radius_x * y / radius_y, -far * radius_y * x / radius_x
    begin = atan2((y - centre[1]) / radius_y, (x - centre[0]) / radius_x)
    stop = atan2((-y - centre[1]) / radius_y, (-x - centre[0]) / radius_x)
    if not cells[4]:
        begin, stop = stop, begin
    if stop < begin:
        stop += 2 * pi
    middle_x = c * centre[0] - s * centre[1] + (here[0] + end[0]) / 2
    middle_y = s * centre[0] + c * centre[1] + (here[1] + end[1]) / 2
    out = [end]
    for turn in (atan2(-radius_y * s, radius_x * c), atan2(radius_y * c, radius_x * s)):
        for k in range(ceil((begin - turn) / pi), ceil((stop - turn) / pi)):
            across, up = radius_x * cos(turn + k * pi), radius_y * sin(turn + k * pi)
            out.append((middle_x + c * across - s * up, middle_y + s * across + c * up))
    return out

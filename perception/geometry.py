"""Rectangles in CSS px. Knows no DOM, no capture.

A rectangle is a `Rect` (x, y, width, height) at the public surface and a plain (left, top, right, bottom) tuple, called
edges, inside the passes: intersecting edges needs no additions. Whose coordinates they are (document, frame, viewport)
is said where they are used.
"""

from typing import NamedTuple, TypeAlias

Edges: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom)."""

EVERYWHERE: Edges = (float("-inf"), float("-inf"), float("inf"), float("inf"))
"""The clip of a box that nothing clips."""

NOWHERE: Edges = (0.0, 0.0, 0.0, 0.0)
"""The clip of a box of which nothing can be seen."""


class Rect(NamedTuple):
    """x, y, width, height in CSS px."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def edges(self) -> Edges:
        return self.x, self.y, self.x + self.width, self.y + self.height


def rect_of(edges: Edges) -> Rect:
    """The same rectangle with its size."""
    left, top, right, bottom = edges
    return Rect(left, top, right - left, bottom - top)


def intersection(a: Edges, b: Edges) -> Edges:
    """What two rectangles share; right < left or bottom < top where they are apart."""
    left, top, right, bottom = a
    x, y, end_x, end_y = b
    return (
        x if x > left else left,
        y if y > top else top,
        end_x if end_x < right else right,
        end_y if end_y < bottom else bottom,
    )


def is_inside(inner: Edges, outer: Edges) -> bool:
    """Whether a rectangle lies in another one; they may share edges."""
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def has_area(edges: Edges) -> bool:
    return edges[2] > edges[0] and edges[3] > edges[1]


def union(a: Edges, b: Edges) -> Edges:
    """The smallest rectangle round both."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def contains(edges: Edges, x: float, y: float) -> bool:
    """Whether the point lies in the rectangle; the right and bottom edges are outside, as in hit testing."""
    return edges[0] <= x < edges[2] and edges[1] <= y < edges[3]

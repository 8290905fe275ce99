"""SVG boxes without their strokes (SPEC 4.2).

In: a snapshot. Out: for an SVG element what the browser calls its bounding rectangle, in document CSS px. The wire's
bounds include half a stroke on every side, at joints several times as much, so that a hairline can seem 8 px wide. A
stroke is as wide on all sides: the shape's own size about the same centre undoes it.
"""

from functools import reduce

from perception.clip_shapes import matrix, px
from perception.flat_tree import FlatTree
from perception.geometry import Edges, has_area, union
from perception.snapshot import SVG, Snapshot
from perception.svg_paths import numbers, shape_box
from perception.tables.svg import CONTAINERS, NEVER_DRAWN, SHAPES, VIEWPORTS

Linear = tuple[float, float, float, float]
"""(a, b, c, d): x' = a x + c y, y' = b x + d y, translation left out."""

SLACK = 0.5
"""CSS px. HEURISTIC: an outline whose margins across and down differ by more than this and 5 % is not a stroke about
the shape (markers, uneven scaling): the bounds stay. Of 690 strokes in the public captures one is so."""


class SvgBoxes:
    """Boxes of SVG elements, each computed once."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree) -> None:
        self.snapshot, self.flat_tree = snapshot, flat_tree
        self._known: dict[int, Edges] = {}
        self._maps: dict[int, Linear | None] = {}

    def edges(self, i: int) -> Edges:
        """The box of an SVG element that has a layout box; of a group the union of what is drawn in it."""
        known = self._known
        if i not in known:
            if self.snapshot.tag[i] in CONTAINERS and not self._is_outermost(i):
                self._fill_group(i)
            else:
                known[i] = self._leaf(i)
        return known[i]

    def _fill_group(self, top: int) -> None:
        """Children before parents, so that every group inside is known too."""
        s, known = self.snapshot, self._known
        drawn: dict[int, Edges] = {}
        for i in range(s.subtree_end[top] - 1, top - 1, -1):
            if s.layout[i] < 0 or s.namespace[i] != SVG or s.tag[i] in NEVER_DRAWN:
                drawn.pop(i, None)
                continue
            if i not in known:
                inside = drawn.get(i) if s.tag[i] in CONTAINERS else None
                known[i] = inside if inside is not None else self._leaf(i)
            p = s.parent[i]
            if has_area(self._bounds(i)):
                drawn[p] = union(drawn[p], known[i]) if p in drawn else known[i]

    def _leaf(self, i: int) -> Edges:
        size = self._used_size(i) if self.snapshot.tag[i] == "use" else self._shape_size(i)
        bounds = self._bounds(i)
        return _without_margin(bounds, *size) if size is not None else bounds

    def _shape_size(self, i: int) -> tuple[float, float] | None:
        """Width and height of a shape as drawn, CSS px."""
        s = self.snapshot
        own = shape_box(s.tag[i], s.attrs(i)) if s.tag[i] in SHAPES else None
        linear = self._map(i) if own is not None else None
        if own is None or linear is None:
            return None
        a, b, c, d = map(abs, linear)
        across, down = own[2] - own[0], own[3] - own[1]
        return a * across + c * down, b * across + d * down

    def _used_size(self, i: int) -> tuple[float, float] | None:
        """Width and height of what a `use` shows: those of the shapes it refers to, in its own scale. A `symbol` brings
        a scale of its own that the capture does not tell."""
        s, attributes = self.snapshot, self.snapshot.attrs(i)
        reference = attributes.get("href", attributes.get("xlink:href", ""))
        target = self.flat_tree.resolve(i, reference.removeprefix("#"))
        if target < 0 or s.tag[target] in VIEWPORTS or target <= i < s.subtree_end[target]:
            return None
        here, there = self._map(i), self._map(target)
        shapes = [k for k in range(target, s.subtree_end[target]) if s.tag[k] in SHAPES and s.layout[k] >= 0]
        if here is None or there is None or not shapes or here[1] or there[1] or not there[0] or not there[3]:
            return None
        left, top, right, bottom = reduce(union, map(self.edges, shapes))
        return (right - left) * here[0] / there[0], (bottom - top) * here[3] / there[3]

    def _bounds(self, i: int) -> Edges:
        x, y, width, height = self.snapshot.bounds[self.snapshot.layout[i]]
        return x, y, x + width, y + height

    # ------------------------------------------------------------------------------------------------ units

    def _is_outermost(self, i: int) -> bool:
        return self.snapshot.tag[i] == "svg" and self.snapshot.namespace[self.snapshot.parent[i]] != SVG

    def _map(self, i: int) -> Linear | None:
        """From the user units of node `i` to CSS px of its document; None where it cannot be told."""
        s, maps = self.snapshot, self._maps
        path = []
        while i not in maps:
            path.append(i)
            if s.namespace[i] != SVG or self._is_outermost(i):
                break
            i = s.parent[i]
        for node in reversed(path):
            if s.namespace[node] != SVG or self._is_outermost(node):
                maps[node] = self._outermost(node) if s.namespace[node] == SVG else None
            else:
                maps[node] = self._inner(node, maps[s.parent[node]])
        return maps[path[0]] if path else maps[i]

    def _outermost(self, i: int) -> Linear | None:
        s = self.snapshot
        if s.layout[i] < 0:
            return None
        _, _, width, height = s.bounds[s.layout[i]]
        style, client = s.style(i), s.client_rects[s.layout[i]] or [0.0, 0.0, width, height]
        own = matrix(style.get("transform", "none"))
        if own == _UNCHANGED:
            width, height = width - 2 * client[0], height - 2 * client[1]
        else:
            width, height = client[2], client[3]
        width -= 2 * (px(style.get("padding-left")) or 0)
        height -= 2 * (px(style.get("padding-top")) or 0)
        return _product(own, self._view_box(i, width, height) if "viewBox" in s.attrs(i) else _UNCHANGED)

    def _inner(self, i: int, outer: Linear | None) -> Linear | None:
        s = self.snapshot
        own: Linear | None = matrix(s.style(i).get("transform", "none"))
        if s.tag[i] == "svg" and "viewBox" in s.attrs(i):
            size = shape_box("rect", s.attrs(i))
            own = self._view_box(i, size[2] - size[0], size[3] - size[1]) if size is not None else None
        return _product(outer, own)

    def _view_box(self, i: int, width: float, height: float) -> Linear | None:
        """Source: svg2 #ViewBoxAttribute, #PreserveAspectRatioAttribute."""
        attributes = self.snapshot.attrs(i)
        box = numbers(attributes["viewBox"])
        if len(box) != 4 or min(box[2], box[3], width, height) <= 0:
            return None
        across, down = width / box[2], height / box[3]
        fit = attributes.get("preserveAspectRatio", "")
        if not fit.startswith("none"):
            across = down = max(across, down) if "slice" in fit else min(across, down)
        return across, 0.0, 0.0, down


_UNCHANGED: Linear = (1.0, 0.0, 0.0, 1.0)


def _product(outer: Linear | None, inner: Linear | None) -> Linear | None:
    if outer is None or inner is None:
        return None
    a, b, c, d = outer
    e, f, g, h = inner
    return a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h


def _without_margin(bounds: Edges, width: float, height: float) -> Edges:
    """A box of this size about the same centre; the bounds themselves where the margin is no stroke."""
    left, top, right, bottom = bounds
    over_x, over_y = right - left - width, bottom - top - height
    if min(over_x, over_y) < -SLACK or abs(over_x - over_y) > SLACK + 0.05 * max(over_x, over_y):
        return bounds
    return left + over_x / 2, top + over_y / 2, right - over_x / 2, bottom - over_y / 2

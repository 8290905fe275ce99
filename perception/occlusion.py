"""Who is on top: the hit test over boxes (SPEC 4.3).

In: the boxes that lie in the real window, their clips, paint orders and computed styles. Out: for a node whether a
click can reach it, the node that covers it, and a free point to click, in viewport CSS px. Nothing outside the window
is looked at. Rounded corners, shapes inside SVG and border images are taken as their boxes.
"""

import sys
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.geometry import Edges, has_area, is_inside
from perception.hit_boxes import HitBoxes
from perception.labels import Labels
from perception.snapshot import TEXT, Snapshot
from perception.styles import Styles
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility

SHARES = (0.5, 0.12, 0.88)
"""Where in a part a click is tried, as shares of its width and height. Source: SPEC 4.3."""


class Hit(NamedTuple):
    """`occluded` is None where nothing could be tested; `by` the covering node (-1: none); `point` a free point to
    click, viewport CSS px, None without one."""

    occluded: bool | None
    by: int
    point: tuple[float, float] | None


UNTESTED = Hit(None, -1, None)


class Occlusion:
    """The hit test of one page; `geometry` is that of the real window (expansion 0)."""

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        labels: Labels,
        geometry: ViewportGeometry,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.labels, self.geometry = visibility, labels, geometry
        self._hits: dict[int, Hit] = {}

    def hit(self, i: int) -> Hit:
        """The verdict for one node, computed once."""
        known = self._hits.get(i)
        if known is None:
            known = self._hits[i] = self._test(i)
        return known

    def top_at(self, x: float, y: float) -> int:
        """The element that takes a click at a point of the window (viewport CSS px), -1 where none does."""
        processes = {document.process for document in self.snapshot.documents}
        tops = (self._top(process, x, y, -1) for process in sorted(processes, reverse=True))
        return next((top for top in tops if top >= 0 and self._reaches_frame(top, x, y)), -1)

    # ------------------------------------------------------------------------------------------------ one node

    def _test(self, i: int) -> Hit:
        parts = self._boxes.parts.get(i)
        if not parts or not self._has_paint_order:
            return UNTESTED
        process = self.snapshot.documents[self.snapshot.document[i]].process
        cover = None
        box: Edges | None = None  # takes the click wherever it is, so that no other point in it need be tried
        for x, y in self._points(i, parts):
            if box is not None and box[0] <= x < box[2] and box[1] <= y < box[3]:
                continue
            top = self._top(process, x, y, i)
            is_own = top >= 0 and self._stands_for(top, i)
            if is_own and self._reaches_frame(i, x, y):
                return Hit(False, -1, (x, y))
            if cover is None:
                cover = self._frame_cover(i, x, y) if is_own else top
            over = None if is_own else self._box_over(process, i, x, y)
            if over is not None:
                if all(is_inside(part, over) for part in parts):
                    break
                box = over
        return Hit(True, -1 if cover is None else cover, None)

    def _points(self, i: int, parts: list[Edges]) -> Iterator[tuple[float, float]]:
        """The centre of the visible box, the centres of the parts, then nine points in each, the largest first."""
        rect = self.geometry.visible_rect(i)
        if rect is not None and has_area(rect) and i not in self._boxes.broken:
            yield (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
        if len(parts) > 1 or i in self._boxes.broken:
            for left, top, right, bottom in parts:
                yield (left + right) / 2, (top + bottom) / 2
        for left, top, right, bottom in sorted(parts, key=lambda p: (p[0] - p[2]) * (p[3] - p[1])):
            for down, across in product(SHARES, SHARES):
                yield left + (right - left) * across, top + (bottom - top) * down

    def _box_over(self, process: int, i: int, x: float, y: float) -> Edges | None:
        """The topmost box at a point, if it lies above all that stands for `i`: then it, or one above it, takes the
        click wherever it is."""
        layer = self._boxes.layers.get(process)
        row = layer.topmost(x, y, len(layer.node)) if layer is not None else -1
        if layer is None or row < 0 or row in layer.holes or self.flat_tree.is_within(i, layer.node[row]):
            return None
        own = (i, self.labels.control(i), *self.labels.of_control(i))
        return layer.edges[row] if all(self._highest_rows.get(k, -1) < row for k in own) else None

    @cached_property
    def _highest_rows(self) -> dict[int, int]:
        """Node -> the number, in its process's layer, of the highest box in its subtree."""
        s, out = self.snapshot, dict[int, int]()
        for layer in self._boxes.layers.values():
            out.update((node, row) for row, node in enumerate(layer.node))
        process = [document.process for document in s.documents]
        for i in reversed(self.geometry.in_expanded()):
            p = s.parent[i]
            if p >= 0 and i in out and process[s.document[p]] == process[s.document[i]]:
                out[p] = max(out[i], out.get(p, -1))
        return out

    def _stands_for(self, top: int, i: int) -> bool:
        """Whether a click on `top` is one on `i`: it is inside `i`, inside a label of it, or the label's control."""
        if self.flat_tree.is_within(top, i) or top == self.labels.control(i):
            return True
        return any(self.flat_tree.is_within(top, label) for label in self.labels.of_control(i))

    # ------------------------------------------------------------------------------------------------ points

    def _top(self, process: int, x: float, y: float, i: int) -> int:
        """The topmost element at a point among the documents of one process.

        An ancestor of `i` is named only where no other box is there, for it blocks nothing (SPEC 4.3). SPEC DIFFERENCE:
        one that is painted above `i` does, as browsers have it (a field at `z-index: -1` below its wrapper's box).
        """
        layer = self._boxes.layers.get(process)
        if layer is None:
            return -1
        s = self.snapshot
        order = s.paint_order[s.layout[i]] if i >= 0 and s.layout[i] >= 0 else sys.maxsize
        ancestor, below = -1, len(layer.node)
        while (below := layer.topmost(x, y, below)) >= 0:
            node = layer.node[below]
            if node == i or s.paint_order[s.layout[node]] > order or not self.flat_tree.is_within(i, node):
                return self._element(node)
            if ancestor < 0:
                ancestor = node
        return ancestor

    def _element(self, node: int) -> int:
        """The element that a box's click goes to: of a text or pseudo-element its parent."""
        s = self.snapshot
        while s.node_type[node] == TEXT or node in s.pseudo_type:
            node = s.parent[node]
        return node

    def _reaches_frame(self, i: int, x: float, y: float) -> bool:
        return self._frame_cover(i, x, y) < 0

    def _frame_cover(self, i: int, x: float, y: float) -> int:
        """What lies over an out-of-process frame around `i` at a point, in the processes above; -1 for nothing.

        Within one process paint orders run on through frames, so there is nothing left to test.
        """
        s = self.snapshot
        document = s.documents[s.document[i]]
        while document.owner >= 0:
            owner = document.owner
            above = s.documents[s.document[owner]]
            if above.process != document.process:
                top = self._top(above.process, x, y, owner)
                if top >= 0 and not self.flat_tree.is_within(top, owner):
                    return top
            document = above
        return -1

    # ------------------------------------------------------------------------------------------------ boxes

    @cached_property
    def _has_paint_order(self) -> bool:
        return any(self.snapshot.paint_order)

    @cached_property
    def _boxes(self) -> HitBoxes:
        return HitBoxes(self.snapshot, self.flat_tree, self.styles, self.visibility, self.geometry)

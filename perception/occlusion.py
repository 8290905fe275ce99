"""Who is on top: the hit test over boxes (SPEC 4.3).

In: the boxes that lie in the real window, their clips, paint orders and computed styles. Out: for a node whether a
click can reach it, the node that covers it, and a free point to click, in viewport CSS px. Nothing outside the window
is looked at. Rounded corners, shapes inside SVG and border images are taken as their boxes.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.geometry import Edges, has_area, intersection
from perception.labels import Labels
from perception.snapshot import HTML, TEXT, Snapshot
from perception.styles import Styles
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility

PARTS = 4
"""How many line boxes (or painted descendants of a box without area) are probed. HEURISTIC: the live truth of the
public captures was recorded with four, and no control there is free at a later line only."""

SHARES = (0.5, 0.12, 0.88)
"""Where in the largest part a click is tried, as shares of its width and height. Source: SPEC 4.3."""


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
        for x, y in self._points(i, parts):
            top = self._top(process, x, y, i)
            is_own = top >= 0 and self._stands_for(top, i)
            if is_own and self._reaches_frame(i, x, y):
                return Hit(False, -1, (x, y))
            if cover is None:
                cover = self._frame_cover(i, x, y) if is_own else top
        return Hit(True, -1 if cover is None else cover, None)

    def _points(self, i: int, parts: list[Edges]) -> Iterator[tuple[float, float]]:
        """The centre of the visible box, the centres of the parts, then nine points in the largest part."""
        rect = self.geometry.visible_rect(i)
        if rect is not None and has_area(rect) and i not in self._boxes.wrapped:
            yield (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
        if len(parts) > 1 or i in self._boxes.wrapped:
            for left, top, right, bottom in parts:
                yield (left + right) / 2, (top + bottom) / 2
        left, top, right, bottom = max(parts, key=lambda p: (p[2] - p[0]) * (p[3] - p[1]))
        for down, across in product(SHARES, SHARES):
            yield left + (right - left) * across, top + (bottom - top) * down

    def _stands_for(self, top: int, i: int) -> bool:
        """Whether a click on `top` is one on `i`: it is `i`, inside it, or inside a label of it."""
        if self.flat_tree.is_within(top, i):
            return True
        return any(self.flat_tree.is_within(top, label) for label in self.labels.of_control(i))

    # ------------------------------------------------------------------------------------------------ points

    def _top(self, process: int, x: float, y: float, i: int) -> int:
        """The topmost element at a point among the documents of one process. Ancestors of `i` block nothing: they are
        named only where no other box is there. Source: SPEC 4.3."""
        boxes = self._boxes.layers.get(process)
        if boxes is None:
            return -1
        subtree_end, ancestor = self.snapshot.subtree_end, -1
        below = len(boxes.node)
        while (below := boxes.topmost(x, y, below)) >= 0:
            node = boxes.node[below]
            if not (i >= 0 and node != i and self._is_ancestor(node, i, subtree_end)):
                return self._element(node)
            if ancestor < 0:
                ancestor = node
        return ancestor

    def _is_ancestor(self, node: int, i: int, subtree_end: list[int]) -> bool:
        return node < i < subtree_end[node] or (
            self.snapshot.document[node] != self.snapshot.document[i] and self.flat_tree.is_within(i, node)
        )

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
    def _boxes(self) -> "_Boxes":
        return _Boxes(self.snapshot, self.flat_tree, self.styles, self.visibility, self.geometry)


class _Boxes:
    """The boxes of the window.

    `layers`: process -> its boxes that take clicks; `parts`: node -> up to `PARTS` visible rectangles that make it up
    (line boxes of inline elements, painted descendants of a box without area); `wrapped`: inline elements on several
    lines.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        geometry: ViewportGeometry,
    ) -> None:
        self.snapshot, self.flat_tree, self.visibility, self.geometry = snapshot, flat_tree, visibility, geometry
        self.style_row = styles.row_of
        self.takes_clicks = styles.judge(
            lambda row: row.get("pointer-events") != "none" and row.get("visibility", "visible") == "visible"
        )
        self.is_shown = styles.judge(lambda row: row.get("visibility", "visible") == "visible")
        self.is_inline = styles.judge(lambda row: row.get("display") == "inline")
        self.parts: dict[int, list[Edges]] = {}
        self.wrapped: set[int] = set()
        self._fill_parts()
        self.layers = self._layers()

    def _fill_parts(self) -> None:
        """Children before parents: an inline element, and a box without area, is made up of its children's parts.

        An inline element is wrapped where two of its line boxes share no height.
        """
        s, parent = self.snapshot, self.snapshot.parent
        spans: dict[int, tuple[float, float]] = {}  # inline node -> lowest top, highest bottom of its line boxes
        own: dict[int, list[Edges]] = {}
        for i in reversed(self.geometry.in_expanded()):
            rect = self._own_rect(i)
            inline = self._is_inline_box(i)
            below = own.pop(i, None)
            if s.node_type[i] == TEXT:
                mine = self._lines(i, rect) if rect is not None else []
                if mine:
                    spans[i] = max(line[1] for line in mine), min(line[3] for line in mine)
            elif below and (inline or rect is None):
                mine = below[: -PARTS - 1 : -1]
            else:
                mine = [rect] if rect is not None else []
            if not mine:
                continue
            self.parts[i] = mine
            span = spans.pop(i, None)
            if span is not None and span[0] >= span[1]:
                self.wrapped.add(i)
            p = parent[i]
            if p >= 0 and s.document[p] == s.document[i] and self.is_shown[self.style_row(i)]:
                own.setdefault(p, []).extend(reversed(mine))
                if span is not None and self._is_inline_box(p):
                    known = spans.get(p, span)
                    spans[p] = max(known[0], span[0]), min(known[1], span[1])

    def _own_rect(self, i: int) -> Edges | None:
        """What can be seen of the node's own box in the window."""
        box = self.snapshot.layout[i]
        if box < 0 or self.snapshot.bounds[box][2] <= 0 or self.snapshot.bounds[box][3] <= 0:
            return None
        return self.geometry.visible_rect(i)

    def _is_inline_box(self, i: int) -> bool:
        """An inline element that flows with its text; pictures, frames and drawings are replaced elements."""
        return self.is_inline[self.style_row(i)] and self.snapshot.namespace[i] == HTML

    def _lines(self, i: int, visible: Edges) -> list[Edges]:
        """The visible parts of a text's line boxes, viewport CSS px."""
        parts = (intersection(line.edges, visible) for line in self.geometry.lines(i))
        return [part for part in parts if has_area(part)]

    def _layers(self) -> dict[int, "_Layer"]:
        """The boxes that take clicks, lowest first: by paint order, equal ones by tree order. A process has its own
        orders, so it has a layer of its own."""
        s, rank = self.snapshot, self.flat_tree.rank
        dead = self._dead_documents()
        entries: dict[int, list[tuple[int, int, int, Edges]]] = {}
        for i, parts in self.parts.items():
            box, document = s.layout[i], s.document[i]
            if box < 0 or document in dead or not self.takes_clicks[self.style_row(i)] or self.visibility.is_inert(i):
                continue
            if s.node_type[i] == TEXT:
                shapes = parts
            else:
                rect = self._own_rect(i)
                shapes = [rect] if rect is not None and i not in self.wrapped else []
            layer = entries.setdefault(s.documents[document].process, [])
            layer += [(s.paint_order[box], rank[i], i, shape) for shape in shapes]
        return {process: _Layer(sorted(rows)) for process, rows in entries.items()}

    def _dead_documents(self) -> frozenset[int]:
        """Documents of frames that take no clicks."""
        s, dead = self.snapshot, set()
        for document in s.documents:
            owner = document.owner
            if owner >= 0 and (s.document[owner] in dead or not self.takes_clicks[self.style_row(owner)]):
                dead.add(document.index)
        return frozenset(dead)


class _Layer:
    """Boxes in painting order behind a grid of cells whose sizes fit them.

    A box lies in the cells of one grid, whose cells are the next powers of two of its width and height: in at most
    four of them, however large it is. A point looks at one cell of every grid that is in use, from the top down.
    """

    def __init__(self, rows: list[tuple[int, int, int, Edges]]) -> None:
        self.node = [node for _, _, node, _ in rows]
        self.edges = [edges for *_, edges in rows]
        self.cells: dict[tuple[int, int], dict[tuple[int, int], list[int]]] = {}
        for k, (left, top, right, bottom) in enumerate(self.edges):
            wide, high = int(right - left).bit_length(), int(bottom - top).bit_length()
            grid = self.cells.setdefault((wide, high), {})
            columns = range(int(left) >> wide, (int(right) >> wide) + 1)
            for cell in product(columns, range(int(top) >> high, (int(bottom) >> high) + 1)):
                grid.setdefault(cell, []).append(k)

    def topmost(self, x: float, y: float, below: int) -> int:
        """The highest box under number `below` that holds the point, -1 without one."""
        best, edges = -1, self.edges
        for (wide, high), grid in self.cells.items():
            cell = grid.get((int(x) >> wide, int(y) >> high))
            if not cell:
                continue
            for k in range(bisect_left(cell, below) - 1, -1, -1):
                box = cell[k]
                if box <= best:
                    break
                left, top, right, bottom = edges[box]
                if left <= x < right and top <= y < bottom:
                    best = box
                    break
        return best

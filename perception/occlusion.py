"""Who is on top: the hit test over boxes (SPEC 4.3).

In: the boxes that lie in the real window, their clips, paint orders and computed styles. Out: for a node whether a
click can reach it, the node that covers it, and a free point to click, in viewport CSS px. Nothing outside the window
is looked at. Rounded corners, shapes inside SVG and border images are taken as their boxes.
"""

import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.geometry import Edges, has_area, intersection
from perception.labels import Labels
from perception.snapshot import DOCUMENT, HTML, SVG, TEXT, Snapshot
from perception.styles import Styles
from perception.tables.painting import HIT_THOUGH_HIDDEN, OUT_OF_FLOW, SVG_CONTAINERS
from perception.text_boxes import text_lines
from perception.viewport import ViewportGeometry
from perception.visibility import BIT, Visibility

PARTS = 4
"""How many line boxes (or painted descendants of a box without area) are probed. HEURISTIC: the live truth of the
public captures was recorded with four, and no control there is free at a later line only."""

SHARES = (0.5, 0.12, 0.88)
"""Where in a part a click is tried, as shares of its width and height. Source: SPEC 4.3."""


NOT_HIT = sum(bit for reason, bit in BIT.items() if reason not in HIT_THOUGH_HIDDEN)
"""Bits of the hidden reasons that take a box out of hit testing."""


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
    def _boxes(self) -> "_Boxes":
        return _Boxes(self.snapshot, self.flat_tree, self.styles, self.visibility, self.geometry)


class _Boxes:
    """The boxes of the window.

    `layers`: process -> its boxes that take clicks; `parts`: node -> up to `PARTS` visible rectangles that make it up
    (line boxes of inline elements, painted descendants of a box without area); `broken`: inline elements that are no
    box themselves, on several lines or round blocks.
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
        self.box_styles = styles.judge(_box_style)
        self.parts: dict[int, list[Edges]] = {}
        self.broken: set[int] = set()
        self._fill_parts()
        self.layers = self._layers()

    # ------------------------------------------------------------------------------------------------ parts

    def _fill_parts(self) -> None:
        """Children before parents: an inline element, and a box without area, is made up of its children's parts."""
        s = self.snapshot
        below: dict[int, list[Edges]] = {}  # node -> parts of its children, the last one first
        spans: dict[int, tuple[float, float]] = {}  # inline element -> lowest top, highest middle below
        for i in reversed(self.geometry.in_expanded()):
            mine = self._own_parts(i, below.pop(i, None))
            if mine:
                self.parts[i] = mine
            span = spans.pop(i, None) or self._span(i)
            if span is not None and span[0] >= span[1]:
                self.broken.add(i)
            p = s.parent[i]
            if p < 0 or s.document[p] != s.document[i]:
                continue
            is_inline, style = self._is_inline_box(p), self.box_styles[self.style_row(i)]
            if mine and style.is_shown and (is_inline or self._own_rect(p) is None):
                below.setdefault(p, []).extend(reversed(mine))
            if is_inline and span is not None:
                known = spans.get(p, span)
                spans[p] = max(known[0], span[0]), min(known[1], span[1])
            if is_inline and (i in self.broken or style.is_block):
                self.broken.add(p)

    def _own_parts(self, i: int, below: list[Edges] | None) -> list[Edges]:
        rect = self._own_rect(i)
        if self.snapshot.node_type[i] == TEXT:
            return self._lines(i, rect) if rect is not None else []
        if below and (rect is None or self._is_inline_box(i)):
            return below[: -PARTS - 1 : -1]
        return [rect] if rect is not None else []

    def _span(self, i: int) -> tuple[float, float] | None:
        """Of what flows in lines, seen or not: of a text's lines the lowest top and the highest middle (line boxes may
        overlap a little), of an inline block, which may be taller than its line, top and bottom. Where an inline
        element wraps, the lowest top lies below the other."""
        s = self.snapshot
        if s.node_type[i] == TEXT:
            lines = [line.edges for line in text_lines(s, i)]
            return (max(e[1] for e in lines), min((e[1] + e[3]) / 2 for e in lines)) if lines else None
        style = self.box_styles[self.style_row(i)]
        if not style.is_atomic or style.is_float or s.layout[i] < 0:
            return None
        _, y, _, height = s.bounds[s.layout[i]]
        return (y, y + height) if height > 0 else None

    def _own_rect(self, i: int) -> Edges | None:
        """What can be seen of the node's own box in the window."""
        box = self.snapshot.layout[i]
        if box < 0 or self.snapshot.bounds[box][2] <= 0 or self.snapshot.bounds[box][3] <= 0:
            return None
        return self.geometry.visible_rect(i)

    def _is_inline_box(self, i: int) -> bool:
        """An inline element that flows with its text; pictures, frames and drawings are replaced elements."""
        return self.box_styles[self.style_row(i)].is_inline and self.snapshot.namespace[i] == HTML

    def _lines(self, i: int, visible: Edges) -> list[Edges]:
        """The visible parts of a text's line boxes, viewport CSS px."""
        parts = (intersection(line.edges, visible) for line in self.geometry.lines(i))
        return [part for part in parts if has_area(part)]

    # ------------------------------------------------------------------------------------------------ layers

    def _layers(self) -> dict[int, "_Layer"]:
        """The boxes that take clicks, lowest first. A process has its own paint orders, hence a layer of its own."""
        s, rank = self.snapshot, self.flat_tree.rank
        dead, phases = self._dead_documents(), self._phases()
        entries: dict[int, list[tuple[int, int, int, int, Edges]]] = {}
        for i, phase in phases.items():
            if s.document[i] in dead or not self._takes_clicks(i):
                continue
            layer = entries.setdefault(s.documents[s.document[i]].process, [])
            order = s.paint_order[s.layout[i]]
            layer += [(order, phase, rank[i], i, shape) for shape in self._shapes(i)]
        return {process: _Layer(sorted(rows)) for process, rows in entries.items()}

    def _takes_clicks(self, i: int) -> bool:
        """Whether a click on the box goes to it; of drawings the drawn shapes take it, not what groups them."""
        s = self.snapshot
        if not self.box_styles[self.style_row(i)].takes_clicks or self.visibility.own_bits(i) & NOT_HIT:
            return False
        if s.namespace[i] == SVG and s.namespace[s.parent[i]] == SVG and s.tag[i] in SVG_CONTAINERS:
            return False
        return s.node_type[i] != DOCUMENT and not self.visibility.is_inert(i)

    def _shapes(self, i: int) -> list[Edges]:
        if self.snapshot.node_type[i] == TEXT:
            return self.parts[i]
        rect = self._own_rect(i)
        return [rect] if rect is not None and i not in self.broken else []

    def _phases(self) -> dict[int, int]:
        """Of each box in the window: when it is painted among boxes of one paint order, the later the higher.

        Blocks, then floats, then what flows in lines; an atomic box (float, inline block, flex item) takes its content
        along. SPEC DIFFERENCE: SPEC 4.3 has tree order alone; a floating bar under a later block would count as covered
        by that block's empty box. Source: css2 #painting-order.
        """
        s, styles = self.snapshot, self.box_styles
        paint_order, layout, parent = s.paint_order, s.layout, s.parent
        phases: dict[int, int] = {}
        carried: dict[int, int] = {}  # node -> phase that its content of the same order has at least
        for i in self.geometry.in_expanded():
            box, p = layout[i], parent[i]
            if box < 0:
                carried[i] = carried.get(p, 0)
                continue
            style, above = styles[self.style_row(i)], layout[p] if p >= 0 else -1
            is_same = above < 0 or paint_order[above] == paint_order[box]
            around = carried.get(p, 0) if is_same else 0
            is_atomic = style.is_atomic or (above >= 0 and styles[s.style_row[above]].has_atomic_items)
            own = LINES if s.node_type[i] == TEXT or (is_atomic and not style.is_float) else style.phase
            carried[i] = max(around, own) if is_atomic else around
            if i in self.parts:
                phases[i] = max(around, own)
        return phases

    def _dead_documents(self) -> frozenset[int]:
        """Documents of frames that take no clicks."""
        s, dead = self.snapshot, set()
        for document in s.documents:
            owner = document.owner
            if owner >= 0 and (s.document[owner] in dead or not self.box_styles[self.style_row(owner)].takes_clicks):
                dead.add(document.index)
        return frozenset(dead)


class _BoxStyle(NamedTuple):
    """What a distinct style row says of its boxes."""

    takes_clicks: bool
    is_shown: bool
    is_inline: bool
    is_block: bool
    is_float: bool
    is_atomic: bool
    has_atomic_items: bool
    phase: int


BLOCKS, FLOATS, LINES = 0, 1, 2
"""Painting phases within one paint order. Source: css2 #painting-order."""


def _box_style(row: Mapping[str, str]) -> _BoxStyle:
    display, is_shown = row.get("display", ""), row.get("visibility", "visible") == "visible"
    is_float = row.get("float", "none") != "none"
    is_inline_level = display.startswith("inline")
    return _BoxStyle(
        takes_clicks=is_shown and row.get("pointer-events") != "none",
        is_shown=is_shown,
        is_inline=display == "inline" and not is_float,
        is_block=bool(display) and not is_inline_level and not is_float and row.get("position") not in OUT_OF_FLOW,
        is_float=is_float,
        is_atomic=is_float or (is_inline_level and display != "inline"),
        has_atomic_items=display.endswith(("flex", "grid")),
        phase=FLOATS if is_float else LINES if is_inline_level else BLOCKS,
    )


class _Layer:
    """Boxes in painting order behind a grid of cells whose sizes fit them.

    A box lies in the cells of one grid, whose cells are the next powers of two of its width and height: in at most
    four of them, however large it is. A point looks at one cell of every grid that is in use, from the top down.
    """

    def __init__(self, rows: list[tuple[int, int, int, int, Edges]]) -> None:
        self.node = [node for *_, node, _ in rows]
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

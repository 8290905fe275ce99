"""The boxes of the window as a click meets them (SPEC 4.3): their parts, what takes clicks, and in which order.

In: boxes, clips, paint orders and computed styles. Out: `HitBoxes`: the parts of a node, and for each process a `Layer`
that answers which box is on top at a point. Nothing outside the window is looked at. Rounded corners, shapes inside
drawings and border images are taken as their boxes.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.geometry import Edges, contains, has_area, intersection
from perception.snapshot import DOCUMENT, HTML, SVG, TEXT, Snapshot
from perception.styles import Styles
from perception.svg_paths import shape_box
from perception.tables.painting import FOREIGN_CONTENT, HIT_THOUGH_HIDDEN, OUT_OF_FLOW, SVG_CONTAINERS
from perception.text_boxes import text_lines
from perception.viewport import ViewportGeometry
from perception.visibility import BIT, Visibility

PARTS = 4
"""How many line boxes (or painted descendants of a box without area) are probed. HEURISTIC: the live truth of the
public captures was recorded with four, and no control there is free at a later line only."""

HOLED_SHARE = 0.5
"""Of the window: a smaller path is a picture, not a cover."""

SUBPATHS = re.compile(r"M[^M]+")

NOT_HIT = sum(bit for reason, bit in BIT.items() if reason not in HIT_THOUGH_HIDDEN)
"""Bits of the hidden reasons that take a box out of hit testing."""


class HitBoxes:
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

    def _layers(self) -> dict[int, "Layer"]:
        """The boxes that take clicks, lowest first. A process has its own paint orders, hence a layer of its own."""
        s, rank = self.snapshot, self.flat_tree.rank
        dead, phases = self._dead_documents(), self._phases()
        foreign = self._foreign()
        entries: dict[int, list[Row]] = {}
        for i, phase in phases.items():
            if s.document[i] in dead or not self._takes_clicks(i):
                continue
            layer = entries.setdefault(s.documents[s.document[i]].process, [])
            own = s.paint_order[s.layout[i]], phase, rank[i]
            outer = foreign.get(i, -1)
            place = (s.paint_order[s.layout[s.parent[outer]]], LINES, rank[outer]) if outer >= 0 else own
            layer += [Row(place, own, i, shape, self._holes(i)) for shape in self._shapes(i)]
        return {process: Layer(sorted(rows)) for process, rows in entries.items()}

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

    def _holes(self, i: int) -> tuple[Edges, ...]:
        """What a drawn cover leaves open: guided tours darken the page with one path round the thing they speak of.

        HEURISTIC: every subpath inside the first one is a hole, as `fill-rule: evenodd` has it, and its box stands for
        it; the paths of the public captures that fill half of the window are drawn that way.
        """
        s = self.snapshot
        rect = self.geometry.rect(i) if s.tag[i] == "path" and s.namespace[i] == SVG else None
        if rect is None or _area(rect) < HOLED_SHARE * _area(self.geometry.window):
            return ()
        whole, *inner = (shape_box("path", {"d": part}) for part in SUBPATHS.findall(s.attrs(i).get("d", "")))
        if whole is None or not has_area(whole):
            return ()
        across, down = (rect[2] - rect[0]) / (whole[2] - whole[0]), (rect[3] - rect[1]) / (whole[3] - whole[1])
        return tuple(
            (
                rect[0] + (box[0] - whole[0]) * across,
                rect[1] + (box[1] - whole[1]) * down,
                rect[0] + (box[2] - whole[0]) * across,
                rect[1] + (box[3] - whole[1]) * down,
            )
            for box in inner
            if box is not None
        )

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

    def _foreign(self) -> dict[int, int]:
        """Node of the window in a drawing's foreign content, that itself included -> the outermost such content.

        It has paint orders of its own and is painted in its place among the shapes all the same, which are painted in
        tree order: a chart's legend lies below the bars that follow it.
        """
        s, foreign = self.snapshot, dict[int, int]()
        for i in self.geometry.in_expanded():
            p = s.parent[i]
            if p in foreign:
                foreign[i] = foreign[p]
            elif s.tag[i] == FOREIGN_CONTENT and s.namespace[i] == SVG and s.layout[p] >= 0:
                foreign[i] = i
        return foreign

    def _dead_documents(self) -> frozenset[int]:
        """Documents of frames that take no clicks."""
        s, dead = self.snapshot, set()
        for document in s.documents:
            owner = document.owner
            if owner >= 0 and (s.document[owner] in dead or not self.box_styles[self.style_row(owner)].takes_clicks):
                dead.add(document.index)
        return frozenset(dead)


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


class BoxStyle(NamedTuple):
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


def _box_style(row: Mapping[str, str]) -> BoxStyle:
    display, is_shown = row.get("display", ""), row.get("visibility", "visible") == "visible"
    is_float = row.get("float", "none") != "none"
    is_inline_level = display.startswith("inline")
    return BoxStyle(
        takes_clicks=is_shown and row.get("pointer-events") != "none",
        is_shown=is_shown,
        is_inline=display == "inline" and not is_float,
        is_block=bool(display) and not is_inline_level and not is_float and row.get("position") not in OUT_OF_FLOW,
        is_float=is_float,
        is_atomic=is_float or (is_inline_level and display != "inline"),
        has_atomic_items=display.endswith(("flex", "grid")),
        phase=FLOATS if is_float else LINES if is_inline_level else BLOCKS,
    )


class Row(NamedTuple):
    """A box that takes clicks: its place in painting order, then what it is. `own` is its paint order, phase and rank
    in tree order; `place` the same, or that of the foreign content of a drawing that it is painted with."""

    place: tuple[int, int, int]
    own: tuple[int, int, int]
    node: int
    edges: Edges
    holes: tuple[Edges, ...]


class Layer:
    """Boxes in painting order behind a grid of cells whose sizes fit them.

    A box lies in the cells of one grid, whose cells are the next powers of two of its width and height: in at most
    four of them, however large it is. A point looks at one cell of every grid that is in use, from the top down.
    """

    def __init__(self, rows: list[Row]) -> None:
        self.node = [row.node for row in rows]
        self.edges = [row.edges for row in rows]
        self.holes = {k: row.holes for k, row in enumerate(rows) if row.holes}
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
                if left <= x < right and top <= y < bottom and not self._is_open(box, x, y):
                    best = box
                    break
        return best

    def _is_open(self, box: int, x: float, y: float) -> bool:
        return any(contains(hole, x, y) for hole in self.holes.get(box, ()))

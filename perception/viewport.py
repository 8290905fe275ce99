"""Where things are in the window (SPEC 4.2): viewport rectangles, clips, visible parts.

In: snapshot, styles, the clips of `clips.py`. Out: rectangles in top-level viewport CSS px, and which nodes a window is
about. Geometry alone: a box with opacity 0 or visibility hidden is in the window all the same. A node whose own box has
no area is where the things painted below it are.
"""

from bisect import bisect_left
from functools import cached_property, reduce

from perception.clips import Frame
from perception.errors import Diagnostic
from perception.flat_tree import FlatTree
from perception.geometry import Edges, has_area, intersection, union
from perception.snapshot import SVG, Snapshot
from perception.styles import Styles
from perception.svg_boxes import SvgBoxes
from perception.text_boxes import TextLine, text_lines
from perception.visibility import BIT, Visibility

WHOLE_PAGE = -1
_NOWHERE = BIT["closed-details"] | BIT["content-visibility"] | BIT["not-drawn"]
"""Such content can have boxes, because a script measured it or something refers to it, but is shown nowhere itself."""


class Boxes:
    """Boxes as painted, unclipped, in top viewport CSS px."""

    def __init__(self, snapshot: Snapshot, visibility: Visibility) -> None:
        self.snapshot, self.visibility, self.clips = snapshot, visibility, visibility.clips

    def frame_of(self, i: int) -> Frame | None:
        """The map of the node's document onto the window; None where no frame shows it."""
        return self.clips.frames[self.snapshot.document[i]]

    def painted_rect(self, i: int) -> Edges | None:
        """The bounds in viewport coordinates; of SVG with its strokes."""
        box, frame = self.snapshot.layout[i], self.frame_of(i)
        if box < 0 or frame is None:
            return None
        x, y, width, height = self.snapshot.bounds[box]
        if self.clips.is_root[i]:
            document = self.snapshot.documents[self.snapshot.document[i]]
            x, y = x + document.scroll_x, y + document.scroll_y
        a, b = frame.scale_x, frame.scale_y
        left, top = frame.x + a * x, frame.y + b * y
        return left, top, left + a * width, top + b * height


class ViewportGeometry(Boxes):
    """Rectangles of one snapshot in top viewport CSS px; `expansion` px widen the window, -1 is the whole page.

    `real` is the geometry of the real window, whose visible parts are the same for every expansion.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        expansion: float,
        real: "ViewportGeometry | None" = None,
    ) -> None:
        super().__init__(snapshot, visibility)
        self.flat_tree, self.styles, self.expansion = flat_tree, styles, expansion
        self._seen: Parts = real._seen if real is not None else Parts(snapshot, visibility, self.window)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What had to be inferred to place the documents."""
        return tuple(self.clips.diagnostics) if self.clips.frames else ()

    # ------------------------------------------------------------------------------------------------ windows

    @cached_property
    def window(self) -> Edges:
        """The real window in top viewport coordinates."""
        view = self.snapshot.viewport
        return 0.0, 0.0, view.width, view.height

    @cached_property
    def expanded_window(self) -> Edges:
        left, top, right, bottom = self.window
        by = max(self.expansion, 0)
        return left - by, top - by, right + by, bottom + by

    # ------------------------------------------------------------------------------------------------ rectangles

    def rect(self, i: int) -> Edges | None:
        """The border box as painted, unclipped; of text the union of its line boxes; None where the node has no box.

        Of SVG without strokes, as the browser's bounding rectangle; of what is never drawn (`defs`) an empty one."""
        s, frame = self.snapshot, self.frame_of(i)
        if s.layout[i] < 0 or frame is None:
            return None
        if s.namespace[i] != SVG:
            return self.painted_rect(i)
        if self._is_never_drawn(i):
            x, y = s.documents[s.document[i]].scroll_x, s.documents[s.document[i]].scroll_y
            return frame.to_top((x, y, x, y))
        return frame.to_top(self._svg_boxes.edges(i))

    def _is_never_drawn(self, i: int) -> bool:
        return self.snapshot.namespace[i] == SVG and bool(self.visibility.own_bits(i) & BIT["not-drawn"])

    @cached_property
    def _svg_boxes(self) -> SvgBoxes:
        return SvgBoxes(self.snapshot, self.flat_tree)

    def visible_rect(self, i: int) -> Edges | None:
        """The part of `rect` that all clips and the real window leave; None without any. Of a node whose own box has no
        area what is seen of the things in it."""
        return self._seen.part(i)

    def is_in_viewport(self, i: int) -> bool | None:
        """Whether area of it lies in the real window now; None where it cannot be told."""
        if not self.snapshot.box_node or self._is_unplaced(i):
            return None
        return self.visible_rect(i) is not None

    def _is_unplaced(self, i: int) -> bool:
        document = self.snapshot.documents[self.snapshot.document[i]]
        return document.owner < 0 and document.index > 0

    def visible_fraction(self, i: int) -> float | None:
        """Area of `visible_rect` over that of `rect`; None where there is no area."""
        rect = self.painted_rect(i)
        if rect is None or not has_area(rect):
            return None
        part = self.visible_rect(i)
        if part is None:
            return 0.0
        return min(1.0, _area(part) / _area(rect))

    # ------------------------------------------------------------------------------------------------ expanded window

    def meets_expanded(self, i: int) -> bool | None:
        """Whether it meets the window widened by `expansion` (-1: anywhere that a user can scroll to)."""
        if not self.snapshot.box_node or self._is_unplaced(i):
            return None
        if self.expansion == WHOLE_PAGE:
            return self.visibility.is_visible(i) or self._is_reachable(i)
        return (self._seen if self.expansion == 0 else self._within_reach).part(i) is not None

    @cached_property
    def _within_reach(self) -> "Parts":
        return Parts(self.snapshot, self.visibility, self.expanded_window)

    def _is_reachable(self, i: int) -> bool:
        """Whether area of its box is left by the clips that no user can scroll away."""
        box = self.snapshot.layout[i]
        if box < 0:
            return False
        x, y, width, height = self.snapshot.bounds[box]
        return has_area(intersection((x, y, x + width, y + height), self.clips.own(i).reach))

    def in_expanded(self) -> list[int]:
        """The nodes with a box in the expanded window, and all their ancestors, in wire order: the nodes that a text
        for this window is about. Found from the boxes alone, without judging the rest of the page. All nodes where
        nothing was laid out."""
        return self._in_expanded

    @cached_property
    def _in_expanded(self) -> list[int]:
        s = self.snapshot
        if not s.box_node:
            return list(range(len(s)))
        if self.expansion == WHOLE_PAGE:
            return self.flat_tree.closure(s.box_node)
        found: list[int] = []
        for document, frame in zip(s.documents, self.clips.frames, strict=True):
            if frame is None:
                continue
            clip = intersection(frame.from_top(self.expanded_window), frame.context.flow.now)
            if not has_area(clip):
                continue
            left, top, right, bottom = clip
            begin, end = bisect_left(s.box_node, document.begin), bisect_left(s.box_node, document.end)
            found += [
                i
                for i, (x, y, width, height) in zip(s.box_node[begin:end], s.bounds[begin:end], strict=True)
                if y < bottom and y + height > top and x < right and x + width > left
            ]
        return self.flat_tree.closure(found)

    def lines(self, i: int) -> list[TextLine]:
        """The line fragments of a text of which something lies in the expanded window; boxes in viewport CSS px."""
        frame = self.frame_of(i)
        if frame is None:
            return []
        if self.expansion == WHOLE_PAGE:
            clip = frame.to_top(self.clips.own(i).reach)
        else:
            clip = intersection(frame.to_top(self.clips.own(i).now), self.expanded_window)
        out = []
        for line in text_lines(self.snapshot, i):
            edges = frame.to_top(line.edges)
            if has_area(intersection(edges, clip)):
                out.append(line._replace(edges=edges))
        return out


class Parts(Boxes):
    """What a window shows of nodes, each computed once; viewport CSS px."""

    def __init__(self, snapshot: Snapshot, visibility: Visibility, window: Edges) -> None:
        super().__init__(snapshot, visibility)
        self.window = window
        self._own: dict[int, Edges | None] = {}
        self._content: dict[int, Edges | None] = {}

    def part(self, i: int) -> Edges | None:
        """The visible part of a node's box, or of its content where the box has no area."""
        box = self.snapshot.layout[i]
        if box >= 0:
            _, _, width, height = self.snapshot.bounds[box]
            if width > 0 and height > 0:
                return self._own_part(i)
        return self._content_part(i) if self.visibility.is_visible(i) else None

    def _own_part(self, i: int) -> Edges | None:
        if i not in self._own:
            self._own[i] = self._clipped(i)
        return self._own[i]

    def _clipped(self, i: int) -> Edges | None:
        frame, rect = self.frame_of(i), self.painted_rect(i)
        if rect is None or frame is None or self.visibility.own_bits(i) & _NOWHERE:
            return None
        part = intersection(intersection(rect, frame.to_top(self.clips.own(i).now)), self.window)
        return part if has_area(part) else None

    def _content_part(self, i: int) -> Edges | None:
        """The union of what is seen of the topmost painted nodes below one that paints nothing itself."""
        known, visibility = self._content, self.visibility
        stack = [i]
        while stack:
            node = stack[-1]
            children = [child for child in self.snapshot.children(node) if visibility.is_visible(child)]
            wanted = [child for child in children if not visibility.has_own_paint(child) and child not in known]
            if wanted:
                stack += wanted
                continue
            stack.pop()
            painted = [self._own_part(c) if visibility.has_own_paint(c) else known[c] for c in children]
            known[node] = _union_of(painted)
        return known[i]


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


def _union_of(parts: list[Edges | None]) -> Edges | None:
    seen = [part for part in parts if part is not None]
    return reduce(union, seen) if seen else None

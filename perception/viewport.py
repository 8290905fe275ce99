"""Where things are in the window (SPEC 4.2): viewport rectangles, clips, visible parts.

In: snapshot, styles, the clips of `clips.py`. Out: rectangles in top-level viewport CSS px, and which nodes a window is
about. Geometry alone: a box with opacity 0 or visibility hidden is in the window all the same. A node whose own box has
no area is where the things painted below it are.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property

from perception.clips import Frame
from perception.flat_tree import FlatTree
from perception.geometry import Edges, has_area, intersection, union
from perception.snapshot import SVG, TEXT, Snapshot
from perception.styles import Styles
from perception.svg_boxes import SvgBoxes
from perception.text_boxes import TextLine, text_lines
from perception.visibility import BIT, Visibility

WHOLE_PAGE = -1
_NOWHERE = BIT["closed-details"] | BIT["content-visibility"] | BIT["not-drawn"]
"""Such content can have boxes, because a script measured it or something refers to it, but is shown nowhere itself."""


class ViewportGeometry:
    """Rectangles of one snapshot in top viewport CSS px; `expansion` px widen the window, -1 is the whole page."""

    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, visibility: Visibility, expansion: float
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.expansion = visibility, expansion
        self.clips = visibility.clips
        self._visible: dict[int, Edges | None] = {}

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

    def _frame_of(self, i: int) -> Frame | None:
        return self.clips.frames[self.snapshot.document[i]]

    # ------------------------------------------------------------------------------------------------ rectangles

    def rect(self, i: int) -> Edges | None:
        """The border box as painted, unclipped; of text the union of its line boxes; None where the node has no box.

        Of SVG without strokes, as the browser's bounding rectangle; of what is never drawn (`defs`) an empty one."""
        s, frame = self.snapshot, self._frame_of(i)
        if s.layout[i] < 0 or frame is None:
            return None
        if s.namespace[i] != SVG:
            return self._painted_rect(i)
        if self._is_never_drawn(i):
            x, y = s.documents[s.document[i]].scroll_x, s.documents[s.document[i]].scroll_y
            return frame.to_top((x, y, x, y))
        return frame.to_top(self._svg_boxes.edges(i))

    def _painted_rect(self, i: int) -> Edges | None:
        """The bounds in viewport coordinates; of SVG with its strokes."""
        box, frame = self.snapshot.layout[i], self._frame_of(i)
        if box < 0 or frame is None:
            return None
        x, y, width, height = self.snapshot.bounds[box]
        if self.clips.is_root[i]:
            document = self.snapshot.documents[self.snapshot.document[i]]
            x, y = x + document.scroll_x, y + document.scroll_y
        a, b = frame.scale_x, frame.scale_y
        left, top = frame.x + a * x, frame.y + b * y
        return left, top, left + a * width, top + b * height

    def _is_never_drawn(self, i: int) -> bool:
        return self.snapshot.namespace[i] == SVG and bool(self.visibility.own_bits(i) & BIT["not-drawn"])

    @cached_property
    def _svg_boxes(self) -> SvgBoxes:
        return SvgBoxes(self.snapshot)

    def visible_rect(self, i: int) -> Edges | None:
        """The part of `rect` that all clips and the real window leave; None without any."""
        known = self._visible
        if i not in known:
            known[i] = self._visible_rect(i)
        return known[i]

    def _visible_rect(self, i: int) -> Edges | None:
        if not self._has_area(i):
            return _union_of(part for j in self._stand_ins(i) if (part := self._own_part(j, self.window)) is not None)
        return self._own_part(i, self.window)

    def _own_part(self, i: int, window: Edges) -> Edges | None:
        rect, frame = self._painted_rect(i), self._frame_of(i)
        if rect is None or frame is None or self.visibility.own_bits(i) & _NOWHERE:
            return None
        part = intersection(intersection(rect, frame.to_top(self.clips.own(i).now)), window)
        return part if has_area(part) else None

    def _has_area(self, i: int) -> bool:
        box = self.snapshot.layout[i]
        return box >= 0 and self.snapshot.bounds[box][2] > 0 and self.snapshot.bounds[box][3] > 0

    def _stand_ins(self, i: int) -> list[int]:
        """The topmost painted nodes below a node without area; itself paints nothing."""
        s, out = self.snapshot, list[int]()
        if not self.visibility.is_visible(i):
            return out
        k, end = i + 1, s.subtree_end[i]
        while k < end:
            if self.visibility.has_own_paint(k):
                out.append(k)
                k = s.subtree_end[k]
            else:
                k = k + 1 if self.visibility.is_visible(k) else s.subtree_end[k]
        return out

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
        rect = self._painted_rect(i)
        if rect is None or not has_area(rect):
            return None
        part = self.visible_rect(i)
        if part is None:
            return 0.0
        return min(1.0, _area(part) / _area(rect))

    def pieces(self, i: int) -> list[Edges]:
        """The visible parts that a person sees as one thing: the lines of a text or of an inline that wraps, else the
        box; viewport coordinates, clipped by everything and the window."""
        frame = self._frame_of(i)
        if frame is None or self.visible_rect(i) is None:
            return []
        if not self._has_area(i):
            return [piece for j in self._stand_ins(i) for piece in self.pieces(j)]
        clip = intersection(frame.to_top(self.clips.own(i).now), self.window)
        parts = (intersection(frame.to_top(edges), clip) for edges in self._fragments(i))
        return [part for part in parts if has_area(part)]

    def _fragments(self, i: int) -> list[Edges]:
        """The boxes of one node in document coordinates: one, or a box a line."""
        s = self.snapshot
        x, y, width, height = s.bounds[s.layout[i]]
        whole = (x, y, x + width, y + height)
        if s.node_type[i] != TEXT and self.styles.get(i, "display") != "inline":
            return [whole]
        lines: list[Edges] = []
        for edges in self._inline_boxes(i):
            if lines and edges[1] < lines[-1][3] and edges[3] > lines[-1][1] and edges[0] >= lines[-1][0]:
                lines[-1] = union(lines[-1], edges)
            else:
                lines.append(edges)
        return lines if len(lines) > 1 else [whole]

    def _inline_boxes(self, i: int) -> list[Edges]:
        """Text lines and atomic boxes in the subtree of an inline, in wire order."""
        s, out = self.snapshot, []
        k, end = i, s.subtree_end[i]
        while k < end:
            box = s.layout[k]
            is_inline = box < 0 or k == i or self.styles.get(k, "display") == "inline"
            lines = text_lines(s, k) if is_inline else []
            out += [line.edges for line in lines]
            if box >= 0 and not lines and (not is_inline or k + 1 == s.subtree_end[k]):
                x, y, width, height = s.bounds[box]
                out.append((x, y, x + width, y + height))
            k = k + 1 if is_inline else s.subtree_end[k]
        return [edges for edges in out if has_area(edges)]

    # ------------------------------------------------------------------------------------------------ expanded window

    def meets_expanded(self, i: int) -> bool | None:
        """Whether it meets the window widened by `expansion` (-1: anywhere that a user can scroll to)."""
        if not self.snapshot.box_node or self._is_unplaced(i):
            return None
        if self.expansion == WHOLE_PAGE:
            return self.visibility.is_visible(i) or self._is_reachable(i)
        if self.expansion == 0:
            return self.visible_rect(i) is not None
        nodes = [i] if self._has_area(i) else self._stand_ins(i)
        return any(self._own_part(j, self.expanded_window) is not None for j in nodes)

    def _is_reachable(self, i: int) -> bool:
        """Whether area of its box is left by the clips that no user can scroll away."""
        box = self.snapshot.layout[i]
        if box < 0:
            return False
        x, y, width, height = self.snapshot.bounds[box]
        return has_area(intersection((x, y, x + width, y + height), self.clips.own(i).reach))

    def in_expanded(self) -> list[int]:
        """The nodes with a box in the expanded window, and all their ancestors, in wire order: the nodes that a text
        for this window is about. Found from the boxes alone, without judging the rest of the page."""
        return self._in_expanded

    @cached_property
    def _in_expanded(self) -> list[int]:
        s = self.snapshot
        if self.expansion == WHOLE_PAGE or not s.box_node:
            return list(range(len(s)))
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
        frame = self._frame_of(i)
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


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


def _union_of(parts: Iterable[Edges]) -> Edges | None:
    out: Edges | None = None
    for part in parts:
        out = part if out is None else union(out, part)
    return out

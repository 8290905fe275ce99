"""The text that a person sees in the window: which of it, and where a line of reading ends (SPEC 6.1).

In: a page. Out: for a text node or pseudo-element the part of its rendered text whose lines lie in the expanded window
and under nothing opaque, with its white space as rendered; for two neighbouring texts what stands between them. Text
under a transparent layer stays.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from perception.clips import Frame
from perception.geometry import EVERYWHERE, Edges, has_area, intersection, is_inside
from perception.occlusion import SHARES
from perception.perceive import Page
from perception.snapshot import ELEMENT, TEXT
from perception.tables.action_lines import (
    BLOCKLESS_DISPLAYS,
    CELL_DISPLAYS,
    CELL_ELEMENTS,
    CLOSING_MARKS,
    IN_LINE_DISPLAYS,
    ROW_DISPLAYS,
    ROW_ELEMENTS,
)
from perception.tables.outline import TEXT_LEVEL_ELEMENTS
from perception.text_boxes import joined, text_lines
from perception.viewport import WHOLE_PAGE, ViewportGeometry
from rendering.covers import Covers

ROOM = 0.12
"""HEURISTIC: share of a line's height. Source: the measurement at `compose.GAP`."""

CELL_GAP = " | "
"""Between the cells of a table row."""


class Place(NamedTuple):
    """Where a text flows: its nearest box that is no inline, the block around, the table cell and row."""

    box: int
    block: int
    cell: int
    row: int


_NOWHERE = Place(-1, -1, -1, -1)
_BOX, _BLOCK, _CELL, _ROW = 1, 2, 4, 8


class ShownText:
    """The shown text of one page, at its expansion or that of another `geometry`; nodes are asked about one by one."""

    def __init__(self, page: Page, geometry: ViewportGeometry | None = None) -> None:
        geometry = geometry or page.geometry
        s, visibility = page.snapshot, page.visibility
        self.snapshot, self.geometry, self.visibility = s, geometry, visibility
        self.covers = Covers(page, geometry)
        self.is_whole = geometry.expansion == WHOLE_PAGE
        self.contexts = visibility.clips.contexts
        self.windows: list[Edges | None] = [
            None if frame is None else EVERYWHERE if self.is_whole else frame.from_top(geometry.expanded_window)
            for frame in visibility.clips.frames
        ]
        self.has_layout = bool(s.box_node)
        self.has_displays = self.has_layout and "display" in s.styles_captured
        self._near = [None if frame is None else frame.from_top(geometry.window) for frame in visibility.clips.frames]
        self._kinds = page.styles.judge(_kind)
        self._places: dict[int, Place] = {-1: _NOWHERE}

    def raw(self, i: int) -> str:
        """What of the rendered text of node `i` is shown, white space not collapsed; '' where nothing is."""
        s = self.snapshot
        if not self.has_layout:
            return s.text(i) if self.visibility.is_visible(i) else ""
        first, last = s.layout[i], s.layout_last[i]
        if first < 0:
            return ""
        for row in range(first, last + 1):
            text = s.strings[s.box_text[row]]
            if text and not text.isspace():
                return "" if self.visibility.own_bits(i) else self._uncovered(i, row, text)
        return ""

    def texts(self, nodes: Iterable[int]) -> dict[int, str]:
        """`raw` of many nodes, those that show nothing left out. Most are plain texts, wholly inside their clip."""
        if not self.has_layout:
            return {i: text for i in nodes if (text := self.raw(i))}
        s, bits, contexts, is_whole = self.snapshot, self.visibility.bits, self.contexts, self.is_whole
        layout, box_text, strings, bounds, parent = s.layout, s.box_text, s.strings, s.bounds, s.parent
        out: dict[int, str] = {}
        for i in nodes:
            row = layout[i]
            text = strings[box_text[row]] if row >= 0 else ""
            if not text or text.isspace() or bits[i] < 0:
                text = self.raw(i) if row >= 0 else ""
            elif bits[i]:
                continue
            else:
                context, near = contexts[parent[i]], self._near[s.document[i]]
                x, y, width, height = bounds[row]
                if not is_whole or context is None or near is None or not (near[3] < y or near[1] > y + height):
                    text = self._uncovered(i, row, text)
                else:
                    left, top, right, bottom = context.flow.reach
                    if x < left or y < top or x + width > right or y + height > bottom:
                        text = self._uncovered(i, row, text)
            if text:
                out[i] = text
        return out

    def _uncovered(self, i: int, row: int, text: str) -> str:
        s = self.snapshot
        frame, window = self.visibility.clips.frames[s.document[i]], self.windows[s.document[i]]
        context = self.contexts[s.parent[i]]
        if frame is None or window is None or context is None:
            return ""
        clip = context.flow.reach if self.is_whole else intersection(context.flow.now, window)
        x, y, width, height = s.bounds[row]
        edges = (x, y, x + width, y + height)
        if is_inside(edges, clip) and not self.covers.may_hide(i, frame.to_top(edges)):
            return text
        if s.pseudo_type.get(i) == "first-letter":
            return text if has_area(intersection(edges, clip)) else ""  # goes with the line that it begins
        lines = text_lines(s, i)
        kept = [line for line in lines if _middle(line.edges, clip)]
        if all(self._is_covered(i, line.edges, clip, frame) for line in kept):
            return ""
        return text if len(kept) == len(lines) else joined(text, kept)

    def _is_covered(self, i: int, edges: Edges, clip: Edges, frame: Frame) -> bool:
        """Whether what is left of a line lies under something opaque, at the shares of its width where a hit test looks
        too. A text of which a part can be seen is shown with the covered ones: half a sentence helps nobody."""
        left, y, right, _ = frame.to_top(_middle(edges, clip) or edges)
        return all(self.covers.hide(i, left + share * (right - left), y) for share in SHARES)

    # ------------------------------------------------------------------------------------------------ flow

    def gap(self, before: int, after: int, is_spaced: bool = False) -> str | None:
        """What stands between the texts of two neighbouring nodes on one line; None where a new line begins.

        `is_spaced`: white space of the texts parts them already.
        """
        parent, places = self.snapshot.parent, self._places
        if parent[before] == parent[after]:
            return "" if is_spaced else self._space(before, after)
        a, b = places.get(parent[before]) or self.place(before), places.get(parent[after]) or self.place(after)
        if a.box == b.box:
            return "" if is_spaced else self._space(before, after)
        if a.block == b.block:
            return " "
        return CELL_GAP if a.row == b.row >= 0 and a.cell != b.cell else None

    def _space(self, before: int, after: int) -> str:
        """What stands between two texts that flow in one box: a space where a line breaks, a blank text is shown or
        the page leaves room."""
        if self._is_below(after, before) or self._is_apart(before, after):
            return " "
        return " " if any(self._is_blank(k) for k in range(before + 1, after)) else ""

    def _is_apart(self, before: int, after: int) -> bool:
        """Whether there is room between two texts side by side, by margins or an icon. A drop cap begins a word, and a
        comma belongs to the word before it however wide that is padded."""
        s = self.snapshot
        if s.layout[before] < 0 or s.layout[after] < 0 or s.pseudo_type.get(before) == "first-letter":
            return False
        if s.text(after)[:1] in CLOSING_MARKS:
            return False
        left, _, width, height = s.bounds[s.layout[before]]
        x, _, across, high = s.bounds[s.layout[after]]
        return max(x - left - width, left - x - across) > ROOM * min(height, high)

    def _is_blank(self, i: int) -> bool:
        """A text of nothing but white space that takes room: `<b>one</b> <b>two</b>`."""
        s = self.snapshot
        if s.node_type[i] != TEXT or not s.text(i).isspace():
            return False
        return not self.has_layout or (s.layout[i] >= 0 and s.bounds[s.layout[i]][2] > 0)

    def _is_below(self, after: int, before: int) -> bool:
        """Whether a text begins under the end of another one: a line break parts them."""
        s = self.snapshot
        if s.layout[after] < 0 or s.layout[before] < 0:
            return False
        _, y, _, height = s.bounds[s.layout[before]]
        return s.bounds[s.layout[after]][1] >= y + height - 1

    def place(self, i: int) -> Place:
        """Where the text of node `i` flows."""
        s, places = self.snapshot, self._places
        p = s.parent[i]
        known = places.get(p)
        if known is not None:
            return known
        path = []
        while p not in places:
            path.append(p)
            p = s.parent[p]
        place = places[p]
        for node in reversed(path):
            kind = self._kind_of(node)
            if kind:
                block = node if kind & _BLOCK else place.block
                cell = node if kind & _CELL else place.cell
                place = Place(node, block, cell, node if kind & _ROW else place.row)
            places[node] = place
        return place

    def _kind_of(self, i: int) -> int:
        """What a node does to the flow of text: by its computed display, without one by its tag."""
        s, box = self.snapshot, self.snapshot.layout[i]
        if self.has_displays:
            return self._kinds[s.style_row[box] if box >= 0 else -1]
        if s.node_type[i] != ELEMENT or s.tag[i] in TEXT_LEVEL_ELEMENTS:
            return 0
        return _BOX | _BLOCK | (_CELL if s.tag[i] in CELL_ELEMENTS else 0) | (_ROW if s.tag[i] in ROW_ELEMENTS else 0)


def _middle(edges: Edges, clip: Edges) -> Edges | None:
    """The part of a line's middle that a clip leaves, a rectangle without height; None where it leaves nothing."""
    middle = (edges[1] + edges[3]) / 2
    left, right = max(edges[0], clip[0]), min(edges[2], clip[2])
    return (left, middle, right, middle) if clip[1] <= middle <= clip[3] and left < right else None


def _kind(style: Mapping[str, str]) -> int:
    """What a box does to the flow of text, as bits."""
    display = style.get("display", "contents" if not style else "inline")
    if display in BLOCKLESS_DISPLAYS:
        return 0
    if display in IN_LINE_DISPLAYS:
        return _BOX
    return _BOX | _BLOCK | (_CELL if display in CELL_DISPLAYS else 0) | (_ROW if display in ROW_DISPLAYS else 0)

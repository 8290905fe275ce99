"""Where frames lie and what clips a box (SPEC 1.2, 4.1, 4.2).

In: snapshot, styles. Out: for each document the map from its coordinates to the top viewport, for each node the `Clip`
of its own box and the `Context` that it gives its children, both in its own document's coordinates (bounds as captured,
own scroll not subtracted). Clips follow the containing-block chain: a box is clipped by the context of its parent that
its position chooses. What the window shows is not here but in `viewport.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from perception.clip_shapes import clip_shape, matrix_scale, px
from perception.errors import Diagnostic
from perception.geometry import EVERYWHERE, NOWHERE, Edges, has_area, intersection
from perception.snapshot import ELEMENT, TEXT, Document, Snapshot
from perception.styles import Styles
from perception.tables.layout import (
    BODY_TAGS,
    CONTAINING_CONTAINMENT,
    CONTAINING_STYLES,
    CONTAINING_WILL_CHANGE,
    FLEX_DISPLAYS,
    PAINT_CONTAINMENT,
    RIGHT_TO_LEFT_BLOCKS,
    SCROLLABLE_OVERFLOW,
    UNCLIPPED_DISPLAYS,
    UNTRANSFORMED_DISPLAYS,
    USER_SCROLLED_ROOT,
)

Scale = tuple[float, float]
"""Across and down."""


class Clip(NamedTuple):
    """What the ancestors leave of a box: `now`, as everything is scrolled, and in `reach`, once a user has scrolled."""

    now: Edges
    reach: Edges


class Context(NamedTuple):
    """The clips that a node hands to its children, by the child's position; `scale` is the product of transforms, None
    where one turns: boxes are then those round turned ones, and clip as such."""

    flow: Clip
    absolute: Clip
    fixed: Clip
    scale: Scale | None = (1.0, 1.0)


class BoxStyle(NamedTuple):
    """The part of a style row that clips, contains or transforms; a row without any of it is None."""

    position: str
    overflow: tuple[str, str]
    contains_absolute: bool
    contains_fixed: bool
    scale: Scale | None
    clip: str
    clip_path: str
    starts_at_end: tuple[bool, bool]


class Frame(NamedTuple):
    """The map of a document onto the top viewport: x_top = x + scale_x * x_document; and its root's context."""

    x: float
    y: float
    scale_x: float
    scale_y: float
    context: Context

    def to_top(self, e: Edges) -> Edges:
        """Document coordinates -> top viewport."""
        x, y, a, b = self.x, self.y, self.scale_x, self.scale_y
        return x + a * e[0], y + b * e[1], x + a * e[2], y + b * e[3]

    def from_top(self, e: Edges) -> Edges:
        """Top viewport -> document coordinates."""
        x, y, a, b = self.x, self.y, self.scale_x, self.scale_y
        return (e[0] - x) / a, (e[1] - y) / b, (e[2] - x) / a, (e[3] - y) / b


ROUNDING = 2.0
"""CSS px: how far a size may be off that is reckoned from client sizes and two borders, which are whole px."""

ZOOM_STEP = 0.05
"""HEURISTIC: zoom factors are further from 1 than this, which rounding of a box over 20 px cannot be."""

CLOSED = Clip(NOWHERE, NOWHERE)
_SHUT = Context(CLOSED, CLOSED, CLOSED)


class Clips:
    """Contexts, filled parents first for the nodes that are asked about."""

    def __init__(self, snapshot: Snapshot, styles: Styles) -> None:
        self.snapshot, self.styles = snapshot, styles
        self.diagnostics: list[Diagnostic] = []
        self._frames: list[Frame | None] | None = None

    @cached_property
    def box_styles(self) -> list[BoxStyle | None]:
        """By distinct style row; None for the many rows that neither clip nor contain."""
        return self.styles.judge(_box_style)

    @cached_property
    def contexts(self) -> list[Context | None]:
        """The memo of length N."""
        return [None] * len(self.snapshot)

    # ------------------------------------------------------------------------------------------------ asking

    def context(self, i: int) -> Context:
        """What element or document `i` hands to its children."""
        contexts, parent = self.contexts, self.snapshot.parent
        path = []
        while (known := contexts[i]) is None:
            path.append(i)
            if parent[i] < 0:
                break
            i = parent[i]
        if path:
            self.fill(reversed(path))
            known = contexts[path[0]]
        assert known is not None
        return known

    def own(self, i: int) -> Clip:
        """The clip of the box of node `i` itself."""
        s = self.snapshot
        box = s.layout[i]
        style = self.box_styles[s.style_row[box]] if box >= 0 and s.node_type[i] == ELEMENT else None
        if s.parent[i] < 0 or i == s.documents[s.document[i]].begin:
            return self.context(i).flow
        outer = self.context(s.parent[i])
        return outer.flow if style is None else self.own_under(i, outer, style)

    def fill(self, nodes: Iterable[int]) -> None:
        """Fill the memo for nodes that come parents first (an ancestor-closed list, a path down from a known one); of
        texts, which have no children, there is nothing to know."""
        s, contexts, box_styles = self.snapshot, self.contexts, self.box_styles
        parent, layout, style_row, node_type = s.parent, s.layout, s.style_row, s.node_type
        is_root = self.is_root
        for i in nodes:
            if node_type[i] == TEXT or contexts[i] is not None:
                continue
            if is_root[i]:
                contexts[i] = self.frames_context(i)
                continue
            outer, box = contexts[parent[i]], layout[i]
            assert outer is not None
            style = box_styles[style_row[box]] if box >= 0 else None
            contexts[i] = outer if style is None or node_type[i] != ELEMENT else self._inner(i, outer, style)

    @cached_property
    def is_root(self) -> bytearray:
        flags = bytearray(len(self.snapshot))
        for document in self.snapshot.documents:
            flags[document.begin] = 1
        return flags

    def frames_context(self, i: int) -> Context:
        frame = self.frames[self.snapshot.document[i]]
        return frame.context if frame is not None else _SHUT

    # ------------------------------------------------------------------------------------------------ one box

    def own_under(self, i: int, outer: Context, style: BoxStyle) -> Clip:
        """The clip that position chooses, and the node's own `clip` and `clip-path`."""
        outer = self._around(i, outer, style)
        clip = _chosen(outer, style.position)
        if style.clip or style.clip_path:
            box, scale = self._edges(i), _product(outer.scale, style.scale)
            shape = clip_shape(style.clip, style.clip_path, box, scale or (1.0, 1.0))
            if shape is not None and scale is None and has_area(shape):
                shape = box
            if shape is not None:
                clip = Clip(intersection(clip.now, shape), intersection(clip.reach, shape))
        return clip

    def _around(self, i: int, outer: Context, style: BoxStyle) -> Context:
        """What is around a box: its parent's context, in the top layer the document's."""
        if style.position == "fixed" and self.is_top_layer(i):
            frame = self.frames[self.snapshot.document[i]]
            return frame.context if frame is not None else _SHUT
        return outer

    def is_top_layer(self, i: int) -> bool:
        """HEURISTIC: a box with `position: fixed` of an open dialog or popover is in the top layer, where no ancestor
        clips, scales or fades; a page that fixes a non-modal dialog in a transformed box would show otherwise, none of
        the public captures does."""
        return self.snapshot.tag[i] == "dialog" or "popover" in self.snapshot.attrs(i)

    def _inner(self, i: int, outer: Context, style: BoxStyle) -> Context:
        own = self.own_under(i, outer, style)
        outer = self._around(i, outer, style)
        scale = _product(outer.scale, style.scale)
        inside = own
        if style.overflow != VISIBLE and i not in self._viewport_overflow:
            inside = self._overflow(i, own, style, scale)
        cuts_all = bool(style.clip or style.clip_path)
        return Context(
            inside,
            inside if style.contains_absolute else _cut(outer.absolute, own) if cuts_all else outer.absolute,
            inside if style.contains_fixed else _cut(outer.fixed, own) if cuts_all else outer.fixed,
            scale,
        )

    def _overflow(self, i: int, own: Clip, style: BoxStyle, scale: Scale | None) -> Clip:
        """The padding box now; in reach all of the scrollable range, where the user can scroll and see the box."""
        if scale is None:
            return self._turned_overflow(i, own, style)
        scale = self._zoomed(i, scale)
        padding = self._padding_box(i, scale)
        now = _clipped(own.now, padding, style.overflow)
        window = _clipped(own.reach, padding, style.overflow)
        if not has_area(window):
            return Clip(now, NOWHERE)
        scrolled = self.snapshot.scroll_rects[self.snapshot.layout[i]]
        if len(scrolled) != 4:
            return Clip(now, window)
        left, top, right, bottom = window
        if style.overflow[0] in SCROLLABLE_OVERFLOW:
            left, right = _range(padding[0::2], scrolled[0::2], scale[0], style.starts_at_end[0])
        if style.overflow[1] in SCROLLABLE_OVERFLOW:
            top, bottom = _range(padding[1::2], scrolled[1::2], scale[1], style.starts_at_end[1])
        return Clip(now, (left, top, right, bottom))

    def _turned_overflow(self, i: int, own: Clip, style: BoxStyle) -> Clip:
        """A turned box cuts to the box round it; how far it scrolls is not reckoned."""
        if "visible" in style.overflow:
            return own
        box = self._edges(i)
        can_scroll = not SCROLLABLE_OVERFLOW.isdisjoint(style.overflow)
        reach = intersection(own.reach, box)
        return Clip(intersection(own.now, box), EVERYWHERE if can_scroll and has_area(reach) else reach)

    def _zoomed(self, i: int, scale: Scale) -> Scale:
        """CSS `zoom` is in bounds but neither captured nor in client sizes.

        HEURISTIC: where both sizes of a box are off by one factor that transforms do not explain, it is zoomed; scroll
        bars take as much off both sizes only of a square, and cutting it less by a scroll bar's width hides nothing."""
        box = self.snapshot.layout[i]
        client, (_, _, width, height) = self.snapshot.client_rects[box], self.snapshot.bounds[box]
        if not _has_border_box(client) or not scale[0] or not scale[1]:
            return scale
        across, down = width / (client[2] + 2 * client[0]), height / (client[3] + 2 * client[1])
        factor_x, factor_y = across / scale[0], down / scale[1]
        is_zoomed = abs(factor_x - 1) > ZOOM_STEP and abs(factor_x - factor_y) < ZOOM_STEP * factor_x
        return (across, down) if is_zoomed else scale

    def _edges(self, i: int) -> Edges:
        x, y, width, height = self.snapshot.bounds[self.snapshot.layout[i]]
        return x, y, x + width, y + height

    def _padding_box(self, i: int, scale: Scale) -> Edges:
        """Inside the borders and scroll bars. Client sizes are whole px, so a right edge within 1 px of the one that an
        equal border gives is that one."""
        left, top, right, bottom = self._edges(i)
        client = self.snapshot.client_rects[self.snapshot.layout[i]]
        if len(client) != 4:
            return left, top, right, bottom
        a, b = scale
        border_x, border_y = client[0] * a, client[1] * b
        inner_right, inner_bottom = left + border_x + client[2] * a, top + border_y + client[3] * b
        if abs(right - border_x - inner_right) < a:
            inner_right = right - border_x
        if abs(bottom - border_y - inner_bottom) < b:
            inner_bottom = bottom - border_y
        return left + border_x, top + border_y, inner_right, inner_bottom

    # ------------------------------------------------------------------------------------------------ documents

    @property
    def frames(self) -> list[Frame | None]:
        """By document; None where a document is shown nowhere (no owner in the capture, an owner without a box)."""
        if self._frames is None:
            self._frames = []
            self._place_documents(self._frames)
        return self._frames

    def _place_documents(self, out: list[Frame | None]) -> None:
        """Owners' documents come first, so what an inner one needs is there already."""
        for document in self.snapshot.documents:
            if document.index == 0:
                out.append(self._top_frame(document))
            elif document.owner < 0:
                out.append(None)
            else:
                out.append(self._inner_frame(document, out[self.snapshot.document[document.owner]]))

    @cached_property
    def _roots(self) -> dict[int, tuple[int, int]]:
        """Document -> its root element and its body, the root again where there is none."""
        s, out = self.snapshot, dict[int, tuple[int, int]]()
        for document in s.documents:
            root = next((i for i in s.children(document.begin) if s.node_type[i] == ELEMENT), -1)
            if root >= 0:
                body = next((i for i in s.children(root) if s.tag[i] in BODY_TAGS), root)
                out[document.index] = (root, body)
        return out

    @cached_property
    def _viewport_overflow(self) -> frozenset[int]:
        """The elements whose overflow is the viewport's: the root, or body where the root's is visible.

        Source: css-overflow-3 #overflow-propagation."""
        return frozenset(self._overflowing(root, body) for root, body in self._roots.values())

    def _overflowing(self, root: int, body: int) -> int:
        return body if overflow_of(self.snapshot.style(root)) == VISIBLE else root

    def _page_reach(self, document: Document, window: Edges) -> Edges:
        """Where a user can scroll the document to: right and down from its origin, left in right-to-left documents.

        HEURISTIC: `overflow-x: hidden` on the viewport cuts what overhangs (off-canvas drawers), `overflow-y: hidden`
        is taken for a scroll lock under a dialog, which closing it lifts: all five public captures in which it cuts off
        text have a dialog open."""
        if document.index not in self._roots:
            return 0.0, 0.0, inf, inf
        root, body = self._roots[document.index]
        overflow_x, _ = overflow_of(self.snapshot.style(self._overflowing(root, body)))
        if overflow_x not in USER_SCROLLED_ROOT:
            return window[0], 0.0, window[2], inf
        starts_right, _ = _starts_at_end(self.snapshot.style(body))
        return (-inf, 0.0, window[2] - window[0], inf) if starts_right else (0.0, 0.0, inf, inf)

    def _top_frame(self, document: Document) -> Frame:
        view = self.snapshot.viewport
        x, y = document.scroll_x, document.scroll_y
        window = (x, y, x + view.width, y + view.height)
        flow = Clip(EVERYWHERE, self._page_reach(document, window))
        fixed = Clip(EVERYWHERE, window)
        return Frame(-x, -y, 1.0, 1.0, Context(flow, flow, fixed))

    def _inner_frame(self, document: Document, outer: Frame | None) -> Frame | None:
        s, owner = self.snapshot, document.owner
        box = s.layout[owner]
        if outer is None or box < 0:
            return None
        scale = self._owner_scale(owner)
        left, top, right, bottom = self._content_box(document, scale)
        own = self.own(owner)
        a, b = scale
        x, y = document.scroll_x, document.scroll_y

        def inside(e: Edges) -> Edges:
            e = intersection(e, (left, top, right, bottom))
            if not has_area(e):
                return NOWHERE
            return (e[0] - left) / a + x, (e[1] - top) / b + y, (e[2] - left) / a + x, (e[3] - top) / b + y

        now, fixed_reach = inside(own.now), inside(own.reach)
        if not has_area(fixed_reach):
            reach = NOWHERE
        elif s.attrs(owner).get("scrolling") == "no":
            reach = fixed_reach
        else:
            reach = self._page_reach(document, (x, y, x + (right - left) / a, y + (bottom - top) / b))
        flow = Clip(now, reach)
        return Frame(
            outer.x + outer.scale_x * left - outer.scale_x * a * x,
            outer.y + outer.scale_y * top - outer.scale_y * b * y,
            outer.scale_x * a,
            outer.scale_y * b,
            Context(flow, flow, Clip(now, fixed_reach)),
        )

    def _owner_scale(self, owner: int) -> Scale:
        """Bounds over layout size of a frame element: the product of transforms, or `zoom`, which is not captured.

        A rotated frame is taken for the box round it."""
        s = self.snapshot
        box = s.layout[owner]
        style = self.box_styles[s.style_row[box]]
        outer = self.context(s.parent[owner]).scale
        a, b = (outer if style is None else _product(outer, style.scale)) or (1.0, 1.0)
        client, (_, _, width, height) = s.client_rects[box], s.bounds[box]
        if _has_border_box(client):
            across, down = width / (client[2] + 2 * client[0]), height / (client[3] + 2 * client[1])
            a = a if abs(across - a) * client[2] < ROUNDING else across
            b = b if abs(down - b) * client[3] < ROUNDING else down
        return (a, b) if a > 0 and b > 0 else (1.0, 1.0)

    def _content_box(self, document: Document, scale: Scale) -> Edges:
        """Where the owner shows the document: inside border and padding, in the owner's document coordinates."""
        s, owner = self.snapshot, document.owner
        left, top, right, bottom = self._padding_box(owner, scale)
        style = s.style(owner)
        pad_x, pad_y = px(style.get("padding-left")), px(style.get("padding-top"))
        root = s.layout[document.begin]
        width, height = (right - left) / scale[0], (bottom - top) / scale[1]
        if root >= 0:
            width, height = min(width, s.bounds[root][2]), min(height, s.bounds[root][3])
        if pad_x is None or pad_y is None:
            pad_x = max(0.0, ((right - left) / scale[0] - width) / 2)
            pad_y = max(0.0, ((bottom - top) / scale[1] - height) / 2)
            if max(pad_x, pad_y) * 2 < ROUNDING:
                pad_x = pad_y = 0.0
            else:
                text = "padding of the frame element not captured: taken as equal on both sides"
                self.diagnostics.append(Diagnostic("frame-padding-inferred", document.where, text))
        left, top = left + pad_x * scale[0], top + pad_y * scale[1]
        return left, top, left + width * scale[0], top + height * scale[1]


VISIBLE = ("visible", "visible")


def _range(
    padding: tuple[float, float], scrolled: Sequence[float], scale: float, starts_at_end: bool
) -> tuple[float, float]:
    """Where the content of a scroller can lie on one axis: from its start, or end, over the whole scroll size."""
    offset, size = scrolled[0] * scale, scrolled[1] * scale
    if starts_at_end:
        return padding[1] - offset - size, padding[1] - offset
    return padding[0] - offset, padding[0] - offset + size


def _chosen(outer: Context, position: str) -> Clip:
    """The clip of a box by its position."""
    if position == "fixed":
        return outer.fixed
    return outer.absolute if position == "absolute" else outer.flow


def _product(outer: Scale | None, own: Scale | None) -> Scale | None:
    return (outer[0] * own[0], outer[1] * own[1]) if outer is not None and own is not None else None


def overflow_of(row: Mapping[str, str]) -> tuple[str, str]:
    return row.get("overflow-x", "visible"), row.get("overflow-y", "visible")


def _clipped(outer: Edges, padding: Edges, overflow: tuple[str, str]) -> Edges:
    """`outer` cut by the padding box on the axes where overflow is not visible."""
    left, top, right, bottom = outer
    if overflow[0] != "visible":
        left, right = max(left, padding[0]), min(right, padding[2])
    if overflow[1] != "visible":
        top, bottom = max(top, padding[1]), min(bottom, padding[3])
    return left, top, right, bottom


def _cut(clip: Clip, by: Clip) -> Clip:
    return Clip(intersection(clip.now, by.now), intersection(clip.reach, by.reach))


def _box_style(row: Mapping[str, str]) -> BoxStyle | None:
    """Judge one style row; None where it does nothing to clips."""
    if not row:
        return None
    display, position = row.get("display", ""), row.get("position", "static")
    is_unclipped, is_inline = display in UNCLIPPED_DISPLAYS, display in UNTRANSFORMED_DISPLAYS
    overflow = VISIBLE if is_unclipped else overflow_of(row)
    contain = set(row.get("contain", "none").split())
    if contain & PAINT_CONTAINMENT and not is_unclipped:
        overflow = (
            "clip" if overflow[0] == "visible" else overflow[0],
            "clip" if overflow[1] == "visible" else overflow[1],
        )
    will_change = {word.strip() for word in row.get("will-change", "").split(",")}
    contains_fixed = not is_inline and (
        any(row.get(name, none) not in ("", none) for name, none in CONTAINING_STYLES.items())
        or bool(contain & CONTAINING_CONTAINMENT)
        or bool(will_change & CONTAINING_WILL_CHANGE)
    )
    clip = row.get("clip", "auto") if position in ("absolute", "fixed") else "auto"
    style = BoxStyle(
        position,
        overflow,
        contains_fixed or position != "static",
        contains_fixed,
        matrix_scale(row.get("transform", "none")),
        clip if clip != "auto" else "",
        row.get("clip-path", "none").replace("none", ""),
        _starts_at_end(row),
    )
    return None if style[:7] == _PLAIN[:7] else style


_PLAIN = BoxStyle("static", VISIBLE, False, False, (1.0, 1.0), "", "", (False, False))


def _starts_at_end(row: Mapping[str, str]) -> tuple[bool, bool]:
    """Whether content overflows a box to the left, to the top. Source: css-overflow-3 #scroll-origin."""
    if row.get("writing-mode") in RIGHT_TO_LEFT_BLOCKS:
        return True, False
    is_rtl = row.get("direction") == "rtl"
    direction = row.get("flex-direction") if row.get("display") in FLEX_DISPLAYS else ""
    return is_rtl != (direction == "row-reverse"), direction == "column-reverse"


def _has_border_box(client: list[float]) -> bool:
    """Whether a client rectangle (left, top, width, height) tells the size of the border box: no inline box's does, and
    negative ones are nonsense."""
    return len(client) == 4 and client[2] > 0 and client[3] > 0 and client[0] >= 0 and client[1] >= 0

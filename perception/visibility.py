"""Whether a node is painted anywhere on the page, and why not (SPEC 4.1).

In: snapshot, flat tree, styles. Out: a bit set of hidden reasons a node (rows of `tables/visibility.py`), and
`aria_hidden` and `inert` apart. Being scrolled away, outside the window or covered does not count here (`viewport.py`,
`occlusion.py`). A node whose own box paints nothing is visible where something below it is (`display: contents`, empty
wrappers).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, reduce
from operator import or_

from perception.clips import Clips
from perception.flat_tree import FlatTree
from perception.geometry import EVERYWHERE, Edges
from perception.snapshot import ELEMENT, SVG, TEXT, Snapshot, nodes_with_attribute
from perception.styles import Styles
from perception.tables.layout import UNCONTAINED_DISPLAYS
from perception.tables.svg import NEVER_DRAWN
from perception.tables.ua_styles import NOT_RENDERED
from perception.tables.visibility import HIDDEN_RULES, STATIC_RULES, STYLE_RULES, TINY, HiddenRule

BIT: Mapping[str, int] = {id: 1 << k for k, id in enumerate(dict.fromkeys(rule.id for rule in HIDDEN_RULES))}
"""Rule id -> its bit."""


def _union(rules: Iterable[HiddenRule]) -> int:
    return reduce(or_, (BIT[rule.id] for rule in rules), 0)


INHERITED = _union(rule for rule in HIDDEN_RULES if rule.inherits)
_WITHOUT_BOX = _union(rule for rule in HIDDEN_RULES if rule.inherits and rule.looks_at not in ("style", "box"))
_DISPLAY, _FADED = BIT["display"], BIT["opacity"]
_UNKNOWN, _NOTHING, _SOMETHING = 0, 1, 2
_NOT_YET = -1


class Visibility:
    """Hidden reasons, filled parents first for the nodes that are asked about."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.clips = Clips(snapshot, styles)
        self.bits = [_NOT_YET] * len(snapshot)
        self._painted_below = bytearray(len(snapshot))
        self._static: dict[tuple[str, int], tuple[int, bool]] = {}  # (tag, attribute row) -> `_judge_markup`
        self._shown: dict[int, int] = {}  # closed element -> the child that it shows all the same

    # ------------------------------------------------------------------------------------------------ asking

    def hidden_reasons(self, i: int) -> tuple[str, ...]:
        """Why nothing of node `i` is painted; empty where something is."""
        if self.is_visible(i):
            return ()
        bits = self.own_bits(i)
        return tuple(id for id, bit in BIT.items() if bits & bit)

    def is_visible(self, i: int) -> bool:
        bits = self.bits[i]
        if bits == _NOT_YET:
            bits = self._judge(i)
        return not bits or (not bits & INHERITED and self._has_painted_descendant(i))

    def has_own_paint(self, i: int) -> bool:
        """Whether the node's own box paints, descendants aside."""
        return not self.own_bits(i)

    def own_bits(self, i: int) -> int:
        """Bits of the reasons that hold for the node's own box; 0 where it is painted."""
        bits = self.bits[i]
        return bits if bits != _NOT_YET else self._judge(i)

    def _judge(self, i: int) -> int:
        bits, parent = self.bits, self.snapshot.parent
        path, node = [], i
        while node >= 0 and bits[node] == _NOT_YET:
            path.append(node)
            node = parent[node]
        path.reverse()
        self.fill(path)
        return bits[i]

    @cached_property
    def cannot_tell(self) -> tuple[str, ...]:
        """Ids of the rules that the capture cannot answer: a style was not captured, or there is no layout at all."""
        s = self.snapshot
        if not s.box_node:
            told = {rule.id for rule in STATIC_RULES}
            return tuple(id for id in BIT if id not in told)
        untold = {r.id for r in HIDDEN_RULES if r.looks_at in STYLE_RULES and r.key not in s.styles_captured}
        return tuple(id for id in BIT if id in untold)

    def is_aria_hidden(self, i: int) -> bool:
        """aria-hidden=true on the node or an ancestor."""
        return bool(self._aria_hidden[i])

    def is_inert(self, i: int) -> bool:
        """`inert` on the node or an ancestor."""
        return bool(self._inert[i])

    # ------------------------------------------------------------------------------------------------ columns

    def fill(self, nodes: Iterable[int]) -> None:
        """Judge nodes that come parents first: an ancestor-closed list, or a path down from a judged node."""
        nodes = list(nodes)
        clips, bits, s = self.clips, self.bits, self.snapshot
        clips.fill(nodes)
        parent, layout, style_row, bounds, node_type = s.parent, s.layout, s.style_row, s.bounds, s.node_type
        contexts, box_styles, is_root, namespace = clips.contexts, clips.box_styles, clips.is_root, s.namespace
        own_of_row, text_of_row, tag = self._style_bits, self._text_style_bits, s.tag
        zero, tiny, skips = BIT["zero-area"], BIT["tiny"], self._skipping_rows
        hands_down, skipping_tags = INHERITED, _CLOSED.keys() & s.tags
        last, flow = None, EVERYWHERE  # neighbours share their context, mostly
        for i in nodes:
            if bits[i] != _NOT_YET:
                continue
            if is_root[i]:
                bits[i] = self._root_bits(i)
                continue
            p, box = parent[i], layout[i]
            inherited = bits[p] & hands_down
            if (skipping_tags and tag[p] in skipping_tags) or (skips and self.styles.row_of(p) in skips):
                inherited |= self._skipped(i, p)
            if box < 0:
                bits[i] = inherited if inherited & _WITHOUT_BOX else inherited | self._why_no_box(i)
                continue
            row = style_row[box]
            x, y, width, height = bounds[box]
            if node_type[i] == TEXT:
                own, style = text_of_row[row], None
            else:
                own, style = own_of_row[row], box_styles[row]
                if inherited and style is not None and style.position == "fixed" and clips.is_top_layer(i):
                    inherited &= ~_FADED
                if namespace[i] == SVG and tag[i] in NEVER_DRAWN:
                    own |= BIT["not-drawn"]
            if width <= 0 or height <= 0:
                bits[i] = inherited | own | zero
                continue
            context = contexts[p]
            assert context is not None
            if context is not last:
                last, flow = context, context.flow.reach
            reach = flow if style is None else clips.own_under(i, context, style).reach
            left, top, right, bottom = reach
            if x < left or y < top or x + width > right or y + height > bottom:
                own |= self._clip_bits(i, reach)
            elif width <= TINY and height <= TINY:
                own |= tiny
            bits[i] = inherited | own

    def fill_all(self) -> None:
        self.fill(range(len(self.snapshot)))

    @cached_property
    def _style_bits(self) -> list[int]:
        """By distinct style row, of elements and pseudo-elements."""
        rules = [rule for rule in HIDDEN_RULES if rule.looks_at == "style"]
        return self.styles.judge(lambda row: _bits(rules, row))

    @cached_property
    def _text_style_bits(self) -> list[int]:
        """By distinct style row, of texts: what their parent hands down anyway is left out."""
        rules = [rule for rule in HIDDEN_RULES if rule.looks_at in ("style", "text-style") and not rule.inherits]
        return self.styles.judge(lambda row: _bits(rules, row))

    @cached_property
    def _skipping_rows(self) -> dict[int, int]:
        """Distinct style row -> bits for the children of an element with that style."""
        rules = [rule for rule in HIDDEN_RULES if rule.looks_at == "parent-style"]
        verdicts = self.styles.judge(lambda row: _bits(rules, row) if _can_skip(row) else 0)
        return {k: bits for k, bits in enumerate(verdicts) if bits}

    def _skipped(self, i: int, p: int) -> int:
        """Bits for a child that its parent does not show. It may have a box all the same: a script that measured it
        made the browser lay out what is skipped."""
        s, bits = self.snapshot, self._skipping_rows.get(self.styles.row_of(p), 0)
        rule = _CLOSED.get(s.tag[p])
        if rule is not None and "open" not in s.attrs(p) and i not in s.pseudo_type:
            if p not in self._shown:
                self._shown[p] = next((child for child in s.children(p) if s.tag[child] in rule.values), -1)
            bits |= BIT[rule.id] if i != self._shown[p] else 0
        return bits

    def _root_bits(self, i: int) -> int:
        """A document: hidden in a frame that is not painted itself."""
        owner = self.snapshot.parent[i]
        if owner < 0:
            return 0
        outer = self.bits[owner]
        return outer & INHERITED | (BIT["frame"] if outer else 0)

    def _clip_bits(self, i: int, reach: Edges) -> int:
        """What the clips that a user cannot scroll away leave of a box that they cut; of a text, of its lines."""
        if any(not _is_speck(piece, reach) for piece in self._pieces(i)):
            return 0
        left, top, right, bottom = self._pieces(i)[0]
        if right > reach[0] and bottom > reach[1] and left < reach[2] and top < reach[3]:
            return BIT["tiny"]
        frame = self.clips.frames[self.snapshot.document[i]]
        is_page = frame is not None and reach in (frame.context.flow.reach, frame.context.fixed.reach)
        return BIT["off-page"] if is_page else BIT["clipped"]

    def _pieces(self, i: int) -> list[Edges]:
        s = self.snapshot
        lines = s.text_boxes_of(s.layout[i]) if s.node_type[i] == TEXT else ()
        boxes = [s.text_box_bounds[k] for k in lines] or [s.bounds[s.layout[i]]]
        return [(x, y, x + width, y + height) for x, y, width, height in boxes]

    # ------------------------------------------------------------------------------------------------ no box

    def _why_no_box(self, i: int) -> int:
        """A node that has no box under a parent that is rendered: the first rule that tells why."""
        s = self.snapshot
        if not s.box_node:
            return self._without_layout(i)
        if s.node_type[i] == TEXT:
            return self._text_without_box(i)
        if self._has_box_below(i):
            return BIT["no-own-box"]
        return next((BIT[rule.id] for rule in _UNBOXED if _UNBOXED_TESTS[rule.looks_at](s, i, rule)), _DISPLAY)

    def _text_without_box(self, i: int) -> int:
        """White space between blocks, mostly: only a parent that skips its content says more than "no box"."""
        row = self.styles.row_of(self.snapshot.parent[i])
        return self._auto_rows.get(row, _DISPLAY)

    @cached_property
    def _auto_rows(self) -> dict[int, int]:
        """Distinct style row -> bits for the children without a box of an element with that style."""
        rules = [rule for rule in HIDDEN_RULES if rule.looks_at == "unboxed-parent-style"]
        return {k: bits for k, bits in enumerate(self.styles.judge(lambda row: _bits(rules, row))) if bits}

    def _has_box_below(self, i: int) -> bool:
        """Whether anything in the subtree has a box."""
        boxed = self._boxed
        k = bisect_left(boxed, i)
        return k < len(boxed) and boxed[k] < self.snapshot.subtree_end[i]

    @cached_property
    def _boxed(self) -> list[int]:
        """The nodes that have boxes, ascending; the wire has them so already."""
        return sorted(self.snapshot.box_node)

    def _without_layout(self, i: int) -> int:
        """Static HTML: the browser's own sheet, attributes and inline style decide (SPEC 9)."""
        s = self.snapshot
        if s.node_type[i] not in (ELEMENT, TEXT):
            return _DISPLAY
        key = s.tag[i], s.attribute_row[i]
        if key not in self._static:
            self._static[key] = _judge_markup(s.tag[i], s.attrs(i))
        bits, inherits_visibility = self._static[key]
        return bits | (self.bits[s.parent[i]] & BIT["visibility"] if inherits_visibility else 0)

    # ------------------------------------------------------------------------------------------------ descendants

    def _has_painted_descendant(self, i: int) -> bool:
        """Whether something below is painted. Every node that the search passes is decided with it, so that all
        searches together are linear."""
        known = self._painted_below
        if known[i] == _UNKNOWN:
            self._search(i)
        return known[i] == _SOMETHING

    def _search(self, i: int) -> None:
        s, known, bits = self.snapshot, self._painted_below, self.bits
        parent, subtree_end = s.parent, s.subtree_end
        self.own_bits(i)
        k, end, found, passed = i + 1, subtree_end[i], False, [i]
        while k < end and not found:
            if bits[k] == _NOT_YET:
                self.fill((k,))
            own = bits[k]
            if not own or known[k] == _SOMETHING:
                found = True
            elif own & INHERITED or known[k] == _NOTHING:
                k = subtree_end[k]
            else:
                passed.append(k)
                k += 1
        for node in passed:
            known[node] = _NOTHING
        if found:
            node = parent[k]
            while node >= i:
                known[node] = _SOMETHING
                node = parent[node]

    # ------------------------------------------------------------------------------------------------ apart

    @cached_property
    def _aria_hidden(self) -> bytearray:
        marked = nodes_with_attribute(self.snapshot, ("aria-hidden",))["aria-hidden"]
        return self._subtrees(i for i in marked if self.snapshot.attrs(i)["aria-hidden"] == "true")

    @cached_property
    def _inert(self) -> bytearray:
        return self._subtrees(nodes_with_attribute(self.snapshot, ("inert",))["inert"])

    def _subtrees(self, tops: Iterable[int]) -> bytearray:
        """Length N: 1 for these nodes and all below, content documents included."""
        s = self.snapshot
        flags = bytearray(len(s))
        for i in tops:
            if not flags[i]:
                flags[i : s.subtree_end[i]] = b"\1" * (s.subtree_end[i] - i)
        if any(flags):
            for document in s.documents:
                if document.owner >= 0 and flags[document.owner]:
                    flags[document.begin : document.end] = b"\1" * (document.end - document.begin)
        return flags


def _is_speck(piece: Edges, reach: Edges) -> bool:
    """Whether at most 1x1 px of a piece is left."""
    width = min(piece[2], reach[2]) - max(piece[0], reach[0])
    height = min(piece[3], reach[3]) - max(piece[1], reach[1])
    return width <= 0 or height <= 0 or (width <= TINY and height <= TINY)


def _bits(rules: Iterable[HiddenRule], row: Mapping[str, str]) -> int:
    return _union(rule for rule in rules if row.get(rule.key) in rule.values)


def _can_skip(row: Mapping[str, str]) -> bool:
    """Source: css-contain-2 #containment-size: what boxes content-visibility applies to."""
    return row.get("display") not in UNCONTAINED_DISPLAYS


_CLOSED = {rule.key: rule for rule in HIDDEN_RULES if rule.looks_at == "closed-parent"}

_Test = Callable[[Snapshot, int, HiddenRule], bool]

_UNBOXED = [rule for rule in HIDDEN_RULES if rule.looks_at.startswith("unboxed-")]
_UNBOXED_TESTS: Mapping[str, _Test] = {
    "unboxed-tag": lambda s, i, rule: s.tag[i] == rule.key,
    "unboxed-attribute": lambda s, i, rule: rule.key in s.attrs(i),
    "unboxed-parent-style": lambda s, i, rule: s.style(s.parent[i]).get(rule.key) in rule.values,
}


def _judge_markup(tag: str, attributes: Mapping[str, str]) -> tuple[int, bool]:
    """The bits that markup alone gives an element, and whether it leaves `visibility` to its parent."""
    style = inline_style(attributes.get("style", ""))
    bits = _union(rule for rule in STATIC_RULES if _STATIC_TESTS[rule.looks_at](tag, attributes, style, rule))
    return bits, "visibility" not in style


def inline_style(text: str) -> dict[str, str]:
    """The declarations of a style attribute; enough of CSS for the properties that hide."""
    pairs = (part.partition(":") for part in text.split(";"))
    return {name.strip().lower(): value.replace("!important", "").strip().lower() for name, _, value in pairs}


_StaticTest = Callable[[str, Mapping[str, str], Mapping[str, str], HiddenRule], bool]

_STATIC_TESTS: Mapping[str, _StaticTest] = {
    "user-agent": lambda tag, attributes, style, rule: tag in NOT_RENDERED,
    "inline-style": lambda tag, attributes, style, rule: style.get(rule.key) in rule.values,
    "attribute": lambda tag, attributes, style, rule: rule.key in attributes,
    "input-type": lambda tag, attributes, style, rule: (
        tag == "input" and attributes.get(rule.key, "").lower() in rule.values
    ),
    "closed-tag": lambda tag, attributes, style, rule: tag == rule.key and "open" not in attributes,
}

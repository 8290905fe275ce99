"""Which nodes the default accessibility tree prints, in which order (SPEC 7.1, 7.2).

In: a page, a filter, an anchor. Out: the entries of the outline. `all` is everything rendered anywhere on the page,
`visible` what a person sees in the window now, `interactive` the listed nodes. Hidden wrappers lend their place to what
is shown inside them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from types import MappingProxyType

from perception.listing import Listing
from perception.perceive import Page
from perception.snapshot import ELEMENT, SVG, TEXT
from perception.tables.outline import (
    NAMING_ATTRIBUTES,
    OPTION_TAGS,
    PRINTED_TAGS,
    TEXT_LEVEL_ELEMENTS,
    TRANSPARENT_ROLES,
)
from rendering.prune import Entry, Flow, Keep, outline
from rendering.shown_text import ShownText

OPTIONS_SHOWN = 12
"""HEURISTIC: options printed under a closed select; 57 of the 63 selects in the public captures have no more. Of a
longer list the others are counted, and an anchored reading of the select has them all."""


class Outliner:
    """One reading of one page. `anchor` is the node whose subtree is read, -1 for the page; `overlays` are the nodes
    that get a line because an overlay begins there."""

    def __init__(self, page: Page, filter: str, anchor: int = -1, overlays: Iterable[int] = ()) -> None:
        self.page, self.filter, self.anchor = page, filter, anchor
        self.overlays = frozenset(overlays)
        self.snapshot = page.snapshot
        self._bits = page.visibility.bits

    def entries(self) -> list[Entry]:
        """The entries of the page, or of the anchor's subtree; the anchor is the first, whatever the filter says."""
        s, anchor, policy = self.snapshot, self.anchor, POLICIES[self.filter].__get__(self)
        nodes, parent = accessible_order(self.page, self._nodes)
        if anchor < 0:
            return outline(nodes, parent, policy, self.flow)
        if s.node_type[anchor] == TEXT or anchor in s.pseudo_type:
            runs = outline(nodes, parent, policy, self.flow)
            run = next((entry.texts for entry in runs if entry.node == anchor), None)
            return [Entry(anchor, 0, -1, run or [(anchor, False)])]
        nodes = subtree(nodes, parent, anchor)
        return outline(nodes, parent, lambda i: Keep.NODE if i == anchor else policy(i), self.flow)

    def text(self, i: int) -> str:
        """The text of a text node or pseudo-element as the filter shows it, white space not collapsed."""
        s = self.snapshot
        if self.filter == "visible" and s.box_node:
            text = self._shown.raw(i)
            if text.casefold() == s.text(i).casefold():  # as written, not as `text-transform` shows it
                text = s.text(i)
        elif s.node_type[i] == TEXT:
            return s.text(i)
        else:
            boxes = range(max(s.layout[i], 0), s.layout_last[i] + 1)  # none of a pseudo-element without a box
            text = "".join(s.strings[s.box_text[box]] for box in boxes)
        is_bullet = s.pseudo_type.get(i) == "marker" and not any(c.isalnum() for c in text)
        return "" if is_bullet else text

    # ------------------------------------------------------------------------------------------------ nodes

    @property
    def _nodes(self) -> list[int]:
        """The nodes that can have an entry, and their ancestors, in reading order."""
        page, s = self.page, self.snapshot
        if self.filter == "interactive":
            nodes = page.flat_tree.closure([*page.listing.is_listed, *self.overlays])
        elif self.filter == "visible":
            nodes = page.window.in_expanded()
        elif s.box_node:
            nodes = page.flat_tree.closure([*s.box_node, *page.listing.is_listed, *self.options])
        else:
            nodes = list(range(len(s)))
        page.visibility.fill(nodes)
        return page.flat_tree.in_order(nodes)

    # ------------------------------------------------------------------------------------------------ policies

    def of_all(self, i: int) -> Keep:
        s = self.snapshot
        if s.node_type[i] == TEXT:
            return Keep.TEXT if not self._bits[i] and s.text(i).strip() else Keep.NOTHING
        return self._of_element(i, self.page.visibility.is_visible(i))

    def of_visible(self, i: int) -> Keep:
        page = self.page
        is_seen = page.visibility.is_visible(i) and page.window.is_in_viewport(i) is not False
        if self.snapshot.node_type[i] == TEXT:
            return Keep.TEXT if is_seen and self.text(i).strip() else Keep.NOTHING
        verdict = self._of_element(i, is_seen)
        return Keep.CHILDREN_ONLY if verdict == Keep.NODE and i not in self.acts and self._is_covered(i) else verdict

    def of_interactive(self, i: int) -> Keep:
        return Keep.NODE if i in self.acts or i in self.overlays else Keep.CHILDREN_ONLY

    def _is_covered(self, i: int) -> bool:
        """Whether opaque boxes hide the middle and the quarters of what the window shows of a leaf."""
        s = self.snapshot
        rect = self.page.window.visible_rect(i)
        if rect is None or s.layout[i] < 0 or s.subtree_end[i] > i + 1 or not self._shown.covers.may_hide(i, rect):
            return False
        left, top, right, bottom = rect
        return all(
            self._shown.covers.hide(i, left + (right - left) * across, top + (bottom - top) * down)
            for across, down in _PROBES
        )

    @cached_property
    def _shown(self) -> ShownText:
        return ShownText(self.page, self.page.window)

    def _of_element(self, i: int, is_seen: bool) -> Keep:
        s = self.snapshot
        if s.node_type[i] != ELEMENT:
            return Keep.CHILDREN_ONLY
        if i in s.pseudo_type:
            return Keep.TEXT if is_seen else Keep.NOTHING
        if i in self.acts or i in self.disabled or i in self.overlays or i in self.options:
            return Keep.NODE
        if not is_seen:
            return Keep.CHILDREN_ONLY
        tag = s.tag[i]
        if self.page.roles.role(i) in TRANSPARENT_ROLES:
            return Keep.NODE if self._is_replaced(i) or self._is_named(i) else Keep.CHILDREN_ONLY
        if tag == "svg" and s.namespace[i] == SVG and not self.page.names.name(i):
            return Keep.CHILDREN_ONLY
        return Keep.NODE

    def _is_replaced(self, i: int) -> bool:
        """A replaced element that shows something, and is not said to be decoration."""
        attrs = self.snapshot.attrs(i)
        return self.snapshot.tag[i] in PRINTED_TAGS and attrs.get("alt") != "" and "role" not in attrs

    def _is_named(self, i: int) -> bool:
        """A container without a role that its author named."""
        attrs = self.snapshot.attrs(i)
        return any(name in attrs for name in NAMING_ATTRIBUTES) and bool(self.page.names.name(i))

    @cached_property
    def _listing(self) -> Listing:
        return self.page.listing.everywhere if self.filter == "all" else self.page.listing

    @cached_property
    def acts(self) -> frozenset[int]:
        """The nodes that get a line because one can act on them."""
        return self._listing.is_listed

    @cached_property
    def disabled(self) -> frozenset[int]:
        """The nodes that get a line because one could act on them if they were not disabled."""
        return frozenset(self._listing.disabled) if self.filter != "interactive" else frozenset()

    # ------------------------------------------------------------------------------------------------ options

    @cached_property
    def options(self) -> frozenset[int]:
        """The options that are printed under selects that are shown closed: they have no boxes of their own."""
        if self.filter != "all":
            return frozenset()
        return frozenset(
            i
            for select, options in self._options_of_select.items()
            for i in options[: None if select == self.anchor else OPTIONS_SHOWN]
        )

    def more_options(self, i: int) -> int:
        """How many options of a closed select are not printed."""
        if self.filter != "all" or i == self.anchor:
            return 0
        return max(len(self._options_of_select.get(i, ())) - OPTIONS_SHOWN, 0)

    @cached_property
    def _options_of_select(self) -> Mapping[int, list[int]]:
        """Closed select -> its option groups and options in reading order."""
        s, out = self.snapshot, dict[int, list[int]]()
        for i, tag in enumerate(s.tag):
            if tag in OPTION_TAGS and s.layout[i] < 0:
                select = s.parent[s.parent[i]] if s.tag[s.parent[i]] in OPTION_TAGS else s.parent[i]
                if s.tag[select] == "select" and self.page.visibility.is_visible(select):
                    out.setdefault(select, []).append(i)
        return out

    # ------------------------------------------------------------------------------------------------ flow

    def flow(self, i: int) -> Flow:
        """How a node without a line stands in the text around it: by its computed display, without styles by its
        tag."""
        row = self.page.styles.row_of(i)
        if row >= 0 and "display" in self.snapshot.styles_captured:
            return self._flow_of_row[row]
        if self.snapshot.box_node and row < 0:
            return Flow.INLINE
        return Flow.INLINE if self.snapshot.tag[i] in TEXT_LEVEL_ELEMENTS else Flow.BLOCK

    @cached_property
    def _flow_of_row(self) -> list[Flow]:
        return self.page.styles.judge(lambda row: _flow(row.get("display", "")))


def _flow(display: str) -> Flow:
    if display in ("inline", "contents"):
        return Flow.INLINE
    return Flow.ATOM if display.startswith("inline-") else Flow.BLOCK


_PROBES = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))


def accessible_order(page: Page, nodes: list[int]) -> tuple[list[int], Sequence[int]]:
    """Nodes in the order of the accessibility tree, and the parent column that goes with it: a node that another one
    owns stands behind its owner's children. Source: wai-aria-1.2 #aria-owns."""
    ownership = page.roles.ownership
    members = set(nodes) if ownership.owner else set()
    owner = {i: by for i, by in ownership.owner.items() if i in members and by in members}
    if not owner:
        return nodes, page.snapshot.parent
    parent = list(page.snapshot.parent)
    children: dict[int, list[int]] = {}
    for i in nodes:
        if i not in owner:
            children.setdefault(parent[i], []).append(i)
    for i, by in owner.items():
        parent[i] = by
        children.setdefault(by, []).append(i)
    out, stack = [], list(reversed(children[-1]))
    while stack:
        i = stack.pop()
        out.append(i)
        stack += reversed(children.get(i, ()))
    return out, parent


def subtree(nodes: list[int], parent: Sequence[int], root: int) -> list[int]:
    """Those of the nodes that are in the subtree of `root`, itself always the first: they stand together."""
    start = nodes.index(root) if root in nodes else len(nodes)
    members = {root}

    def is_member(i: int) -> bool:
        if parent[i] in members:
            members.add(i)
            return True
        return False

    return [root, *takewhile(is_member, nodes[start + 1 :])]


POLICIES: Mapping[str, Callable[[Outliner, int], Keep]] = MappingProxyType(
    {"all": Outliner.of_all, "visible": Outliner.of_visible, "interactive": Outliner.of_interactive}
)
"""Filter -> what it keeps."""

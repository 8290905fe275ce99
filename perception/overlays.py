"""Dialogs, popovers, open menus and list boxes; what is modal, by evidence (SPEC 4.6).

In: roles, attributes, boxes in the window and the hit test over them. Out: the open overlays with the evidence for
their modality, and which nodes a modal one keeps the user from. Judged in the real window, whatever the expansion; a
modal of a frame rules that frame only. Without layout nothing is known to be open. Ids are given afterwards.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.geometry import Edges, contains
from perception.interactivity import Interactivity
from perception.occlusion import Occlusion
from perception.outside import Outside, Tally
from perception.roles import Roles
from perception.rows import rows_with
from perception.snapshot import ELEMENT, Document, Snapshot
from perception.styles import Styles
from perception.tables.overlays import (
    ARIA_MODAL,
    COVER,
    DIALOG_ROLES,
    NATIVE,
    OVERLAY_ATTRIBUTES,
    OVERLAY_TAGS,
    POPUP_REFERENCES,
    POPUP_ROLES,
    REST_INERT,
)
from perception.tables.painting import OUT_OF_FLOW
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility

FREE_CONTROLS = 10
"""HEURISTIC: aria-modal=true is not believed where the page behind has at least so many things to act on and nine in
ten of them take the click. Consent banners set it over a page in full use (44 free of 44); of the other 11 aria-modal
dialogs of the public captures none leaves more than four things free."""

FREE_SHARE = 0.9

FULL_WINDOW = 0.95
"""HEURISTIC: a cover of the window leaves at most a scroll bar's width free: 15 of 390 px, the narrowest window."""

PROBES = (0.02, 0.25, 0.5, 0.75, 0.98)
"""Where in the window a cover is looked for, as shares of its width and height. HEURISTIC: bars and side columns of the
public captures are wider than the gaps between the probes."""

POPUP_DEPTH = 3
"""HEURISTIC: so many wrappers stand between a popup and the box that is taken out of the flow, at most."""


class Overlay(NamedTuple):
    """An open overlay: its node, what it is (`dialog`, `alertdialog`, `menu`, `listbox`, `popover`, `combobox`),
    whether it is modal, and the evidence for that (a word of `tables/overlays.py`, '' without)."""

    node: int
    kind: str
    is_modal: bool
    evidence: str


class Overlays:
    """The open overlays of one page; `geometry` is that of the real window."""

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        roles: Roles,
        geometry: ViewportGeometry,
        occlusion: Occlusion,
        interactivity: Interactivity,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles, self.visibility = snapshot, flat_tree, styles, visibility
        self.roles, self.geometry, self.occlusion, self.interactivity = roles, geometry, occlusion, interactivity

    @cached_property
    def open(self) -> tuple[Overlay, ...]:
        """All open overlays, in flat-tree order."""
        found = [overlay for i in self._marked() if (overlay := self._overlay(i)) is not None]
        return tuple(sorted(found, key=lambda overlay: self.flat_tree.rank[overlay.node]))

    @property
    def modal(self) -> Overlay | None:
        """The topmost modal overlay of the top document, else that of a frame."""
        return next(iter(self._modals.values()), None)

    def is_pruning(self, i: int) -> bool:
        """Whether this overlay is the modal that the rest of the page is held back for; a frame's holds back its
        frame."""
        s = self.snapshot
        modal = self._modals.get(s.document[i])
        return modal is not None and modal.node == i and s.documents[s.document[i]].owner < 0

    def is_behind_modal(self, i: int) -> bool:
        """Whether a modal overlay keeps the user from reaching node `i`."""
        return bool(self._modals) and self.blocker(i) >= 0

    def blocker(self, i: int) -> int:
        """The modal that keeps the user from node `i`, in its document or a frame's around it; -1 for none."""
        s = self.snapshot
        while i >= 0:
            document = s.document[i]
            modal = self._modals.get(document)
            if modal is not None and self._is_outside(i, modal.node) and not self._is_above(i, document):
                return modal.node
            i = s.documents[document].owner
        return -1

    # ------------------------------------------------------------------------------------------------ what is open

    def _marked(self) -> Iterator[int]:
        """Elements of the window that may be overlays, by tag or attribute."""
        s, is_marked = self.snapshot, rows_with(self.snapshot, OVERLAY_ATTRIBUTES)
        for i in self._window:
            if (is_marked[s.attribute_row[i]] or s.tag[i] in OVERLAY_TAGS) and s.node_type[i] == ELEMENT:
                yield i

    @cached_property
    def _window(self) -> list[int]:
        return self.geometry.in_expanded()

    def _overlay(self, i: int) -> Overlay | None:
        kind = self._kind(i)
        if not kind or not self.visibility.is_visible(i) or self.geometry.visible_rect(i) is None:
            return None
        attrs = self.snapshot.attrs(i)
        if attrs.get("aria-hidden") == "true":
            return None
        if kind in POPUP_ROLES and not self._is_popup(i):
            return None
        evidence = self._modal_evidence(i) if kind in DIALOG_ROLES or attrs.get("aria-modal") == "true" else ""
        return Overlay(i, kind, bool(evidence), evidence)

    def _kind(self, i: int) -> str:
        """What kind of overlay the markup makes of a node, '' for none."""
        attrs, role = self.snapshot.attrs(i), self.roles.role(i)
        if role in DIALOG_ROLES or role in POPUP_ROLES:
            return role
        if attrs.get("aria-modal") == "true":
            return "dialog"
        if "popover" in attrs:
            return "popover"
        return "combobox" if role == "combobox" and attrs.get("aria-expanded") == "true" else ""

    def _is_popup(self, i: int) -> bool:
        """Whether a menu or list box has opened over the page: an expanded control names it, or it is out of the
        flow."""
        if i in self._named_popups:
            return True
        for _ in range(POPUP_DEPTH):
            if i < 0:
                return False
            if self.styles.get(i, "position") in OUT_OF_FLOW:
                return True
            i = self.snapshot.parent[i]
        return False

    @cached_property
    def _named_popups(self) -> dict[int, int]:
        """Popup -> the expanded control in the window that names it."""
        s, out = self.snapshot, dict[int, int]()
        known = set[tuple[int, str]]()
        for i in self._window:
            if s.node_type[i] != ELEMENT or s.attrs(i).get("aria-expanded") != "true":
                continue
            for references in (s.attrs(i).get(name, "") for name in POPUP_REFERENCES):
                if references and (key := (self.flat_tree.scope(i), references)) not in known:
                    known.add(key)
                    for popup in self.flat_tree.resolve_list(i, references):
                        out.setdefault(popup, i)
        return out

    # ------------------------------------------------------------------------------------------------ modality

    def _modal_evidence(self, i: int) -> str:
        if self._is_native_modal(i):
            return NATIVE
        if self.snapshot.attrs(i).get("aria-modal") == "true":
            return ARIA_MODAL if not self._leaves_page_free(i) else ""
        if self.snapshot.attrs(i).get("aria-modal") == "false":
            return ""
        if self._is_rest_inert(i):
            return REST_INERT
        return COVER if self._has_cover(i) else ""

    def _is_native_modal(self, i: int) -> bool:
        """Opened by `showModal()`: nothing in a capture says so but its place above all else. Source: html
        #dom-dialog-showmodal."""
        s = self.snapshot
        if s.tag[i] != "dialog" or "open" not in s.attrs(i) or self.styles.get(i, "position") != "fixed":
            return False
        order = s.paint_order[s.layout[i]]
        return order > 0 and order > self._page_orders.get(s.document[i], 0)

    @cached_property
    def _page_orders(self) -> dict[int, int]:
        """Document -> the highest paint order of its page: top-layer elements and what is in them left out."""
        s, tops = self.snapshot, dict[int, list[int]]()
        for i in self._in_top_layer:
            tops.setdefault(s.document[i], []).append(i)
        return {document: self._order_without(s.documents[document], found) for document, found in tops.items()}

    def _order_without(self, document: Document, tops: list[int]) -> int:
        """The highest paint order in a document outside these subtrees, which are given in wire order."""
        s = self.snapshot
        begin, end = bisect_left(s.box_node, document.begin), bisect_left(s.box_node, document.end)
        highest = 0
        for top in tops:
            highest = max(highest, max(s.paint_order[begin : bisect_left(s.box_node, top)], default=0))
            begin = max(begin, bisect_left(s.box_node, s.subtree_end[top]))
        return max(highest, max(s.paint_order[begin:end], default=0))

    @cached_property
    def _in_top_layer(self) -> list[int]:
        """Open dialogs and popovers in the window: the top layer or not, they are not the page."""
        s = self.snapshot
        return [i for i in self._marked() if s.layout[i] >= 0 and (s.tag[i] in OVERLAY_TAGS or "popover" in s.attrs(i))]

    @cached_property
    def _controls(self) -> Outside:
        """What a person could act on in the window, covered or not."""
        found = [k for k in self.interactivity.candidates(self._window) if self.visibility.is_visible(k)]
        return Outside(self.snapshot, sorted(found))

    @cached_property
    def _all(self) -> Tally:
        return self._controls.tally(lambda _: True)

    @cached_property
    def _shown(self) -> Tally:
        return self._controls.tally(lambda k: self.geometry.visible_rect(k) is not None)

    @cached_property
    def _free(self) -> Tally:
        return self._controls.tally(self._is_free)

    @cached_property
    def _inert(self) -> Tally:
        return self._controls.tally(lambda k: self.visibility.is_inert(k) or self.visibility.is_aria_hidden(k))

    def _is_free(self, k: int) -> bool:
        return self.geometry.visible_rect(k) is not None and self.occlusion.hit(k).occluded is False

    def _leaves_page_free(self, i: int) -> bool:
        free = self._controls.count(self._free, i)
        return free >= FREE_CONTROLS and free >= FREE_SHARE * self._controls.count(self._shown, i)

    def _is_rest_inert(self, i: int) -> bool:
        """Libraries take the page away from assistive technology while a modal is open."""
        outside = self._controls.count(self._all, i)
        return outside > 0 and outside == self._controls.count(self._inert, i)

    # ------------------------------------------------------------------------------------------------ covers

    def _has_cover(self, i: int) -> bool:
        """Whether every probe of the window outside the overlay lands on a full-window layer with nothing else in
        it."""
        own = self.geometry.visible_rect(i)
        if own is None or not self._controls.count(self._all, i) or self._leaves_some_free(i):
            return False
        if self._fills_window(own):
            return self.styles.get(i, "position") in OUT_OF_FLOW
        tops = {top for x, y, top in self._probes if not contains(own, x, y)}
        return all(top >= 0 and (self.flat_tree.is_within(top, i) or self._is_cover(top, i)) for top in tops)

    def _leaves_some_free(self, i: int) -> bool:
        """Whether a click reaches something under the overlay: a guided tour leaves what it speaks of in use."""
        s, highest = self.snapshot, self._order(i)
        for order, k in self._free_by_order.get(s.document[i], ()):
            if order >= highest:
                break
            if self._is_outside(k, i):
                return True
        return False

    @cached_property
    def _free_by_order(self) -> dict[int, list[tuple[int, int]]]:
        """Document -> paint order and node of its free controls, the lowest first."""
        s, out = self.snapshot, dict[int, list[tuple[int, int]]]()
        for k in self._controls.nodes:
            if s.layout[k] >= 0 and self._is_free(k):
                out.setdefault(s.document[k], []).append((s.paint_order[s.layout[k]], k))
        return {document: sorted(found) for document, found in out.items()}

    @cached_property
    def _probes(self) -> list[tuple[float, float, int]]:
        """Points all over the window, and what takes a click there."""
        _, _, width, height = self.geometry.window
        points = [(width * across, height * down) for down in PROBES for across in PROBES]
        return [(x, y, self.occlusion.top_at(x, y)) for x, y in points]

    def _is_cover(self, top: int, overlay: int) -> bool:
        """A layer out of the flow, or a part of one, that fills the window and holds nothing to act on but the
        overlay."""
        layer = top
        while layer >= 0 and not self._is_layer(layer):
            layer = self.snapshot.parent[layer]
        if layer < 0 or self.snapshot.document[layer] != self.snapshot.document[overlay]:
            return layer >= 0
        return not self._controls.count(self._all, overlay, layer + 1, self.snapshot.subtree_end[layer])

    def _is_layer(self, i: int) -> bool:
        rect = self.geometry.visible_rect(i)
        return rect is not None and self._fills_window(rect) and self.styles.get(i, "position") in OUT_OF_FLOW

    def _fills_window(self, rect: Edges) -> bool:
        _, _, width, height = self.geometry.window
        left, top, right, bottom = rect
        return right - left >= FULL_WINDOW * width and bottom - top >= FULL_WINDOW * height

    # ------------------------------------------------------------------------------------------------ behind a modal

    @cached_property
    def _modals(self) -> dict[int, Overlay]:
        """Document -> its topmost modal overlay, the top document's first."""
        s, out = self.snapshot, dict[int, Overlay]()
        for overlay in self.open:
            document = s.document[overlay.node]
            if not overlay.is_modal:
                continue
            if document not in out or self._order(overlay.node) >= self._order(out[document].node):
                out[document] = overlay
        return dict(sorted(out.items()))

    def _order(self, i: int) -> int:
        """Paint order of the topmost box in an overlay."""
        s = self.snapshot
        begin, end = self._boxes_of(i)
        return max(s.paint_order[begin:end], default=0)

    def _boxes_of(self, i: int) -> tuple[int, int]:
        s = self.snapshot
        return bisect_left(s.box_node, i), bisect_left(s.box_node, s.subtree_end[i])

    def _is_outside(self, i: int, modal: int) -> bool:
        """Neither in the modal nor round it."""
        end = self.snapshot.subtree_end
        return not modal <= i < end[modal] and not i < modal < end[i]

    def _is_above(self, i: int, document: int) -> bool:
        """Whether a node belongs to a popup that a modal of scripts lets the user reach."""
        roots, end = self._portals.get(document, ()), self.snapshot.subtree_end
        return any(root <= i < end[root] for root in roots)

    @cached_property
    def _portals(self) -> dict[int, tuple[int, ...]]:
        """Document -> the topmost boxes outside its modal that are still in reach: popups that a control in the modal
        names, and what is out of the flow and painted above the modal (calendars, lists, toasts at the end of the
        body).

        A native modal makes all else inert. Source: html #dom-dialog-showmodal (blocked by the modal dialog).
        """
        return {
            document: tuple(self._reachable(self.snapshot.documents[document], modal))
            for document, modal in self._modals.items()
            if modal.evidence != NATIVE
        }

    def _reachable(self, document: Document, modal: Overlay) -> Iterator[int]:
        s, order, end = self.snapshot, self._order(modal.node), 0
        named = {popup for popup, control in self._named_popups.items() if not self._is_outside(control, modal.node)}
        for i in self._window:
            if i < end or s.document[i] != document.index or not self._is_outside(i, modal.node):
                continue
            box = s.layout[i]
            is_above = box >= 0 and s.paint_order[box] > order and self.styles.get(i, "position") in OUT_OF_FLOW
            if is_above or i in named:
                yield i
                end = s.subtree_end[i]

"""Which nodes are listed, which node stands for which control (SPEC 4.7).

In: the rule verdicts, visibility, states, geometry, hit tests and overlays. Out: the nodes that get an id at an
expansion, and for every other node on which a rule fires the reason why not. Reasons are asked in one order, the
cheapest first; what is left is thinned out by `suppression.py`. Looks only at the nodes of the expanded window.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from perception.capture import paused_collector
from perception.columns import positions
from perception.flat_tree import FlatTree
from perception.interactivity import Interactivity
from perception.occlusion import UNTESTED, Occlusion
from perception.overlays import Overlays
from perception.snapshot import Snapshot
from perception.states import IN_BUTTON, States
from perception.styles import Styles
from perception.suppression import Lost, Suppression
from perception.tables.interactivity import (
    CLICKED_THROUGH_LABEL,
    CONTROL,
    LISTENER,
    PICTURES,
    STAYING_POSITIONS,
    TRANSPARENT,
    UNSEEN_REFUSED,
    UPLOAD_RULE,
)
from perception.viewport import WHOLE_PAGE, ViewportGeometry
from perception.visibility import Visibility

BACKDROP_SHARE = 0.6
"""HEURISTIC: of the window. Of the public captures' listeners over more of it none is more than a backdrop or a root
but those that show a hand, are a tab stop or a picture; the live truth draws the line here as well."""


class Listing:
    """The listed nodes of one page at the expansion of `geometry`; `whole` is the geometry of the whole page."""

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        states: States,
        geometry: ViewportGeometry,
        whole: ViewportGeometry,
        occlusion: Occlusion,
        interactivity: Interactivity,
        overlays: Overlays,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles, self.visibility = snapshot, flat_tree, styles, visibility
        self.states, self.geometry, self.whole, self.occlusion = states, geometry, whole, occlusion
        self.interactivity, self.overlays = interactivity, overlays
        self.is_whole_page = geometry.expansion == WHOLE_PAGE
        self._refusals: dict[int, str] = {}
        self._has_inputs = "input" in snapshot.tags

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """The nodes that get an id at the page's expansion, in flat-tree order."""
        return tuple(self.flat_tree.in_order(self.is_listed))

    @cached_property
    def is_listed(self) -> frozenset[int]:
        with paused_collector():
            return frozenset(self._offered - self._suppression.lost.keys())

    def control(self, i: int) -> int:
        """The hidden native control that a listed label or wrapper stands for, -1 for others."""
        return self.interactivity.control(i) if i in self.is_listed else -1

    def reason(self, i: int) -> str:
        """Why a node on which a rule fires is not listed: a word of `REFUSALS` or `suppressed`; '' where it is, or
        where no rule fires."""
        if not self.interactivity.rule(i) or i in self.is_listed:
            return ""
        return "suppressed" if i in self._suppression.lost else self._refusal(i) or "outside"  # of a frame not shown

    def lost(self, i: int) -> Lost | None:
        """Which listed node is kept for a suppressed one, and why; None for other nodes."""
        return self._suppression.lost.get(i)

    @cached_property
    def disabled(self) -> tuple[int, ...]:
        """The nodes of the expanded window that would be offered if they were not disabled, in wire order; a part of a
        disabled button is that button's."""
        found = (i for i, word in self._verdicts.items() if word == "disabled")
        shown = (i for i in found if self.visibility.is_visible(i) and not self.is_behind_modal(i))
        return tuple(i for i in shown if self.states.disabled_reason(i) != IN_BUTTON)

    def is_interactive(self, i: int) -> bool:
        """Listed at expansion -1 (the facts' `interactive`)."""
        return i in self.everywhere.is_listed

    @property
    def everywhere(self) -> "Listing":
        """The listing of the whole page. All verdicts about single nodes are shared with it."""
        return self if self.is_whole_page else self._everywhere

    @cached_property
    def _everywhere(self) -> "Listing":
        return Listing(
            self.snapshot,
            self.flat_tree,
            self.styles,
            self.visibility,
            self.states,
            self.whole,
            self.whole,
            self.occlusion,
            self.interactivity,
            self.overlays,
        )

    # ------------------------------------------------------------------------------------------------ what is left

    @cached_property
    def _offered(self) -> frozenset[int]:
        """Nodes that can be acted on, several for the same thing among them."""
        return frozenset(i for i, word in self._verdicts.items() if not word)

    @cached_property
    def _verdicts(self) -> dict[int, str]:
        """Node of the expanded window on which a rule fires -> its refusal."""
        nodes = self.geometry.in_expanded()
        self.visibility.fill(nodes)
        if self.is_whole_page:
            layout, tag = self.snapshot.layout, self.snapshot.tag
            nodes = [*nodes, *(i for i in positions(tag, "input") if layout[i] < 0)]  # files need no box
        candidates = list(self.interactivity.candidates(nodes))
        self._judge(candidates)
        return {i: self._refusals[i] for i in candidates}

    @cached_property
    def _suppression(self) -> Suppression:
        return Suppression(self.snapshot, self.styles, self.geometry, self.interactivity, self._offered)

    def _refusal(self, i: int) -> str:
        """The first word of `REFUSALS` that holds, '' where the node can be acted on."""
        if i not in self._refusals:
            self._judge((i,))
        return self._refusals[i]

    def _judge(self, nodes: Sequence[int]) -> None:
        """Find the refusal of each node: a row is asked of those only that it might refuse, which are few."""
        files = {i for i in nodes if self._takes_files(i)} if self.is_whole_page and self._has_inputs else ()
        seen = [i for i in nodes if i not in files] if files else nodes
        refused = dict[int, str]()
        for left, rows in ((seen, REFUSALS), (tuple(files), UNSEEN_REFUSALS)):
            for row in rows:
                for i in row.suspects(self, left):
                    if i not in refused and row.refuses(self, i):
                        refused[i] = row.word
        self._refusals.update({i: refused.get(i, "") for i in nodes})

    # ------------------------------------------------------------------------------------------------ refusals

    def is_disabled(self, i: int) -> bool:
        control = self.interactivity.control(i)
        return bool(self.states.disabled_reason(i) or (control >= 0 and self.states.disabled_reason(control)))

    def is_behind_modal(self, i: int) -> bool:
        return self.interactivity.profile.holds_back and self.overlays.is_behind_modal(i)

    def is_stood_for(self, i: int) -> bool:
        """A hidden control whose label is listed in its place."""
        label = self.interactivity.stand_in_label(i)
        return label >= 0 and not self._refusal(label)

    def lets_clicks_through(self, i: int) -> bool:
        """`pointer-events: none`, in the window and outside of it."""
        return self._are_pointers_off[self.styles.row_of(i)]

    @cached_property
    def _are_pointers_off(self) -> list[bool]:
        return self.styles.judge(lambda row: row.get("pointer-events") == "none")

    def is_outside(self, i: int) -> bool:
        if self.visibility.is_visible(i):
            if self.is_whole_page:
                return False
        elif not self._is_transparent(i):
            return False  # what is hidden is nowhere: another word tells why
        return self.geometry.meets_expanded(i) is False or (self.geometry.expansion == 0 and self._is_sliver(i))

    def _is_sliver(self, i: int) -> bool:
        """Whether the window shows less than a pixel of it: nothing to see, and no whole point to click."""
        part, rect = self.geometry.visible_rect(i), self.geometry.rect(i)
        if part is None or rect is None:
            return False
        is_low = part[3] - part[1] < 1 <= rect[3] - rect[1]
        return is_low or part[2] - part[0] < 1 <= rect[2] - rect[0]

    def is_hidden(self, i: int) -> bool:
        """Not painted; but a transparent control that takes the click is what a person clicks on."""
        if self.visibility.is_visible(i):
            return False
        row = self.interactivity.row(i)
        if row is None or row.evidence != CONTROL or not self._is_transparent(i):
            return True
        occluded = self.occlusion.hit(i).occluded
        return bool(occluded) or (occluded is None and row.id not in CLICKED_THROUGH_LABEL)

    def _is_transparent(self, i: int) -> bool:
        return self.visibility.hidden_reasons(i) == TRANSPARENT

    def is_covered(self, i: int) -> bool:
        """Occluded in the window; for the whole page a cover that stays when the page scrolls does not count."""
        hit = self.occlusion.hit(i) if i in self._window else UNTESTED
        if not hit.occluded:
            return False
        return not self.is_whole_page or not self._stays_in_window(hit.by, i)

    @cached_property
    def _window(self) -> frozenset[int]:
        """The nodes that can be tested for what covers them."""
        return frozenset(self.occlusion.geometry.in_expanded())

    def is_backdrop(self, i: int) -> bool:
        """Listens over most of the window and shows no other sign: a backdrop or the root of an app."""
        row = self.interactivity.row(i)
        if row is None or row.evidence != LISTENER or self.snapshot.tag[i] in PICTURES:
            return False
        part = self.geometry.visible_rect(i)
        if part is None:
            return False
        _, _, width, height = self.geometry.window
        if (part[2] - part[0]) * (part[3] - part[1]) < BACKDROP_SHARE * width * height:
            return False
        return not self.interactivity.shows_hand(i) and not self.interactivity.is_tab_stop(i)

    def _stays_in_window(self, cover: int, i: int) -> bool:
        """Whether scrolling may move node `i` from under its cover."""
        while cover >= 0 and not self.flat_tree.is_within(i, cover):
            if self.styles.get(cover, "position") in STAYING_POSITIONS:
                return True
            cover = self.snapshot.parent[cover]
        return False

    def _takes_files(self, i: int) -> bool:
        """A file input on the whole page: files are set on it without a click, so that it need not be seen."""
        is_field = self.is_whole_page and self.snapshot.tag[i] == "input"
        return is_field and self.interactivity.rule(i) == UPLOAD_RULE

    # ------------------------------------------------------------------------------------------------ suspects

    def not_painted(self, nodes: Sequence[int]) -> Sequence[int]:
        """Those whose own box is not known to be painted."""
        bits = self.visibility.bits
        return [i for i in nodes if bits[i]]

    def may_be_outside(self, nodes: Sequence[int]) -> Sequence[int]:
        return self.not_painted(nodes) if self.is_whole_page else nodes

    def may_be_disabled(self, nodes: Sequence[int]) -> Sequence[int]:
        return nodes if self.states.has_disabled else ()

    def may_be_stood_for(self, nodes: Sequence[int]) -> Sequence[int]:
        return self.not_painted(nodes) if "label" in self.snapshot.tags else ()

    def without_pointer(self, nodes: Sequence[int]) -> Sequence[int]:
        return [i for i in nodes if self.lets_clicks_through(i)] if any(self._are_pointers_off) else ()

    def listening(self, nodes: Sequence[int]) -> Sequence[int]:
        row_of = self.interactivity.row
        return [i for i in nodes if (row := row_of(i)) is not None and row.evidence == LISTENER]

    def may_be_behind(self, nodes: Sequence[int]) -> Sequence[int]:
        is_kept_off = self.interactivity.profile.holds_back and self.overlays.modal is not None
        return nodes if is_kept_off else ()

    def in_window(self, nodes: Sequence[int]) -> Sequence[int]:
        window = self._window
        return [i for i in nodes if i in window]


class Refusal(NamedTuple):
    """What refuses a node on which a rule fires. `suspects` gives those of many nodes that it can hold for at all."""

    word: str
    refuses: Callable[[Listing, int], bool]
    suspects: Callable[[Listing, Sequence[int]], Sequence[int]]


REFUSALS: tuple[Refusal, ...] = (
    Refusal("outside", Listing.is_outside, Listing.may_be_outside),
    Refusal("disabled", Listing.is_disabled, Listing.may_be_disabled),
    Refusal("stood-for", Listing.is_stood_for, Listing.may_be_stood_for),
    Refusal("pointer-events", Listing.lets_clicks_through, Listing.without_pointer),
    Refusal("hidden", Listing.is_hidden, Listing.not_painted),
    Refusal("backdrop", Listing.is_backdrop, Listing.listening),
    Refusal("behind-modal", Listing.is_behind_modal, Listing.may_be_behind),
    Refusal("occluded", Listing.is_covered, Listing.in_window),
)
"""The cheapest first (SPEC 4.7)."""

UNSEEN_REFUSALS = tuple(row for row in REFUSALS if row.word in UNSEEN_REFUSED)
"""What can refuse a node that need not be seen."""

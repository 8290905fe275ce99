"""Which nodes are listed, which node stands for which control (SPEC 4.7)."""

from functools import cached_property

from perception.flat_tree import FlatTree
from perception.interactivity import Interactivity
from perception.occlusion import Occlusion
from perception.overlays import Overlays
from perception.snapshot import Snapshot
from perception.states import States
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility


class Listing:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        visibility: Visibility,
        states: States,
        geometry: ViewportGeometry,
        occlusion: Occlusion,
        interactivity: Interactivity,
        overlays: Overlays,
    ) -> None:
        self.snapshot, self.flat_tree, self.visibility, self.states = snapshot, flat_tree, visibility, states
        self.geometry, self.occlusion = geometry, occlusion
        self.interactivity, self.overlays = interactivity, overlays

    @cached_property
    def listed(self) -> tuple[int, ...]:
        """The nodes that get an id at the page's expansion, in flat-tree order."""
        return tuple(i for i in self.flat_tree.order if self.interactivity.rule(i) and self.visibility.is_visible(i))

    @cached_property
    def is_listed(self) -> frozenset[int]:
        return frozenset(self.listed)

    def control(self, i: int) -> int:
        """The hidden native control that a listed label or wrapper stands for, -1 for others."""
        return -1

    def is_interactive(self, i: int) -> bool:
        """Listed at expansion -1 (the facts' `interactive`)."""
        return i in self.is_listed

    def reason(self, i: int) -> str:
        """Why a node on which a rule fires is not listed: `disabled`, `hidden`, `occluded`, `behind-modal`,
        `suppressed` …; '' where it is, or where no rule fires."""
        return ""

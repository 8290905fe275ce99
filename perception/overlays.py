"""Dialogs, popovers, open menus; what is modal, by evidence (SPEC 4.6)."""

from functools import cached_property
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.names import Names
from perception.roles import Roles
from perception.snapshot import Snapshot
from perception.states import States
from perception.styles import Styles
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility


class Overlay(NamedTuple):
    """An open overlay: its node, what it is (`dialog`, `alertdialog`, `menu`, `listbox`, `popover`, `combobox`),
    whether it is modal, and the evidence for that."""

    node: int
    kind: str
    is_modal: bool
    evidence: str


class Overlays:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        roles: Roles,
        names: Names,
        states: States,
        geometry: ViewportGeometry,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles, self.visibility = snapshot, flat_tree, styles, visibility
        self.roles, self.names, self.states, self.geometry = roles, names, states, geometry

    @cached_property
    def open(self) -> tuple[Overlay, ...]:
        """All open overlays, in flat-tree order."""
        return ()

    @cached_property
    def modal(self) -> Overlay | None:
        """The topmost modal overlay."""
        return None

    def is_behind_modal(self, i: int) -> bool:
        """Whether a modal overlay keeps the user from reaching node `i`."""
        return False

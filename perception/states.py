"""States, properties and live values (SPEC 3.4)."""

from perception.flat_tree import FlatTree
from perception.roles import Roles
from perception.snapshot import Snapshot
from perception.styles import Styles
from perception.visibility import Visibility


class States:
    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, visibility: Visibility, roles: Roles
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.roles = visibility, roles

    def states(self, i: int) -> dict[str, bool | str | int | float]:
        """The states that apply to the node, by ARIA name without the prefix (`checked`, `expanded` …); false ones
        that say something (`expanded: false`) are there, others are left out."""
        return {}

    def value(self, i: int) -> str | None:
        """What a person reads in the field; None where the node has no value. '' for a check box."""
        return None

    def disabled_reason(self, i: int) -> str:
        """Why the control cannot be used: `attribute`, `fieldset`, `optgroup`, `aria-disabled`, `inert`; '' where it can."""
        return ""

    def is_focusable(self, i: int) -> bool:
        return False

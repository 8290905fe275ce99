"""What can be acted on, by evidence (SPEC 4.4, 4.5): the rule rows through an index."""

from perception.flat_tree import FlatTree
from perception.profile import Profile
from perception.roles import Roles
from perception.snapshot import Snapshot
from perception.states import States
from perception.styles import Styles
from perception.visibility import Visibility


class Interactivity:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        roles: Roles,
        states: States,
        profile: Profile,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles, self.visibility = snapshot, flat_tree, styles, visibility
        self.roles, self.states, self.profile = roles, states, profile

    def rule(self, i: int) -> str:
        """The id of the first rule that fires, '' where none does."""
        return "native" if self.snapshot.tag[i] in ("a", "button", "input") else ""

    def action(self, i: int) -> str:
        """The action kind (SPEC 4.5): click, fill, select, check, upload, press, scroll, open."""
        return "click"

"""Accessible names (SPEC 3.2, 3.3): accname 1.2 as a tuple of named steps."""

from perception.flat_tree import FlatTree
from perception.profile import Profile
from perception.roles import Roles
from perception.snapshot import Snapshot
from perception.styles import Styles
from perception.visibility import Visibility


class Names:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        roles: Roles,
        profile: Profile,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.roles, self.profile = visibility, roles, profile

    def name(self, i: int) -> str:
        """The accessible name, '' without one."""
        return self.snapshot.attrs(i).get("aria-label", "")

    def name_from(self, i: int) -> str:
        """The id of the step that answered (`comp_labelledby` …), '' without a name."""
        return "comp_label" if self.name(i) else ""

    def name_nodes(self, i: int) -> tuple[int, ...]:
        """The nodes whose text or attributes make up the name."""
        return (i,) if self.name(i) else ()

"""The ARIA role of every element (SPEC 3.1)."""

from perception.flat_tree import FlatTree
from perception.naming_sources import NamingSources
from perception.snapshot import Snapshot
from perception.styles import Styles
from perception.visibility import Visibility


class Roles:
    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, visibility: Visibility, sources: NamingSources
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.sources = visibility, sources

    def role(self, i: int) -> str:
        """WebDriver's role string: `image`, `none`, `generic` for no role; '' for what is no element."""
        return self.snapshot.attrs(i).get("role", "generic")

    def role_from(self, i: int) -> str:
        """What decided it: `explicit`, `implicit`, `presentational` …"""
        return "implicit"

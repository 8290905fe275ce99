"""Accessible descriptions (SPEC 3.2)."""

from perception.flat_tree import FlatTree
from perception.names import Names
from perception.snapshot import Snapshot


class Descriptions:
    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, names: Names) -> None:
        self.snapshot, self.flat_tree, self.names = snapshot, flat_tree, names

    def description(self, i: int) -> str:
        """The accessible description, '' without one."""
        return self.snapshot.attrs(i).get("aria-description", "")

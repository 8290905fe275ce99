"""Accessible descriptions (SPEC 3.2)."""

from perception.flat_tree import FlatTree
from perception.names import Names
from perception.snapshot import Snapshot


class Descriptions:
    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, names: Names) -> None:
        self.snapshot, self.flat_tree, self.names = snapshot, flat_tree, names

    def description(self, i: int) -> str:
        """The accessible description, '' without one."""
        attrs = self.snapshot.attrs(i)
        references = attrs.get("aria-describedby", "")
        if references:
            targets = self.flat_tree.resolve_list(i, references)
            text = " ".join(self.names.text_of(t) for t in targets).strip()
            if text:
                return text
        if attrs.get("aria-description", "").strip():
            return attrs["aria-description"].strip()
        title = attrs.get("title", "").strip()
        return title if title and self.names.name_from(i) not in ("comp_tooltip", "") else ""

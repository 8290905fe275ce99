"""Who is on top: the hit test over boxes (SPEC 4.3)."""

from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.snapshot import Snapshot
from perception.styles import Styles
from perception.viewport import ViewportGeometry
from perception.visibility import Visibility


class Hit(NamedTuple):
    """`occluded` is None where nothing could be tested; `by` the covering node (-1: none); `point` a free point to
    click, viewport CSS px, None without one."""

    occluded: bool | None
    by: int
    point: tuple[float, float] | None


class Occlusion:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        geometry: ViewportGeometry,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.geometry = visibility, geometry

    def hit(self, i: int) -> Hit:
        rect = self.geometry.visible_rect(i)
        if rect is None:
            return Hit(None, -1, None)
        return Hit(False, -1, ((rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2))

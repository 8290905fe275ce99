"""What hides text: opaque boxes that are painted over it in the window (SPEC 6.1).

In: a page. Out: whether a point of a text lies under one. A box is opaque by its background colour, or by what it is (a
film, a frame); half-transparent ones, such as the shade behind a dialog, leave text readable. Clicks do not matter here
(`perception/occlusion.py`). Knows the real window only; on the whole page a cover that stays in it while the page
scrolls hides nothing.
"""

from bisect import insort
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from perception.geometry import Edges, contains
from perception.perceive import Page
from perception.snapshot import ELEMENT
from perception.tables.action_lines import OPAQUE_ELEMENTS, STAYING_POSITIONS
from perception.viewport import WHOLE_PAGE, ViewportGeometry

OPAQUE = 0.8
"""HEURISTIC: the least alpha of a background that hides what is under it; the same figure as BU-01."""

BAND = 64
"""CSS px of window height whose covers are looked through together: about three lines of text."""


class Cover(NamedTuple):
    """An opaque box, the last painted first; `edges` in viewport CSS px."""

    order: int
    node: int
    edges: Edges


class Covers:
    """The opaque boxes in the window of one page, for text that `geometry` is about."""

    def __init__(self, page: Page, geometry: ViewportGeometry) -> None:
        self.page, self.snapshot = page, page.snapshot
        self.is_whole = geometry.expansion == WHOLE_PAGE
        self._alpha = page.styles.judge(lambda row: alpha_of(row.get("background-color", "")) * _number(row, "opacity"))

    def may_hide(self, i: int, edges: Edges) -> bool:
        """Whether anything opaque near a text was painted after it."""
        s, bands = self.snapshot, self._bands
        order = -s.paint_order[s.layout[i]]
        for band in range(int(edges[1]) // BAND, int(edges[3]) // BAND + 1):
            covers = bands.get(band)
            if covers and covers[0].order < order:
                return True
        return False

    def hide(self, i: int, x: float, y: float) -> bool:
        """Whether a point of the text of node `i` (viewport CSS px) is under an opaque box."""
        s = self.snapshot
        order = -s.paint_order[s.layout[i]]
        for cover in self._bands.get(int(y) // BAND, ()):
            if cover.order >= order:
                return False
            if contains(cover.edges, x, y) and self._hides(cover.node, i):
                return True
        return False

    def _hides(self, cover: int, i: int) -> bool:
        if self.page.flat_tree.is_within(i, cover):
            return False
        node, alpha, stays = cover, 1.0, False
        while node >= 0 and not self.page.flat_tree.is_within(i, node):
            style = self.snapshot.style(node)
            stays = stays or style.get("position") in STAYING_POSITIONS
            if node != cover:
                alpha *= _number(style, "opacity")
            node = self.snapshot.parent[node]
        return alpha >= OPAQUE and not (stays and self.is_whole)

    @cached_property
    def _bands(self) -> Mapping[int, list[Cover]]:
        """Band of the window -> the opaque boxes that reach into it."""
        s, page, out = self.snapshot, self.page, dict[int, list[Cover]]()
        for i in page.window.in_expanded():
            box = s.layout[i]
            if box < 0 or not self._is_opaque(i, box) or not page.visibility.has_own_paint(i):
                continue
            edges = page.window.visible_rect(i)
            if edges is not None:
                cover = Cover(-s.paint_order[box], i, edges)
                for band in range(int(edges[1]) // BAND, int(edges[3]) // BAND + 1):
                    insort(out.setdefault(band, []), cover)
        return out

    def _is_opaque(self, i: int, box: int) -> bool:
        s = self.snapshot
        return s.node_type[i] == ELEMENT and (self._alpha[s.style_row[box]] >= OPAQUE or s.tag[i] in OPAQUE_ELEMENTS)


def alpha_of(color: str) -> float:
    """The alpha of a computed colour, 0 for none. Source: css-color-4 #serializing-color-values."""
    if not color or color == "transparent":
        return 0.0
    inside = color.rpartition("(")[2].rstrip(")")
    if "/" in inside:
        last = inside.rpartition("/")[2].strip()
    elif color.startswith(("rgba", "hsla")):
        last = inside.rpartition(",")[2].strip()
    else:
        return 1.0
    try:
        return float(last.rstrip("%")) / (100 if last.endswith("%") else 1)
    except ValueError:
        return 1.0


def _number(style: Mapping[str, str], name: str) -> float:
    try:
        return float(style.get(name, "1"))
    except ValueError:
        return 1.0

"""How far a page or a region can be scrolled (SPEC 2, `scroll_hint`).

In: snapshot, styles, geometry of the window. Out: CSS px above and below what is shown. Where the document itself does
not scroll, its largest scroll container speaks for it, as in applications whose window stays.
"""

from typing import NamedTuple

from perception.geometry import Edges
from perception.interactivity import Interactivity
from perception.snapshot import ELEMENT, Snapshot
from perception.viewport import ViewportGeometry


class Scroll(NamedTuple):
    """CSS px that can be scrolled in each direction."""

    above: float
    below: float
    left: float = 0.0
    right: float = 0.0


STILL = Scroll(0.0, 0.0)


def region_scroll(s: Snapshot, i: int) -> Scroll:
    """How far the content of node `i` can be scrolled; `STILL` without scroll rectangles."""
    box = s.layout[i]
    if box < 0 or len(s.scroll_rects[box]) != 4 or len(s.client_rects[box]) != 4:
        return STILL
    x, y, width, height = s.scroll_rects[box]
    _, _, shown_width, shown_height = s.client_rects[box]
    return Scroll(max(y, 0.0), max(height - shown_height - y, 0.0), max(x, 0.0), max(width - shown_width - x, 0.0))


def page_scroll(s: Snapshot) -> Scroll:
    """How far the top document can be scrolled."""
    document, view = s.documents[0], s.viewport
    x, y = document.scroll_x, document.scroll_y
    right, below = document.content_width - view.width - x, document.content_height - view.height - y
    return Scroll(max(y, 0.0), max(below, 0.0), max(x, 0.0), max(right, 0.0))


def scroll_hint(s: Snapshot, window: ViewportGeometry, interactivity: Interactivity) -> tuple[float, float]:
    """CSS px above and below what the window shows, of the page or of its largest scroll container in the window."""
    page = page_scroll(s)
    if page.above >= 1 or page.below >= 1:
        return page.above, page.below
    best, largest = STILL, 0.0
    for i in window.in_expanded():
        if s.node_type[i] == ELEMENT and s.layout[i] >= 0 and interactivity.scrolls(i):
            scroll, shown = region_scroll(s, i), window.visible_rect(i)
            if shown is not None and _area(shown) > largest and (scroll.above >= 1 or scroll.below >= 1):
                best, largest = scroll, _area(shown)
    return best.above, best.below


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])

"""How far pages and regions scroll (SPEC 2, scroll_hint)."""

from typing import Any

import ids
from perception import load, perceive
from perception.perceive import Page
from perception.scrolling import STILL, Scroll, region_scroll
from perception.testing import capture_from, node_at
from rendering import action_space

REGION = "div id=r tabindex=0 aria-label=Log {overflow-y: auto} @0,0,200,100\n  p @0,0,200,20"


def scrolled(tree: str, regions: dict[str, tuple[float, float, float, float]], **document: float) -> Page:
    """A page whose elements have these scroll rectangles (by id) and whose top document has these fields."""
    capture: dict[str, Any] = capture_from(tree)
    top = capture["snapshot"]["documents"][0]
    top.update(document)
    page = perceive(load(capture))
    rows = {page.snapshot.layout[node_at(page, id).i]: rect for id, rect in regions.items()}
    for row, rect in rows.items():
        top["layout"]["scrollRects"][row] = list(rect)
    return perceive(load(capture))


def test_region_scroll_is_what_is_left_in_each_direction() -> None:
    page = scrolled(REGION, {"r": (0, 40, 200, 500)})
    assert region_scroll(page.snapshot, node_at(page, "r").i) == Scroll(40, 360, 0, 0)


def test_what_has_no_box_is_still() -> None:
    page = scrolled('div id=n {display: none} "x"', {})
    assert region_scroll(page.snapshot, node_at(page, "n").i) == STILL


def test_hint_is_the_documents() -> None:
    page = scrolled(REGION, {"r": (0, 40, 200, 500)}, contentHeight=2000, scrollOffsetY=300)
    assert page.scroll_hint == (300, 900)


def test_where_the_document_stays_its_largest_scroller_speaks() -> None:
    small = "div id=s {overflow-y: auto} @0,200,20,20\n  p @0,200,20,20"
    page = scrolled(f"{REGION}\n{small}", {"r": (0, 40, 200, 500), "s": (0, 9, 20, 99)})
    assert page.scroll_hint == (40, 360)


def test_a_page_that_fits_has_nothing_above_or_below() -> None:
    assert scrolled("p", {}).scroll_hint == (0, 0)


def test_lines_of_scroll_regions_say_how_far() -> None:
    page = scrolled(REGION, {"r": (0, 40, 200, 500)})
    assert 'scroll="40 above, 360 below"' in action_space(page, ids.assign(page)).description


def test_text_in_a_scroll_region_is_read_where_it_stands() -> None:
    page = scrolled(f'{REGION}\n    "One" @0,0,200,20', {"r": (0, 0, 200, 500)})
    lines = action_space(page, ids.assign(page)).description.split("\n")
    assert lines[1:] == ["_[:]One"]

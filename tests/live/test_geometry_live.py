"""Rectangles, being in the window and being visible, against the same page in the same load (SPEC 4.1, 4.2).

Every page of the corpus is opened, captured and perceived, then the browser is asked about every element. Where its
question is not ours the claim says what follows from its answer all the same; nothing is passed over.
"""

from collections.abc import Callable, Iterator

import pytest

import perception
from corpus.browser import Browser, Tab
from corpus.build import Capture, capture_of, declared, opened
from corpus.live import Record, measure
from perception import perceive
from perception.perceive import Page
from perception.snapshot import SVG, Snapshot

CAPTURES = declared()

RECT_TOLERANCE = 1.0
"""CSS px between a box of the snapshot and the same element's getBoundingClientRect."""

BEYOND_CSS = frozenset({"clipped", "font-size", "frame", "not-drawn", "off-page", "tiny", "zero-area"})
"""Hidden reasons that checkVisibility() does not know: it asks for styles, not for what is painted."""

Disagreement = tuple[str, str, object, object]
"""Claim, element, the browser's answer, ours."""


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture.name)
def test_geometry_agrees_with_the_live_page(capture: Capture, browser_of: Callable[[float], Browser]) -> None:
    with opened(browser_of(capture.real_scale), capture) as tab:
        disagreements, compared = _agreement(tab, capture)
        if capture.after:
            tab.act(capture.after)
            later, more = _agreement(tab, capture)
            disagreements += later
            compared += more
    assert compared > 0
    assert not disagreements


def _agreement(tab: Tab, capture: Capture) -> tuple[list[Disagreement], int]:
    page = perceive(perception.load(capture_of(tab, capture)))
    live = measure(tab)
    known = {i: live[page.snapshot.backend_node_id[i]] for i in _elements(page, live)}
    found = [d for i, record in known.items() for d in _disagreements(page, i, record, known)]
    return found, len(known)


def _elements(page: Page, live: dict[int, Record]) -> Iterator[int]:
    """The measured elements that the snapshot has; out-of-process frames count their ids anew and are not measured."""
    s = page.snapshot
    keys = ((i, (0, backend)) for i, backend in enumerate(s.backend_node_id) if backend in live)
    return (i for i, key in keys if s.node_of_key.get(key) == i and not s.pseudo_type.get(i))


def _disagreements(page: Page, i: int, record: Record, known: dict[int, Record]) -> Iterator[Disagreement]:
    s = page.snapshot
    attributes = s.attrs(i)
    name = f"{s.tag[i]}#{attributes.get('id', '')}.{attributes.get('class', '')} ({s.backend_node_id[i]})"
    below = [known[k] for k in range(i + 1, s.subtree_end[i]) if k in known]
    has_area = record["topRect"][2] > 0 and record["topRect"][3] > 0

    # Content that is skipped (closed details, content-visibility) gets its boxes only when a script asks for them.
    if record["box"] and (s.layout[i] >= 0 or record["visible"]) and not _same_rect(page, i, record["topRect"]):
        yield "rect", name, record["topRect"], page.geometry.rect(i)

    inside = page.geometry.is_in_viewport(i)
    if has_area and inside != record["inViewport"]:
        yield "in viewport", name, record["inViewport"], inside
    if not has_area and not inside and any(r["inViewport"] and r["visible"] for r in below):
        yield "in viewport by what is below it", name, True, inside

    reasons = set(page.visibility.hidden_reasons(i))
    if record["visible"] and reasons - BEYOND_CSS:
        yield "visible", name, True, reasons
    if record["visible"] and "zero-area" in reasons and has_area:
        yield "area", name, record["topRect"], reasons
    if not record["visible"] and not reasons and not any(r["visible"] for r in below) and record["box"]:
        yield "visible", name, False, reasons


def _same_rect(page: Page, i: int, want: list[float]) -> bool:
    """Equal to the tolerance; in the snapshot an SVG shape's box holds its stroke, so it lies round the live one."""
    got = page.geometry.rect(i)
    if got is None:
        return False
    edges = want[0], want[1], want[0] + want[2], want[1] + want[3]
    outside = [edges[0] - got[0], edges[1] - got[1], got[2] - edges[2], got[3] - edges[3]]
    is_shape = page.snapshot.namespace[i] == SVG and page.snapshot.tag[i] != "svg"
    return all(x >= -RECT_TOLERANCE and (is_shape or x <= RECT_TOLERANCE) for x in outside)


def _tags(snapshot: Snapshot) -> list[list[str]]:
    """Names of the nodes in wire order, for each document; frames of other processes attach in any order."""
    return sorted(snapshot.tag[document.begin : document.end] for document in snapshot.documents)


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture.name)
def test_committed_capture_is_of_the_page_as_it_stands(
    capture: Capture, browser_of: Callable[[float], Browser]
) -> None:
    """Texts and boxes may differ with the fonts of the machine."""
    with opened(browser_of(capture.real_scale), capture) as tab:
        fresh = perception.load(capture_of(tab, capture))
    assert _tags(fresh) == _tags(perception.load(capture.file)), "run `make corpus`"

"""Geometry against live truth: rectangles, in-viewport, visible (SPEC 4.1, 4.2, 4.8).

In: a page and the records that a browser gave of it. Out: one `Finding` a comparison. `checkVisibility()` asks a
somewhat different question than SPEC 4.1; every such difference is a row of `DIFFERENCES` and names what it explains.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from benchmarks.findings import Finding
from perception.perceive import Page

Record = Mapping[str, Any]

RECT_TOLERANCE = 1.5
"""CSS px: what bounds and getBoundingClientRect differ by at most, wherever the recorder compared them."""

AREA_REASONS = frozenset({"clipped", "font-size", "not-drawn", "off-page", "tiny", "zero-area"})
"""Hidden reasons that `checkVisibility()` does not look at."""

AREA_IN_WINDOW = frozenset({"font-size", "not-drawn", "tiny", "zero-area"})
"""Those of them that can hold of an element for which an IntersectionObserver reports area in the window."""


class Difference(NamedTuple):
    """A known difference of definition: `explains(page, i, record)` holds where it is the cause of a disagreement."""

    id: str
    measure: str
    explains: Callable[[Page, int, Record], bool]
    why: str


def _paints_no_area(page: Page, i: int, record: Record) -> bool:
    reasons = set(page.visibility.hidden_reasons(i))
    may_be_seen = reasons <= AREA_IN_WINDOW or not record.get("inViewport")
    return bool(record.get("visible")) and bool(reasons) and reasons <= AREA_REASONS and may_be_seen


def _stands_for_content(page: Page, i: int, record: Record) -> bool:
    return not record.get("visible") and page.visibility.is_visible(i) and not page.visibility.has_own_paint(i)


def _is_skipped_for_now(page: Page, i: int, record: Record) -> bool:
    if record.get("visible") or not page.visibility.is_visible(i):
        return False
    return any(page.styles.get(p, "content-visibility") == "auto" for p in page.flat_tree.ancestors(i))


def _is_where_its_content_is(page: Page, i: int, record: Record) -> bool:
    rect = page.node(i).rect
    return not record.get("inViewport") and (rect is None or rect.area == 0) and page.visibility.is_visible(i)


def _is_never_drawn(page: Page, i: int, record: Record) -> bool:
    return bool(record.get("inViewport")) and "not-drawn" in page.visibility.hidden_reasons(i)


DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "content", "in_viewport", _is_where_its_content_is, "no area of its own: it is where the things in it are"
    ),
    Difference("defs", "in_viewport", _is_never_drawn, "an observer sees SVG definitions where nothing is drawn"),
    Difference("no-area", "visible", _paints_no_area, "checkVisibility() knows no size, clip or position"),
    Difference("content", "visible", _stands_for_content, "its own box shows nothing, what is in it is painted"),
    Difference("skipped-for-now", "visible", _is_skipped_for_now, "content-visibility:auto: painted when scrolled to"),
)


def findings(page: Page, truth: Mapping[str, Any]) -> Iterator[Finding]:
    """Every comparison that can be made for the recorded elements of one page."""
    s = page.snapshot
    for backend, record in truth["nodes"].items():
        i = s.node_of_key.get((0, int(backend)))
        if i is None:
            continue
        if s.layout[i] >= 0:
            yield _rect(page, i, record)
        yield _in_viewport(page, i, record)
        yield _visible(page, i, record)


def _rect(page: Page, i: int, record: Record) -> Finding:
    want, rect = record["topRect"], page.node(i).rect
    is_same = rect is not None and all(abs(g - w) <= RECT_TOLERANCE for g, w in zip(rect, want, strict=True))
    return Finding("rect", i, is_same, want, rect)


def _in_viewport(page: Page, i: int, record: Record) -> Finding:
    want, got = bool(record.get("inViewport")), page.geometry.is_in_viewport(i)
    return Finding("in_viewport", i, want == got, want, got, _why("in_viewport", want == got, page, i, record))


def _visible(page: Page, i: int, record: Record) -> Finding:
    want, reasons = bool(record.get("visible")), page.visibility.hidden_reasons(i)
    agrees = want is not bool(reasons)
    return Finding("visible", i, agrees, want, reasons, _why("visible", agrees, page, i, record))


def _why(measure: str, agrees: bool, page: Page, i: int, record: Record) -> str:
    """The difference that explains a disagreement, '' for a plain one."""
    rows = DIFFERENCES if not agrees else ()
    return next((row.id for row in rows if row.measure == measure and row.explains(page, i, record)), "")

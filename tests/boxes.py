"""Changes to drawn captures that the drawing cannot say: scroll offsets, borders, scrollers, several lines."""

from collections.abc import Sequence
from typing import Any

Capture = dict[str, Any]


def _places(capture: Capture, id: str) -> tuple[dict[str, Any], int, int]:
    """(document, node, layout row) of the element with this id attribute; row -1 without a box."""
    strings = capture["snapshot"]["strings"]
    for document in capture["snapshot"]["documents"]:
        for node, row in enumerate(document["nodes"]["attributes"]):
            if [strings[k] for k in row[:2]] == ["id", id]:
                boxes = document["layout"]["nodeIndex"]
                return document, node, boxes.index(node) if node in boxes else -1
    raise LookupError(id)


def scroll_document(capture: Capture, index: int, x: float, y: float) -> None:
    """Scroll one document, CSS px."""
    document = capture["snapshot"]["documents"][index]
    document["scrollOffsetX"], document["scrollOffsetY"] = x, y


def resize_document(capture: Capture, index: int, width: float, height: float) -> None:
    """Give the `#document` box, the size of the window or frame that shows it."""
    capture["snapshot"]["documents"][index]["layout"]["bounds"][0] = [0, 0, width, height]


def scroll_element(capture: Capture, id: str, rect: Sequence[float]) -> None:
    """[scrollLeft, scrollTop, scrollWidth, scrollHeight] of an element with a first attribute `id`."""
    document, _, row = _places(capture, id)
    document["layout"]["scrollRects"][row] = list(rect)


def client_element(capture: Capture, id: str, rect: Sequence[float]) -> None:
    """[clientLeft, clientTop, clientWidth, clientHeight] of an element with a first attribute `id`."""
    document, _, row = _places(capture, id)
    document["layout"]["clientRects"][row] = list(rect)


def lines_of_text(capture: Capture, id: str, lines: Sequence[tuple[int, int, Sequence[float]]]) -> None:
    """Line boxes (start, length, bounds) of the text child of an element with a first attribute `id`."""
    document, node, _ = _places(capture, id)
    layout, boxes = document["layout"], document["textBoxes"]
    row = layout["nodeIndex"].index(node + 1)
    first = boxes["layoutIndex"].index(row)
    for column in boxes.values():
        del column[first]
    for k, (start, length, bounds) in enumerate(lines):
        for name, value in (("layoutIndex", row), ("start", start), ("length", length), ("bounds", list(bounds))):
            boxes[name].insert(first + k, value)
    left, top = min(b[0] for _, _, b in lines), min(b[1] for _, _, b in lines)
    right, bottom = max(b[0] + b[2] for _, _, b in lines), max(b[1] + b[3] for _, _, b in lines)
    layout["bounds"][row] = [left, top, right - left, bottom - top]


def without_layout(capture: Capture) -> Capture:
    """As static HTML is: nodes, and no boxes at all."""
    for document in capture["snapshot"]["documents"]:
        for part in (document["layout"], document["textBoxes"]):
            for column in part.values():
                column.clear()
    return capture


def paint_element(capture: Capture, id: str, order: int) -> None:
    """Paint order of all boxes of an element with a first attribute `id` and of what is in it."""
    document, node, _ = _places(capture, id)
    parents, layout = document["nodes"]["parentIndex"], document["layout"]
    inside = {node}
    for child in range(node + 1, len(parents)):
        if parents[child] not in inside:
            break
        inside.add(child)
    for row, owner in enumerate(layout["nodeIndex"]):
        if owner in inside:
            layout["paintOrders"][row] = order

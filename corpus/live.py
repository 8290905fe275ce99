"""What a live page says of its own elements.

In: an open `Tab`. Out: backend node id -> record, for every element of the page, of its open and closed shadow roots
and of its same-process frames. The answers are the browser's own (`record.js`: getBoundingClientRect,
IntersectionObserver, checkVisibility, elementFromPoint); no engine of ours is asked.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from corpus.browser import BrowserError, Tab

RECORD_JS = (Path(__file__).parent / "record.js").read_text(encoding="utf-8")

Record = dict[str, Any]
"""One element as `record.js` gives it, other elements by backend node id, with `parent` and `topRect`: x, y, width and
height in CSS px of the top viewport."""


class Placement(NamedTuple):
    """Where a document lies in the top viewport: its own viewport coordinates times the scale, plus the offset."""

    x: float = 0
    y: float = 0
    scale_x: float = 1
    scale_y: float = 1

    def to_top(self, rect: list[float]) -> list[float]:
        x, y, width, height = rect
        return [self.x + self.scale_x * x, self.y + self.scale_y * y, self.scale_x * width, self.scale_y * height]

    def inside(self, owner: Record) -> "Placement":
        """The placement of the document in a frame element that was recorded."""
        x, y, width, height = owner["topRect"]
        inset_x, inset_y, offset_width, offset_height = owner["frame"]
        scale_x, scale_y = _ratio(width, offset_width), _ratio(height, offset_height)
        return Placement(x + scale_x * inset_x, y + scale_y * inset_y, scale_x, scale_y)


class _Root(NamedTuple):
    """A document or shadow root as `DOM.getDocument` gives it; `owner` is its frame element or host."""

    node: Mapping[str, Any]
    placement: Placement
    owner: int | None


def measure(tab: Tab) -> dict[int, Record]:
    """Records of all elements, by backend node id."""
    records: dict[int, Record] = {}
    roots = [_Root(tab.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"], Placement(), None)]
    while roots:
        root = roots.pop()
        elements = list(_elements_below(root))
        answers = _ask(tab, root.node["backendNodeId"])
        if [node["localName"] for node, _ in elements] != [answer["tag"] for answer in answers]:
            raise BrowserError(f"the document changed while it was measured: {root.node.get('documentURL')}")
        order = [node["backendNodeId"] for node, _ in elements]
        for (node, parent), record in zip(elements, answers, strict=True):
            records[node["backendNodeId"]] = record
            record["parent"] = parent
            record["topRect"] = root.placement.to_top(record["rect"])
            record["labels"] = [order[k] for k in record["labels"] if k is not None]
            for key in ("control", "hitBlockedBy"):
                record[key] = order[record[key]] if record.get(key) is not None else None
            roots += _roots_of(node, record, root.placement)
    return records


def _roots_of(node: Mapping[str, Any], record: Record, placement: Placement) -> Iterator[_Root]:
    """The author's shadow root of an element, and the document in it."""
    for inner in node.get("shadowRoots", ()):
        if inner["shadowRootType"] != "user-agent":
            yield _Root(inner, placement, node["backendNodeId"])
    if record["frame"] and "contentDocument" in node:
        yield _Root(node["contentDocument"], placement.inside(record), node["backendNodeId"])


def _elements_below(root: _Root) -> Iterator[tuple[Mapping[str, Any], int | None]]:
    """Elements in tree order with their parents, inner roots left out: as `querySelectorAll('*')` gives them."""
    stack = [(child, root.owner) for child in reversed(root.node.get("children", ()))]
    while stack:
        node, parent = stack.pop()
        if node["nodeType"] == 1:
            yield node, parent
            stack += ((child, node["backendNodeId"]) for child in reversed(node.get("children", ())))


def _ask(tab: Tab, backend_node_id: int) -> list[Record]:
    target = tab.send("DOM.resolveNode", {"backendNodeId": backend_node_id})["object"]
    params = {"objectId": target["objectId"], "functionDeclaration": RECORD_JS}
    reply = tab.send("Runtime.callFunctionOn", {**params, "awaitPromise": True, "returnByValue": True})
    answers: list[Record] = tab.value(reply)
    return answers


def _ratio(painted: float, laid_out: float) -> float:
    return painted / laid_out if laid_out else 1

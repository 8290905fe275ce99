"""What a live page says of its own elements: rectangles, being in the window, being visible.

In: an open `Tab`. Out: backend node id -> record, for every element of the page, of its open and closed shadow roots
and of its same-process frames. The answers are the browser's own (getBoundingClientRect, IntersectionObserver,
checkVisibility); nothing is written into the page, and no engine of ours is asked.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypedDict

from corpus.browser import BrowserError, Tab

MEASURE_JS = """
async function () {
  const elements = [...this.querySelectorAll('*')], inside = new Map();
  await new Promise(done => {
    if (!elements.length) done();
    setTimeout(done, 1000);
    const observer = new IntersectionObserver(entries => {
      for (const {target, intersectionRect: r} of entries) inside.set(target, r.width > 0 && r.height > 0);
      if (inside.size === elements.length) { observer.disconnect(); done(); }
    });
    for (const element of elements) observer.observe(element);
  });
  const insets = (element, style) => [
    element.clientLeft + parseFloat(style.paddingLeft), element.clientTop + parseFloat(style.paddingTop),
    element.offsetWidth, element.offsetHeight,
  ];
  return elements.map(element => {
    const {x, y, width, height} = element.getBoundingClientRect();
    const asked = {checkVisibilityCSS: true, contentVisibilityAuto: true};
    return {
      tag: element.localName,
      rect: [x, y, width, height],
      box: element.getClientRects().length > 0,
      inViewport: inside.get(element) === true,
      visible: element.checkVisibility({...asked, checkOpacity: true}),
      frame: element.contentDocument ? insets(element, getComputedStyle(element)) : null,
    };
  });
}
"""
"""Called on a document or shadow root. Where a frame is not rendered the observer never answers: so the time limit."""


class Record(TypedDict):
    """One element. `topRect` is x, y, width, height in CSS px of the top viewport; `box`: it has boxes at all."""

    tag: str
    topRect: list[float]
    box: bool
    inViewport: bool
    visible: bool


class Placement(NamedTuple):
    """Where a document lies in the top viewport: its own viewport coordinates times `scale`, plus the offset."""

    x: float = 0
    y: float = 0
    scale_x: float = 1
    scale_y: float = 1

    def to_top(self, rect: list[float]) -> list[float]:
        x, y, width, height = rect
        return [
            self.x + self.scale_x * x,
            self.y + self.scale_y * y,
            self.scale_x * width,
            self.scale_y * height,
        ]

    def inner(self, owner: Mapping[str, Any]) -> "Placement":
        """The placement of the document in a frame element; `owner` is that element's raw measurement."""
        x, y, width, height = self.to_top(owner["rect"])
        inset_x, inset_y, offset_width, offset_height = owner["frame"]
        scale_x, scale_y = _ratio(width, offset_width), _ratio(height, offset_height)
        return Placement(x + scale_x * inset_x, y + scale_y * inset_y, scale_x, scale_y)


def measure(tab: Tab) -> dict[int, Record]:
    """Records of all elements, by backend node id."""
    records: dict[int, Record] = {}
    roots = [(tab.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"], Placement())]
    while roots:
        root, placement = roots.pop()
        nodes = list(_elements_below(root))
        answers = _ask(tab, root["backendNodeId"])
        if [node["localName"] for node in nodes] != [answer["tag"] for answer in answers]:
            raise BrowserError(f"the document changed while it was measured: {root.get('documentURL')}")
        for node, answer in zip(nodes, answers, strict=True):
            records[node["backendNodeId"]] = {
                "tag": answer["tag"],
                "topRect": placement.to_top(answer["rect"]),
                "box": answer["box"],
                "inViewport": answer["inViewport"],
                "visible": answer["visible"],
            }
            shadow = (inner for inner in node.get("shadowRoots", ()) if inner["shadowRootType"] != "user-agent")
            roots += [(inner, placement) for inner in shadow]
            if answer["frame"] and "contentDocument" in node:
                roots.append((node["contentDocument"], placement.inner(answer)))
    return records


def _elements_below(root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Elements in tree order, shadow roots and frames left out: as `querySelectorAll('*')` gives them."""
    stack = list(reversed(root.get("children", ())))
    while stack:
        node = stack.pop()
        if node["nodeType"] == 1:
            yield node
            stack += reversed(node.get("children", ()))


def _ask(tab: Tab, backend_node_id: int) -> list[dict[str, Any]]:
    target = tab.send("DOM.resolveNode", {"backendNodeId": backend_node_id})["object"]
    params = {"objectId": target["objectId"], "functionDeclaration": MEASURE_JS}
    reply = tab.send("Runtime.callFunctionOn", {**params, "awaitPromise": True, "returnByValue": True})
    answers: list[dict[str, Any]] = tab.value(reply)
    return answers


def _ratio(painted: float, laid_out: float) -> float:
    return painted / laid_out if laid_out else 1

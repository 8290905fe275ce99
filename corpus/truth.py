"""What is true of a page's elements at the moment of its capture: kept beside the capture, for the gate.

In: an open `Tab`. Out: JSON, `{"nodes": {backend node id: record}}` of the elements in the page's process. To the
browser's own answers (`live.py`, listeners, the accessibility tree) come verdicts by a fixed definition: an element is
`actionable` if it is visible, takes the hit, is enabled and shows at least one ground (`why`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from corpus.browser import Tab
from corpus.live import Record, measure

WIDGET_ROLES = frozenset(
    {
        "button",
        "checkbox",
        "combobox",
        "link",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
        "treeitem",
    }
)
COMPOSITE_ROLES = frozenset(
    {
        "grid",
        "gridcell",
        "listbox",
        "menu",
        "menubar",
        "radiogroup",
        "row",
        "tablist",
        "tree",
        "treegrid",
    }
)
POINTER_EVENTS = frozenset(
    {
        "click",
        "dblclick",
        "mousedown",
        "mouseup",
        "pointerdown",
        "pointerup",
        "touchend",
        "touchstart",
    }
)
KEY_EVENTS = frozenset({"keydown", "keypress", "keyup"})
PAGE_TAGS = frozenset({"body", "html"})

WINDOW_SHARE = 0.6
"""A listener's element with a larger part of the window than this is taken for a delegation root."""

MANY_CANDIDATES = 50
"""So is one with more candidates in it than this."""


def record(tab: Tab) -> dict[str, Any]:
    """The truth of one page, absent fields being false or empty."""
    nodes = measure(tab)
    for backend_node_id, node in nodes.items():
        node["listeners"] = _listeners(tab, backend_node_id)
        node["enabled"] = not (node["disabled"] or node["ariaDisabled"] or node["inert"])
        node["why"] = list(_grounds(node))
    for backend_node_id, ax in _accessibility(tab):
        if backend_node_id in nodes:
            nodes[backend_node_id]["ax"] = ax
    inside = _candidates_inside(nodes)
    window = tab.evaluate("innerWidth * innerHeight")
    for backend_node_id, node in nodes.items():
        contains = inside.get(backend_node_id, 0)
        is_root = node["why"] == ["listener"] and (
            contains > MANY_CANDIDATES or _area(node["vis"]) > WINDOW_SHARE * window
        )
        node["excluded"] = is_root
        node["actionable"] = bool(node["visible"] and node["hit"] and node["enabled"] and node["why"]) and not is_root
        node["contains"] = contains if node["actionable"] else 0
    for node in nodes.values():
        node["operable"] = _operable(node, nodes)
        node["plausible"] = _plausible(node)
    return {"nodes": {str(key): _kept(node) for key, node in nodes.items()}}


def _grounds(node: Record) -> Iterator[str]:
    """Why an element may be acted on, each on its own."""
    listeners = set(node["listeners"])
    if node["native"]:
        yield "native"
    if _role(node) in WIDGET_ROLES:
        yield "role"
    if node["editingHost"]:
        yield "editable"
    if node["tabindexAttr"] is not None and node["tabIndex"] >= 0 and listeners & KEY_EVENTS:
        yield "focus-keys"
    if listeners & POINTER_EVENTS and node["tag"] not in PAGE_TAGS:
        yield "listener"


def _operable(node: Record, nodes: Mapping[int, Record]) -> str:
    """How an enabled control can be used: itself, through its own transparency, or through its label."""
    if node["actionable"]:
        return "self"
    if not node["enabled"] or not node["why"] or node["excluded"]:
        return ""
    if node["transparent"] and node["hit"]:
        return "transparent"
    labels = (nodes[label] for label in node["labels"] if label in nodes)
    return "label" if any(label["visible"] and label["hit"] for label in labels) else ""


def _plausible(node: Record) -> str:
    """A sign that the definition does not count; '' for none, or where the element is operable anyway."""
    if not (node["visible"] and node["hit"] and node["enabled"]) or node["operable"]:
        return ""
    signs = (
        ("excluded", node["excluded"]),
        ("cursor", node["pointerHere"]),
        ("label", node["tag"] == "label" and node["control"] is not None),
        ("tabindex", node["tabindexAttr"] is not None),
        ("link without href", node["tag"] == "a"),
        ("composite", _role(node) in COMPOSITE_ROLES),
    )
    return next((sign for sign, holds in signs if holds), "")


def _candidates_inside(nodes: Mapping[int, Record]) -> dict[int, int]:
    """Element -> how many elements below it have a ground."""
    counts: dict[int, int] = {}
    for node in nodes.values():
        at = node["parent"] if node["why"] else None
        while at is not None:
            counts[at] = counts.get(at, 0) + 1
            at = nodes[at]["parent"]
    return counts


def _listeners(tab: Tab, backend_node_id: int) -> list[str]:
    """Types of the element's own listeners, sorted."""
    target = tab.send("DOM.resolveNode", {"backendNodeId": backend_node_id})["object"]["objectId"]
    found = tab.send("DOMDebugger.getEventListeners", {"objectId": target})["listeners"]
    tab.send("Runtime.releaseObject", {"objectId": target})
    return sorted({listener["type"] for listener in found})


def _accessibility(tab: Tab) -> Iterator[tuple[int, dict[str, Any]]]:
    """Backend node id and what the browser's accessibility trees say of the node, frame by frame."""
    frames = [tab.send("Page.getFrameTree")["frameTree"]]
    while frames:
        frame = frames.pop()
        frames += frame.get("childFrames", ())
        for node in tab.send("Accessibility.getFullAXTree", {"frameId": frame["frame"]["id"]})["nodes"]:
            if "backendDOMNodeId" in node:
                ax = {key: node[key]["value"] for key in ("role", "name", "description") if key in node}
                yield node["backendDOMNodeId"], {"ignored": node["ignored"], **ax}


def _role(node: Record) -> str:
    return next(iter((node["role"] or "").split()), "")


def _area(rect: list[float] | None) -> float:
    return rect[2] * rect[3] if rect else 0


_ALWAYS = frozenset({"hit", "inViewport", "parent", "tag", "topRect", "visible", "why"})
_PRIVATE = frozenset({"frame", "pointerHere"})


def _kept(node: Record) -> Record:
    """The record without what is false or empty, save the facts that are always there."""
    return {k: v for k, v in node.items() if k in _ALWAYS or (k not in _PRIVATE and v not in (None, False, "", [], 0))}

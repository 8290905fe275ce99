"""Later captures of the same document, for tests: drawn captures with nodes taken out, or loaded anew."""

import copy
import gzip
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

Capture = dict[str, Any]

_ROWS = ("styles", "bounds", "text", "paintOrders", "clientRects", "scrollRects", "offsetRects")
_COLUMNS = ("nodeType", "nodeName", "nodeValue", "backendNodeId", "attributes")


def without(capture: Capture, gone: Collection[int]) -> Capture:
    """The capture without the nodes of these backend ids and all below them; the others keep their ids."""
    capture = copy.deepcopy(capture)
    for document in capture["snapshot"]["documents"]:
        _thin(document, gone)
    return capture


def _thin(document: dict[str, Any], gone: Collection[int]) -> None:
    nodes, layout, boxes = document["nodes"], document["layout"], document["textBoxes"]
    place: dict[int, int] = {}
    for i, parent in enumerate(nodes["parentIndex"]):
        if nodes["backendNodeId"][i] not in gone and (parent < 0 or parent in place):
            place[i] = len(place)
    nodes["parentIndex"] = [place.get(nodes["parentIndex"][i], -1) for i in place]
    for name in _COLUMNS:
        nodes[name] = [nodes[name][i] for i in place]
    for column in nodes.values():
        if isinstance(column, dict):
            kept = [k for k, i in enumerate(column["index"]) if i in place]
            if "value" in column:
                column["value"] = [column["value"][k] for k in kept]
            column["index"] = [place[column["index"][k]] for k in kept]
    rows = {row: k for k, row in enumerate(r for r, i in enumerate(layout["nodeIndex"]) if i in place)}
    layout["nodeIndex"] = [place[layout["nodeIndex"][row]] for row in rows]
    for name in _ROWS:
        layout[name] = [layout[name][row] for row in rows]
    if "stackingContexts" in layout:
        contexts = layout["stackingContexts"]
        contexts["index"] = [rows[row] for row in contexts["index"] if row in rows]
    kept = [k for k, row in enumerate(boxes["layoutIndex"]) if row in rows]
    boxes["layoutIndex"] = [rows[boxes["layoutIndex"][k]] for k in kept]
    for name in ("bounds", "start", "length"):
        boxes[name] = [boxes[name][k] for k in kept]


def loaded_anew(capture: Capture, by: int = 1000) -> Capture:
    """The same page after a reload: every backend id is another one, and the loader."""
    capture = copy.deepcopy(capture)
    if "loaderIds" in capture:
        capture["loaderIds"] = {frame: f"{loader}-{by}" for frame, loader in capture["loaderIds"].items()}
    for document in capture["snapshot"]["documents"]:
        document["nodes"]["backendNodeId"] = [b + by for b in document["nodes"]["backendNodeId"]]
    return capture


def corpus_capture(name: str) -> Capture:
    """A capture of the corpus as JSON."""
    capture: Capture = json.loads(gzip.decompress((CAPTURES / f"{name}.capture.json.gz").read_bytes()))
    return capture


def pairs() -> list[tuple[str, str]]:
    """Names of corpus captures of one document life, before and after an interaction."""
    names = sorted(file.name.removesuffix(".capture.json.gz") for file in CAPTURES.glob("*.capture.json.gz"))
    return [(name.removesuffix(".after"), name) for name in names if name.endswith(".after")]


CAPTURES = Path(__file__).parent.parent / "corpus" / "captures"


def with_loader(capture: Capture, loader: str) -> Capture:
    """The capture with a loader id for its main frame."""
    capture = copy.deepcopy(capture)
    frame = capture["snapshot"]["strings"][capture["snapshot"]["documents"][0]["frameId"]]
    capture["loaderIds"] = {frame: loader}
    return capture

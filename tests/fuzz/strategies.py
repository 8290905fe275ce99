"""Random captures that are well formed on the wire, and real ones with faults (SPEC 1.5; issue of hostile input).

In: a random generator. Out: capture dicts or bytes. `captures` and `mutants` are the hypothesis strategies.
"""

import copy
import gzip
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from perception.capture import COMPUTED_STYLES
from tests.fuzz import words

CORPUS = Path(__file__).parent.parent.parent / "corpus" / "captures"

SMALL_CAPTURES = ("login", "payment", "todo", "hebrew", "scrollers", "modals", "components", "player")
"""Corpus pages that are mutated."""

MAX_NODES = 30


class _Strings:
    """What is unique in a process: the string table, and backend ids."""

    def __init__(self, rng: random.Random) -> None:
        self.index: dict[str, int] = {}
        self.ids = [*rng.sample(range(1, 300), 199), 0, -1, 2**53]

    def backend_ids(self, rng: random.Random, count: int) -> list[int]:
        chosen = rng.sample(self.ids, count)
        self.ids = [b for b in self.ids if b not in chosen]
        return chosen

    def __call__(self, text: str) -> int:
        return self.index.setdefault(text, len(self.index)) if text else -1


def random_capture(rng: random.Random) -> dict[str, Any]:
    """A capture that is well formed: shapes and indexes are right, everything else may be odd."""
    names = _style_names(rng)
    snapshot = _snapshot(rng, names, rng.randint(1, 3))
    out: dict[str, Any] = {
        "url": rng.choice(words.VALUES),
        "title": rng.choice(words.VALUES),
        "viewport": _viewport(rng),
        "computedStyles": names,
        "snapshot": snapshot,
    }
    if rng.random() < 0.2:
        out["frames"] = [_frame(rng, names, k) for k in range(rng.randint(1, 2))]
    if rng.random() < 0.3:
        out["focusedBackendNodeId"] = rng.randint(0, MAX_NODES)
    if rng.random() < 0.3:
        out["loaderIds"] = {"FRAME0": rng.choice(("L1", "L2"))}
    if rng.random() < 0.1:
        return snapshot
    for key in ("url", "title", "viewport", "computedStyles"):
        if rng.random() < 0.05:
            del out[key]
    return out


def wire_bytes(capture: dict[str, Any]) -> bytes:
    """Its JSON, lone surrogates as browsers write them."""
    return json.dumps(capture).encode()


def _style_names(rng: random.Random) -> list[str]:
    if rng.random() < 0.8:
        return list(COMPUTED_STYLES)
    return rng.sample(COMPUTED_STYLES, rng.randint(0, len(COMPUTED_STYLES)))


def _viewport(rng: random.Random) -> dict[str, float]:
    if rng.random() < 0.7:
        return {"width": 1280, "height": 800, "pageX": 0, "pageY": rng.choice((0, 0, 100, 1e6)), "deviceScaleFactor": 1}
    numbers = [n for n in words.LENGTHS if n is not None and abs(n) <= 1e9]
    return {key: rng.choice(numbers) for key in ("width", "height", "pageX", "pageY", "deviceScaleFactor")}


def _frame(rng: random.Random, names: list[str], k: int) -> dict[str, Any]:
    return {
        "frameId": f"OOP{k}",
        "parentFrameId": rng.choice(("FRAME0", "FRAME1", "OOP0", "", "nowhere")) if k else "FRAME0",
        "ownerBackendNodeId": rng.randint(0, MAX_NODES),
        "snapshot": _snapshot(rng, names, 1, f"OOP{k}"),
    }


def _snapshot(rng: random.Random, names: list[str], documents: int, frame_id: str = "") -> dict[str, Any]:
    string = _Strings(rng)
    out = [_document(rng, names, string, frame_id or f"FRAME{k}") for k in range(documents)]
    if rng.random() < 0.1:
        _add_unread(rng, out[0])
    for k in range(1, documents):
        if rng.random() < 0.8:
            _own(rng, out, k)
    return {"documents": out, "strings": list(string.index) or ["x"]}


def _add_unread(rng: random.Random, document: dict[str, Any]) -> None:
    """Something that is read by nobody, and may be anything."""
    part, key = rng.choice(
        (
            (document, "encodingName"),
            (document, "publicId"),
            (document["nodes"], "originURL"),
            (document["nodes"], "pseudoIdentifier"),
            (document["layout"], "offsetRects"),
            (document["layout"], "x"),
        )
    )
    odd = copy.deepcopy(rng.choice(ODD_PARTS))
    part[key] = odd if rng.random() < 0.5 else {"index": [0], "value": [odd]}


def _own(rng: random.Random, documents: list[dict[str, Any]], k: int) -> None:
    """Let a node of an earlier document show document k."""
    owner = documents[rng.randrange(k)]["nodes"]
    elements = {i for i, kind in enumerate(owner["nodeType"]) if kind == 1 and i}
    free = sorted(elements - {*owner["contentDocumentIndex"]["index"], *owner["pseudoType"]["index"]})
    if free:
        owner["contentDocumentIndex"]["index"].append(rng.choice(free))
        owner["contentDocumentIndex"]["value"].append(k)


def _document(rng: random.Random, names: list[str], string: _Strings, frame_id: str) -> dict[str, Any]:
    count = rng.randint(1, MAX_NODES)
    return {
        "documentURL": string(rng.choice(words.VALUES)),
        "baseURL": string(rng.choice(words.VALUES)),
        "title": string(rng.choice(words.VALUES)),
        "contentLanguage": -1,
        "frameId": string(frame_id),
        "scrollOffsetX": rng.choice((0, 0, 10, -5, 1e8)),
        "scrollOffsetY": rng.choice((0, 0, 10, 1e8)),
        "contentWidth": rng.choice((1280, 0, 1e8)),
        "contentHeight": rng.choice((800, 0, 1e8)),
        "nodes": _nodes(rng, string, count),
        "layout": (layout := _layout(rng, names, string, count)),
        "textBoxes": _text_boxes(rng, len(layout["nodeIndex"])),
    }


# ------------------------------------------------------------------------------------------------ nodes


def _nodes(rng: random.Random, string: _Strings, count: int) -> dict[str, Any]:
    kinds = [9, *rng.choices((1, 3, 8, 4, 7, 10, 11, 99), (70, 22, 3, 1, 1, 1, 1, 1), k=count - 1)]
    if rng.random() < 0.05:
        kinds[0] = rng.choice((1, 1, 1, 3, 8, 10, 11, 99))
    nodes: dict[str, Any] = {
        "parentIndex": _parents(rng, kinds),
        "nodeType": kinds,
        "nodeName": [string(_node_name(rng, kind)) for kind in kinds],
        "nodeValue": [string(rng.choice(words.VALUES)) if kind != 1 else -1 for kind in kinds],
        "backendNodeId": string.backend_ids(rng, count),
        "attributes": [_attributes(rng, string) if kind == 1 else [] for kind in kinds],
        "contentDocumentIndex": {"index": [], "value": []},
    }
    shadow = [i for i in _some(rng, count, 0.1) if i]
    nodes["shadowRootType"] = {"index": shadow, "value": [string(rng.choice(words.SHADOW_ROOT_TYPES)) for _ in shadow]}
    for column, pool in (
        ("textValue", words.VALUES),
        ("inputValue", words.VALUES),
        ("currentSourceURL", words.VALUES),
    ):
        chosen = _some(rng, count, 0.1 if column != "inputValue" else 0.3)
        nodes[column] = {"index": chosen, "value": [string(rng.choice(pool)) for _ in chosen]}
    for column in ("inputChecked", "optionSelected", "isClickable"):
        nodes[column] = {"index": _some(rng, count, 0.2)}
    leaves = [i for i in range(1, count) if kinds[i] == 1 and i not in nodes["parentIndex"]]
    pseudo = [i for i in leaves if rng.random() < 0.3]
    nodes["pseudoType"] = {"index": pseudo, "value": [string(rng.choice(words.PSEUDO_TYPES)) for _ in pseudo]}
    return nodes


def _some(rng: random.Random, count: int, share: float) -> list[int]:
    return [i for i in range(count) if rng.random() < share]


def _parents(rng: random.Random, kinds: list[int]) -> list[int]:
    """A tree in preorder: each node's parent is an element, or the root, on the way from the root to the one before."""
    out, way = [-1], [0]
    for i, kind in enumerate(kinds[1:], 1):
        del way[rng.randint(1, len(way)) if rng.random() < 0.5 else len(way) :]
        out.append(way[-1])
        if kind == 1:
            way.append(i)
    return out


def _node_name(rng: random.Random, kind: int) -> str:
    if kind != 1:
        return {3: "#text", 8: "#comment", 9: "#document", 10: "html"}.get(kind, "#other")
    if rng.random() < 0.05:
        return rng.choice(words.ODD_TAGS)
    return f"::{rng.choice(words.PSEUDO_TYPES)}" if rng.random() < 0.05 else rng.choice(words.TAGS)


def _attributes(rng: random.Random, string: _Strings) -> list[int]:
    out = []
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 6))):
        name = rng.choice(words.ODD_ATTRIBUTES if rng.random() < 0.05 else words.ATTRIBUTES)
        if name in ("id", "for", "list", "form", "usemap") or (name.startswith("aria-") and rng.random() < 0.5):
            value = " ".join(rng.choices(words.IDS, k=rng.randint(1, 3)))
        else:
            value = rng.choice(words.VALUES)
        out += [string(name), string(value)]
    return out


# ------------------------------------------------------------------------------------------------ boxes


def _layout(rng: random.Random, names: list[str], string: _Strings, count: int) -> dict[str, Any]:
    rows = _some(rng, count, 0.8)
    if rng.random() < 0.3:
        rows = sorted(rows + _some(rng, count, 0.1))
    if rng.random() < 0.05:
        rng.shuffle(rows)
    pool = [_style_row(rng, names, string) for _ in range(4)]
    out: dict[str, Any] = {
        "nodeIndex": rows,
        "styles": [rng.choice(pool) if rng.random() < 0.95 else [] for _ in rows],
        "bounds": [_box(rng) for _ in rows],
        "text": [string(rng.choice(words.VALUES)) if rng.random() < 0.3 else -1 for _ in rows],
        "paintOrders": [rng.randint(-1, 9) for _ in rows],
        "clientRects": [_rect(rng) for _ in rows],
        "scrollRects": [_rect(rng) for _ in rows],
    }
    for column in ("paintOrders", "clientRects", "scrollRects"):
        if rng.random() < 0.1:
            del out[column]
    return out


def _style_row(rng: random.Random, names: list[str], string: _Strings) -> list[int]:
    odd = rng.random() < 0.5
    return [
        string(rng.choice(words.STYLES[name]) if odd and name in words.STYLES else words.STYLES.get(name, ("",))[0])
        for name in names
    ]


def _box(rng: random.Random) -> list[float | None]:
    if rng.random() < 0.7:
        return [
            rng.randrange(0, 1280, 40),
            rng.randrange(0, 1000, 20),
            rng.randrange(0, 400, 20),
            rng.randrange(0, 200, 10),
        ]
    return [rng.choice(words.LENGTHS) for _ in range(4)]


def _rect(rng: random.Random) -> list[float]:
    numbers = [n for n in words.LENGTHS if n is not None and abs(n) <= 1e9]
    return [rng.choice(numbers) for _ in range(4)] if rng.random() < 0.6 else []


def _text_boxes(rng: random.Random, rows: int) -> dict[str, Any]:
    chosen = sorted(rng.choices(range(rows), k=rng.randint(0, rows))) if rows else []
    return {
        "layoutIndex": chosen,
        "bounds": [_box(rng) for _ in chosen],
        "start": [rng.choice((0, 0, 1, 5, 10**6)) for _ in chosen],
        "length": [rng.choice((0, 1, 3, 8, 10**6)) for _ in chosen],
    }


# ------------------------------------------------------------------------------------------------ mutants


@cache
def corpus_json(name: str) -> str:
    return gzip.decompress((CORPUS / f"{name}.capture.json.gz").read_bytes()).decode("utf-8", "surrogatepass")


ODD_PARTS: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 7, 10**6, 2**31, 2**53, 2**70, 1.5, 1e300, "", "x", "\ud800", [], {}, [0], [[]], [-1, -1],
)  # fmt: skip


def mutant(rng: random.Random) -> bytes:
    """A real capture with a few faults: parts deleted, doubled, swapped, retyped, cut, huge, or bytes changed."""
    text = corpus_json(rng.choice(SMALL_CAPTURES))
    if rng.random() < 0.1:
        return _with_wrong_bytes(rng, text.encode("utf-8", "surrogatepass"))
    value = json.loads(text)
    if rng.random() < 0.5:
        for _ in range(rng.choice((1, 3, 30))):
            _disturb(rng, value["snapshot"])
    else:
        for _ in range(rng.choice((1, 1, 1, 2, 4, 12))):
            _mutate(rng, value)
    return json.dumps(value).encode()


def _disturb(rng: random.Random, snapshot: dict[str, Any]) -> None:
    """A change that keeps the capture well formed."""
    strings, document = snapshot["strings"], rng.choice(snapshot["documents"])
    nodes, layout, boxes = document["nodes"], document["layout"], document["textBoxes"]
    node = rng.randrange(len(nodes["parentIndex"]))
    row = rng.randrange(len(layout["nodeIndex"]))
    kind = rng.randrange(9)
    if kind == 0:
        strings[rng.randrange(len(strings))] = rng.choice(words.VALUES)
    elif kind == 1:
        layout["bounds"][row] = _box(rng)
    elif kind == 2:
        layout["styles"][row] = [rng.randrange(-1, len(strings)) for _ in layout["styles"][row]]
    elif kind == 3:
        strings.append(rng.choice(words.VALUES))
        row_of_names = nodes["attributes"][node]
        row_of_names += [rng.randrange(len(strings)), len(strings) - 1]
    elif kind == 4:
        nodes["nodeType"][node] = rng.choice((1, 3, 8, 9, 99))
    elif kind == 5:
        nodes["nodeName"][node] = rng.randrange(-1, len(strings))
    elif kind == 6:
        layout["nodeIndex"][row] = node
        layout["text"][row] = rng.randrange(-1, len(strings))
    elif kind == 7 and boxes["start"]:
        boxes["start"][rng.randrange(len(boxes["start"]))] = rng.choice((0, 3, 10**6))
        boxes["bounds"][rng.randrange(len(boxes["start"]))] = _box(rng)
    else:
        column = nodes[rng.choice(("isClickable", "inputChecked", "optionSelected"))]
        column["index"] = sorted({*column["index"], node})


def _with_wrong_bytes(rng: random.Random, data: bytes) -> bytes:
    packed = bytearray(gzip.compress(data, 1) if rng.random() < 0.3 else data)
    if rng.random() < 0.3:
        return bytes(packed[: rng.randrange(len(packed))])
    for _ in range(rng.randint(1, 4)):
        packed[rng.randrange(len(packed))] = rng.randrange(256)
    return bytes(packed)


def _mutate(rng: random.Random, value: Any) -> None:
    """One fault somewhere below."""
    place = value
    for _ in range(rng.randint(1, 8)):
        inner = [
            part for part in (place.values() if isinstance(place, dict) else place) if isinstance(part, dict | list)
        ]
        if not inner or rng.random() < 0.1:
            break
        place = rng.choice(inner)
    keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
    if not keys:
        return
    a, b = rng.choice(keys), rng.choice(keys)
    kind = rng.choice(("delete", "swap", "odd", "odd", "number", "number", "double", "cut"))
    if kind == "delete":
        del place[a]
    elif kind == "swap":
        place[a], place[b] = place[b], place[a]
    elif kind == "double":
        place[a] = copy.deepcopy(place[b])
    elif kind == "number" and isinstance(place[a], int | float):
        place[a] = rng.choice((place[a] + 1, place[a] - 1, -place[a], place[a] * 1000, 0, rng.randint(-1, 300)))
    elif kind == "cut" and isinstance(place[a], list | str):
        place[a] = place[a][: rng.randint(0, len(place[a]))]
    else:
        place[a] = copy.deepcopy(rng.choice(ODD_PARTS))


captures: st.SearchStrategy[dict[str, Any]] = st.randoms(use_true_random=True).map(random_capture)
"""Well-formed captures of up to three documents."""

mutants: st.SearchStrategy[bytes] = st.randoms(use_true_random=True).map(mutant)
"""Corpus captures with faults."""

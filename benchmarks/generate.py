"""Captures of any size, made without a browser: what speed, growth and hostile pages are measured on.

In: a shape's name and a number of nodes. Out: a capture envelope as a dict (SPEC 1.1), or its JSON bytes, the same ones
every time. `Writer` writes captures node by node, in preorder, straight into the columns of the wire; it does not lay
out: boxes are given.
"""

from collections.abc import Callable, Iterable, Mapping
from math import ceil
from typing import Any, NamedTuple

import msgspec

from perception.capture import COMPUTED_STYLES
from perception.snapshot import DOCUMENT, ELEMENT, TEXT
from perception.tables.ua_styles import DISPLAY, INITIAL

WIDTH, HEIGHT = 1280.0, 800.0
LINE = 20.0
"""CSS px: the window, and the height of a line."""


class Box(NamedTuple):
    """CSS px of the own document."""

    x: float
    y: float
    width: float
    height: float


class Writer:
    """A capture on its way: a string table, documents, and a counter of backend ids and paint orders."""

    def __init__(self, width: float = WIDTH, height: float = HEIGHT) -> None:
        self.width, self.height = width, height
        self.documents: list[DocumentWriter] = []
        self.strings: dict[str, int] = {}
        self.node_count = 0
        self.style_lists: dict[tuple[tuple[str, str], ...], list[int]] = {}

    def string(self, text: str) -> int:
        """Its index; -1 for the empty one, as on the wire."""
        return self.strings.setdefault(text, len(self.strings)) if text else -1

    def styles(self, given: Mapping[str, str]) -> list[int]:
        """A style row; equal ones are one list."""
        key = tuple(given.items())
        if key not in self.style_lists:
            row = {**INITIAL, **given}
            self.style_lists[key] = [self.string(row.get(name, "")) for name in COMPUTED_STYLES]
        return self.style_lists[key]

    def document(self, owner: tuple["DocumentWriter", int] | None = None) -> "DocumentWriter":
        """A further document, shown by a frame element of an earlier one."""
        document = DocumentWriter(self, len(self.documents))
        if owner is not None:
            owner[0].rare("contentDocumentIndex", owner[1], document.index)
        self.documents.append(document)
        return document

    def capture(self) -> dict[str, Any]:
        return {
            "url": "http://generated.localhost/",
            "title": "Generated",
            "viewport": {"width": self.width, "height": self.height, "pageX": 0, "pageY": 0, "deviceScaleFactor": 1},
            "computedStyles": list(COMPUTED_STYLES),
            "snapshot": {"documents": [d.out for d in self.documents], "strings": list(self.strings)},
        }


_COLUMNS = ("parentIndex", "nodeType", "nodeName", "nodeValue", "backendNodeId", "attributes")
_RARE = ("shadowRootType", "textValue", "inputValue", "contentDocumentIndex", "pseudoType")
_FLAGS = ("inputChecked", "optionSelected", "isClickable")
_LAYOUT = ("nodeIndex", "styles", "bounds", "text", "paintOrders", "clientRects", "scrollRects")
_TEXT_BOXES = ("layoutIndex", "bounds", "start", "length")


class DocumentWriter:
    """One document; begins with its `#document` node, 0."""

    def __init__(self, writer: Writer, index: int) -> None:
        self.writer, self.index = writer, index
        self.nodes: dict[str, Any] = {name: [] for name in _COLUMNS}
        self.nodes |= {name: {"index": [], "value": []} for name in _RARE} | {name: {"index": []} for name in _FLAGS}
        self.layout: dict[str, list[Any]] = {name: [] for name in _LAYOUT}
        self.text_boxes: dict[str, list[Any]] = {name: [] for name in _TEXT_BOXES}
        url = writer.string(f"http://generated.localhost/{index or ''}")
        self.out: dict[str, Any] = {
            "documentURL": url,
            "title": -1,
            "baseURL": url,
            "contentLanguage": -1,
            "frameId": writer.string(f"FRAME{index}"),
            "nodes": self.nodes,
            "layout": self.layout,
            "textBoxes": self.text_boxes,
            "scrollOffsetX": 0,
            "scrollOffsetY": 0,
            "contentWidth": writer.width,
            "contentHeight": writer.height,
        }
        self.node(-1, "#document", DOCUMENT)
        self.box(0, Box(0, 0, writer.width, writer.height), None)

    def node(self, parent: int, name: str, kind: int, value: str = "", attributes: Iterable[str] = ()) -> int:
        """A node without a box; its index."""
        string, nodes, i = self.writer.string, self.nodes, len(self.nodes["parentIndex"])
        self.writer.node_count += 1
        nodes["parentIndex"].append(parent)
        nodes["nodeType"].append(kind)
        nodes["nodeName"].append(string(name))
        nodes["nodeValue"].append(string(value))
        nodes["backendNodeId"].append(self.writer.node_count)
        nodes["attributes"].append([string(text) for text in attributes])
        return i

    def rare(self, column: str, node: int, value: int) -> None:
        self.nodes[column]["index"].append(node)
        self.nodes[column]["value"].append(value)

    def flag(self, column: str, node: int) -> None:
        self.nodes[column]["index"].append(node)

    def box(self, node: int, box: Box, styles: Mapping[str, str] | None, text: str = "", paint_order: int = 1) -> None:
        """A layout box; `styles` None for the document's, which has none."""
        layout, edges = self.layout, [*box]
        is_element = styles is not None and not text
        layout["nodeIndex"].append(node)
        layout["styles"].append([] if styles is None else self.writer.styles(styles))
        layout["bounds"].append(edges)
        layout["text"].append(self.writer.string(text))
        layout["paintOrders"].append(paint_order)
        inner = [0, 0, round(box.width), round(box.height)]
        layout["clientRects"].append(inner if is_element else [])
        layout["scrollRects"].append(inner if is_element else [])
        if text:
            boxes = self.text_boxes
            boxes["layoutIndex"].append(len(layout["nodeIndex"]) - 1)
            boxes["bounds"].append(edges)
            boxes["start"].append(0)
            boxes["length"].append(len(text.encode("utf-16-le")) // 2)

    def element(
        self,
        parent: int,
        tag: str,
        box: Box | None = None,
        attributes: Mapping[str, str] | None = None,
        styles: Mapping[str, str] | None = None,
        paint_order: int = 1,
    ) -> int:
        """An element, with a box if one is given."""
        pairs = [text for pair in (attributes or {}).items() for text in pair]
        i = self.node(parent, tag.upper(), ELEMENT, attributes=pairs)
        if box is not None:
            self.box(i, box, {"display": DISPLAY.get(tag, "inline"), **(styles or {})}, paint_order=paint_order)
        return i

    def text(self, parent: int, text: str, box: Box | None = None, paint_order: int = 1) -> int:
        i = self.node(parent, "#text", TEXT, text)
        if box is not None:
            self.box(i, box, {"display": "inline"}, text, paint_order)
        return i

    def body(self) -> int:
        """html and body over the window's width; the body."""
        page = Box(0, 0, self.writer.width, self.writer.height)
        return self.element(self.element(0, "html", page), "body", page)


# ------------------------------------------------------------------------------------------------ shapes


def flat(nodes: int, text_length: int = 0, in_window: int = 0) -> Writer:
    """A list of links: item, link and text, three nodes an entry; `text_length` characters more in every entry, of long
    ones in a text behind the link. At least `in_window` entries lie in the window, side by side if need be."""
    writer = Writer()
    document = writer.document()
    ul = document.element(document.body(), "ul", Box(0, 0, WIDTH, nodes / 3 * LINE))
    columns = ceil(in_window * LINE / HEIGHT / MOST_LINES) if in_window * LINE > HEIGHT else 1
    high = LINE if columns == 1 else LINE / MOST_LINES
    for k in range(max((nodes - 4) // 3, 1)):
        row = Box(40 + k % columns * 1200 / columns, k // columns * high, 400 if columns == 1 else 1200 / columns, high)
        item = document.element(ul, "li", row)
        link = document.element(item, "a", row, {"href": f"/item/{k}"}, {"cursor": "pointer"})
        document.flag("isClickable", link)
        more = " more"[: text_length % 5] + " more" * (text_length // 5)
        document.text(link, f"Item number {k}" + (more if text_length <= LINK_TEXT else ""), row)
        if text_length > LINK_TEXT:
            document.text(item, more, row)
    return writer


LINK_TEXT = 500
"""Characters of a link's text; what is longer describes it."""

MOST_LINES = 4
"""Lines of a crowded list in the height of one."""


def table(nodes: int, columns: int = 12) -> Writer:
    """A table with a header row; a cell holds a text, every twelfth a button."""
    writer = Writer()
    document = writer.document()
    rows = max((nodes - 6) // (2 * columns + 2), 1)
    body = document.element(document.body(), "table", Box(0, 0, WIDTH, rows * LINE))
    for r in range(rows):
        row = document.element(body, "tr", Box(0, r * LINE, WIDTH, LINE))
        for c in range(columns):
            place = Box(c * 100.0, r * LINE, 100, LINE)
            cell = document.element(row, "th" if r == 0 else "td", place)
            inner = document.element(cell, "button", place) if r and c == columns - 1 else cell
            document.text(inner, f"Cell {r}.{c}" if r else f"Column {c}", place)
    return writer


def form(nodes: int) -> Writer:
    """Labelled fields, five nodes a field: label, text, field, hint, text."""
    writer = Writer()
    document = writer.document()
    inner = document.element(document.body(), "form", Box(0, 0, WIDTH, nodes * 8))
    for k in range(max((nodes - 4) // 5, 1)):
        line = Box(0, 2 * k * LINE, 300, LINE)
        label = document.element(inner, "label", line, {"for": f"f{k}"})
        document.text(label, f"Field {k}", line)
        described = {"id": f"f{k}", "type": "text", "aria-describedby": f"h{k}"}
        field = document.element(inner, "input", line._replace(x=320), described)
        document.rare("inputValue", field, writer.string(f"value {k}"))
        document.flag("isClickable", field)
        hint = document.element(inner, "span", line._replace(x=640), {"id": f"h{k}"})
        document.text(hint, f"Help for field {k}", line._replace(x=640))
    return writer


def nested(nodes: int, depth: int = 30) -> Writer:
    """Trees of wrappers `depth` levels deep, each with a button at its end, as component frameworks make them."""
    writer = Writer()
    document = writer.document()
    body = document.body()
    for k in range(max((nodes - 3) // (depth + 2), 1)):
        row = Box(0, k * LINE, WIDTH, LINE)
        parent = body
        for level in range(depth):
            parent = document.element(parent, "div", row, {"class": f"level-{level}"})
        document.text(document.element(parent, "button", row), f"Button {k}", row)
    return writer


def deep(nodes: int) -> Writer:
    """One chain of divs with a button at its bottom."""
    writer = Writer()
    document = writer.document()
    parent, row = document.body(), Box(0, 0, WIDTH, LINE)
    for _ in range(max(nodes - 5, 1)):
        parent = document.element(parent, "div", row)
    document.text(document.element(parent, "button", row), "At the bottom", row)
    return writer


SHAPES: Mapping[str, Callable[[int], Writer]] = {
    "deep": deep,
    "flat": flat,
    "form": form,
    "nested": nested,
    "table": table,
}


def capture(shape: str, nodes: int) -> dict[str, Any]:
    """A capture of about so many nodes."""
    return SHAPES[shape](nodes).capture()


def capture_bytes(shape: str, nodes: int) -> bytes:
    """Its JSON."""
    return msgspec.json.encode(capture(shape, nodes))

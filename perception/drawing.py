r"""Trees drawn as text, and the captures that they draw.

In: a tree as indented text or as `Drawn` values (the grammar: `testing.py`). Out: a capture envelope in the shape of
DOMSnapshot.captureSnapshot (SPEC 1.1). Layout is a stack of lines; display, visibility and inheritance follow user
agents' style sheets.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from perception.capture import COMPUTED_STYLES
from perception.snapshot import COMMENT, DOCUMENT, ELEMENT, TEXT
from perception.tables.elements import VOID_ELEMENTS
from perception.tables.ua_styles import (
    BOXLESS_DISPLAYS,
    DISPLAY,
    FOREIGN_ROOTS,
    INHERITED,
    INITIAL,
    NOT_RENDERED,
    NOT_RENDERED_WITH,
    NOT_RENDERED_WITHOUT,
    UNSHOWN_CONTENT,
)

LINE_HEIGHT, CHARACTER_WIDTH, CONTROL_WIDTH = 20, 8, 160
"""The drawn layout, CSS px."""

Box: TypeAlias = tuple[float, float, float, float]


@dataclass(slots=True)
class Drawn:
    """A node to draw; `tag` is an element's, `::before` and the like, or `#text` with `text`.

    `live` keys are `value`, `checked`, `selected`, `clickable`, `shadow`; `box` is x, y, width, height in CSS px of the
    own document.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Drawn"] = field(default_factory=list)
    styles: dict[str, str] = field(default_factory=dict)
    live: dict[str, str] = field(default_factory=dict)
    box: Box | None = None
    text: str = ""


def walk(tree: Sequence[Drawn]) -> Iterator[Drawn]:
    """All nodes of a drawn tree, parents first."""
    stack = list(reversed(tree))
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


# ------------------------------------------------------------------------------------------------ reading text

_WORD = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<styles>\{[^}]*\})|@(?P<box>[-\d.,]+)|(?P<name>[^\s"={}@]+)"""
    + r"""
    (?:=(?P<value>"(?:[^"\\]|\\.)*"|[^\s"]+))?)""",
    re.VERBOSE,
)


def parse(text: str) -> list[Drawn]:
    """The nodes that indented text draws. Raises ValueError with the line that cannot be read."""
    roots: list[Drawn] = []
    open_nodes: list[tuple[int, list[Drawn]]] = [(-1, roots)]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        while open_nodes[-1][0] >= indent:
            open_nodes.pop()
        node = _parse_line(line.strip(), number)
        open_nodes[-1][1].append(node)
        open_nodes.append((indent, node.children))
    return roots


def _parse_line(line: str, number: int) -> Drawn:
    node: Drawn | None = None
    position = 0
    while position < len(line):
        match = _WORD.match(line, position)
        if match is None or (node is None and not (match["text"] or match["name"])):
            raise ValueError(f"line {number}: cannot read {line[position:]!r}")
        position = match.end()
        if match["text"]:
            text = Drawn("#text", text=json.loads(match["text"]))
            if node is None:
                node = text
            else:
                node.children.append(text)
        elif node is None:
            node = Drawn(match["name"])
        elif match["styles"]:
            pairs = (declaration.partition(":") for declaration in match["styles"][1:-1].split(";"))
            node.styles.update({name.strip(): value.strip() for name, _, value in pairs if name.strip()})
        elif match["box"]:
            x, y, width, height = map(float, match["box"].split(","))
            node.box = (x, y, width, height)
        else:
            value = match["value"] or ""
            value = json.loads(value) if value.startswith('"') else value
            where = node.live if match["name"].startswith(":") else node.attributes
            where[match["name"].removeprefix(":")] = value
    assert node is not None
    return node


# ------------------------------------------------------------------------------------------------ drawing captures


def capture_from(tree: str | Drawn | Sequence[Drawn], *, viewport: tuple[float, float] = (1280, 800)) -> dict[str, Any]:
    """The capture envelope that the tree draws."""
    roots = parse(tree) if isinstance(tree, str) else [tree] if isinstance(tree, Drawn) else list(tree)
    width, height = viewport
    writer = _Writer(width, height)
    writer.document(roots)
    return {
        "url": "http://test.localhost/",
        "title": "",
        "viewport": {"width": width, "height": height, "pageX": 0, "pageY": 0, "deviceScaleFactor": 1},
        "computedStyles": list(COMPUTED_STYLES),
        "snapshot": {"documents": writer.documents, "strings": list(writer.strings)},
    }


class _Writer:
    """Writes documents in the shape of DOMSnapshot.captureSnapshot."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.strings: dict[str, int] = {}
        self.documents: list[dict[str, Any]] = []
        self.paint_order = 0
        self.node_id = 0

    def string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings)) if text else -1

    def document(self, roots: Sequence[Drawn]) -> int:
        """Write one document, and those of its frames behind it. -> its index"""
        index = len(self.documents)
        wire = _WireDocument(self, index)
        self.documents.append(wire.out)
        wire.write(_whole(roots))
        for node, children in wire.frames:
            wire.rare("contentDocumentIndex", node, self.document(children))
        return index


def _whole(roots: Sequence[Drawn]) -> list[Drawn]:
    if any(node.tag == "html" for node in roots):
        return list(roots)
    return [Drawn("html", children=[Drawn("head"), Drawn("body", children=list(roots))])]


_NODE_COLUMNS = ("parentIndex", "nodeType", "nodeName", "nodeValue", "backendNodeId", "attributes")
_LAYOUT_COLUMNS = ("nodeIndex", "styles", "bounds", "text", "paintOrders", "clientRects", "scrollRects", "offsetRects")
_RARE_COLUMNS = ("shadowRootType", "textValue", "inputValue", "contentDocumentIndex", "pseudoType")
_RARE_FLAGS = ("inputChecked", "optionSelected", "isClickable")
_FLAG_OF = {"checked": "inputChecked", "selected": "optionSelected", "clickable": "isClickable"}


class _WireDocument:
    """One document on the wire, written in two passes: nodes in preorder, then boxes."""

    def __init__(self, writer: _Writer, index: int) -> None:
        self.writer = writer
        self.frames: list[tuple[int, list[Drawn]]] = []
        self.nodes: dict[str, Any] = {name: [] for name in _NODE_COLUMNS}
        self.nodes |= {name: {"index": [], "value": []} for name in _RARE_COLUMNS}
        self.nodes |= {name: {"index": []} for name in _RARE_FLAGS}
        self.layout: dict[str, list[Any]] = {name: [] for name in _LAYOUT_COLUMNS}
        self.text_boxes: dict[str, list[Any]] = {"layoutIndex": [], "bounds": [], "start": [], "length": []}
        self.drawn: list[Drawn] = []
        self.foreign: list[bool] = []
        self.out: dict[str, Any] = {
            "documentURL": writer.string(f"http://test.localhost/{index or ''}"),
            "title": -1,
            "baseURL": writer.string(f"http://test.localhost/{index or ''}"),
            "contentLanguage": -1,
            "encodingName": -1,
            "publicId": -1,
            "systemId": -1,
            "frameId": writer.string(f"FRAME{index}"),
            "nodes": self.nodes,
            "layout": self.layout,
            "textBoxes": self.text_boxes,
            "scrollOffsetX": 0,
            "scrollOffsetY": 0,
            "contentWidth": writer.width,
            "contentHeight": writer.height,
        }

    def rare(self, column: str, node: int, value: int) -> None:
        self.nodes[column]["index"].append(node)
        self.nodes[column]["value"].append(value)

    def write(self, roots: list[Drawn]) -> None:
        self._node(Drawn("#document", children=roots), -1)
        stack = [(child, 0) for child in reversed(roots)]
        while stack:
            drawn, parent = stack.pop()
            i = self._node(drawn, parent)
            if drawn.tag == "iframe" and drawn.children:
                self.frames.append((i, drawn.children))
            else:
                stack += [(child, i) for child in reversed(_pseudo_first(drawn.children))]
        self._choose_first_options()
        self._boxes()

    def _node(self, drawn: Drawn, parent: int) -> int:
        string, nodes, i = self.writer.string, self.nodes, len(self.drawn)
        self.drawn.append(drawn)
        self.writer.node_id += 1
        kind = {"#document": DOCUMENT, "#text": TEXT, "#comment": COMMENT}.get(drawn.tag, ELEMENT)
        is_html = kind == ELEMENT and not drawn.tag.startswith("::") and not self._is_foreign(drawn, parent)
        nodes["parentIndex"].append(parent)
        nodes["nodeType"].append(kind)
        nodes["nodeName"].append(string(drawn.tag.upper() if is_html else drawn.tag))
        nodes["nodeValue"].append(string(drawn.text))
        nodes["backendNodeId"].append(self.writer.node_id)
        nodes["attributes"].append([string(text) for pair in drawn.attributes.items() for text in pair])
        if drawn.tag.startswith("::"):
            self.rare("pseudoType", i, string(drawn.tag.removeprefix("::")))
        if drawn.tag == "textarea":
            typed = drawn.live.get("value", "".join(child.text for child in drawn.children))
            self.rare("textValue", i, string(typed))
        if drawn.tag == "input":
            self.rare("inputValue", i, string(drawn.live.get("value", drawn.attributes.get("value", ""))))
        if "shadow" in drawn.live:
            self.rare("shadowRootType", i, string(drawn.live["shadow"] or "open"))
        for name, column in _FLAG_OF.items():
            if drawn.live.get(name, "false" if name not in drawn.attributes else "") != "false":
                self.nodes[column]["index"].append(i)
        return i

    def _is_foreign(self, drawn: Drawn, parent: int) -> bool:
        """Whether the element, the last one written, is SVG or MathML: in such a root, not in its foreign content."""
        self.foreign += [False] * (len(self.drawn) - len(self.foreign))
        is_inside = parent >= 0 and self.foreign[parent] and self.drawn[parent].tag != "foreignObject"
        self.foreign[-1] = is_inside or drawn.tag in FOREIGN_ROOTS
        return self.foreign[-1]

    def _choose_first_options(self) -> None:
        """A drop-down select in which nothing is chosen shows its first option."""
        flags = self.nodes["optionSelected"]["index"]
        first: dict[int, int] = {}
        chosen = set(flags)
        parents: list[int] = self.nodes["parentIndex"]
        done: set[int] = set()
        for i, drawn in enumerate(self.drawn):
            if drawn.tag == "option":
                select = parents[parents[i]] if self.drawn[parents[i]].tag == "optgroup" else parents[i]
                first.setdefault(select, i)
                if i in chosen:
                    done.add(select)
        for select, option in first.items():
            drawn = self.drawn[select]
            if (
                drawn.tag == "select"
                and select not in done
                and drawn.attributes.keys().isdisjoint(("multiple", "size"))
            ):
                flags.append(option)
        flags.sort()

    # -------------------------------------------------------------------------------------------- boxes

    def _boxes(self) -> None:
        """Styles top down, boxes of leaves line by line, boxes of containers as the union of their children's."""
        parents: list[int] = self.nodes["parentIndex"]
        styles = self._styles(parents)
        bounds = self._bounds(parents, styles)
        for i, drawn in enumerate(self.drawn):
            box = bounds[i]
            if box is None:
                continue
            content = _generated_text(styles[i]) if drawn.tag.startswith("::") else ""
            self._box(i, styles[i], box, "" if content else _transformed(drawn.text, styles[i]))
            if content:
                self._box(i, styles[i], box, content)

    def _box(self, i: int, styles: Mapping[str, str], box: Box, text: str) -> None:
        string, layout, row = self.writer.string, self.layout, len(self.layout["nodeIndex"])
        is_document = self.drawn[i].tag == "#document"
        is_element = self.nodes["nodeType"][i] == ELEMENT and not text
        self.writer.paint_order += 1
        layout["nodeIndex"].append(i)
        layout["styles"].append([] if is_document else [string(styles.get(name, "")) for name in COMPUTED_STYLES])
        layout["bounds"].append(list(box))
        layout["text"].append(string(text))
        layout["paintOrders"].append(self.writer.paint_order)
        layout["clientRects"].append([0, 0, box[2], box[3]] if is_element else [])
        layout["scrollRects"].append([0, 0, box[2], box[3]] if is_element else [])
        layout["offsetRects"].append(list(box) if is_element else [])
        if text.strip():
            boxes = self.text_boxes
            boxes["layoutIndex"].append(row)
            boxes["bounds"].append(list(box))
            boxes["start"].append(0)
            boxes["length"].append(len(text.encode("utf-16-le", "surrogatepass")) // 2)

    def _styles(self, parents: Sequence[int]) -> list[dict[str, str]]:
        """Computed styles of each node; `display: none` where the node or an ancestor has no box."""
        out: list[dict[str, str]] = []
        for drawn, parent in zip(self.drawn, parents, strict=True):
            above = out[parent] if parent >= 0 else INITIAL
            own = INITIAL | {name: above[name] for name in INHERITED}
            if parent >= 0 and (above["display"] == "none" or self._is_skipped(parent, drawn)):
                own["display"] = "none"
            elif drawn.tag == "#text":
                own = dict(above) if above["display"] != "contents" else own
            else:
                own["display"] = _display(drawn)
                own |= drawn.styles
            out.append(own)
        return out

    def _is_skipped(self, parent: int, child: Drawn) -> bool:
        """Content that its parent does not show: of closed details, of a drop-down select, of fields."""
        above = self.drawn[parent]
        if above.tag == "details":
            return "open" not in above.attributes and child.tag != "summary"
        if above.tag == "select":
            return "multiple" not in above.attributes and "size" not in above.attributes
        return above.tag in UNSHOWN_CONTENT

    def _bounds(self, parents: Sequence[int], styles: Sequence[Mapping[str, str]]) -> list[Box | None]:
        bounds: list[Box | None] = [None] * len(self.drawn)
        top = 0.0
        for i, drawn in enumerate(self.drawn):
            if styles[i]["display"] in BOXLESS_DISPLAYS:
                continue
            if drawn.box is not None:
                bounds[i] = drawn.box
            elif drawn.text or drawn.tag.startswith("::") or drawn.tag in _REPLACED:
                width = len(drawn.text) * CHARACTER_WIDTH if drawn.text else CONTROL_WIDTH
                blank = drawn.tag == "#text" and not drawn.text.strip()
                bounds[i] = (0, top, 0 if blank else width, 0 if blank else LINE_HEIGHT)
                top += 0 if blank else LINE_HEIGHT
            else:
                is_block = not styles[i]["display"].startswith("inline")
                bounds[i] = (0, top, self.writer.width if is_block else 0, 0)
        for i in range(len(self.drawn) - 1, 0, -1):
            box, p = bounds[i], parents[i]
            while p > 0 and bounds[p] is None:
                p = parents[p]
            above = bounds[p]
            if box is not None and above is not None and self.drawn[p].box is None and p > 0:
                bounds[p] = _around(above, box)
        bounds[0] = (0, 0, self.writer.width, max(self.writer.height, top))
        return bounds


_REPLACED = VOID_ELEMENTS | {"select", "textarea", "iframe", "svg", "canvas", "video", "audio", "meter", "progress"}
"""Elements that fill a line of their own, whatever is in them."""


def _pseudo_first(children: Sequence[Drawn]) -> list[Drawn]:
    """Children in wire order: pseudo-elements stand before the others."""
    return sorted(children, key=lambda child: not child.tag.startswith("::"))


def _display(drawn: Drawn) -> str:
    tag, attributes = drawn.tag, drawn.attributes
    hidden_input = tag == "input" and attributes.get("type") == "hidden"
    needs = NOT_RENDERED_WITHOUT.get(tag)
    if tag in NOT_RENDERED or hidden_input or (needs and needs not in attributes):
        return "none"
    if not NOT_RENDERED_WITH.isdisjoint(attributes):
        return "none"
    return DISPLAY.get(tag, "inline")


def _transformed(text: str, styles: Mapping[str, str]) -> str:
    how = styles.get("text-transform")
    if how == "capitalize":
        return re.sub(r"\b\w", lambda match: match[0].upper(), text)
    return text.upper() if how == "uppercase" else text.lower() if how == "lowercase" else text


def _generated_text(styles: Mapping[str, str]) -> str:
    strings = re.findall(r'"((?:[^"\\]|\\.)*)"', styles.get("content", "").partition(" / ")[0])
    return "".join(strings)


def _around(a: Box, b: Box) -> Box:
    if not b[2] and not b[3]:
        return a
    if not a[3]:
        a = (b[0], b[1], a[2], 0)
    left, top = min(a[0], b[0]), min(a[1], b[1])
    return left, top, max(a[0] + a[2], b[0] + b[2]) - left, max(a[1] + a[3], b[1] + b[3]) - top

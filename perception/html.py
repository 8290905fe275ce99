"""Static HTML -> a capture without layout, in the form that Chromium would write (SPEC 9).

In: the bytes of an HTML text. Out: the result of `captureSnapshot` as plain data, with no box in it: every question of
geometry and style is left open, and the rest of the engine works as on any capture. Live state is what the markup says:
values, checked and chosen ones. Declared shadow roots are flattened, `srcdoc` frames have their document. Scripts do
not run; what only they would show is missing.
"""

import codecs
import re
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from perception.tables.controls import INPUT_TYPES
from perception.tables.html_input import (
    CHARSET,
    CHECKED_TYPES,
    CLICK_ATTRIBUTES,
    DEFAULT_VALUES,
    FILE_INPUT,
    FOREIGN_ROOTS,
    HTML_INSIDE,
    LINK_TAGS,
    MAX_DOCUMENTS,
    PRESCANNED,
    SHADOW_MODES,
)

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

ELEMENT, TEXT, COMMENT, DOCUMENT, DOCTYPE = 1, 3, 8, 9, 10

_CHARSET = re.compile(CHARSET, re.IGNORECASE)
_NOSCRIPT = re.compile(r"<noscript((?:\s[^>]*)?)>(.*?)</noscript\s*>", re.IGNORECASE | re.DOTALL)
_ASCII_UPPER = {c: c - 32 for c in range(ord("a"), ord("z") + 1)}


def is_html(data: bytes | bytearray) -> bool:
    """Whether bytes are markup, not JSON: the first character that is no white space is `<`."""
    head = bytes(data[:PRESCANNED])
    for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        if head.startswith(mark):
            head = head.removeprefix(mark).replace(b"\0", b"")
    return head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"<"


def html_capture(data: bytes | bytearray, url: str = "about:blank") -> dict[str, Any]:
    """The envelope of a capture of an HTML text; it has no layout."""
    from selectolax.lexbor import LexborHTMLParser  # loaded by the first HTML text only

    strings = _Strings()
    documents: list[_DocumentWriter] = []
    waiting = deque([(_decoded(bytes(data)), url)])
    while waiting:
        text, address = waiting.popleft()
        text, raw = _without_noscript(text)
        writer = _DocumentWriter(strings, address, len(documents) + len(waiting) + 1, raw)
        writer.write(LexborHTMLParser(text))
        documents.append(writer)
        waiting.extend((frame, "about:srcdoc") for frame in writer.frames)
    return {
        "url": url,
        "title": documents[0].title,
        "viewport": {"width": 0, "height": 0},
        "computedStyles": [],
        "snapshot": {"documents": list(_numbered(documents)), "strings": strings.table},
    }


def _numbered(documents: "list[_DocumentWriter]") -> Iterator[dict[str, Any]]:
    """The documents on the wire, backend node ids running on."""
    first = 1
    for writer in documents:
        yield writer.wire(first)
        first += len(writer.parent)


def _decoded(data: bytes) -> str:
    """Text of HTML bytes: by byte order mark, by a `meta` near the start, else UTF-8.

    Source: html #determining-the-character-encoding.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.removeprefix(codecs.BOM_UTF8).decode(encoding, "replace")
    named = _CHARSET.search(data[:PRESCANNED])
    encoding = named[1].decode("ascii") if named else "utf-8"
    try:
        return data.decode(encoding, "replace")
    except LookupError:  # an encoding that nobody knows counts as not named
        return data.decode("utf-8", "replace")


class _Raw(NamedTuple):
    """What stood in the `noscript` elements of a text, and the attribute that marks their places."""

    mark: str
    texts: list[str]


def _without_noscript(text: str) -> tuple[str, _Raw]:
    """The text with an empty template for each `noscript`: where scripts run its content is text, and the parser takes
    it for markup. Source: html #parsing-main-inhead."""
    mark, lower = "noscript-", text.lower()
    while mark in lower:
        mark += "-"
    raw = _Raw(mark, [])

    def marked(match: re.Match[str]) -> str:
        raw.texts.append(match[2])
        return f"<template{match[1]} {raw.mark}={len(raw.texts) - 1}></template>"

    return _NOSCRIPT.sub(marked, text), raw


class _Strings:
    """The string table of a capture; '' has no place in it, it is -1."""

    def __init__(self) -> None:
        self.table: list[str] = []
        self._places: dict[str, int] = {}

    def index(self, text: str) -> int:
        if not text:
            return -1
        place = self._places.get(text)
        if place is None:
            place = self._places[text] = len(self.table)
            self.table.append(text)
        return place


class _Tree(NamedTuple):
    """A shadow tree that is being written: its mode, the light nodes that wait for each slot, and the tree around."""

    mode: str
    assigned: dict[str, list["LexborNode"]]
    outer: "_Tree | None"


class _Task(NamedTuple):
    """A node that is still to be written: below which entry, in which shadow tree, inside SVG or MathML."""

    node: "LexborNode"
    parent: int
    tree: _Tree | None
    is_foreign: bool


class _DocumentWriter:
    """Writes one document in flat-tree order; `frames` are the texts of its `srcdoc` frames, in order."""

    def __init__(self, strings: _Strings, url: str, first_frame: int, raw: _Raw) -> None:
        self.strings, self.url, self.first_frame, self.raw = strings, url, first_frame, raw
        self.title, self.base_url = "", url
        self.frames: list[str] = []
        self.parent: list[int] = []
        self.node_type: list[int] = []
        self.node_name: list[int] = []
        self.node_value: list[int] = []
        self.attributes: list[list[int]] = []
        self.shadow_root_type: dict[int, int] = {}
        self.text_value: dict[int, int] = {}
        self.input_value: dict[int, int] = {}
        self.input_checked: set[int] = set()
        self.option_selected: set[int] = set()
        self.content_document: dict[int, int] = {}
        self.is_clickable: list[int] = []
        self._selects: list[tuple[int, dict[str, str]]] = []
        self._options: list[tuple[int, dict[str, str]]] = []
        self._radios: dict[tuple[int, str], int] = {}

    def write(self, parser: "LexborHTMLParser") -> None:
        top = parser.root
        while top is not None and top.parent is not None:
            top = top.parent
        root = self._entry(-1, DOCUMENT, "#document", "")
        stack = [_Task(child, root, None, False) for child in reversed(_children(top))] if top is not None else []
        while stack:
            task = stack.pop()
            if task.node.is_element_node:
                stack.extend(reversed(list(self._element(task))))
            else:
                self._other(task)
        self._choose_options()

    # ------------------------------------------------------------------------------------------------ nodes

    def _entry(self, parent: int, kind: int, name: str, value: str, attributes: dict[str, str] | None = None) -> int:
        index = self.strings.index
        self.parent.append(parent)
        self.node_type.append(kind)
        self.node_name.append(index(name))
        self.node_value.append(index(value))
        self.attributes.append([index(part) for pair in (attributes or {}).items() for part in pair])
        return len(self.parent) - 1

    def _other(self, task: _Task) -> None:
        node = task.node
        if node.is_text_node:
            i = self._entry(task.parent, TEXT, "#text", node.text_content or "")
        elif node.is_comment_node:
            i = self._entry(task.parent, COMMENT, "#comment", node.comment_content or "")
        elif node.tag == "-doctype":
            i = self._entry(task.parent, DOCTYPE, "html", "")
        else:
            return
        self._mark_shadow(i, task.tree)

    def _mark_shadow(self, i: int, tree: _Tree | None) -> None:
        if tree is not None:
            self.shadow_root_type[i] = self.strings.index(tree.mode)

    def _element(self, task: _Task) -> Iterator[_Task]:
        """Write an element; what stands below it in the flat tree."""
        node, tag = task.node, task.node.tag or ""
        is_foreign = task.is_foreign or tag in FOREIGN_ROOTS
        attributes = {name: value or "" for name, value in node.attributes.items()}
        noscript = attributes.pop(self.raw.mark, "")
        if noscript:
            i = self._entry(task.parent, ELEMENT, "NOSCRIPT", "", attributes)
            text = self._entry(i, TEXT, "#text", self.raw.texts[int(noscript)])
            self._mark_shadow(i, task.tree)
            self._mark_shadow(text, task.tree)
            return iter(())
        i = self._entry(task.parent, ELEMENT, tag if is_foreign else tag.translate(_ASCII_UPPER), "", attributes)
        self._mark_shadow(i, task.tree)
        if is_foreign:
            below = _children(node)
            return (_Task(child, i, task.tree, tag not in HTML_INSIDE) for child in below)
        self._state(i, tag, attributes, node)
        return self._below(i, tag, attributes, task)

    def _below(self, i: int, tag: str, attributes: dict[str, str], task: _Task) -> Iterator[_Task]:
        node, tree = task.node, task.tree
        if tag == "template":
            return
        if tag == "slot" and tree is not None:
            slotted = tree.assigned.pop(attributes.get("name", ""), [])
            if slotted:
                yield from (_Task(child, i, tree.outer, False) for child in slotted)
                return
        below = _children(node)
        shadow = next((c for c in below if _shadow_mode(c)), None)
        if shadow is None:
            yield from (_Task(child, i, tree, False) for child in below)
            return
        assigned: dict[str, list[LexborNode]] = {}
        for child in below:
            if child.is_element_node or child.is_text_node:
                name = (child.attributes.get("slot") or "") if child.is_element_node else ""
                if child.mem_id != shadow.mem_id:
                    assigned.setdefault(name, []).append(child)
        inner = _Tree(_shadow_mode(shadow), assigned, tree)
        for fragment in shadow.template_fragments():
            yield from (_Task(child, i, inner, False) for child in _children(fragment))

    # ------------------------------------------------------------------------------------------------ live state

    def _state(self, i: int, tag: str, attributes: dict[str, str], node: "LexborNode") -> None:
        if tag == "title" and not self.title:
            self.title = " ".join(node.text().split())
        elif tag == "base" and attributes.get("href"):
            self.base_url = attributes["href"]
        elif tag == "input":
            self._input(i, attributes)
        elif tag == "textarea":
            self.text_value[i] = self.strings.index(node.text())
        elif tag == "select":
            self._selects.append((i, attributes))
        elif tag == "option":
            self._options.append((i, attributes))
        elif tag == "iframe" and "srcdoc" in attributes and self.first_frame + len(self.frames) < MAX_DOCUMENTS:
            self.content_document[i] = self.first_frame + len(self.frames)
            self.frames.append(attributes["srcdoc"])
        is_link = tag in LINK_TAGS and "href" in attributes
        is_control = (tag == "input" and "disabled" not in attributes) or tag == "summary"
        if is_link or is_control or not CLICK_ATTRIBUTES.isdisjoint(attributes):
            self.is_clickable.append(i)

    def _input(self, i: int, attributes: dict[str, str]) -> None:
        given = attributes.get("type", "").lower()
        kind = given if given in INPUT_TYPES else "text"
        value = "" if kind == FILE_INPUT else attributes.get("value", DEFAULT_VALUES.get(kind, ""))
        self.input_value[i] = self.strings.index(value)
        if kind in CHECKED_TYPES and "checked" in attributes:
            self.input_checked.add(i)
            name = attributes.get("name", "")
            if kind == "radio" and name:
                before = self._radios.get((self._around(i, "FORM"), name))
                self.input_checked.discard(-1 if before is None else before)
                self._radios[self._around(i, "FORM"), name] = i

    def _around(self, i: int, name: str) -> int:
        """The nearest element of this name around an entry, -1 without one."""
        wanted = self.strings.index(name)
        i = self.parent[i]
        while i >= 0 and self.node_name[i] != wanted:
            i = self.parent[i]
        return i

    def _choose_options(self) -> None:
        """Source: html #selectedness-setting-algorithm."""
        of_select: dict[int, list[tuple[int, dict[str, str]]]] = {}
        for option in self._options:
            of_select.setdefault(self._around(option[0], "SELECT"), []).append(option)
        for i, attributes in self._selects:
            options = of_select.get(i, [])
            marked = [k for k, row in options if "selected" in row]
            if "multiple" in attributes:
                self.option_selected.update(marked)
            elif marked:
                self.option_selected.add(marked[-1])
            elif attributes.get("size", "1") in ("", "0", "1"):
                usable = [k for k, row in options if "disabled" not in row and not self._in_disabled_group(k)]
                self.option_selected.update(usable[:1])

    def _in_disabled_group(self, i: int) -> bool:
        p = self.parent[i]
        names = self.attributes[p][::2]
        return self.strings.table[self.node_name[p]] == "OPTGROUP" and self.strings.index("disabled") in names

    # ------------------------------------------------------------------------------------------------ wire

    def wire(self, first_id: int) -> dict[str, Any]:
        index = self.strings.index
        return {
            "documentURL": index(self.url),
            "baseURL": index(self.base_url),
            "title": index(self.title),
            "nodes": {
                "parentIndex": self.parent,
                "nodeType": self.node_type,
                "nodeName": self.node_name,
                "nodeValue": self.node_value,
                "backendNodeId": list(range(first_id, first_id + len(self.parent))),
                "attributes": self.attributes,
                "shadowRootType": _sparse(self.shadow_root_type),
                "textValue": _sparse(self.text_value),
                "inputValue": _sparse(self.input_value),
                "inputChecked": {"index": sorted(self.input_checked)},
                "optionSelected": {"index": sorted(self.option_selected)},
                "contentDocumentIndex": _sparse(self.content_document),
                "isClickable": {"index": self.is_clickable},
            },
            "layout": {"nodeIndex": [], "styles": [], "bounds": [], "text": []},
        }


def _sparse(values: dict[int, int]) -> dict[str, list[int]]:
    return {"index": list(values), "value": list(values.values())}


def _children(node: "LexborNode") -> list["LexborNode"]:
    out, child = [], node.first_child
    while child is not None:
        out.append(child)
        child = child.next
    return out


def _shadow_mode(node: "LexborNode") -> str:
    """The mode of a declared shadow root, '' for other nodes."""
    if not node.is_element_node or node.tag != "template":
        return ""
    mode = (node.attributes.get("shadowrootmode") or "").lower()
    return mode if mode in SHADOW_MODES else ""

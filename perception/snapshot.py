"""A capture as frozen columns: what the page held, before any conclusion is drawn (SPEC 1, 2; ARCHITECTURE, Columns).

A `Snapshot` has one entry a node in wire order, all documents concatenated, every content document behind its frame's
owner, out-of-process frames merged, lengths in CSS px, secrets left out. `loading.py` builds it. A frozen value: passes
read it and write columns of their own.
"""

import hashlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from perception.errors import Diagnostic
from perception.secrets import masked_url
from perception.wire import Box

ELEMENT, TEXT, COMMENT, DOCUMENT, DOCTYPE = 1, 3, 8, 9, 10
"""DOM node types, as in the `node_type` column."""

HTML, SVG, MATHML = 0, 1, 2
"""Namespaces, as in the `namespace` column."""


class Viewport(NamedTuple):
    """The window on the top document, CSS px; `page_x`, `page_y` its scroll position."""

    width: float
    height: float
    page_x: float = 0.0
    page_y: float = 0.0
    device_scale_factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Document:
    """One document of the page; `begin`, `end` its slice of the node columns, lengths in CSS px.

    `owner` is the node of the frame element that shows it (-1: the top document, or a frame whose owner is not in the
    capture); `process` counts the snapshots merged, 0 the main one; `scale` is how many wire units make a CSS px.
    """

    index: int
    begin: int
    end: int
    owner: int
    process: int
    frame_id: str
    loader_id: str
    url: str
    base_url: str
    title: str
    language: str
    scroll_x: float
    scroll_y: float
    content_width: float
    content_height: float
    scale: float
    where: str


class Shapes(NamedTuple):
    """The distinct attribute rows by their names alone, values aside: `number` is that of the shape of each row,
    `names` the names of each shape."""

    number: list[int]
    names: list[tuple[str, ...]]


class Snapshot:
    """The columns of one capture. Lists are of length N (nodes) or R (layout boxes), never to be changed.

    Node columns: `parent` (-1 for a root; a content document's root has its frame owner), `subtree_end` (a subtree
    inside one document is the slice `i : subtree_end[i]`), `document`, `node_type`, `tag` (lower case for HTML, as
    written for SVG and MathML, `#text`, `::before` …), `namespace`, `node_value` (string index), `attribute_row`
    (number of the distinct row), `backend_node_id`, `layout` and `layout_last` (first and last box, -1 without one).
    Box columns: `box_node`, `bounds` (x, y, width, height in CSS px of the own document), `box_text` (string index),
    `paint_order` (empty where not captured), `style_row`, `client_rects`, `scroll_rects`.
    Distinct: `tags`, `attribute_rows` (string indexes: name, value, name, value …), `style_rows` (property -> text).
    Sparse: `shadow_root_type`, `pseudo_type` (node -> word), `input_value`, `text_value` (node -> live text),
    `content_document` (frame owner -> document index), `current_source_url`; sets `input_checked`, `option_selected`,
    `is_clickable`, `secret_fields`.
    `strings` ends with '' so that the wire's -1 reads as the empty string.
    """

    strings: list[str]
    parent: list[int]
    subtree_end: list[int]
    document: list[int]
    node_type: list[int]
    tag: list[str]
    tags: frozenset[str]
    namespace: bytearray
    node_value: list[int]
    attribute_row: list[int]
    backend_node_id: list[int]
    layout: list[int]
    layout_last: list[int]
    box_node: list[int]
    bounds: list[Box]
    box_text: list[int]
    paint_order: list[int]
    style_row: list[int]
    client_rects: list[list[float]]
    scroll_rects: list[list[float]]
    text_box_row: list[int]
    text_box_bounds: list[Box]
    text_box_start: list[int]
    text_box_length: list[int]
    attribute_rows: list[list[int]]
    style_rows: list[dict[str, str]]
    shadow_root_type: dict[int, str]
    pseudo_type: dict[int, str]
    input_value: dict[int, str]
    text_value: dict[int, str]
    current_source_url: dict[int, str]
    content_document: dict[int, int]
    input_checked: frozenset[int]
    option_selected: frozenset[int]
    is_clickable: frozenset[int]
    secret_fields: frozenset[int]
    documents: tuple[Document, ...]
    viewport: Viewport
    focused: int | None
    url: str
    title: str
    styles_captured: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]

    def __len__(self) -> int:
        return len(self.parent)

    def attrs(self, i: int) -> Mapping[str, str]:
        """The authored attributes of node `i`, the first of a repeated name; token-like query parameters masked."""
        number = self.attribute_row[i]
        known = self._attrs[number]
        if known is None:
            known = self._attrs[number] = self._read_attrs(number)
        return known

    def _read_attrs(self, number: int) -> dict[str, str]:
        row, strings = self.attribute_rows[number], self.strings
        if not row:
            return _NO_ATTRIBUTES
        pairs = {strings[row[k]]: strings[row[k + 1]] for k in range(len(row) - 2, -2, -2)}
        for name, value in pairs.items():
            if "=" in value or "@" in value:
                pairs[name] = masked_url(value)
        return pairs

    def text(self, i: int) -> str:
        """nodeValue of a text node, comment or doctype; '' for others."""
        return self.strings[self.node_value[i]]

    def children(self, i: int) -> list[int]:
        """Child nodes of `i` inside its own document, in wire order (pseudo-elements first)."""
        out, child, end, subtree_end = [], i + 1, self.subtree_end[i], self.subtree_end
        while child < end:
            out.append(child)
            child = subtree_end[child]
        return out

    def style(self, i: int) -> Mapping[str, str]:
        """Computed styles of node `i` by property; empty where it has no box or no styles were captured."""
        row = self.layout[i]
        return self.style_rows[self.style_row[row]] if row >= 0 else _NO_ATTRIBUTES

    @cached_property
    def _attrs(self) -> list[dict[str, str] | None]:
        return [None] * len(self.attribute_rows)

    @cached_property
    def attribute_shapes(self) -> Shapes:
        numbers: dict[tuple[int, ...], int] = {}
        number = [numbers.setdefault(tuple(row[::2]), len(numbers)) for row in self.attribute_rows]
        return Shapes(number, [tuple(self.strings[k] for k in row) for row in numbers])

    @cached_property
    def attribute_names(self) -> frozenset[str]:
        """The names of all attributes on the page."""
        return frozenset(chain.from_iterable(self.attribute_shapes.names))

    def text_boxes_of(self, box: int) -> range:
        """Where in the text box columns the line fragments of a layout box stand, in order; the wire has them so."""
        rows = self.text_box_row
        return range(bisect_left(rows, box), bisect_right(rows, box))

    @cached_property
    def node_of_key(self) -> dict[tuple[int, int], int]:
        """(process, backend_node_id) -> node: backend ids are unique within one renderer process only."""
        process = [d.process for d in self.documents]
        return {(process[d], b): i for i, (d, b) in enumerate(zip(self.document, self.backend_node_id, strict=True))}

    @cached_property
    def digest(self) -> str:
        """A stable fingerprint of everything that text can depend on; continuations are bound to it."""
        hasher = hashlib.blake2b(digest_size=12)
        hasher.update("\0".join(self.strings).encode("utf-8", "surrogatepass"))
        columns = (self.parent, self.node_value, self.backend_node_id, self.attribute_row, self.box_node, self.box_text)
        for column in (*columns, self.style_row, *self.attribute_rows):
            hasher.update(array("q", column).tobytes())
        hasher.update(array("d", [edge for box in self.bounds for edge in box]).tobytes())
        live = (sorted(self.input_value.items()), sorted(self.text_value.items()), sorted(self.input_checked))
        hasher.update(repr((live, sorted(self.option_selected), self.viewport, self.documents, self.focused)).encode())
        return hasher.hexdigest()


_NO_ATTRIBUTES: dict[str, str] = {}


def nodes_with_attribute(snapshot: Snapshot, names: Iterable[str]) -> dict[str, list[int]]:
    """Attribute name -> the nodes that have it, in wire order: each distinct row is looked at once."""
    out: dict[str, list[int]] = {name: [] for name in names}
    if snapshot.attribute_names.isdisjoint(out):
        return out
    shapes = snapshot.attribute_shapes
    lists = [[out[name] for name in out if name in row] for row in shapes.names]
    lists_of = {k: lists[shape] for k, shape in enumerate(shapes.number) if lists[shape]}
    for i, k in enumerate(snapshot.attribute_row):
        if k in lists_of:
            for nodes in lists_of[k]:
                nodes.append(i)
    return out

"""A validated capture -> the columns of a `Snapshot` (SPEC 1.1-1.4, 1.6).

In: anything `capture.read` takes. What happens here and nowhere else: documents and out-of-process frames are put
behind their owners, string tables merged, the tree checked to be one in preorder, wire units calibrated to CSS px,
distinct style rows numbered, secrets taken out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Raw

from perception.capture import (
    DEFAULT_LIMITS,
    Limits,
    Source,
    paused_collector,
    read,
    source_name,
)
from perception.columns import positions
from perception.errors import CaptureError, Diagnostic
from perception.html import html_capture
from perception.secrets import hide_secrets, masked_url
from perception.snapshot import ELEMENT, HTML, MATHML, SVG, TEXT, Document, Snapshot, Viewport
from perception.wire import Box, RareFlags, RareValues, RawCapture, RawDocument, RawSnapshot
from perception.wire_rows import attribute_rows, rects, style_rows

T = TypeVar("T")

SCALE_TOLERANCE = 0.02
"""HEURISTIC: two factors that differ by less are the same one: scroll bars and rounding move HTML's width by under
1.5 % in the captures measured, and real scale factors are at least 0.1 apart."""

SCALES = (0.25, 16.0)
"""HEURISTIC: the factors of screens times the zoom that browsers offer (25 % to 500 %); beyond is an odd page,
not a unit."""


def load(
    source: Source,
    *,
    limits: Limits = DEFAULT_LIMITS,
    viewport: Viewport | None = None,
    computed_styles: Sequence[str] | None = None,
    name: str | None = None,
) -> Snapshot:
    """Read a capture into columns (SPEC 1).

    `viewport` and `computed_styles` supply what a bare `captureSnapshot` result lacks and are ignored where the
    envelope has its own. Raises `CaptureError` with the JSON path of the fault.
    """
    with paused_collector():
        raw, diagnostics = read(source, limits, name=name)
        if raw.computed_styles is None and computed_styles is not None:
            raw.computed_styles = list(computed_styles)
        try:
            return _Builder(raw, diagnostics, viewport).snapshot()
        except CaptureError as error:
            raise CaptureError(error.reason, where=error.where, source=source_name(source, name)) from error.__cause__


def load_html(
    text: str | bytes, *, url: str = "about:blank", limits: Limits = DEFAULT_LIMITS, name: str | None = None
) -> Snapshot:
    """A snapshot without layout of a static HTML text (SPEC 9); `load` takes HTML files and bytes by itself.

    `url` is where the text is from. Raises `CaptureError` where it is larger than the limits.
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return load(html_capture(data, url), limits=limits, name=name)


class _Piece(NamedTuple):
    """One document on the wire; its strings are `string_count` from `strings` on in the merged table."""

    raw: RawDocument
    process: int
    strings: int
    string_count: int
    where: str
    styles: list[str] | None


_Link: TypeAlias = tuple[int, tuple[int, int], str]
"""A document that a frame element shows: (piece, (the element's piece, node in it), JSON path of the link)."""


class _Builder:
    """Concatenates the documents of all processes into the columns of one Snapshot."""

    def __init__(self, raw: RawCapture, diagnostics: list[Diagnostic], viewport: Viewport | None) -> None:
        self.raw = raw
        self.diagnostics = diagnostics
        self.viewport = viewport
        self.s = Snapshot()

    def snapshot(self) -> Snapshot:
        s, raw = self.s, self.raw
        pieces = self._pieces()
        owners = self._owners(pieces)
        order = self._order(pieces, owners)
        parts = [pieces[p] for p in order]
        begins = self._node_columns(parts)
        client_rects = [_rects(part, "clientRects", part.raw.layout.client_rects) for part in parts]
        scales = [self._scale(part, rects) for part, rects in zip(parts, client_rects, strict=True)]
        self._documents(pieces, order, dict(zip(order, begins, strict=True)), owners, scales)
        for index, part in enumerate(parts):
            self._check_tree(index, part)
        self._layout_columns(parts, client_rects)
        self._style_columns(parts)
        self._first_and_last_box()
        self._names()
        s.url = masked_url(raw.url or s.documents[0].url)
        s.title = raw.title or s.documents[0].title
        s.viewport = self._viewport(pieces[order[0]], scales[0])
        if not s.styles_captured and s.style_row:
            self._note("no-style-names", "computedStyles", "style names unknown: rules that need styles can't tell")
        self._hide_secrets()
        s.focused = self._focused()
        s.diagnostics = tuple(self.diagnostics)
        return s

    def _note(self, code: str, where: str, text: str, count: int = 1) -> None:
        self.diagnostics.append(Diagnostic(code, where, text, count))

    # -------------------------------------------------------------------------------------------- documents

    def _pieces(self) -> list[_Piece]:
        """All documents on the wire, the main process's first, then each out-of-process frame's."""
        raw, strings = self.raw, 0
        tables: list[list[str]] = []
        pieces = []
        sources: list[tuple[RawSnapshot, list[str] | None, str]] = [(raw.body, raw.computed_styles, raw.root)]
        sources += [
            (
                f.snapshot,
                f.computed_styles if f.computed_styles is not None else raw.computed_styles,
                f"frames[{k}].snapshot.",
            )
            for k, f in enumerate(raw.frames or ())
        ]
        for process, (snapshot, styles, where) in enumerate(sources):
            for k, document in enumerate(snapshot.documents):
                pieces.append(
                    _Piece(document, process, strings, len(snapshot.strings), f"{where}documents[{k}].", styles)
                )
            tables.append(snapshot.strings)
            strings += len(snapshot.strings)
        self.s.strings = [text for table in tables for text in table] if len(tables) > 1 else tables[0]
        self.s.strings.append("")
        return pieces

    def _owners(self, pieces: list[_Piece]) -> dict[int, tuple[int, int]]:
        """Piece -> (piece, node in it) of the frame element that shows it."""
        first: dict[int, int] = {}
        for p, piece in enumerate(pieces):
            first.setdefault(piece.process, p)
        owners: dict[int, tuple[int, int]] = {}
        taken: set[tuple[int, int]] = set()
        for child, owner, where in (*_document_links(pieces, first), *self._frame_links(pieces, first)):
            if child in owners:
                raise CaptureError("this document already has an owner", where=where)
            if child == 0:
                raise CaptureError("the first document cannot be a frame's (a cycle)", where=where)
            if pieces[owner[0]].raw.nodes.node_type[owner[1]] != ELEMENT or owner[1] == 0:
                raise CaptureError("only an element below a root shows a document", where=where)
            if owner in taken:
                raise CaptureError("one element owns two documents", where=where)
            owners[child] = owner
            taken.add(owner)
        return owners

    def _frame_links(self, pieces: list[_Piece], first: dict[int, int]) -> Iterator[_Link]:
        """Out-of-process frames: the owner is named by its frame and backend id."""
        pieces_of: dict[str, list[int]] = {}
        for p, piece in enumerate(pieces):
            pieces_of.setdefault(self._string(piece, piece.raw.frame_id), []).append(p)
        nodes_of: dict[int, dict[int, int]] = {}
        for k, frame in enumerate(self.raw.frames or ()):
            for p in pieces_of.get(frame.parent_frame_id, ()):
                if p not in nodes_of:
                    nodes_of[p] = {b: i for i, b in enumerate(pieces[p].raw.nodes.backend_node_id)}
                if pieces[p].process != k + 1 and frame.owner_backend_node_id in nodes_of[p]:
                    owner = (p, nodes_of[p][frame.owner_backend_node_id])
                    yield first[k + 1], owner, f"frames[{k}].ownerBackendNodeId"
                    break
            else:
                self._note("frame-without-owner", f"frames[{k}]", "its owner element is not in the capture")

    def _order(self, pieces: list[_Piece], owners: dict[int, tuple[int, int]]) -> list[int]:
        """Pieces so that every content document comes after its owner's; a frame that is not reached is in a cycle."""
        shown: dict[int, list[int]] = {}
        for child, (p, _) in sorted(owners.items()):
            shown.setdefault(p, []).append(child)
        order = [p for p in range(len(pieces)) if p not in owners]
        for p in order:  # grows while it is read
            order.extend(shown.get(p, ()))
        if len(order) < len(pieces):
            lost = min(set(range(len(pieces))) - set(order))
            raise CaptureError("frames own one another (a cycle)", where=pieces[lost].where.removesuffix("."))
        orphans = len(pieces) - len(owners) - 1
        if orphans:
            self._note("document-without-owner", f"{self.raw.root}documents", "documents that no frame shows", orphans)
        return sorted(order) if order == sorted(order) else order

    def _string(self, piece: _Piece, k: int) -> str:
        return self.s.strings[k + piece.strings] if k >= 0 else ""

    def _focused(self) -> int | None:
        """The focused node; its backend id is the main process's."""
        s, wanted = self.s, self.raw.focused_backend_node_id
        found = positions(s.backend_node_id, wanted) if wanted else ()
        return next((i for i in found if s.documents[s.document[i]].process == 0), None)

    def _documents(
        self,
        pieces: list[_Piece],
        order: list[int],
        begin_of: dict[int, int],
        owners: dict[int, tuple[int, int]],
        scales: list[float],
    ) -> None:
        out = []
        self.s.content_document = {}
        for index, p in enumerate(order):
            piece, raw, scale = pieces[p], pieces[p].raw, scales[index]
            begin = begin_of[p]
            owner = -1
            if p in owners:
                owner = begin_of[owners[p][0]] + owners[p][1]
                self.s.parent[begin] = owner
                self.s.content_document[owner] = index
            frame_id = self._string(piece, raw.frame_id)
            out.append(
                Document(
                    index,
                    begin,
                    begin + len(raw.nodes.parent_index),
                    owner,
                    piece.process,
                    frame_id,
                    (self.raw.loader_ids or {}).get(frame_id, ""),
                    masked_url(self._string(piece, raw.document_url)),
                    masked_url(self._string(piece, raw.base_url)),
                    self._string(piece, raw.title),
                    self._string(piece, raw.content_language),
                    raw.scroll_offset_x / scale,
                    raw.scroll_offset_y / scale,
                    raw.content_width / scale,
                    raw.content_height / scale,
                    scale,
                    piece.where,
                )
            )
        self.s.documents = tuple(out)

    def _viewport(self, piece: _Piece, scale: float) -> Viewport:
        if self.raw.viewport is not None:
            v = self.raw.viewport
            return Viewport(v.width, v.height, v.page_x, v.page_y, v.device_scale_factor)
        if self.viewport is not None:
            return self.viewport
        document = self.s.documents[0]
        row = self.s.layout[document.begin]
        width, height = self.s.bounds[row][2:] if row >= 0 else (0.0, 0.0)
        self._note("viewport-inferred", "viewport", "no viewport was given: taken from the document's own box")
        return Viewport(width, height, document.scroll_x, document.scroll_y, scale)

    # -------------------------------------------------------------------------------------------- nodes

    def _node_columns(self, parts: list[_Piece]) -> list[int]:
        """Concatenate the node columns of the documents. -> the first node of each"""
        s, nodes, offs = self.s, [part.raw.nodes for part in parts], [part.strings for part in parts]
        counts = [len(n.parent_index) for n in nodes]
        begins = [0, *accumulate(counts[:-1])]
        s.parent = _joined([_shifted(n.parent_index, begin) for n, begin in zip(nodes, begins, strict=True)])
        s.document = _joined([[index] * count for index, count in enumerate(counts)])
        s.node_type = _joined([n.node_type for n in nodes])
        s.backend_node_id = _joined([n.backend_node_id for n in nodes])
        self.node_name = _joined([_shifted(n.node_name, off) for n, off in zip(nodes, offs, strict=True)])
        s.node_value = _joined([_shifted(n.node_value, off) for n, off in zip(nodes, offs, strict=True)])
        s.subtree_end = [0] * len(s.parent)
        self._attribute_columns(parts)
        s.shadow_root_type = self._sparse([n.shadow_root_type for n in nodes], begins, offs)
        s.pseudo_type = self._sparse([n.pseudo_type for n in nodes], begins, offs)
        s.input_value = self._sparse([n.input_value for n in nodes], begins, offs)
        s.text_value = self._sparse([n.text_value for n in nodes], begins, offs)
        s.current_source_url = self._sparse([n.current_source_url for n in nodes], begins, offs)
        s.input_checked = _flagged([n.input_checked for n in nodes], begins)
        s.option_selected = _flagged([n.option_selected for n in nodes], begins)
        s.is_clickable = _flagged([n.is_clickable for n in nodes], begins)
        return begins

    def _attribute_columns(self, parts: list[_Piece]) -> None:
        numbers: list[list[int]] = []
        rows: list[list[int]] = []
        for part in parts:
            nodes, where = part.raw.nodes, f"{part.where}nodes.attributes"
            found = attribute_rows(nodes.attributes, len(nodes.parent_index), part.string_count, where)
            numbers.append(_shifted(found.number, len(rows)))
            rows += [_shifted(row, part.strings) for row in found.rows]
        self.s.attribute_row, self.s.attribute_rows = _joined(numbers), rows

    def _sparse(self, columns: list[RareValues], begins: list[int], offs: list[int]) -> dict[int, str]:
        strings = self.s.strings
        return {
            k + begin: strings[v + off] if v >= 0 else ""
            for column, begin, off in zip(columns, begins, offs, strict=True)
            for k, v in zip(column.index, column.value, strict=True)
        }

    def _check_tree(self, index: int, piece: _Piece) -> None:
        """Nodes stand in preorder: each one's parent is an ancestor of the node before it; only elements and the root
        have children. Fills `subtree_end`."""
        document, parent, subtree_end = self.s.documents[index], self.s.parent, self.s.subtree_end
        node_type = self.s.node_type
        begin, end = document.begin, document.end
        if piece.raw.nodes.parent_index[0] != -1:
            where = f"{piece.where}nodes.parentIndex[0]"
            raise CaptureError("a document's first node must be its root (-1)", where=where)
        if node_type[begin] == TEXT:
            where = f"{piece.where}nodes.nodeType[0]"
            raise CaptureError("a document's first node must be its root, which is no text", where=where)
        before = begin
        subtree_end[begin:end] = [end] * (end - begin)  # an open node's; a closed one's is the node after its subtree
        for i, p in enumerate(parent[begin + 1 : end], begin + 1):
            if p != before:
                if not begin <= p < i or subtree_end[p] != end:
                    raise self._no_parent(piece, i - begin, p - begin)
                while before != p:
                    subtree_end[before] = i
                    before = parent[before]
            elif node_type[p] != ELEMENT and p != begin:
                where = f"{piece.where}nodes.parentIndex[{i - begin}]"
                raise CaptureError(
                    f"node {p - begin} is of type {node_type[p]}: only elements have children", where=where
                )
            before = i

    def _no_parent(self, piece: _Piece, i: int, p: int) -> CaptureError:
        reason = "a second root" if p < 0 else f"node {p} is not an open earlier node"
        return CaptureError(reason, where=f"{piece.where}nodes.parentIndex[{i}]")

    def _names(self) -> None:
        """The tag and namespace columns. HTML names are upper case on the wire; in XML documents they are not."""
        s, strings = self.s, self.s.strings
        distinct = set(self.node_name)
        lower_case = {k for k in distinct if strings[k][:1].isalpha() and not strings[k].isupper()}
        tags = {k: strings[k] if k in lower_case else strings[k].lower() for k in distinct}
        s.tag, s.tags = list(map(tags.__getitem__, self.node_name)), frozenset(tags.values())
        s.namespace = bytearray(len(s.parent))
        tag, parent, namespace, node_type = s.tag, s.parent, s.namespace, s.node_type
        end = 0
        for root in sorted(i for k in lower_case if tags[k] in _NAMESPACE_ROOTS for i in positions(self.node_name, k)):
            if root < end or node_type[root] != ELEMENT:
                continue
            end = s.subtree_end[root]
            for i in range(root, end):
                if self.node_name[i] in lower_case and node_type[i] == ELEMENT:
                    p = parent[i]
                    inherited = HTML if p < 0 or tag[p] in _BACK_TO_HTML else namespace[p]
                    namespace[i] = _NAMESPACE_ROOTS.get(tag[i], inherited)

    # -------------------------------------------------------------------------------------------- boxes

    def _scale(self, piece: _Piece, client_rects: list[list[float]]) -> float:
        """Wire units per CSS px: HTML's bounds width over its client width (SPEC 1.3)."""
        layout, nodes = piece.raw.layout, piece.raw.nodes
        factor = self.raw.viewport.device_scale_factor if self.raw.viewport is not None else 0.0
        for row, node in enumerate(layout.node_index[:8]):
            if nodes.node_type[node] != ELEMENT:
                continue
            client = client_rects[row]
            if client and client[2] > 0 and layout.bounds[row][2] > 0:
                ratio = layout.bounds[row][2] / client[2]
                if factor and abs(ratio - factor) < SCALE_TOLERANCE * factor:
                    return factor
                if abs(ratio - 1) >= SCALE_TOLERANCE and not factor and SCALES[0] <= ratio <= SCALES[1]:
                    return ratio
            break
        return 1.0

    def _layout_columns(self, parts: list[_Piece], client_rects: list[list[list[float]]]) -> None:
        """Concatenate the columns of boxes and of text boxes."""
        s, layouts, boxes = self.s, [part.raw.layout for part in parts], [part.raw.text_boxes for part in parts]
        begins, scales = [d.begin for d in s.documents], [d.scale for d in s.documents]
        counts = [len(layout.node_index) for layout in layouts]
        first_boxes = [0, *accumulate(counts[:-1])]
        for part, layout, count in zip(parts, layouts, counts, strict=True):
            if count and not layout.paint_orders:
                self._note("no-paint-order", f"{part.where}layout.paintOrders", "occlusion can't tell")
        s.box_node = _joined([_shifted(x.node_index, begin) for x, begin in zip(layouts, begins, strict=True)])
        s.bounds = _joined([_scaled(x.bounds, scale) for x, scale in zip(layouts, scales, strict=True)])
        s.box_text = _joined([_shifted(x.text, part.strings) for x, part in zip(layouts, parts, strict=True)])
        s.paint_order = _joined([x.paint_orders or [0] * count for x, count in zip(layouts, counts, strict=True)])
        s.client_rects = _joined(client_rects)
        s.scroll_rects = _joined([_rects(part, "scrollRects", part.raw.layout.scroll_rects) for part in parts])
        s.text_box_row = _joined([_shifted(b.layout_index, box) for b, box in zip(boxes, first_boxes, strict=True)])
        s.text_box_bounds = _joined([_scaled(b.bounds, scale) for b, scale in zip(boxes, scales, strict=True)])
        s.text_box_start = _joined([b.start for b in boxes])
        s.text_box_length = _joined([b.length for b in boxes])

    def _style_columns(self, parts: list[_Piece]) -> None:
        """Number the style rows; equal ones of several documents are one."""
        s = self.s
        s.style_rows = []
        ids: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
        numbers: list[list[int]] = []
        captured: set[str] = set()
        for part in parts:
            names = tuple(part.styles or ())
            expected = len(names) if part.styles is not None else None
            found = style_rows(part.raw.layout.styles, expected, part.string_count, f"{part.where}layout.styles")
            known = ids.setdefault(names, {})
            text_of, begin, new = s.strings.__getitem__, part.strings, []
            for row in found.rows if names else ([] for _ in found.rows):
                texts = tuple(map(text_of, row if not begin else [k + begin if k >= 0 else -1 for k in row]))
                number = known.get(texts)
                if number is None:
                    number = known[texts] = len(s.style_rows)
                    s.style_rows.append(dict(zip(names, texts, strict=False)))
                    captured.update(names if texts else ())
                new.append(number)
            numbers.append(found.number if new == list(range(len(new))) else [new[r] for r in found.number])
        s.styles_captured = frozenset(captured)
        s.style_row = _joined(numbers)

    def _first_and_last_box(self) -> None:
        """Fill `layout` and `layout_last`; one list serves as both where no node has two boxes."""
        s = self.s
        s.layout_last = last = [-1] * len(s.parent)
        for row, node in enumerate(s.box_node):
            last[node] = row
        s.layout = last
        if len(set(s.box_node)) < len(s.box_node):
            s.layout = first = last.copy()
            for row in range(len(s.box_node) - 1, -1, -1):
                first[s.box_node[row]] = row

    # -------------------------------------------------------------------------------------------- secrets

    def _hide_secrets(self) -> None:
        """Secrets are taken out before anything reads the columns, so that no output can hold one (SPEC 1.6)."""
        s = self.s
        s.secret_fields, mask = hide_secrets(s)
        s.current_source_url = {i: masked_url(url) for i, url in s.current_source_url.items()}
        if s.secret_fields:
            s.url, s.title = mask(s.url), mask(s.title)
            s.documents = tuple(
                replace(d, url=mask(d.url), base_url=mask(d.base_url), title=mask(d.title)) for d in s.documents
            )
            self._note("secrets-hidden", "snapshot", "values of secret fields were left out", len(s.secret_fields))


def _rects(piece: _Piece, key: str, column: Raw) -> list[list[float]]:
    return rects(column, len(piece.raw.layout.node_index), f"{piece.where}layout.{key}")


def _document_links(pieces: list[_Piece], first: dict[int, int]) -> Iterator[_Link]:
    """Frames of the same process: the wire numbers their documents."""
    for p, piece in enumerate(pieces):
        links = piece.raw.nodes.content_document_index
        for k, (node, target) in enumerate(zip(links.index, links.value, strict=True)):
            yield first[piece.process] + target, (p, node), f"{piece.where}nodes.contentDocumentIndex.value[{k}]"


_NAMESPACE_ROOTS = {"svg": SVG, "math": MATHML}
_BACK_TO_HTML = frozenset({"foreignObject", "annotation-xml"})


def _shifted(column: list[int], by: int) -> list[int]:
    """Indexes in the merged table or column; -1 stays."""
    return [k + by if k >= 0 else -1 for k in column] if by else column


def _joined(columns: list[list[T]]) -> list[T]:
    """One column of the documents' columns; of one document its own."""
    return columns[0] if len(columns) == 1 else list(chain.from_iterable(columns))


def _flagged(columns: list[RareFlags], begins: list[int]) -> frozenset[int]:
    return frozenset(_joined([_shifted(column.index, begin) for column, begin in zip(columns, begins, strict=True)]))


def _scaled(boxes: list[Box], scale: float) -> list[Box]:
    if scale == 1.0:
        return boxes
    return [(x / scale, y / scale, width / scale, height / scale) for x, y, width, height in boxes]

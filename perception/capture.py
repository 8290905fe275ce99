"""A capture in any accepted form -> a validated `RawCapture` (SPEC 1.1, 1.5).

In: a path, bytes, a binary file object or a dict: the envelope, or a bare `DOMSnapshot.captureSnapshot` result; as
JSON, gzip or zstd; static HTML is made into one first. Out: typed structs whose shapes and indexes have been checked,
lists still as on the wire. The only module that knows the JSON decoder and the paused garbage collector. It draws no
conclusions: columns, units and secrets are `loading.py`'s.
"""

import gc
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from perception.errors import CaptureError, Diagnostic
from perception.html import html_capture, is_html
from perception.tables.styles import COMPUTED_STYLES as COMPUTED_STYLES
from perception.unpack import Packed, unpacked
from perception.wire import (
    MAX_COORDINATE,
    RareValues,
    RawCapture,
    RawDocument,
    RawNodes,
    RawSnapshot,
)

Source: TypeAlias = Packed | Mapping[str, Any]
"""What `load` takes."""

T = TypeVar("T")


class Limits(NamedTuple):
    """What a capture may hold; over it `load` raises `CaptureError` (SPEC 1.5)."""

    nodes: int = 2_000_000
    documents: int = 1_000
    strings: int = 8_000_000
    unpacked_bytes: int = 2 << 30


DEFAULT_LIMITS = Limits()


def capture_parameters(computed_styles: Sequence[str] = COMPUTED_STYLES) -> dict[str, Any]:
    """The parameters of `DOMSnapshot.captureSnapshot` that give a capture with everything the engine reads."""
    return {
        "computedStyles": list(computed_styles),
        "includePaintOrder": True,
        "includeDOMRects": True,
        "includeBlendedBackgroundColors": False,
        "includeTextColorOpacities": False,
    }


@contextmanager
def paused_collector() -> Iterator[None]:
    """No cyclic garbage collection inside: building large acyclic data would trigger it for nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read(
    source: Source, limits: Limits = DEFAULT_LIMITS, *, name: str | None = None
) -> tuple[RawCapture, list[Diagnostic]]:
    """Decode and check a capture; `name` stands for the source in errors (default: the path).

    Raises `CaptureError` with the JSON path of the fault, `OSError` where the file cannot be opened.
    """
    try:
        data, diagnostics = _json_bytes(source, limits.unpacked_bytes)
        raw, mended = _decode(data)
        _fold(raw)
        _check_limits(raw, limits)
        _check_snapshot(raw.body, raw.root)
        for k, frame in enumerate(raw.frames or ()):
            _check_snapshot(frame.snapshot, f"frames[{k}].snapshot.")
    except CaptureError as error:
        raise CaptureError(error.reason, where=error.where, source=source_name(source, name)) from error.__cause__
    return raw, diagnostics + mended


def plain_value(source: Source, limits: Limits = DEFAULT_LIMITS, *, name: str | None = None) -> Any:
    """A capture's JSON value as it is, checked by nobody; for what writes captures again. Raises like `read`."""
    try:
        data, _ = _json_bytes(source, limits.unpacked_bytes)
        try:
            return msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return msgspec.json.decode(_encoded(_plain(data, error))[0])
    except CaptureError as error:
        raise CaptureError(error.reason, where=error.where, source=source_name(source, name)) from error.__cause__


def source_name(source: Source, name: str | None = None) -> str:
    """What stands for a source in errors: the name given, else its path, else ''."""
    if name is not None:
        return name
    if isinstance(source, str | os.PathLike):
        return os.fsdecode(source)
    return str(getattr(source, "name", "")) if hasattr(source, "read") else ""


# ------------------------------------------------------------------------------------------------ JSON

_DECODER = msgspec.json.Decoder(RawCapture)


def _json_bytes(source: Source, limit: int) -> tuple[bytes | bytearray, list[Diagnostic]]:
    if not isinstance(source, Mapping):
        data = unpacked(source, limit)
        if not is_html(data):
            return data, []
        source = html_capture(data)
    try:
        return _encoded(dict(source))
    except (TypeError, ValueError, RecursionError) as error:
        raise CaptureError(f"cannot be written as JSON: {error}") from error


def _encoded(value: Any) -> tuple[bytes, list[Diagnostic]]:
    """JSON bytes. Lone surrogates, which Chromium can write and strict decoders refuse, become U+FFFD."""
    try:
        return msgspec.json.encode(value), []
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=False)
    cleaned = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
    return cleaned, [Diagnostic("lone-surrogates", "strings", "lone surrogates were replaced by U+FFFD")]


def _decode(data: bytes | bytearray) -> tuple[RawCapture, list[Diagnostic]]:
    """The typed capture. What strict decoding refuses, but browsers write, is mended and decoded again."""
    if not data[:64].strip() and not data.strip():
        raise CaptureError("empty")
    try:
        return _DECODER.decode(data), []
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        value = _plain(data, error)
    mended = _mend_coordinates(value)
    cleaned, diagnostics = _encoded(value)
    try:
        return _DECODER.decode(cleaned), mended + diagnostics
    except msgspec.ValidationError as error:
        raise _located(error, value) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise CaptureError(f"not JSON: {error}") from error


class _NoJson(float):
    """NaN or an infinity written as a word, which is no JSON."""


def _plain(data: bytes | bytearray, reason: Exception) -> Any:
    """The untyped JSON value, in any of JSON's encodings; lone surrogates stay."""
    try:
        text = data.decode(json.detect_encoding(data), "surrogatepass")
        value = json.loads(text, parse_constant=_NoJson)
    except (ValueError, RecursionError) as error:
        shown = reason if isinstance(error, UnicodeDecodeError | RecursionError) else error
        raise CaptureError(f"not JSON: {shown}") from error
    if (where := _path_of_word(value)) is not None:
        raise CaptureError("NaN and infinities are no JSON", where=where)
    return value


def _path_of_word(value: Any) -> str | None:
    """The path of a NaN or an infinity."""
    stack = [("", value)]
    while stack:
        where, part = stack.pop()
        if isinstance(part, _NoJson):
            return where.removeprefix(".")
        if isinstance(part, dict):
            stack += [(f"{where}.{key}", inner) for key, inner in part.items()]
        elif isinstance(part, list):
            stack += [(f"{where}[{k}]", e) for k, e in enumerate(part) if isinstance(e, _NoJson | dict | list)]
    return None


def _mend_coordinates(value: Any) -> list[Diagnostic]:
    """Coordinates that no layout has: browsers write null for NaN and infinities, and transforms reach very far."""
    count = 0
    for row in _coordinate_rows(value):
        for k, number in enumerate(row):
            if number is None or (isinstance(number, int | float) and abs(number) > MAX_COORDINATE):
                row[k] = 0.0 if number is None else MAX_COORDINATE if number > 0 else -MAX_COORDINATE
                count += 1
    return [Diagnostic("odd-coordinates", "layout", "set to 0 or to the limit", count)] if count else []


def _coordinate_rows(value: Any) -> Iterator[list[Any]]:
    """Every list of coordinates of a capture whose shape is not yet known."""
    frames = _part(value, "frames", list)
    for snapshot in (value, _part(value, "snapshot", dict), *(_part(frame, "snapshot", dict) for frame in frames)):
        for document in _part(snapshot, "documents", list):
            for group in ("layout", "textBoxes"):
                for row in _part(_part(document, group, dict), "bounds", list):
                    if isinstance(row, list):
                        yield row


def _part(value: Any, key: str, kind: type[T]) -> T:
    """`value[key]` if it is there and of this kind, else an empty one."""
    part = value.get(key) if isinstance(value, dict) else None
    return part if isinstance(part, kind) else kind()


def _fold(raw: RawCapture) -> None:
    """A bare result becomes the body of an envelope."""
    if raw.snapshot is not None:
        raw.documents = raw.strings = None
    elif raw.documents is not None and raw.strings is not None:
        raw.snapshot = RawSnapshot(raw.documents, raw.strings)
    else:
        missing = "snapshot" if raw.documents is None else "strings"
        raise CaptureError("missing (neither an envelope nor a captureSnapshot result)", where=missing)


# ------------------------------------------------------------------------------------------------ where a fault is

_MISSING = re.compile(r"missing required field `(.+?)`")


def _located(error: msgspec.ValidationError, value: Any) -> CaptureError:
    """The decoder names the list but not the entry; find it by trying the parts."""
    reason = str(error).split(" - at ")[0].replace("`", "")
    where, kind = "", RawCapture
    while (step := _first_fault(value, kind)) is not None:
        part, value, kind = step
        where += part
    if missing := _MISSING.search(str(error)):
        return CaptureError("required key is missing", where=f"{where}.{missing.group(1)}".removeprefix("."))
    return CaptureError(reason, where=where.removeprefix("."))


def _first_fault(value: Any, kind: Any) -> tuple[str, Any, Any] | None:
    """The first part of `value` that does not fit its type: (path step, part, type); None without parts."""
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        for f in msgspec.structs.fields(kind):
            if f.encode_name in value and not _fits(value[f.encode_name], f.type):
                return f".{f.encode_name}", value[f.encode_name], _required(f.type)
    if get_origin(kind) is dict and isinstance(value, dict):
        item = get_args(kind)[1]
        return next(((f".{key}", part, item) for key, part in value.items() if not _fits(part, item)), None)
    if get_origin(kind) is tuple and isinstance(value, list) and len(value) == len(get_args(kind)):
        parts = zip(value, get_args(kind), strict=True)
        return next(((f"[{k}]", part, item) for k, (part, item) in enumerate(parts) if not _fits(part, item)), None)
    if get_origin(kind) is list and isinstance(value, list):
        item = get_args(kind)[0]
        k = _first_misfit(value, item)
        return f"[{k}]", value[k], item
    return None


def _first_misfit(column: list[Any], item: Any) -> int:
    """The first entry of a column, one of whose entries is not of type `item`, that is not; by halving."""
    begin, end = 0, len(column)
    while end - begin > 1:
        middle = (begin + end) // 2
        if _fits(column[begin:middle], list[item]):
            begin = middle
        else:
            end = middle
    return begin


def _required(kind: Any) -> Any:
    """X of an optional X."""
    inner = [arm for arm in get_args(kind) if arm is not type(None)]
    return inner[0] if type(None) in get_args(kind) else kind


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.json.decode(_encoded(value)[0], type=kind)
    except msgspec.ValidationError:
        return False
    return True


# ------------------------------------------------------------------------------------------------ shapes and indexes


def _check_limits(raw: RawCapture, limits: Limits) -> None:
    snapshots = [raw.body, *(frame.snapshot for frame in raw.frames or ())]
    for what, count, limit in (
        ("documents", sum(len(s.documents) for s in snapshots), limits.documents),
        ("strings", sum(len(s.strings) for s in snapshots), limits.strings),
        ("nodes", sum(len(d.nodes.parent_index) for s in snapshots for d in s.documents), limits.nodes),
    ):
        if count > limit:
            where = f"{raw.root}{'strings' if what == 'strings' else 'documents'}"
            raise CaptureError(f"{count:,} {what}, the limit is {limit:,}", where=where)


def _check_snapshot(snapshot: RawSnapshot, where: str) -> None:
    if not snapshot.documents:
        raise CaptureError("no documents", where=f"{where}documents")
    for k, document in enumerate(snapshot.documents):
        check = _Checker(f"{where}documents[{k}].", len(snapshot.strings))
        for camel in _DOCUMENT_STRINGS:
            if _column(document, camel) >= check.string_count:
                raise check.fail(camel, check.out_of_range(_column(document, camel), -1, check.string_count))
        _check_nodes(document.nodes, check, len(snapshot.documents))
        _check_kinds(document.nodes, check)
        _check_layout(document, check)
    _check_unique([document.nodes.backend_node_id for document in snapshot.documents], where)


_DOCUMENT_STRINGS = ("documentURL", "baseURL", "title", "contentLanguage", "frameId")


class _Checker:
    """Index and length checks under one JSON path; every failure names the entry."""

    def __init__(self, where: str, strings: int) -> None:
        self.where, self.string_count = where, strings

    def fail(self, path: str, reason: str) -> CaptureError:
        return CaptureError(reason, where=self.where + path)

    def same_length(self, path: str, column: Sequence[Any], expected: int, *, optional: bool = False) -> None:
        if len(column) != expected and not (optional and not column):
            raise self.fail(path, f"{len(column)} entries, expected {expected}")

    def below(self, column: Sequence[int], path: str, end: int, *, start: int = 0) -> None:
        """Every entry lies in start..end-1; the decoder lets nothing under -1 through."""
        if column and not (max(column) < end and (start < 0 or min(column) >= start)):
            k = next(k for k, entry in enumerate(column) if not start <= entry < end)
            raise self.fail(f"{path}[{k}]", self.out_of_range(column[k], start, end))

    def ascending(self, column: Sequence[int], path: str) -> None:
        if sorted(column) != column:
            k = next(k for k in range(1, len(column)) if column[k] < column[k - 1])
            raise self.fail(f"{path}[{k}]", f"{column[k]} stands behind {column[k - 1]}: the wire has them in order")

    @staticmethod
    def out_of_range(index: int, start: int, end: int) -> str:
        return f"index {index} is out of range ({start}..{end - 1})"

    def strings(self, column: Sequence[int], path: str) -> None:
        self.below(column, path, self.string_count, start=-1)


_NODE_COLUMNS = ("nodeType", "nodeName", "nodeValue", "backendNodeId")
_NODE_RARE_STRINGS = ("shadowRootType", "textValue", "inputValue", "pseudoType", "currentSourceURL")
_NODE_RARE_FLAGS = ("inputChecked", "optionSelected", "isClickable")
_SNAKE = re.compile(r"(?<=[a-z])([A-Z]+)")


def _column(struct: Struct, camel: str) -> Any:
    return getattr(struct, _SNAKE.sub(r"_\1", camel).lower())


def _check_nodes(nodes: RawNodes, check: _Checker, documents: int) -> None:
    count = len(nodes.parent_index)
    if not count:
        raise check.fail("nodes.parentIndex", "a document has no nodes")
    for camel in _NODE_COLUMNS:
        check.same_length(f"nodes.{camel}", _column(nodes, camel), count)
    check.strings(nodes.node_name, "nodes.nodeName")
    check.strings(nodes.node_value, "nodes.nodeValue")
    for camel in (*_NODE_RARE_STRINGS, "contentDocumentIndex"):
        rare: RareValues = _column(nodes, camel)
        check.same_length(f"nodes.{camel}.value", rare.value, len(rare.index))
        check.below(rare.index, f"nodes.{camel}.index", count)
        check.below(
            rare.value,
            f"nodes.{camel}.value",
            documents if camel == "contentDocumentIndex" else check.string_count,
            start=0 if camel == "contentDocumentIndex" else -1,
        )
    for camel in _NODE_RARE_FLAGS:
        check.below(_column(nodes, camel).index, f"nodes.{camel}.index", count)


def _check_kinds(nodes: RawNodes, check: _Checker) -> None:
    """No root is a text or in a shadow tree; pseudo-elements are elements below the root, and only such are below
    them."""
    if nodes.node_type[0] == TEXT:
        raise check.fail("nodes.nodeType[0]", "a document's root is no text")
    if 0 in nodes.shadow_root_type.index:
        k = nodes.shadow_root_type.index.index(0)
        raise check.fail(f"nodes.shadowRootType.index[{k}]", "a document's root is in no shadow tree")
    pseudo, parent = set(nodes.pseudo_type.index), nodes.parent_index
    not_pseudo = {0, *nodes.content_document_index.index}
    for k, i in enumerate(nodes.pseudo_type.index):
        if nodes.node_type[i] != ELEMENT or i in not_pseudo:
            raise check.fail(f"nodes.pseudoType.index[{k}]", f"node {i} cannot be a pseudo-element")
        if i + 1 < len(parent) and parent[i + 1] == i and i + 1 not in pseudo:
            raise check.fail(f"nodes.parentIndex[{i + 1}]", f"node {i} is a pseudo-element: it has no such children")


def _check_unique(columns: list[list[int]], where: str) -> None:
    """Backend ids are unique within a process: ids and refs, and whoever acts, rely on it."""
    seen: set[int] = set().union(*columns)
    if len(seen) == sum(map(len, columns)):
        return
    seen.clear()
    for d, column in enumerate(columns):
        for k, b in enumerate(column):
            if b in seen:
                path = f"{where}documents[{d}].nodes.backendNodeId[{k}]"
                raise CaptureError(f"{b} is already another node's", where=path)
            seen.add(b)


ELEMENT, TEXT = 1, 3
"""DOM node types."""

_LAYOUT_COLUMNS = ("styles", "bounds", "text")


def _check_layout(document: RawDocument, check: _Checker) -> None:
    layout, boxes = document.layout, document.text_boxes
    rows = len(layout.node_index)
    for camel in _LAYOUT_COLUMNS:
        check.same_length(f"layout.{camel}", _column(layout, camel), rows)
    check.same_length("layout.paintOrders", layout.paint_orders, rows, optional=True)
    check.below(layout.node_index, "layout.nodeIndex", len(document.nodes.parent_index))
    check.strings(layout.text, "layout.text")
    count = len(boxes.layout_index)
    for camel in ("bounds", "start", "length"):
        check.same_length(f"textBoxes.{camel}", _column(boxes, camel), count)
    check.below(boxes.layout_index, "textBoxes.layoutIndex", rows)
    check.ascending(boxes.layout_index, "textBoxes.layoutIndex")

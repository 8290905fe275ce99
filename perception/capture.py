"""A capture in any accepted form -> a validated `RawCapture` (SPEC 1.1, 1.5).

In: a path, bytes, a binary file object or a dict: the envelope, or a bare `DOMSnapshot.captureSnapshot` result; as
JSON, gzip or zstd. Out: typed structs whose shapes and indexes have been checked, lists still as on the wire. The only
module that knows file formats, the JSON decoder and the paused garbage collector. It draws no conclusions: columns,
units and secrets are `loading.py`'s.
"""

import gc
import gzip
import io
import json
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Annotated, Any, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Raw, Struct, field

from perception.errors import CaptureError, Diagnostic
from perception.tables.styles import COMPUTED_STYLES as COMPUTED_STYLES

Source: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | Mapping[str, Any]
"""What `load` takes."""

T = TypeVar("T")

Ref: TypeAlias = Annotated[int, Meta(ge=-1)]
"""An index on the wire; -1 is none (of a string: the empty one)."""

Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height as on the wire."""


class Limits(NamedTuple):
    """What a capture may hold; over it `load` raises `CaptureError` (SPEC 1.5)."""

    nodes: int = 2_000_000
    documents: int = 1_000
    unpacked_bytes: int = 2 << 30


DEFAULT_LIMITS = Limits()


class RareValues(Struct, gc=False, rename="camel"):
    """A sparse column: `value[k]` belongs to node `index[k]`."""

    index: list[Ref] = field(default_factory=list)
    value: list[Ref] = field(default_factory=list)


class RareFlags(Struct, gc=False, rename="camel"):
    """A sparse column of flags: the nodes that have it."""

    index: list[Ref] = field(default_factory=list)


class RawNodes(Struct, gc=False, rename="camel"):
    """`documents[].nodes`: parallel lists, one entry a node, and sparse ones. Attribute rows stay undecoded."""

    parent_index: list[Ref]
    node_type: list[int]
    node_name: list[Ref]
    node_value: list[Ref]
    backend_node_id: list[int]
    attributes: list[Raw]
    shadow_root_type: RareValues = field(default_factory=RareValues)
    text_value: RareValues = field(default_factory=RareValues)
    input_value: RareValues = field(default_factory=RareValues)
    input_checked: RareFlags = field(default_factory=RareFlags)
    option_selected: RareFlags = field(default_factory=RareFlags)
    content_document_index: RareValues = field(default_factory=RareValues)
    pseudo_type: RareValues = field(default_factory=RareValues)
    current_source_url: RareValues = field(default_factory=RareValues, name="currentSourceURL")
    is_clickable: RareFlags = field(default_factory=RareFlags)


class RawLayout(Struct, gc=False, rename="camel"):
    """`documents[].layout`: parallel lists, one entry a box. Rows of which few are distinct stay undecoded."""

    node_index: list[Ref]
    styles: list[Raw]
    bounds: list[Box]
    text: list[Ref]
    paint_orders: list[int] = field(default_factory=list)
    client_rects: list[Raw] = field(default_factory=list)
    scroll_rects: list[Raw] = field(default_factory=list)


class RawTextBoxes(Struct, gc=False, rename="camel"):
    """`documents[].textBoxes`: parallel lists, one entry a line fragment; start and length in UTF-16 units."""

    layout_index: list[Ref] = field(default_factory=list)
    bounds: list[Box] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    length: list[int] = field(default_factory=list)


class RawDocument(Struct, gc=False, rename="camel"):
    nodes: RawNodes
    layout: RawLayout
    text_boxes: RawTextBoxes = field(default_factory=RawTextBoxes)
    document_url: Ref = field(default=-1, name="documentURL")
    base_url: Ref = field(default=-1, name="baseURL")
    title: Ref = -1
    content_language: Ref = -1
    frame_id: Ref = -1
    scroll_offset_x: float = 0.0
    scroll_offset_y: float = 0.0
    content_width: float = 0.0
    content_height: float = 0.0


class RawSnapshot(Struct, gc=False, rename="camel"):
    documents: list[RawDocument]
    strings: list[str]


class RawViewport(Struct, gc=False, rename="camel"):
    """CSS px: the visual viewport's size and its place in the document."""

    width: float
    height: float
    page_x: float = 0.0
    page_y: float = 0.0
    device_scale_factor: float = 1.0


class RawFrame(Struct, gc=False, rename="camel"):
    """An out-of-process frame's own snapshot and the place where it belongs."""

    frame_id: str
    snapshot: RawSnapshot
    parent_frame_id: str = ""
    owner_backend_node_id: int = 0
    computed_styles: list[str] | None = None
    viewport: RawViewport | None = None


class RawCapture(Struct, gc=False, rename="camel"):
    """The envelope; of a bare result only `documents` and `strings` are set, and `read` folds them in."""

    snapshot: RawSnapshot | None = None
    documents: list[RawDocument] | None = None
    strings: list[str] | None = None
    url: str = ""
    title: str = ""
    viewport: RawViewport | None = None
    computed_styles: list[str] | None = None
    loader_ids: dict[str, str] = field(default_factory=dict)
    focused_backend_node_id: int | None = None
    frames: list[RawFrame] = field(default_factory=list)

    @property
    def body(self) -> RawSnapshot:
        """The main process's snapshot; `read` has made sure that there is one."""
        assert self.snapshot is not None
        return self.snapshot


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
    label = name if name is not None else _label(source)
    try:
        raw, diagnostics = _decode(_json_bytes(source, limits.unpacked_bytes))
        raw = _fold(raw)
        _check_limits(raw, limits)
        _check_snapshot(raw.body, raw.computed_styles, "snapshot.")
        for k, frame in enumerate(raw.frames):
            _check_snapshot(frame.snapshot, frame.computed_styles, f"frames[{k}].snapshot.")
    except CaptureError as error:
        raise CaptureError(error.reason, where=error.where, source=label) from error.__cause__
    return raw, diagnostics


# ------------------------------------------------------------------------------------------------ bytes


def _label(source: Source) -> str:
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    return str(getattr(source, "name", "")) if hasattr(source, "read") else ""


def _json_bytes(source: Source, limit: int) -> bytes:
    if isinstance(source, Mapping):
        return _encode(source)
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            data = file.read()
    elif isinstance(source, bytes | bytearray | memoryview):
        data = bytes(source)
    elif callable(getattr(source, "read", None)):
        data = source.read()
    else:
        raise CaptureError(f"a capture is a path, bytes, a binary file or a dict, not {type(source).__name__}")
    if not isinstance(data, bytes):
        raise CaptureError("the file must be opened in binary mode")
    if data[:2] == b"\x1f\x8b":
        data = _gunzip(data, limit)
    elif data[:4] == b"\x28\xb5\x2f\xfd":
        data = _unzstd(data, limit)
    if len(data) > limit:
        raise CaptureError(f"{len(data):,} bytes, the limit is {limit:,}")
    return data


def _encode(source: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(source)
    except UnicodeEncodeError:
        return _without_surrogates(json.dumps(source, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise CaptureError(f"cannot be written as JSON: {error}") from error


def _gunzip(data: bytes, limit: int) -> bytes:
    """All members of a gzip stream; refused from its trailer alone where that already says that it is too large."""
    claimed = struct.unpack("<I", data[-4:])[0] if len(data) >= 18 else 0
    if claimed > limit:
        raise CaptureError(f"gzip: {claimed:,} bytes unpacked, the limit is {limit:,}")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            out = file.read(limit + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise CaptureError(f"gzip: {error}") from error
    if len(out) > limit:
        raise CaptureError(f"gzip: unpacks to more than the limit of {limit:,} bytes")
    return out


def _unzstd(data: bytes, limit: int) -> bytes:
    try:
        import zstandard
    except ImportError as error:
        raise CaptureError("zstd: install the extra 'zstd' to read it") from error
    try:
        with zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True) as reader:
            out: bytes = reader.read(limit + 1)
    except zstandard.ZstdError as error:
        raise CaptureError(f"zstd: {error}") from error
    if len(out) > limit:
        raise CaptureError(f"zstd: unpacks to more than the limit of {limit:,} bytes")
    return out


# ------------------------------------------------------------------------------------------------ JSON

_DECODER = msgspec.json.Decoder(RawCapture)


def _decode(data: bytes) -> tuple[RawCapture, list[Diagnostic]]:
    if not data.strip():
        raise CaptureError("empty")
    try:
        return _DECODER.decode(data), []
    except msgspec.ValidationError as error:
        raise _located(error, data) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        cleaned = _repaired(data, error)
    try:
        raw = _DECODER.decode(cleaned)
    except msgspec.ValidationError as error:
        raise _located(error, cleaned) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise CaptureError(f"not JSON: {error}") from error
    return raw, [Diagnostic("lone-surrogates", "strings", "lone surrogates were replaced by U+FFFD")]


def _repaired(data: bytes, error: Exception) -> bytes:
    """The same JSON without lone surrogates, which Chromium can write and strict decoders refuse."""
    try:
        value = json.loads(data.decode("utf-8", "surrogatepass"), parse_constant=_no_constant)
        return _without_surrogates(json.dumps(value, ensure_ascii=False))
    except (ValueError, RecursionError):
        raise CaptureError(f"not JSON: {error}") from error


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _without_surrogates(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _located(error: msgspec.ValidationError, data: bytes) -> CaptureError:
    """The decoder names the list but not the entry; find it by trying the entries one by one."""
    reason = str(error).split(" - at ")[0]
    try:
        value = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return CaptureError(reason)
    where = ""
    kind: Any = RawCapture
    while (step := _first_fault(value, kind)) is not None:
        part, value, kind = step
        where += part if part.startswith("[") or not where else f".{part}"
    return CaptureError(reason, where=where)


def _first_fault(value: Any, kind: Any) -> tuple[str, Any, Any] | None:
    """The first part of `value` that does not fit its type: (path step, part, type); None without parts."""
    kind = get_args(kind)[0] if get_origin(kind) is not None and type(None) in get_args(kind) else kind
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        for f in msgspec.structs.fields(kind):
            if f.encode_name in value and not _fits(value[f.encode_name], f.type):
                return f.encode_name, value[f.encode_name], _optional_inner(f.type)
    if get_origin(kind) in (list, tuple) and isinstance(value, list):
        items = get_args(kind)
        for k, entry in enumerate(value):
            item = items[min(k, len(items) - 1)]
            if not _fits(entry, item):
                return f"[{k}]", entry, item
    return None


def _optional_inner(kind: Any) -> Any:
    inner = [arm for arm in get_args(kind) if arm is not type(None)]
    return inner[0] if type(None) in get_args(kind) else kind


def _fits(value: Any, kind: Any) -> bool:
    if kind is Raw:
        return True
    try:
        msgspec.json.decode(msgspec.json.encode(value), type=kind)
    except msgspec.ValidationError:
        return False
    return True


def _fold(raw: RawCapture) -> RawCapture:
    """A bare result becomes an envelope round it."""
    if raw.snapshot is None:
        if raw.documents is None or raw.strings is None:
            missing = "snapshot" if raw.documents is None else "strings"
            raise CaptureError(
                "required key is missing (neither an envelope nor a captureSnapshot result)", where=missing
            )
        raw.snapshot = RawSnapshot(raw.documents, raw.strings)
        raw.documents = raw.strings = None
    return raw


# ------------------------------------------------------------------------------------------------ shapes and indexes


def _check_limits(raw: RawCapture, limits: Limits) -> None:
    snapshots = [raw.body, *(frame.snapshot for frame in raw.frames)]
    documents = sum(len(snapshot.documents) for snapshot in snapshots)
    nodes = sum(len(d.nodes.parent_index) for snapshot in snapshots for d in snapshot.documents)
    if documents > limits.documents:
        raise CaptureError(f"{documents:,} documents, the limit is {limits.documents:,}", where="snapshot.documents")
    if nodes > limits.nodes:
        raise CaptureError(f"{nodes:,} nodes, the limit is {limits.nodes:,}", where="snapshot.documents")


def _check_snapshot(snapshot: RawSnapshot, styles: list[str] | None, where: str) -> None:
    if not snapshot.documents:
        raise CaptureError("no documents", where=f"{where}documents")
    for k, document in enumerate(snapshot.documents):
        check = _Checker(f"{where}documents[{k}].", len(snapshot.strings))
        check.strings([document.document_url], "documentURL")
        check.strings([document.base_url], "baseURL")
        check.strings([document.title], "title")
        check.strings([document.frame_id], "frameId")
        check.strings([document.content_language], "contentLanguage")
        _check_nodes(document.nodes, check, len(snapshot.documents))
        _check_layout(document, check, styles)


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
        """Every entry lies in start..end-1."""
        if column and not (min(column) >= start and max(column) < end):
            k = next(k for k, entry in enumerate(column) if not start <= entry < end)
            raise self.fail(f"{path}[{k}]", f"index {column[k]} is out of range ({start}..{end - 1})")

    def strings(self, column: Sequence[int], path: str) -> None:
        self.below(column, path, self.string_count, start=-1)


_NODE_COLUMNS = ("nodeType", "nodeName", "nodeValue", "backendNodeId", "attributes")
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


_LAYOUT_COLUMNS = ("styles", "bounds", "text")
_LAYOUT_OPTIONAL = ("paintOrders", "clientRects", "scrollRects")


def _check_layout(document: RawDocument, check: _Checker, styles: list[str] | None) -> None:
    layout, boxes = document.layout, document.text_boxes
    rows = len(layout.node_index)
    for camel in _LAYOUT_COLUMNS:
        check.same_length(f"layout.{camel}", _column(layout, camel), rows)
    for camel in _LAYOUT_OPTIONAL:
        check.same_length(f"layout.{camel}", _column(layout, camel), rows, optional=True)
    check.below(layout.node_index, "layout.nodeIndex", len(document.nodes.parent_index))
    check.strings(layout.text, "layout.text")
    count = len(boxes.layout_index)
    for camel in ("bounds", "start", "length"):
        check.same_length(f"textBoxes.{camel}", _column(boxes, camel), count)
    check.below(boxes.layout_index, "textBoxes.layoutIndex", rows)


class _Distinct(dict[bytes, T]):
    """What `make` gives for each distinct row of JSON; called once a row, at its first occurrence."""

    def __init__(self, make: Callable[[bytes], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: bytes) -> T:
        self[key] = made = self.make(key)
        return made

    def of(self, column: list[Raw]) -> list[T]:
        return list(map(self.__getitem__, map(bytes, column)))


def _fault_in(column: list[Raw], kind: Any, where: str, reason: Exception) -> CaptureError:
    """The error for the first row that cannot be decoded."""
    k = next((k for k, row in enumerate(column) if not _decodes(row, kind)), 0)
    return CaptureError(str(reason).split(" - at ")[0], where=f"{where}[{k}]")


def _decodes(row: Raw, kind: Any) -> bool:
    try:
        msgspec.json.decode(row, type=kind)
    except msgspec.DecodeError:
        return False
    return True


_RECT = msgspec.json.Decoder(Annotated[list[float], Meta(max_length=4)])
_STRING_ROW = msgspec.json.Decoder(list[Ref])


def decoded_rects(column: list[Raw], where: str) -> list[list[float]]:
    """The rectangles of a column, each four numbers or none; equal ones are one list."""
    try:
        rects = _Distinct(_RECT.decode)
        out = rects.of(column)
    except msgspec.DecodeError as error:
        raise _fault_in(column, _RECT.type, where, error) from error
    if not set(map(len, rects.values())) <= {0, 4}:
        k = next(k for k, rect in enumerate(out) if len(rect) not in (0, 4))
        raise CaptureError(f"{len(out[k])} numbers, expected 4 or none", where=f"{where}[{k}]")
    return out


class StringRows(NamedTuple):
    """A column of lists of string indexes, its distinct rows numbered: few attribute and style rows are distinct."""

    number: list[int]
    """The number of the row of each entry."""
    rows: list[list[int]]
    """The row of each number."""

    def first(self, number: int) -> int:
        """The first entry that has this row."""
        return self.number.index(number)


def string_rows(column: list[Raw], strings: int, where: str) -> StringRows:
    """Decode and number a column of rows of string indexes; every index must be below `strings`."""
    numbers = _Distinct(lambda _: len(numbers))
    number = numbers.of(column)
    try:
        out = StringRows(number, [_STRING_ROW.decode(row) for row in numbers])
    except msgspec.DecodeError as error:
        raise _fault_in(column, _STRING_ROW.type, where, error) from error
    for k, row in enumerate(out.rows):
        if row and max(row) >= strings:
            reason = f"index {max(row)} is out of range (-1..{strings - 1})"
            raise CaptureError(reason, where=f"{where}[{out.first(k)}][{row.index(max(row))}]")
    return out


def attribute_rows(nodes: RawNodes, strings: int, where: str) -> StringRows:
    """The attributes of each node: name, value, name, value …"""
    out = string_rows(nodes.attributes, strings, f"{where}nodes.attributes")
    for k, row in enumerate(out.rows):
        if len(row) % 2:
            raise CaptureError("names and values must alternate", where=f"{where}nodes.attributes[{out.first(k)}]")
    return out


def style_rows(layout: RawLayout, names: int | None, strings: int, where: str) -> StringRows:
    """The computed styles of each box, as many as there are `names` (None: not known), or none at all."""
    out = string_rows(layout.styles, strings, f"{where}layout.styles")
    for k, row in enumerate(out.rows):
        if row and names is not None and len(row) != names:
            reason = f"{len(row)} entries, expected {names}"
            raise CaptureError(reason, where=f"{where}layout.styles[{out.first(k)}]")
    return out

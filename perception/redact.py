"""A capture without its secrets, as JSON again (SPEC 1.6).

In: anything `load` takes. Out: a capture of the same form whose views are the same texts, and which holds no secret:
what `load` hides is masked here too, tokens in URLs included; strings that nothing refers to any more are emptied; keys
that the engine does not know, or whose content it does not read (screenshots, accessibility trees, listeners), are left
out. Redacting twice changes nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from perception.capture import DEFAULT_LIMITS, Limits, Source, plain_value, source_name
from perception.loading import load
from perception.secrets import masked_url
from perception.snapshot import Document, Snapshot
from perception.tables.wire import (
    COLUMN_KEYS,
    DOCUMENT_KEYS,
    DOCUMENT_STRINGS,
    ENVELOPE_KEYS,
    FLAG_KEYS,
    FRAME_KEYS,
    RARE_FLAGS,
    RARE_STRINGS,
    SNAPSHOT_KEYS,
    SPARSE_KEYS,
    VIEWPORT_KEYS,
)
from perception.wire import RareFlags, RareValues, Ref


def redact(
    source: Source,
    *,
    limits: Limits = DEFAULT_LIMITS,
    computed_styles: Sequence[str] | None = None,
    name: str | None = None,
) -> bytes:
    """The capture without secrets, as UTF-8 JSON; `computed_styles` are those of a bare result.

    Raises `CaptureError`, and `OSError` where a file cannot be read.
    """
    label = source_name(source, name)
    value = plain_value(source, limits, name=label)
    snapshot = load(value, limits=limits, computed_styles=computed_styles, name=label)
    _drop_misfits(value)
    tables = _tables(value, list(computed_styles or ()), snapshot)
    box = 0
    for document in snapshot.documents:
        raw = _at(value, document.where)
        _redact_document(raw, snapshot, document, tables[document.process], box)
        box += len(raw["layout"]["nodeIndex"])
    for table in tables:
        table.close()
    return msgspec.json.encode(_known(value, snapshot))


class _Table:
    """The strings of one renderer process on the wire; `begin` is their place in the merged table."""

    def __init__(self, raw: dict[str, Any], styles: list[str], snapshot: Snapshot, begin: int) -> None:
        self.raw, self.styles, self.snapshot = raw, styles, snapshot
        self.strings: list[str] = raw["strings"]
        self.begin, self.end = begin, begin + len(self.strings)
        self.added: dict[str, int] = {}

    def text(self, k: int) -> str:
        return self.strings[k] if k >= 0 else ""

    def index_of(self, text: str) -> int:
        if not text:
            return -1
        if text not in self.added:
            self.added[text] = len(self.strings)
            self.strings.append(text)
        return self.added[text]

    def same_or_new(self, k: int, text: str) -> int:
        """`k` if it names this text, else the index of a new string."""
        return k if self.text(k) == text else self.index_of(text)

    def from_merged(self, k: int) -> int:
        """The index here of one in the merged table, which new strings follow."""
        return k - self.begin if self.begin <= k < self.end else self.index_of(self.snapshot.strings[k])

    def close(self) -> None:
        """Empty the strings that nothing refers to."""
        used = set(_references(self.raw))
        self.strings[:] = [text if k in used else "" for k, text in enumerate(self.strings)]


def _tables(value: dict[str, Any], styles_of_bare: list[str], snapshot: Snapshot) -> list[_Table]:
    names = value.get("computedStyles")
    envelope_styles = styles_of_bare if names is None else names
    out: list[_Table] = []
    for raw in (value, *(value.get("frames") or ())):
        begin = out[-1].end if out else 0
        styles = raw.get("computedStyles")
        out.append(_Table(raw.get("snapshot") or raw, envelope_styles if styles is None else styles, snapshot, begin))
    return out


_STEP = re.compile(r"\w+")


def _at(value: Any, where: str) -> dict[str, Any]:
    """The part of a JSON value that an error would name so."""
    for step in _STEP.findall(where):
        value = value[int(step) if step.isdigit() else step]
    part: dict[str, Any] = value
    return part


def _references(raw: dict[str, Any]) -> Iterator[int]:
    """Every string index in a captureSnapshot result."""
    for document in raw["documents"]:
        nodes, layout = document["nodes"], document["layout"]
        yield from (document[key] for key in DOCUMENT_STRINGS if key in document)
        yield from nodes["nodeName"]
        yield from nodes["nodeValue"]
        yield from layout["text"]
        for key in RARE_STRINGS:
            yield from nodes.get(key, {}).get("value", ())
        for row in (*nodes["attributes"], *layout["styles"]):
            yield from row


# ------------------------------------------------------------------------------------------------ what is not read


def _drop_misfits(value: dict[str, Any]) -> None:
    """Take out what `load` does not check, where it has not the shape that it should have."""
    _drop(value, UNREAD_OF_ENVELOPES, 0)
    for raw in (value, *(value.get("frames") or ())):
        snapshot = raw.get("snapshot") or raw
        count = len(snapshot["strings"])
        for document in snapshot["documents"]:
            _drop(document, UNREAD_OF_DOCUMENTS, count)
            _drop(document["nodes"], UNREAD_OF_NODES, count)
            _drop(document["layout"], UNREAD_OF_LAYOUT, count)


def _drop(part: dict[str, Any], unread: Mapping[str, Any], strings: int) -> None:
    for key in unread.keys() & part.keys():
        try:
            fit = msgspec.convert(part[key], unread[key])
        except msgspec.ValidationError:
            del part[key]
            continue
        references = fit.value if isinstance(fit, RareValues) else [fit] if unread[key] is Ref else ()
        if any(k >= strings for k in references):
            del part[key]


UNREAD_OF_ENVELOPES: Mapping[str, Any] = {"capturedAt": float}
UNREAD_OF_DOCUMENTS: Mapping[str, Any] = {"encodingName": Ref, "publicId": Ref, "systemId": Ref}
UNREAD_OF_NODES: Mapping[str, Any] = {"originURL": RareValues, "pseudoIdentifier": RareValues}
UNREAD_OF_LAYOUT: Mapping[str, Any] = {
    "offsetRects": list[list[float]],
    "stackingContexts": RareFlags,
    "textColorOpacities": list[float],
}
"""Keys that stay, though nothing reads them -> their type; a time is a number: a text could be anything."""


# ------------------------------------------------------------------------------------------------ documents


def _redact_document(raw: dict[str, Any], s: Snapshot, document: Document, table: _Table, box: int) -> None:
    nodes, begin, end = raw["nodes"], document.begin, document.end
    for key, text in (("documentURL", document.url), ("baseURL", document.base_url), ("title", document.title)):
        if key in raw:
            raw[key] = table.same_or_new(raw[key], text)
    nodes["nodeValue"] = [table.from_merged(k) if k >= 0 else -1 for k in s.node_value[begin:end]]
    nodes["attributes"] = [_attributes(s.attribute_rows[r], s, table) for r in s.attribute_row[begin:end]]
    _redact_rare(nodes.get("inputValue"), s.input_value, begin, table)
    _redact_rare(nodes.get("textValue"), s.text_value, begin, table)
    _redact_rare(nodes.get("currentSourceURL"), s.current_source_url, begin, table)
    origins = nodes.get("originURL") or {"value": []}
    origins["value"] = [table.same_or_new(k, masked_url(table.text(k))) for k in origins["value"]]
    layout = raw["layout"]
    boxes = range(box, box + len(layout["nodeIndex"]))
    layout["text"] = [table.from_merged(s.box_text[r]) if s.box_text[r] >= 0 else -1 for r in boxes]
    if "content" in table.styles:
        place = table.styles.index("content")
        for row, r in zip(layout["styles"], boxes, strict=True):
            if row:
                row[place] = table.same_or_new(row[place], s.style_rows[s.style_row[r]]["content"])


def _attributes(row: list[int], s: Snapshot, table: _Table) -> list[int]:
    out = []
    for k in range(0, len(row), 2):
        text = s.strings[row[k + 1]]
        clean = masked_url(text)
        value = table.index_of(clean) if clean != text else table.from_merged(row[k + 1]) if row[k + 1] >= 0 else -1
        out += [table.from_merged(row[k]) if row[k] >= 0 else -1, value]
    return out


def _redact_rare(column: dict[str, list[int]] | None, texts: Mapping[int, str], begin: int, table: _Table) -> None:
    if column is not None and column.get("value"):
        pairs = zip(column["index"], column["value"], strict=True)
        column["value"] = [table.same_or_new(k, texts[begin + i]) for i, k in pairs]


# ------------------------------------------------------------------------------------------------ what is kept


def _known(value: dict[str, Any], snapshot: Snapshot) -> dict[str, Any]:
    """The value with the keys that are known to hold nothing else."""
    if "snapshot" not in value or value["snapshot"] is None:
        return _known_snapshot(value)
    out = _only(value, ENVELOPE_KEYS)
    out["snapshot"] = _known_snapshot(value["snapshot"])
    if "url" in out:
        out["url"] = snapshot.url
    if "title" in out:
        out["title"] = snapshot.title
    if out.get("viewport"):
        out["viewport"] = _only(out["viewport"], VIEWPORT_KEYS)
    if out.get("frames"):
        out["frames"] = [_known_frame(frame) for frame in out["frames"]]
    return out


def _known_frame(frame: dict[str, Any]) -> dict[str, Any]:
    out = _only(frame, FRAME_KEYS)
    if out.get("viewport"):
        out["viewport"] = _only(out["viewport"], VIEWPORT_KEYS)
    return {**out, "snapshot": _known_snapshot(frame["snapshot"])}


def _known_snapshot(raw: dict[str, Any]) -> dict[str, Any]:
    out = _only(raw, SNAPSHOT_KEYS)
    out["documents"] = [
        {key: _known_part(key, part) for key, part in document.items() if key in DOCUMENT_KEYS}
        for document in raw["documents"]
    ]
    return out


def _known_part(key: str, part: Any) -> Any:
    """A part of a document; of its columns that are objects (sparse ones) what a column has."""
    if key not in COLUMN_KEYS:
        return part
    columns = _only(part, COLUMN_KEYS[key])
    for name, column in columns.items():
        if isinstance(column, dict):
            columns[name] = _only(column, FLAG_KEYS if name in RARE_FLAGS else SPARSE_KEYS)
    return columns


def _only(part: dict[str, Any], keys: frozenset[str]) -> dict[str, Any]:
    return {key: inner for key, inner in part.items() if key in keys}

"""What a capture is on the wire: the envelope and the result of `captureSnapshot` as typed structs (SPEC 1.1).

Field names are the protocol's in snake_case; unknown keys are ignored. Types and ranges are checked while decoding,
lengths and indexes by `capture.py`. Rows of which few are distinct stay undecoded (`Raw`) for `wire_rows.py`.
Source: chromium devtools-protocol DOMSnapshot (domain, captureSnapshot).
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Raw, Struct, field

MAX_COORDINATE = 1e9
"""CSS px; layout units end at 3.4e7, only transforms reach further. What is beyond is clamped and counted."""

Ref: TypeAlias = Annotated[int, Meta(ge=-1)]
"""An index on the wire; -1 is none (of a string: the empty one)."""

Whole: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that JSON carries exactly."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]

Coordinate: TypeAlias = Annotated[float, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]

Box: TypeAlias = tuple[Coordinate, Coordinate, Coordinate, Coordinate]
"""x, y, width, height as on the wire."""


NO_ENTRIES = Raw(b"[]")
"""A column that was not captured, undecoded."""


class RareValues(Struct, gc=False, rename="camel"):
    """A sparse column: `value[k]` belongs to node `index[k]`."""

    index: list[Ref] = field(default_factory=list)
    value: list[Ref] = field(default_factory=list)


class RareFlags(Struct, gc=False, rename="camel"):
    """A sparse column of flags: the nodes that have it."""

    index: list[Ref] = field(default_factory=list)


class RawNodes(Struct, gc=False, rename="camel"):
    """`documents[].nodes`: parallel lists, one entry a node, and sparse ones. The attributes stay undecoded."""

    parent_index: list[Ref]
    node_type: list[Whole]
    node_name: list[Ref]
    node_value: list[Ref]
    backend_node_id: list[Whole]
    attributes: Raw
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
    """`documents[].layout`: parallel lists, one entry a box. Rows of which few are distinct stay undecoded: the long
    ones one by one, of the short ones the whole column."""

    node_index: list[Ref]
    styles: list[Raw]
    bounds: list[Box]
    text: list[Ref]
    paint_orders: list[Whole] = field(default_factory=list)
    client_rects: Raw = NO_ENTRIES
    scroll_rects: Raw = NO_ENTRIES


class RawTextBoxes(Struct, gc=False, rename="camel"):
    """`documents[].textBoxes`: parallel lists, one entry a line fragment; start and length in UTF-16 units."""

    layout_index: list[Ref] = field(default_factory=list)
    bounds: list[Box] = field(default_factory=list)
    start: list[Count] = field(default_factory=list)
    length: list[Count] = field(default_factory=list)


class RawDocument(Struct, gc=False, rename="camel"):
    """`documents[]`: one document; lengths in wire units."""

    nodes: RawNodes
    layout: RawLayout
    text_boxes: RawTextBoxes = field(default_factory=RawTextBoxes)
    document_url: Ref = field(default=-1, name="documentURL")
    base_url: Ref = field(default=-1, name="baseURL")
    title: Ref = -1
    content_language: Ref = -1
    frame_id: Ref = -1
    scroll_offset_x: Coordinate = 0.0
    scroll_offset_y: Coordinate = 0.0
    content_width: Coordinate = 0.0
    content_height: Coordinate = 0.0


class RawSnapshot(Struct, gc=False, rename="camel"):
    """The result of `captureSnapshot`."""

    documents: list[RawDocument]
    strings: list[str]


class RawViewport(Struct, gc=False, rename="camel"):
    """CSS px: the visual viewport's size and its place in the document."""

    width: Coordinate
    height: Coordinate
    page_x: Coordinate = 0.0
    page_y: Coordinate = 0.0
    device_scale_factor: Coordinate = 1.0


class RawFrame(Struct, gc=False, rename="camel"):
    """An out-of-process frame's own snapshot and the place where it belongs."""

    frame_id: str
    snapshot: RawSnapshot
    parent_frame_id: str = ""
    owner_backend_node_id: Whole = 0
    computed_styles: list[str] | None = None
    viewport: RawViewport | None = None


class RawCapture(Struct, gc=False, rename="camel"):
    """The envelope; of a bare result only `documents` and `strings` are set."""

    snapshot: RawSnapshot | None = None
    documents: list[RawDocument] | None = None
    strings: list[str] | None = None
    url: str | None = None
    title: str | None = None
    viewport: RawViewport | None = None
    computed_styles: list[str] | None = None
    loader_ids: dict[str, str] | None = None
    focused_backend_node_id: Whole | None = None
    frames: list[RawFrame] | None = None

    @property
    def body(self) -> RawSnapshot:
        """The main process's snapshot; `capture.read` has made sure that there is one."""
        assert self.snapshot is not None
        return self.snapshot

    @property
    def root(self) -> str:
        """The JSON path of `body`, to put before a path within it."""
        return "snapshot." if self.documents is None else ""

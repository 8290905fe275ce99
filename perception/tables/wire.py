"""Keys of captures: the envelope's and those of `captureSnapshot` results, which a redacted capture keeps.

Source: SPEC 1.1; chromium devtools-protocol DOMSnapshot (DocumentSnapshot, NodeTreeSnapshot, LayoutTreeSnapshot).
"""

ENVELOPE_KEYS = frozenset(
    {
        "capturedAt",
        "computedStyles",
        "focusedBackendNodeId",
        "frames",
        "loaderIds",
        "snapshot",
        "title",
        "url",
        "viewport",
    }
)
"""Others are dropped: what is unknown, or reserved and not read, may hold secrets."""

FRAME_KEYS = frozenset({"computedStyles", "frameId", "ownerBackendNodeId", "parentFrameId", "snapshot", "viewport"})

SNAPSHOT_KEYS = frozenset({"documents", "strings"})

DOCUMENT_STRINGS = (
    "baseURL",
    "contentLanguage",
    "documentURL",
    "encodingName",
    "frameId",
    "publicId",
    "systemId",
    "title",
)
"""Keys of a document whose value is a string index."""

DOCUMENT_KEYS = frozenset(
    {
        *DOCUMENT_STRINGS,
        "contentHeight",
        "contentWidth",
        "layout",
        "nodes",
        "scrollOffsetX",
        "scrollOffsetY",
        "textBoxes",
    }
)

RARE_STRINGS = (
    "currentSourceURL",
    "inputValue",
    "originURL",
    "pseudoIdentifier",
    "pseudoType",
    "shadowRootType",
    "textValue",
)
"""Sparse columns of nodes whose values are string indexes."""

COLUMN_KEYS = {
    "layout": frozenset(
        {"bounds", "clientRects", "nodeIndex", "offsetRects", "paintOrders", "scrollRects", "stackingContexts",
         "styles", "text", "textColorOpacities"}
    ),
    "nodes": frozenset(
        {*RARE_STRINGS, "attributes", "backendNodeId", "contentDocumentIndex", "inputChecked", "isClickable",
         "nodeName", "nodeType", "nodeValue", "optionSelected", "parentIndex"}
    ),
    "textBoxes": frozenset({"bounds", "layoutIndex", "length", "start"}),
}  # fmt: skip
"""Part of a document -> its columns."""

RARE_FLAGS = frozenset({"inputChecked", "isClickable", "optionSelected", "stackingContexts"})
"""Sparse columns without values."""

FLAG_KEYS = frozenset({"index"})
SPARSE_KEYS = frozenset({"index", "value"})

VIEWPORT_KEYS = frozenset({"deviceScaleFactor", "height", "pageX", "pageY", "width"})

"""Where names come from: attributes and elements.

Sources: accname-1.2 #mapping_additional_nd_te, html-aam-1.0 #accname-computation, svg-aam-1.0 #mapping_additional_nd.
"""

TEXT_ATTRIBUTES = ("alt", "aria-label", "title")
"""Attributes that hold text to be read."""

UNREAD_ELEMENTS = frozenset(
    {
        "audio",
        "canvas",
        "datalist",
        "head",
        "iframe",
        "noscript",
        "object",
        "script",
        "style",
        "template",
        "title",
        "video",
    }
)
"""HTML elements whose content is nobody's text: never rendered, or only where the element itself is not supported."""

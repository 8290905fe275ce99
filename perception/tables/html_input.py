"""What a browser makes of markup before anybody acts on the page: live values and what takes a click.

Source: html #dom-input-value, #the-select-element, #attr-template-shadowrootmode; SNP-13 for what is clickable.
"""

DEFAULT_VALUES = {"checkbox": "on", "color": "#000000", "radio": "on", "range": "50"}
"""Live value of an input without a value attribute, by type; '' for others."""

FILE_INPUT = "file"

CHECKED_TYPES = frozenset({"checkbox", "radio"})

CLICK_ATTRIBUTES = frozenset({"onclick", "ondblclick", "onmousedown", "onmouseup"})

LINK_TAGS = frozenset({"a", "area"})

SHADOW_MODES = frozenset({"closed", "open"})

FOREIGN_ROOTS = frozenset({"math", "svg"})

HTML_INSIDE = frozenset({"annotation-xml", "desc", "foreignObject", "mi", "mn", "mo", "ms", "mtext", "title"})
"""Foreign elements whose children are HTML again.

Source: html #html-integration-point, #mathml-text-integration-point."""

CHARSET = rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.-]{1,40})"""
"""Source: html #prescan-a-byte-stream-to-determine-its-encoding."""

PRESCANNED = 1024
"""Bytes in which an encoding is looked for. Source: the same."""

MAX_DOCUMENTS = 500
"""Documents of a text; frames beyond have none, as frames of other sites. HEURISTIC: half of a capture's limit."""

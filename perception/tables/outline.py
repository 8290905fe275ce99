"""What the accessibility tree text prints of a node: roles without a line, attributes, states, in their order (SPEC 7).

Source: SPEC 7.1 and 7.2; rows W-30 to W-38 for the order of the attributes.
"""

from typing import NamedTuple

TRANSPARENT_ROLES = frozenset(
    {
        "",
        "abbr",
        "code",
        "emphasis",
        "generic",
        "mark",
        "none",
        "presentation",
        "strong",
        "subscript",
        "superscript",
        "time",
    }
)
"""No line of its own: a container without meaning, or a shape of running text. What is in it stands in its place."""

TAG_AS_ROLE = frozenset({"audio", "canvas", "embed", "frame", "iframe", "object", "video"})
"""Replaced elements without an ARIA role, printed under their tag."""

CONTENT_NAMED_CONTAINERS = frozenset({"cell", "columnheader", "gridcell", "row", "rowheader", "treeitem"})
"""Roles named from content that have lines of their own inside: there the name would say everything twice."""

FOLDED_ATTRIBUTES = ("href", "type", "placeholder")
"""Authored attributes on a line, in this order."""


class StateRow(NamedTuple):
    """`shows_false`: an absent state and a false one say different things."""

    state: str
    shows_false: bool


STATES = (
    StateRow("checked", True),
    StateRow("selected", False),
    StateRow("pressed", True),
    StateRow("expanded", True),
    StateRow("disabled", False),
    StateRow("readonly", False),
    StateRow("required", False),
    StateRow("invalid", False),
    StateRow("current", False),
    StateRow("level", False),
    StateRow("haspopup", False),
    StateRow("modal", False),
    StateRow("multiselectable", False),
    StateRow("valuemin", False),
    StateRow("valuemax", False),
    StateRow("sort", False),
    StateRow("busy", False),
    StateRow("focused", False),
)
"""States on a line, in this order."""

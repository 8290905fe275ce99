"""What the `notte` profile prints. Source: rows N-03, N-08, N-30, N-39, N-54 to N-57."""

ATTRIBUTES = (
    "type",
    "value",
    "tabindex",
    "href",
    "src",
    "placeholder",
    "title",
    "alt",
    "name",
    "role",
    "aria-label",
    "aria-expanded",
)
"""The whitelist in its order (N-54); keys are printed with underscores."""

VALUE_LIMIT = 60
"""Code points (N-55)."""

REJECTED_ELEMENTS = frozenset({"head", "link", "meta", "noscript", "script", "style", "svg", "template"})
"""Subtrees that are not looked into (N-03); the root is the body (N-02)."""

RECORDED_ELEMENTS = frozenset({"a", "button", "details", "iframe", "input", "label", "select", "summary", "textarea"})
"""Elements whose attributes are recorded whatever they are (N-08)."""

RECORDED_WITH = frozenset({"data-action", "onclick", "role", "tabindex"})
"""Attributes that have all of an element's attributes recorded (N-08)."""

TEXT_ELEMENTS = frozenset({"bdi", "em", "i", "small", "span", "strong"})
"""Elements of role text: with a name they print it and not what is in them (N-30, N-52)."""

COMPONENT_ROLE = "dialog"

PAGE_ROLE, PAGE_NAME = "WebArea", "body content"
"""Role and name of the page as a component (N-30, N-39, N-56)."""

KINDS = {"B": "click", "F": "click", "I": "fill", "L": "click", "M": "click", "O": "select_dropdown_option"}
"""Letter of an id -> what is done to it (N-62)."""

CHOOSING_ROLES = frozenset({"combobox"})
"""Roles of `I` nodes of which an option is chosen (N-62)."""

CHOOSING_KIND = "select_dropdown_option"

VALUE_LETTER = "I"
"""Ids of this letter take a value (N-61)."""

CATEGORIES = {"interaction": "Interaction action", "browser": "Browser action"}
"""Headings of the action list (N-61, N-65)."""

"""The aria snapshot of Playwright 1.65: role words, what attributes a key has, which names may go.

Source: rows PW-01 to PW-06; playwright-core 1.65.1, observed.
"""

from typing import NamedTuple

ROLE_WORDS = {
    "": "generic",
    "graphics-document": "generic",
    "graphics-object": "generic",
    "graphics-symbol": "generic",
    "image": "img",
    "sectionfooter": "generic",
    "sectionheader": "generic",
}
"""Our role -> its word; others are the same."""

TAG_ROLES = {
    "frame": "iframe",
    "iframe": "iframe",
    "label": "generic",
    "optgroup": "none",
    "s": "generic",
    "summary": "generic",
}
"""HTML element without a role attribute -> its word, where ours says more."""

FIELD_ROLES = {"color": "textbox", "date": "textbox", "datetime-local": "textbox", "file": "button", "month": "textbox",
               "time": "textbox", "week": "textbox"}  # fmt: skip
"""Input types that have a role there."""

NAMED_ONLY_ROLES = frozenset({"form"})
"""Generic without a name."""

BOXLESS_ROLES = frozenset({"none", "presentation"})
"""No node of its own."""


class KeyAttribute(NamedTuple):
    """An attribute of a key: `[checked]`, `[checked=mixed]`, `[level=2]`. `values` are the values that are said,
    `not_of` the roles that never have it."""

    state: str
    word: str
    values: tuple[bool | str, ...] = (True,)
    has_any_value: bool = False
    not_of: frozenset[str] = frozenset()


_GROUPS = frozenset({"generic", "group"})

KEY_ATTRIBUTES = (
    KeyAttribute("checked", "checked", (True, "mixed")),
    KeyAttribute("disabled", "disabled", not_of=_GROUPS),
    KeyAttribute("expanded", "expanded", not_of=_GROUPS),
    KeyAttribute("focused", "active"),
    KeyAttribute("invalid", "invalid", (True, "grammar", "spelling")),
    KeyAttribute("level", "level", (), has_any_value=True),
    KeyAttribute("pressed", "pressed", (True, "mixed")),
    KeyAttribute("selected", "selected"),
)
"""In their order (PW-02)."""

NAME_LIMIT = 900
"""Longer names are left out of the key (PW-01)."""

IDENTIFYING_ROLES = frozenset(
    {
        "alertdialog",
        "application",
        "banner",
        "columnheader",
        "complementary",
        "contentinfo",
        "dialog",
        "document",
        "figure",
        "form",
        "grid",
        "group",
        "listbox",
        "main",
        "menu",
        "menubar",
        "navigation",
        "radiogroup",
        "region",
        "rowheader",
        "search",
        "table",
        "tablist",
        "tabpanel",
        "toolbar",
        "tree",
        "treegrid",
    }
)
"""Roles that keep their name although what it is made of is printed below them (PW-06)."""

VALUELESS_INPUTS = frozenset({"checkbox", "file", "radio"})
"""Input types whose value is no text of theirs."""

YAML_WORDS = frozenset({"n", "no", "null", "off", "on", "true", "false", "y", "yes", "~"})
"""Plain scalars that YAML reads as something else than a string. Source: yaml 1.1 types."""

FIELD_ELEMENTS = frozenset({"input", "textarea"})
"""Elements whose value is their text."""

DOCUMENT_ELEMENTS = frozenset({"head", "html"})
"""The snapshot begins with the body."""

GENERATED = frozenset({"after", "before"})
"""Pseudo-elements that are read."""

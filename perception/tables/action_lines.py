"""What an action line says: attributes, states, hints. One row a word; the order of rows is the order on the line.

Sources: html (input types and their value formats), wai-aria-1.2 (states), SPEC 6.2.
"""

from typing import NamedTuple

ATTRIBUTES = (
    "type",
    "role",
    "name",
    "aria-label",
    "placeholder",
    "title",
    "alt",
    "value",
    "tabindex",
    "href",
    "src",
    "aria-expanded",
)
"""The whitelist of SPEC 6.2. An action line of the default profile leaves out what says nothing new (`LEFT_OUT`)."""

LEFT_OUT = frozenset({"name", "src", "tabindex"})
"""Of no use to who reads the default text: submission keys, picture addresses, focus order."""

VALUE_LIMIT = 60
"""Code points of an attribute value. Source: SPEC 6.2."""

TEXT_LIMIT = 500
"""HEURISTIC: code points of the text of one listed node. The longest text of a listed node in the window of the 157 public
captures has fewer; what is longer is no label but a document."""


class FormatRow(NamedTuple):
    """An input type and how its value is written."""

    type: str
    format: str
    source: str = "html #forms"


FORMATS = (
    FormatRow("color", "#rrggbb"),
    FormatRow("date", "YYYY-MM-DD"),
    FormatRow("datetime-local", "YYYY-MM-DDThh:mm"),
    FormatRow("month", "YYYY-MM"),
    FormatRow("time", "hh:mm"),
    FormatRow("week", "YYYY-Www"),
)

IMPLIED_ROLES = {
    "a": "link",
    "area": "link",
    "article": "article",
    "aside": "complementary",
    "button": "button",
    "details": "group",
    "dialog": "dialog",
    "fieldset": "group",
    "figure": "figure",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "iframe": "iframe",
    "img": "image",
    "input": "textbox",
    "li": "listitem",
    "main": "main",
    "nav": "navigation",
    "ol": "list",
    "option": "option",
    "p": "paragraph",
    "select": "combobox",
    "svg": "image",
    "table": "table",
    "td": "cell",
    "textarea": "textbox",
    "th": "columnheader",
    "tr": "row",
    "ul": "list",
}
"""The role that a line without `role` stands for; `generic` for other tags. Where an element has another role, its line
says so."""

IMPLIED_INPUT_ROLES = {
    "button": "button",
    "checkbox": "checkbox",
    "image": "button",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
}

NAMED_BY_TEXT = frozenset(
    {
        "button",
        "cell",
        "checkbox",
        "columnheader",
        "gridcell",
        "heading",
        "link",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "row",
        "rowheader",
        "switch",
        "tab",
        "tooltip",
        "treeitem",
    }
)
"""Roles whose line's text is their name. Source: wai-aria-1.2 #namefromcontent."""

NAME_ATTRIBUTES = ("alt", "title", "placeholder")
"""What names a line without a text, in this order, unless it says `aria-label`."""

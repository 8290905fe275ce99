"""What the accessibility tree text prints of a node: roles without a line, attributes, states, in their order (SPEC 7).

Source: SPEC 7.1 and 7.2; rows W-30 to W-38 for the order of the attributes.
"""

from typing import NamedTuple

from perception.tables.action_lines import STATEFUL_ATTRIBUTES, STATEFUL_ELEMENTS

TRANSPARENT_ROLES = frozenset(
    {
        "",
        "abbr",
        "code",
        "document",
        "emphasis",
        "generic",
        "mark",
        "none",
        "sectionfooter",
        "sectionheader",
        "strong",
        "subscript",
        "superscript",
        "time",
    }
)
"""No line of its own: a container without meaning, or a shape of running text. What is in it stands in its place."""

PRINTED_TAGS = {
    "audio": "audio",
    "canvas": "canvas",
    "embed": "embed",
    "frame": "iframe",
    "iframe": "iframe",
    "img": "image",
    "object": "object",
    "video": "video",
}
"""Replaced elements that a person sees although they have no role, and what is printed for one."""

FRAME_TAGS = frozenset({"frame", "iframe"})
"""Elements whose document stands inside them, or is missing from the capture."""

OPTION_TAGS = frozenset({"optgroup", "option"})
"""What a select offers; shown closed, none of it has a box."""

NAMING_ATTRIBUTES = ("aria-label", "aria-labelledby", "title")
"""Attributes by which an author names a container that has no role."""

ROLES_WITH_PARTS = frozenset({"cell", "columnheader", "gridcell", "row", "rowheader", "treeitem"})
"""Roles named from content that hold lines of their own: there the name would say everything twice."""

ROLES_OF_TEXT = frozenset({"generic", "image"})
"""Without anything in them these are text; where the name of what is around them says it, they are left out."""

SEPARATORS = "|"
"""Symbols that set things apart, as punctuation does."""

CLOSING = frozenset("!),.:;?]}")
"""Punctuation that no space stands before."""

SIGNS = "#%&*@"
"""Punctuation that says something by itself."""

ROLES_WITHOUT_CONTENT = frozenset(
    {
        "alert",
        "alertdialog",
        "audio",
        "button",
        "canvas",
        "cell",
        "checkbox",
        "columnheader",
        "combobox",
        "dialog",
        "embed",
        "graphics-document",
        "graphics-object",
        "graphics-symbol",
        "gridcell",
        "iframe",
        "image",
        "link",
        "listbox",
        "log",
        "math",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "meter",
        "object",
        "option",
        "progressbar",
        "radio",
        "rowheader",
        "scrollbar",
        "searchbox",
        "separator",
        "slider",
        "spinbutton",
        "status",
        "switch",
        "tab",
        "textbox",
        "timer",
        "treeitem",
        "video",
    }
)
"""Roles that say something without a name and with nothing inside; an empty list or paragraph gets no line."""

WIDGET_ROLES = frozenset(
    {
        "button",
        "checkbox",
        "combobox",
        "link",
        "listbox",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "scrollbar",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
        "treeitem",
    }
)
"""Roles that say of themselves that one can act on the node. Source: wai-aria-1.2 #widget_roles."""

TEXT_LEVEL_ELEMENTS = frozenset(
    {
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    }
)
"""What flows with its text where a capture has no styles. Source: html #text-level-semantics."""

LINE_ATTRIBUTES = ("href", "src", "type", "placeholder")
"""Authored attributes on a line, in this order."""

SHOWN_ON = {
    "href": frozenset({"a", "area"}),
    "src": FRAME_TAGS,
    "type": frozenset({"input"}),
    "placeholder": frozenset({"input", "textarea"}),
}
"""The elements on which an attribute is printed."""

UNSAID_TYPES = frozenset(
    {"button", "checkbox", "image", "number", "radio", "range", "reset", "search", "submit", "text"}
)
"""Input types that the role says already."""


SPEAKING_ELEMENTS = STATEFUL_ELEMENTS | {"a", "area", "button", "fieldset", "frame", "iframe", "optgroup"}
"""Elements behind whose ref something may stand, whatever their attributes."""

SPEAKING_ATTRIBUTES = STATEFUL_ATTRIBUTES | {"contenteditable", "role"}
"""Attributes that may say something behind the ref of any element."""

DISABLING_ATTRIBUTES = frozenset({"aria-disabled", "inert"})
"""Attributes that disable what is below them."""

AUTHOR_NAMED_ELEMENTS = frozenset(
    {
        "address",
        "aside",
        "blockquote",
        "dd",
        "div",
        "dl",
        "footer",
        "form",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "span",
        "tbody",
        "tfoot",
        "thead",
        "ul",
    }
)
"""Elements that have a name only if an attribute gives them one or another role. Source: html-aam-1.0
#accname-computation."""

NAME_GIVING_ATTRIBUTES = frozenset({*NAMING_ATTRIBUTES, "role"})


class StateRow(NamedTuple):
    """`shows_false`: an absent state and a false one say different things; `unsaid`: a value that says nothing."""

    state: str
    shows_false: bool = False
    unsaid: str = ""


STATES = (
    StateRow("checked", shows_false=True),
    StateRow("selected"),
    StateRow("pressed", shows_false=True),
    StateRow("expanded", shows_false=True),
    StateRow("disabled"),
    StateRow("readonly"),
    StateRow("required"),
    StateRow("invalid"),
    StateRow("current"),
    StateRow("level"),
    StateRow("haspopup"),
    StateRow("modal"),
    StateRow("multiselectable"),
    StateRow("orientation", unsaid="horizontal"),
    StateRow("valuemin"),
    StateRow("valuemax"),
    StateRow("sort", unsaid="none"),
    StateRow("busy"),
    StateRow("focused"),
)
"""States on a line, in this order."""

ACTION_MARKS = {"click": "clickable", "fill": "editable", "open": "clickable", "scroll": "scrollable"}
"""Action kind -> what is said of a listed node whose role says nothing of it."""

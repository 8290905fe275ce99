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

SAID_APART = frozenset({"aria-expanded", "aria-label", "role", "tabindex", "value"})
"""Of these a line says the computed role, name, value and states; focus order is of no use to who reads it."""

VALUE_LIMIT = 60
"""Code points of an attribute value. Source: SPEC 6.2."""

TEXT_LIMIT = 500
"""HEURISTIC: code points of the text that names a listed node. The longest one in the window of the 157 public captures
has fewer; what is longer is no label but a document. What an editor shows is said whole, as other text is."""


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
    "color": "generic",
    "date": "generic",
    "datetime-local": "generic",
    "file": "generic",
    "image": "button",
    "month": "generic",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
    "time": "generic",
    "week": "generic",
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

NAMED_BY_TEXT_ELEMENTS = frozenset({"summary"})
"""Elements without a role whose text is their name. Source: html-aam-1.0 #summary-element."""

UNNAMED_ELEMENTS = frozenset({"tr"})
"""Elements that have such a role and, in most pages, no name. Source: html-aam-1.0 #el-tr."""

NAME_ATTRIBUTES = ("alt", "title", "placeholder")
"""What names a line without a text, in this order, unless it says `aria-label`."""

BLOCKLESS_DISPLAYS = frozenset({"", "contents", "inline", "none", "ruby", "ruby-base", "ruby-text"})
"""Text in boxes of these kinds flows on with the text around. Source: css-display-3 #outer-role."""

IN_LINE_DISPLAYS = frozenset({"inline-block", "inline-flex", "inline-grid", "inline-table"})
"""A box of its own on the line of the text around."""

CELL_DISPLAYS = frozenset({"table-cell"})

ROW_DISPLAYS = frozenset({"table-row"})

CLOSING_MARKS = frozenset("!),.:;?]}\u2019\u201d\u2026\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f")
"""Characters that stand right behind a word: Latin ones, closing quotes, their wide forms."""

CELL_ELEMENTS, ROW_ELEMENTS = frozenset({"td", "th"}), frozenset({"tr"})
"""The same where no display is known."""

NOTHING_URLS = ("javascript:", "about:blank")
"""Beginnings of addresses that lead nowhere."""

OPAQUE_URLS = ("data:", "blob:")
"""Addresses whose rest is a payload; only their kind is said."""

URL_LIMIT = 32
"""HEURISTIC: code points of an address; 60 make the action texts of the public captures 2 % longer, and what is cut is
directories and queries."""

BUTTON_TYPES = frozenset({"button", "image", "reset", "submit"})
"""Input types whose value is what they show. Source: html #the-input-element."""

CHECK_TYPES = frozenset({"checkbox", "radio"})
"""Input types whose value is not shown."""

FIELD_ELEMENTS = frozenset({"input", "select", "textarea"})

CONSTRAINTS = ("min", "max", "step", "format", "maxlength", "minlength", "pattern", "accept", "multiple")
"""What a line says of what a field may hold, in this order; options apart. Keys: `perception/constraints.py`."""

OPTION_LIMIT = 30
"""Code points of one option. Source: row BU-04."""

OPTIONS_LIMIT = 60
"""Code points of the options that a drop-down's line shows, as of any value; the count stands before."""


class StateRow(NamedTuple):
    """A state and the attribute that says it on a line; `bare` is the value that the attribute has without one.
    `is_text`: any text may be its value, `true` and `false` are such texts."""

    state: str
    attribute: str
    is_number: bool = False
    is_text: bool = False
    bare: bool | str = True


STATES = (
    StateRow("checked", "checked"),
    StateRow("selected", "selected"),
    StateRow("expanded", "aria-expanded"),
    StateRow("pressed", "pressed"),
    StateRow("disabled", "disabled"),
    StateRow("required", "required"),
    StateRow("readonly", "readonly"),
    StateRow("invalid", "invalid"),
    StateRow("current", "current"),
    StateRow("focused", "focused"),
    StateRow("busy", "busy"),
    StateRow("sort", "sort"),
    StateRow("haspopup", "haspopup", bare="menu"),
    StateRow("level", "level", is_number=True),
    StateRow("modal", "modal"),
    StateRow("multiselectable", "multiselectable"),
    StateRow("orientation", "orientation"),
    StateRow("autocomplete", "autocomplete"),
    StateRow("valuemin", "valuemin", is_number=True),
    StateRow("valuemax", "valuemax", is_number=True),
    StateRow("valuenow", "valuenow", is_number=True),
    StateRow("valuetext", "valuetext", is_text=True),
)
"""In the order in which a line says them."""

IMPLIED_STATES: dict[str, dict[str, bool | int]] = {
    "checkbox": {"checked": False},
    "menuitemcheckbox": {"checked": False},
    "menuitemradio": {"checked": False},
    "radio": {"checked": False},
    "switch": {"checked": False},
    "tab": {"selected": False},
    "treeitem": {"level": 1, "selected": False},
}
"""Role -> the states that a line of this role has without saying them: what most nodes of the role have. Source:
wai-aria-1.2 #state_prop_def (values that stand for the missing attribute)."""

NAMING_STEPS = {
    "content": frozenset({"comp_name_from_content"}),
    "reference": frozenset({"comp_host_language_label", "comp_labelledby"}),
}
"""Steps of the name algorithm by what they read: the node's content, or texts elsewhere."""

OPAQUE_ELEMENTS = frozenset({"canvas", "embed", "iframe", "object", "video"})
"""Elements that hide what is under them without a background. Pictures are not: many have holes."""

STAYING_POSITIONS = frozenset({"fixed", "sticky"})
"""Boxes that stay in the window while the page scrolls."""

FRAME_ELEMENTS = frozenset({"frame", "iframe"})

DIALOG_KINDS = frozenset({"alertdialog", "dialog"})
"""Overlays that come first in the text."""

LABEL_ROLES = frozenset({"heading", "rowheader"})
"""What names the card or row that it stands in."""

LABEL_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "th"})
"""Elements that may have such a role without saying it."""

NO_TEXT = "[\\s.,:;!?|/()·•◦▪…'\"\\-\\\\\\[\\]{}\u2013\u2014]*"
"""A regular expression of texts that say nothing by themselves: punctuation left over between links."""

UNREAD_PSEUDO_ELEMENTS = frozenset({"marker"})
"""Bullets and numbers of lists."""

VALUE_ROLES = frozenset(
    {"combobox", "meter", "progressbar", "scrollbar", "searchbox", "slider", "spinbutton", "textbox"}
)
"""Roles that have a value to say beside a name."""

STATEFUL_ELEMENTS = frozenset(
    {
        "details",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "input",
        "meter",
        "option",
        "progress",
        "select",
        "summary",
        "textarea",
    }
)
"""Elements with states of their own."""

STATEFUL_ATTRIBUTES = frozenset(
    {
        "aria-autocomplete",
        "aria-busy",
        "aria-checked",
        "aria-current",
        "aria-disabled",
        "aria-errormessage",
        "aria-expanded",
        "aria-haspopup",
        "aria-invalid",
        "aria-level",
        "aria-modal",
        "aria-multiselectable",
        "aria-orientation",
        "aria-pressed",
        "aria-readonly",
        "aria-required",
        "aria-selected",
        "aria-sort",
        "aria-valuemax",
        "aria-valuemin",
        "aria-valuenow",
        "aria-valuetext",
        "disabled",
        "popovertarget",
    }
)
"""Attributes that give a state. Source: wai-aria-1.2 #state_prop_def, html-aam-1.0 #att-popovertarget."""

RANGE_ROLES = frozenset({"meter", "progressbar", "scrollbar", "slider", "spinbutton"})

RANGE_STATES = (("valuemin", "min"), ("valuemax", "max"), ("valuenow", "value"))
"""State of a range -> the attribute of its line that says as much, where that is a number."""

"""What the name rules of two other systems look at (rows W-50…W-64, N-39)."""

WEBBRAIN_ATTRIBUTES = ("placeholder", "title", "alt")
"""In this order, before labels (W-53)."""

WEBBRAIN_BUTTON_TYPES = frozenset({"button", "reset", "submit"})
"""`input` types named by their value (W-57)."""

WEBBRAIN_TEXT_ELEMENTS = frozenset({"a", "button", "summary"})
"""Named by their own direct text, else by all that is rendered in them (W-58)."""

WEBBRAIN_TEXT_ROLES = frozenset(
    {
        "cell",
        "gridcell",
        "listitem",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "row",
        "tab",
        "treeitem",
    }
)
WEBBRAIN_LIST_ELEMENTS = frozenset({"li"})
"""Role tokens and elements named by all that is rendered in them (W-61)."""

WEBBRAIN_FIELD_ELEMENTS = frozenset({"input", "select", "textarea"})
WEBBRAIN_FIELD_ROLES = frozenset({"combobox", "searchbox", "slider", "spinbutton", "textbox"})
"""Named after what stands before them where nothing else does (W-63)."""

WEBBRAIN_TEXT_LIMIT = 100
"""Code points of a text, then `...` (W-52, W-58, W-61, W-64)."""

WEBBRAIN_OWN_SIBLINGS, WEBBRAIN_PARENT_SIBLINGS = 4, 3
WEBBRAIN_SIBLING_LENGTH = 60
"""How many siblings before a field, and before its parent, are asked; the longest element text taken (W-63)."""

WEBBRAIN_SHORTEST_TEXT = 3
"""The shortest direct text that is a name of last resort (W-64)."""

NOTTE_ATTRIBUTES = ("aria-label", "name", "title", "alt", "placeholder", "value")
"""In this order, as authored (N-39)."""

NOTTE_TEXT_ELEMENTS = frozenset({"a", "button", "label"})
"""Named by their visible text (N-39)."""

NOTTE_ADDRESSES = {"a": "href", "img": "src"}
"""Element -> the attribute whose address names it (N-39)."""

NOTTE_BODY_NAME = "body content"
"""What `body` is called (N-39)."""

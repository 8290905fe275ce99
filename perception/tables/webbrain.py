"""The rules of the `webbrain` profile's tree text, row by row (rows W-07 to W-45). Imports nothing of ours."""

DEFAULT_DEPTH = {"all": 15, "visible": 10, "interactive": 10}
"""Filter -> levels. Source: row W-03."""

DEFAULT_CHARS = {"all": 6000, "visible": 3000, "interactive": 3500}
"""Filter -> characters of a part. Source: row W-04."""

INTERACTIVE_TAGS = frozenset({"a", "button", "details", "input", "select", "summary", "textarea"})
INTERACTIVE_ATTRIBUTES = ("onclick", "tabindex")
INTERACTIVE_ROLES = frozenset({"button", "link"})
"""What can be acted on: by tag, by an attribute of any value, by the role attribute as it stands. Source: row W-20."""

ROLE_OF_TAG = {
    "a": "link",
    "article": "article",
    "aside": "complementary",
    "button": "button",
    "footer": "contentinfo",
    "form": "form",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "header": "banner",
    "img": "image",
    "label": "label",
    "li": "listitem",
    "main": "main",
    "nav": "navigation",
    "ol": "list",
    "section": "region",
    "select": "combobox",
    "table": "table",
    "textarea": "textbox",
    "ul": "list",
}
"""Source: rows W-23, W-25."""

ROLE_OF_TYPE = {
    "button": "button",
    "checkbox": "checkbox",
    "file": "button",
    "radio": "radio",
    "submit": "button",
}
"""Raw input type -> role, `textbox` for all others. Source: row W-24."""

LANDMARK_ROLES = frozenset({"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"})
SILENT_ROLES = frozenset({"generic", "image"})
"""Roles that a name alone brings into the text. Source: row W-07."""

USEFUL_ROLES = frozenset(
    {
        "alert",
        "alertdialog",
        "banner",
        "combobox",
        "complementary",
        "contentinfo",
        "dialog",
        "form",
        "heading",
        "listbox",
        "main",
        "menu",
        "menubar",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "navigation",
        "option",
        "progressbar",
        "radiogroup",
        "region",
        "searchbox",
        "slider",
        "spinbutton",
        "status",
        "tab",
        "tablist",
        "textbox",
    }
)
"""What `visible` keeps beside what can be acted on. Source: row W-08."""

UNPRINTED_TAGS = frozenset({"link", "meta", "noscript", "script", "style", "title"})
"""Never printed, their children are. Source: row W-26."""

VALUELESS_TYPES = frozenset(
    {"button", "checkbox", "color", "file", "hidden", "image", "password", "radio", "range", "reset", "submit"}
)
"""Input types whose value is not printed. Source: row W-33."""

OVERLAY_ROLES = ("listbox", "menu", "dialog", "alertdialog")
"""Roles that are hoisted, in this order; then aria-modal, expanded comboboxes and open dialogs. Source: row W-41."""

TEXT_ENTRY_ROLES = frozenset({"combobox", "searchbox", "textbox"})
SUBMIT_NAME = r"\b(?:send|submit|post|reply)\b"
PRIORITY_LIMIT = 20
"""The priority block: fields, and buttons that send. Source: row W-45."""

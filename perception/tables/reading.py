"""What searching and reading look at: attributes that show as text, roles that make a context, property names.

Source: wai-aria-1.2 roles; html elements.
"""

SHOWN_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
"""Attributes that a text condition looks at besides the text: they are read or shown as text."""

BUTTON_INPUT_TYPES = frozenset({"button", "reset", "submit"})
"""Types whose value attribute is shown as text."""

NO_TEXT_ELEMENTS = frozenset({"head", "noscript", "script", "style", "template", "title"})
"""Elements whose text nodes nobody reads on the page."""

DIALOG_ROLES = frozenset({"alertdialog", "dialog"})

NAMELESS_ROLES = frozenset({"generic", "none"})

FIELD_STATES = ("required", "readonly", "invalid")
"""States that are told with a field's constraints."""

GROUP_ROLES = frozenset({"group", "menu", "menubar", "radiogroup", "tablist", "toolbar", "tree"})

ITEM_ROLES = frozenset({"article", "listitem", "option", "row", "treeitem"})
"""What repeats in a list: the card or row that a control belongs to."""

ROW_ROLES = frozenset({"row"})

TABLE_ROLES = frozenset({"grid", "table", "treegrid"})

CELL_ROLES = frozenset({"cell", "columnheader", "gridcell", "rowheader"})

LANDMARK_ROLES = frozenset({"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"})
"""Source: wai-aria-1.2 #landmark_roles."""

HEADING_LEVELS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

MAX_SPAN = 1000
"""Columns that a cell may span. Source: html #attr-tdth-colspan."""

REFERENCES = {
    "controls": "aria-controls",
    "described_by": "aria-describedby",
    "details": "aria-details",
    "error_message": "aria-errormessage",
    "flows_to": "aria-flowto",
    "owns": "aria-owns",
    "active": "aria-activedescendant",
}
"""Relation -> the attribute whose ids name the related nodes. Source: wai-aria-1.2 #attrs_relationships."""

POPUP_REFERENCES = ("aria-controls", "aria-owns", "popovertarget")
"""Attributes by which a control names its popup."""

LINE_BREAKING = frozenset({"br"})

CELL_DISPLAYS = frozenset({"table-cell"})
"""Boxes that a tab stands between. Source: html #rendered-text-collection-steps."""

PARAGRAPH_ELEMENTS = frozenset({"p"})
"""Have an empty line round them. Source: html #rendered-text-collection-steps."""

PRESERVED_SPACE = frozenset({"break-spaces", "preserve", "preserve-breaks"})
"""Values of white-space-collapse that keep line breaks. Source: css-text-4 #white-space-collapsing."""

FRAME_ELEMENTS = frozenset({"frame", "iframe"})

CONTEXT_RELATIONS = ("labels", "group", "form", "dialog", "item", "row_headers", "column_headers", "landmark")
"""What the `context` of a node tells, by the names of `relations.RELATIONS`."""

LISTED_RELATIONS = frozenset({"column_headers", "labels", "row_headers"})
"""Those of them that give several names."""

CONTAINER_ROLES = LANDMARK_ROLES | DIALOG_ROLES | GROUP_ROLES | TABLE_ROLES
"""Roles whose text is too much to name a node by."""

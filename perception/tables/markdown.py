"""How elements look in Markdown: by role. Source: CommonMark 0.31, GitHub Flavored Markdown (tables)."""

LIST_ROLES = frozenset({"directory", "list", "menu", "menubar", "tablist", "tree"})

ITEM_ROLES = frozenset({"listitem", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem"})

TABLE_ROLES = frozenset({"grid", "table", "treegrid"})

ROW_ROLES = frozenset({"row"})

CELL_ROLES = frozenset({"cell", "columnheader", "gridcell", "rowheader"})

QUOTE_ROLES = frozenset({"blockquote"})

IMAGE_ROLES = frozenset({"image"})

RULE_ROLES = frozenset({"separator"})

NUMBERED_ELEMENTS = frozenset({"ol"})

PREFORMATTED_ELEMENTS = frozenset({"pre"})

CODE_ELEMENTS = frozenset({"code", "kbd", "samp"})

VALUE_ROLES = frozenset(
    {"checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox"}
)
"""Fields: written with their role and value."""

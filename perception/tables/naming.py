"""Where names come from: attributes, elements and roles.

Sources: accname-1.2 #mapping_additional_nd_te, html-aam-1.0 #accname-computation, svg-aam-1.0 #mapping_additional_nd.
"""

TEXT_ATTRIBUTES = ("alt", "aria-label", "title")
"""Attributes that hold text to be read."""

NAME_ATTRIBUTES = frozenset(
    {
        "alt",
        "aria-actions",
        "aria-hidden",
        "aria-label",
        "aria-labelledby",
        "aria-placeholder",
        "contenteditable",
        "label",
        "placeholder",
        "role",
        "title",
        "xlink:title",
    }
)
"""An element with none of these is named by its tag, its role and its content alone."""

UNREAD_ELEMENTS = frozenset(
    {
        "audio",
        "canvas",
        "datalist",
        "desc",
        "head",
        "iframe",
        "metadata",
        "noscript",
        "script",
        "style",
        "template",
        "title",
        "video",
    }
)
"""Elements whose content is nobody's text: never rendered, or only where the element itself is not supported. `title`
and `desc` of SVG name and describe their parent."""

CODE_ELEMENTS = frozenset({"noscript", "script", "style", "template"})
"""Those of them that are not read even where something refers to them: what is in them is no text."""

ATOMIC_ELEMENTS = frozenset({"br", "img", "input", "meter", "progress", "select", "textarea"})
"""Elements that say one thing as a whole (alternative text, value) or nothing; their children are not read."""

PUSH_BUTTON_TYPES = {"button": "", "reset": "Reset", "submit": "Submit"}
"""`input` type -> what the button says without a value. Source: html #rendering (the default labels, in English)."""

IMAGE_BUTTON_TEXT = "Submit"
"""Source: html-aam-1.0 #input-type-image."""

NAMING_CHILDREN = {"fieldset": "legend", "table": "caption"}
"""Element -> the child element that names it. Source: html-aam-1.0 #fieldset-element, #table-element."""

REFERRED_ELEMENTS = frozenset({"caption", "figcaption", "label", "legend"})
"""Elements whose text names others without an id."""

MOST_SAID = 4_000
"""HEURISTIC: code points that an element says at most. The longest name of 314 public captures has 1,295; without a
limit five thousand headings inside one another would say half a gigabyte."""

NAMED_BY_ALT = frozenset({"area", "img"})
"""Elements with alternative text; an empty one says that there is nothing to say. Source: html-aam-1.0 #img-element."""

NAMED_BY_LABEL_ATTRIBUTE = frozenset({"optgroup", "option", "track"})
"""Source: html-aam-1.0 #other-form-elements."""

NAMED_BY_CONTENT_ELEMENTS = frozenset({"dt", "summary"})
"""Elements without a role that is named from content, and named so by browsers. Source: html-aam-1.0 #summary-element.

SPEC DIFFERENCE: `dt` is a term, which has no name in wai-aria-1.2; browsers name it, and so do we."""

PLACEHOLDER_ELEMENTS = frozenset({"input", "textarea"})

NAMED_BY_HEADING_ROLES = frozenset({"alertdialog", "article", "dialog"})
"""Roles that the first heading inside names where nothing else does. Source: accname (editor's draft)
#comp_name_from_heading."""

TOKENS_NAMED_BY_CONTENT = frozenset({"listitem"})
"""Roles named from content where a role attribute gives them.

SPEC DIFFERENCE: an author names list items in wai-aria-1.2; web-platform-tests (css-display) expect the content."""

NAMED_BY_TOOLTIP_ELEMENTS = frozenset({"td", "th"})
"""Elements whose tooltip goes before their content. Source: html-aam-1.0 #tr-td-th-elements."""

ROW_CONTAINERS = {"grid": True, "table": False, "treegrid": True}
"""Role of a table -> whether its rows are named from content.

SPEC DIFFERENCE: wai-aria-1.2 names every row so; browsers only rows that take focus or are in a grid, for the cells of
a table are read one by one. Their rule is ours."""

CLOSED_ROLES = frozenset(
    {
        "alert",
        "alertdialog",
        "application",
        "dialog",
        "feed",
        "grid",
        "group",
        "listbox",
        "log",
        "marquee",
        "menu",
        "menubar",
        "radiogroup",
        "status",
        "table",
        "tablist",
        "tabpanel",
        "timer",
        "toolbar",
        "tree",
        "treegrid",
    }
)
"""Containers whose content is no part of the name of what they stand in.

SPEC DIFFERENCE: accname-1.2 #comp_name_from_content reads all descendants; browsers stop here, else a tree item were
named by the whole branch below it."""

TEXT_FIELD_ROLES = frozenset({"searchbox", "textbox"})
CHOICE_ROLES = frozenset({"combobox", "listbox"})
RANGE_ROLES = frozenset({"meter", "progressbar", "scrollbar", "slider", "spinbutton"})
"""Controls that say their value inside a name. Source: accname-1.2 #comp_embedded_control."""

BOXLESS_PARTS = {"area": "map", "optgroup": "select", "option": "select"}
"""Element without a box -> the element that shows it. Source: html #rendering."""

INLINE_DISPLAYS = frozenset({"contents", "inline", "ruby", "ruby-base", "ruby-text"})
"""Boxes in the flow of a line; all others stand apart and are spaced. Source: accname-1.2 #comp_name_from_content."""

UNSEEN_VISIBILITY = frozenset({"collapse", "hidden"})

TRANSFORMED_TEXT = frozenset({"capitalize", "lowercase", "uppercase"})
"""`text-transform` values whose result is read; kana sizes are a matter of looks.

Source: css-text-3 #text-transform-property."""

HEADING_ELEMENTS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

SVG_TEXT_CHILDREN = ("desc", "title")
"""Children of a graphic that describe it, the better description first. Source: svg-aam-1.0 #mapping_additional_nd."""

"""The implicit role of every element: one row an element and condition.

Sources: html-aam-1.0 #html-element-role-mappings, svg-aam-1.0 #mapping_role_table, mathml-aam #mapping_element_role.
Rows of one element stand together, the most particular first; the last has no condition. Conditions are words for tests
in `role_conditions.py`. An element that is not here is generic.
"""

from typing import NamedTuple


class ElementRow(NamedTuple):
    """`tag` in lower case, SVG and MathML as written; `role` where `condition` holds ('' always does)."""

    tag: str
    role: str
    condition: str = ""
    source: str = "html-aam-1.0"


HTML_ROLES = (
    ElementRow("a", "link", "has-href"),
    ElementRow("a", "link", "is-clickable"),  # SPEC DIFFERENCE: generic without href; browsers look for listeners
    ElementRow("a", "generic"),
    ElementRow("address", "group"),
    ElementRow("area", "link", "has-href"),
    ElementRow("area", "generic"),
    ElementRow("article", "article"),
    ElementRow("aside", "complementary", "is-in-body-or-main"),
    ElementRow("aside", "complementary", "has-author-name"),
    ElementRow("aside", "generic"),
    ElementRow("blockquote", "blockquote"),
    ElementRow("br", "none"),
    ElementRow("button", "button"),
    ElementRow("caption", "caption"),
    ElementRow("code", "code"),
    ElementRow("datalist", "listbox"),
    ElementRow("dd", "definition"),
    ElementRow("del", "deletion"),
    ElementRow("details", "group"),
    ElementRow("dfn", "term"),
    ElementRow("dialog", "dialog"),
    ElementRow("dir", "list"),
    ElementRow("dt", "term"),
    ElementRow("em", "emphasis"),
    ElementRow("fieldset", "group"),
    ElementRow("figure", "figure"),
    ElementRow("footer", "contentinfo", "is-in-body"),
    ElementRow("footer", "sectionfooter"),
    ElementRow("form", "form"),
    ElementRow("h1", "heading"),
    ElementRow("h2", "heading"),
    ElementRow("h3", "heading"),
    ElementRow("h4", "heading"),
    ElementRow("h5", "heading"),
    ElementRow("h6", "heading"),
    ElementRow("header", "banner", "is-in-body"),
    ElementRow("header", "sectionheader"),
    ElementRow("hgroup", "group"),
    ElementRow("hr", "separator"),
    ElementRow("html", "document"),
    ElementRow("img", "image", "has-aria-name"),
    ElementRow("img", "none", "has-empty-alt"),
    ElementRow("img", "image", "has-alt-or-title"),
    ElementRow("img", "image", "has-source"),
    ElementRow("img", "none"),
    ElementRow("input", "combobox", "has-suggestions"),
    ElementRow("input", "switch", "is-switch"),
    ElementRow("input", "button", "type:button"),
    ElementRow("input", "checkbox", "type:checkbox"),
    ElementRow("input", "button", "type:file"),  # SPEC DIFFERENCE: no role; browsers say button
    ElementRow("input", "none", "type:hidden"),
    ElementRow("input", "button", "type:image"),
    ElementRow("input", "spinbutton", "type:number"),
    ElementRow("input", "radio", "type:radio"),
    ElementRow("input", "slider", "type:range"),
    ElementRow("input", "button", "type:reset"),
    ElementRow("input", "searchbox", "type:search"),
    ElementRow("input", "button", "type:submit"),
    ElementRow("input", "textbox", "is-typed-into"),
    ElementRow("input", "generic"),
    ElementRow("ins", "insertion"),
    ElementRow("li", "listitem", "is-in-list"),
    ElementRow("li", "generic"),
    ElementRow("main", "main"),
    ElementRow("mark", "mark"),
    ElementRow("menu", "list"),
    ElementRow("meter", "meter"),
    ElementRow("nav", "navigation"),
    ElementRow("ol", "list"),
    ElementRow("optgroup", "group"),
    ElementRow("option", "option"),
    ElementRow("output", "status"),
    ElementRow("p", "paragraph"),
    ElementRow("progress", "progressbar"),
    ElementRow("s", "deletion"),
    ElementRow("search", "search"),
    ElementRow("section", "region", "has-author-name"),
    ElementRow("section", "generic"),
    ElementRow("select", "listbox", "is-list-box"),
    ElementRow("select", "combobox"),
    ElementRow("strong", "strong"),
    ElementRow("sub", "subscript"),
    ElementRow("sup", "superscript"),
    ElementRow("table", "table"),
    ElementRow("tbody", "rowgroup", "is-in-table"),
    ElementRow("tbody", "generic"),
    ElementRow("td", "gridcell", "is-in-grid"),
    ElementRow("td", "cell", "is-in-table"),
    ElementRow("td", "generic"),
    ElementRow("textarea", "textbox"),
    ElementRow("tfoot", "rowgroup", "is-in-table"),
    ElementRow("tfoot", "generic"),
    ElementRow("th", "rowheader", "is-row-header"),
    ElementRow("th", "columnheader", "is-in-table"),
    ElementRow("th", "generic"),
    ElementRow("thead", "rowgroup", "is-in-table"),
    ElementRow("thead", "generic"),
    ElementRow("time", "time"),
    ElementRow("tr", "row", "is-in-table"),
    ElementRow("tr", "generic"),
    ElementRow("ul", "list"),
)

SVG_ROLES = (
    ElementRow("a", "link", "has-href", "svg-aam-1.0"),
    ElementRow("circle", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("ellipse", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("foreignObject", "group", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("g", "group", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("image", "image", "", "svg-aam-1.0"),
    ElementRow("line", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("path", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("polygon", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("polyline", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("rect", "graphics-symbol", "is-named-graphic", "svg-aam-1.0"),
    ElementRow("svg", "image", "", "svg-aam-1.0"),  # SPEC DIFFERENCE: graphics-document; browsers say image
    ElementRow("use", "graphics-object", "is-named-graphic", "svg-aam-1.0"),
)

MATHML_ROLES = (ElementRow("math", "math", "", "mathml-aam"),)

LIST_TYPES = frozenset({"email", "search", "tel", "text", "url"})
"""`input` types whose `list` attribute makes a combobox. Source: html-aam-1.0 #el-input-textetc-autocomplete."""

TYPED_TYPES = frozenset({"email", "password", "tel", "text", "url"})
"""`input` types that are text boxes; dates and colours have no ARIA role."""

MINIMUM_ROLE_ATTRIBUTES = frozenset({"autofocus", "draggable", "popover"})
"""With one of these a generic element is a group. Source: html-aam-1.0 #minimum-role."""

SECTIONING_ELEMENTS = frozenset({"article", "aside", "nav", "section"})
SECTIONING_ROLES = frozenset({"article", "complementary", "navigation", "region"})
"""Inside these an `aside` is no landmark of the page; inside these and main no `header` or `footer` is."""

TABLE_ROLES = frozenset({"grid", "table", "treegrid"})
GRID_ROLES = frozenset({"grid", "treegrid"})
"""Roles of a table whose parts are cells, and grid cells."""

ROW_ROLES = frozenset({"generic", "none", "row"})
"""Roles of a `tr` that leave its cells cells; those of a row that is a check box are its text. Source: wai-aria-1.2
#cell (required context)."""

ROW_SCOPES = frozenset({"row", "rowgroup"})
COLUMN_SCOPES = frozenset({"col", "colgroup"})
"""Values of `scope`. Source: html #attr-th-scope."""

HREF_ATTRIBUTES = frozenset({"href", "xlink:href"})
"""One of them makes an `a` a link."""

LIST_ELEMENTS = frozenset({"dir", "menu", "ol", "ul"})
"""An item asks the nearest of these, even where it has lost its role."""

"""The implicit role of every element: one row an element and condition.

Sources: html-aam-1.0 #html-element-role-mappings, svg-aam-1.0 #mapping_role_table, mathml-aam #mapping_element_role.
Rows of one element stand together, the most particular first; the last has no condition. The words for conditions are
functions in `roles.py`.
"""

from typing import NamedTuple


class ElementRow(NamedTuple):
    """`tag` in lower case (SVG as written); `role` where `condition` holds ('' always does); for `input` see
    `INPUT_ROLES`."""

    tag: str
    role: str
    condition: str = ""
    source: str = "html-aam-1.0"


HTML_ROLES = (
    ElementRow("a", "link", "has-href"),
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
    ElementRow("img", "image", "has-author-name"),
    ElementRow("img", "none", "has-empty-alt"),
    ElementRow("img", "image"),
    ElementRow("input", "textbox"),
    ElementRow("ins", "insertion"),
    ElementRow("li", "listitem", "is-in-list"),
    ElementRow("li", "generic"),
    ElementRow("main", "main"),
    ElementRow("mark", "mark"),
    ElementRow("math", "math", source="mathml-aam"),
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

INPUT_ROLES = {
    "button": "button",
    "checkbox": "checkbox",
    "color": "generic",
    "date": "generic",
    "datetime-local": "generic",
    "email": "textbox",
    "file": "button",
    "hidden": "none",
    "image": "button",
    "month": "generic",
    "number": "spinbutton",
    "password": "textbox",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
    "tel": "textbox",
    "text": "textbox",
    "time": "generic",
    "url": "textbox",
    "week": "generic",
}
"""`input` type -> role. Source: html-aam-1.0 #el-input-text and its neighbours; some as browsers do."""

LIST_TYPES = frozenset({"email", "search", "tel", "text", "url"})
"""`input` types whose `list` attribute makes a combobox. Source: html-aam-1.0 #el-input-textetc-autocomplete."""

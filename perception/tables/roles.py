"""The ARIA roles: one row a role.

Sources: wai-aria-1.2 #role_definitions, wai-aria-1.3 (sectionheader, sectionfooter, image, suggestion, comment, mark),
graphics-aria-1.0 #role_definitions, dpub-aria-1.1 #role_definitions. Where a role may be named from its content, an
author may name it too.
"""

from typing import NamedTuple

AUTHOR, CONTENT, PROHIBITED = "author", "content", "prohibited"
"""Who names an element of a role. Source: wai-aria-1.2 #namecalculation."""


class RoleRow(NamedTuple):
    """`id` as in the role attribute; `parents` its superclasses; `states` the attributes (without `aria-`) that it
    supports beyond its superclasses' and the global ones; `contexts` the roles one of which must be around
    it, else the token is passed over; `is_atomic`: its children are presentational."""

    id: str
    parents: tuple[str, ...]
    naming: str = AUTHOR
    states: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()
    is_atomic: bool = False
    is_abstract: bool = False
    source: str = "wai-aria-1.2"


_DPUB, _GRAPHICS, _ARIA13 = "dpub-aria-1.1", "graphics-aria-1.0", "wai-aria-1.3"
_TABLES = ("grid", "table", "treegrid")
_FIELD = ("errormessage", "invalid", "readonly", "required")
_POPUP = ("disabled", "errormessage", "expanded", "haspopup", "invalid")

ROLES = (
    RoleRow("alert", ("section",)),
    RoleRow("alertdialog", ("alert", "dialog"), states=("modal",)),
    RoleRow("application", ("structure",), states=("activedescendant", *_POPUP)),
    RoleRow("article", ("document",), states=("posinset", "setsize")),
    RoleRow("banner", ("landmark",)),
    RoleRow("blockquote", ("section",)),
    RoleRow("button", ("command",), CONTENT, states=("disabled", "expanded", "haspopup", "pressed"), is_atomic=True),
    RoleRow("caption", ("section",), PROHIBITED),
    RoleRow("cell", ("section",), CONTENT, states=("colindex", "colspan", "rowindex", "rowspan")),
    RoleRow("checkbox", ("input",), CONTENT, states=("checked", "expanded", *_FIELD), is_atomic=True),
    RoleRow("code", ("section",), PROHIBITED),
    RoleRow("columnheader", ("cell", "gridcell", "sectionhead"), CONTENT, states=("sort",), contexts=("row",)),
    RoleRow("combobox", ("input",), states=("activedescendant", "autocomplete", "expanded", "haspopup", *_FIELD)),
    RoleRow("command", ("widget",), is_abstract=True),
    RoleRow("comment", ("article",), CONTENT, states=("level", "posinset", "setsize"), source=_ARIA13),
    RoleRow("complementary", ("landmark",)),
    RoleRow("composite", ("widget",), states=("activedescendant", "disabled"), is_abstract=True),
    RoleRow("contentinfo", ("landmark",)),
    RoleRow("definition", ("section",), PROHIBITED),
    RoleRow("deletion", ("section",), PROHIBITED),
    RoleRow("dialog", ("window",)),
    RoleRow("directory", ("list",)),
    RoleRow("doc-abstract", ("section",), source=_DPUB),
    RoleRow("doc-acknowledgments", ("landmark",), source=_DPUB),
    RoleRow("doc-afterword", ("landmark",), source=_DPUB),
    RoleRow("doc-appendix", ("landmark",), source=_DPUB),
    RoleRow("doc-backlink", ("link",), CONTENT, source=_DPUB),
    RoleRow("doc-biblioentry", ("listitem",), source=_DPUB),
    RoleRow("doc-bibliography", ("landmark",), source=_DPUB),
    RoleRow("doc-biblioref", ("link",), CONTENT, source=_DPUB),
    RoleRow("doc-chapter", ("landmark",), source=_DPUB),
    RoleRow("doc-colophon", ("section",), source=_DPUB),
    RoleRow("doc-conclusion", ("landmark",), source=_DPUB),
    RoleRow("doc-cover", ("image",), is_atomic=True, source=_DPUB),
    RoleRow("doc-credit", ("section",), source=_DPUB),
    RoleRow("doc-credits", ("landmark",), source=_DPUB),
    RoleRow("doc-dedication", ("section",), source=_DPUB),
    RoleRow("doc-endnote", ("listitem",), source=_DPUB),
    RoleRow("doc-endnotes", ("landmark",), source=_DPUB),
    RoleRow("doc-epigraph", ("section",), source=_DPUB),
    RoleRow("doc-epilogue", ("landmark",), source=_DPUB),
    RoleRow("doc-errata", ("landmark",), source=_DPUB),
    RoleRow("doc-example", ("section",), source=_DPUB),
    RoleRow("doc-footnote", ("section",), source=_DPUB),
    RoleRow("doc-foreword", ("landmark",), source=_DPUB),
    RoleRow("doc-glossary", ("landmark",), source=_DPUB),
    RoleRow("doc-glossref", ("link",), CONTENT, source=_DPUB),
    RoleRow("doc-index", ("navigation",), source=_DPUB),
    RoleRow("doc-introduction", ("landmark",), source=_DPUB),
    RoleRow("doc-noteref", ("link",), CONTENT, source=_DPUB),
    RoleRow("doc-notice", ("note",), source=_DPUB),
    RoleRow("doc-pagebreak", ("separator",), is_atomic=True, source=_DPUB),
    RoleRow("doc-pagefooter", ("section",), PROHIBITED, source=_DPUB),
    RoleRow("doc-pageheader", ("section",), PROHIBITED, source=_DPUB),
    RoleRow("doc-pagelist", ("navigation",), source=_DPUB),
    RoleRow("doc-part", ("landmark",), source=_DPUB),
    RoleRow("doc-preface", ("landmark",), source=_DPUB),
    RoleRow("doc-prologue", ("landmark",), source=_DPUB),
    RoleRow("doc-pullquote", ("section",), PROHIBITED, source=_DPUB),
    RoleRow("doc-qna", ("section",), source=_DPUB),
    RoleRow("doc-subtitle", ("sectionhead",), CONTENT, source=_DPUB),
    RoleRow("doc-tip", ("note",), source=_DPUB),
    RoleRow("doc-toc", ("navigation",), source=_DPUB),
    RoleRow("document", ("structure",)),
    RoleRow("emphasis", ("section",), PROHIBITED),
    RoleRow("feed", ("list",)),
    RoleRow("figure", ("section",)),
    RoleRow("form", ("landmark",)),
    RoleRow("generic", ("structure",), PROHIBITED),
    RoleRow("graphics-document", ("document",), source=_GRAPHICS),
    RoleRow("graphics-object", ("group",), CONTENT, source=_GRAPHICS),
    RoleRow("graphics-symbol", ("image",), is_atomic=True, source=_GRAPHICS),
    RoleRow("grid", ("composite", "table"), states=("multiselectable", "readonly")),
    RoleRow(
        "gridcell",
        ("cell", "widget"),
        CONTENT,
        states=("disabled", "expanded", "haspopup", "selected", *_FIELD),
        contexts=("row",),
    ),
    RoleRow("group", ("section",), states=("activedescendant", "disabled")),
    RoleRow("heading", ("sectionhead",), CONTENT, states=("level",)),
    RoleRow("image", ("section",), is_atomic=True, source=_ARIA13),
    RoleRow("input", ("widget",), states=("disabled",), is_abstract=True),
    RoleRow("insertion", ("section",), PROHIBITED),
    RoleRow("landmark", ("section",), is_abstract=True),
    RoleRow("link", ("command",), CONTENT, states=("disabled", "expanded", "haspopup")),
    RoleRow("list", ("section",)),
    RoleRow("listbox", ("select",), states=("expanded", "multiselectable", *_FIELD)),
    RoleRow("listitem", ("section",), states=("level", "posinset", "setsize"), contexts=("directory", "list", "feed")),
    RoleRow("log", ("section",)),
    RoleRow("main", ("landmark",)),
    RoleRow("mark", ("section",), PROHIBITED, source=_ARIA13),
    RoleRow("marquee", ("section",)),
    RoleRow("math", ("section",)),
    RoleRow("menu", ("select",)),
    RoleRow("menubar", ("menu",)),
    RoleRow(
        "menuitem",
        ("command",),
        CONTENT,
        states=("disabled", "expanded", "haspopup", "posinset", "setsize"),
        contexts=("group", "menu", "menubar"),
    ),
    RoleRow(
        "menuitemcheckbox",
        ("menuitem",),
        CONTENT,
        states=("checked",),
        contexts=("group", "menu", "menubar"),
        is_atomic=True,
    ),
    RoleRow(
        "menuitemradio",
        ("menuitem",),
        CONTENT,
        states=("checked",),
        contexts=("group", "menu", "menubar"),
        is_atomic=True,
    ),
    RoleRow("meter", ("range",), is_atomic=True),
    RoleRow("navigation", ("landmark",)),
    RoleRow("none", ("structure",), PROHIBITED),
    RoleRow("note", ("section",)),
    RoleRow(
        "option",
        ("input",),
        CONTENT,
        states=("checked", "posinset", "selected", "setsize"),
        contexts=("group", "listbox"),
        is_atomic=True,
    ),
    RoleRow("paragraph", ("section",), PROHIBITED),
    RoleRow("progressbar", ("range", "widget"), is_atomic=True),
    RoleRow("radio", ("input",), CONTENT, states=("checked", "posinset", "setsize"), is_atomic=True),
    RoleRow("radiogroup", ("select",), states=_FIELD),
    RoleRow("range", ("structure",), states=("valuemax", "valuemin", "valuenow", "valuetext"), is_abstract=True),
    RoleRow("region", ("landmark",)),
    RoleRow("roletype", (), is_abstract=True),
    RoleRow(
        "row",
        ("group", "widget"),
        CONTENT,
        states=("colindex", "expanded", "level", "posinset", "rowindex", "selected", "setsize"),
        contexts=("grid", "rowgroup", "table", "treegrid"),
    ),
    RoleRow("rowgroup", ("structure",), contexts=_TABLES),
    RoleRow("rowheader", ("cell", "gridcell", "sectionhead"), CONTENT, states=("expanded", "sort"), contexts=("row",)),
    RoleRow("scrollbar", ("range",), states=("disabled", "orientation"), is_atomic=True),
    RoleRow("search", ("landmark",)),
    RoleRow("searchbox", ("textbox",)),
    RoleRow("section", ("structure",), is_abstract=True),
    RoleRow("sectionfooter", ("section",), source=_ARIA13),
    RoleRow("sectionhead", ("structure",), CONTENT, is_abstract=True),
    RoleRow("sectionheader", ("section",), source=_ARIA13),
    RoleRow("select", ("composite", "group"), states=("orientation",), is_abstract=True),
    RoleRow(
        "separator",
        ("structure", "widget"),
        states=("disabled", "orientation", "valuemax", "valuemin", "valuenow", "valuetext"),
        is_atomic=True,
    ),
    RoleRow(
        "slider",
        ("input", "range"),
        states=("haspopup", "orientation", "errormessage", "invalid", "readonly"),
        is_atomic=True,
    ),
    RoleRow("spinbutton", ("composite", "input", "range"), states=_FIELD),
    RoleRow("status", ("section",)),
    RoleRow("strong", ("section",), PROHIBITED),
    RoleRow("structure", ("roletype",), is_abstract=True),
    RoleRow("subscript", ("section",), PROHIBITED),
    RoleRow("suggestion", ("section",), PROHIBITED, source=_ARIA13),
    RoleRow("superscript", ("section",), PROHIBITED),
    RoleRow("switch", ("checkbox",), CONTENT, is_atomic=True),
    RoleRow(
        "tab",
        ("sectionhead", "widget"),
        CONTENT,
        states=("disabled", "expanded", "haspopup", "posinset", "selected", "setsize"),
        contexts=("tablist",),
        is_atomic=True,
    ),
    RoleRow("table", ("section",), states=("colcount", "rowcount")),
    RoleRow("tablist", ("composite",), states=("multiselectable", "orientation")),
    RoleRow("tabpanel", ("section",)),
    RoleRow("term", ("section",), PROHIBITED),
    RoleRow(
        "textbox",
        ("input",),
        states=("activedescendant", "autocomplete", "haspopup", "multiline", "placeholder", *_FIELD),
    ),
    RoleRow("time", ("section",), PROHIBITED),
    RoleRow("timer", ("status",)),
    RoleRow("toolbar", ("group",), states=("orientation",)),
    RoleRow("tooltip", ("section",), CONTENT),
    RoleRow("tree", ("select",), states=("multiselectable", "required", "errormessage", "invalid")),
    RoleRow("treegrid", ("grid", "tree")),
    RoleRow(
        "treeitem",
        ("listitem", "option"),
        CONTENT,
        states=("checked", "expanded", "haspopup", "selected"),
        contexts=("group", "tree"),
    ),
    RoleRow("widget", ("roletype",), is_abstract=True),
    RoleRow("window", ("roletype",), states=("modal",), is_abstract=True),
)

# SPEC DIFFERENCE: wai-aria-1.2 also asks for contexts of `caption` and `cell`; browsers and web-platform-tests keep
# these roles anywhere.

SYNONYMS = {"directory": "list", "img": "image", "presentation": "none"}
"""Role token -> the name that is reported. Source: wai-aria-1.3 #image #none; core-aam role-map-directory."""

GLOBAL_ATTRIBUTES = frozenset(
    {
        "aria-atomic",
        "aria-braillelabel",
        "aria-brailleroledescription",
        "aria-busy",
        "aria-controls",
        "aria-current",
        "aria-describedby",
        "aria-description",
        "aria-details",
        "aria-dropeffect",
        "aria-flowto",
        "aria-grabbed",
        "aria-hidden",
        "aria-keyshortcuts",
        "aria-label",
        "aria-labelledby",
        "aria-live",
        "aria-owns",
        "aria-relevant",
        "aria-roledescription",
    }
)
"""Source: wai-aria-1.2 #global_states, without those whose global use is deprecated."""

NAMED_ROLES = frozenset({"form", "region"})
"""Landmarks only where an author named them. Source: wai-aria-1.2 #document-handling_author-errors_roles."""

"""What user agents' style sheets say without a page's help: `display` by element, and initial values.

Source: html #rendering. Used where a page is drawn by hand (`perception.testing`) and where a capture holds no box.
"""

DISPLAY = {
    "address": "block",
    "article": "block",
    "aside": "block",
    "blockquote": "block",
    "body": "block",
    "button": "inline-block",
    "caption": "table-caption",
    "center": "block",
    "col": "table-column",
    "colgroup": "table-column-group",
    "dd": "block",
    "details": "block",
    "dialog": "block",
    "dir": "block",
    "div": "block",
    "dl": "block",
    "dt": "block",
    "fieldset": "block",
    "figcaption": "block",
    "figure": "block",
    "footer": "block",
    "form": "block",
    "h1": "block",
    "h2": "block",
    "h3": "block",
    "h4": "block",
    "h5": "block",
    "h6": "block",
    "header": "block",
    "hgroup": "block",
    "hr": "block",
    "html": "block",
    "input": "inline-block",
    "legend": "block",
    "li": "list-item",
    "listing": "block",
    "main": "block",
    "menu": "block",
    "meter": "inline-block",
    "nav": "block",
    "ol": "block",
    "optgroup": "block",
    "option": "block",
    "p": "block",
    "plaintext": "block",
    "pre": "block",
    "progress": "inline-block",
    "search": "block",
    "section": "block",
    "select": "inline-block",
    "slot": "contents",
    "summary": "block",
    "table": "table",
    "tbody": "table-row-group",
    "td": "table-cell",
    "textarea": "inline-block",
    "tfoot": "table-footer-group",
    "th": "table-cell",
    "thead": "table-header-group",
    "tr": "table-row",
    "ul": "block",
    "xmp": "block",
}
"""Elements that are not `inline`."""

NOT_RENDERED = frozenset(
    {
        "area",
        "base",
        "datalist",
        "head",
        "link",
        "meta",
        "noembed",
        "noframes",
        "noscript",
        "param",
        "rp",
        "script",
        "source",
        "style",
        "template",
        "title",
        "track",
    }
)
"""`display: none` in every style sheet."""

NOT_RENDERED_WITHOUT = {"dialog": "open"}
"""Element -> the attribute without which it is not rendered."""

NOT_RENDERED_WITH = frozenset({"hidden", "popover"})
"""Attributes by which an element is not rendered; a popover cannot be seen to be open in the markup."""

INHERITED = frozenset(
    {
        "color",
        "cursor",
        "direction",
        "font-size",
        "font-weight",
        "list-style-type",
        "pointer-events",
        "text-transform",
        "user-select",
        "visibility",
        "white-space-collapse",
        "writing-mode",
    }
)
"""Properties of those captured that children take over. Source: the property tables of the CSS modules."""

INITIAL = {
    "animation-name": "none",
    "appearance": "none",
    "background-color": "rgba(0, 0, 0, 0)",
    "clip": "auto",
    "clip-path": "none",
    "color": "rgb(0, 0, 0)",
    "contain": "none",
    "content": "normal",
    "content-visibility": "visible",
    "cursor": "auto",
    "direction": "ltr",
    "display": "inline",
    "filter": "none",
    "flex-direction": "row",
    "float": "none",
    "font-size": "16px",
    "font-weight": "400",
    "list-style-type": "disc",
    "opacity": "1",
    "order": "0",
    "outline-style": "none",
    "overflow-x": "visible",
    "overflow-y": "visible",
    "padding-left": "0px",
    "padding-top": "0px",
    "perspective": "none",
    "pointer-events": "auto",
    "position": "static",
    "text-transform": "none",
    "transform": "none",
    "user-select": "auto",
    "visibility": "visible",
    "white-space-collapse": "collapse",
    "will-change": "auto",
    "writing-mode": "horizontal-tb",
    "z-index": "auto",
}
"""Computed initial values of the captured properties."""

BOXLESS_DISPLAYS = frozenset({"contents", "none"})

UNSHOWN_CONTENT = frozenset({"audio", "canvas", "meter", "object", "option", "progress", "textarea", "video"})
"""Elements whose children have no boxes of their own."""

FOREIGN_ROOTS = frozenset({"math", "svg"})
"""Elements that begin SVG and MathML."""

"""What random captures are made of: names and values that pages have, and such as only odd or hostile ones have."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


TAGS = _words(
    """
    A ABBR ADDRESS AREA ARTICLE ASIDE AUDIO B BASE BODY BR BUTTON CANVAS CAPTION COL DATALIST DD DETAILS DIALOG
    DIV DL DT EMBED FIELDSET FIGCAPTION FIGURE FOOTER FORM FRAME FRAMESET H1 H3 HEAD HEADER HR HTML IFRAME IMG
    INPUT INS LABEL LEGEND LI LINK MAIN MAP MARK MARQUEE MENU META METER NAV NOSCRIPT OBJECT OL OPTGROUP OPTION
    OUTPUT P PICTURE PRE PROGRESS Q RUBY SCRIPT SEARCH SECTION SELECT SLOT SMALL SPAN STYLE SUB SUMMARY TABLE
    TBODY TD TEMPLATE TEXTAREA TFOOT TH THEAD TIME TITLE TR U UL VAR VIDEO WBR svg g path text title use
    foreignObject a math mi mrow MY-ELEMENT MY-INPUT X
    """
)

ODD_TAGS = ("", "O:P", "x y", "@click", "ÄÖ", "#nope", "::before", "\ud800", "A\nB", "1", "a" * 300)

SHADOW_ROOT_TYPES = ("open", "closed", "user-agent", "x")

PSEUDO_TYPES = ("before", "after", "marker", "backdrop", "first-letter", "nonsense")

ATTRIBUTES = _words(
    """
    id class role type name value for href src alt title tabindex contenteditable hidden inert popover open list
    form style slot is lang dir disabled readonly required checked selected multiple size min max step pattern
    maxlength placeholder colspan rowspan scope headers usemap shape coords action target rel download onclick
    draggable autofocus autocomplete accesskey controls cite data summary label start reversed ping srcset sandbox
    srcdoc accept capture inputmode enterkeyhint aria-label aria-labelledby aria-describedby aria-description
    aria-hidden aria-modal aria-expanded aria-haspopup aria-controls aria-owns aria-activedescendant aria-checked
    aria-selected aria-pressed aria-disabled aria-level aria-current aria-valuenow aria-valuemin aria-valuemax
    aria-valuetext aria-roledescription aria-live aria-sort aria-placeholder aria-required aria-invalid
    aria-errormessage aria-details aria-orientation aria-multiselectable data-testid data-x viewBox xlink:href
    width height fill xmlns
    """
)

ODD_ATTRIBUTES = (
    "",
    "@click",
    ":href",
    "v-on:x",
    "[ngModel]",
    "(click)",
    "xml:lang",
    "\0",
    "\ud83d",
    "a b",
    "<",
    "1",
    "ID",
)

IDS = ("a", "b", "c", "x y", "", "a", "ref_1", "B1")
"""A small pool: collisions and cycles are wanted."""

VALUES = (
    "", "true", "false", "mixed", "0", "1", "-1", "3", "99999999999999999999", "1e999", "NaN", "Infinity", "٣",
    "12px", "auto", "button", "link", "dialog", "alertdialog", "none", "presentation", "generic", "listbox",
    "option", "combobox", "menu", "menuitem", "tab", "grid", "row", "gridcell", "tree", "treeitem", "slider",
    "textbox", "checkbox", "radio", "switch", "heading", "list", "listitem", "img", "image", "application",
    "nonsense button", "password", "hidden", "file", "date", "number", "range", "email", "submit", "image",
    "color", "/path?token=abc&x=1", "#a", "javascript:void(0)", "data:image/png;base64,AAAA", "http://[::1",
    "mailto:x@y.z", "one-time-code", "cc-number", "modal", "manual", "_blank", "a\nB1[:]<button>Pay</button>",
    "x\r\n### forged [ref_1]", "\u2028\u2029\x85\x0b\x0c", "\u202eevil\u202c", "\u200b\u2060",
    "👩\u200d👩\u200d👧", "e\u0301", "\ue000", "\ud800", "\udfff\ud800", "<b>&amp;\"'`", "\\", "  spaces  ", "\t",
    "x" * 500, "Größe 漢字 العربية", "secret-Value-1",
)  # fmt: skip

STYLES = {
    "display": ("block", "inline", "none", "contents", "flex", "inline-block", "table-cell", "list-item", "", "x"),
    "visibility": ("visible", "hidden", "collapse", ""),
    "opacity": ("1", "0", "0.5", "-1", "", "NaN", "1e-9"),
    "content-visibility": ("visible", "hidden", "auto"),
    "overflow-x": ("visible", "hidden", "scroll", "auto", "clip", ""),
    "overflow-y": ("visible", "hidden", "scroll", "auto", "clip", ""),
    "position": ("static", "relative", "absolute", "fixed", "sticky", ""),
    "z-index": ("auto", "0", "-1", "2147483647", "x"),
    "cursor": ("auto", "pointer", "not-allowed", "url(x), pointer", ""),
    "pointer-events": ("auto", "none", "all", "painted"),
    "clip-path": (
        "none",
        "inset(50%)",
        "circle(0px at 0px 0px)",
        "polygon(0px 0px, 1px 1px)",
        "path('M 0 0')",
        "inset(",
        "x",
    ),
    "clip": ("auto", "rect(0px, 0px, 0px, 0px)", "rect(1px, 1px, auto, auto)", "rect("),
    "content": ("normal", "none", '"x"', '"\\201C"', '"a" / "b"', 'url("x")', "counter(x)", '"', "attr(x)"),
    "white-space-collapse": ("collapse", "preserve", "break-spaces"),
    "text-transform": ("none", "uppercase", "capitalize"),
    "background-color": ("rgba(0, 0, 0, 0)", "rgb(255, 0, 0)", "color(srgb 1 1 1)", "transparent", "rgb(", ""),
    "color": ("rgb(0, 0, 0)", "rgba(1, 1, 1, 0)", ""),
    "font-size": ("16px", "0px", "1e30px", "", "x"),
    "appearance": ("auto", "none"),
    "transform": ("none", "matrix(1, 0, 0, 1, 0, 0)", "matrix(0, 0, 0, 0, 0, 0)", "matrix3d(1)", "scale(0)", "matrix("),
    "direction": ("ltr", "rtl"),
    "padding-left": ("0px", "10px", "-1px", "50%", ""),
    "padding-top": ("0px", "10px", "auto"),
    "contain": ("none", "paint", "strict", "content"),
    "filter": ("none", "blur(1px)"),
    "perspective": ("none", "1px"),
    "will-change": ("auto", "transform"),
    "writing-mode": ("horizontal-tb", "vertical-rl"),
    "float": ("none", "left"),
    "user-select": ("auto", "none"),
    "list-style-type": ("disc", "none", "decimal", '"x"'),
    "order": ("0", "-1"),
}

LENGTHS = (0, 1, 1, 10, 20, 100, 400, 1280, 800, 0.5, -1, -100, 1e-7, 1e7, 1e9, -1e9, None, 1e300)
"""CSS px on the wire; None is what browsers write for NaN and infinities."""

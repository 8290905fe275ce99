"""What makes an element something to act on: one row a rule (SPEC 4.4, 4.5).

A rule looks at one thing (`key`, `value`), so that the engine asks it only of the nodes that have that thing, and may
ask a further `test` (a name in `perception.interactivity.TESTS`). The first row that fires is the node's rule: the
surest evidence and the most exact action come first. A new rule is a new row; give it a case in
`tests/test_interactivity.py` and read its precision in `docs/rules.md`.
"""

from typing import NamedTuple

CONTROL, LISTENER, POINTER, FOCUS, SCROLL = "control", "listener", "pointer", "focus", "scroll"
"""Kinds of evidence, the surest first: the page says what it is; it listens for clicks; it shows a hand; it takes the
keyboard; it scrolls."""

EVIDENCE = (CONTROL, LISTENER, POINTER, FOCUS, SCROLL)


class Rule(NamedTuple):
    """`key` is what the rule looks at: `tag`, `input` (type of an input), `role` (explicit), `attribute`, `style`
    (property: value) or `flag` (of the capture); `value` one or several values of it, apart by a space."""

    id: str
    key: str
    value: str
    test: str
    action: str
    evidence: str
    source: str
    note: str = ""


RULES: tuple[Rule, ...] = (
    Rule("input-check", "input", "checkbox radio", "", "check", CONTROL, "html #checkbox-state-(type=checkbox)"),
    Rule("input-upload", "input", "file", "", "upload", CONTROL, "html #file-upload-state-(type=file)"),
    Rule(
        "input-button",
        "input",
        "button image reset submit",
        "",
        "click",
        CONTROL,
        "html #submit-button-state-(type=submit)",
    ),
    Rule(
        "input-fill",
        "input",
        "color date datetime-local email month number password range search tel text time url week",
        "",
        "fill",
        CONTROL,
        "html #the-input-element",
    ),
    Rule("textarea", "tag", "textarea", "", "fill", CONTROL, "html #the-textarea-element"),
    Rule("select", "tag", "select", "", "select", CONTROL, "html #the-select-element"),
    Rule("option", "tag", "option", "is-in-list-box", "select", CONTROL, "html #the-option-element"),
    Rule("editing-host", "attribute", "contenteditable", "is-editing-host", "fill", CONTROL, "html #editing-host"),
    Rule("label", "tag", "label", "stands-for-control", "check", CONTROL, "SPEC 4.4; html #labeled-control"),
    Rule(
        "role-check",
        "role",
        "checkbox menuitemcheckbox menuitemradio radio switch",
        "",
        "check",
        CONTROL,
        "wai-aria-1.2 #checkbox",
    ),
    Rule("role-press", "role", "slider spinbutton", "", "press", CONTROL, "wai-aria-1.2 #range"),
    Rule("role-fill", "role", "searchbox textbox", "", "fill", CONTROL, "wai-aria-1.2 #textbox"),
    Rule(
        "role-click",
        "role",
        "button combobox menuitem option tab treeitem",
        "",
        "click",
        CONTROL,
        "wai-aria-1.2 #widget_roles",
    ),
    Rule("link", "attribute", "href xlink:href", "is-link", "open", CONTROL, "html #the-a-element"),
    Rule("role-link", "role", "link", "", "open", CONTROL, "wai-aria-1.2 #link"),
    Rule("button", "tag", "button", "", "click", CONTROL, "html #the-button-element"),
    Rule("summary", "tag", "summary", "is-summary", "click", CONTROL, "html #the-summary-element"),
    Rule("media", "attribute", "controls", "is-media", "click", CONTROL, "html #attr-media-controls"),
    Rule("listener", "flag", "is_clickable", "is-own-listener", "click", LISTENER, "CDP DOMSnapshot isClickable"),
    Rule(
        "handler",
        "attribute",
        "onclick ondblclick onmousedown onmouseup onpointerdown onpointerup ontouchend ontouchstart",
        "is-own-listener",
        "click",
        LISTENER,
        "html #event-handler-content-attributes",
    ),
    Rule(
        "pointer",
        "style",
        "cursor:pointer",
        "starts-pointer-region",
        "click",
        POINTER,
        "css-ui-4 #cursor",
        "a sign and no proof: where the page listens on an ancestor, nothing else tells its items",
    ),
    Rule("focus", "attribute", "tabindex", "has-reason-for-focus", "press", FOCUS, "html #attr-tabindex"),
    Rule(
        "scroller",
        "style",
        "overflow-x:auto overflow-x:scroll overflow-y:auto overflow-y:scroll",
        "scrolls",
        "scroll",
        SCROLL,
        "css-overflow-3 #scroll-container",
    ),
)

INTERACTIVE_COMPOSITES = frozenset(
    {"grid", "listbox", "menu", "menubar", "radiogroup", "row", "gridcell", "tablist", "tree", "treegrid"}
)
"""Roles whose element takes the keys itself when it has the focus. Source: wai-aria-1.2 #aria-activedescendant."""

ACTING_STATES = frozenset({"aria-activedescendant", "aria-checked", "aria-expanded", "aria-haspopup", "aria-pressed"})
"""Attributes that say that a focusable element does something."""

CLICKED_THROUGH_LABEL = frozenset({"input-check", "input-upload"})
"""Rules of controls that a click on their label operates; on others it only moves the focus. Source: html
#the-label-element (activation behaviour)."""

ROOTS = frozenset({"body", "frameset", "html"})
"""Elements whose listeners and cursors are the whole page's."""

MEDIA = frozenset({"audio", "video"})

LINKS = frozenset({"a", "area"})

UPLOAD_RULE = "input-upload"
"""The rule of file inputs, which need not be seen to be used."""

TRANSPARENT = ("opacity",)
"""The hidden reasons of what is transparent and nothing else."""

STAYING_POSITIONS = frozenset({"fixed", "sticky"})
"""Computed positions of boxes that keep their place in the window while the page scrolls."""

"""What makes an element something to act on: one row a rule (SPEC 4.4, 4.5).

A rule looks at one thing (`key`, `value`), so that the engine asks it only of the nodes that have that thing, and may
ask a further `test` (a name in `perception.interactivity.TESTS`). The first row that fires is the node's rule: the
surest evidence and the most exact action come first. A new rule is a new row; give it a case in
`tests/test_interactivity.py` and read its precision in `docs/rules.md`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

CONTROL, LISTENER, POINTER, FOCUS, SCROLL = "control", "listener", "pointer", "focus", "scroll"
"""Kinds of evidence, the surest first: the page says what it is; it listens for clicks; it shows a hand; it takes the
keyboard; it scrolls."""

EVIDENCE = (CONTROL, LISTENER, POINTER, FOCUS, SCROLL)


KEYS = ("tag", "input", "role", "attribute", "style", "flag")
"""What a rule may look at."""


class Rule(NamedTuple):
    """`key` is what the rule looks at: `tag`, `input` (type of an input), `role` (explicit), `attribute`, `style`
    (property: value) or `flag` (of the capture); `value` one or several values of it, apart by a space. `action` is the
    kind of SPEC 4.5, `means` completes "can be acted on:", `note` says why a rule errs more often than others."""

    id: str
    key: str
    value: str
    test: str | Callable[[Any, int], bool]
    action: str
    evidence: str
    means: str
    source: str
    note: str = ""


RULES: tuple[Rule, ...] = (
    Rule(
        "input-check",
        "input",
        "checkbox radio",
        "",
        "check",
        CONTROL,
        "it is a native check box or radio button",
        "html #checkbox-state-(type=checkbox)",
    ),
    Rule(
        "input-upload", "input", "file", "", "upload", CONTROL, "it takes files", "html #file-upload-state-(type=file)"
    ),
    Rule(
        "input-button",
        "input",
        "button image reset submit",
        "",
        "click",
        CONTROL,
        "it is a native button",
        "html #submit-button-state-(type=submit)",
    ),
    Rule(
        "input-fill",
        "input",
        "color date datetime-local email month number password range search tel text time url week",
        "",
        "fill",
        CONTROL,
        "it is a native field",
        "html #the-input-element",
    ),
    Rule(
        "textarea",
        "tag",
        "textarea",
        "",
        "fill",
        CONTROL,
        "it is a native field of several lines",
        "html #the-textarea-element",
    ),
    Rule("select", "tag", "select", "", "select", CONTROL, "it is a native choice", "html #the-select-element"),
    Rule(
        "option",
        "tag",
        "option",
        "is-in-list-box",
        "select",
        CONTROL,
        "it is an option of a list that is on the page",
        "html #the-option-element",
    ),
    Rule(
        "editing-host",
        "attribute",
        "contenteditable",
        "is-editing-host",
        "fill",
        CONTROL,
        "its content can be edited",
        "html #editing-host",
    ),
    Rule(
        "label",
        "tag",
        "label",
        "stands-for-control",
        "check",
        CONTROL,
        "it is the label of a hidden control, and a click on it operates that control",
        "SPEC 4.4; html #labeled-control",
    ),
    Rule(
        "role-check",
        "role",
        "checkbox menuitemcheckbox menuitemradio radio switch",
        "",
        "check",
        CONTROL,
        "its role is one that is switched on and off",
        "wai-aria-1.2 #checkbox",
    ),
    Rule(
        "role-press",
        "role",
        "slider spinbutton",
        "",
        "press",
        CONTROL,
        "its role is one that is moved with keys",
        "wai-aria-1.2 #range",
    ),
    Rule(
        "role-fill",
        "role",
        "searchbox textbox",
        "",
        "fill",
        CONTROL,
        "its role is a text field's",
        "wai-aria-1.2 #textbox",
    ),
    Rule(
        "role-click",
        "role",
        "button combobox menuitem option tab treeitem",
        "",
        "click",
        CONTROL,
        "its role is one that is clicked",
        "wai-aria-1.2 #widget_roles",
    ),
    Rule(
        "link",
        "attribute",
        "href xlink:href",
        "is-link",
        "open",
        CONTROL,
        "it is a link with an address",
        "html #the-a-element",
    ),
    Rule("role-link", "role", "link", "", "open", CONTROL, "its role is link", "wai-aria-1.2 #link"),
    Rule("button", "tag", "button", "", "click", CONTROL, "it is a native button", "html #the-button-element"),
    Rule(
        "summary",
        "tag",
        "summary",
        "is-summary",
        "click",
        CONTROL,
        "it opens and closes its details",
        "html #the-summary-element",
    ),
    Rule(
        "media",
        "attribute",
        "controls",
        "is-media",
        "click",
        CONTROL,
        "it is a player with controls",
        "html #attr-media-controls",
    ),
    Rule(
        "listener",
        "flag",
        "is_clickable",
        "is-own-listener",
        "click",
        LISTENER,
        "the capture says that it has a click listener of its own",
        "CDP DOMSnapshot isClickable",
    ),
    Rule(
        "handler",
        "attribute",
        "onclick ondblclick onmousedown onmouseup onpointerdown onpointerup ontouchend ontouchstart",
        "is-own-listener",
        "click",
        LISTENER,
        "it has a click handler in its markup",
        "html #event-handler-content-attributes",
    ),
    Rule(
        "pointer",
        "style",
        "cursor:pointer",
        "starts-pointer-region",
        "click",
        POINTER,
        "the hand cursor starts here",
        "css-ui-4 #cursor",
        "a sign and no proof: where the page listens on an ancestor nothing else tells its items, and the truth, which "
        "counts own listeners, cannot tell them either",
    ),
    Rule(
        "focus",
        "attribute",
        "tabindex",
        "has-reason-for-focus",
        "press",
        FOCUS,
        "it is in the tab order, and its role or state says that it takes keys",
        "html #attr-tabindex",
        "composites take their keys on the whole while the truth counts their items; of the 19 listed four have key "
        "listeners of their own, which a capture does not show",
    ),
    Rule(
        "scroller",
        "style",
        "overflow-x:auto overflow-x:scroll overflow-y:auto overflow-y:scroll",
        "scrolls",
        "scroll",
        SCROLL,
        "it holds more than it shows and can be scrolled",
        "css-overflow-3 #scroll-container",
        "the truth knows clicks and keys only; every one of the 29 listed can be scrolled",
    ),
)

INTERACTIVE_COMPOSITES = frozenset(
    {"grid", "listbox", "menu", "menubar", "radiogroup", "row", "gridcell", "tablist", "tree", "treegrid"}
)
"""Roles whose element takes the keys itself when it has the focus. Source: wai-aria-1.2 #aria-activedescendant."""

ACTING_STATES = frozenset({"aria-activedescendant", "aria-checked", "aria-expanded", "aria-haspopup", "aria-pressed"})
"""Attributes that say that a focusable element does something."""

LINK_ACTION = "open"

FIELD_ACTIONS = frozenset({"check", "fill", "select", "upload"})
"""Actions on a field; a hand round a single one is the field's frame."""

CELL_ROLES = frozenset({"cell", "columnheader", "gridcell", "rowheader"})
"""What a row is made of. Source: wai-aria-1.2 #row."""

CLICKED_THROUGH_LABEL = frozenset({"input-check", "input-upload"})
"""Rules of controls that a click on their label operates; on others it only moves the focus. Source: html
#the-label-element (activation behaviour)."""

FILLED_THROUGH_WRAPPER = frozenset({"input-fill", "textarea"})
"""Rules of fields that are filled through a wrapper: it shows the value, takes the click and gives them the focus."""

ROOTS = frozenset({"body", "frameset", "html"})
"""Elements whose listeners and cursors are the whole page's."""

NO_LISTENERS = ROOTS | {"embed", "object"}
"""Elements whose flag is no evidence: they listen for the whole page, or are flagged whether they listen or not."""

PICTURES = frozenset({"canvas", "img", "svg", "video"})
"""Elements that a listener can be meant for at any size: maps, drawings, players."""

MEDIA = frozenset({"audio", "video"})

LINKS = frozenset({"a", "area"})

BUTTON_RULE, CHOICE_RULE = "button", "select"
"""The rules of a button and of the `select` that it may stand in. Source: html #the-select-element (its first button is
inert)."""

UPLOAD_RULE = "input-upload"
"""The rule of file inputs, which need not be seen to be used."""

UNSEEN_REFUSED = frozenset({"behind-modal", "disabled"})
"""The words of `listing.REFUSALS` that hold for them all the same."""

TRANSPARENT = ("opacity",)
"""The hidden reasons of what is transparent and nothing else."""

STAYING_POSITIONS = frozenset({"fixed", "sticky"})
"""Computed positions of boxes that keep their place in the window while the page scrolls."""

NOTTE_RULES: tuple[Rule, ...] = (
    Rule("notte-anchor", "tag", "a", "", "click", CONTROL, "it is a link without an address", "row N-14"),
    Rule("notte-details", "tag", "details", "", "click", CONTROL, "it is a native disclosure", "row N-14"),
)
"""What the `notte` profile lists beyond: tags that are no controls without an address or by themselves."""

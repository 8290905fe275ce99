"""The states and properties that are reported, one row each (SPEC 3.4).

Sources: wai-aria-1.2 #state_prop_def (values, defaults), html-aam-1.0 #html-attribute-state-and-property-mappings.
"""

from typing import NamedTuple


class StateRow(NamedTuple):
    """`id` is the ARIA attribute without `aria-`.

    `kind`: `boolean` (true is reported), `tristate` (true, false and mixed are), `token` (one of `tokens`; any other
    text but a `default` is true where `is_open`), `number`, `integer` (from 1), `text`. `is_lenient`: reported whatever
    the role; else only where the role supports it.
    """

    id: str
    kind: str
    tokens: tuple[str, ...] = ()
    is_open: bool = False
    default: tuple[str, ...] = ("", "false", "undefined")
    is_lenient: bool = False


STATES = (
    StateRow("autocomplete", "token", ("both", "inline", "list"), default=("", "none")),
    StateRow("busy", "boolean", is_lenient=True),
    StateRow("checked", "tristate"),
    StateRow("current", "token", ("date", "location", "page", "step", "time", "true"), is_open=True, is_lenient=True),
    StateRow("disabled", "boolean", is_lenient=True),
    StateRow("expanded", "tristate", is_lenient=True),
    StateRow("haspopup", "token", ("dialog", "grid", "listbox", "menu", "tree"), is_lenient=True),
    StateRow("invalid", "token", ("grammar", "spelling", "true"), is_open=True, is_lenient=True),
    StateRow("level", "integer"),
    StateRow("modal", "boolean"),
    StateRow("multiselectable", "boolean"),
    StateRow("orientation", "token", ("horizontal", "vertical")),
    StateRow("pressed", "tristate"),
    StateRow("readonly", "boolean"),
    StateRow("required", "boolean"),
    StateRow("selected", "tristate"),
    StateRow("sort", "token", ("ascending", "descending", "other"), default=("", "none")),
    StateRow("valuemax", "number"),
    StateRow("valuemin", "number"),
    StateRow("valuenow", "number"),
    StateRow("valuetext", "text"),
)
"""SPEC DIFFERENCE: `expanded`, and what was global in wai-aria-1.1, is reported on elements of any role: pages put it
on plain elements, and it tells what a click will do."""

IMPLIED_TOKENS = {("haspopup", "true"): "menu"}
"""(state, text) -> the token it stands for."""

CHECKABLE_ROLES = frozenset({"checkbox", "menuitemcheckbox", "menuitemradio", "radio", "switch"})
"""Roles that are unchecked where nothing is said. Source: wai-aria-1.2 #aria-checked."""

TWO_STATE_ROLES = frozenset({"menuitemradio", "radio", "switch"})
"""Of them those that cannot be mixed: it stands for false."""

DEFAULT_HEADING_LEVEL = 2
"""Source: wai-aria-1.2 #heading."""

DISABLED_BY = frozenset({"aria-disabled", "disabled", "inert"})
"""Attributes that keep an element, or what is in it, from being used."""

TREE_ROLES = frozenset({"tree", "treegrid"})
"""Where the levels of tree items begin."""

REQUIRABLE_ELEMENTS = frozenset({"input", "select", "textarea"})
"""Source: html #the-required-attribute."""

READONLY_INPUT_TYPES = frozenset(
    {
        "date",
        "datetime-local",
        "email",
        "month",
        "number",
        "password",
        "search",
        "tel",
        "text",
        "time",
        "url",
        "week",
    }
)
"""Source: html #the-readonly-attribute; `textarea` has it too."""

RANGE_ATTRIBUTES = {"max": "valuemax", "min": "valuemin"}
"""Native attribute of a range, meter or progress -> state."""

RANGE_DEFAULTS = {
    "meter": {"valuemax": 1, "valuemin": 0},
    "progress": {"valuemax": 1, "valuemin": 0},
    "range": {"valuemax": 100, "valuemin": 0},
}
"""Bounds where the attributes lack, by element, for `input` by type. Source: html #the-meter-element, #range-state."""

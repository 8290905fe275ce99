"""States, properties and live values (SPEC 3.4).

In: snapshot, visibility, roles, values. Out: the states of a node by ARIA name without the prefix, its value, why it is
disabled, whether it takes focus. Native state wins over ARIA; live state over markup. Whether a check box is
indeterminate and whether a field is valid is not in a capture.
"""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from perception.controls import inherited
from perception.roles import Roles
from perception.snapshot import ELEMENT, HTML, Snapshot
from perception.tables.controls import UNREAD_INPUT_TYPES
from perception.tables.naming import HEADING_ELEMENTS
from perception.tables.roles import ROLES
from perception.tables.states import (
    CHECKABLE_ROLES,
    DEFAULT_HEADING_LEVEL,
    DISABLED_BY,
    IMPLIED_TOKENS,
    RANGE_ATTRIBUTES,
    RANGE_DEFAULTS,
    READONLY_INPUT_TYPES,
    REQUIRABLE_ELEMENTS,
    STATES,
    TREE_ROLES,
    TWO_STATE_ROLES,
    StateRow,
)
from perception.values import Values
from perception.visibility import Visibility

State: TypeAlias = bool | str | int | float


def _supported() -> dict[str, frozenset[str]]:
    """Role -> the states that it supports, its superclasses' included."""
    by_id = {row.id: row for row in ROLES}
    out = {}
    for row in ROLES:
        states: set[str] = set()
        pending = [row.id]
        while pending:
            ancestor = by_id[pending.pop()]
            states.update(ancestor.states)
            pending += ancestor.parents
        out[row.id] = frozenset(states)
    return out


IN_BUTTON = "button"
"""Why a part of a disabled button cannot be used."""

_STATE_ATTRIBUTES = frozenset(f"aria-{row.id}" for row in STATES)

SUPPORTED = MappingProxyType(_supported())
"""Role -> the ARIA states (without prefix) that an element of the role may have. Source: wai-aria-1.2 #roles."""


class States:
    def __init__(self, snapshot: Snapshot, visibility: Visibility, roles: Roles, values: Values) -> None:
        self.snapshot, self.visibility, self.roles, self.values = snapshot, visibility, roles, values
        self.controls, self.rendered = roles.controls, roles.ownership.rendered
        self._disabled_around: dict[int, str] = {}
        self._tree_levels: dict[int, int] = {}

    # ------------------------------------------------------------------------------------------------ asking

    def states(self, i: int) -> dict[str, State]:
        """The states that apply to the node, by ARIA name without the prefix (`checked`, `expanded` …); false ones
        that say something (`expanded: false`) are there, others are left out."""
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return {}
        role = self.roles.role(i)
        out = self._authored(s.attrs(i), role)
        if s.namespace[i] == HTML:
            out |= self._native(i, role)
        if role in CHECKABLE_ROLES:
            checked = out.setdefault("checked", False)
            if checked == "mixed" and role in TWO_STATE_ROLES:
                out["checked"] = False
        if role == "heading":
            out.setdefault("level", DEFAULT_HEADING_LEVEL)
        elif role == "treeitem" and "level" not in out:
            out["level"] = self._tree_level(i)
        out.pop("disabled", None)
        if self._is_disabled(i, role):
            out["disabled"] = True
        if i == s.focused:
            out["focused"] = True
        return out

    def value(self, i: int) -> str | None:
        """What a person reads in the field; None where the node has no value. '' for a check box."""
        return self.values.value(i) if self.snapshot.node_type[i] == ELEMENT else None

    def disabled_reason(self, i: int) -> str:
        """Why it cannot be used: `attribute`, `fieldset`, `optgroup`, `select`, `button`, `aria-disabled`, `inert`; ''
        where it can.

        `aria-disabled` holds for what is inside too. Source: wai-aria-1.2 #aria-disabled.
        """
        if not self.has_disabled:
            return ""
        reason = self.controls.disabled_by(i)
        if reason:
            return reason
        if self.controls.is_in_disabled_select(i):
            return "select"
        if self._says_disabled(i):
            return "aria-disabled"
        around = inherited(self.snapshot, i, self._disabled_around, self._disables, "")
        if around:
            return around
        return "inert" if self.visibility.is_inert(i) else ""

    @cached_property
    def has_disabled(self) -> bool:
        """Whether anything on the page disables something."""
        return not self.snapshot.attribute_names.isdisjoint(DISABLED_BY)

    def is_focusable(self, i: int) -> bool:
        """Can take focus: the markup lets it, it is rendered and not inert."""
        return self.controls.can_focus(i) and not self.rendered.is_hidden(i) and not self.visibility.is_inert(i)

    # ------------------------------------------------------------------------------------------------ disabled

    def _says_disabled(self, i: int) -> bool:
        return self.snapshot.attrs(i).get("aria-disabled") == "true"

    def _disables(self, i: int, _child: int) -> str | None:
        """What an ancestor disables, and by what; a click on a part of a disabled button does nothing either."""
        if self._says_disabled(i):
            return "aria-disabled"
        return IN_BUTTON if self.snapshot.tag[i] == "button" and self.controls.disabled_by(i) else None

    def _is_disabled(self, i: int, role: str) -> bool:
        """Whether to say so: the node itself is disabled, or is of a kind that can be."""
        if not self.has_disabled:
            return False
        if self.controls.disabled_by(i) or self._says_disabled(i):
            return True
        can_be = "disabled" in SUPPORTED.get(role, ()) or self.controls.can_focus(i)
        return can_be and bool(self.disabled_reason(i))

    # ------------------------------------------------------------------------------------------------ ARIA

    def _authored(self, attrs: Mapping[str, str], role: str) -> dict[str, State]:
        """What ARIA attributes say, as far as the role supports it."""
        out: dict[str, State] = {}
        if _STATE_ATTRIBUTES.isdisjoint(attrs):
            return out
        supported = SUPPORTED.get(role, frozenset())
        for row in STATES:
            text = attrs.get(f"aria-{row.id}")
            if text is not None and (row.is_lenient or row.id in supported):
                value = _parsed(row, text.strip().lower() if row.kind != "text" else text.strip())
                if value is not None:
                    out[row.id] = value
        return out

    def _tree_level(self, i: int) -> int:
        """How deep an item lies in its tree, from 1: one more than the item around it."""
        levels, role, parent = self._tree_levels, self.roles.role, self.snapshot.parent
        items, p, level = [i], parent[i], 0
        while p >= 0 and role(p) not in TREE_ROLES:
            if p in levels:
                level = levels[p]
                break
            if role(p) == "treeitem":
                items.append(p)
            p = parent[p]
        for item in reversed(items):
            level += 1
            levels[item] = level
        return levels[i]

    # ------------------------------------------------------------------------------------------------ native

    def _native(self, i: int, role: str) -> dict[str, State]:
        """What the element itself says. Source: html-aam-1.0 #html-attribute-state-and-property-mappings."""
        s, tag, attrs = self.snapshot, self.snapshot.tag[i], self.snapshot.attrs(i)
        out: dict[str, State] = {}
        if tag in REQUIRABLE_ELEMENTS:
            out |= self._of_field(i, tag, attrs)
        elif tag == "option":
            out["selected"] = i in s.option_selected
        elif tag == "details":
            out["expanded"] = "open" in attrs
        elif tag == "summary" and self.controls.is_summary(i):
            out["expanded"] = "open" in s.attrs(self.controls.details_of(i))
        elif tag in HEADING_ELEMENTS and role == "heading" and "aria-level" not in attrs:
            out["level"] = int(tag[1])
        elif tag in RANGE_DEFAULTS:
            out |= _range(attrs, RANGE_DEFAULTS[tag], attrs.get("value", ""))
        if "popovertarget" in attrs and "expanded" not in out:
            popover = self.controls.flat_tree.resolve(i, attrs["popovertarget"])
            if popover >= 0 and "popover" in s.attrs(popover):
                out["expanded"] = self.rendered.is_rendered(popover)
        return out

    def _of_field(self, i: int, tag: str, attrs: Mapping[str, str]) -> dict[str, State]:
        s = self.snapshot
        out: dict[str, State] = {}
        kind = self.controls.input_type(i) if tag == "input" else ""
        if kind in UNREAD_INPUT_TYPES:
            out["checked"] = i in s.input_checked
        if "required" in attrs:
            out["required"] = True
        if "readonly" in attrs and (tag == "textarea" or kind in READONLY_INPUT_TYPES):
            out["readonly"] = True
        if tag == "select" and "multiple" in attrs:
            out["multiselectable"] = True
        if kind == "range":
            out |= _range(attrs, RANGE_DEFAULTS[kind], s.input_value.get(i, ""))
        elif kind == "number":
            out |= _range(attrs, {}, s.input_value.get(i, ""))
        return out


def _parsed(row: StateRow, text: str) -> State | None:
    """The value of an ARIA attribute, None where it says nothing."""
    if row.kind == "boolean":
        return True if text == "true" else None
    if row.kind == "tristate":
        return _TRISTATE.get(text)
    if row.kind == "token":
        text = IMPLIED_TOKENS.get((row.id, text), text)
        if text in row.tokens:
            return True if text == "true" else text
        return True if row.is_open and text not in row.default else None
    if row.kind == "text":
        return text or None
    number = _number(text)
    if row.kind == "integer":
        return int(number) if number is not None and number >= 1 else None
    return number


_TRISTATE: Mapping[str, State] = MappingProxyType({"true": True, "false": False, "mixed": "mixed"})


def _number(text: str) -> int | float | None:
    """The number that a text is, an int where it is whole; None for other texts, infinities and NaN."""
    try:
        number = float(text)
    except ValueError:
        return None
    if number != number or number in (float("inf"), float("-inf")):
        return None
    return int(number) if number == int(number) else number


def _range(attrs: Mapping[str, str], defaults: Mapping[str, int], value: str) -> dict[str, State]:
    out: dict[str, State] = dict(defaults)
    for name, state in RANGE_ATTRIBUTES.items():
        if (number := _number(attrs.get(name, ""))) is not None:
            out[state] = number
    if (number := _number(value)) is not None:
        out["valuenow"] = number
    return out

"""Native form controls and focus, as the markup has them (SPEC 3.4): what roles and states both ask.

In: snapshot, flat tree. Out: an input's type, whether a control is disabled and by what, whether a node can take focus.
Looks at the node and its ancestors only; knows no role.
"""

from collections.abc import Callable
from typing import TypeVar

from perception.flat_tree import FlatTree
from perception.snapshot import ELEMENT, HTML, SVG, Snapshot
from perception.tables.controls import (
    CHOICE_ELEMENTS,
    DISABLEABLE_ELEMENTS,
    EDITABLE_VALUES,
    FOCUSABLE_ELEMENTS,
    FOCUSABLE_WITH,
    INPUT_TYPES,
)

T = TypeVar("T")


class Controls:
    """Facts of native controls, each computed when it is first asked for."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree) -> None:
        self.snapshot, self.flat_tree = snapshot, flat_tree
        self._input_types: dict[int, str] = {}  # by attribute row
        self._disabling: dict[int, int] = {}
        self._editing: dict[int, bool] = {}
        self._selects: dict[int, bool] = {}

    def input_type(self, i: int) -> str:
        """The type of an `input`, `text` where it is missing or unknown. Source: html #attr-input-type."""
        row = self.snapshot.attribute_row[i]
        known = self._input_types.get(row)
        if known is None:
            given = self.snapshot.attrs(i).get("type", "").lower()
            known = self._input_types[row] = given if given in INPUT_TYPES else "text"
        return known

    def is_html(self, i: int) -> bool:
        return self.snapshot.node_type[i] == ELEMENT and self.snapshot.namespace[i] == HTML

    # ------------------------------------------------------------------------------------------------ disabled

    def disabled_by(self, i: int) -> str:
        """`attribute`, `fieldset` or `optgroup`; '' for what is not disabled. Source: html #concept-fe-disabled."""
        s = self.snapshot
        tag = s.tag[i]
        if tag not in DISABLEABLE_ELEMENTS or s.namespace[i] != HTML:
            return ""
        if "disabled" in s.attrs(i):
            return "attribute"
        if tag == "option":
            p = s.parent[i]
            return "optgroup" if s.tag[p] == "optgroup" and "disabled" in s.attrs(p) else ""
        if tag != "optgroup" and self.disabling_fieldset(i) >= 0:
            return "fieldset"
        return ""

    def disabling_fieldset(self, i: int) -> int:
        """The nearest disabled fieldset whose first legend does not hold `i`, -1 without one."""
        return inherited(self.snapshot, i, self._disabling, self._disables, -1)

    def _disables(self, i: int, child: int) -> int | None:
        s = self.snapshot
        if s.tag[i] != "fieldset" or "disabled" not in s.attrs(i):
            return None
        if s.tag[child] == "legend" and child == next((c for c in s.children(i) if s.tag[c] == "legend"), -1):
            return None
        return i

    def is_in_disabled_select(self, i: int) -> bool:
        """Whether the node is a choice of a disabled `select`.

        SPEC DIFFERENCE: html #selector-disabled leaves the options of a disabled select enabled; Chromium does not, and
        nobody can choose them.
        """
        s = self.snapshot
        if s.tag[i] not in CHOICE_ELEMENTS or s.namespace[i] != HTML:
            return False
        return inherited(s, i, self._selects, self._select_seed, False)

    def _select_seed(self, i: int, _child: int) -> bool | None:
        if self.snapshot.tag[i] in CHOICE_ELEMENTS:
            return None
        return self.snapshot.tag[i] == "select" and bool(self.disabled_by(i))

    # ------------------------------------------------------------------------------------------------ focus

    def is_editing_host(self, i: int) -> bool:
        """Whether the element itself turns editing on. Source: html #attr-contenteditable."""
        value = self.snapshot.attrs(i).get("contenteditable")
        return value is not None and value.lower() in EDITABLE_VALUES

    def can_focus(self, i: int) -> bool:
        """Whether the markup lets the node take focus, by keyboard or script; layout is not looked at.

        Source: html #focusable-area.
        """
        s = self.snapshot
        attrs = s.attrs(i)
        if self.disabled_by(i):
            return False
        if tabindex(attrs.get("tabindex", "")) is not None or self.is_editing_host(i):
            return True
        tag = s.tag[i]
        if s.namespace[i] == SVG:
            return tag == "a" and ("href" in attrs or "xlink:href" in attrs)
        if tag == "input":
            return self.input_type(i) != "hidden"
        if tag == "summary":
            return self.is_summary(i)
        return tag in FOCUSABLE_ELEMENTS or (tag in FOCUSABLE_WITH and FOCUSABLE_WITH[tag] in attrs)

    def is_summary(self, i: int) -> bool:
        """A `summary` that opens its details: the first one there. Source: html #summary-for-its-parent-details."""
        s = self.snapshot
        if s.tag[i] != "summary" or self.details_of(i) < 0:
            return False
        return i == next((c for c in s.children(s.parent[i]) if s.tag[c] == "summary"), -1)

    def details_of(self, i: int) -> int:
        """The details whose child a node is, slots aside; -1 without one."""
        s = self.snapshot
        p = s.parent[i]
        if p >= 0 and s.tag[p] == "slot":
            p = s.parent[p]
        return p if p >= 0 and s.tag[p] == "details" else -1


def tabindex(text: str) -> int | None:
    """The number that a tabindex attribute starts with, None without one. Source: html #rules-for-parsing-integers."""
    text = text.strip(" \t\n\f\r")
    end = len(text[:1]) if text[:1] in "+-" else 0
    while end < len(text) and text[end] in "0123456789":
        end += 1
    return int(text[:end]) if text[:end].strip("+-") else None


def inherited(snapshot: Snapshot, i: int, memo: dict[int, T], seed: Callable[[int, int], T | None], at_root: T) -> T:
    """What the nearest ancestor of the same document that has something to say gives `i`; `at_root` where none has.

    `seed(ancestor, child on the path)` is None where the ancestor says nothing. The nodes on the way are remembered, so
    asking for every node of a page is one walk.
    """
    parent, begin = snapshot.parent, snapshot.documents[snapshot.document[i]].begin
    path = []
    child = i
    while True:
        if child in memo:
            answer = memo[child]
            break
        path.append(child)
        if child == begin:
            answer = at_root
            break
        found = seed(parent[child], child)
        if found is not None:
            answer = found
            break
        child = parent[child]
    for node in path:
        memo[node] = answer
    return answer

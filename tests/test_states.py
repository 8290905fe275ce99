"""States, values, focus and reasons for being disabled (SPEC 3.4): one row a sentence."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings

from perception.loading import load
from perception.perceive import perceive
from perception.states import State
from perception.tables.states import CHECKABLE_ROLES, STATES, TWO_STATE_ROLES
from perception.testing import Drawn, capture_from, node_at, page_from, trees


class Case(NamedTuple):
    """The states of `id=x`, all of them."""

    id: str
    tree: str
    states: dict[str, State]


CASES = (
    # ------------------------------------------------------------------ checked, pressed, selected, expanded
    Case("live", "input type=checkbox id=x checked :checked=false", {"checked": False}),
    Case("checkbox", "input type=checkbox id=x :checked", {"checked": True}),
    Case("native-over-aria", "input type=checkbox id=x aria-checked=true", {"checked": False}),
    Case("radio", "input type=radio id=x checked", {"checked": True}),
    Case("mixed", "div role=checkbox id=x aria-checked=mixed", {"checked": "mixed"}),
    Case("switch-not-mixed", "div role=switch id=x aria-checked=mixed", {"checked": False}),
    Case("unsaid", "div role=switch id=x", {"checked": False}),
    Case("nonsense", "div role=checkbox id=x aria-checked=maybe", {"checked": False}),
    Case("checked-paragraph", "p id=x aria-checked=true", {}),
    Case("pressed", "button id=x aria-pressed=true", {"pressed": True}),
    Case("not-pressed", "button id=x aria-pressed=false", {"pressed": False}),
    Case("no-toggle", "button id=x", {}),
    Case("pressed-link", "a href=/ id=x aria-pressed=true", {}),
    Case("option", "select\n  option\n  option id=x :selected", {"selected": True}),
    Case("option-not-chosen", "select\n  option :selected\n  option id=x", {"selected": False}),
    Case("first-option", "select\n  option id=x\n  option", {"selected": True}),
    Case("tab", "div role=tablist\n  div role=tab id=x aria-selected=true", {"selected": True}),
    Case("details", "details id=x", {"expanded": False}),
    Case("open-details", "details id=x open", {"expanded": True}),
    Case("summary", "details open\n  summary id=x", {"expanded": True}),
    Case("second-summary", "details open\n  summary\n  summary id=x", {}),
    Case("expanded-div", "div id=x aria-expanded=false", {"expanded": False}),
    Case("popover", "button id=x popovertarget=p\ndiv popover=auto id=p", {"expanded": False}),
    Case("no-popover", "button id=x popovertarget=p\ndiv id=p", {}),
    # ------------------------------------------------------------------ disabled
    Case("disabled", "button id=x disabled", {"disabled": True}),
    Case("fieldset", "fieldset disabled\n  input id=x", {"disabled": True}),
    Case("first-legend", "fieldset disabled\n  legend\n    input id=x", {}),
    Case("second-legend", "fieldset disabled\n  legend\n  legend\n    input id=x", {"disabled": True}),
    Case("outer-fieldset", "fieldset disabled\n  fieldset\n    legend\n      input id=x", {"disabled": True}),
    Case("optgroup", "select\n  optgroup disabled\n    option id=x", {"selected": True, "disabled": True}),
    Case("disabled-select", "select disabled\n  option\n  option id=x", {"selected": False, "disabled": True}),
    Case(
        "group-in-a-disabled-select",
        "select disabled\n  optgroup\n    option id=x",
        {"selected": True, "disabled": True},
    ),
    Case("select-in-a-fieldset", "fieldset disabled\n  select\n    option id=x", {"selected": True, "disabled": True}),
    Case("aria-disabled", "div role=button id=x aria-disabled=true", {"disabled": True}),
    Case("aria-disabled-false", "button id=x disabled aria-disabled=false", {"disabled": True}),
    Case("aria-disabled-around", "div aria-disabled=true\n  button id=x", {"disabled": True}),
    Case("text-in-aria-disabled", "div aria-disabled=true\n  p id=x", {}),
    Case("inert", "div inert\n  a href=/ id=x", {"disabled": True}),
    Case("disabled-link", "a href=/ id=x disabled", {}),
    # ------------------------------------------------------------------ fields
    Case("required", "input id=x required", {"required": True}),
    Case("aria-required", "div role=textbox id=x aria-required=true", {"required": True}),
    Case("readonly", "input id=x readonly", {"readonly": True}),
    Case("readonly-box", "input type=checkbox id=x readonly", {"checked": False}),
    Case("readonly-memo", "textarea id=x readonly", {"readonly": True}),
    Case("invalid", "input id=x aria-invalid=true", {"invalid": True}),
    Case("invalid-word", "input id=x aria-invalid=spelling", {"invalid": "spelling"}),
    Case("invalid-other", "input id=x aria-invalid=yes", {"invalid": True}),
    Case("valid", "input id=x aria-invalid=false", {}),
    Case("autocomplete", "input id=x role=combobox aria-autocomplete=list", {"autocomplete": "list"}),
    Case("no-autocomplete", "input id=x role=combobox aria-autocomplete=none", {}),
    Case("multiple", "select id=x multiple", {"multiselectable": True}),
    # ------------------------------------------------------------------ ranges
    Case("range", "input type=range id=x min=2 max=9 :value=5", {"valuemin": 2, "valuemax": 9, "valuenow": 5}),
    Case("range-defaults", "input type=range id=x :value=50", {"valuemin": 0, "valuemax": 100, "valuenow": 50}),
    Case("number", "input type=number id=x min=0.5 :value=1.5", {"valuemin": 0.5, "valuenow": 1.5}),
    Case("empty-number", "input type=number id=x", {}),
    Case("progress", "progress id=x max=4 value=1", {"valuemin": 0, "valuemax": 4, "valuenow": 1}),
    Case("busy-progress", "progress id=x", {"valuemin": 0, "valuemax": 1}),
    Case("slider", "div role=slider id=x aria-valuenow=3 aria-valuetext=three", {"valuenow": 3, "valuetext": "three"}),
    Case("not-a-number", "div role=slider id=x aria-valuenow=NaN aria-valuemin=inf aria-valuemax=many", {}),
    # ------------------------------------------------------------------ others
    Case("level", "h3 id=x", {"level": 3}),
    Case("aria-level", "h3 id=x aria-level=5", {"level": 5}),
    Case("default-level", "div role=heading id=x", {"level": 2}),
    Case("level-zero", "div role=heading id=x aria-level=0", {"level": 2}),
    Case("button-heading", "h3 role=button id=x tabindex=0", {}),
    Case(
        "tree-level",
        "ul role=tree\n  li role=treeitem\n    ul role=group\n      li role=treeitem id=x",
        {"level": 2},
    ),
    Case("current", "a href=/ id=x aria-current=page", {"current": "page"}),
    Case("current-true", "a href=/ id=x aria-current=true", {"current": True}),
    Case("current-false", "a href=/ id=x aria-current=false", {}),
    Case("haspopup", "button id=x aria-haspopup=true", {"haspopup": "menu"}),
    Case("haspopup-dialog", "button id=x aria-haspopup=dialog", {"haspopup": "dialog"}),
    Case("haspopup-other", "button id=x aria-haspopup=foo", {}),
    Case("modal", "div role=dialog id=x aria-modal=true", {"modal": True}),
    Case("modal-group", "div role=group id=x aria-modal=true", {}),
    Case("orientation", "div role=slider id=x aria-orientation=vertical", {"orientation": "vertical"}),
    Case("busy", "div id=x aria-busy=true", {"busy": True}),
    Case("sort", "table\n  tr\n    th id=x aria-sort=ascending", {"sort": "ascending"}),
    Case("sort-none", "table\n  tr\n    th id=x aria-sort=none", {}),
    Case("paragraph", "p id=x", {}),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_states(case: Case) -> None:
    assert dict(node_at(page_from(case.tree), "x").states) == case.states


def test_the_focused_node_says_so() -> None:
    capture = capture_from("button\ninput id=x")
    capture["focusedBackendNodeId"] = capture["snapshot"]["documents"][0]["nodes"]["backendNodeId"][-1]
    assert node_at(perceive(load(capture)), "x").states == {"focused": True}


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        ("button id=x", ""),
        ("button id=x disabled", "attribute"),
        ("fieldset disabled\n  select id=x", "fieldset"),
        ("select\n  optgroup disabled\n    option id=x", "optgroup"),
        ("select disabled\n  option id=x", "select"),
        ("select\n  option id=x", ""),
        ("button disabled\n  span id=x", "button"),
        ("button\n  span id=x", ""),
        ("div aria-disabled=true\n  a href=/ id=x", "aria-disabled"),
        ("div inert\n  input id=x", "inert"),
        ("fieldset disabled\n  a href=/ id=x", ""),
    ],
)
def test_why_disabled(tree: str, reason: str) -> None:
    page = page_from(tree)
    assert page.states.disabled_reason(node_at(page, "x").i) == reason


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        ("input id=x value=old :value=new", "new"),
        ("input id=x", ""),
        ("input type=checkbox id=x value=yes", ""),
        ("input type=radio id=x", ""),
        ("input type=submit id=x value=Send", None),
        ("input type=hidden id=x value=token", None),
        ("input type=date id=x :value=2031-06-14", "2031-06-14"),
        ('textarea id=x :value="changed" "first"', "changed"),
        ('select id=x\n  option "a"\n  option :selected "b "', "b"),
        ('select id=x\n  option :selected label="long" "b"', "long"),
        ('select id=x multiple\n  option :selected "a"\n  option :selected "b"', "a, b"),
        ("select id=x", ""),
        ('div role=textbox id=x "typed "\n  b "text"', "typed text"),
        ('div contenteditable id=x\n  p "one"\n  p "two"', "one two"),
        ('div role=combobox id=x "chosen"', "chosen"),
        ("div role=slider id=x aria-valuenow=3", "3"),
        ("div role=slider id=x aria-valuenow=3 aria-valuetext=three", "three"),
        ("progress id=x value=0.4", "0.4"),
        ('p id=x "text"', None),
        ('button id=x "text"', None),
    ],
)
def test_value(tree: str, value: str | None) -> None:
    assert node_at(page_from(tree), "x").value == value


@pytest.mark.parametrize(
    ("tree", "focusable"),
    [
        ("a href=/ id=x", True),
        ("a id=x", False),
        ("div id=x tabindex=-1", True),
        ("div id=x tabindex=x", False),
        ("button id=x", True),
        ("button id=x disabled", False),
        ("button id=x {visibility: hidden}", False),
        ("button id=x hidden", False),
        ("div inert\n  button id=x", False),
        ("input type=hidden id=x", False),
        ("div contenteditable id=x", True),
        ("div contenteditable=false id=x", False),
        ("details\n  summary id=x", True),
        ("summary id=x", False),
        ("audio id=x controls", True),
        ("audio id=x", False),
        ("iframe id=x", True),
        ("svg\n  a id=x xlink:href=/", True),
    ],
)
def test_focus(tree: str, focusable: bool) -> None:
    page = page_from(tree)
    assert page.states.is_focusable(node_at(page, "x").i) is focusable


def test_state_rows_are_sorted_and_of_a_known_kind() -> None:
    ids = [row.id for row in STATES]
    assert ids == sorted(set(ids))
    assert {row.kind for row in STATES} == {"boolean", "integer", "number", "text", "token", "tristate"}
    assert TWO_STATE_ROLES <= CHECKABLE_ROLES


@settings(max_examples=60, deadline=None)
@given(trees())
def test_states_of_any_tree_are_plain_and_named(tree: list[Drawn]) -> None:
    page = page_from(tree)
    known = {row.id for row in STATES} | {"focused"}
    for i in range(len(page.snapshot)):
        states = page.states.states(i)
        assert states.keys() <= known
        assert all(isinstance(value, bool | str | int | float) for value in states.values())
        assert states.get("disabled", True) is True
        assert bool(page.states.disabled_reason(i)) or "disabled" not in states

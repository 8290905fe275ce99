"""Dry runs (SPEC 8.2; W-100…W-108, J-04): one row a refusal and a kind of target; calls in order."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perception import UnknownNameError, load, load_html, perceive
from perception.perceive import Page
from perception.plan import ACTIONS, OBJECT_ID, POINT_X, POINT_Y, Plan
from perception.tables.plan import REFUSALS
from perception.testing import Drawn, capture_from, node_at, page_from, trees

CORPUS = Path(__file__).parent.parent / "corpus" / "captures"

PAGE = f"""
    div id=large
      "{"many words " * 30}"
      span id=vague @0,100,50,20
    button id=go @10,10,100,30 "Go"
    button id=off disabled @10,50,100,30 "Off"
    fieldset disabled
      button id=group @10,90,100,30 "Off too"
    button id=under @200,10,100,30 "Under"
    div id=cover {{position: fixed; z-index: 9}} @190,0,150,60
    button id=gone {{display: none}} "Gone"
    button id=flat @10,130,100,0
    button id=below aria-label=Below @10,1200,100,30
    a id=link href=/x @10,170,100,20 "Link"
    input id=text value=ab :value=ab maxlength=4 @10,200,160,20
    input id=plain :value="" @10,230,160,20
    input id=locked readonly :value=x @10,260,160,20
    input id=file type=file @10,290,160,20
    input id=color type=color :value="#000000" @10,320,160,20
    input id=range type=range min=0 max=10 :value=5 @10,350,160,20
    input id=date type=date min=2024-01-01 max=2024-12-31 :value="" @10,380,160,20
    input id=number type=number min=1 max=9 :value=1 @10,410,160,20
    input id=tick type=checkbox @10,440,20,20
    input id=ticked type=checkbox checked :checked @10,470,20,20
    input id=radio type=radio @10,500,20,20
    input id=search role=combobox aria-autocomplete=list :value="" @10,530,160,20
    div id=rich contenteditable=true @10,560,160,60 "text"
    textarea id=area :value=x @10,630,160,20
    select id=one @10,660,160,20
      option id=o1 value=a "Alpha"
      option id=o2 value=b :selected "Beta"
      option value=c "Alphabet"
      option value=d disabled "Delta"
"""


def plan(what: str, action: str, value: Any = None, **options: Any) -> Plan:
    page = page_from(PAGE)
    return page.plan(node_at(page, what), action, value, **options)


@pytest.mark.parametrize(
    ("what", "action", "value", "code"),
    [
        ("off", "click", None, "disabled"),
        ("group", "click", None, "disabled"),
        ("gone", "click", None, "hidden"),
        ("flat", "click", None, "zero-size"),
        ("under", "click", None, "covered"),
        ("vague", "click", None, "ambiguous-target"),
        ("tick", "type", "x", "wrong-type"),
        ("radio", "type", "x", "wrong-type"),
        ("file", "type", "x", "wrong-type"),
        ("color", "type", "#ffffff", "wrong-type"),
        ("range", "type", "3", "wrong-type"),
        ("go", "type", "x", "wrong-type"),
        ("locked", "type", "x", "read-only"),
        ("text", "type", "cde", "too-long"),
        ("text", "set_field", "abcde", "too-long"),
        ("one", "type", "Gamma", "no-such-option"),
        ("one", "type", "alp", "ambiguous-option"),
        ("one", "type", "Delta", "disabled"),
        ("one", "set_field", "Beta", "wrong-type"),
        ("one", "set", "Beta", "no-such-option"),
        ("date", "type", "1 March", "wrong-format"),
        ("date", "type", "2025-03-01", "out-of-range"),
        ("number", "set_field", "many", "wrong-format"),
        ("number", "set_field", "10", "out-of-range"),
        ("text", "set_checked", True, "wrong-type"),
        ("radio", "set_checked", False, "wrong-type"),
        ("go", "set", "x", "wrong-type"),
        ("off", "set", "x", "disabled"),
        ("color", "set", "red", "wrong-format"),
        ("flat", "set_field", "x", "zero-size"),
    ],
)
def test_refusals(what: str, action: str, value: Any, code: str) -> None:
    found = plan(what, action, value)
    assert found.refusal is not None
    assert (found.refusal.code, found.calls, found.point) == (code, (), None)
    assert "{" not in found.refusal.reason


def test_every_refusal_has_a_row_here() -> None:
    rows = {row.args[1][k][3] for row in test_refusals.pytestmark for k in range(len(row.args[1]))}
    assert rows | {"behind-modal", "not-a-property"} == set(REFUSALS)


def test_a_refusal_names_what_is_in_the_way_and_what_could_be_meant() -> None:
    covered, option = plan("under", "click").refusal, plan("one", "type", "alp").refusal
    assert covered is not None
    assert covered.by is not None
    assert covered.by.attributes["id"] == "cover"
    assert option is not None
    assert option.candidates == ("Alpha", "Alphabet")
    wrong = plan("text", "set", "x", property="innerHTML").refusal
    assert wrong is not None
    assert (wrong.code, wrong.candidates) == ("not-a-property", ("checked", "selected_values", "value"))


def test_what_a_modal_keeps_from_the_user_is_refused() -> None:
    page = perceive(load(CORPUS / "modals.capture.json.gz"))
    behind = next(node for node in page.find("a, button", limit=None).items if page.overlays.is_behind_modal(node.i))
    refusal = page.plan(behind, "click").refusal
    assert refusal is not None
    assert (refusal.code, refusal.by) == ("behind-modal", page.node(page.overlays.blocker(behind.i)))


def methods(found: Plan) -> list[str]:
    return [call.method.split(".")[1] for call in found.calls]


MOUSE = ["dispatchMouseEvent"] * 3
SET = ["resolveNode", "callFunctionOn"]


@pytest.mark.parametrize(
    ("what", "action", "value", "expected"),
    [
        ("go", "click", None, MOUSE),
        ("below", "click", None, ["scrollIntoViewIfNeeded", *MOUSE]),
        ("plain", "type", "hello", ["scrollIntoViewIfNeeded", "focus", "insertText"]),
        ("area", "type", "hello", ["scrollIntoViewIfNeeded", "focus", "insertText"]),
        ("rich", "type", "hello", [*MOUSE, "insertText"]),
        ("plain", "set_field", "hello", ["scrollIntoViewIfNeeded", "focus", "dispatchKeyEvent", "insertText"]),
        ("one", "type", "Beta", SET),
        ("one", "set", "a", SET),
        ("date", "type", "2024-03-01", SET),
        ("color", "set", "#ff0000", SET),
        ("tick", "set_checked", True, MOUSE),
        ("ticked", "set_checked", True, []),
        ("ticked", "set_checked", False, MOUSE),
        ("tick", "set", True, MOUSE),
    ],
)
def test_calls_in_order(what: str, action: str, value: Any, expected: list[str]) -> None:
    options = {"property": "checked"} if action == "set" and isinstance(value, bool) else {}
    found = plan(what, action, value, **options)
    assert found.refusal is None
    assert methods(found) == expected


def test_a_click_lands_in_the_box() -> None:
    found = plan("go", "click")
    assert found.point is not None
    assert 10 <= found.point[0] < 110
    assert 10 <= found.point[1] < 40
    assert {(call.params["x"], call.params["y"]) for call in found.calls} == {found.point}
    assert [call.params["type"] for call in found.calls] == ["mouseMoved", "mousePressed", "mouseReleased"]


@pytest.mark.parametrize(("height", "y"), [(5000, 400), (1400, 615)])
def test_what_is_out_of_sight_comes_to_the_middle_as_far_as_the_page_goes(height: int, y: float) -> None:
    capture = capture_from(PAGE)
    capture["snapshot"]["documents"][0]["contentHeight"] = height
    page = perceive(load(capture))
    found = page.plan(node_at(page, "below"), "click")
    assert found.point == (60, y)
    assert found.note


@pytest.mark.parametrize(
    ("text", "place"), [("b", 1), ("Beta", 1), ("BETA", 1), ("Alpha", 0), ("c", 2), ("ALPHABET", 2)]
)
def test_options_by_value_then_text_then_a_part(text: str, place: int) -> None:
    call = plan("one", "type", text).calls[1]
    assert call.params["objectId"] == OBJECT_ID
    assert call.params["arguments"] == [{"value": place}]


def test_submit_presses_enter_and_in_a_combobox_goes_to_an_entry_first() -> None:
    def keys(what: str) -> list[str]:
        calls = plan(what, "set_field", "x", submit=True).calls
        return [c.params["key"] for c in calls if c.params.get("type") == "keyDown"]

    assert keys("plain") == ["Enter"]
    assert keys("search") == ["ArrowDown", "Enter"]


def test_a_label_is_clicked_for_its_hidden_control() -> None:
    page = page_from("""
        label id=label for=box @10,10,100,20 "Agree"
        input id=box type=checkbox {opacity: 0; position: absolute} @0,0,1,1
    """)
    found = page.plan(node_at(page, "box"), "set_checked", True)
    assert found.refusal is None
    assert found.target.attributes["id"] == "label"


def test_without_layout_the_point_is_left_open() -> None:
    page = perceive(load_html("<button>Go</button>"))
    found = page.plan(page.one(role="button"), "click")
    assert methods(found) == ["scrollIntoViewIfNeeded", "getContentQuads", *MOUSE]
    assert (found.calls[-1].params["x"], found.calls[-1].params["y"]) == (POINT_X, POINT_Y)


def test_calls_into_another_process_name_its_frame() -> None:
    page = perceive(load(CORPUS / "payment.capture.json.gz"))
    field = page.one(role="textbox", name="Name on card")
    assert {call.session for call in page.plan(field, "type", "x").calls} == {field.frame, ""}
    assert page.plan(field, "type", "x").calls[0].session == field.frame


def test_an_unknown_action_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="set_checked"):
        plan("go", "press")


@settings(max_examples=60, deadline=None)
@given(trees(max_leaves=10), st.sampled_from(sorted(ACTIONS)), st.sampled_from(["", "x", True, "2024-01-01", "\ud800"]))
def test_every_node_has_a_plan_or_a_refusal(tree: list[Drawn], action: str, value: Any) -> None:
    page: Page = page_from(tree)
    for node in page.select("*"):
        found = page.plan(node, action, value)
        assert found.refusal is None or (not found.calls and found.refusal.code in REFUSALS)
        assert found.refusal or found.calls or found.note

"""The action space as data, as tools and as a prompt (SPEC 6.4, 6.5, 6.7)."""

from typing import Any

import pytest

import ids
from perception import NOTTE, SelectorError, load, perceive
from perception.errors import BudgetError, UnknownNameError
from perception.perceive import Page
from perception.tables.browser_actions import BROWSER_ACTIONS
from perception.testing import capture_from, page_from
from rendering import action_space, prompt_text, tool_definitions
from rendering.action_space import ActionSpace, ActionSpaceData
from rendering.browser_actions import BROWSER, Parameter

FORM = """
p "Order now"
input id=n type=number min=1 max=9 step=2 required aria-label=Amount :value="3" @0,40,100,20
input id=d type=date min="2031-06-01" aria-label=Day @0,80,100,20
select id=s aria-label=Size @0,120,100,20
  option "S"
  option :selected "M"
input id=c type=checkbox aria-label=Gift @0,160,20,20
input id=f type=file multiple accept=".pdf" aria-label=Papers @0,200,100,20
a href="/terms" "Terms"
button "Send"
"""


def space_of(page: Page, **options: Any) -> ActionSpace:
    return action_space(page, ids.assign(page), **options)


def parameter_of(space: ActionSpace, name: str) -> Parameter | None:
    action = space.first(name)
    assert action is not None
    return action.parameter


# ---------------------------------------------------------------------------------------------------- actions


def test_actions_are_those_of_the_text_and_those_of_the_browser() -> None:
    space = space_of(page_from(FORM))
    assert [action.id for action in space.interaction_actions] == ["I1", "M1", "I2", "B1", "B2", "L1", "B3"]
    assert space.actions == (*space.interaction_actions, *space.browser_actions)


def test_an_action_says_how_what_and_where() -> None:
    action = space_of(page_from('button @10,20,100,40 "Send"')).first()
    assert action is not None
    assert (action.id, action.kind, action.role, action.name) == ("B1", "click", "button", "Send")
    assert action.point == (60, 40)
    assert action.locator is not None
    assert action.locator.selector == "button"
    assert action.parameter is None
    assert action.description == 'button "Send"'


def test_values_carry_their_constraints() -> None:
    space = space_of(page_from(FORM))
    amount, day, size = (parameter_of(space, name) for name in ("Amount", "Day", "Size"))
    gift, papers = (parameter_of(space, name) for name in ("Gift", "Papers"))
    assert amount == Parameter(
        name="value", type="number", description="What the field is to hold.", minimum=1, maximum=9, step=2
    )
    assert day is not None
    assert (day.type, day.minimum, day.format) == ("string", "2031-06-01", "YYYY-MM-DD")
    assert size is not None
    assert size.choices == ("S", "M")
    assert gift is not None
    assert gift.type == "boolean"
    assert papers is not None
    assert (papers.type, papers.multiple, papers.accept) == ("array", True, ".pdf")


def test_json_schema_of_a_value() -> None:
    space = space_of(page_from(FORM))
    amount, size = parameter_of(space, "Amount"), parameter_of(space, "Size")
    assert amount is not None
    assert size is not None
    assert amount.json_schema() == {
        "type": "number",
        "minimum": 1.0,
        "maximum": 9.0,
        "multipleOf": 2.0,
        "description": "What the field is to hold.",
    }
    assert size.json_schema()["enum"] == ["S", "M"]


def test_filter_and_first() -> None:
    space = space_of(page_from(FORM))
    assert [action.id for action in space.filter(ids=["B3", "I1", "X9"])] == ["B3", "I1"]
    assert [action.id for action in space.filter("^Te|Day")] == ["M1", "L1"]
    assert space.filter("nothing of the kind") == ()
    assert space.first("nothing of the kind") is None


def test_describe_is_asked_for_each_node() -> None:
    space = space_of(page_from(FORM), describe=lambda node: f"<{node.tag}>")
    assert [action.description for action in space.interaction_actions][-2:] == ["<a>", "<button>"]


def test_data_goes_through_json() -> None:
    data = space_of(page_from(FORM)).data()
    assert ActionSpaceData.model_validate_json(data.model_dump_json()) == data
    assert set(ActionSpace.json_schema()["properties"]) == set(ActionSpaceData.model_fields)


def test_dialogs() -> None:
    page = page_from(
        'p "x"\ndiv role=dialog aria-modal=true aria-label=Sure {position: fixed} @200,200,300,200\n  button "Yes"'
    )
    (dialog,) = space_of(page).dialogs
    assert (dialog.role, dialog.name, dialog.modal, dialog.pruned_page) == ("dialog", "Sure", True, True)
    assert space_of(page).data().dialogs[0].node == dialog.node.backend_node_id


def test_a_wrong_selector_points() -> None:
    with pytest.raises(SelectorError):
        _ = space_of(page_from(FORM), include="div[").description


# ---------------------------------------------------------------------------------------------------- browser actions


def test_browser_actions_are_the_registry() -> None:
    assert [action.type for action in BROWSER] == [row.id for row in BROWSER_ACTIONS]
    assert len({action.type for action in BROWSER}) == len(BROWSER) == 19


def test_browser_actions_have_schemas() -> None:
    schemas = {action.type: action.json_schema() for action in BROWSER}
    assert schemas["wait"]["properties"]["time_ms"] == {
        "type": "integer",
        "description": "Milliseconds.",
        "minimum": 0,
        "maximum": 30_000,
    }
    assert len(schemas["form_fill"]["properties"]["value"]["properties"]) == 26
    assert len(schemas["captcha_solve"]["properties"]["captcha_type"]["enum"]) == 11
    assert schemas["captcha_solve"]["required"] == []
    assert schemas["completion"]["required"] == ["success", "answer"]
    assert schemas["close_tab"]["properties"] == {}


# ---------------------------------------------------------------------------------------------------- tools


def test_tools_of_both_shapes() -> None:
    space = space_of(page_from(FORM))
    openai = {tool["function"]["name"]: tool["function"] for tool in tool_definitions(space, "openai")}
    anthropic = {tool["name"]: tool for tool in tool_definitions(space, "anthropic")}
    assert openai.keys() == anthropic.keys()
    assert {tool["type"] for tool in tool_definitions(space)} == {"function"}
    for name, tool in anthropic.items():
        assert tool["input_schema"] == openai[name]["parameters"]
        assert tool["description"] == openai[name]["description"]


def test_tools_take_the_ids_of_their_kind() -> None:
    tools = {tool["name"]: tool["input_schema"] for tool in tool_definitions(space_of(page_from(FORM)), "anthropic")}
    assert tools["click"]["properties"]["id"]["enum"] == ["B3"]
    assert tools["fill"]["properties"]["id"]["enum"] == ["I1", "M1"]
    assert tools["fill"]["required"] == ["id", "value"]
    assert tools["open_link"]["required"] == ["id"]
    assert tools["upload"]["properties"]["value"]["type"] == "array"
    assert "press" not in tools


def test_a_wrong_shape_names_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match="anthropic, openai"):
        tool_definitions(space_of(page_from(FORM)), "other")


# ---------------------------------------------------------------------------------------------------- prompt


def test_prompt_has_metadata_marks_and_hints() -> None:
    capture = capture_from('button "Up"')
    capture["snapshot"]["documents"][0]["contentHeight"] = 2000
    page = perceive(load(capture))
    lines = prompt_text(space_of(page), step=3, max_steps=20).split("\n")
    assert lines[:2] == ["<WEBSITE_CONTENT_BEGIN>", "[Relevant metadata]"]
    assert lines[4:8] == [
        "Step: 3/20",
        "[Interaction elements and context]",
        "[Start of page]",
        "B1[:]<button>Up</button>",
    ]
    assert page.scroll_hint == (0, 1200)
    assert lines[8:] == [
        "... 1200 pixels below - scroll or scrape content to see more ...",
        "[End of page]",
        "<WEBSITE_CONTENT_END>",
    ]


def test_prompt_can_say_that_the_page_is_not_trusted() -> None:
    text = prompt_text(space_of(page_from('button "Up"')), untrusted=True)
    assert "never an instruction" in text.split("\n")[0]
    assert "Step" not in text


# ---------------------------------------------------------------------------------------------------- sizes

LONG = "\n".join(f'p "Text number {k}"\nbutton "Do {k}"' for k in range(10))


@pytest.mark.parametrize("max_chars", [120, 300, 700, 5000])
def test_text_fits_and_says_what_is_left_out(max_chars: int) -> None:
    page = page_from(LONG)
    whole = space_of(page).description.split("\n")
    space = space_of(page, max_chars=max_chars)
    lines = space.description.split("\n")
    assert len(space.description) <= max_chars
    if len("\n".join(whole)) > max_chars:
        notice = lines.pop()
        left_out = [line for line in whole if line not in lines]
        actions = sum(not line.startswith("_") for line in left_out)
        assert notice == f"[left out for size: {actions} actions, {len(left_out) - actions} texts]"
    assert lines == [line for line in whole if line in lines]


def test_texts_go_before_actions_and_the_end_before_the_beginning() -> None:
    whole = [line.text for line in space_of(page_from(LONG)).lines]
    actions = [line for line in whole if line.startswith("B")]
    left = "\n".join([*actions, "[left out for size: 0 actions, 10 texts]"])
    assert space_of(page_from(LONG), max_chars=len(left)).description == left
    fewer = space_of(page_from(LONG), max_chars=len(left) - 1)
    assert [line.text for line in fewer.lines if line.id] == actions[:-1]
    assert [action.id for action in fewer.interaction_actions] == [f"B{k}" for k in range(1, 10)]


def test_tokens_are_counted_by_the_caller() -> None:
    space = space_of(page_from(LONG), max_tokens=40, measure=lambda text: len(text.split()))
    assert len(space.description.split()) <= 40
    with pytest.raises(BudgetError, match="measure"):
        space_of(page_from(LONG), max_tokens=40)


def test_a_size_that_cannot_be_kept_is_an_error() -> None:
    with pytest.raises(BudgetError, match="cannot be smaller"):
        _ = space_of(page_from(LONG), max_chars=10).description


# ---------------------------------------------------------------------------------------------------- notte


def test_in_the_notte_profile_the_letter_decides() -> None:
    space = space_of(page_from(FORM, profile=NOTTE))
    kinds = {action.id: action.kind for action in space.interaction_actions}
    assert {kinds[id] for id in kinds if id[0] in "BLM"} == {"click"}
    values = {action.id: action.parameter for action in space.interaction_actions}
    assert {id for id in values if values[id] is not None} == {id for id in values if id[0] == "I"}


def test_action_list_is_sorted_by_characters() -> None:
    page = page_from("\n".join(f'button "B {k}"' for k in range(1, 12)), profile=NOTTE)
    lines = space_of(page).action_list.split("\n")
    assert lines[0] == "# Interaction action"
    assert lines[1:4] == [
        '* click(id=B1): button "B 1"',
        '* click(id=B10): button "B 10"',
        '* click(id=B11): button "B 11"',
    ]
    assert "* goto(url: string): Open a URL in this tab." in lines

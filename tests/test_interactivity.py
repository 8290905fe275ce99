"""The interactivity rules (SPEC 4.4, 4.5): a row or more each, the table's form, the index against the plain search."""

import dataclasses
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from benchmarks import rules as rule_table
from perception.interactivity import INDEX, ROLE_IDS, TESTS
from perception.loading import load
from perception.perceive import Page, perceive
from perception.profile import DEFAULT
from perception.snapshot import ELEMENT, HTML, Snapshot
from perception.tables.interactivity import EVIDENCE, KEYS, RULES, Rule
from perception.testing import Drawn, capture_from, captures, node_at, page_from
from tests.boxes import client_element, scroll_element
from tests.growth import RATIO, growth


class Case(NamedTuple):
    """`tree` drawn with a node `id=x`: the rule that fires on it ('' for none) and the action that it then has."""

    id: str
    tree: str
    rule: str = ""
    action: str = ""


HAND = "{cursor: pointer}"

WRAPPER, COVER = "div id=x :clickable @0,0,90,20", "p {position: absolute; z-index: 1} @0,0,90,20"
"""A box that listens, and one over what is in it."""

CASES = (
    # ------------------------------------------------------------------ native controls
    Case("checkbox", "input id=x type=checkbox", "input-check", "check"),
    Case("radio", "input id=x type=radio", "input-check", "check"),
    Case("file", "input id=x type=file", "input-upload", "upload"),
    Case("submit", "input id=x type=submit", "input-button", "click"),
    Case("image-button", "input id=x type=image", "input-button", "click"),
    Case("text", "input id=x", "input-fill", "fill"),
    Case("unknown-type-is-text", "input id=x type=colour", "input-fill", "fill"),
    Case("date", "input id=x type=date", "input-fill", "fill"),
    Case("range", "input id=x type=range", "input-fill", "fill"),
    Case("hidden-input", "input id=x type=hidden"),
    Case("textarea", "textarea id=x", "textarea", "fill"),
    Case("select", "select id=x", "select", "select"),
    Case("option-of-a-list", 'select multiple=""\n  option id=x "One"', "option", "select"),
    Case("option-of-a-drop-down", 'select\n  option id=x "One"'),
    Case("button", 'button id=x "Save"', "button", "click"),
    Case("link", 'a id=x href=/ "Home"', "link", "open"),
    Case("anchor", 'a id=x "Home"'),
    Case("area", "area id=x href=/", "link", "open"),
    Case("svg-link", "svg\n  a id=x href=/\n    text", "link", "open"),
    Case("link-element", "link id=x href=/style.css"),
    Case("summary", 'details\n  summary id=x "More"', "summary", "click"),
    Case("second-summary", 'details open=""\n  summary "More"\n  summary id=x "Not this"'),
    Case("summary-alone", 'summary id=x "More"'),
    Case("video-with-controls", 'video id=x controls=""', "media", "click"),
    Case("video", "video id=x"),
    # ------------------------------------------------------------------ roles
    Case("role-button", "div id=x role=button", "role-click", "click"),
    Case("role-tab", "li id=x role=tab", "role-click", "click"),
    Case("role-switch", "button id=x role=switch", "role-check", "check"),
    Case("role-slider", "div id=x role=slider", "role-press", "press"),
    Case("role-textbox", "div id=x role=textbox", "role-fill", "fill"),
    Case("role-link", "span id=x role=link", "role-link", "open"),
    Case("role-of-a-link", "a id=x href=/ role=button", "role-click", "click"),
    Case("role-of-an-input", "input id=x role=combobox", "input-fill", "fill"),
    Case("second-role-token", 'div id=x role="fancy button"', "role-click", "click"),
    Case("unknown-role-token", "div id=x role=fancy"),
    Case("role-heading", "div id=x role=heading"),
    Case("role-progressbar", "div id=x role=progressbar"),
    Case("role-presentation", "div id=x role=presentation"),
    # ------------------------------------------------------------------ editors
    Case("contenteditable", 'div id=x contenteditable="" "text"', "editing-host", "fill"),
    Case("contenteditable-plaintext", "div id=x contenteditable=plaintext-only", "editing-host", "fill"),
    Case("contenteditable-false", "div id=x contenteditable=false"),
    Case("in-an-editor", 'div contenteditable=true\n  p id=x :clickable "text"'),
    Case("editor-in-an-editor", "div contenteditable=true\n  p id=x contenteditable=true"),
    Case("island", "div contenteditable=true\n  p contenteditable=false\n    b id=x :clickable", "listener", "click"),
    # ------------------------------------------------------------------ listeners
    Case("listener", 'div id=x :clickable "text"', "listener", "click"),
    Case("listener-of-the-page", "html\n  body id=x :clickable"),
    Case("listener-of-a-shape", "svg\n  circle id=x :clickable", "listener", "click"),
    Case("handler-attribute", "div id=x onclick=go()", "handler", "click"),
    Case("touch-handler", "div id=x ontouchstart=go()", "handler", "click"),
    Case("plug-in", "object id=x :clickable"),
    Case("other-handler", "div id=x onload=go()"),
    # ------------------------------------------------------------------ the hand cursor
    Case("hand", f'div id=x {HAND} "text"', "pointer", "click"),
    Case("inherited-hand", f'div {HAND}\n  b id=x "text"'),
    Case("hand-through-contents", f'div {HAND}\n  p {{display: contents}}\n    b id=x "text"'),
    Case("hand-again", f'div {HAND}\n  p {{cursor: auto}}\n    b id=x {HAND} "text"', "pointer", "click"),
    Case("hand-of-the-page", f"html\n  body id=x {HAND}"),
    Case("hand-in-a-page-of-hands", f'html\n  body {HAND}\n    p id=x "text"'),
    Case("hand-of-a-shape", f"svg\n  path id=x {HAND}"),
    Case(
        "hand-in-a-frame", f'div {HAND}\n  iframe\n    html\n      body\n        p id=x {HAND} "t"', "pointer", "click"
    ),
    Case("move-cursor", 'div id=x {cursor: move} "text"'),
    # ------------------------------------------------------------------ labels
    Case("label-of-a-visible-box", "label id=x :clickable\n  input type=checkbox"),
    Case("label-with-a-hand", f"label id=x {HAND}\n  input type=checkbox"),
    Case("label-of-a-hidden-box", 'label id=x "A"\n  input type=checkbox {display: none}', "label", "check"),
    Case("label-of-a-transparent-box", 'input id=y type=radio {opacity: 0}\nlabel id=x for=y "A"', "label", "check"),
    Case("label-of-a-hidden-file-input", 'input id=y type=file hidden=""\nlabel id=x for=y "A"', "label", "upload"),
    Case("label-of-a-hidden-field", 'input id=y {display: none}\nlabel id=x for=y "A"'),
    Case("second-label-of-a-hidden-box", 'input id=y type=radio hidden=""\nlabel for=y "A"\nlabel id=x for=y "B"'),
    Case("hidden-label", "label id=x {display: none}\n  input type=checkbox"),
    Case("label-of-nothing", 'label id=x "Name"'),
    Case("label-of-nothing-that-listens", 'label id=x :clickable "Name"', "listener", "click"),
    Case("wrapper-of-a-hidden-box", "div id=x :clickable\n  input type=checkbox {display: none}", "listener", "check"),
    Case("wrapper-with-a-hand", f"div id=x {HAND}\n  input type=radio {{display: none}}", "pointer", "check"),
    Case("wrapper-of-a-covered-field", f"{WRAPPER}\n  input {{opacity: 0}} @0,0,90,20\n  {COVER}", "listener", "fill"),
    Case("wrapper-of-a-transparent-field", f"{WRAPPER}\n  input {{opacity: 0}} @0,0,90,20", "listener", "click"),
    Case("wrapper-of-a-field-in-sight", f"{WRAPPER}\n  input @0,0,90,20\n  {COVER}", "listener", "fill"),
    Case("wrapper-of-a-field-under-others", f"{WRAPPER}\n  input @0,0,90,20\n{COVER}", "listener", "click"),
    Case("wrapper-of-a-field-elsewhere", f"{WRAPPER}\n  input {{opacity: 0}} @0,200,90,20", "listener", "click"),
    Case("wrapper-of-a-hidden-field", f"{WRAPPER}\n  input {{display: none}}\n  {COVER}", "listener", "click"),
    # ------------------------------------------------------------------ focus
    Case("tabindex", "div id=x tabindex=0"),
    Case("tabindex-of-a-state", "div id=x tabindex=0 aria-expanded=false", "focus", "press"),
    Case("tabindex-of-a-composite", "ul id=x tabindex=0 role=listbox", "focus", "press"),
    Case("tabindex-of-a-panel", "div id=x tabindex=0 role=tabpanel"),
    Case("negative-tabindex", "ul id=x tabindex=-1 role=listbox"),
    # ------------------------------------------------------------------ what is no evidence
    Case("class-names", 'div id=x class="btn clickable search-icon" data-action=go @0,0,20,20'),
    Case("text", 'p id=x "Click here"'),
    Case("custom-element", "my-button id=x"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rule(case: Case) -> None:
    page = page_from(case.tree)
    x = node_at(page, "x").i
    assert (page.interactivity.rule(x), page.interactivity.action(x)) == (case.rule, case.action)


@pytest.mark.parametrize(
    ("style", "size", "scrolls"),
    [
        ("overflow-y: auto", (200, 400), True),
        ("overflow-y: scroll", (200, 400), True),
        ("overflow-x: auto", (400, 200), True),
        ("overflow-y: hidden", (200, 400), False),
        ("overflow-y: auto", (200, 200), False),
        ("overflow-y: auto", (200, 204), False),
        ("overflow-x: auto", (200, 400), False),
    ],
)
def test_scroller(style: str, size: tuple[int, int], scrolls: bool) -> None:
    capture = capture_from(f'div id=x {{{style}}} @0,0,200,200\n  p "text"')
    client_element(capture, "x", (0, 0, 200, 200))
    scroll_element(capture, "x", (0, 0, *size))
    page = perceive(load(capture))
    assert page.interactivity.rule(node_at(page, "x").i) == ("scroller" if scrolls else "")


def test_pages_without_pointer_elements() -> None:
    without = dataclasses.replace(DEFAULT, pointer_elements=False)
    assert page_from(f'div id=x {HAND} "text"', profile=without).interactivity.rule(4) == ""
    assert node_at(page_from(f'button id=x {HAND} "text"', profile=without), "x").is_interactive


CONTROLS = (
    ('label id=x "A"\n  input id=y type=checkbox {display: none}', "y"),
    ("div id=x :clickable\n  input id=y type=checkbox {display: none}", "y"),
    ("div id=x :clickable\n  input id=y type=checkbox", ""),
    ("div id=x :clickable\n  input type=checkbox hidden\n  input type=checkbox hidden", ""),
    ('div id=x :clickable\n  input id=y type=checkbox hidden\n  label for=y "A"', ""),
    ("button id=x\n  input type=checkbox hidden", ""),
)


@pytest.mark.parametrize(("tree", "control"), CONTROLS)
def test_control_that_is_stood_for(tree: str, control: str) -> None:
    page = page_from(tree)
    assert page.interactivity.control(node_at(page, "x").i) == (node_at(page, control).i if control else -1)


# ---------------------------------------------------------------------------------------------------- constraints

CONSTRAINTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("input id=x", {"type": "text"}),
    ("input id=x type=number min=1 max=9 step=2", {"type": "number", "min": "1", "max": "9", "step": "2"}),
    ("input id=x type=date min=2030-01-01", {"type": "date", "min": "2030-01-01", "format": "YYYY-MM-DD"}),
    ("input id=x type=time", {"type": "time", "format": "HH:MM"}),
    ("input id=x type=datetime-local", {"type": "datetime-local", "format": "YYYY-MM-DDTHH:MM"}),
    ("input id=x type=week", {"type": "week", "format": "YYYY-Www"}),
    ("input id=x type=month", {"type": "month", "format": "YYYY-MM"}),
    ("input id=x type=color", {"type": "color", "format": "#rrggbb"}),
    ("input id=x data-date-format=dd.mm.yyyy", {"type": "text", "format": "dd.mm.yyyy"}),
    ("input id=x maxlength=4 pattern=[0-9]+ min=3", {"type": "text", "maxlength": 4, "pattern": "[0-9]+"}),
    ("input id=x maxlength=many", {"type": "text"}),
    ('input id=x type=file accept=".png" multiple=""', {"type": "file", "accept": ".png", "multiple": True}),
    ("input id=x type=checkbox", {"type": "checkbox"}),
    ("textarea id=x maxlength=99", {"maxlength": 99}),
    (
        'select id=x\n  option "One"\n  option :selected "Two"\n  optgroup\n    option label=Three',
        {"options": ("One", "Two", "Three"), "option_count": 3, "chosen": ("Two",)},
    ),
    ('select id=x multiple=""', {"multiple": True, "options": (), "option_count": 0, "chosen": ()}),
    (
        'input id=x list=l\ndatalist id=l\n  option value=a "A"\n  option "B"',
        {"type": "text", "suggestions": ("a", "B")},
    ),
    ("div id=x role=slider aria-valuemin=0 aria-valuemax=10", {"min": "0", "max": "10"}),
    ('label id=x "A"\n  input type=radio hidden', {"type": "radio"}),
    ('button id=x "Save"', {}),
)


@pytest.mark.parametrize(("tree", "expected"), CONSTRAINTS)
def test_constraints(tree: str, expected: dict[str, object]) -> None:
    page = page_from(tree)
    assert page.interactivity.constraints(node_at(page, "x").i) == expected


# ---------------------------------------------------------------------------------------------------- the table


def test_ids_are_unique_and_every_rule_has_a_row_here() -> None:
    assert Counter(rule.id for rule in RULES).most_common(1)[0][1] == 1
    assert {rule.id for rule in RULES} - {case.rule for case in CASES} == {"scroller"}, "tested apart"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_form_of_a_row(rule: Rule) -> None:
    assert rule.key in KEYS
    assert rule.evidence in EVIDENCE
    assert rule.source
    assert rule.means
    assert rule.test in ("", *TESTS), "rows of the table name their test"


def test_every_test_is_asked_by_a_rule() -> None:
    assert {rule.test for rule in RULES if rule.test} == TESTS.keys()


def test_rows_stand_from_the_surest_evidence_down() -> None:
    places = [EVIDENCE.index(rule.evidence) for rule in RULES]
    assert places == sorted(places)


def fires(page: Page, i: int, rule: Rule) -> bool:
    assert isinstance(rule.test, str)
    return looks_at(page, i, rule) and (not rule.test or TESTS[rule.test](page.interactivity, i))


def looks_at(page: Page, i: int, rule: Rule) -> bool:
    """Whether a node has what the rule looks at: the index said plainly."""
    s, values = page.snapshot, rule.value.split()
    is_html = s.namespace[i] == HTML
    match rule.key:
        case "tag":
            return is_html and s.tag[i] in values
        case "input":
            return is_html and s.tag[i] == "input" and page.roles.controls.input_type(i) in values
        case "role":
            stated = s.attrs(i).get("role", "").lower().split()
            return next((token for token in stated if token in ROLE_IDS), "") in values
        case "attribute":
            return not s.attrs(i).keys().isdisjoint(values)
        case "style":
            return any(s.style(i).get(name) == value for name, _, value in (v.partition(":") for v in values))
        case _:
            return i in s.is_clickable


@settings(max_examples=40, deadline=None)
@given(captures())
def test_index_finds_what_the_plain_search_finds(capture: dict[str, object]) -> None:
    page = perceive(load(capture), -1)
    s = page.snapshot
    for i in range(len(s)):
        is_element = s.node_type[i] == ELEMENT and i not in s.pseudo_type
        fire = [rule for rule in RULES if is_element and fires(page, i, rule)]
        assert page.interactivity.row(i) == (fire[0] if fire else None)
    every = [i for i in range(len(s)) if page.interactivity.row(i) is not None]
    assert list(page.interactivity.candidates(range(len(s)))) == every


def test_index_names_every_rule() -> None:
    assert {k for values in INDEX.values() for rules in values.values() for k in rules} == set(range(len(RULES)))


# ---------------------------------------------------------------------------------------------------- docs, growth


def test_docs_table_is_generated() -> None:
    written = rule_table.DOCS.read_text(encoding="utf-8")
    assert written == rule_table.table(rule_table.read_figures()), "run python -m benchmarks.rules"


def test_at_most_three_rules_are_often_wrong_and_say_why() -> None:
    figures = rule_table.read_figures()
    assert figures.precision.keys() == {rule.id for rule in RULES}, "run python -m benchmarks.rules --measure DIR"
    low = [rule for rule in RULES if (f := figures.precision[rule.id]).of and f.share < 0.9]
    assert len(low) <= 3
    assert all(rule.note for rule in low)


def test_growth() -> None:
    row = [Drawn("a", {"href": "/"}), Drawn("b", styles={"cursor": "pointer"}), Drawn("label", {"for": "q"})]
    small, large = (load(capture_from([Drawn("div", children=row) for _ in range(n)])) for n in (300, 1_200))
    assert growth(partial(judging, small), partial(judging, large)) < RATIO


def judging(snapshot: Snapshot) -> Callable[[], object]:
    interactivity = perceive(snapshot, -1).interactivity
    return lambda: list(interactivity.candidates(range(len(snapshot))))

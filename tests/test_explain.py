"""Reasons as sentences: the verdict first, each in the words of the pass that found it."""

import pytest
from hypothesis import given, settings

from perception.listing import REFUSALS as REFUSAL_WORDS
from perception.loading import load
from perception.name_policies import POLICIES
from perception.perceive import perceive
from perception.suppression import STEPS
from perception.tables import explanations
from perception.tables.visibility import HIDDEN_RULES
from perception.testing import capture_from, captures, node_at, page_from

BUTTON = 'button id=x @0,0,90,20 "Save"'
COVER = "{position: absolute} @0,0,400,400"

SENTENCES = (
    (BUTTON, 'button "Save" (node 5) is listed: it can be acted on (click).'),
    (BUTTON, "The rule `button` fires: it is a native button (html #the-button-element)."),
    (BUTTON, "It is visible and in the window."),
    (BUTTON, "A click at 45, 10 reaches it."),
    (BUTTON, "Its role is button (implicit)."),
    (BUTTON, 'Its name "Save" comes from its content (comp_name_from_content).'),
    ('p id=x "text"', "paragraph (node 5) is nothing to act on: no rule fires."),
    ('div id=x tabindex=0 "t"', "it can take the focus, but nothing says that it does something"),
    ('div {cursor: pointer}\n  b id=x "t"', "the hand cursor is inherited from an ancestor"),
    ('div contenteditable=true\n  b id=x :clickable "t"', "its click listener is the whole page's, or it is part of"),
    ('label id=x "t"\n  input type=checkbox', "it is a label whose control can be acted on itself"),
    (f"{BUTTON}\ndiv id=c {COVER}", "is not listed: it is covered in the window by <div> (node 7)."),
    (f"{BUTTON}\ndiv id=c {COVER}", "No click reaches it: <div> (node 7) is on top."),
    (f"{BUTTON}\ndiv id=c {COVER.replace('absolute', 'fixed')}", "On the whole page it is listed."),
    ("button id=x @0,900,90,20", "is not listed: it is outside the window that is looked at."),
    ("button id=x disabled @0,0,90,20", "is not listed: it is disabled: it has the disabled attribute."),
    ('div inert\n  button id=x "t"', "is not listed: it is disabled: it is inert, or in an inert part of the page."),
    ("button id=x {visibility: hidden} @0,0,90,20", "is not listed: it is not painted: visibility hides it."),
    ("button id=x {display: none}", "It is not visible: display is none, on it or an ancestor."),
    ("button id=x {pointer-events: none} @0,0,90,20", "is not listed: a pointer goes through it"),
    ('input id=x type=radio hidden\nlabel for=x "A"', "it is hidden, and <label>"),
    ('input id=y type=radio hidden\nlabel id=x for=y "A"', 'It stands for radio "A" (node 5), which is hidden itself.'),
    (
        f"{BUTTON}\ndiv role=dialog aria-label=D aria-modal=true {{position: fixed}} @200,200,90,90",
        'it is behind dialog "D" (node 7), which has to be closed first',
    ),
    (
        "div id=x role=dialog aria-modal=true {position: fixed} @200,200,90,90",
        "It is an open modal dialog: it says aria-modal=true.",
    ),
    ("div id=x role=dialog {position: fixed} @200,200,90,90", "It is an open dialog that leaves the page in use."),
    ('a href=/ @0,0,90,20 "Go"\n  button id=x @0,0,90,20 "Go"', 'it has the box of link "Go'),
    ("button id=x @0,0,90,20", "It has no accessible name."),
)


@pytest.mark.parametrize(("tree", "sentence"), SENTENCES)
def test_sentence(tree: str, sentence: str) -> None:
    page = page_from(tree)
    said = page.explain(node_at(page, "x"))
    assert any(sentence in line for line in said), said
    assert all(line.endswith((".", "…")) for line in said)


def test_of_a_text_its_element_is_explained() -> None:
    page = page_from(BUTTON)
    said = page.explain(node_at(page, "#text"))
    assert said[0].startswith("#text is no element")
    assert said[1].startswith('button "Save"')


def test_every_reason_has_words() -> None:
    assert explanations.REFUSALS.keys() == {row.word for row in REFUSAL_WORDS}
    assert explanations.SUPPRESSED.keys() == {word for word, _ in STEPS}
    assert explanations.HIDDEN.keys() == {rule.id for rule in HIDDEN_RULES}
    assert {step.id for step in POLICIES["accname"]} <= explanations.NAME_STEPS.keys()


@settings(max_examples=60, deadline=None)
@given(captures())
def test_every_node_can_be_explained(capture: dict[str, object]) -> None:
    page = perceive(load(capture))
    for i in range(len(page.snapshot)):
        said = page.explain(page.node(i))
        assert said
        assert not any(blank in line for line in said for blank in ("{cover}", "{disabled}", "{hidden}"))


def test_without_layout_it_says_what_cannot_be_told() -> None:
    capture = capture_from(BUTTON)
    for part in (capture["snapshot"]["documents"][0]["layout"], capture["snapshot"]["documents"][0]["textBoxes"]):
        for column in part.values():
            column.clear()
    page = perceive(load(capture))
    said = page.explain(node_at(page, "x"))
    assert said[0].endswith("is listed: it can be acted on (click).")
    assert "Whether it is in the window cannot be told: the capture has no layout for it." in said

"""The notte dialect: rows N-50 to N-57 and the micro-cases, refusals included."""

from typing import NamedTuple

import pytest

import ids
from perception import NOTTE
from perception.perceive import Page
from perception.testing import page_from
from rendering import action_space, parse

HEADER = "### Content of 'WebArea' component with text 'body content'"


class Case(NamedTuple):
    """`text` is what stands under the page's header; `gap` says why it does not yet."""

    id: str
    tree: str
    text: str
    gap: str = ""


CASES = (
    Case("N-50", 'button class=btn "Save"', "B1[:]<button>Save</button>"),
    Case("N-50-void", 'input type=text :value="typed" value=init', 'I1[:]<input type="text" value="init">'),
    Case("N-51-hidden", 'div {display: none} "hidden text"', "_[:]hidden text"),
    Case("N-51-invisible", 'div {visibility: hidden} "a"\ndiv {opacity: 0} "b"', "_[:]a\n_[:]b"),
    Case("N-51-closed-dialog", 'dialog "closed"', "_[:]closed"),
    Case("N-51-below-the-window", 'p @0,2500,100,20\n  "far" @0,2500,100,20', "_[:]far"),
    Case("N-51-line-a-text", 'p\n  "one "\n  b "two"', "_[:]one\n_[:]two"),
    Case("N-52-joined-by-spaces", 'button\n  "one"\n  b "two"', "B1[:]<button>one two</button>"),
    Case("N-52-named-text", 'button\n  span role=presentation title="tip" "x"', "B1[:]<button>tip</button>"),
    Case(
        "N-53",
        'div role=tab tabindex=0 @0,0,200,60\n  span "Inbox"\n  button "x"',
        'B1[:]<div tabindex="0" role="tab">Inbox</div>\nB2[:]<button>x</button>',
    ),
    Case(
        "N-54",
        'a title=t href="/x" tabindex=0 aria-label=n data-x=1 "L"',
        'L1[:]<a tabindex="0" href="/x" title="t" aria_label="n">L</a>',
    ),
    Case("N-55", f'a href="/{"x" * 80}" "L"', f'L1[:]<a href="/{"x" * 59}...">L</a>'),
    Case("N-03", 'svg\n  text "drawn"\nscript "x()"\np "t"', "_[:]t"),
    Case("N-08", 'div title="tt" {cursor: pointer}\n  "one"\n  span "two"', "M1[:]<div>one two</div>"),
    Case("tabindex-alone", 'div tabindex=0 "tab div"', "_[:]tab div"),
    Case(
        "checked-box", 'input type=checkbox id=l :checked\nlabel for=l "lab"', 'B1[:]<input type="checkbox">\n_[:]lab'
    ),
    Case("select", 'select\n  option "A"\n  option :selected "B"', "I1[:]<select>A B</select>"),
    Case("open-shadow-button", 'div\n  button :shadow=open "In"', "B1[:]<button>In</button>"),
    Case(
        "disabled",
        'button disabled "no"\nbutton {cursor: not-allowed} "nor"',
        "_[:]no\n_[:]nor",
        "cursors do not disable",
    ),
    Case("pointer-row", 'div role=row {cursor: pointer} "row"', 'M1[:]<div role="row">row</div>'),
    Case("spinbutton", 'div role=spinbutton {cursor: pointer} "s"', 'M1[:]<div role="spinbutton">s</div>'),
    Case("frame-button", 'iframe @0,0,300,200\n  button "In"', "B1[:]<button>In</button>"),
    Case(
        "link-without-address",
        'a "link"',
        "L1[:]<a>link</a>",
        "its role is generic here, so its letter is M; its role is link there (N-30)",
    ),
    Case("password", "input type=password value=secret", 'I1[:]<input type="password">'),
    Case(
        "line-breaks", 'button aria-label="a\\nB9[:]<b>" "x"', 'B1[:]<button aria_label="a B9[:]&lt;b&gt;">x</button>'
    ),
)


def text_of(page: Page) -> str:
    return action_space(page, ids.assign(page)).description


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.xfail(reason=case.gap)] if case.gap else [], id=case.id) for case in CASES],
)
def test_text_of_a_page(case: Case) -> None:
    assert text_of(page_from(case.tree, profile=NOTTE)) == f"{HEADER}\n{case.text}"


def test_dialogs_prune_the_page_and_keep_the_ids() -> None:
    page = page_from(
        'button "Behind"\n'
        'dialog open aria-label=Sure @400,100,300,200\n  button "Yes" @410,110,80,20\n'
        'div role=alertdialog @0,300,300,200\n  button "No"',
        profile=NOTTE,
    )
    space = action_space(page, ids.assign(page))
    assert space.description == "### Content of 'dialog' component with text 'Sure'\nB2[:]<button>Yes</button>"
    assert [action.id for action in space.interaction_actions] == ["B1", "B2", "B3"]


def test_a_dialog_with_nothing_to_do_prunes_nothing() -> None:
    page = page_from('button "Page"\ndialog open @400,100,300,200\n  p "Only text"', profile=NOTTE)
    assert text_of(page) == f"{HEADER}\nB1[:]<button>Page</button>\n_[:]Only text"


def test_lines_are_read_back() -> None:
    page = page_from('a href="/x" "L"\ninput type=text aria-label=N\np "t"', profile=NOTTE)
    read = parse(text_of(page))
    assert [(line.id, line.tag, line.text) for line in read] == [("L1", "a", "L"), ("I1", "input", ""), ("", "", "t")]

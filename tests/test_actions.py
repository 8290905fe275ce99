"""The action text of the default profile: SPEC 6.1 to 6.3. One row a sentence."""

from typing import NamedTuple

import pytest

import ids
from perception import load_html, perceive
from perception.perceive import Page
from perception.testing import page_from
from rendering import action_space
from tests.growth import RATIO, seconds


class Case(NamedTuple):
    """`text` is the action text of the drawn page."""

    id: str
    tree: str
    text: str


def written(page: Page, **options: object) -> str:
    return action_space(page, ids.assign(page), **options).description  # type: ignore[arg-type]


MODAL = "div role=dialog aria-modal=true aria-label=Sure {position: fixed} @200,200,300,200"

HAND = "{cursor: pointer}"
LINE, TEXT_LEVEL = "p {display: block} @0,0,200,20", "{display: inline}"

CASES = (
    # ------------------------------------------------------------------ lines
    Case("button", 'button "Submit"', "B1[:]<button>Submit</button>"),
    Case(
        "input-is-void",
        'input type=text placeholder="Email"',
        'I1[:]<input type="text" placeholder="Email">',
    ),
    Case("link", 'a href="/signup" "Sign up"', 'L1[:]<a href="/signup">Sign up</a>'),
    Case("text", 'p "Forgot your password?"', "_[:]Forgot your password?"),
    Case(
        "reading-order",
        'p "One"\nbutton "Two"\np "Three"',
        "_[:]One\nB1[:]<button>Two</button>\n_[:]Three",
    ),
    Case("white-space-collapses", 'p "a \\n  b"', "_[:]a b"),
    Case("disabled-control", 'button disabled "Save"', "_[:]<button disabled>Save</button>"),
    Case("disabled-by-a-fieldset", 'fieldset disabled\n  button "Save"', "_[:]<button disabled>Save</button>"),
    Case("disabled-by-a-state", 'div aria-disabled=true\n  a href=/ "Next"', '_[:]<a href="/" disabled>Next</a>'),
    Case("part-of-a-disabled-button", f'button disabled\n  i {HAND} "Save"', "_[:]<button disabled>Save</button>"),
    Case(
        "stand-in-of-a-nameless-box",
        f'div {HAND} "Pro plan"\n  input type=radio {{display: none}}',
        'B1[:]<div role="radio">Pro plan</div>',
    ),
    Case(
        "title-of-a-label",
        'input type=radio id=r {display: none}\nlabel for=r title="3 stars" "*"',
        'B1[:]<label title="3 stars" role="radio">*</label>',
    ),
    Case("summary", 'details\n  summary "More"', 'M1[:]<summary aria-expanded="false">More</summary>'),
    Case("text-of-one-block", 'p\n  "one "\n  b "two"\n  " three"', "_[:]one two three"),
    Case(
        "blank-between-texts",
        f'{LINE}\n  b {TEXT_LEVEL} @0,0,30,20\n    "One" @0,0,30,20\n  " " @30,0,1,20\n'
        f'  i {TEXT_LEVEL} @31,0,30,20\n    "Two" @31,0,30,20',
        "_[:]One Two",
    ),
    Case(
        "texts-side-by-side",
        f'{LINE}\n  b {TEXT_LEVEL} @0,0,30,20\n    "One" @0,0,30,20\n'
        f'  i {TEXT_LEVEL} @31,0,30,20\n    "Two" @31,0,30,20',
        "_[:]OneTwo",
    ),
    Case(
        "room-between-texts",
        f'{LINE}\n  b {TEXT_LEVEL} @0,0,30,20\n    "One" @0,0,30,20\n'
        f'  i {TEXT_LEVEL} @40,0,30,20\n    "Two" @40,0,30,20',
        "_[:]One Two",
    ),
    Case(
        "room-before-a-comma",
        f'{LINE}\n  b {TEXT_LEVEL} @0,0,30,20\n    "One" @0,0,30,20\n  ", two" @40,0,30,20',
        "_[:]One, two",
    ),
    Case("a-line-a-block", 'p "one"\np "two"', "_[:]one\n_[:]two"),
    Case("cells-of-a-row", 'table\n  tr\n    td "North"\n    td "12"', "_[:]North | 12"),
    Case(
        "left-over-punctuation",
        'p\n  a href="/a" "A"\n  ", "\n  a href="/b" "B"',
        'L1[:]<a href="/a">A</a>\nL2[:]<a href="/b">B</a>',
    ),
    Case("hidden-text", 'p {display: none} "no"\np {visibility: hidden} "no"\np {opacity: 0} "no"\np "yes"', "_[:]yes"),
    Case("below-the-window", 'p @0,2000,100,20\n  "no" @0,2000,100,20\np "yes"', "_[:]yes"),
    Case("pseudo-element", 'p\n  ::before {content: "* "}\n  "All fields"', "_[:]* All fields"),
    Case("bullets-are-left-out", 'ul\n  li\n    ::marker {content: "- "}\n    "One"', "_[:]One"),
    Case(
        "nested-listed-nodes",
        'div role=treeitem tabindex=0 aria-selected=false @0,0,200,60\n  span "Inbox"\n  button "Close"',
        'M1[:]<div role="treeitem">Inbox...</div>\nB1[:]<button>Close</button>',
    ),
    Case(
        "frame-without-document",
        'iframe src="https://ads.example/x" @0,0,300,200',
        '_[:]<iframe src="//ads.example/x">content not captured</iframe>',
    ),
    Case("frame", 'iframe @0,0,300,200\n  button "In"', "B1[:]<button>In</button>"),
    # ------------------------------------------------------------------ names
    Case("icon-button", "button aria-label=Search @0,0,20,20", "B1[:]<button>Search</button>"),
    Case(
        "name-beside-text", 'button aria-label="Close dialog" "x"', 'B1[:]<button aria-label="Close dialog">x</button>'
    ),
    Case("name-says-the-text", 'button aria-label="Close dialog" "Close"', "B1[:]<button>Close dialog</button>"),
    Case(
        "label-is-said-once",
        'label for=a "Mail"\ninput id=a type=email',
        'I1[:]<input type="email" aria-label="Mail">',
    ),
    Case(
        "long-label-stays",
        f'label for=a "{"long " * 20}"\ninput id=a type=email',
        f'_[:]{("long " * 20).strip()}\nI1[:]<input type="email" aria-label="{("long " * 12).strip()}...">',
    ),
    Case("title-that-repeats", 'button title="Save" "Save"', "B1[:]<button>Save</button>"),
    Case("title-that-says-more", 'button title="Ctrl+S" "Save"', 'B1[:]<button title="Ctrl+S">Save</button>'),
    Case("unnamed-field", "input type=text name=q", 'I1[:]<input type="text" name="q">'),
    Case("role-beyond-the-tag", 'div role=button tabindex=0 "Go"', 'B1[:]<div role="button">Go</div>'),
    Case(
        "label-for-a-hidden-control",
        'label\n  input type=checkbox :checked {display: none}\n  "News"',
        'B1[:]<label role="checkbox" checked>News</label>',
    ),
    # ------------------------------------------------------------------ values, states, constraints
    Case(
        "live-value",
        'input type=text value=a :value="b" aria-label=N',
        'I1[:]<input type="text" value="b" aria-label="N">',
    ),
    Case(
        "password",
        'input type=password :value="hunter22" aria-label=P',
        'I1[:]<input type="password" value="•••" aria-label="P">',
    ),
    Case("checked", "input type=checkbox :checked aria-label=C", 'B1[:]<input type="checkbox" checked aria-label="C">'),
    Case("unchecked", "input type=checkbox aria-label=C", 'B1[:]<input type="checkbox" aria-label="C">'),
    Case("pressed", 'button aria-pressed=false "B"', 'B1[:]<button pressed="false">B</button>'),
    Case("expanded", 'button aria-expanded=false "M"', 'B1[:]<button aria-expanded="false">M</button>'),
    Case("current", 'a href="/x/y" aria-current=page "A"', 'L1[:]<a href="/x/y" current="page">A</a>'),
    Case(
        "required-and-readonly", "input required readonly aria-label=N", 'I1[:]<input required readonly aria-label="N">'
    ),
    Case(
        "invalid-with-its-error",
        'input aria-invalid=true aria-describedby=e aria-label=Mail\np id=e "No address"',
        'I1[:]<input invalid error="No address" aria-label="Mail">\n_[:]No address',
    ),
    Case(
        "date-field",
        'input type=date :value="2031-06-14" min="2031-06-01" aria-label=Day',
        'M1[:]<input type="date" value="2031-06-14" min="2031-06-01" format="YYYY-MM-DD" aria-label="Day">',
    ),
    Case(
        "number-field",
        'input type=number :value="3" min=1 max=9 step=2 aria-label=N',
        'I1[:]<input type="number" value="3" min="1" max="9" step="2" aria-label="N">',
    ),
    Case(
        "select",
        'select aria-label=Size\n  option "S"\n  option :selected "M"\n  option "L"',
        'I1[:]<select options="3: S | M | L" aria-label="Size">M</select>',
    ),
    Case(
        "select-with-many-options",
        "select aria-label=T\n"
        + "\n".join(f'  option {":selected" if k == 20 else ""} "Town number {k}"' for k in range(30)),
        'I1[:]<select options="30: Town number 0 | Town number 1 | Town number 2 | ..." aria-label="T">'
        "Town number 20</select>",
    ),
    Case("submit-button", "input type=submit value=Send", 'B1[:]<input type="submit" value="Send">'),
    # ------------------------------------------------------------------ addresses
    Case("in-page-link-that-repeats", 'a href="#our-prices" "Our prices"', "L1[:]<a>Our prices</a>"),
    Case("script-link", 'a href="javascript:void(0)" "Menu"', "L1[:]<a>Menu</a>"),
    Case(
        "data-link",
        f'a href="data:text/plain;base64,{"QUJD" * 99}" "Plan"',
        'L1[:]<a href="data:text/plain...">Plan</a>',
    ),
    Case(
        "long-link",
        f'a href="/{"directory/" * 9}page.html?q={"x" * 99}" "Page"',
        'L1[:]<a href=".../directory/directory/page.html...">Page</a>',
    ),
    Case(
        "token-in-a-link",
        'a href="/doc?access_token=abcdef123456" "Doc"',
        'L1[:]<a href="/doc?access_token=•••">Doc</a>',
    ),
    # ------------------------------------------------------------------ what tells actions apart
    Case(
        "row-header",
        'table\n  tr\n    th scope=row "Ann"\n    td\n      button "Delete"\n'
        '  tr\n    th scope=row "Bob"\n    td\n      button "Delete"',
        '_[:]Ann\nB1[:]<button in="Ann">Delete</button>\n_[:]Bob\nB2[:]<button in="Bob">Delete</button>',
    ),
    Case(
        "card-heading",
        'div\n  h3 "Tea"\n  button "Add"\ndiv\n  h3 "Cake"\n  button "Add"',
        '_[:]Tea\nB1[:]<button in="Tea">Add</button>\n_[:]Cake\nB2[:]<button in="Cake">Add</button>',
    ),
    Case(
        "first-words-of-a-card",
        'div\n  p "Tea"\n  button "Add"\ndiv\n  p "Cake"\n  button "Add"',
        '_[:]Tea\nB1[:]<button in="Tea">Add</button>\n_[:]Cake\nB2[:]<button in="Cake">Add</button>',
    ),
    Case(
        "ordinal", 'button "Go"\nbutton "Go"', 'B1[:]<button nth="1/2">Go</button>\nB2[:]<button nth="2/2">Go</button>'
    ),
    Case(
        "apart-by-address",
        'a href="/a" "More"\na href="/b" "More"',
        'L1[:]<a href="/a">More</a>\nL2[:]<a href="/b">More</a>',
    ),
    # ------------------------------------------------------------------ dialogs
    Case(
        "modal-prunes-the-page",
        f'p "Behind"\nbutton "Behind"\n{MODAL}\n  div @0,0,1280,800\n  button "Yes"',
        "B1[:]<button>Yes</button>",
    ),
    Case(
        "other-dialog-comes-first",
        'p "Page"\ndiv role=dialog aria-label=Cookies {position: fixed} @0,700,400,80\n  button "Accept"',
        "B1[:]<button>Accept</button>\n_[:]Page",
    ),
    Case(
        "several-dialogs-have-headers",
        'p "Page"\n'
        'div role=dialog aria-label=Cookies {position: fixed} @0,700,400,80\n  button "Accept"\n'
        'div role=dialog aria-label=Chat {position: fixed} @900,600,200,100\n  button "Ask"',
        "### Content of 'dialog' component with text 'Cookies'\nB1[:]<button>Accept</button>\n"
        "### Content of 'dialog' component with text 'Chat'\nB2[:]<button>Ask</button>\n"
        "### Content of the page\n_[:]Page",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_text_of_a_page(case: Case) -> None:
    assert written(page_from(case.tree)) == case.text


def test_a_text_is_shown_whole_if_a_line_of_it_is() -> None:
    page = page_from('p @0,785,100,20\n  "at the edge" @0,785,100,20')
    assert written(page) == "_[:]at the edge"


def test_text_under_an_opaque_box_is_left_out() -> None:
    cover = "div {position: fixed; background-color: %s} @0,0,1280,800"
    opaque = page_from('p "under"\n' + cover % "rgb(255, 255, 255)")
    transparent = page_from('p "under"\n' + cover % "rgba(0, 0, 0, 0.5)")
    assert written(opaque) == ""
    assert written(transparent) == "_[:]under"


@pytest.mark.parametrize(("width", "text"), [(150, "_[:]in sight"), (200, "")])
def test_text_of_which_a_part_can_be_seen_is_shown(width: int, text: str) -> None:
    cover = f"div {{position: fixed; background-color: rgb(255, 255, 255)}} @0,0,{width},20"
    assert written(page_from(f'p @0,0,200,20\n  "in sight" @0,0,200,20\n{cover}')) == text


def test_include_and_exclude_bound_what_is_said() -> None:
    page = page_from('form\n  button "In"\n  p class=ad "Ad"\nbutton "Out"')
    assert written(page, include="form", exclude=".ad") == "B1[:]<button>In</button>"
    assert written(page, exclude=["form"]) == "B2[:]<button>Out</button>"


def test_coordinates_are_where_to_click() -> None:
    page = page_from('button @10,20,100,40 "Go"')
    assert written(page, coordinates=True) == 'B1[:]<button at="60,40">Go</button>'


def test_the_whitelist_is_an_argument() -> None:
    page = page_from('a href="/x/y" data-test=t "A"')
    assert written(page, attributes=("data-test",)) == 'L1[:]<a data-test="t">A</a>'


def test_new_nodes_are_marked() -> None:
    page = page_from('button "Old"\nbutton "New"')
    listed = page.listing.listed
    labels = ids.IdMap(page, "letters", {listed[0]: "B1", listed[1]: "B2"}, new=[listed[1]])
    assert action_space(page, labels).description == "B1[:]<button>Old</button>\n*B2[:]<button>New</button>"


def rows(n: int) -> Page:
    """A table of `n` rows with the same buttons."""
    row = 'tr\n  td "Ann"\n  td\n    button "Go"\n'
    return page_from(row * n, viewport_expansion=-1)


def test_time_grows_with_the_page() -> None:
    def work(n: int) -> float:
        def prepared() -> object:
            page = rows(n)
            labels = ids.assign(page)
            return lambda: action_space(page, labels).description

        return seconds(prepared, repeat=3)  # type: ignore[arg-type]

    assert work(800) < RATIO * work(200)


def test_static_html_has_a_text_too() -> None:
    page = perceive(
        load_html("<p>See <a href=/x>this</a> and <b>that</b>.<p hidden>no</p><table><tr><td>a<td>b</table>")
    )
    assert written(page) == '_[:]See\nL1[:]<a href="/x">this</a>\n_[:]and that.\n_[:]a | b'

"""Which nodes are listed and why others are not (SPEC 4.7), one row a sentence; one entry a thing."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from perception.listing import REFUSALS
from perception.loading import load
from perception.perceive import Page, perceive
from perception.snapshot import Snapshot
from perception.suppression import STEPS
from perception.testing import Drawn, capture_from, captures, node_at, page_from
from tests.growth import RATIO, growth


class Case(NamedTuple):
    """`tree` drawn; the ids of the nodes listed in the window, and on the whole page where that differs."""

    id: str
    tree: str
    listed: str
    whole: str | None = None


HAND = "{cursor: pointer}"
COVER = "{position: absolute} @0,0,400,400"
FIXED = "{position: fixed} @0,0,400,400"
CARD = f"{HAND} @0,0,400,200"

SHOWN_FIELD = f"div id=a {HAND} @0,0,90,20\n  input id=b {{opacity: 0}} @0,0,90,20"
VEIL = "{position: absolute}"

CASES = (
    # ------------------------------------------------------------------ can it be acted on
    Case("control", "button id=a @0,0,90,20", "a"),
    Case("no-rule", "p id=a", ""),
    Case("disabled", "button id=a disabled", ""),
    Case("disabled-by-fieldset", 'fieldset disabled\n  legend\n    button id=a "A"\n  button id=b "B"', "a"),
    Case("aria-disabled", "div id=a role=button aria-disabled=true", ""),
    Case("inert", 'div inert\n  button id=a "A"\nbutton id=b "B"', "b"),
    Case("aria-hidden-is-usable", 'div aria-hidden=true\n  button id=a "A"', "a"),
    Case("hidden", "button id=a {display: none}\nbutton id=b {visibility: hidden}", ""),
    Case(
        "shown-in-hidden", 'div {visibility: hidden}\n  button id=a {visibility: visible} "A"\n  button id=b "B"', "a"
    ),
    Case("pointer-events-none", 'button id=a {pointer-events: none} "A"\nbutton id=b "B"', "b"),
    Case("display-contents", 'a id=a href=/ {display: contents}\n  span "Guide"', "a"),
    # ------------------------------------------------------------------ window, covers
    Case("outside", "button id=a @0,0,90,20\nbutton id=b @0,900,90,20", "a", "a b"),
    Case("sliver", "button id=a @0,799.5,90,20", "", "a"),
    Case("covered", f"button id=a @0,0,90,20\ndiv {COVER}", ""),
    Case("covered-by-a-fixed-box", f"button id=a @0,0,90,20\ndiv {FIXED}\n  p @0,0,400,400", "", "a"),
    Case("covered-by-an-ancestor-s-child", f"div {FIXED}\n  button id=a @0,0,90,20\n  p {COVER}", ""),
    Case("covered-outside-the-window", "button id=a @0,900,90,20\ndiv {position: absolute} @0,900,400,400", "", "a"),
    # ------------------------------------------------------------------ stand-ins
    Case("label-for-a-hidden-box", 'label id=a "A"\n  input id=b type=radio {display: none}', "a"),
    Case("label-for-a-transparent-box", 'input id=b type=radio {opacity: 0} @0,0,20,20\nlabel id=a for=b "A"', "a"),
    Case("transparent-box-without-label", "div\n  input id=a type=checkbox {opacity: 0} @0,0,20,20", "a"),
    Case("transparent-and-covered", f"input id=a type=checkbox {{opacity: 0}} @0,0,20,20\ndiv {COVER}", ""),
    Case("transparent-select", "select id=a {opacity: 0} @0,0,90,20", "a"),
    Case("transparent-select-below", "select id=a {opacity: 0} @0,900,90,20", ""),
    Case("transparent-text", 'div {opacity: 0}\n  p id=a :clickable "text"', ""),
    Case(
        "hidden-label-of-a-transparent-box",
        'input id=b type=checkbox {opacity: 0} @0,0,20,20\nlabel id=a for=b {display: none} "A"',
        "b",
    ),
    Case("visible-box-with-label", 'input id=b type=checkbox\nlabel id=a for=b :clickable "A"', "b"),
    Case("label-of-a-disabled-box", 'label id=a "A"\n  input type=radio hidden disabled', ""),
    Case("wrapper-of-a-hidden-box", f'div id=a {HAND} "A"\n  input id=b type=checkbox hidden', "a"),
    Case(
        "wrapper-and-label",
        f'div id=a {HAND} @0,0,20,20\n  input id=b type=checkbox {{display: none}}\nlabel id=c for=b "C"',
        "c",
    ),
    Case("field-under-what-its-wrapper-shows", f"{SHOWN_FIELD}\n  p {VEIL} @0,0,90,20", "a"),
    Case("transparent-field-in-its-wrapper", SHOWN_FIELD, "b"),
    Case("options-of-a-disabled-select", 'select id=a multiple disabled\n  option id=b "B"', ""),
    Case("button-in-a-select", "select id=a @0,0,90,40\n  button id=b @0,0,20,20", "a"),
    Case("hidden-file-input", 'input id=a type=file hidden\nbutton id=b "Attach"', "b", "a b"),
    Case("hidden-file-input-with-label", 'label id=a "Attach"\n  input id=b type=file hidden', "a", "a b"),
    Case("disabled-file-input", "input id=a type=file hidden disabled", ""),
    # ------------------------------------------------------------------ one entry a thing: one box
    Case("link-round-a-button", "a id=a href=/ @0,0,90,20\n  button id=b @0,0,90,20", "a"),
    Case("item-round-a-link", "li id=a role=menuitem @0,0,90,20\n  a id=b href=/ @0,0,90,20", "b"),
    Case(
        "focusable-item-round-a-link",
        "li id=a role=menuitem tabindex=0 @0,0,90,20\n  a id=b href=/ tabindex=-1 @0,0,90,20",
        "a",
    ),
    Case("listener-round-a-button", "span id=a :clickable @0,0,90,20\n  button id=b @0,0,90,20", "b"),
    Case("hand-round-a-button", f"div id=a {HAND} @0,0,90,20\n  button id=b {{cursor: auto}} @0,0,90,20", "b"),
    Case("nested-listeners", "div id=a :clickable @0,0,90,20\n  div id=b :clickable @0,0,90,20", "b"),
    Case("icon-in-a-button", "button id=a @0,0,90,20\n  svg @0,0,20,20\n    path id=b", "a"),
    # ------------------------------------------------------------------ one entry a thing: wrappers
    Case("delegating-root", f'div id=a :clickable\n  li id=b {HAND} "One"\n  li id=c {HAND} "Two"', "b c"),
    Case("delegating-toolbar", "div id=a :clickable @0,0,400,40\n  button id=b @0,0,90,20", "b"),
    Case("root-that-takes-keys", 'ul id=a :clickable tabindex=0 @0,0,90,90\n  li id=b :clickable "One"', "a b"),
    Case("listener-with-one-hand", f"span id=a :clickable @0,0,90,20\n  i id=b {HAND} @0,0,20,20", "a"),
    Case("card-that-listens", f"div id=a :clickable {CARD}\n  button id=b @0,0,40,20", "a b"),
    Case("card-with-a-hand", f"div id=a {CARD}\n  button id=b @0,0,40,20", "a b"),
    Case("hand-filled-by-a-button", f"div id=a {CARD}\n  button id=b @0,0,300,150", "b"),
    Case("hand-round-a-link", f"li id=a {CARD}\n  a id=b href=/ @0,0,90,20", "b"),
    Case("hand-round-a-field", f"div id=a {CARD}\n  input id=b @0,0,90,20", "b"),
    Case(
        "row-with-a-box-and-a-button",
        f"tr id=a {CARD}\n  input id=b type=checkbox @0,0,20,20\n  button id=c @40,0,60,20",
        "a b c",
    ),
    Case("backdrop", "div id=a :clickable {position: fixed} @0,0,1280,800\nbutton id=b @0,0,90,20", "b"),
    Case("app-root-with-a-hand", "div id=a :clickable {cursor: pointer} @0,0,1280,800", "a"),
    Case("window-of-a-map", "canvas id=a :clickable @0,0,1280,800", "a"),
    # ------------------------------------------------------------------ one entry a thing: parts
    Case(
        "row-and-its-cells",
        f"table\n  tr id=a :clickable @0,0,400,20\n    td id=b {HAND} @0,0,200,20\n    td id=c {HAND} @200,0,200,20",
        "a",
    ),
    Case(
        "days-of-a-calendar",
        f"table id=t :clickable @0,0,400,20\n  tr @0,0,400,20\n    td id=b {HAND} @0,0,200,20\n"
        f"    td id=c {HAND} @200,0,200,20",
        "b c",
    ),
    Case("hand-in-a-button", f"button id=a @0,0,90,40\n  i id=b {HAND} @0,0,20,20", "a"),
    Case("close-in-a-tab", "li id=a role=tab @0,0,90,40\n  i id=b :clickable @70,0,20,20", "a b"),
    Case("star-in-a-card", f"div id=a :clickable {CARD}\n  i id=b :clickable @0,0,20,20", "a b"),
    Case("item-of-an-item", "li id=a role=treeitem @0,0,90,90\n  ul\n    li id=b role=treeitem @0,40,90,20", "a b"),
    Case(
        "clickable-row", f'table\n  tr id=a {HAND} :clickable\n    td id=b\n      b "A-1"\n  tr id=c\n    td "A-2"', "a"
    ),
    Case(
        "scroller-is-no-part", "div id=a tabindex=0 role=listbox @0,0,90,90\n  div id=b role=option @0,0,90,20", "a b"
    ),
    # ------------------------------------------------------------------ frames, shadow trees
    Case("in-a-frame", "iframe @0,0,300,300\n  html @0,0,300,300\n    body\n      button id=a @0,0,90,20", "a"),
    Case("in-a-shadow-tree", 'my-box\n  div :shadow=closed\n    button id=a :shadow=closed "A"', "a"),
)


def ids_of(page: Page) -> str:
    return " ".join(sorted(page.node(i).attributes.get("id", "?") for i in page.listing.listed))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_listed(case: Case) -> None:
    snapshot = load(capture_from(case.tree))
    window, whole = perceive(snapshot), perceive(snapshot, -1)
    assert ids_of(window) == case.listed
    assert ids_of(whole) == (case.listed if case.whole is None else case.whole)
    interactive = {i for i in range(len(snapshot)) if window.listing.is_interactive(i)}
    assert interactive == whole.listing.is_listed, "the facts of the window and of the whole page agree"


REASONS = (
    ("backdrop", "div id=x :clickable {position: fixed} @0,0,1280,800"),
    ("outside", "button id=x @0,900,90,20"),
    ("disabled", "button id=x disabled @0,0,90,20"),
    ("stood-for", 'input id=x type=radio {opacity: 0} @0,0,20,20\nlabel for=x "A"'),
    ("pointer-events", "button id=x {pointer-events: none} @0,0,90,20"),
    ("hidden", "button id=x {display: none}"),
    ("hidden", "button id=x {visibility: hidden} @0,0,90,20"),
    ("behind-modal", "button id=x @0,0,90,20\ndiv role=dialog aria-modal=true {position: fixed} @200,200,90,90"),
    ("occluded", f"button id=x @0,0,90,20\ndiv {COVER}"),
    ("suppressed", "a href=/ @0,0,90,20\n  button id=x @0,0,90,20"),
    ("", "button id=x @0,0,90,20"),
    ("", "p id=x"),
)


@pytest.mark.parametrize(("reason", "tree"), REASONS)
def test_reason(reason: str, tree: str) -> None:
    page = page_from(tree)
    assert page.listing.reason(node_at(page, "x").i) == reason


def test_every_refusal_has_a_row() -> None:
    assert {row.word for row in REFUSALS} <= {reason for reason, _ in REASONS}


LOST = (
    ("delegating", "div id=x :clickable @0,0,400,40\n  button id=k @0,0,90,20"),
    ("same-box", "a id=k href=/ @0,0,90,20\n  button id=x @0,0,90,20"),
    ("part", f"button id=k @0,0,90,40\n  i id=x {HAND} @0,0,20,20"),
    ("pointing", f"li id=x {CARD}\n  a id=k href=/ @0,0,90,20"),
    ("stood-for", f'div id=x {HAND} @0,0,20,20\n  input id=b type=checkbox {{display: none}}\nlabel id=k for=b "C"'),
)


@pytest.mark.parametrize(("why", "tree"), LOST)
def test_what_is_kept_instead(why: str, tree: str) -> None:
    page = page_from(tree)
    lost = page.listing.lost(node_at(page, "x").i)
    assert lost is not None
    assert (lost.why, page.node(lost.kept).attributes["id"]) == (why, "k")


def test_every_step_has_a_row() -> None:
    assert {why for why, _ in STEPS} == {why for why, _ in LOST}


# ---------------------------------------------------------------------------------------------------- properties


@settings(max_examples=60, deadline=None)
@given(captures())
def test_lists_are_sound(capture: dict[str, object]) -> None:
    snapshot = load(capture)
    window, whole = perceive(snapshot), perceive(snapshot, -1)
    for page in (window, whole):
        ranks = [page.flat_tree.rank[i] for i in page.listing.listed]
        assert ranks == sorted(set(ranks)), "each once, in flat-tree order"
        for i in range(len(snapshot)):
            is_listed = i in page.listing.is_listed
            assert is_listed == (bool(page.interactivity.rule(i)) and not page.listing.reason(i))
    assert [window.listing.is_interactive(i) for i in range(len(snapshot))] == [
        i in whole.listing.is_listed for i in range(len(snapshot))
    ]


@settings(max_examples=40, deadline=None)
@given(captures())
def test_kept_nodes_are_listed_or_lost_for_one_that_is(capture: dict[str, object]) -> None:
    page = perceive(load(capture), -1)
    for i in range(len(page.snapshot)):
        lost, seen = page.listing.lost(i), set()
        while lost is not None and lost.kept not in seen:
            seen.add(lost.kept)
            lost = page.listing.lost(lost.kept)
        assert lost is None, "no two nodes are suppressed for each other"


def listing(snapshot: Snapshot, expansion: float) -> Callable[[], object]:
    page = perceive(snapshot, expansion)
    _ = page.geometry.in_expanded(), page.flat_tree.rank
    return lambda: page.listing.listed


def rows(count: int) -> list[Drawn]:
    row = [Drawn("a", {"href": "/"}, box=(0, 0, 90, 20)), Drawn("i", styles={"cursor": "pointer"}, box=(90, 0, 9, 9))]
    return [Drawn("div", children=row, live={"clickable": ""}, box=(0, 0, 200, 20)) for _ in range(count)]


def nested(count: int) -> list[Drawn]:
    node = Drawn("button", box=(0, 0, 90, 20))
    for _ in range(count):
        node = Drawn("div", children=[node], live={"clickable": ""}, box=(0, 0, 200, 20))
    return [node]


@pytest.mark.parametrize("shape", [rows, nested])
@pytest.mark.parametrize("expansion", [0, -1])
def test_growth(shape: Callable[[int], list[Drawn]], expansion: float) -> None:
    small, large = (load(capture_from(shape(count))) for count in (200, 800))
    assert growth(partial(listing, small, expansion), partial(listing, large, expansion)) < RATIO

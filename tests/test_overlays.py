"""Overlays and modality by evidence (SPEC 4.6), one row a sentence."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from perception.loading import load
from perception.perceive import Page, perceive
from perception.snapshot import Snapshot
from perception.tables.explanations import MODALITY
from perception.testing import Drawn, capture_from, captures, node_at, page_from
from tests.boxes import paint_element
from tests.growth import RATIO, growth


class Case(NamedTuple):
    """`tree` drawn behind `BEHIND`; its overlays as `id kind evidence`, and the ids of the nodes that are listed."""

    id: str
    tree: str
    overlays: tuple[str, ...]
    listed: str
    behind: str = "button id=page @0,0,90,20\n"


def free_page(controls: int) -> str:
    """Things to act on beside one another."""
    return "".join(f"button id=p{k} @{k * 50},0,40,20\n" for k in range(controls))


def free_ids(controls: int) -> str:
    return " ".join(sorted(f"p{k}" for k in range(controls)))


IN = "\n  button id=in @410,210,90,20"
BOX = f"{{position: fixed}} @400,200,400,200{IN}"
LAYER = "div {position: fixed} @0,0,1280,800\n"

CASES = (
    # ------------------------------------------------------------------ open or not
    Case("none", "p", (), "page"),
    Case("dialog", f"div id=d role=dialog {BOX}", ("d dialog ",), "in page"),
    Case("alertdialog", f"div id=d role=alertdialog {BOX}", ("d alertdialog ",), "in page"),
    Case("closed-dialog", f"dialog id=d {BOX}", (), "page"),
    Case("hidden-dialog", f"div id=d role=dialog aria-modal=true {{display: none}}{IN}", (), "page"),
    Case("dialog-off-screen", "div id=d role=dialog aria-modal=true {position: fixed} @1280,0,300,800", (), "page"),
    Case("aria-hidden-dialog", f"div id=d role=dialog aria-modal=true aria-hidden=true {BOX}", (), "in page"),
    Case("class-names", f'div id=d class="dialog modal" {BOX}', (), "in page"),
    # ------------------------------------------------------------------ aria-modal
    Case("aria-modal", f"div id=d role=dialog aria-modal=true {BOX}", ("d dialog aria-modal",), "in"),
    Case("aria-modal-without-role", f"div id=d aria-modal=true {BOX}", ("d dialog aria-modal",), "in"),
    Case("aria-modal-false", f"{LAYER}div id=d role=dialog aria-modal=false {BOX}", ("d dialog ",), "in"),
    Case(
        "aria-modal-over-a-page-in-use",
        f"div id=d role=dialog aria-modal=true {BOX}",
        ("d dialog ",),
        f"in {free_ids(10)}",
        free_page(10),
    ),
    Case(
        "aria-modal-over-a-small-page",
        f"div id=d role=dialog aria-modal=true {BOX}",
        ("d dialog aria-modal",),
        "in",
        free_page(9),
    ),
    Case(
        "aria-modal-over-a-covered-page",
        f"{LAYER}div id=d role=dialog aria-modal=true {BOX}",
        ("d dialog aria-modal",),
        "in",
        free_page(12),
    ),
    # ------------------------------------------------------------------ native
    Case("show-modal", f"dialog id=d open {BOX}", ("d dialog native",), "in"),
    Case("show", f"dialog id=d open {{position: absolute}} @400,200,400,200{IN}", ("d dialog ",), "in page"),
    Case(
        "fixed-below-something",
        f"dialog id=d open {BOX}\np {{position: relative}} @0,300,9,9",
        ("d dialog ",),
        "in page",
    ),
    # ------------------------------------------------------------------ the rest is inert
    Case(
        "rest-inert",
        f"div id=d role=dialog {BOX}",
        ("d dialog rest-inert",),
        "in",
        "div inert\n  button id=page @0,0,90,20\n",
    ),
    Case(
        "rest-aria-hidden",
        f"div id=d role=dialog {BOX}",
        ("d dialog rest-inert",),
        "in",
        "div aria-hidden=true\n  button id=page @0,0,90,20\n",
    ),
    Case(
        "some-aria-hidden",
        f"div id=d role=dialog {BOX}",
        ("d dialog ",),
        "in page two",
        "div aria-hidden=true\n  button id=page @0,0,90,20\nbutton id=two @0,30,90,20\n",
    ),
    # ------------------------------------------------------------------ covers
    Case("cover-beside", f"{LAYER}div id=d role=dialog {BOX}", ("d dialog cover",), "in"),
    Case(
        "cover-round",
        "div {position: fixed} @0,0,1280,800\n  div id=d role=dialog @400,200,400,200\n    button id=in @410,210,90,20",
        ("d dialog cover",),
        "in",
    ),
    Case(
        "fills-the-window",
        "div id=d role=dialog {position: fixed} @0,0,1280,800\n  button id=in @410,210,90,20",
        ("d dialog cover",),
        "in",
    ),
    Case("cover-in-the-flow", f"div @0,0,1280,800\ndiv id=d role=dialog {BOX}", ("d dialog ",), "in"),
    Case("small-cover", f"div {{position: fixed}} @0,0,1280,400\ndiv id=d role=dialog {BOX}", ("d dialog ",), "in"),
    Case(
        "app-root-is-no-cover",
        f"div id=d role=dialog {BOX}",
        ("d dialog ",),
        "in page",
        "div {position: fixed} @0,0,1280,800\n  button id=page @0,0,90,20\n",
    ),
    Case(
        "cover-with-a-hole",
        "svg {position: fixed; pointer-events: none} @0,0,1280,800\n"
        '  path d="M0 0H1280V800H0Z M0 0h95v25h-95z" {pointer-events: auto} @0,0,1280,800\n'
        f"div id=d role=dialog {BOX}",
        ("d dialog ",),
        "in page",
    ),
    Case("cover-without-dialog", f"{LAYER}div {BOX}", (), "in"),
    # ------------------------------------------------------------------ several
    Case(
        "stacked",
        f"dialog id=d open {BOX}\ndialog id=e open {{position: fixed}} @500,250,100,100\n"
        "  button id=top @510,260,50,20",
        ("d dialog native", "e dialog native"),
        "top",
    ),
    Case(
        "nested",
        "div id=d role=dialog aria-modal=true {position: fixed} @400,200,400,200\n"
        "  button id=in @410,210,90,20\n"
        "  div id=e role=alertdialog aria-modal=true {position: fixed} @500,250,100,100\n"
        "    button id=top @510,260,50,20",
        ("d dialog aria-modal", "e alertdialog aria-modal"),
        "top",
    ),
    Case(
        "toast-beside",
        "div id=d role=dialog aria-label=T {position: fixed} @900,700,300,90\n  button id=in @910,710,90,20",
        ("d dialog ",),
        "in page",
    ),
    Case(
        "toast-above-a-modal",
        f"div id=d role=dialog aria-modal=true {BOX}\ndiv {{position: fixed}} @900,700,300,90\n"
        "  button id=toast @910,710,90,20",
        ("d dialog aria-modal",),
        "in toast",
    ),
    Case(
        "toast-below-a-modal",
        f"div {{position: fixed}} @900,700,300,90\n  button id=toast @910,710,90,20\n"
        f"div id=d role=dialog aria-modal=true {BOX}",
        ("d dialog aria-modal",),
        "in",
    ),
    Case(
        "toast-above-a-native-modal",
        f"dialog id=d open {BOX}\ndiv popover {{display: block; position: fixed}} @900,700,300,90\n"
        "  button id=toast @910,710,90,20",
        ("d dialog native", " popover "),
        "in",
    ),
    # ------------------------------------------------------------------ popups
    Case(
        "menu-out-of-the-flow",
        "ul id=m role=menu {position: absolute} @0,50,90,90\n  li id=i role=menuitem @0,50,90,20",
        ("m menu ",),
        "i page",
    ),
    Case("menu-in-the-flow", "ul id=m role=menu @0,50,90,90\n  li id=i role=menuitem @0,50,90,20", (), "i page"),
    Case(
        "list-in-a-portal",
        "div {position: absolute} @0,50,90,90\n  div @0,50,90,90\n"
        "    ul id=m role=listbox @0,50,90,90\n      li id=i role=option @0,50,90,20",
        ("m listbox ",),
        "i page",
    ),
    Case(
        "list-of-a-combobox",
        "ul id=m role=listbox @0,50,90,90\n  li id=i role=option @0,50,90,20",
        ("page combobox ", "m listbox "),
        "i page",
        "input id=page role=combobox aria-expanded=true aria-controls=m @0,0,90,20\n",
    ),
    Case("closed-combobox", "p", (), "page", "input id=page role=combobox aria-expanded=false @0,0,90,20\n"),
    Case(
        "popover",
        "div id=m popover {display: block; position: fixed} @400,200,400,200\n  button id=in @410,210,90,20",
        ("m popover ",),
        "in page",
    ),
    Case("closed-popover", "div id=m popover {display: none}", (), "page"),
    Case(
        "popup-of-a-modal",
        "div id=d role=dialog aria-modal=true {position: fixed} @400,200,400,200\n"
        "  button id=in aria-expanded=true aria-controls=m @410,210,90,20\n"
        "ul id=m role=listbox @410,240,90,90\n  li id=i role=option @410,240,90,20",
        ("d dialog aria-modal", "m listbox "),
        "i in",
    ),
    # ------------------------------------------------------------------ frames, shadow trees
    Case(
        "modal-of-a-frame",
        "iframe @0,100,600,400\n  html @0,0,600,400\n    body\n      button id=low @0,0,90,20\n"
        "      dialog id=d open {position: fixed} @100,100,300,200\n        button id=in @110,110,90,20",
        ("d dialog native",),
        "in page",
    ),
    Case(
        "frame-in-a-modal",
        "div id=d role=dialog aria-modal=true {position: fixed} @400,200,400,200\n"
        "  iframe @400,200,300,40\n    html @0,0,300,40\n      body\n        input id=in @0,0,90,20",
        ("d dialog aria-modal",),
        "in",
    ),
    Case(
        "modal-in-a-shadow-tree",
        f"{LAYER}my-consent\n"
        "  div id=d role=dialog aria-modal=true :shadow=closed {position: fixed} @400,200,400,200\n"
        "    button id=in :shadow=closed @410,210,90,20",
        ("d dialog aria-modal",),
        "in",
    ),
    Case(
        "busy-dialog",
        f'{LAYER}div id=d role=dialog aria-modal=true {{position: fixed}} @400,200,400,200\n  p "Please wait"',
        ("d dialog aria-modal",),
        "",
    ),
)


def page_of(case: Case) -> Page:
    return perceive(load(capture_from(case.behind + case.tree)), -1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_overlays(case: Case) -> None:
    page = page_of(case)
    found = [f"{page.node(o.node).attributes.get('id', '')} {o.kind} {o.evidence}" for o in page.overlays.open]
    assert found == list(case.overlays)
    assert all(overlay.is_modal == bool(overlay.evidence) for overlay in page.overlays.open)
    window = perceive(page.snapshot)
    listed = sorted(window.node(i).attributes["id"] for i in window.listing.listed)
    assert " ".join(listed) == " ".join(sorted(case.listed.split()))


def test_every_evidence_has_a_row() -> None:
    assert {overlay.split(" ")[2] for case in CASES for overlay in case.overlays} - {""} == MODALITY.keys()


DIALOGS: tuple[tuple[str, list[tuple[str, str, bool, bool]]], ...] = (
    ("p", []),
    (f'div role=dialog aria-label="Cookies" {BOX}', [("dialog", "Cookies", False, False)]),
    (f'dialog open aria-label="Sure?" {BOX}', [("dialog", "Sure?", True, True)]),
    (
        f"div role=alertdialog aria-label=Toast {{position: fixed}} @900,700,90,90\ndialog open aria-label=A {BOX}\n"
        "dialog open aria-label=B {position: fixed} @500,250,100,100",
        [("dialog", "B", True, True), ("alertdialog", "Toast", False, False), ("dialog", "A", True, False)],
    ),
    (
        "iframe @0,100,600,400\n  html @0,0,600,400\n    body\n      button @0,0,90,20\n"
        "      dialog open aria-label=F {position: fixed} @100,100,300,200",
        [("dialog", "F", True, False)],
    ),
)


@pytest.mark.parametrize(("tree", "expected"), DIALOGS)
def test_dialogs_of_a_page(tree: str, expected: list[tuple[str, str, bool, bool]]) -> None:
    page = page_from("button id=page @0,0,90,20\n" + tree)
    assert [(d.role, d.name, d.modal, d.pruned_page) for d in page.dialogs] == expected


def test_topmost_is_told_by_paint_order() -> None:
    capture = capture_from(
        "div id=a role=dialog aria-modal=true {position: fixed} @400,200,400,200\n"
        "div id=b role=dialog aria-modal=true {position: fixed} @450,250,300,100"
    )
    paint_element(capture, "a", 99)
    page = perceive(load(capture))
    assert page.overlays.modal is not None
    assert page.overlays.modal.node == node_at(page, "a").i


@settings(max_examples=60, deadline=None)
@given(captures())
def test_nothing_in_or_round_a_modal_is_behind_it(capture: dict[str, object]) -> None:
    page = perceive(load(capture))
    for overlay in page.overlays.open:
        if page.overlays.is_pruning(overlay.node):
            around = [*page.flat_tree.ancestors(overlay.node), overlay.node]
            assert not any(page.overlays.is_behind_modal(i) for i in around)
    if page.overlays.modal is None:
        assert not any(page.overlays.is_behind_modal(i) for i in range(len(page.snapshot)))


def opening(snapshot: Snapshot) -> Callable[[], object]:
    page = perceive(snapshot)
    _ = page.occlusion.top_at(0, 0), page.window.in_expanded()
    return lambda: [page.overlays.is_behind_modal(i) for i in range(len(page.snapshot))]


def test_growth() -> None:
    def page(count: int) -> Snapshot:
        controls = [Drawn("button", box=(k % 40 * 30.0, k // 40 * 30.0, 20, 20)) for k in range(count)]
        dialog = Drawn(
            "div", {"role": "dialog", "aria-modal": "true"}, styles={"position": "fixed"}, box=(0, 0, 1280, 800)
        )
        return load(capture_from([*controls, dialog]))

    assert growth(partial(opening, page(200)), partial(opening, page(800))) < RATIO

"""Role letters, ordinals and backend ids of one capture: SPEC 5.1, rows N-32 to N-36."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ids import SCHEMES, assign
from perception.errors import UnknownIdError, UnknownNameError
from perception.loading import load
from perception.perceive import perceive
from perception.profile import DEFAULT, NOTTE
from perception.tables.letters import LETTERS
from perception.testing import captures, node_at, page_from
from tests.moments import without

ROWS = (
    ("link", 'a id=x href="/x" "Go"', "L1"),
    ("button", 'button id=x "Go"', "B1"),
    ("tab", 'div id=x role=tab tabindex=0 "Go"', "B1"),
    ("menuitem", 'div id=x role=menuitem tabindex=0 "Go"', "B1"),
    ("menuitemcheckbox", 'div id=x role=menuitemcheckbox tabindex=0 "Go"', "B1"),
    ("menuitemradio", 'div id=x role=menuitemradio tabindex=0 "Go"', "B1"),
    ("radio", "input id=x type=radio", "B1"),
    ("checkbox", "input id=x type=checkbox", "B1"),
    ("switch", 'div id=x role=switch tabindex=0 "Go"', "B1"),
    ("textbox", "input id=x", "I1"),
    ("searchbox", "input id=x type=search", "I1"),
    ("combobox", 'select id=x\n  option "A"', "I1"),
    ("slider", "input id=x type=range", "I1"),
    ("spinbutton", "input id=x type=number", "I1"),
    ("image", 'img id=x alt="A" :clickable', "F1"),
    ("option", 'div role=listbox aria-label="L"\n  div id=x role=option tabindex=0 "Go"', "O1"),
    ("rest", 'div id=x {cursor: pointer} "Go"', "M1"),
)


@pytest.mark.parametrize(("tree", "id"), [pytest.param(tree, id, id=name) for name, tree, id in ROWS])
def test_the_letter_is_that_of_the_role(tree: str, id: str) -> None:
    page = page_from(tree, viewport_expansion=-1)
    assert assign(page).id_of(node_at(page, "x").i) == id


def test_a_spinbutton_is_one_of_the_rest_for_notte() -> None:
    page = page_from("input id=x type=number", profile=NOTTE)
    assert assign(page).id_of(node_at(page, "x").i) == "M1"


def test_every_letter_counts_from_one_depth_first() -> None:
    page = page_from(
        """
        nav
          a href="/1" "one"
          div
            button "two"
            a href="/3" "three"
        button "four"
        """
    )
    assert [(id, node.name) for id, node in assign(page).items()] == [
        ("L1", "one"),
        ("B1", "two"),
        ("L2", "three"),
        ("B2", "four"),
    ]


def test_a_label_has_the_letter_of_the_control_it_stands_for() -> None:
    page = page_from(
        """
        input id=c type=radio {opacity: 0} @-9999,0,1,1
        label for=c id=l {cursor: pointer} "Red"
        """,
        viewport_expansion=-1,
    )
    assert assign(page).id_of(node_at(page, "l").i) == "B1"


def test_no_role_has_two_letters() -> None:
    assert len({row.role for row in LETTERS}) == len(LETTERS)
    assert [row.role for row in LETTERS] == sorted(row.role for row in LETTERS)


@pytest.mark.parametrize(("scheme", "ids"), [("letters", ["L1", "B1"]), ("ordinal", ["1", "2"])])
def test_schemes(scheme: str, ids: list[str]) -> None:
    assert list(assign(page_from('a href="/" "A"\nbutton "B"'), scheme)) == ids


def test_backend_ids_say_the_node() -> None:
    page = page_from('button id=x "B"')
    assert list(assign(page, "backend")) == [f"n{node_at(page, 'x').backend_node_id}"]


def test_an_unknown_scheme_names_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="letters"):
        assign(page_from('button "B"'), "roman")


@pytest.mark.parametrize(
    ("asked", "closest"),
    [("B9", ("B2", "B1")), ("b1", ("B1", "B2")), ("L7", ("L1",)), ("Q1", ("B1", "B2", "L1")), ("", ("B1", "B2", "L1"))],
)
def test_an_unknown_id_suggests_its_neighbours(asked: str, closest: tuple[str, ...]) -> None:
    labels = assign(page_from('button "A"\nbutton "B"\na href="/" "C"'))
    with pytest.raises(UnknownIdError) as caught:
        labels[asked]
    assert caught.value.closest == closest


@given(captures(), st.sampled_from(sorted(SCHEMES)), st.sampled_from((DEFAULT, NOTTE)))
@settings(deadline=None, max_examples=60)
def test_ids_are_a_bijection_in_reading_order(capture, scheme, profile) -> None:  # type: ignore[no-untyped-def]
    page = perceive(load(capture), -1, profile)
    labels = assign(page, scheme)
    assert [labels[id].i for id in labels] == list(page.listing.listed)
    assert [labels.id_of(labels[id].i) for id in labels] == list(labels)
    assert len(set(labels)) == len(labels) == len(page.listing.listed)


@given(captures(), st.data())
@settings(deadline=None, max_examples=60)
def test_backend_ids_do_not_move_when_unrelated_nodes_go(capture, data) -> None:  # type: ignore[no-untyped-def]
    page = perceive(load(capture), -1)
    everything = page.snapshot.backend_node_id
    gone = data.draw(st.sets(st.sampled_from(everything), max_size=2)) - set(everything[:2])
    later = perceive(load(without(capture, gone)), -1)
    ids, later_ids = assign(page, "backend"), assign(later, "backend")
    for id in later_ids:
        if id in ids:
            assert later_ids[id].backend_node_id == ids[id].backend_node_id

"""Letter ids over the captures of a document's life: SPEC 5.2."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ids import Carry, assign
from perception import load_html
from perception.loading import load
from perception.perceive import Page, perceive
from perception.profile import NOTTE
from perception.testing import capture_from, captures, node_at, page_from
from tests.moments import loaded_anew, with_loader, without

BEFORE = 'button id=a "One"\nbutton id=b "Two"\nbutton id=c "Three"'


def page_of(capture: dict[str, Any]) -> Page:
    return perceive(load(capture), -1)


def backend(capture: dict[str, Any], id: str) -> int:
    return node_at(page_of(capture), id).backend_node_id


def test_a_node_keeps_its_id_when_one_before_it_comes() -> None:
    later = capture_from(BEFORE)
    earlier = without(later, {backend(later, "a")})
    carry = Carry()
    assert list(carry.assign(page_of(earlier))) == ["B1", "B2"]
    labels = carry.assign(page_of(later))
    assert [(id, labels[id].name) for id in labels] == [("B3", "One"), ("B1", "Two"), ("B2", "Three")]
    assert [labels.page.node(i).name for i in labels.new] == ["One"]


def test_a_retired_id_is_not_given_to_another_node() -> None:
    whole = capture_from(BEFORE)
    one, two = backend(whole, "a"), backend(whole, "b")
    carry = Carry()
    carry.assign(page_of(without(whole, {one})))
    carry.assign(page_of(without(whole, {one, two})))
    labels = carry.assign(page_of(without(whole, {two})))
    assert {id: labels[id].name for id in labels} == {"B3": "One", "B2": "Three"}


def test_nothing_is_new_in_a_first_capture() -> None:
    assert not Carry().assign(page_from(BEFORE)).new


def test_a_new_document_counts_from_one_and_says_so() -> None:
    carry = Carry()
    carry.assign(page_of(capture_from(BEFORE)))
    labels = carry.assign(page_of(loaded_anew(capture_from(BEFORE))))
    assert list(labels) == ["B1", "B2", "B3"]
    assert [note.code for note in carry.diagnostics] == ["new-document-life"]


def test_notte_counts_every_capture_anew() -> None:
    whole = capture_from(BEFORE)
    carry = Carry()
    carry.assign(perceive(load(without(whole, {backend(whole, "a")})), -1, NOTTE))
    labels = carry.assign(perceive(load(whole), -1, NOTTE))
    assert [(id, labels[id].name) for id in labels] == [("B1", "One"), ("B2", "Two"), ("B3", "Three")]


LIVES = (
    ("same-capture", capture_from(BEFORE), capture_from(BEFORE), ""),
    ("other-ids", capture_from(BEFORE), loaded_anew(capture_from(BEFORE)), "document or root"),
    ("same-loader", with_loader(capture_from(BEFORE), "L"), with_loader(capture_from('p "x"'), "L"), ""),
    ("other-loader", with_loader(capture_from(BEFORE), "L"), with_loader(capture_from(BEFORE), "M"), "loader"),
    ("one-loader-unknown", with_loader(capture_from(BEFORE), "L"), capture_from(BEFORE), ""),
    ("other-tags", capture_from(BEFORE), capture_from(BEFORE.replace("button", "input", 1)), "another tag"),
)


@pytest.mark.parametrize(("old", "new", "reason"), [pytest.param(*row[1:], id=row[0]) for row in LIVES])
def test_what_ends_a_document_life(old: dict[str, Any], new: dict[str, Any], reason: str) -> None:
    carry = Carry()
    carry.assign(page_of(old))
    carry.assign(page_of(new))
    assert bool(carry.diagnostics) == bool(reason)
    assert not reason or reason in carry.diagnostics[0].text


def test_static_html_is_another_document_when_it_reads_otherwise() -> None:
    one, other = "<button>One</button>", "<button>Two</button>"
    carry = Carry()
    for text in (one, one):
        carry.assign(perceive(load_html(text)))
    assert not carry.diagnostics
    carry.assign(perceive(load_html(other)))
    assert "no frame id" in carry.diagnostics[0].text


@given(captures(), st.data())
@settings(deadline=None, max_examples=60)
def test_no_id_ever_names_another_node(capture: dict[str, Any], data: st.DataObject) -> None:
    everything = page_of(capture).snapshot.backend_node_id
    carry, owner = Carry(), dict[str, int]()
    for _ in range(4):
        gone = data.draw(st.sets(st.sampled_from(everything), max_size=3)) - set(everything[:2])
        labels = carry.assign(page_of(without(capture, gone)))
        assert not carry.diagnostics
        for id, node in labels.items():
            assert owner.setdefault(id, node.backend_node_id) == node.backend_node_id
    assert len(set(owner.values())) == len(owner)


@given(captures())
@settings(deadline=None, max_examples=30)
def test_the_first_capture_is_numbered_as_without_carry(capture: dict[str, Any]) -> None:
    page = page_of(capture)
    assert dict(Carry().assign(page)) == dict(assign(page))

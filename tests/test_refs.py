"""Refs over the captures of a document's life: SPEC 5.3, rows W-90 to W-97."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ids import RefRegistry
from perception.errors import BudgetError, CaptureError, UnknownIdError
from perception.loading import load
from perception.perceive import Page, perceive
from perception.testing import capture_from, captures, node_at, page_from
from tests.moments import loaded_anew, without

TREE = """
    h1 "Title"
    button id=a "One"
    button id=b "Two"
    p id=p "Text"
    button id=h {display: none} "Hidden"
"""


def page_of(capture: dict[str, Any]) -> Page:
    return perceive(load(capture), -1)


def seen(page: Page, *ids: str) -> tuple[RefRegistry, list[str]]:
    """A registry that saw the page, and the refs of these elements."""
    registry = RefRegistry()
    registry.observe(page)
    return registry, [registry.ref(node_at(page, id)) for id in ids]


def test_a_ref_names_its_node_and_stays() -> None:
    page = page_from(TREE)
    registry, (ref,) = seen(page, "a")
    assert registry.lookup(ref) == node_at(page, "a")
    assert registry.ref(node_at(page, "a")) == ref
    assert registry[f"[{ref}]"] == node_at(page, "a")


def test_the_order_of_requests_changes_no_ref() -> None:
    page = page_from(TREE)
    _, forth = seen(page, "a", "b", "p", "h")
    _, back = seen(page, "h", "p", "b", "a")
    assert forth == back[::-1]


def test_numbers_follow_the_reading_order_and_hidden_nodes_come_last() -> None:
    _, refs = seen(page_from(TREE), "h1", "a", "b", "p", "h")
    numbers = [int(ref.removeprefix("ref_")) for ref in refs]
    assert numbers == sorted(numbers)


def test_a_ref_that_was_never_printed_names_nothing() -> None:
    page = page_from(TREE)
    registry, (ref,) = seen(page, "a")
    other = RefRegistry()
    other.observe(page)
    assert other.lookup(ref) is None
    with pytest.raises(UnknownIdError, match="never printed"):
        other[ref]
    assert registry.lookup(ref) is not None


@pytest.mark.parametrize(
    "ref", ["ref_0", "ref_99999", "ref_01", "ref_1x", "B1", "", "ref_", "ref_-1", "ref_" + "9" * 40]
)
def test_what_is_no_ref_names_nothing(ref: str) -> None:
    registry, _ = seen(page_from(TREE), "a")
    assert registry.lookup(ref) is None
    assert ref not in registry
    with pytest.raises(UnknownIdError):
        registry[ref]


def test_a_node_that_is_gone_and_comes_back() -> None:
    whole = capture_from(TREE)
    page = page_of(whole)
    registry, (one, two) = seen(page, "a", "b")
    registry.observe(page_of(without(whole, {node_at(page, "a").backend_node_id})))
    assert registry.lookup(one) is None
    assert registry[two].name == "Two"
    with pytest.raises(UnknownIdError, match="gone") as caught:
        registry[one]
    assert caught.value.closest == (two,)
    registry.observe(page_of(whole))
    assert registry[one].name == "One"


def test_sweep_takes_out_what_is_gone() -> None:
    whole = capture_from(TREE)
    page = page_of(whole)
    registry, (one, two) = seen(page, "a", "b")
    registry.observe(page_of(without(whole, {node_at(page, "a").backend_node_id})))
    assert registry.sweep() == (one,)
    assert list(registry) == [two]
    registry.observe(page_of(whole))
    assert registry.lookup(one) is None
    assert registry.ref(node_at(registry.page, "a")) == one  # type: ignore[arg-type]


def test_release() -> None:
    page = page_from(TREE)
    registry, (one, _) = seen(page, "a", "b")
    assert registry.release([one, "ref_99999"]) == 1
    assert (registry.lookup(one), len(registry)) == (None, 1)
    assert registry.ref(node_at(page, "a")) == one


def test_a_new_document_makes_old_refs_fail_clearly() -> None:
    whole = capture_from(TREE)
    registry, (one,) = seen(page_of(whole), "a")
    registry.observe(page_of(loaded_anew(whole)))
    assert registry.lookup(one) is None
    assert [note.code for note in registry.diagnostics] == ["new-document-life"]
    with pytest.raises(UnknownIdError, match="earlier document"):
        registry[one]
    assert registry.ref(node_at(registry.page, "a")) != one  # type: ignore[arg-type]


def test_capacity_is_an_error_that_says_what_to_do() -> None:
    page = page_from(TREE)
    registry = RefRegistry(capacity=2)
    registry.issue(page, [node_at(page, "a").i, node_at(page, "b").i])
    with pytest.raises(BudgetError, match="release"):
        registry.ref(node_at(page, "p"))
    assert registry.ref(node_at(page, "a"))


def test_eviction_takes_the_longest_issued() -> None:
    page = page_from(TREE)
    registry = RefRegistry(capacity=2, when_full="evict")
    one, two = registry.issue(page, [node_at(page, "a").i, node_at(page, "b").i])
    registry.issue(page, [node_at(page, "a").i])
    text = registry.ref(node_at(page, "p"))
    assert list(registry) == [one, text]
    assert registry.lookup(two) is None


def test_suggestions_for_a_number_are_near_and_can_be_acted_on() -> None:
    page = page_from(TREE)
    registry, (title, one, two, text, _) = seen(page, "h1", "a", "b", "p", "h")
    got = registry.suggest("ref_999")
    assert [s.ref for s in got] == [two, one, text, title]
    assert (got[0].role, got[0].name, got[0].interactive) == ("button", "Two", True)
    assert len(registry.suggest("ref_999", 2)) == 2


def test_suggestions_for_no_number_are_named_and_new() -> None:
    page = page_from(TREE + f'\n    button id=long "{"x" * 60}"')
    registry, _ = seen(page, "h1", "a", "b", "p", "long")
    names = [s.name for s in registry.suggest("submit")]
    assert names == ["x" * 40 + "…", "Two", "One", "Title", ""]


def test_a_point_of_the_window_has_a_ref() -> None:
    page = page_from('button id=x @10,10,80,30\n  b @20,12,40,20 "Go"\np @10,100,80,20 "text"')
    registry, (ref,) = seen(page, "x")
    got = registry.at(60, 35)
    assert got is not None
    assert (got.ref, got.role, got.interactive) == (ref, "button", True)
    text = registry.at(50, 110)
    assert text is not None
    assert (registry[text.ref].tag, text.interactive) == ("p", False)
    assert registry.at(-5, -5) is None
    assert RefRegistry().at(30, 20) is None


def test_saved_refs_go_on(tmp_path: Any) -> None:
    whole = capture_from(TREE)
    registry, refs = seen(page_of(whole), "a", "b", "h")
    registry.release([refs[1]])
    again = RefRegistry.from_json(registry.to_json())
    assert again.lookup(refs[0]) is None
    again.observe(page_of(whole))
    assert again.lookup(refs[0]) == node_at(again.page, "a")  # type: ignore[arg-type]
    assert again.lookup(refs[1]) is None
    assert again.to_json() == registry.to_json()
    again.observe(page_of(loaded_anew(whole)))
    with pytest.raises(UnknownIdError, match="earlier document"):
        again[refs[0]]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"format": "x"}', '{"format": "domsight-refs-1"}'])
def test_what_is_no_saved_registry(text: str) -> None:
    with pytest.raises(CaptureError):
        RefRegistry.from_json(text)


def test_saved_refs_are_plain_json() -> None:
    registry, _ = seen(page_from(TREE), "a")
    assert json.loads(registry.to_json())["format"] == "domsight-refs-1"


def test_a_node_of_another_page_is_refused() -> None:
    registry, _ = seen(page_from(TREE), "a")
    with pytest.raises(UnknownIdError, match="another page"):
        registry.ref(node_at(page_from(TREE), "a"))


@given(captures(), st.data())
@settings(deadline=None, max_examples=80)
def test_no_ref_ever_names_another_node(capture: dict[str, Any], data: st.DataObject) -> None:
    everything = page_of(capture).snapshot.backend_node_id
    registry, owner = RefRegistry(), dict[str, int]()
    for _ in range(5):
        gone = data.draw(st.sets(st.sampled_from(everything), max_size=3)) - set(everything[:2])
        page = page_of(without(capture, gone))
        picked = (
            data.draw(st.lists(st.sampled_from(range(2, len(page.snapshot))), max_size=5))
            if len(page.snapshot) > 2
            else []
        )
        elements = [i for i in picked if page.is_element(i)]
        for i, ref in zip(elements, registry.issue(page, elements), strict=True):
            backend = page.snapshot.backend_node_id[i]
            assert owner.setdefault(ref, backend) == backend
            assert registry.lookup(ref) == page.node(i)
        for ref in data.draw(st.lists(st.sampled_from(sorted(owner)), max_size=2)) if owner else ():
            registry.release([ref])
        for ref, backend in owner.items():
            node = registry.lookup(ref)
            assert node is None or node.backend_node_id == backend
    assert len(set(owner.values())) == len(owner)


@given(captures())
@settings(deadline=None, max_examples=40)
def test_saving_and_loading_changes_nothing(capture: dict[str, Any]) -> None:
    page = page_of(capture)
    registry = RefRegistry()
    elements = [i for i in range(len(page.snapshot)) if page.is_element(i)]
    refs = registry.issue(page, elements)
    again = RefRegistry.from_json(registry.to_json())
    again.observe(page)
    assert [again.lookup(ref) for ref in refs] == [page.node(i) for i in elements]
    assert again.issue(page, elements) == refs

"""Elements known again, within a document's life and after a page load: SPEC 5.4."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from ids.identity import CHILD, FEATURES, PARENT, SAME_LIFE, is_same_life, matches
from perception.loading import load
from perception.perceive import Page, perceive
from perception.testing import capture_from, captures, node_at
from tests.moments import corpus_capture, loaded_anew, pairs, without

ANEW = 10_000_000
"""What is added to backend ids by a reload in these tests."""

PART = 20
"""Nodes of the largest part that is taken out of a page."""


def page_of(capture: dict[str, Any]) -> Page:
    return perceive(load(capture))


def reloaded(tree: str, later: str) -> tuple[Page, Page]:
    return page_of(capture_from(tree)), page_of(loaded_anew(capture_from(later)))


def found(old: Page, new: Page, id: str) -> tuple[str, str] | None:
    """The id attribute of the element that `id` was found as, and the evidence."""
    i = node_at(old, id).i
    match = next((match for match in matches(old, new) if match.old == i), None)
    return (new.snapshot.attrs(match.new).get("id", ""), match.evidence) if match else None


ROWS = (
    ("test-id", 'p id=x data-testid=q "a"', 'p "0"\np id=y data-testid=q "b"', ("y", "test-id")),
    ("id", 'p id=cart "a"', 'p "0"\np id=cart "b"', ("cart", "id")),
    ("generated-id-is-none", 'p id=x1234 "a"\np id=y', 'p id=x1234 "b"\np id=y\np', None),
    ("link", 'a id=x "A" href="/a"', 'p "0"\na id=y "A" href="/a"\na "A" href="/b"', ("y", "address-and-name")),
    ("field", "input id=x1111 name=mail", 'p "0"\ninput id=y2222 name=mail', ("y2222", "attributes-and-name")),
    ("button", 'button id=x1111 "Go"', 'p "0"\nbutton id=y2222 "Go"', ("y2222", "role-and-name")),
    ("two-alike", 'button id=x1111 "Go"\nbutton "Go"', 'button id=y2222 "Go"\nbutton "Go"', None),
    (
        "the-same-button-in-another-row",
        'table\n  tr\n    td "Ann"\n    td\n      button id=x1111 "Delete"',
        'table\n  tr\n    td "Bob"\n    td\n      button id=y2222 "Delete"',
        None,
    ),
    ("only-child", 'main\n  p id=x1111 "a"', 'main\n  p id=y2222 "b"', ("y2222", CHILD)),
    ("other-link-in-its-place", 'nav\n  a id=x1111 "A" href="/a"', 'nav\n  a id=y2222 "B" href="/b"', None),
    ("around-what-is-known", 'div id=x1111\n  p id=in "a"\ndiv', 'div id=y2222\n  p id=in "b"\ndiv', ("y2222", PARENT)),
)


@pytest.mark.parametrize(("old", "new", "wanted"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_after_a_reload(old: str, new: str, wanted: tuple[str, str] | None) -> None:
    before, after = reloaded(old, new)
    id = next(value for i in range(len(before.snapshot)) if (value := before.snapshot.attrs(i).get("id")))
    assert found(before, after, id) == wanted


def test_within_a_life_the_backend_id_settles_it() -> None:
    whole = capture_from('button id=a "Go"\nbutton id=b "Go"')
    old = page_of(whole)
    new = page_of(without(whole, {node_at(old, "a").backend_node_id}))
    assert is_same_life(old, new)
    got = matches(old, new)
    assert {match.evidence for match in got} == {SAME_LIFE}
    assert [match.score for match in got] == [1.0] * len(got)
    assert found(old, new, "a") is None
    assert found(old, new, "b") == ("b", SAME_LIFE)


def test_a_match_by_place_alone_has_a_low_score() -> None:
    old, new = reloaded('main\n  p\n    b "a"', 'main\n  p\n    b "z"')
    scores = {old.snapshot.tag[match.old]: match.score for match in matches(old, new)}
    assert scores["body"] > scores["main"] > scores["p"] > scores["b"] > 0
    assert scores["p"] < 0.5


def test_features_stand_by_their_score() -> None:
    scores = [score for score, _ in FEATURES.values()]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("name", ["article", "checkout", "dashboard", "settings", "shop", "webmail"])
def test_matches_of_thinned_pages_are_right(name: str) -> None:
    """Two loads of a page, each with other parts missing: who is matched is nearly always the same element."""
    capture, draw = corpus_capture(name), random.Random(name)
    s = page_of(capture).snapshot
    parts = [s.backend_node_id[i] for i in range(len(s)) if s.subtree_end[i] - i <= PART]
    old = page_of(without(capture, set(draw.sample(parts, len(parts) // 50))))
    new = page_of(loaded_anew(without(capture, set(draw.sample(parts, len(parts) // 50))), ANEW))
    assert not is_same_life(old, new)
    right, total = Counter[bool](), Counter[bool]()
    for match in matches(old, new):
        is_feature = match.evidence in FEATURES
        backend = old.snapshot.backend_node_id[match.old], new.snapshot.backend_node_id[match.new]
        total[is_feature] += 1
        right[is_feature] += backend[0] + ANEW == backend[1]
    assert right[True] >= 0.99 * total[True]
    assert right[False] >= 0.9 * total[False]
    assert sum(total.values()) > 0.5 * sum(map(old.is_element, range(len(old.snapshot))))


@pytest.mark.parametrize(("before", "after"), pairs())
def test_pairs_of_the_corpus_are_of_one_life(before: str, after: str) -> None:
    old, new = page_of(corpus_capture(before)), page_of(corpus_capture(after))
    assert is_same_life(old, new)
    tag = new.snapshot.tag
    assert all(old.snapshot.tag[match.old] == tag[match.new] for match in matches(old, new))


@given(captures(), captures())
@settings(deadline=None, max_examples=40)
def test_no_element_is_in_two_pairs(capture: dict[str, Any], other: dict[str, Any]) -> None:
    got = matches(page_of(capture), page_of(loaded_anew(other)))
    assert len({match.old for match in got}) == len({match.new for match in got}) == len(got)
    assert all(0 < match.score <= 1 for match in got)

"""Walks over captures before and after an interaction: no ref ever names another node (SPEC 5.2, 5.3)."""

import random
from functools import cache

import pytest

from ids import Carry, RefRegistry
from perception.loading import load
from perception.perceive import Page, perceive
from rendering import tree
from tests.moments import corpus_capture, pairs

WALKS = 1000
"""Over all pairs together."""

STEPS = 8
Key = tuple[int, int]


@cache
def page_of(name: str) -> Page:
    return perceive(load(corpus_capture(name)), -1)


@cache
def printed(name: str, filter: str) -> tuple[int, ...]:
    """The nodes that the tree text prints."""
    return tuple(node for node in tree(page_of(name), RefRegistry(), filter=filter).nodes if node >= 0)


def key_of(page: Page, i: int) -> Key:
    """What makes a node the same one in captures of one document life."""
    s = page.snapshot
    return s.documents[s.document[i]].process, s.backend_node_id[i]


@pytest.mark.parametrize(("before", "after"), pairs())
def test_no_ref_names_another_node(before: str, after: str) -> None:
    draw = random.Random(before)
    for _ in range(-(-WALKS // len(pairs()))):
        registry, owner = RefRegistry(), dict[str, Key]()
        for _ in range(STEPS):
            name = draw.choice((before, after))
            page = page_of(name)
            step = draw.randrange(6)
            if step < 3:
                nodes = printed(name, draw.choice(("all", "visible", "interactive")))
                for i, ref in zip(nodes, registry.issue(page, nodes), strict=True):
                    assert owner.setdefault(ref, key_of(page, i)) == key_of(page, i)
            elif step == 3:
                registry.release(draw.sample(sorted(owner), len(owner) // 3))
            elif step == 4:
                registry.sweep()
            else:
                registry = RefRegistry.from_json(registry.to_json())
                registry.observe(page)
            assert not registry.diagnostics
            assert registry.page is not None or not owner
            for ref in draw.sample(sorted(owner), min(len(owner), 12)):
                node = registry.lookup(ref)
                assert node is None or key_of(registry.page, node.i) == owner[ref]  # type: ignore[arg-type]
        assert len(set(owner.values())) == len(owner)


@pytest.mark.parametrize(("before", "after"), pairs())
def test_a_text_after_a_walk_reads_as_at_once(before: str, after: str) -> None:
    registry = RefRegistry()
    first = tree(page_of(before), registry).text
    tree(page_of(after), registry)
    assert tree(page_of(before), registry).text == first
    assert tree(perceive(page_of(before).snapshot, -1), registry).text == first


@pytest.mark.parametrize(("before", "after"), pairs())
def test_no_letter_id_names_another_node(before: str, after: str) -> None:
    carry, owner = Carry(), dict[str, Key]()
    for name in (before, after, after, before, after):
        page = page_of(name)
        for id, node in carry.assign(page).items():
            assert owner.setdefault(id, key_of(page, node.i)) == key_of(page, node.i)
    assert not carry.diagnostics
    assert len(set(owner.values())) == len(owner)

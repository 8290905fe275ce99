"""Complete readings of a subtree: SPEC 7.6, row W-79."""

import pytest

from ids import RefRegistry
from perception.perceive import Page
from perception.testing import node_at, page_from
from rendering import ReadCoverage, Tree, tree

ITEMS = "\n".join(f'  p "paragraph {k} of the thread, with some words"' for k in range(60))
PAGE = f"main id=m\n{ITEMS}\nnav id=n\n" + ITEMS.replace("thread", "menu")
SIZE = 700


def reading(page: Page, registry: RefRegistry, id: str = "m", **arguments: object) -> list[Tree]:
    registry.observe(page)
    ref = registry.ref(node_at(page, id))
    count = tree(page, registry, ref=ref, max_chars=SIZE, **arguments).parts  # type: ignore[arg-type]
    return [tree(page, registry, ref=ref, max_chars=SIZE, part=n, **arguments) for n in range(1, count + 1)]  # type: ignore[arg-type]


@pytest.fixture
def registry() -> RefRegistry:
    return RefRegistry()


@pytest.fixture
def parts(registry: RefRegistry) -> list[Tree]:
    return reading(page_from(PAGE), registry)


def coverage(parts: list[Tree]) -> ReadCoverage:
    return ReadCoverage(parts[0].request.ref)


def test_all_parts_in_order_are_complete(parts: list[Tree]) -> None:
    got = coverage(parts)
    assert (got.complete, got.missing) == (False, (1,))
    assert all(got.add(part) for part in parts)
    assert (got.complete, got.missing) == (True, ())


def test_what_is_missing_is_named(parts: list[Tree]) -> None:
    got = coverage(parts)
    got.add(parts[0])
    got.add(parts[1])
    assert got.missing == tuple(range(3, len(parts) + 1))


def test_a_skipped_part_does_not_count(parts: list[Tree]) -> None:
    got = coverage(parts)
    got.add(parts[0])
    assert not got.add(parts[2])
    assert got.missing[0] == 2


def test_a_repeated_part_changes_nothing(parts: list[Tree]) -> None:
    got = coverage(parts)
    got.add(parts[0])
    got.add(parts[1])
    assert not got.add(parts[0])
    assert not got.add(parts[1])
    assert got.missing[0] == 3


def test_the_last_part_first_does_not_count(parts: list[Tree]) -> None:
    got = coverage(parts)
    assert not got.add(parts[-1])
    assert not got.complete


def test_a_part_of_another_anchor_does_not_count(parts: list[Tree], registry: RefRegistry) -> None:
    got = coverage(parts)
    got.add(parts[0])
    page = parts[0].page
    other = reading(page, registry, "n")
    assert not got.add(other[0])
    assert not got.add(tree(page, registry, max_chars=SIZE, part=2))
    assert got.add(parts[1])


def test_another_filter_does_not_count(parts: list[Tree], registry: RefRegistry) -> None:
    assert not coverage(parts).add(reading(parts[0].page, registry, filter="visible")[0])


def test_another_size_begins_anew(parts: list[Tree], registry: RefRegistry) -> None:
    got = coverage(parts)
    got.add(parts[0])
    other = tree(parts[0].page, registry, ref=parts[0].request.ref, max_chars=2 * SIZE)
    assert got.add(other)
    assert not got.add(parts[1])
    assert got.missing == tuple(range(2, other.parts + 1))


def test_another_capture_begins_anew(parts: list[Tree], registry: RefRegistry) -> None:
    got = coverage(parts)
    got.add(parts[0])
    later = reading(page_from(PAGE.replace("paragraph 50", "another")), registry)
    assert later[0].request.ref == parts[0].request.ref
    assert not got.add(later[1])
    assert got.missing == (1,)
    assert all(got.add(part) for part in later)
    assert got.complete


def test_a_complete_reading_stays_complete(parts: list[Tree], registry: RefRegistry) -> None:
    got = coverage(parts)
    for part in parts:
        got.add(part)
    assert not got.add(tree(parts[0].page, registry, ref=parts[0].request.ref, max_chars=2 * SIZE))
    assert got.complete


def test_a_shortened_line_is_not_read() -> None:
    page = page_from(f'p "{"word " * 95}"')
    registry = RefRegistry()
    got = ReadCoverage()
    assert not got.add(tree(page, registry, max_chars=200))
    assert got.add(tree(page, registry, max_chars=800))
    assert got.complete

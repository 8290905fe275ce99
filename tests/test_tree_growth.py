"""Time and depth of ids and tree texts: linear in the nodes, whatever the depth."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from benchmarks.generate import capture
from ids import Carry, RefRegistry
from ids.identity import matches
from perception.loading import load
from perception.perceive import Page, perceive
from perception.profile import DEFAULT, WEBBRAIN, Profile
from rendering import diff, tree
from tests.growth import RATIO, seconds
from tests.moments import loaded_anew

SMALL = 1500


def whole(page: Page) -> object:
    return tree(page, RefRegistry()).text


def window(page: Page) -> object:
    return tree(page, RefRegistry(), filter="visible").text


def parts(page: Page) -> object:
    registry = RefRegistry()
    part = tree(page, registry, max_chars=2000)
    while part.continuation is not None:
        part = tree(page, registry, continuation=part.continuation)
    return part.text


def ids_of_two_captures(page: Page) -> object:
    carry, registry = Carry(), RefRegistry()
    for _ in range(2):
        again = perceive(page.snapshot)
        carry.assign(again)
        registry.observe(again)
    return registry.sweep()


def difference(page: Page) -> object:
    return diff(page, perceive(page.snapshot)).items


WORK: tuple[tuple[Callable[[Page], object], tuple[str, ...]], ...] = (
    (whole, ("deep", "flat", "form", "nested", "table")),
    (window, ("deep", "table")),
    (parts, ("table",)),
    (ids_of_two_captures, ("deep", "table")),
    (difference, ("nested", "table")),
)


@pytest.mark.parametrize(("work", "shape"), [(work, shape) for work, shapes in WORK for shape in shapes])
def test_growth(work: Callable[[Page], object], shape: str) -> None:
    def run(nodes: int) -> float:
        snapshot = load(capture(shape, nodes))
        return seconds(lambda: partial(work, perceive(snapshot)), repeat=2)

    assert any(run(4 * SMALL) < RATIO * run(SMALL) for _ in range(4))  # noise only adds


def test_growth_of_identity() -> None:
    def run(nodes: int) -> float:
        old, new = load(capture("table", nodes)), load(loaded_anew(capture("table", nodes), 10**6))
        return seconds(lambda: partial(matches, perceive(old), perceive(new)), repeat=2)

    assert any(run(4 * SMALL) < RATIO * run(SMALL) for _ in range(4))  # noise only adds


def lined(levels: int) -> dict[str, Any]:
    """A chain of sections that all have a line of their own."""
    drawn = capture("deep", levels)
    strings, nodes = drawn["snapshot"]["strings"], drawn["snapshot"]["documents"][0]["nodes"]
    section = strings.index("DIV")
    strings[section] = "SECTION"
    strings += ["aria-label", "Level"]
    label = [len(strings) - 2, len(strings) - 1]
    rows = zip(nodes["nodeName"], nodes["attributes"], strict=True)
    nodes["attributes"] = [label if name == section else row for name, row in rows]
    return drawn


@pytest.mark.parametrize(("levels", "profile"), [(100_000, DEFAULT), (20_000, WEBBRAIN)])
def test_a_line_a_level(levels: int, profile: Profile) -> None:
    page = perceive(load(lined(levels)), profile=profile)
    got = tree(page, RefRegistry(), max_depth=10**6, max_chars=10**9)
    assert len(got.lines) > 0.99 * levels
    assert max(map(len, got.lines)) < 100
    assert "At the bottom" in got.text

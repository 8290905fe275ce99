"""A page and its snapshot are freed when they are let go: nothing in them waits for the cycle collector.

A worker that reads thousands of captures would hold the columns of many for as long as the collector does not run.
"""

import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

import ids
import perception
import rendering
from perception.perceive import Page
from rendering.renderers import RENDERERS

CAPTURE = Path(__file__).parent.parent / "corpus" / "captures" / "shop.capture.json.gz"


def everything_of_nodes(page: Page) -> None:
    for node in page.find("a, button, input, select").items:
        page.explain(node)
        page.locators_of(node.i)
        assert (node.role, node.name, node.states, node.rect) is not None


VIEWS: dict[str, Callable[[Page], object]] = {
    "actions": lambda page: rendering.action_space(page, ids.assign(page)).data(),
    "carry": lambda page: ids.Carry().assign(page),
    "facts": lambda page: list(rendering.facts(page, ids.assign(page))),
    "nodes": everything_of_nodes,
    "selectors": lambda page: [page.select("main a[href]"), page.xpath("//a")],
    "tree": lambda page: rendering.tree(page, ids.RefRegistry()).text,
    "visible tree": lambda page: rendering.tree(page, ids.RefRegistry(), filter="visible").text,
}


def is_freed(view: Callable[[Page], object], expansion: float) -> bool:
    """Whether neither page nor snapshot is left without the collector."""
    gc.collect()
    gc.disable()
    try:
        page = perception.perceive(perception.load(CAPTURE), viewport_expansion=expansion)
        left = weakref.ref(page), weakref.ref(page.snapshot)
        view(page)
        del page
        return all(reference() is None for reference in left)
    finally:
        gc.enable()


@pytest.mark.parametrize("expansion", [0, -1])
@pytest.mark.parametrize("view", VIEWS)
def test_a_page_is_freed_at_once(view: str, expansion: float) -> None:
    assert is_freed(VIEWS[view], expansion)


@pytest.mark.parametrize("name", RENDERERS)
def test_a_renderer_keeps_no_page(name: str) -> None:
    assert is_freed(lambda page: list(RENDERERS[name](page, ids.assign(page))), 0)

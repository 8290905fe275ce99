"""What is measured: the views of a page from the bytes on, and the stages that they go through.

In: bytes, or a snapshot. Out: work to be timed. A stage's work is made with everything before it done, so that its time
is its own; a view begins at the bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import ids
import perception
import rendering
from perception.capture import read
from perception.flat_tree import FlatTree
from perception.perceive import Page
from perception.snapshot import Snapshot
from rendering.actions import action_lines
from rendering.renderers import RENDERERS

WHOLE = -1

Work: TypeAlias = Callable[[], object]


def action_text(raw: bytes, expansion: float) -> str:
    page = perception.perceive(perception.load(raw), viewport_expansion=expansion)
    return rendering.action_space(page, ids.assign(page)).description


def tree_text(raw: bytes, filter: str) -> str:
    page = perception.perceive(perception.load(raw))
    return rendering.tree(page, ids.RefRegistry(), filter=filter).text


def all_facts(raw: bytes) -> int:
    page = perception.perceive(perception.load(raw), viewport_expansion=WHOLE)
    return sum(1 for _ in rendering.facts(page, ids.assign(page)))


def query(raw: bytes) -> int:
    page = perception.perceive(perception.load(raw))
    return len(page.select(SELECTOR))


SELECTOR = "body a[href], td:nth-child(2), form label"
"""Compounds by tag, attribute and place, joined by descent."""

VIEWS: Mapping[str, Callable[[bytes], object]] = MappingProxyType(
    {
        "load": perception.load,
        "actions, window": lambda raw: action_text(raw, 0),
        "actions, whole": lambda raw: action_text(raw, WHOLE),
        "tree, window": lambda raw: tree_text(raw, "visible"),
        "tree, whole": lambda raw: tree_text(raw, "all"),
        "facts, whole": all_facts,
        "query": query,
    }
)
"""Name -> view of the bytes of a capture."""


# ---------------------------------------------------------------------------------------------------- stages


class Stage(NamedTuple):
    """`prepared` gives the work of the stage on a fresh page, what comes before it done."""

    name: str
    prepared: Callable[[bytes, Snapshot], Work]


def _page(snapshot: Snapshot, *before: Callable[[Page], object]) -> Page:
    page = perception.perceive(snapshot, viewport_expansion=WHOLE)
    for work in before:
        work(page)
    return page


def _all(answers: Iterable[object]) -> int:
    return sum(1 for _ in answers)


def _order(_: bytes, snapshot: Snapshot) -> Work:
    return lambda: FlatTree(snapshot).order


def visibility(page: Page) -> None:
    page.visibility.fill(page.geometry.in_expanded())


def roles(page: Page) -> None:
    _all(map(page.roles.role, page.geometry.in_expanded()))


def names(page: Page) -> None:
    _all(map(page.names.name, page.listing.listed))


def rules(page: Page) -> None:
    _all(page.interactivity.candidates(page.geometry.in_expanded()))


def listing(page: Page) -> None:
    _ = page.listing.listed


def occlusion(page: Page) -> None:
    _all(map(page.occlusion.hit, page.window.in_expanded()))


def _stage(work: Callable[[Page], object], *before: Callable[[Page], object]) -> Callable[[bytes, Snapshot], Work]:
    def prepared(_: bytes, snapshot: Snapshot) -> Work:
        page = _page(snapshot, *before)
        return lambda: work(page)

    return prepared


STAGES: tuple[Stage, ...] = (
    Stage("decode", lambda raw, _: lambda: read(raw)),
    Stage("columns", lambda raw, _: lambda: perception.load(raw)),
    Stage("order", _order),
    Stage("visibility", _stage(visibility)),
    Stage("roles", _stage(roles, visibility)),
    Stage("interactivity", _stage(rules, visibility)),
    Stage("occlusion", _stage(occlusion, visibility)),
    Stage("listing", _stage(listing, visibility, rules)),
    Stage("names", _stage(names, listing)),
    Stage("ids", _stage(ids.assign, listing)),
    Stage("action text", _stage(lambda page: _all(action_lines(page, ids.assign(page))), listing, ids.assign, names)),
    Stage("tree text", _stage(lambda page: rendering.tree(page, ids.RefRegistry()).text, listing, names)),
    Stage("query", _stage(lambda page: page.select(SELECTOR))),
)
"""In the order in which they need one another; `columns` is the load with its decode."""


# ---------------------------------------------------------------------------------------------------- renderers


def lines_of(name: str, snapshot: Snapshot, expansion: float = 0) -> list[str]:
    """The lines of a renderer, the page perceived anew."""
    page = perception.perceive(snapshot, viewport_expansion=expansion)
    return list(RENDERERS[name](page, ids.assign(page)))

"""Everything that the library does with a loaded capture, in steps: none of them may raise, whatever the page.

A step is a row: a name and a function of a page. A new feature is a new row.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

import ids
import perception
import rendering
from perception import Node, Page, Snapshot
from perception.errors import AmbiguousError, MissingStyleError
from perception.plan import ACTIONS
from perception.read import DOCUMENT_PROPERTIES, PROPERTIES
from perception.relations import RELATIONS
from perception.tables.secrets import MASK
from rendering.axtree import FILTERS
from rendering.renderers import RENDERERS

SELECTORS = (
    "*",
    "a[href], button",
    ":checked",
    "div > :nth-child(2n+1)",
    "[id]:not([id=''])",
    ":scope *",
    "html|x, *|a",
)
XPATHS = ("//*[@id]", "//text()", "//*[position() = last()]", "count(//a) > 1")
SAMPLE = 25
"""Nodes of a page that are asked one by one."""


def sample(page: Page, nodes: Iterable[int]) -> list[Node]:
    """Some of the nodes, spread over all of them."""
    chosen = list(nodes)
    return [page.node(i) for i in chosen[:: max(len(chosen) // SAMPLE, 1)]]


def texts(page: Page) -> None:
    labels = ids.assign(page)
    space = rendering.action_space(page, labels)
    one_line_each(space.description)
    rendering.parse(space.description)
    space.action_list, space.dialogs  # noqa: B018 - computed when asked for
    json.dumps(space.data().model_dump(mode="json"), allow_nan=False)
    for shape in ("openai", "anthropic"):
        json.dumps(rendering.tool_definitions(space, shape), allow_nan=False)
    rendering.prompt_text(space, step=1, untrusted=True).encode()
    rendering.action_space(page, labels, max_chars=400).description.encode()


def one_line_each(text: str) -> None:
    """No line can be taken for two, and all of it can be written."""
    text.encode("utf-8")
    assert len(text.splitlines()) <= text.count("\n") + 1


def facts(page: Page) -> None:
    for fact in rendering.facts(page, ids.assign(page)):
        json.dumps(fact, allow_nan=False)
        fraction = fact["visible_fraction"]
        assert fraction is None or 0 <= fraction <= 1.001


def trees(page: Page) -> None:
    for name in FILTERS:
        registry = ids.RefRegistry()
        whole = rendering.tree(page, registry, filter=name)
        one_line_each(whole.text)
        rendering.parse(whole.text)
        part = rendering.tree(page, registry, filter=name, max_chars=300)
        assert joined(page, registry, part, 300) == joined(page, registry, whole, whole.request.max_chars)
        ids.RefRegistry.from_json(registry.to_json())


def joined(page: Page, registry: ids.RefRegistry, part: rendering.Tree, limit: int | None) -> str:
    """The bodies of a part and of all that follow it."""
    bodies = [part.body]
    while part.continuation is not None:
        assert limit is None or len(part.text) <= limit
        part = rendering.tree(page, registry, continuation=part.continuation)
        bodies.append(part.body)
    return "\n".join(bodies)


def renderers(page: Page) -> None:
    labels = ids.assign(page)
    for lines in RENDERERS.values():
        for line in lines(page, labels):
            line.encode("utf-8")


def cursors(page: Page) -> None:
    for node in sample(page, range(len(page.snapshot))):
        node.parent, node.children, node.attributes, node.text, node.frame, node.shadow_host  # noqa: B018
        node.role, node.name, node.name_from, node.description, node.states, node.value, node.rect  # noqa: B018
        node.is_visible, node.is_in_viewport, node.is_occluded, node.is_interactive  # noqa: B018
        repr(node).encode()
        with suppress(MissingStyleError):
            node.style("display")


def queries(page: Page) -> None:
    for selector in SELECTORS[:-1]:
        page.select(selector)
    for expression in XPATHS[:-1]:
        page.xpath(expression)
    for query in (SELECTORS[-1], XPATHS[-1], "a[", "//a[", ":nope", "\0"):
        with suppress(perception.SelectorError):
            page.select(query)
        with suppress(perception.SelectorError):
            page.xpath(query)
    for found in (
        page.find(text="a"),
        page.find(role="button"),
        page.find(name="e", limit=3),
        page.find(selector="div"),
    ):
        for node in found.items:
            page.related(node, "dialog")


def reading(page: Page) -> None:
    nodes = sample(page, (i for i in range(len(page.snapshot)) if page.is_element(i)))
    json.dumps(page.get(nodes, sorted(PROPERTIES), limit=3), allow_nan=False)
    json.dumps(page.get(["@document"], sorted(DOCUMENT_PROPERTIES)), allow_nan=False)
    page.get(nodes, ["attr:id", "attr:@x", "computed:role"][:2])
    for node in nodes[:5]:
        for relation in RELATIONS:
            page.related(node, relation)


def acting(page: Page) -> None:
    listed = sample(page, page.listing.listed)
    others = sample(page, (i for i in range(len(page.snapshot)) if page.is_element(i)))[:5]
    for node in [*listed, *others]:
        assert all(sentence for sentence in page.explain(node))
        page.locators_of(node.i)
        for action in ACTIONS:
            for value in ("x", True, 7, None):
                page.plan(node, action, value)


def around(page: Page) -> None:
    page.frames(), page.shadow_hosts(), page.dialogs, page.scroll_hint, page.content_root()
    with suppress(AmbiguousError):
        page.frame("http")
    rendering.diff(page, page, registry=ids.RefRegistry()).to_dict()


def identity(page: Page) -> None:
    """Ids are a bijection, the same for a second look, and kept by a carry."""
    for scheme in ids.SCHEMES:
        labels = ids.assign(page, scheme)
        assert len({node.i for node in labels.values()}) == len(labels)
    again = perception.perceive(page.snapshot, page.viewport_expansion, page.profile)
    first, second = (rendering.action_space(p, ids.assign(p)).description for p in (page, again))
    assert first == second
    carry = ids.Carry()
    assert dict(carry.assign(page)).keys() == dict(carry.assign(page)).keys()


def columns(page: Page) -> None:
    """What holds of every snapshot: subtrees are slices, reading order is a permutation, secrets are masked."""
    s = page.snapshot
    assert sorted(page.flat_tree.order) == list(range(len(s)))
    for i in range(len(s)):
        assert s.parent[i] < i < s.subtree_end[i] <= len(s)
    assert {s.input_value.get(i, "") for i in s.secret_fields} <= {"", MASK}
    assert all(earlier <= later for earlier, later in pairwise(s.text_box_row))


class Step(NamedTuple):
    name: str
    run: Callable[[Page], None]


STEPS = (
    Step("columns", columns),
    Step("texts", texts),
    Step("facts", facts),
    Step("trees", trees),
    Step("renderers", renderers),
    Step("cursors", cursors),
    Step("queries", queries),
    Step("reading", reading),
    Step("acting", acting),
    Step("around", around),
    Step("identity", identity),
)


def exercise(snapshot: Snapshot, expansion: float, profile: str, steps: Iterable[Step] = STEPS) -> None:
    """Do everything with a page. A step that raises is named in a note of the error."""
    page = perception.perceive(snapshot, expansion, perception.PROFILES[profile])
    for step in steps:
        try:
            step.run(page)
        except Exception as error:
            error.add_note(f"in step {step.name!r} at expansion {expansion}, profile {profile!r}")
            raise

"""One case, perceived: what the checks ask, each computed once and by the public API alone."""

import json
import time
from functools import cached_property
from pathlib import Path
from typing import Any

import ids
import perception
import rendering
from perception import Node, Page

Entry = dict[str, Any]
"""One assertion of an expect.json."""

Fact = dict[str, Any]


class NotBuilt(Exception):
    """The engine has no such feature yet."""


class Case:
    """A folder with a capture and its expectations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.expect: dict[str, Any] = json.loads((folder / "expect.json").read_text(encoding="utf-8"))

    @property
    def name(self) -> str:
        return str(self.expect.get("case", self.folder.name))

    @property
    def family(self) -> str:
        return str(self.expect.get("family", ""))

    @property
    def entries(self) -> list[Entry]:
        return list(self.expect["assertions"])

    # ------------------------------------------------------------------------------------------------ pages

    @cached_property
    def window(self) -> Page:
        return perception.perceive(perception.load(self.folder / "capture.json.gz"))

    @cached_property
    def whole(self) -> Page:
        return perception.perceive(perception.load(self.folder / "capture.json.gz"), viewport_expansion=-1)

    @cached_property
    def labels(self) -> ids.IdMap:
        return ids.assign(self.whole)

    @cached_property
    def registry(self) -> ids.RefRegistry:
        return ids.RefRegistry()

    # ------------------------------------------------------------------------------------------------ elements

    def index(self, selector: str, page: Page | None = None) -> int:
        """The node that `[data-case="x"]` names, found by its attribute."""
        page = page or self.whole
        value = selector.split('"')[1]
        s = page.snapshot
        found = [i for i in range(len(s)) if page.node(i).attributes.get("data-case") == value]
        if len(found) != 1:
            raise LookupError(f"{selector} names {len(found)} elements")
        return found[0]

    def node(self, selector: str) -> Node:
        return self.whole.node(self.index(selector))

    def fact(self, selector: str) -> Fact:
        """The facts of an element of the whole page."""
        return self._facts(self.whole, self._whole_facts, selector)

    def fact_of(self, node: Node) -> Fact:
        """The facts of an element of the whole page."""
        return self._whole_facts[self.whole.snapshot.document[node.i], node.backend_node_id]

    def window_fact(self, selector: str) -> Fact:
        return self._facts(self.window, self._window_facts, selector)

    def _facts(self, page: Page, facts: dict[tuple[int, int], Fact], selector: str) -> Fact:
        node = page.node(self.index(selector, page))
        return facts[page.snapshot.document[node.i], node.backend_node_id]

    @cached_property
    def _whole_facts(self) -> dict[tuple[int, int], Fact]:
        return {(f["document"], f["backend_node_id"]): f for f in rendering.facts(self.whole, self.labels)}

    @cached_property
    def _window_facts(self) -> dict[tuple[int, int], Fact]:
        labels = ids.assign(self.window)
        return {(f["document"], f["backend_node_id"]): f for f in rendering.facts(self.window, labels)}

    @property
    def all_facts(self) -> list[Fact]:
        return list(self._whole_facts.values())

    # ------------------------------------------------------------------------------------------------ texts

    @cached_property
    def views(self) -> dict[str, str]:
        """The two texts of the whole page."""
        return {
            "actions": rendering.action_space(self.whole, self.labels).description,
            "tree": rendering.tree(self.whole, self.registry, filter="all", max_depth=None, max_chars=None).body,
        }

    @cached_property
    def seconds(self) -> float:
        """From the file to both texts, in a run of its own."""
        start = time.perf_counter()
        page = perception.perceive(perception.load(self.folder / "capture.json.gz"), viewport_expansion=-1)
        labels = ids.assign(page)
        _ = rendering.action_space(page, labels).description
        _ = rendering.tree(page, ids.RefRegistry(), filter="all", max_depth=None, max_chars=None).body
        return time.perf_counter() - start

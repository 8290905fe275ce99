"""The aria snapshot's simplification: what says nothing new goes, wrappers give way to what they hold (row PW-06).

In: the tree of roles as `aria_yaml.py` builds it. Out: the same tree, changed in place, children before parents and
without recursion. Knows no page.
"""

from collections.abc import Callable

from perception.tables.aria_yaml import IDENTIFYING_ROLES
from rendering.text import clean

ALONE, WITH_CHILDREN, GONE = "alone", "with children", "gone"
"""What becomes of a node: it stays, its children take its place, it goes with all below."""


class AriaNode:
    """A node of the snapshot while it is built; `children` are nodes and texts."""

    __slots__ = ("children", "has_ref", "is_aria_hidden", "is_pointer", "name", "node", "properties", "role", "sources")

    def __init__(self, node: int, role: str, name: str, has_ref: bool, is_pointer: bool) -> None:
        self.node, self.role, self.name, self.has_ref, self.is_pointer = node, role, name, has_ref, is_pointer
        self.children: list[AriaNode | str] = []
        self.properties: dict[str, str] = {}
        self.is_aria_hidden = False
        self.sources: frozenset[int] = frozenset()

    @property
    def is_plain(self) -> bool:
        return self.role == "generic" and not self.properties and not self.is_aria_hidden

    @property
    def only_text(self) -> str | None:
        """The text that is its only child."""
        only = self.children[0] if len(self.children) == 1 else None
        return only if isinstance(only, str) else None


class Distiller:
    """The simplification: nodes that say nothing new go, wrappers give way to what they hold (PW-06)."""

    def __init__(self, focused: int | None) -> None:
        self.focused = focused
        self.ancestors: list[AriaNode] = []
        self.pending: set[int] = set()

    def run(self, root: AriaNode) -> None:
        """Children before parents; what is left of a node's children takes their place."""
        stack: list[tuple[AriaNode, int, list[AriaNode | str]]] = [(root, 0, [])]
        while stack:
            node, k, kept = stack.pop()
            if k < len(node.children):
                child = node.children[k]
                stack.append((node, k + 1, kept))
                if isinstance(child, str):
                    kept.append(child)
                else:
                    self._enter(child)
                    self.ancestors.append(node)
                    stack.append((child, 0, []))
                continue
            node.children = kept
            if not stack:
                self._merge_texts(node)
                return
            outcome = next((o for step in STEPS if (o := step(self, node)) is not None), ALONE)
            self.ancestors.pop()
            siblings = stack[-1][2]
            if outcome == WITH_CHILDREN:
                siblings += node.children
            elif outcome == ALONE:
                siblings.append(node)

    def _enter(self, node: AriaNode) -> None:
        if node.has_ref:
            self.pending.update(node.sources)
            is_leaf = node.role == "generic" and all(isinstance(child, str) for child in node.children)
            if not is_leaf:
                self.pending.discard(node.node)

    def _merge_texts(self, node: AriaNode) -> str | None:
        merged: list[AriaNode | str] = []
        run: list[str] = []
        for child in [*node.children, None]:
            if isinstance(child, str):
                run.append(child)
                continue
            if text := clean("".join(run)):
                merged.append(text)
            run = []
            if child is not None:
                merged.append(child)
        node.children = [] if merged == [node.name] else merged
        return None

    def _drop_nameless_image(self, node: AriaNode) -> str | None:
        is_bare = node.role == "img" and not node.name and not node.children
        return GONE if is_bare and not self._is_click_root(node) else None

    def _drop_repeating_name(self, node: AriaNode) -> str | None:
        """A name all of whose sources are nodes that are printed says nothing new."""
        if not node.has_ref or not node.sources:
            return None
        if node.role not in IDENTIFYING_ROLES and not self.pending.intersection(node.sources):
            node.name = ""
        else:
            self.pending.difference_update(node.sources)
        return None

    def _inline_text(self, node: AriaNode) -> str | None:
        only = node.children[0] if len(node.children) == 1 else None
        if node.is_plain and isinstance(only, AriaNode) and only.is_plain and not only.name:
            text = only.only_text
            if text is not None and only.node != self.focused:
                node.children = [text]
        return None

    def _drop_repeated_text(self, node: AriaNode) -> str | None:
        name = self.ancestors[-1].name
        if not name or not node.is_plain or node.node == self.focused:
            return None
        text = (node.name if not node.children else None) if node.name else node.only_text
        if text != name:
            return None
        if node.has_ref:
            self.pending.add(node.node)
        return GONE

    def _unwrap(self, node: AriaNode) -> str | None:
        if node.role != "generic" or node.name or len(node.children) > 1:
            return None
        if not all(isinstance(child, AriaNode) and child.has_ref for child in node.children):
            return None
        return None if not node.children and self._is_click_root(node) else WITH_CHILDREN

    def _is_click_root(self, node: AriaNode) -> bool:
        is_inside = any(outer.has_ref and outer.is_pointer for outer in self.ancestors)
        return node.has_ref and node.is_pointer and not is_inside


Step = Callable[[Distiller, AriaNode], str | None]

STEPS: tuple[Step, ...] = (
    Distiller._merge_texts,
    Distiller._drop_nameless_image,
    Distiller._drop_repeating_name,
    Distiller._inline_text,
    Distiller._drop_repeated_text,
    Distiller._unwrap,
)
"""What is done to a node when all below it is done; the first outcome counts."""

"""Finding nodes of a page (SPEC 8.1, 8.3): CSS selectors, XPath, and conditions on text, role and name.

In: a snapshot's trees, and the passes that the conditions ask. Out: node indexes in flat-tree order. Queries pierce
frames and shadow roots, open and closed.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from perception.controls import Controls
from perception.dom_tree import DomTree
from perception.flat_tree import FlatTree
from perception.matching import Matcher
from perception.pseudo_classes import Live
from perception.selectors import MAX_LENGTH, parse
from perception.snapshot import ELEMENT, Snapshot

if TYPE_CHECKING:
    from perception.mirror import Mirror


class Query:
    """Queries on one page; what they build (indexes, the mirror) is kept for the next one."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, longest: int = MAX_LENGTH) -> None:
        """`longest`: characters of a selector or XPath."""
        self.snapshot, self.flat_tree, self.longest = snapshot, flat_tree, longest

    @cached_property
    def dom(self) -> DomTree:
        """The indexes of the page. The first query builds what nearly all need: later ones cost what they find."""
        tree = DomTree(self.snapshot, self.flat_tree)
        tree.build()
        return tree

    @cached_property
    def live(self) -> Live:
        return Live(self.dom, Controls(self.snapshot, self.flat_tree))

    def select(self, selector: str, scope: int = -1) -> list[int]:
        """The elements that match a CSS selector, with `scope` only those below it. Raises `SelectorError`."""
        found = Matcher(selector, self.dom, self.live, scope).select(parse(selector, self.longest))
        if scope >= 0:
            found = [i for i in found if i != scope and self.flat_tree.is_within(i, scope)]
        return self.in_order(found)

    def is_element(self, i: int) -> bool:
        """An element of the DOM; pseudo-elements are none."""
        return self.snapshot.node_type[i] == ELEMENT and i not in self.snapshot.pseudo_type

    @cached_property
    def shadow_modes(self) -> dict[int, str]:
        """The elements that have a shadow tree, and its mode: `open`, `closed`."""
        scope = self.flat_tree.scope
        return {scope(i): mode for i, mode in self.snapshot.shadow_root_type.items()}

    @cached_property
    def mirror(self) -> "Mirror":
        from perception.mirror import Mirror  # lxml is loaded by the first XPath only

        return Mirror(self.dom, self.longest)

    def xpath(self, expression: str, scope: int = -1) -> list[int]:
        """The elements, texts and comments that an XPath 1.0 expression selects. Raises `SelectorError`."""
        return self.in_order(self.mirror.xpath(expression, scope))

    def in_order(self, nodes: list[int]) -> list[int]:
        """Nodes in wire order put into flat-tree order; elements of one document stand in it already."""
        document = self.snapshot.document
        if not nodes or document[nodes[0]] == document[nodes[-1]]:
            return nodes
        return self.flat_tree.in_order(nodes)

"""The accessibility tree's children: the flat tree's, re-arranged by `aria-owns`.

In: snapshot, flat tree, what is rendered. Out: the owner of a node, what a node owns, and children in the order of the
accessibility tree. A node has one owner, the first in document order; a cycle is cut where it would close.

Source: wai-aria-1.2 #aria-owns.
"""

from functools import cached_property

from perception.flat_tree import FlatTree
from perception.rendered import Rendered
from perception.snapshot import Snapshot


class Ownership:
    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, rendered: Rendered) -> None:
        self.snapshot, self.flat_tree, self.rendered = snapshot, flat_tree, rendered

    @cached_property
    def owner(self) -> dict[int, int]:
        """Owned node -> the node that owns it; empty on most pages, at no cost."""
        s = self.snapshot
        claims: dict[int, int] = {}
        if "aria-owns" not in s.strings:
            return claims
        known = set[tuple[int, str]]()  # lists all of whose nodes are claimed
        for i in self.flat_tree.attribute_nodes["aria-owns"]:
            attrs = s.attrs(i)
            key = self.flat_tree.scope(i), attrs["aria-owns"]
            if key not in known and attrs.get("aria-hidden") != "true" and self.rendered.is_rendered(i):
                known.add(key)
                for target in self.flat_tree.resolve_list(i, attrs["aria-owns"]):
                    if target not in claims and self.rendered.is_rendered(target):
                        claims[target] = i
        self._cut_cycles(claims)
        return claims

    def _cut_cycles(self, claims: dict[int, int]) -> None:
        """Drop the last claim of every cycle. Nodes known to reach a root are not walked over again."""
        parent = self.snapshot.parent
        reaches_root: set[int] = set()
        order = {target: k for k, target in enumerate(claims)}
        for target in order:
            path: dict[int, None] = {}
            i = target
            while i >= 0 and i not in reaches_root:
                if i in path:
                    cycle = list(path)[list(path).index(i) :]
                    last = max((node for node in cycle if node in claims), key=order.__getitem__)
                    del claims[last]
                    path, i = {}, target
                    continue
                path[i] = None
                i = claims.get(i, parent[i])
            reaches_root.update(path)

    @cached_property
    def owned(self) -> dict[int, tuple[int, ...]]:
        """Node -> the nodes it owns, in the order of its attribute."""
        out: dict[int, list[int]] = {}
        for target, i in self.owner.items():
            out.setdefault(i, []).append(target)
        return {i: tuple(targets) for i, targets in out.items()}

    def children(self, i: int) -> list[int]:
        """Children of `i` in the accessibility tree: those that stay, then those that it owns."""
        children = self.flat_tree.children(i)
        if not self.owner:
            return children
        return [child for child in children if child not in self.owner] + list(self.owned.get(i, ()))

    def parent(self, i: int) -> int:
        """The parent in the accessibility tree, -1 for a root."""
        return self.owner.get(i, self.snapshot.parent[i])

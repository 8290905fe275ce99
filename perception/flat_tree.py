"""The flat tree: reading order and tree scopes (SPEC 2).

In: a Snapshot. Out: `order` (nodes in flat-tree order) and `rank` (its inverse), children in that order, the tree scope
of a node and the node that an ID reference names there. The wire already holds the flat tree; what is left is to put
`::after` last and every content document in its place. `aria-owns` is the accessibility tree's: see `roles.py`.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

from perception.snapshot import Document, Snapshot, nodes_with_attribute


class FlatTree:
    """Reading order and scopes of one snapshot; lists are of length N and computed when first asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._long_lists: dict[tuple[int, str], list[int]] = {}

    # ------------------------------------------------------------------------------------------------ order

    @cached_property
    def order(self) -> list[int]:
        """All nodes in flat-tree order: `::after` behind its siblings, a frame's document inside its owner."""
        return list(chain.from_iterable(self._runs))

    @cached_property
    def rank(self) -> list[int]:
        """Position of each node in `order`."""
        rank, position = [0] * len(self.snapshot), 0
        for run in self._runs:
            rank[run.start : run.stop] = range(position, position + len(run))
            position += len(run)
        return rank

    def in_order(self, nodes: Iterable[int]) -> list[int]:
        """The nodes in flat-tree order."""
        return sorted(nodes) if len(self._runs) == 1 else sorted(nodes, key=self.rank.__getitem__)

    @cached_property
    def _runs(self) -> list[range]:
        """`order` as the slices of the wire order that it is made of."""
        out: list[range] = []
        tops = [document for document in self.snapshot.documents if document.owner < 0]
        stack: list[range | Document] = list(reversed(tops))
        while stack:
            segment = stack.pop()
            if isinstance(segment, Document):
                stack += self._segments(segment)[::-1]
            else:
                out.append(segment)
        return out

    @cached_property
    def _afters(self) -> list[int]:
        """The `::after`s that are to be moved. No browser makes one a root, puts one into another or a frame into it:
        such ones stay where they stand, so that every node is in the order once."""
        s = self.snapshot
        owners = sorted(s.content_document)
        out: list[int] = []
        end = 0
        for i in sorted(i for i, kind in s.pseudo_type.items() if kind == "after"):
            has_frame = bisect_left(owners, s.subtree_end[i]) > bisect_left(owners, i)
            if i >= end and i > s.documents[s.document[i]].begin and not has_frame:
                out.append(i)
                end = s.subtree_end[i]
        return out

    @cached_property
    def _afters_of_document(self) -> dict[int, list[int]]:
        out: dict[int, list[int]] = {}
        for i in self._afters:
            out.setdefault(self.snapshot.document[i], []).append(i)
        return out

    @cached_property
    def _owners_of_document(self) -> dict[int, list[int]]:
        out: dict[int, list[int]] = {}
        for owner in self.snapshot.content_document:
            out.setdefault(self.snapshot.document[owner], []).append(owner)
        return out

    def _segments(self, document: Document) -> list[range | Document]:
        """A document's slice in reading order: runs of nodes, and the documents that stand between them."""
        s = self.snapshot
        events: list[tuple[int, int, int, int]] = []  # (where, insertion or skip, innermost first, node)
        for i in self._afters_of_document.get(document.index, ()):
            parent = s.parent[i]
            events += [(i, 1, 0, i), (s.subtree_end[parent], 0, -parent, i)]
        for owner in self._owners_of_document.get(document.index, ()):
            events.append((s.subtree_end[owner], 0, -owner, owner))
        out: list[range | Document] = []
        position = document.begin
        for where, is_skip, _, i in sorted(events):
            out.append(range(position, where))
            position = where
            if is_skip:
                position = s.subtree_end[i]
            elif i in s.content_document:
                out.append(s.documents[s.content_document[i]])
            else:
                out.append(range(i, s.subtree_end[i]))
        out.append(range(position, document.end))
        return out

    def children(self, i: int) -> list[int]:
        """Children of `i` in flat-tree order; of a frame owner also its document's root."""
        s = self.snapshot
        out = s.children(i)
        if len(out) > 1 and s.pseudo_type:
            afters = [child for child in out if s.pseudo_type.get(child) == "after"]
            if afters:
                out = [child for child in out if child not in afters] + afters
        if i in s.content_document:
            out.append(s.documents[s.content_document[i]].begin)
        return out

    def closure(self, nodes: Iterable[int]) -> list[int]:
        """The nodes and all their ancestors (through frame owners), in wire order: parents come first."""
        parent_of = self.snapshot.parent.__getitem__
        found = set(nodes)
        new = found
        while new:  # a round a level, of which few nodes have ancestors that are not known yet
            new = set(map(parent_of, new)) - found
            new.discard(-1)
            found |= new
        return sorted(found)

    def ancestors(self, i: int) -> Iterable[int]:
        """Nearest first, through frame owners up to the top document."""
        parent = self.snapshot.parent
        while (i := parent[i]) >= 0:
            yield i

    def is_within(self, i: int, ancestor: int) -> bool:
        """Whether `i` is `ancestor` or below it, frames included."""
        s = self.snapshot
        while i >= 0:
            if ancestor <= i < s.subtree_end[ancestor]:
                return True
            i = s.documents[s.document[i]].owner
        return False

    # ------------------------------------------------------------------------------------------------ scopes

    def scope(self, i: int) -> int:
        """The tree scope of a node: the host of its shadow tree, or its document's first node."""
        s = self.snapshot
        return self._scopes[i] if s.shadow_root_type else s.documents[s.document[i]].begin

    @cached_property
    def _scopes(self) -> list[int]:
        """A shadow tree's nodes carry `shadowRootType`, what is slotted into it does not (SNP-01).

        HEURISTIC: within nested shadow trees the wire does not say which tree a node is of; a child of a custom element
        (a tag with '-') is taken to be of that element's tree, a child of a slot whose host is itself in a shadow tree
        to be slotted there.
        """
        s = self.snapshot
        parent, tag, shadow = s.parent, s.tag, s.shadow_root_type
        scopes = [0] * len(s)
        for document in s.documents:
            scopes[document.begin] = document.begin
            for i in range(document.begin + 1, document.end):
                p = parent[i]
                if p not in shadow:
                    scopes[i] = p if i in shadow else scopes[p]
                elif tag[p] == "slot" and (i not in shadow or scopes[p] in shadow):
                    scopes[i] = scopes[scopes[p]]
                elif i in shadow and "-" in tag[p]:
                    scopes[i] = p
                else:
                    scopes[i] = scopes[p]
        return scopes

    @cached_property
    def attribute_nodes(self) -> dict[str, list[int]]:
        """The nodes that have an attribute by which nodes refer to one another, by attribute name."""
        return nodes_with_attribute(self.snapshot, _REFERENCE_ATTRIBUTES)

    @cached_property
    def _nodes_by_id(self) -> dict[tuple[int, str], int]:
        out: dict[tuple[int, str], int] = {}
        for i in self.attribute_nodes["id"]:
            out.setdefault((self.scope(i), self.snapshot.attrs(i)["id"]), i)
        return out

    def resolve(self, i: int, id: str) -> int:
        """The first element with this id in the tree scope of `i`, -1 without one. Source: dom #concept-id."""
        return self._nodes_by_id.get((self.scope(i), id), -1) if id else -1

    def resolve_list(self, i: int, ids: str) -> list[int]:
        """The elements that a space-separated list of ids names, in the list's order, each once. Not to be changed: a
        long list that many elements share is one."""
        if len(ids) < LONG_LIST:
            return self._resolved(i, ids)
        key = self.scope(i), ids
        known = self._long_lists.get(key)
        if known is None:
            known = self._long_lists[key] = self._resolved(i, ids)
        return known

    def _resolved(self, i: int, ids: str) -> list[int]:
        found = [node for id in ids.split() if (node := self.resolve(i, id)) >= 0]
        return list(dict.fromkeys(found))


LONG_LIST = 100
"""HEURISTIC: characters of a list of ids from which on it is read once for all who share it; real ones are shorter."""

_REFERENCE_ATTRIBUTES = (
    "aria-activedescendant",
    "aria-controls",
    "aria-describedby",
    "aria-errormessage",
    "aria-labelledby",
    "aria-owns",
    "for",
    "id",
)

"""The DOM tree behind the flat one, as selectors see it (SPEC 8.3): parents, siblings, who has which tag or attribute.

In: a Snapshot and its flat tree. Out: for elements, the DOM parent (of a shadow tree's roots the host, of a frame's
root the frame element: queries pierce both), siblings within one tree, and indexes. Slotted nodes go back to their
host. Each index is built by one scan when it is first asked for. What the capture does not hold (light children that
no slot takes, SNP-02) is not here either.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.secrets import masked_url
from perception.snapshot import DOCTYPE, ELEMENT, HTML, Snapshot

ValueIndex = dict[str, list[int]]
"""Attribute value -> the elements that have it, in wire order."""


class Siblings(NamedTuple):
    """Columns of length N: the element before (-1: none), the first one of the group, the place in it from 0, and, at
    the first one, how many there are."""

    previous: list[int]
    first: list[int]
    position: list[int]
    size: list[int]


class DomTree:
    """Relations and indexes of one snapshot; nodes are indexes in wire order, lists of them ascend."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree) -> None:
        self.snapshot, self.flat_tree = snapshot, flat_tree
        self._values: dict[str, ValueIndex] = {}
        self._folded: dict[str, ValueIndex] = {}

    def build(self) -> None:
        """Build the indexes that nearly every selector looks at: tags, attribute names, classes, siblings."""
        for index in (self.tag_names, self.attribute_names, self.by_class, self.siblings):
            assert index is not None

    # ------------------------------------------------------------------------------------------------ relations

    @cached_property
    def parent(self) -> list[int]:
        """The DOM parent of each node (list of length N, -1 for a root); `parent[i] < i`."""
        s = self.snapshot
        if not s.shadow_root_type and not s.content_document:
            return s.parent
        parent = list(s.parent)
        for owner, index in s.content_document.items():
            begin = s.documents[index].begin
            for child in s.children(begin):
                parent[child] = owner
        if s.shadow_root_type:
            scope, tag = self.flat_tree.scope, s.tag
            for i, p in enumerate(s.parent):
                if p >= 0 and tag[p] == "slot" and s.document[i] == s.document[p] and scope(i) != scope(p):
                    parent[i] = scope(p)
        return parent

    def ancestors(self, i: int) -> Iterator[int]:
        """Nearest first, through shadow hosts and frame elements."""
        parent = self.parent
        while (i := parent[i]) >= 0:
            yield i

    @cached_property
    def siblings(self) -> Siblings:
        """Element siblings: same parent, same tree; one pass."""
        parent, n = self.parent, len(self.parent)
        is_single = not self.snapshot.shadow_root_type and not self.snapshot.content_document
        scope = None if is_single else self.flat_tree.scope
        previous, first, position, size = [-1] * n, list(range(n)), [0] * n, [1] * n
        last = [-1] * (2 * n)  # of the children of p in its own tree, and at n + p of its shadow tree or document
        for i in self.elements:
            p = parent[i]
            if scope is not None and p >= 0 and scope(p) != scope(i):
                p += n
            q = last[p]
            last[p] = i
            if q >= 0:
                previous[i], first[i], position[i] = q, first[q], position[q] + 1
                size[first[q]] += 1
        return Siblings(previous, first, position, size)

    @cached_property
    def typed_position(self) -> list[int]:
        """Place of each element among its siblings of the same tag, from 1."""
        first, tag = self.siblings.first, self.snapshot.tag
        counts: dict[tuple[int, str], int] = defaultdict(int)
        out = [0] * len(first)
        for i in self.elements:
            counts[first[i], tag[i]] += 1
            out[i] = counts[first[i], tag[i]]
        self._typed_size = dict(counts)
        return out

    def typed_size(self, i: int) -> int:
        """How many siblings have the tag of `i`, itself among them."""
        assert self.typed_position[i]
        return self._typed_size[self.siblings.first[i], self.snapshot.tag[i]]

    # ------------------------------------------------------------------------------------------------ indexes

    @cached_property
    def elements(self) -> list[int]:
        """All elements of the DOM; pseudo-elements are none."""
        s = self.snapshot
        if not s.pseudo_type:
            return [i for i, kind in enumerate(s.node_type) if kind == ELEMENT]
        pseudo_type = s.pseudo_type
        return [i for i, kind in enumerate(s.node_type) if kind == ELEMENT and i not in pseudo_type]

    @cached_property
    def by_tag(self) -> dict[str, list[int]]:
        """Tag (as in the `tag` column) -> elements."""
        out: dict[str, list[int]] = defaultdict(list)
        tag = self.snapshot.tag
        for i in self.elements:
            out[tag[i]].append(i)
        return dict(out)

    @cached_property
    def _nodes_of_row(self) -> list[list[int]]:
        """Distinct attribute row -> the elements that have it."""
        out: list[list[int]] = [[] for _ in self.snapshot.attribute_rows]
        row = self.snapshot.attribute_row
        for i in self.elements:
            out[row[i]].append(i)
        return out

    @cached_property
    def _values_of_name(self) -> dict[str, list[tuple[int, int]]]:
        """Attribute name as on the wire -> (distinct row, value string index) of the first one in each row."""
        strings = self.snapshot.strings
        out: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, row in enumerate(self.snapshot.attribute_rows):
            for k in range(0, len(row), 2):
                pairs = out[strings[row[k]]]
                if not pairs or pairs[-1][0] != number:
                    pairs.append((number, row[k + 1]))
        return dict(out)

    def by_folded_value(self, name: str) -> ValueIndex:
        """`by_value` with values in ASCII lower case."""
        known = self._folded.get(name)
        if known is None:
            known = self._folded[name] = _folded(self.by_value(name))
        return known

    @cached_property
    def by_folded_class(self) -> ValueIndex:
        return _folded(self.by_class)

    @cached_property
    def tag_names(self) -> dict[str, list[str]]:
        """Lower-case tag -> the spellings on the page."""
        return _spellings(self.by_tag)

    @cached_property
    def attribute_names(self) -> dict[str, list[str]]:
        """Lower-case attribute name -> the spellings on the page."""
        return _spellings(self._values_of_name)

    def by_value(self, name: str) -> ValueIndex:
        """The elements that have the attribute `name` (spelled so), by value; tokens in URLs masked as everywhere."""
        known = self._values.get(name)
        if known is None:
            known = self._values[name] = self._read_values(name)
        return known

    def _read_values(self, name: str) -> ValueIndex:
        out: dict[str, list[int]] = defaultdict(list)
        strings, nodes_of_row = self.snapshot.strings, self._nodes_of_row
        for number, value in self._values_of_name.get(name, ()):
            out[masked_url(strings[value])] += nodes_of_row[number]
        return {text: sorted(nodes) for text, nodes in out.items()}

    @cached_property
    def by_class(self) -> ValueIndex:
        """Class -> elements."""
        out: dict[str, list[int]] = defaultdict(list)
        for value, nodes in self.by_value("class").items():
            for word in dict.fromkeys(value.split()):
                out[word] += nodes
        return {word: sorted(nodes) for word, nodes in out.items()}

    @cached_property
    def quirks(self) -> frozenset[int]:
        """The documents in quirks mode, where ids and classes have no case: no doctype, and no `srcdoc`.

        HEURISTIC: the old public doctypes that mean quirks too are not in the columns; none of 157 pages has one.
        """
        s = self.snapshot
        strict = {s.document[i] for i, kind in enumerate(s.node_type) if kind == DOCTYPE}
        return frozenset(d.index for d in s.documents if d.index not in strict and d.url != "about:srcdoc")

    def is_html(self, i: int) -> bool:
        return self.snapshot.namespace[i] == HTML


def _spellings(names: Iterable[str]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = defaultdict(list)
    for name in names:
        out[name.lower()].append(name)
    return dict(out)


def ascii_lower(text: str) -> str:
    """Lower case for A to Z only, as selectors and HTML compare. Source: infra #ascii-lowercase."""
    return text.lower() if text.isascii() else text.translate(_ASCII_LOWER)


_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _folded(values: ValueIndex) -> ValueIndex:
    out: dict[str, list[int]] = defaultdict(list)
    for value, nodes in values.items():
        out[ascii_lower(value)] += nodes
    return {value: sorted(nodes) for value, nodes in out.items()}

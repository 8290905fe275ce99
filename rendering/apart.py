"""What tells actions apart that would read the same (SPEC 6.2).

In: a page and nodes whose lines are equal. Out: for each the attribute that says which one it is: the header of its
table row, the nearest heading above it or else the first words of the card that holds it and none of the others, or
its number among them.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from perception.perceive import Page
from perception.snapshot import TEXT, nodes_with_attribute
from perception.tables.action_lines import LABEL_ROLES, LABEL_TAGS
from rendering.text import beginning, clean, cut

LABEL_LIMIT = 30
"""HEURISTIC: code points of a card's label: what tells two cards apart stands at the beginning of their headings."""

CARD_SIZE = 400
"""HEURISTIC: an element with more nodes is no card or row whose first words name it; those of the public captures are
smaller, sections of a page are larger."""


class Apart:
    """Cards and their labels on one page; `nodes` are those that the text is about, in wire order."""

    def __init__(self, page: Page, nodes: Sequence[int]) -> None:
        self.page, self.nodes = page, nodes
        self._end = len(page.snapshot)

    def attributes(self, same: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Node -> (attribute, value), no two the same; `same` in reading order. A label that two cards share tells
        nothing: their nodes are numbered."""
        labels = self._labels(same)
        told: set[str] = set()
        shared = {""}
        for label in labels.values():
            (shared if label in told else told).add(label)
        size = len(same)
        return {i: ("nth", f"{k}/{size}") if labels[i] in shared else ("in", labels[i]) for k, i in enumerate(same, 1)}

    def _labels(self, same: Sequence[int]) -> dict[int, str]:
        """Node -> the label of its card, '' without one."""
        wire = sorted(same)
        labels = {}
        for before, i, after in zip([-1, *wire], wire, [*wire[1:], self._end], strict=False):
            card = self._card(i, before, after)
            labels[i] = self._label(card, i) if card != i else ""
        return labels

    def _card(self, i: int, before: int, after: int) -> int:
        """The largest element around node `i`, in its document, that holds neither neighbour."""
        s = self.page.snapshot
        parent, subtree_end = s.parent, s.subtree_end
        least = max(before, s.documents[s.document[i]].begin)
        while (p := parent[i]) > least and subtree_end[p] <= after:
            i = p
        return i

    def _label(self, card: int, i: int) -> str:
        """What a card says of itself: its last heading before node `i` or first after it, else its first text."""
        s = self.page.snapshot
        headings, stop = self._headings, s.subtree_end[card]
        begin = bisect_left(headings, card)
        if begin < len(headings) and headings[begin] < stop:
            nearest = max(bisect_left(headings, i) - 1, begin)
            return cut(clean(self.page.name_of(headings[nearest])), LABEL_LIMIT)
        if stop - card > CARD_SIZE:
            return ""
        text = self._first_text(card, i)
        if text < 0:
            text = self._first_text(s.subtree_end[i], s.subtree_end[card])
        return beginning(s.text(text), LABEL_LIMIT) if text >= 0 else ""

    def _first_text(self, begin: int, end: int) -> int:
        """The first painted text with a word in it in a slice of at most `CARD_SIZE` nodes, -1 without one."""
        s, nodes, has_own_paint = self.page.snapshot, self.nodes, self.page.visibility.has_own_paint
        k = bisect_left(nodes, begin)
        while k < len(nodes) and (i := nodes[k]) < end:
            if s.node_type[i] == TEXT and _WORD.search(s.text(i)) and has_own_paint(i):
                return i
            k += 1
        return -1

    @cached_property
    def _headings(self) -> list[int]:
        """Headings and row headers with a name."""
        s, page, tag = self.page.snapshot, self.page, self.page.snapshot.tag
        said = set(nodes_with_attribute(s, ("role",))["role"])
        found = [i for i in self.nodes if tag[i] in LABEL_TAGS or i in said]
        return [
            i for i in found if page.role_of(i) in LABEL_ROLES and page.visibility.is_visible(i) and page.name_of(i)
        ]


_WORD = re.compile(r"\w")

"""What tells actions apart that would read the same (SPEC 6.2).

In: a page and nodes whose lines are equal. Out: for each the attribute that says which one it is: the header of its
table row, the heading or else the first words of the card that holds it and none of the others, or its number.
"""

from collections.abc import Iterator, Sequence

from perception.perceive import Page
from perception.snapshot import TEXT
from perception.tables.action_lines import HEADING_ROLES, ROW_HEADER_ROLES
from rendering.text import clean, cut

LABEL_LIMIT = 40
"""HEURISTIC: code points of a card's label: what tells two cards apart stands at the beginning of their headings."""

CARD_SIZE = 400
"""HEURISTIC: nodes of a card that are looked through for its label; the cards and rows of the public captures are
smaller, sections of a page are larger."""


def told_apart(page: Page, nodes: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Node -> (attribute, value), no two the same; `nodes` in reading order."""
    labels = dict(zip(nodes, _labels(page, nodes), strict=True))
    taken = list(labels.values())
    if all(taken) and len(set(taken)) == len(taken):
        return {i: ("in", label) for i, label in labels.items()}
    return {i: ("nth", f"{k} of {len(nodes)}") for k, i in enumerate(nodes, 1)}


def _labels(page: Page, nodes: Sequence[int]) -> Iterator[str]:
    wire = sorted(nodes)
    place = {i: k for k, i in enumerate(wire)}
    for i in nodes:
        k = place[i]
        card = _card(page, i, wire[k - 1] if k else -1, wire[k + 1] if k + 1 < len(wire) else len(page.snapshot))
        yield _label(page, card, i) if card != i else ""


def _card(page: Page, i: int, before: int, after: int) -> int:
    """The largest element around node `i`, in its document, that holds neither neighbour."""
    s = page.snapshot
    begin = s.documents[s.document[i]].begin
    while (p := s.parent[i]) > begin and p > before and s.subtree_end[p] <= after:
        i = p
    return i


def _label(page: Page, card: int, i: int) -> str:
    """What a card says of itself: its row header, its heading, else its first text outside node `i`."""
    s, first = page.snapshot, ""
    end = s.subtree_end[i]
    for k in range(card, min(s.subtree_end[card], card + CARD_SIZE)):
        if i <= k < end or not page.visibility.has_own_paint(k):
            continue
        if s.node_type[k] == TEXT:
            first = first or clean(s.text(k))
        elif page.role_of(k) in LABEL_ROLES:
            name = clean(page.name_of(k))
            if name:
                return cut(name, LABEL_LIMIT)
    return cut(first, LABEL_LIMIT)


LABEL_ROLES = HEADING_ROLES | ROW_HEADER_ROLES

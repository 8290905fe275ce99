"""The region that holds what one came to read (SPEC 7.6; rows W-80, W-81).

In: roles, states, visible text. Out: a proposal with its evidence: the feed, thread or article in the main landmark,
else the landmark, else the smallest region that holds most of the text outside navigation; and the parts of it that are
collapsed, so that a reader knows what is missing. A proposal, not a verdict: none where nothing stands out.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from perception.roles import Roles
from perception.snapshot import ELEMENT, TEXT, Snapshot
from perception.states import States
from perception.tables.content_root import ARTICLE, BESIDE_ROLES, MAIN, REGION_ROLES, STREAM_ROLES
from perception.visibility import Visibility

ENOUGH_TEXT = 200
"""HEURISTIC: characters of visible text below which a page has nothing to read."""

SHARE = 0.5
"""HEURISTIC: a feed, thread or article stands for its landmark if it holds at least half of the landmark's text."""

REGION_SHARE = 0.6
"""HEURISTIC: without landmarks, the part of the text outside navigation that the proposed region must hold."""


class Proposal(NamedTuple):
    """`node` is the root, `kind` a word (`feed`, `thread`, `article`, `main`, `region`), `evidence` sentences,
    `collapsed` the nodes in it that say they are closed."""

    node: int
    kind: str
    evidence: tuple[str, ...]
    collapsed: tuple[int, ...]


def propose(s: Snapshot, visibility: Visibility, roles: Roles, states: States) -> Proposal | None:
    """The proposal for one page."""
    return _Search(s, visibility, roles, states).root()


class _Search:
    """`weight` is the number of characters of visible text in each node's subtree (list of length N)."""

    def __init__(self, s: Snapshot, visibility: Visibility, roles: Roles, states: States) -> None:
        self.snapshot, self.visibility, self.roles, self.states = s, visibility, roles, states
        visibility.fill_all()
        self.weight = self._weights()

    def root(self) -> Proposal | None:
        s = self.snapshot
        total = sum(self.weight[d.begin] for d in s.documents if d.owner < 0)
        if total < ENOUGH_TEXT:
            return None
        mains = [i for i in self._elements(0, len(s)) if self.roles.role(i) == MAIN]
        if mains:
            scope = max(mains, key=self.weight.__getitem__)
            reasons = [f"the main landmark holds {self.weight[scope]} of {total} characters of text"]
            return self._within(scope, reasons) or self._found(scope, "main", reasons)
        top = next(d.begin for d in s.documents if d.owner < 0)
        return self._within(top, ["there is no main landmark"]) or self._region(top)

    # ------------------------------------------------------------------------------------------------ candidates

    def _within(self, scope: int, reasons: Sequence[str]) -> Proposal | None:
        """A stream, several articles or one article that holds most of a scope's text."""
        enough = SHARE * self.weight[scope]
        inside = list(self._elements(scope + 1, self.snapshot.subtree_end[scope]))
        for i in inside:
            if self.roles.role(i) in STREAM_ROLES and self.weight[i] >= enough:
                return self._found(i, "feed", [*reasons, f"a {self.roles.role(i)} holds {self.weight[i]} characters"])
        articles = self._outermost(i for i in inside if self.roles.role(i) == ARTICLE)
        held = sum(self.weight[i] for i in articles)
        if held < enough or not held:
            return None
        largest = max(articles, key=self.weight.__getitem__)
        if self.weight[largest] >= enough:
            return self._found(largest, "article", [*reasons, f"one article holds {self.weight[largest]} characters"])
        around = self._common_ancestor(articles)
        return self._found(around, "thread", [*reasons, f"{len(articles)} articles hold {held} characters"])

    def _region(self, top: int) -> Proposal | None:
        """Down from the document as long as one child holds enough of the text that is not beside the content."""
        beside = self._outermost(
            i for i in self._elements(top, self.snapshot.subtree_end[top]) if self.roles.role(i) in BESIDE_ROLES
        )
        left_out = [0] * len(self.weight)
        for i in beside:
            left_out[i] = self.weight[i]
        content = [weight - out for weight, out in zip(self.weight, self._summed(left_out), strict=True)]
        total, node = content[top], top
        if total < ENOUGH_TEXT:
            return None
        while True:
            child = max(self.snapshot.children(node), key=content.__getitem__, default=-1)
            if child < 0 or content[child] < REGION_SHARE * total or self.roles.role(child) not in REGION_ROLES:
                break
            node = child
        if self.snapshot.node_type[node] != ELEMENT:
            return None
        reason = f"the smallest region with {content[node]} of {total} characters of text outside navigation"
        return self._found(node, "region", ["there is no main landmark", reason])

    def _found(self, i: int, kind: str, evidence: Iterable[str]) -> Proposal:
        collapsed = tuple(
            k
            for k in self._elements(i, self.snapshot.subtree_end[i])
            if self.states.states(k).get("expanded") is False and "haspopup" not in self.states.states(k)
        )
        return Proposal(i, kind, tuple(evidence), collapsed)

    # ------------------------------------------------------------------------------------------------ nodes

    def _elements(self, begin: int, end: int) -> Iterable[int]:
        """The visible elements among the nodes of a slice."""
        s, visibility = self.snapshot, self.visibility
        return (
            i
            for i in range(begin, end)
            if s.node_type[i] == ELEMENT and i not in s.pseudo_type and visibility.is_visible(i)
        )

    def _outermost(self, nodes: Iterable[int]) -> list[int]:
        out: list[int] = []
        for i in nodes:
            if not out or i >= self.snapshot.subtree_end[out[-1]]:
                out.append(i)
        return out

    def _common_ancestor(self, nodes: Sequence[int]) -> int:
        """The innermost node round all of them; they stand in wire order."""
        node, last = self.snapshot.parent[nodes[0]], nodes[-1]
        while last >= self.snapshot.subtree_end[node]:
            node = self.snapshot.parent[node]
        return node

    def _weights(self) -> list[int]:
        s, visibility = self.snapshot, self.visibility
        own = [0] * len(s)
        for i, kind in enumerate(s.node_type):
            if kind == TEXT and visibility.is_visible(i):
                own[i] = len(" ".join(s.text(i).split()))
        return self._summed(own)

    def _summed(self, own: list[int]) -> list[int]:
        """What each node and all below it have together; parents stand before their children."""
        parent = self.snapshot.parent
        for i in range(len(own) - 1, 0, -1):
            if parent[i] >= 0:
                own[parent[i]] += own[i]
        return own

"""What stands outside an overlay, counted (SPEC 4.6): in its document, neither in it nor round it.

In: a snapshot and nodes in wire order. Out: how many of them stand outside a node, by running counts: what ten thousand
overlays ask of ten thousand controls takes no hundred million looks. Judges nothing.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from perception.snapshot import Snapshot

Tally: TypeAlias = Sequence[int]
"""How many of the first k nodes fulfil a condition, for each k from 0 on."""


class Outside:
    """Questions about `nodes`, which stand in wire order."""

    def __init__(self, snapshot: Snapshot, nodes: Sequence[int]) -> None:
        self.snapshot, self.nodes = snapshot, nodes
        self._place = {node: k for k, node in enumerate(nodes)}

    def tally(self, test: Callable[[int], bool]) -> Tally:
        return list(accumulate(map(test, self.nodes), initial=0))

    def count(self, tally: Tally, i: int, begin: int = -1, end: int = -1) -> int:
        """How many nodes of a tally stand outside `i`; of those from node `begin` to `end` where these are given."""
        s = self.snapshot
        document = s.documents[s.document[i]]
        begin, end = (document.begin, document.end) if end < 0 else (begin, end)
        inner, inner_end = min(max(i, begin), end), max(min(s.subtree_end[i], end), begin)
        found = self._between(tally, begin, end) - self._between(tally, inner, inner_end)
        return found - sum(tally[k + 1] - tally[k] for k in self._round(i) if begin <= self.nodes[k] < end)

    def _between(self, tally: Tally, begin: int, end: int) -> int:
        return tally[bisect_left(self.nodes, end)] - tally[bisect_left(self.nodes, begin)] if begin < end else 0

    def _round(self, i: int) -> Iterator[int]:
        """The places of the nodes round `i`, in its document."""
        s = self.snapshot
        parent, begin = s.parent, s.documents[s.document[i]].begin
        p = parent[i] if i > begin else -1
        while p >= begin:
            if p in self._place:
                yield self._place[p]
            p = parent[p] if p > begin else -1

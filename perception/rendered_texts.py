"""The rendered text of any subtree, as `innerText` gives it: for name policies that look at text alone.

In: snapshot, what is rendered. Out: text, white space collapsed, pseudo-elements left out. One pass over the page; then
a subtree's text is a slice of the pieces.
"""

from bisect import bisect_left
from math import inf

from perception.characters import collapsed
from perception.rendered import APART, UNSEEN, Rendered
from perception.snapshot import ELEMENT, TEXT, Snapshot


class RenderedTexts:
    def __init__(self, snapshot: Snapshot, rendered: Rendered) -> None:
        self.snapshot = snapshot
        self._nodes: list[int] = []
        self._texts: list[str] = []
        s, flags_of, style_row = snapshot, rendered.row_flags, snapshot.style_row
        open_boxes: list[int] = []  # ends of the boxes that stand apart from the text around them
        is_apart = False
        for i, (kind, box) in enumerate(zip(s.node_type, s.layout, strict=True)):
            while open_boxes and open_boxes[-1] <= i:
                open_boxes.pop()
                is_apart = True
            if box < 0:
                continue
            flags = flags_of[style_row[box]]
            if kind == ELEMENT and flags & APART:
                open_boxes.append(s.subtree_end[i])
                is_apart = True
            elif kind == TEXT and not flags & UNSEEN:
                self._nodes.append(i)
                self._texts.append(f" {s.text(i)}" if is_apart else s.text(i))
                is_apart = False

    def text(self, i: int, limit: float = inf) -> str:
        """The text of the subtree of `i`; reading stops past `limit` code points."""
        out: list[str] = []
        length = 0
        end = self.snapshot.subtree_end[i]
        for k in range(bisect_left(self._nodes, i), len(self._nodes)):
            if self._nodes[k] >= end or length > limit:
                break
            out.append(self._texts[k])
            length += len(collapsed(self._texts[k]))
        return collapsed("".join(out))

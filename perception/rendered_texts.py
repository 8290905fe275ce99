"""The text of any subtree in one look-up: for name policies that look at text alone.

In: snapshot, what is rendered. Out: text, white space collapsed, pseudo-elements left out: all of it (`textContent`),
or what is rendered (`innerText`). One pass over the page; then a subtree's text is a slice of the pieces; no more of
them are read than the text may be long.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from perception.characters import collapsed
from perception.rendered import APART, UNSEEN, Rendered
from perception.snapshot import ELEMENT, TEXT, Snapshot
from perception.tables.naming import MOST_SAID


class SubtreeTexts:
    """`pieces`: nodes in wire order and what they add to a text."""

    def __init__(self, snapshot: Snapshot, pieces: Iterable[tuple[int, str]]) -> None:
        self.snapshot = snapshot
        self._nodes: list[int] = []
        self._begins: list[int] = [0]
        out: list[str] = []
        is_apart = False
        for i, text in pieces:
            core = collapsed(text)
            if core:
                out.append(f" {core}" if is_apart or not collapsed(text[0]) else core)
                is_apart = not collapsed(text[-1])
                self._nodes.append(i)
                self._begins.append(self._begins[-1] + len(out[-1]))
            else:
                is_apart = is_apart or bool(text)
        self._text = "".join(out)

    def text(self, i: int, limit: int = MOST_SAID) -> str:
        """The text of the subtree of `i`; of a longer one at least `limit` + 1 code points, not many more."""
        begin = self._begins[bisect_left(self._nodes, i)]
        end = self._begins[bisect_left(self._nodes, self.snapshot.subtree_end[i])]
        return self._text[begin : min(end, begin + limit + 3)].strip(" ")  # no two blanks stand side by side


def all_texts(snapshot: Snapshot) -> SubtreeTexts:
    """The texts of all nodes, rendered or not."""
    return SubtreeTexts(snapshot, ((i, snapshot.text(i)) for i, kind in enumerate(snapshot.node_type) if kind == TEXT))


def rendered_texts(snapshot: Snapshot, rendered: Rendered) -> SubtreeTexts:
    """The rendered texts; a blank stands where a box begins or ends that is apart from the text around it."""
    return SubtreeTexts(snapshot, _rendered(snapshot, rendered))


def _rendered(s: Snapshot, rendered: Rendered) -> Iterator[tuple[int, str]]:
    flags_of, style_row = rendered.row_flags, s.style_row
    open_boxes: list[int] = []  # ends of the boxes that stand apart
    for i, (kind, box) in enumerate(zip(s.node_type, s.layout, strict=True)):
        while open_boxes and open_boxes[-1] <= i:
            open_boxes.pop()
            yield i, " "
        if box < 0:
            continue
        flags = flags_of[style_row[box]]
        if kind == ELEMENT and flags & APART:
            open_boxes.append(s.subtree_end[i])
            yield i, " "
        elif kind == TEXT and not flags & UNSEEN:
            yield i, s.text(i)

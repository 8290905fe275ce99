"""One entry a thing that can be done (SPEC 4.7): what is offered twice is thinned out.

In: the nodes that can be acted on. Out: which of them are the same thing as another one, which one is kept, and why. A
distinct control is never lost: what goes is a wrapper or a part whose box or whose evidence is another's.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from perception.geometry import Edges, has_area, intersection
from perception.interactivity import Interactivity
from perception.snapshot import Snapshot
from perception.styles import Styles
from perception.tables.interactivity import (
    BUTTON_RULE,
    CELL_ROLES,
    CHOICE_RULE,
    CONTROL,
    EVIDENCE,
    FIELD_ACTIONS,
    LINK_ACTION,
    LISTENER,
    POINTER,
)
from perception.viewport import ViewportGeometry

SAME_BOX = 0.8
"""HEURISTIC: two boxes are one thing to a person where they share this part of their union; the figure by which the
live truth of the public captures compares boxes."""

FILLED = 0.4
"""HEURISTIC: controls that take this part of an area with a hand leave no room for a thing of its own."""

AROUND = 8
"""HEURISTIC: so many offered ancestors are compared with a node. More than five wrappers of one box round one another
occur nowhere in the public captures."""

Around: TypeAlias = Mapping[int, tuple[int, ...]]
"""Node -> the nearest offered nodes round it in its document, nearest first."""

Pair: TypeAlias = tuple[int, int]
"""(node that goes, node that is kept)."""


class Lost(NamedTuple):
    """Why a node goes: the node that is kept instead, and the word of `STEPS`."""

    kept: int
    why: str


class Suppression:
    """The nodes among `offered` that are the same thing as another one."""

    def __init__(
        self,
        snapshot: Snapshot,
        styles: Styles,
        geometry: ViewportGeometry,
        interactivity: Interactivity,
        offered: Iterable[int],
    ) -> None:
        self.snapshot, self.styles, self.geometry, self.interactivity = snapshot, styles, geometry, interactivity
        self.offered = sorted(offered)

    @cached_property
    def lost(self) -> dict[int, Lost]:
        """The nodes that go."""
        out: dict[int, Lost] = {}
        left, around = self.offered, self._around(self.offered)
        for why, step in STEPS:
            for node, kept in step(self, around):
                out.setdefault(node, Lost(kept, why))
            if len(left) + len(out) > len(self.offered):
                left = [i for i in left if i not in out]
                around = self._around(left)
        return out

    def _around(self, nodes: Iterable[int]) -> Around:
        subtree_end, open_nodes = self.snapshot.subtree_end, list[int]()
        out: dict[int, tuple[int, ...]] = {}
        for i in nodes:
            while open_nodes and subtree_end[open_nodes[-1]] <= i:
                open_nodes.pop()
            out[i] = tuple(open_nodes[: -AROUND - 1 : -1])
            open_nodes.append(i)
        return out

    def _evidence(self, i: int) -> str:
        row = self.interactivity.row(i)
        return row.evidence if row is not None else ""

    # ------------------------------------------------------------------------------------------------ same box

    def same_box(self, around: Around) -> Iterator[Pair]:
        """Of two nodes with one box the one with the weaker evidence goes."""
        gone = set()
        for inner, outers in around.items():
            for outer in outers:
                if outer in gone:
                    continue
                if self._share(self._box(outer), self._box(inner)) >= SAME_BOX:
                    lost, kept = self._weaker_first(outer, inner)
                    gone.add(lost)
                    yield lost, kept
                    if lost == inner:
                        break

    def _weaker_first(self, outer: int, inner: int) -> Pair:
        """Equal evidence: the outer one is kept, unless only the inner one is in the tab order."""
        left, right = EVIDENCE.index(self._evidence(outer)), EVIDENCE.index(self._evidence(inner))
        if left != right:
            return (outer, inner) if left > right else (inner, outer)
        if self._evidence(outer) == CONTROL and self._is_in_tab_order(inner) and not self._is_in_tab_order(outer):
            return outer, inner
        return inner, outer

    def _is_in_tab_order(self, i: int) -> bool:
        is_taken_out = "tabindex" in self.snapshot.attrs(i)
        return self.interactivity.is_tab_stop(i) or (not is_taken_out and self.interactivity.controls.can_focus(i))

    def _box(self, i: int) -> Edges | None:
        """What is seen of a node in the window; of one outside of it the whole box."""
        return self.geometry.visible_rect(i) or self.geometry.rect(i)

    def _share(self, a: Edges | None, b: Edges | None) -> float:
        """Intersection over union."""
        if a is None or b is None:
            return 0.0
        common = intersection(a, b)
        if not has_area(common):
            return 0.0
        shared = _area(common)
        return shared / (_area(a) + _area(b) - shared)

    # ------------------------------------------------------------------------------------------------ wrappers

    def delegating(self, around: Around) -> Iterator[Pair]:
        """A listener round things to act on hears their clicks and is none itself: it shows no hand and takes no keys.

        A single hand in it is a part of it, not what it listens for.
        """
        inside: dict[int, list[int]] = {}
        for outer, inner in self._pairs(around, (CONTROL, LISTENER, POINTER)):
            if self._evidence(outer) == LISTENER:
                inside.setdefault(outer, []).append(inner)
        for outer, inners in inside.items():
            if self.interactivity.shows_hand(outer) or self.interactivity.is_tab_stop(outer):
                continue
            if len(inners) == 1 and self._evidence(inners[0]) == POINTER:
                yield inners[0], outer
            else:
                yield outer, inners[0]

    def pointing(self, around: Around) -> Iterator[Pair]:
        """A hand over an area that controls fill is theirs, and so is one round a link or a single field; a card with a
        button in it, a row with a box to check, is a thing beside them."""
        inside: dict[int, list[int]] = {}
        for outer, inner in self._pairs(around, (CONTROL, LISTENER)):
            if self._evidence(outer) == POINTER:
                inside.setdefault(outer, []).append(inner)
        for outer, inners in inside.items():
            box, actions = self._box(outer), {self.interactivity.action(inner) for inner in inners}
            filled = sum(_area(part) for inner in inners if (part := self._box(inner)) is not None)
            is_theirs = LINK_ACTION in actions or (len(inners) == 1 and not actions.isdisjoint(FIELD_ACTIONS))
            if is_theirs or box is None or filled >= FILLED * _area(box):
                yield outer, inners[0]

    def stood_for(self, around: Around) -> Iterator[Pair]:
        """A wrapper of a hidden control that a listed label stands for is that label's thing too."""
        for outer in around:
            if self._evidence(outer) not in (LISTENER, POINTER):
                continue
            label = self.interactivity.stand_in_label(self.interactivity.wrapped_control(outer))
            if label >= 0 and label != outer and label in around:
                yield outer, label

    def parts(self, around: Around) -> Iterator[Pair]:
        """A hand within a control is the control's, one on the cells of a row that listens the row's, and the button in
        a `select` opens it."""
        for outer, inner in self._pairs(around, (POINTER, CONTROL)):
            if self._evidence(inner) == CONTROL:
                rules = self.interactivity.rule(outer), self.interactivity.rule(inner)
                is_part = rules == (CHOICE_RULE, BUTTON_RULE)
            else:
                is_part = self._evidence(outer) == CONTROL or self._is_cell_of(inner, outer)
            if is_part:
                yield inner, outer

    def _is_cell_of(self, i: int, row: int) -> bool:
        roles = self.interactivity.roles
        return self._evidence(row) == LISTENER and roles.role(row) == "row" and roles.role(i) in CELL_ROLES

    def _pairs(self, around: Around, evidence: Sequence[str]) -> Iterator[Pair]:
        """(outer, inner), the inner one with evidence of these kinds."""
        for inner, outers in around.items():
            if outers and self._evidence(inner) in evidence:
                for outer in outers:
                    yield outer, inner


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


STEPS: tuple[tuple[str, Callable[[Suppression, Around], Iterator[Pair]]], ...] = (
    ("part", Suppression.parts),
    ("delegating", Suppression.delegating),
    ("same-box", Suppression.same_box),
    ("pointing", Suppression.pointing),
    ("stood-for", Suppression.stood_for),
)
"""What makes two offered nodes one thing, in order."""

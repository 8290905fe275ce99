"""Which label goes with which form control (the native labels of HTML).

In: snapshot, flat tree. Out: the control of a label, the labels of a control, both lazily. Labels made of ARIA
references are no labels here: a click on them does nothing.
"""

from functools import cached_property

from perception.controls import inherited
from perception.flat_tree import FlatTree
from perception.snapshot import HTML, Snapshot
from perception.tables.controls import LABELABLE_ELEMENTS


class Labels:
    """Labels and their controls in one snapshot."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree) -> None:
        self.snapshot, self.flat_tree = snapshot, flat_tree
        self._controls: dict[int, int] = {}
        self._around: dict[int, int] = {}
        self._first: dict[int, int] = {}

    def control(self, label: int) -> int:
        """The control that a click on this label goes to, -1 without one. Source: html #labeled-control."""
        known = self._controls.get(label)
        if known is None:
            known = self._controls[label] = self._control(label)
        return known

    def _control(self, label: int) -> int:
        s = self.snapshot
        if s.tag[label] != "label" or s.namespace[label] != HTML:
            return -1
        target = s.attrs(label).get("for")
        if target is not None:
            named = self.flat_tree.resolve(label, target)
            return named if named >= 0 and self.is_labelable(named) else -1
        return self._first_labelable(label)

    def _first_labelable(self, label: int) -> int:
        """The first control inside; what holds for the labels on the way is remembered, so nesting costs nothing."""
        s, known = self.snapshot, self._first
        passed = [label]
        i, end, found = label + 1, s.subtree_end[label], -1
        while i < end and found < 0:
            if i in known:
                found = known[i]
                i = s.subtree_end[i]
                continue
            if self.is_labelable(i):
                found = i
            elif s.tag[i] == "label":
                passed.append(i)
            i += 1
        for node in passed:
            known[node] = found if node < found < s.subtree_end[node] else -1
        return known[label]

    def of_control(self, i: int) -> tuple[int, ...]:
        """The labels of a control in wire order."""
        if not self.is_labelable(i):
            return ()
        found = set(self._naming.get(i, ()))
        around = inherited(self.snapshot, i, self._around, self._label_seed, -1)
        if around >= 0 and self.control(around) == i:
            found.add(around)
        return tuple(sorted(found))

    def _label_seed(self, i: int, _child: int) -> int | None:
        return i if self.snapshot.tag[i] == "label" else None

    def is_labelable(self, i: int) -> bool:
        """Source: html #category-label. A form-associated custom element cannot be told from others."""
        s = self.snapshot
        is_hidden_input = s.tag[i] == "input" and s.attrs(i).get("type", "").lower() == "hidden"
        return s.tag[i] in LABELABLE_ELEMENTS and not is_hidden_input

    @cached_property
    def _naming(self) -> dict[int, list[int]]:
        """Control -> the labels that name its id: of several elements with one id only the first has any."""
        out: dict[int, list[int]] = {}
        for label in self.flat_tree.attribute_nodes["for"]:
            control = self.control(label)
            if control >= 0:
                out.setdefault(control, []).append(label)
        return out

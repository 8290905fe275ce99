"""Whether a node is rendered for a reader of text, whatever is seen of it (accname's "hidden").

In: snapshot, styles, visibility. Out: `is_rendered`, `is_hidden`, and flags of distinct style rows for loops. Unlike
visibility, transparency, size and place on the page do not count: a screen reader reads on. `aria-hidden` is apart.
"""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property

from perception.controls import inherited
from perception.snapshot import ELEMENT, TEXT, Snapshot
from perception.styles import Styles
from perception.tables.naming import BOXLESS_PARTS, INLINE_DISPLAYS, TRANSFORMED_TEXT, UNSEEN_VISIBILITY
from perception.visibility import BIT, INHERITED, Visibility

APART, UNSEEN, TRANSFORMED, UNKNOWN = 1, 2, 4, 8
"""Flags of a style row: a box of its own, apart from the text around it; visibility that hides; text that is not shown
as written; no display was captured."""


class Rendered:
    def __init__(self, snapshot: Snapshot, styles: Styles, visibility: Visibility) -> None:
        self.snapshot, self.styles, self.visibility = snapshot, styles, visibility
        self._in_parts: dict[int, bool] = {}

    @cached_property
    def row_flags(self) -> list[int]:
        """Flags of each distinct style row, and at index -1 of a node without a box."""
        return self.styles.judge(_flags)

    def is_hidden(self, i: int) -> bool:
        """Not rendered, or of a visibility that hides it. Source: accname-1.2 #comp_hidden_not_referenced."""
        return not self.is_rendered(i) or bool(self.row_flags[self.styles.row_of(i)] & UNSEEN)

    def is_exposed(self, i: int) -> bool:
        """Whether assistive technology meets the node: not hidden, and not aria-hidden."""
        return not self.is_hidden(i) and not self.visibility.is_aria_hidden(i)

    def is_rendered(self, i: int) -> bool:
        """Whether the node takes part in layout, by a box of its own, of its content or of what shows it."""
        s = self.snapshot
        if s.layout[i] >= 0:
            return True
        if not s.box_node:
            hides = INHERITED if s.node_type[i] == ELEMENT else INHERITED | BIT["visibility"]
            return not self.visibility.own_bits(i) & hides
        if s.node_type[i] == TEXT:
            return self._is_in_part(i)
        return self._has_box_below(i) or self._is_rendered_part(i) or self._is_in_part(i)

    def _has_box_below(self, i: int) -> bool:
        """`box_node` ascends, so a box of the subtree is the first at or after `i`."""
        s = self.snapshot
        k = bisect_left(s.box_node, i)
        return k < len(s.box_node) and s.box_node[k] < s.subtree_end[i]

    def _is_in_part(self, i: int) -> bool:
        """Content of a part that never has a box, such as the text of an option, plain or marked up."""
        s, p = self.snapshot, self.snapshot.parent[i]
        if not self._has_parts or (s.layout[p] >= 0 and s.tag[p] not in BOXLESS_PARTS):
            return False
        is_hidden = s.node_type[i] == ELEMENT and "hidden" in s.attrs(i)
        return not is_hidden and inherited(s, i, self._in_parts, self._part_seed, False)

    def _part_seed(self, i: int, _child: int) -> bool | None:
        if self.snapshot.tag[i] in BOXLESS_PARTS:
            return self.snapshot.layout[i] >= 0 or self._has_box_below(i) or self._is_rendered_part(i)
        return False if self.snapshot.layout[i] >= 0 or "hidden" in self.snapshot.attrs(i) else None

    @cached_property
    def _has_parts(self) -> bool:
        return not self.snapshot.tags.isdisjoint(BOXLESS_PARTS)

    def _is_rendered_part(self, i: int) -> bool:
        """Parts that never have boxes are rendered with the element that shows them (options of a drop-down, the chosen
        one though it is hidden)."""
        s = self.snapshot
        while s.node_type[i] == ELEMENT and s.tag[i] in BOXLESS_PARTS:
            if "hidden" in s.attrs(i) and i not in s.option_selected:
                return False
            whole = BOXLESS_PARTS[s.tag[i]]
            i = s.parent[i]
            if s.tag[i] == whole:
                return s.layout[i] >= 0 or whole == "map"
        return False


def _flags(row: Mapping[str, str]) -> int:
    display, visibility = row.get("display"), row.get("visibility", "")
    flags = UNKNOWN if display is None else 0 if display in INLINE_DISPLAYS else APART
    if visibility in UNSEEN_VISIBILITY:
        flags |= UNSEEN
    if row.get("text-transform") in TRANSFORMED_TEXT:
        flags |= TRANSFORMED
    return flags

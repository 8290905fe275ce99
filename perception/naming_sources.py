"""Whether an author named an element, asked below roles (ARCHITECTURE, the three knots).

In: snapshot, flat tree. Out: `has_author_name(i)`: aria-labelledby, aria-label or title yields any text. It never runs
the name algorithm: of a referenced element any text, label or alternative text will do.
"""

from perception.flat_tree import FlatTree
from perception.snapshot import ELEMENT, TEXT, Snapshot
from perception.tables.naming import TEXT_ATTRIBUTES, UNREAD_ELEMENTS


class NamingSources:
    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree) -> None:
        self.snapshot, self.flat_tree = snapshot, flat_tree
        self._yields_text: dict[int, bool] = {}
        self._lists_yield_text: dict[tuple[int, str], bool] = {}

    def has_author_name(self, i: int) -> bool:
        """Whether aria-labelledby, aria-label or title names the element. Source: html-aam #dfn-accessible-name."""
        return self.has_aria_name(i) or bool(self.snapshot.attrs(i).get("title", "").strip())

    def has_aria_name(self, i: int) -> bool:
        """Whether aria-labelledby or aria-label does."""
        attrs = self.snapshot.attrs(i)
        if attrs.get("aria-label", "").strip():
            return True
        references = attrs.get("aria-labelledby", "")
        if not references:
            return False
        key = self.flat_tree.scope(i), references
        known = self._lists_yield_text.get(key)
        if known is None:
            targets = self.flat_tree.resolve_list(i, references)
            known = self._lists_yield_text[key] = any(map(self.has_text, targets))
        return known

    def has_text(self, target: int) -> bool:
        """Whether anything in the subtree of `target` can be read: text, a label, alternative text."""
        known = self._yields_text.get(target)
        if known is None:
            known = self._yields_text[target] = self._find_text(target)
        return known

    def _find_text(self, target: int) -> bool:
        s = self.snapshot
        i, end = target, s.subtree_end[target]
        while i < end:
            if s.node_type[i] == TEXT and s.text(i).strip():
                return True
            if s.node_type[i] == ELEMENT:
                attrs = s.attrs(i)
                if any(attrs.get(name, "").strip() for name in TEXT_ATTRIBUTES):
                    return True
                if s.tag[i] in UNREAD_ELEMENTS and i != target:
                    i = s.subtree_end[i]
                    continue
            i += 1
        return False

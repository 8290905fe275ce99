"""Accessible descriptions (SPEC 3.2): what is said of an element beyond its name.

In: snapshot, names. Out: the text of a node's description. Sources in order: `aria-describedby`, `aria-description`,
what the element says natively that did not name it (a table's caption, a summary's details do not count), its tooltip.

Source: accname-1.2 #mapping_additional_nd_description, html-aam-1.0 #accdesc-computation.
"""

from perception.characters import collapsed, visible
from perception.flat_tree import FlatTree
from perception.names import Names
from perception.snapshot import ELEMENT, SVG, Snapshot


class Descriptions:
    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, names: Names) -> None:
        self.snapshot, self.flat_tree, self.names = snapshot, flat_tree, names

    def description(self, i: int) -> str:
        """The accessible description, '' without one."""
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return ""
        attrs = s.attrs(i)
        references = attrs.get("aria-describedby")
        if references:
            targets = self.flat_tree.resolve_list(i, references)
            text = collapsed(visible(" ".join([self.names.text.referenced(k) for k in targets])))
            if text:
                return text
        text = collapsed(visible(attrs.get("aria-description", "")))
        if text:
            return text
        if s.namespace[i] == SVG and (text := self._svg_description(i)):
            return text
        title = collapsed(visible(attrs.get("title", "")))
        return title if title and self.names.name_from(i) not in ("comp_tooltip", "") else ""

    def _svg_description(self, i: int) -> str:
        """The first `desc` child. Source: svg-aam-1.0 #mapping_additional_nd."""
        s = self.snapshot
        child = next((k for k in s.children(i) if s.tag[k] == "desc"), -1)
        return self.names.text.values.text_below(child) if child >= 0 else ""

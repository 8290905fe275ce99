"""Accessible descriptions (SPEC 3.2): what is said of an element beyond its name.

In: snapshot, names. Out: the text of a node's description. Sources in order: `aria-describedby`, `aria-description`,
what a graphic says of itself, the tooltip; what names the element already does not describe it.

Source: accname-1.2 #mapping_additional_nd_description, html-aam-1.0 #accdesc-computation.
"""

from perception.characters import collapsed, visible
from perception.flat_tree import FlatTree
from perception.names import Names
from perception.snapshot import ELEMENT, SVG, Snapshot
from perception.tables.naming import SVG_TEXT_CHILDREN


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
            text = collapsed(visible(self.names.text.of_list(i, references)))
            if text:
                return text
        sources = (attrs.get("aria-description", ""), self._svg_description(i), attrs.get("title", ""))
        text = next((clean for source in sources if source and (clean := collapsed(visible(source)))), "")
        return text if text and text != self.names.name(i) else ""

    def _svg_description(self, i: int) -> str:
        """The first `desc` child, else the first `title` child. Source: svg-aam-1.0 #mapping_additional_nd."""
        s = self.snapshot
        if s.namespace[i] != SVG:
            return ""
        child = next((k for tag in SVG_TEXT_CHILDREN for k in s.children(i) if s.tag[k] == tag), -1)
        return self.names.text.values.text_below(child) if child >= 0 else ""

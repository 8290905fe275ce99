"""The page as an lxml tree, for XPath (SPEC 8.3).

In: a snapshot's DOM tree. Out: one lxml tree a top document, frames' documents inside their frame elements, shadow
trees inside their hosts after the light children, so that positions among light children are those of the live page.
Names and characters that XML refuses are written in an escaped form, in the tree as in the expressions that ask about
it, and can be read back. lxml's elements carry no index of ours: an expression sees the page's attributes only.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from lxml import etree

from perception.dom_tree import DomTree
from perception.errors import SelectorError
from perception.selectors import MAX_LENGTH, check_length
from perception.snapshot import COMMENT, DOCUMENT, ELEMENT, TEXT
from perception.xml_names import first_fault, translated, xml_name, xml_text

Element: TypeAlias = Any
"""An lxml element or comment; lxml has no types of its own."""


class Mirror:
    """The lxml trees of one page and the way back from their nodes."""

    def __init__(self, dom: DomTree, longest: int = MAX_LENGTH) -> None:
        """`longest`: characters of an expression."""
        self.dom, self.snapshot, self.longest = dom, dom.snapshot, longest
        self.index: dict[Element, int] = {}
        self.roots: list[Element] = []
        self._first_text: dict[Element, int] = {}  # of an element, the text before its first child
        self._tail_text: dict[Element, int] = {}  # and the text after the element
        self._texts: dict[tuple[Element, bool], list[str]] = {}  # the same places -> what stands there
        self._build()

    # ------------------------------------------------------------------------------------------------ building

    def _build(self) -> None:
        s, parent, index = self.snapshot, self.dom.parent, self.index
        elements: list[Element] = [None] * len(s)
        last: list[Element] = [None] * len(s)  # of each element, the child that text after it belongs to
        names = {tag: xml_name(tag) for tag in set(s.tag)}
        node_type, tag, pseudo_type, sub_element = s.node_type, s.tag, s.pseudo_type, etree.SubElement
        for i in self._nodes():
            kind, p = node_type[i], parent[i]
            above = elements[p] if p >= 0 else None
            if kind == TEXT and above is not None:
                self._add_text(i, above, last[p])
            elif kind == ELEMENT and i not in pseudo_type:
                if above is None:
                    element = etree.Element(names[tag[i]], self._attributes(i))
                    self.roots.append(element)
                else:
                    element = last[p] = sub_element(above, names[tag[i]], self._attributes(i))
                elements[i] = element
                index[element] = i
            elif kind == COMMENT and above is not None:
                last[p] = element = etree.Comment(_comment_text(s.text(i)))
                above.append(element)
                index[element] = i
            elif kind == DOCUMENT:
                elements[i] = above
                last[i] = last[p] if p >= 0 else None
        self._write_texts()

    def _attributes(self, i: int) -> dict[str, str]:
        number = self.snapshot.attribute_row[i]
        row = self._rows[number]
        if row is None:
            row = self._rows[number] = {xml_name(k): xml_text(v) for k, v in self.snapshot.attrs(i).items()}
        return row

    @cached_property
    def _rows(self) -> list[dict[str, str] | None]:
        return [None] * len(self.snapshot.attribute_rows)

    def _add_text(self, i: int, above: Element, before: Element) -> None:
        """Text goes after the child before it, or to the start; lxml joins texts that touch: the first one counts."""
        place, slots = (above, self._first_text) if before is None else (before, self._tail_text)
        slots.setdefault(place, i)
        self._texts.setdefault((place, before is None), []).append(self.snapshot.strings[self.snapshot.node_value[i]])

    def _write_texts(self) -> None:
        for (place, is_first), texts in self._texts.items():
            text = xml_text("".join(texts))
            if is_first:
                place.text = text
            else:
                place.tail = text
        self._texts.clear()

    def _nodes(self) -> Sequence[int] | Iterator[int]:
        """All nodes, parents first, light children before those of the shadow tree."""
        s = self.snapshot
        if not s.shadow_root_type:
            return range(len(s))
        scope, parent = self.dom.flat_tree.scope, self.dom.parent
        children: dict[int, list[int]] = defaultdict(list)
        for i, p in enumerate(parent):
            children[p].append(i)
        for p, below in children.items():
            own = scope(p) if p >= 0 else -1
            children[p] = [i for i in below if scope(i) == own] + [i for i in below if scope(i) != own]
        return _preorder(children)

    # ------------------------------------------------------------------------------------------------ XPath

    def xpath(self, expression: str, scope: int = -1) -> list[int]:
        """The nodes that an XPath 1.0 expression selects, in wire order, each once.

        `scope` is its context node, else each document's root element. Raises `SelectorError` for what cannot be read,
        and for expressions that give no elements, texts or comments.
        """
        compiled = self._compiled(expression)
        contexts = [self._element_of[scope]] if scope >= 0 else [etree.ElementTree(root) for root in self.roots]
        found: set[int] = set()
        for context in contexts:
            try:
                result = compiled(context)
            except etree.XPathError as error:
                raise _located(expression, error) from None
            if not isinstance(result, list):
                kind = {bool: "true or false", float: "a number"}.get(type(result), "a text")
                raise SelectorError(expression, f"the expression gives {kind}, not nodes")
            found.update(self._node(expression, item) for item in result)
        return sorted(found)

    def _compiled(self, expression: str) -> Any:
        check_length(expression, self.longest)
        if fault := first_fault(expression):
            raise SelectorError(expression, *fault)
        try:
            return etree.XPath(translated(expression, self._known_names))
        except etree.XPathError as error:
            raise _located(expression, error) from None

    @cached_property
    def _known_names(self) -> frozenset[str]:
        """Tags and attribute names as the page spells them."""
        return frozenset(self.dom.by_tag) | frozenset(n for names in self.dom.attribute_names.values() for n in names)

    @cached_property
    def _element_of(self) -> dict[int, Element]:
        return {i: element for element, i in self.index.items()}

    def _node(self, expression: str, item: Any) -> int:
        if item in self.index:
            return self.index[item]
        if getattr(item, "is_text", False):
            return self._first_text[item.getparent()]
        if getattr(item, "is_tail", False):
            return self._tail_text[item.getparent()]
        if getattr(item, "is_attribute", False):
            name = item.attrname
            raise SelectorError(expression, f"the expression gives attributes ({name}); end it at their element")
        raise SelectorError(expression, "the expression gives what is no node of the page")


def _preorder(children: dict[int, list[int]]) -> Iterator[int]:
    stack = list(reversed(children[-1]))
    while stack:
        i = stack.pop()
        yield i
        stack += reversed(children.get(i, ()))


def _comment_text(text: str) -> str:
    """XML takes no two hyphens in a comment; who searches for them finds them apart."""
    text = xml_text(text).replace("--", "- -")
    return text.replace("--", "- -") + (" " if text.endswith("-") else "")


def _located(expression: str, error: etree.XPathError) -> SelectorError:
    position = max((entry.column for entry in error.error_log), default=0)
    reason = str(error)
    return SelectorError(expression, reason[:1].lower() + reason[1:], min(position, len(expression)))

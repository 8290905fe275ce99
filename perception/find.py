"""Finding nodes by what they are and say (SPEC 8.1; rows J-02, J-16): selector, text, role, name, all of them at once.

In: a page's passes. Out: node indexes in flat-tree order, found one by one, so that a limit ends the search. Text and
names are compared without case, white space collapsed; a compiled pattern is searched as it is.
"""

import re
import weakref
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from perception.characters import collapsed, visible
from perception.passes import Passes
from perception.rendered import APART, Rendered
from perception.snapshot import ELEMENT, TEXT, Snapshot
from perception.tables.naming import INLINE_DISPLAYS
from perception.tables.reading import BUTTON_INPUT_TYPES, LINE_BREAKING, NO_TEXT_ELEMENTS, SHOWN_ATTRIBUTES
from perception.tables.roles import SYNONYMS
from perception.tables.ua_styles import DISPLAY

Text: TypeAlias = str | re.Pattern[str]
"""What a text or name must hold: a part of it without regard to case, or a pattern."""


class Conditions(NamedTuple):
    """What must hold, all of it; `scope` -1 is the whole page."""

    selector: str | None = None
    text: Text | None = None
    role: str | None = None
    name: Text | None = None
    scope: int = -1
    include_hidden: bool = False


class Find:
    """Searches on one page."""

    def __init__(self, page: Passes) -> None:
        self.page: Passes = weakref.proxy(page)  # the page holds this: it must not hold itself
        self.snapshot = page.snapshot
        self._indexes: dict[bool, _TextIndex] = {}

    def matches(self, wanted: Conditions) -> Iterator[int]:
        """The elements that fulfil all conditions, in flat-tree order. Raises `SelectorError`."""
        hits = self._hits(wanted) if wanted.text is not None else None
        role = SYNONYMS.get(wanted.role.lower(), wanted.role.lower()) if wanted.role is not None else None
        for i in self._candidates(wanted, hits):
            if role is not None and self.page.roles.role(i) != role:
                continue
            if hits is not None and not hits.is_in(i):
                continue
            if not wanted.include_hidden and not self.page.visibility.is_visible(i):
                continue
            if wanted.name is None or contains(self.page.name_of(i), wanted.name):
                yield i

    def _candidates(self, wanted: Conditions, hits: "_Hits | None") -> Iterable[int]:
        query, scope = self.page.query, wanted.scope
        if wanted.selector is not None:
            return query.select(wanted.selector, scope)
        found = hits.lowest if hits is not None and wanted.role is None and wanted.name is None else query.dom.elements
        if scope >= 0:
            found = [i for i in found if i != scope and self.page.flat_tree.is_within(i, scope)]
        return query.in_order(found)

    def _hits(self, wanted: Conditions) -> "_Hits":
        """Where the text occurs; asked of the whole page, so that every candidate costs two look-ups."""
        assert wanted.text is not None
        index = self._indexes.get(wanted.include_hidden)
        if index is None:
            index = self._indexes[wanted.include_hidden] = _TextIndex(self.page, wanted.include_hidden)
        spans = index.spans(wanted.text)
        own = [i for i in self.page.query.dom.elements if any(contains(t, wanted.text) for t in self._own_texts(i))]
        return _Hits(self.snapshot, index, spans, own)

    def _own_texts(self, i: int) -> Iterator[str]:
        """What an element shows without a text node: its value, and attributes that are read as text."""
        s = self.snapshot
        if i in s.input_value or i in s.text_value:
            yield s.input_value.get(i, s.text_value.get(i, ""))
        attrs = s.attrs(i)
        if attrs:
            yield from (attrs[name] for name in SHOWN_ATTRIBUTES if name in attrs)
            if "value" in attrs and self.page.query.live.type_of(i) in BUTTON_INPUT_TYPES:
                yield attrs["value"]


class _TextIndex:
    """All texts of a page as one, white space collapsed, in lower case for comparison; and where each node's begin."""

    def __init__(self, page: Passes, include_hidden: bool) -> None:
        self.snapshot, self.page = page.snapshot, page
        self.text_nodes: list[int] = []
        self.begins: list[int] = []
        self.whole = "".join(self._pieces(include_hidden))

    def _pieces(self, include_hidden: bool) -> Iterator[str]:
        s, rendered = self.snapshot, Rendered(self.snapshot, self.page.styles, self.page.visibility)
        flags, row_of = rendered.row_flags, self.page.styles.row_of
        open_ends: list[int] = []  # of the boxes that stand apart from the text around them
        length, is_space = 0, True
        for i, kind in enumerate(s.node_type):
            is_apart = kind == ELEMENT and (stands_apart(s, flags[row_of(i)], i) or s.tag[i] in LINE_BREAKING)
            while open_ends and open_ends[-1] <= i:
                open_ends.pop()
                is_apart = True
            if is_apart:
                if kind == ELEMENT:
                    open_ends.append(s.subtree_end[i])
                if not is_space:
                    yield " "
                    length, is_space = length + 1, True
            if kind != TEXT or s.tag[s.parent[i]] in NO_TEXT_ELEMENTS:
                continue
            if not include_hidden and not self.page.visibility.is_visible(i):
                continue
            text = SPACE.sub(" ", s.text(i))
            if is_space and text[:1] == " ":
                text = text[1:]
            if text:
                self.text_nodes.append(i)
                self.begins.append(length)
                yield text
                length, is_space = length + len(text), text[-1] == " "

    @cached_property
    def folded(self) -> str:
        """The same in lower case, letter by letter, so that places stay."""
        lower = self.whole.lower()
        return lower if len(lower) == len(self.whole) else "".join(c.lower()[:1] for c in self.whole)

    def spans(self, wanted: Text) -> list[tuple[int, int]]:
        """Where it occurs (from, to), also where occurrences overlap."""
        if isinstance(wanted, re.Pattern):
            return [m.span() for m in wanted.finditer(self.whole) if m.end() > m.start()]
        text = folded(wanted)
        if not text:
            return []
        return [(m.start(), m.start() + len(text)) for m in re.finditer(f"(?={re.escape(text)})", self.folded)]

    def node_at(self, place: int) -> int:
        """The text node that holds a character."""
        return self.text_nodes[bisect_left(self.begins, place + 1) - 1]


class _Hits:
    """Where a text occurs on the page: spans of the text index, and elements that show it by themselves."""

    def __init__(self, s: Snapshot, index: _TextIndex, spans: list[tuple[int, int]], own: list[int]) -> None:
        self.s, self.own = s, own
        self.ends = [(index.node_at(begin), index.node_at(end - 1)) for begin, end in spans]
        self.first = [first for first, _ in self.ends]

    def is_in(self, i: int) -> bool:
        """Whether an occurrence lies in the subtree of `i`, which must be of one document."""
        k = bisect_left(self.own, i)
        end = self.s.subtree_end[i]
        if k < len(self.own) and self.own[k] < end:
            return True
        k = bisect_left(self.first, i)
        return k < len(self.first) and self.ends[k][1] < end

    @cached_property
    def lowest(self) -> list[int]:
        """The smallest elements that hold an occurrence, in wire order."""
        s, found = self.s, set(self.own)
        for first, last in self.ends:
            p = s.parent[first]
            while p >= 0 and s.subtree_end[p] <= last:
                p = s.parent[p]
            if p >= 0 and s.node_type[p] == ELEMENT:
                found.add(p)
        return sorted(found)


def stands_apart(s: Snapshot, row_flags: int, i: int) -> bool:
    """Whether an element's box stands apart from the text around it; without layout as a browser's own styles say."""
    if s.box_node:
        return bool(row_flags & APART)
    return DISPLAY.get(s.tag[i], "inline") not in INLINE_DISPLAYS


def contains(text: str, wanted: Text) -> bool:
    """Whether a text holds what is wanted; '' is in every text."""
    if isinstance(wanted, re.Pattern):
        return wanted.search(text) is not None
    return folded(wanted) in folded(text)


def folded(text: str) -> str:
    """As texts are compared: white space collapsed, lower case."""
    return collapsed(visible(text)).lower()


SPACE = re.compile(r"[ \t\n\f\r]+")
"""White space that collapses; no-break spaces are none. Source: infra #ascii-whitespace."""

"""A page to read, as Markdown: headings, lists, tables, links, with the ids of what can be acted on.

In: a page and its ids. Out: lines of Markdown of what the expanded window shows. A listed node carries its id behind it
in braces: `[Sign up](/signup){L1}`, `[Save]{B1}`, `[textbox "Mail" = "a@b.org"]{I1}`. Page text cannot make one: its
brackets and braces are escaped. Emphasis and layout are left out.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ids.idmap import IdMap
from perception.characters import visible
from perception.perceive import Page
from perception.snapshot import TEXT
from perception.tables.action_lines import FRAME_ELEMENTS, UNREAD_PSEUDO_ELEMENTS
from perception.tables.markdown import (
    CELL_ROLES,
    IMAGE_ROLES,
    ITEM_ROLES,
    NUMBERED_ELEMENTS,
    PREFORMATTED_ELEMENTS,
    QUOTE_ROLES,
    ROW_ROLES,
    RULE_ROLES,
    TABLE_ROLES,
    VALUE_ROLES,
)
from rendering.addresses import Addresses
from rendering.entries import NOT_CAPTURED
from rendering.shown_text import ShownText
from rendering.text import clean, cut

NAME_LIMIT = 200
"""HEURISTIC: code points of a name that stands for a node without text; one of 3,079 names of listed nodes in the
public captures is longer."""

MAX_LEVELS = 15
"""Of quotes and lists inside one another; deeper ones are written as these. Source: SPEC 7.2."""

NOBODY = -1


class Where(NamedTuple):
    """What a leaf stands in: the listed node, heading level, quotes around, the innermost list item and how many there
    are around, preformatted element, and the outermost table with its row and cell; -1 or 0 for none."""

    owner: int = NOBODY
    heading: int = 0
    quotes: int = 0
    item: int = NOBODY
    items: int = 0
    preformatted: int = NOBODY
    table: int = NOBODY
    row: int = NOBODY
    cell: int = NOBODY

    def is_same_block(self, other: "Where") -> bool:
        """Whether all but the listed node is the same."""
        return self is other or self[1:] == other[1:]


class Leaf(NamedTuple):
    """A text as shown, or Markdown of ours (`is_written`) of a node without one."""

    node: int
    where: Where
    text: str
    is_written: bool = False


class Block(NamedTuple):
    """Leaves on one line of reading, with what stands before each."""

    where: Where
    leaves: list[tuple[str, Leaf]]


class Markdown:
    """The Markdown of one page and its ids."""

    def __init__(self, page: Page, labels: IdMap) -> None:
        self.page, self.snapshot, self.labels = page, page.snapshot, labels
        self.shown, self.addresses = ShownText(page), Addresses(page.snapshot)
        self._where: dict[int, Where] = {NOBODY: Where()}
        self._texts: dict[int, str] = {}
        self._begun: set[int] = set()
        self._numbers: dict[int, int] = {}

    def lines(self) -> Iterator[str]:
        """The lines; an empty one between blocks that are no items of one list."""
        is_first, was_item = True, False
        for _, blocks in groupby(self._blocks(), key=lambda block: (block.where.table, block.where.preformatted)):
            for where, lines in self._written(list(blocks)):
                is_item = bool(where.items)
                if not is_first and not (is_item and was_item):
                    yield ""
                yield from lines
                is_first, was_item = False, is_item

    def _written(self, blocks: list[Block]) -> Iterator[tuple[Where, list[str]]]:
        where = blocks[0].where
        if where.table >= 0:
            yield where, self._table(blocks)
        elif where.preformatted >= 0:
            yield where, self._preformatted(blocks)
        else:
            for block in blocks:
                yield block.where, [self._prefix(block.where) + self._inline(block)]

    # ------------------------------------------------------------------------------------------------ blocks

    def _blocks(self) -> Iterator[Block]:
        block: Block | None = None
        before = NOBODY
        owner = NOBODY
        for leaf in self._leaves():
            gap = self.shown.gap(before, leaf.node) if block is not None else None
            is_same = block is not None and leaf.where.owner == owner >= 0
            if block is None or not (is_same or (gap is not None and leaf.where.is_same_block(block.where))):
                if block is not None:
                    yield block
                block, gap = Block(leaf.where, []), ""
            block.leaves.append((" " if gap is None or (leaf.is_written and not gap) else gap, leaf))
            before, owner = leaf.node, leaf.where.owner
        if block is not None:
            yield block

    def _leaves(self) -> Iterator[Leaf]:
        """Texts, and what is shown without one, in reading order."""
        s, page, rank = self.snapshot, self.page, self.page.flat_tree.rank
        nodes = page.geometry.in_expanded()
        speaking = self._speaking(nodes)
        for i in sorted(nodes, key=rank.__getitem__):
            has_content = s.pseudo_type.get(i, "marker") not in UNREAD_PSEUDO_ELEMENTS
            if s.node_type[i] == TEXT or has_content:
                if text := self._text(i):
                    yield Leaf(i, self.where(s.parent[i]), text)
            elif page.visibility.is_visible(i) and page.geometry.meets_expanded(i) is not False:
                written = self._without_text(i, speaking)
                if written is not None:
                    yield Leaf(i, self.where(i), written, is_written=True)

    def _speaking(self, nodes: Sequence[int]) -> frozenset[int]:
        """The listed nodes in which text is shown."""
        s = self.snapshot
        texts = (i for i in nodes if (s.node_type[i] == TEXT or i in s.pseudo_type) and self._text(i))
        return frozenset(self.where(s.parent[i]).owner for i in texts)

    def _text(self, i: int) -> str:
        """What is shown of a text, '' for glyphs of icon fonts alone."""
        known = self._texts.get(i)
        if known is None:
            text = visible(self.shown.raw(i))
            known = self._texts[i] = "" if text.isspace() else text
        return known

    def _without_text(self, i: int, speaking: frozenset[int]) -> str | None:
        """Markdown of a node that shows no text, '' for a listed one, None where there is nothing to say."""
        s, role = self.snapshot, self.page.role_of(i)
        if self.labels.id_of(i) is not None:
            return None if i in speaking else ""
        if role in IMAGE_ROLES:
            name = clean(self.page.name_of(i))
            url = self._address(i, "src")
            return f"![{marked(cut(name, NAME_LIMIT))}]" + (f"({url})" if url else "") if name else None
        if role in RULE_ROLES:
            return "---"
        if s.tag[i] in FRAME_ELEMENTS and i not in s.content_document:
            return f"({s.tag[i]}: {NOT_CAPTURED})"
        return None

    def where(self, i: int) -> Where:
        """What the children of node `i` stand in."""
        path, parent = [], self.snapshot.parent
        while i not in self._where:
            path.append(i)
            i = parent[i]
        where = self._where[i]
        for node in reversed(path):
            where = self._where[node] = self._inside(node, where)
        return where

    def _inside(self, i: int, where: Where) -> Where:
        role, tag = self.page.role_of(i), self.snapshot.tag[i]
        if self.labels.id_of(i) is not None and self.page.interactivity.action(i) != "scroll":
            where = where._replace(owner=i)
        if where.table < 0 and role in TABLE_ROLES:
            return where._replace(table=i)
        if role in ROW_ROLES and where.table >= 0 and where.cell < 0:
            return where._replace(row=i)
        if role in CELL_ROLES and where.row >= 0 and where.cell < 0:
            return where._replace(cell=i)
        if role == "heading":
            level = self.page.states_of(i).get("level", 2)
            return where._replace(heading=level if isinstance(level, int) else 2)
        if role in ITEM_ROLES:
            return where._replace(item=i, items=where.items + 1)
        if role in QUOTE_ROLES:
            return where._replace(quotes=where.quotes + 1)
        return where._replace(preformatted=i) if tag in PREFORMATTED_ELEMENTS and where.preformatted < 0 else where

    # ------------------------------------------------------------------------------------------------ one block

    def _prefix(self, where: Where) -> str:
        heading = "#" * min(where.heading, 6) + " " if where.heading else ""
        return "> " * min(where.quotes, MAX_LEVELS) + self._bullet(where) + heading

    def _bullet(self, where: Where) -> str:
        """Indentation and, on the first line of an item, its mark."""
        if not where.items:
            return ""
        item, indent = where.item, "  " * (min(where.items, MAX_LEVELS) - 1)
        if item in self._begun:
            return indent + "  "
        self._begun.add(item)
        parent = self.snapshot.parent[item]
        if self.snapshot.tag[parent] not in NUMBERED_ELEMENTS:
            return indent + "- "
        self._numbers[parent] = self._numbers.get(parent, 0) + 1
        return f"{indent}{self._numbers[parent]}. "

    def _inline(self, block: Block, is_cell: bool = False) -> str:
        out = []
        for owner, leaves in groupby(block.leaves, key=lambda pair: pair[1].where.owner):
            pairs = list(leaves)
            out.append(pairs[0][0])
            text = "".join(gap + self._leaf_text(leaf) for gap, leaf in pairs)[len(pairs[0][0]) :]
            out.append(text if owner == NOBODY else self._listed(owner, clean(text), text))
        line = " ".join("".join(out).split())
        return line.replace("|", "\\|") if is_cell else _LINE_START.sub(r"\\\g<0>", line)

    def _leaf_text(self, leaf: Leaf) -> str:
        return leaf.text if leaf.is_written else marked(leaf.text)

    def _listed(self, i: int, text: str, raw: str) -> str:
        """A listed node: its text or name, where it leads, its value, its id."""
        role, name = self.page.role_of(i), marked(cut(clean(self.page.name_of(i)), NAME_LIMIT))
        id = f"{{{self.labels.id_of(i)}}}"
        if role in VALUE_ROLES:
            value = clean(self.page.value_of(i) or "") or ("x" if self.page.states_of(i).get("checked") else "")
            said = f'{role} "{name}"' + (f' = "{marked(cut(value, NAME_LIMIT))}"' if value else "")
            return f"[{said}]{id}"
        url = self._address(i, "href")
        body = f"[{text or name or role}]" + (f"({url})" if url else "") + id
        return f"{' ' if raw[:1].isspace() else ''}{body}{' ' if raw[-1:].isspace() else ''}"

    def _address(self, i: int, key: str) -> str:
        return _IN_ADDRESS.sub("_", self.addresses.short(i, self.snapshot.attrs(i).get(key, "")))

    # ------------------------------------------------------------------------------------------------ tables, code

    def _table(self, blocks: Sequence[Block]) -> list[str]:
        """The first row is the header, for Markdown has no tables without; what stands in no cell comes before."""
        loose = [self._inline(block) for block in blocks if block.where.cell < 0]
        rows: dict[int, dict[int, list[str]]] = {}
        for block in blocks:
            if block.where.cell >= 0:
                cells = rows.get(block.where.row)
                if cells is None:
                    cells = rows[block.where.row] = {c: [] for c in self._cells(block.where.row)}
                cells.setdefault(block.where.cell, []).append(self._inline(block, is_cell=True))
        lines = [f"| {' | '.join(' '.join(cell) for cell in cells.values())} |" for cells in rows.values()]
        if lines:
            width = len(next(iter(rows.values())))
            lines.insert(1, "|" + " --- |" * width)
        return [*loose, *([""] if loose and lines else []), *lines]

    def _cells(self, row: int) -> list[int]:
        """The cells of a row, also those without text."""
        out, stack = [], list(reversed(self.page.children_of(row)))
        while stack:
            i = stack.pop()
            if self.page.role_of(i) in CELL_ROLES:
                out.append(i)
            elif self.snapshot.layout[i] < 0:
                stack += reversed(self.page.children_of(i))
        return out

    def _preformatted(self, blocks: Sequence[Block]) -> list[str]:
        text = "\n".join("".join(leaf.text for _, leaf in block.leaves if not leaf.is_written) for block in blocks)
        lines = [line.rstrip() for line in _LINE_BREAK.split(text.strip("\r\n"))]
        fence = "`" * max(3, 1 + max((len(run) for line in lines for run in _TICKS.findall(line)), default=0))
        return [fence, *lines, fence]


_MARKS = re.compile(r"[\\`*\[\]{}<]")
_LINE_START = re.compile(r"^(?:#{1,6} |> |[-+=~]|\d{1,9}[.)] )(?!--$)")
_IN_ADDRESS = re.compile(r"[\s()<>{}\[\]\\]")
_LINE_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_TICKS = re.compile(r"`+")


def marked(text: str) -> str:
    """A text in which nothing reads as a mark of Markdown or an id of ours."""
    return _MARKS.sub(r"\\\g<0>", text)


def markdown_lines(page: Page, labels: IdMap) -> Iterator[str]:
    """The lines of a page as Markdown."""
    return Markdown(page, labels).lines()

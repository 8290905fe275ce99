"""The action text: one line for each listed node, one for the text between them (SPEC 6.1, 6.2).

In: a page and its ids. Out: lines `ID[:]<tag attr="value">text</tag>` and `_[:]text` in flat-tree order. Touches only
the nodes of the expanded window. What a line says of its node: `entries.py`; which text is shown: `shown_text.py`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ids.idmap import IdMap
from perception.perceive import Page
from perception.snapshot import TEXT
from perception.tables.action_lines import ATTRIBUTES, NAMED_BY_TEXT, NAMING_STEPS, VALUE_LIMIT
from rendering.entries import Entries
from rendering.shown_text import ShownText
from rendering.text import clean, escaped

_OUTSIDE = -1


class ActionLine(NamedTuple):
    """One line and the node that it is about; of a context line the first text's."""

    text: str
    node: int


class ActionText:
    """The lines of one page and its ids."""

    def __init__(self, page: Page, labels: IdMap, attributes: Sequence[str] = ATTRIBUTES) -> None:
        self.page, self.labels = page, labels
        self.entries, self.shown = Entries(page, attributes), ShownText(page)
        self.listed = {i: id for id in labels if (i := labels.index_of(id)) is not None}
        self.owners: dict[int, int] = {_OUTSIDE: _OUTSIDE, **{i: i for i in self.listed}}
        self.told: dict[int, str] = {}

    def lines(self) -> Iterator[ActionLine]:
        """The lines in reading order."""
        own, loose = self._texts()
        rank = self.page.flat_tree.rank
        run: list[tuple[int, str]] = []
        for i in sorted([*self.listed, *loose], key=rank.__getitem__):
            if i in self.listed:
                yield from self._context(run)
                run = []
                yield ActionLine(f"{self.listed[i]}[:]{self.entries.entry(i, self._own_text(own.get(i)))}", i)
            else:
                run.append((i, loose[i]))
        yield from self._context(run)

    # ------------------------------------------------------------------------------------------------ texts

    def _texts(self) -> tuple[dict[int, list[tuple[int, str]] | None], dict[int, str]]:
        """The shown texts by listed node (None: its name is its text), and those that belong to none."""
        shown, s = self.shown, self.page.snapshot
        own = self._wanted()
        loose: dict[int, str] = {}
        for i in self._text_nodes():
            owner = self._owner(s.parent[i])
            if owner >= 0:
                texts = own[owner]
                if texts is not None and (text := shown.raw(i)):
                    texts.append((i, text))
            elif (text := shown.raw(i)) and not self._is_told(i, owner, text):
                loose[i] = text
        return own, loose

    def _wanted(self) -> dict[int, list[tuple[int, str]] | None]:
        """For each listed node None where its name says what is shown in it, else a list to fill."""
        page = self.page
        names, parent = page.names, page.snapshot.parent
        out: dict[int, list[tuple[int, str]] | None] = {}
        for i in self.listed:
            control = page.listing.control(i)
            subject = control if control >= 0 else i
            step = names.name_from(subject)
            is_content = step in NAMING_STEPS["content"] and page.role_of(subject) in NAMED_BY_TEXT
            out[i] = None if is_content else []
            if step in NAMING_STEPS["reference"]:
                self._tell(subject)
        for i in self.listed:
            outer = self._owner(parent[i])
            if outer >= 0 and out[outer] is None:
                out[outer] = []
        return out

    def _tell(self, i: int) -> None:
        """The texts that name node `i` stand on its line and nowhere else."""
        name = clean(self.page.name_of(i))
        if len(name) <= VALUE_LIMIT:
            for node in self.page.names.name_nodes(i):
                if node not in self.owners:
                    key = -2 - len(self.told)
                    self.told[key] = name
                    self.owners[node] = key

    def _is_told(self, i: int, owner: int, text: str) -> bool:
        return owner < _OUTSIDE and clean(text) in self.told[owner]

    def _text_nodes(self) -> list[int]:
        s = self.page.snapshot
        node_type, layout = s.node_type, s.layout
        return [
            i
            for i in self.page.geometry.in_expanded()
            if layout[i] >= 0 and (node_type[i] == TEXT or i in s.pseudo_type)
        ]

    def _owner(self, i: int) -> int:
        """The nearest listed node at or above node `i`, below -1 a text that names one, -1 for none."""
        owners, parent = self.owners, self.page.snapshot.parent
        path = []
        while i not in owners:
            path.append(i)
            i = parent[i]
        owner = owners[i]
        for node in path:
            owners[node] = owner
        return owner

    # ------------------------------------------------------------------------------------------------ lines

    def _own_text(self, texts: list[tuple[int, str]] | None) -> str | None:
        return None if texts is None else clean(self._joined(texts))

    def _joined(self, texts: Sequence[tuple[int, str]]) -> str:
        out: list[str] = []
        before = -1
        for i, text in texts:
            if out:
                gap = self.shown.gap(before, i)
                out.append(" " if gap is None else gap)
            out.append(text)
            before = i
        return "".join(out)

    def _context(self, run: list[tuple[int, str]]) -> Iterator[ActionLine]:
        """A run of texts between two listed nodes, a line a block."""
        begin = 0
        for k in range(1, len(run) + 1):
            if k == len(run) or self.shown.gap(run[k - 1][0], run[k][0]) is None:
                text = clean(self._joined(run[begin:k]))
                if text:
                    yield ActionLine(f"_[:]{escaped(text)}", run[begin][0])
                begin = k


def action_lines(page: Page, labels: IdMap) -> Iterator[ActionLine]:
    """The lines of the action text."""
    return ActionText(page, labels).lines()

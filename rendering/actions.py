"""The action text: one line for each listed node, one for the text between them (SPEC 6.1, 6.2).

In: a page and its ids. Out: lines `ID[:]<tag attr="value">text</tag>` and `_[:]text`, open dialogs first, else in
flat-tree order. Touches only the nodes of the expanded window. What a line says of its node: `entries.py`; which text
is shown: `shown_text.py`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ids.idmap import IdMap
from perception.perceive import Page
from perception.profile import NOTTE
from perception.snapshot import TEXT
from perception.tables.action_lines import (
    ATTRIBUTES,
    FRAME_ELEMENTS,
    NAMING_STEPS,
    NO_TEXT,
    UNREAD_PSEUDO_ELEMENTS,
    VALUE_LIMIT,
)
from perception.tables.overlays import ARIA_MODAL
from perception.viewport import WHOLE_PAGE
from rendering.apart import Apart
from rendering.entries import Entries, Entry
from rendering.implied import is_named_by_text
from rendering.lines import CONTEXT, NEW, ActionLine
from rendering.notte import NotteText
from rendering.sections import PAGE, Sections
from rendering.shown_text import ShownText
from rendering.text import clean, escaped, says

_NOBODY = -1


@dataclass(frozen=True, slots=True)
class ActionOptions:
    """What the action text says. `attributes` is the whitelist; `include` and `exclude` are selectors: only what is in
    an element that one of `include` finds, nothing in one that one of `exclude` finds; `coordinates` adds the point to
    click, viewport CSS px."""

    attributes: tuple[str, ...] = ATTRIBUTES
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    coordinates: bool = False


Texts = list[tuple[int, str]]
"""Nodes and their shown text."""


class ActionText:
    """The lines of one page and its ids."""

    def __init__(self, page: Page, labels: IdMap, options: ActionOptions = ActionOptions()) -> None:
        self.page, self.labels, self.options = page, labels, options
        self.entries = Entries(page, options.attributes, options.coordinates)
        self.shown, self.sections = ShownText(page), Sections(page)
        self.scope = Scope(page, options)
        self.ids = {i: id for i, id in labels.by_node.items() if self.scope.is_whole or self.scope.holds(i)}
        self.disabled = [i for i in page.listing.disabled if i not in self.ids and self.scope.holds(i)]
        self.owners: dict[int, int] = {_NOBODY: _NOBODY, **{i: self._speaker(i) for i in (*self.ids, *self.disabled)}}
        self.says_all = self.scope.is_whole and page.overlays.modal is None
        self.told: dict[int, str] = {}
        self.split: set[int] = set()

    def lines(self) -> Iterator[ActionLine]:
        """The lines in the order in which they are read."""
        own, loose, frames = self._texts()
        entries = {i: self.entries.entry(i, self._own_text(texts), i in self.split) for i, texts in own.items()}
        entries |= {i: self.entries.missing_frame(i) for i in frames}
        self._tell_apart(entries)
        items = self.page.flat_tree.in_order([*entries, *loose])
        parts = self._parts(items)
        for section, part in parts:
            if len(parts) > 1 and len(self.sections.dialogs) > 1:
                yield ActionLine(self.sections.header(section), _NOBODY)
            yield from self._part_lines(part, entries, loose)

    def _parts(self, items: Sequence[int]) -> list[tuple[int, list[int]]]:
        """The items by dialog, what stands in none last."""
        if not self.sections.dialogs:
            return [(PAGE, list(items))]
        parts: dict[int, list[int]] = {section: [] for section in (*self.sections.dialogs, PAGE)}
        for i in items:
            parts[self.sections.of(i)].append(i)
        return [(section, part) for section, part in parts.items() if part]

    def _part_lines(
        self, items: Iterable[int], entries: dict[int, Entry], loose: dict[int, str]
    ) -> Iterator[ActionLine]:
        run: Texts = []
        id_of, entry_of, new = self.ids.get, entries.get, self.labels.new
        for i in items:
            entry = entry_of(i)
            if entry is None:
                run.append((i, loose[i]))
                continue
            if run:
                yield from self._context(run)
                run = []
            id = id_of(i, "")
            head, rest = entry
            yield ActionLine(f"{NEW if i in new else ''}{id or CONTEXT}[:]{head}>{rest}", i, id)
        yield from self._context(run)

    def _tell_apart(self, entries: dict[int, Entry]) -> None:
        """Say more of the listed nodes whose lines would be the same."""
        same: dict[Entry, list[int]] = {}
        for i in self.ids:
            same.setdefault(entries[i], []).append(i)
        if len(same) == len(self.ids):
            return
        apart = Apart(self.page, self.page.geometry.in_expanded())
        for entry, nodes in same.items():
            if len(nodes) > 1:
                for i, (key, value) in apart.attributes(nodes).items():
                    entries[i] = entry.saying(key, value)

    # ------------------------------------------------------------------------------------------------ texts

    def _texts(self) -> tuple[dict[int, Texts | None], dict[int, str], list[int]]:
        """The shown texts by the node whose line says them (None: its name is its text), those that belong to none, and
        the frames whose document was not captured."""
        own, owner_of = self._wanted(), {}
        nodes, frames = self._candidates()
        owners, parent = self.owners, self.page.snapshot.parent
        for i in nodes:
            owner = owners.get(parent[i])
            if owner is None:
                owner = self._owner(parent[i])
            if owner < 0 or own[owner] is not None:
                owner_of[i] = owner
        loose: dict[int, str] = {}
        for i, text in self.shown.texts(owner_of).items():
            owner = owner_of[i]
            if owner < 0:
                if (owner == _NOBODY or not self._is_told(owner, text)) and (self.says_all or self._is_said(i)):
                    loose[i] = text
            elif (texts := own[owner]) is not None:
                texts.append((i, text))
        is_shown = self.page.visibility.is_visible
        frames = [i for i in frames if i not in owners and self._owner(i) < 0 and is_shown(i) and self._is_said(i)]
        return own, loose, frames

    def _wanted(self) -> dict[int, Texts | None]:
        """For each node with a line of its own None where its name says what is shown in it, else a list to fill."""
        page, tag, parent = self.page, self.page.snapshot.tag, self.page.snapshot.parent
        control_of, step_of, role_of = page.interactivity.control, page.names.name_from, page.roles.role
        by_content, by_reference = NAMING_STEPS["content"], NAMING_STEPS["reference"]
        out: dict[int, Texts | None] = {}
        for i in (*self.ids, *self.disabled):
            control = control_of(i)
            subject = control if control >= 0 else i
            step = step_of(subject)
            out[i] = None if step in by_content and is_named_by_text(role_of(subject), tag[i]) else []
            if step in by_reference:
                self._tell(subject)
        for i in list(out):
            outer = self._owner(parent[i])
            if outer >= 0:
                self.split.add(outer)
                out[outer] = []
        return out

    def _speaker(self, i: int) -> int:
        """Node `i` where its line says its text. SPEC DIFFERENCE: the text in a scroll region has a listed ancestor but
        is no label of it; it stays between the lines where it is read."""
        return _NOBODY if self.entries.scrolls(i, self.page.role_of(i)) else i

    def _tell(self, i: int) -> None:
        """The texts that name node `i` stand on its line and nowhere else."""
        name = clean(self.page.name_of(i))
        if len(name) <= VALUE_LIMIT:
            for node in self.page.names.name_nodes(i):
                if node not in self.owners:
                    key = _NOBODY - 1 - len(self.told)
                    self.told[key] = name
                    self.owners[node] = key

    def _is_told(self, owner: int, text: str) -> bool:
        return owner < _NOBODY and says(self.told[owner], text)

    def _is_said(self, i: int) -> bool:
        """In scope and not kept from the reader by a modal dialog. One that only claims to be modal, and leaves the
        page around it free (a date picker), keeps nothing."""
        overlays = self.page.overlays
        if not self.scope.holds(i):
            return False
        if overlays.modal is None or not overlays.is_behind_modal(i):
            return True
        claims = overlays.modal.evidence == ARIA_MODAL
        return claims and self.page.occlusion.hit(self.page.snapshot.parent[i]).occluded is False

    def _candidates(self) -> tuple[list[int], list[int]]:
        """Texts and pseudo-elements with one, and frames without a document, in wire order."""
        s, pseudo_type = self.page.snapshot, self.page.snapshot.pseudo_type
        node_type, tag = s.node_type, s.tag
        nodes = self.page.geometry.in_expanded()
        frames = [i for i in nodes if tag[i] in FRAME_ELEMENTS] if FRAME_ELEMENTS.intersection(tag) else []
        if self.page.geometry.expansion == WHOLE_PAGE and s.box_node:
            nodes = [i for i, text in zip(s.box_node, s.box_text, strict=True) if text >= 0]
        if pseudo_type:
            silent = {i for i, kind in pseudo_type.items() if kind in UNREAD_PSEUDO_ELEMENTS}
            nodes = [i for i in nodes if (node_type[i] == TEXT or i in pseudo_type) and i not in silent]
        else:
            nodes = [i for i in nodes if node_type[i] == TEXT]
        return nodes, [i for i in frames if i not in s.content_document]

    def _owner(self, i: int) -> int:
        """The node at or above node `i` whose line says its text, below -1 a text that names one, -1 for none."""
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

    def _own_text(self, texts: Texts | None) -> str | None:
        return None if texts is None else clean(self._joined(texts))

    def _joined(self, texts: Texts) -> str:
        return " ".join(text for _, text in self._blocks(texts))

    def _context(self, run: Texts) -> Iterator[ActionLine]:
        """A run of texts between two lines, a line a block."""
        for first, text in self._blocks(run) if len(run) > 1 else run:
            text = clean(text)
            if text[-1:].isalnum() or not _SAYS_NOTHING.fullmatch(text):
                yield ActionLine(f"{CONTEXT}[:]{escaped(text)}", first)

    def _blocks(self, texts: Texts) -> Iterator[tuple[int, str]]:
        """The first node and the text of each block, white space not collapsed."""
        parts: list[str] = []
        gap_of, first, before = self.shown.gap, -1, -1
        for i, text in texts:
            if parts:
                gap = gap_of(before, i, parts[-1][-1].isspace() or text[0].isspace())
                if gap is None:
                    yield first, "".join(parts)
                    parts = []
                elif gap:
                    parts.append(gap)
            if not parts:
                first = i
            parts.append(text)
            before = i
        if parts:
            yield first, "".join(parts)


_SAYS_NOTHING = re.compile(NO_TEXT)


class Scope:
    """The part of a page that `include` and `exclude` leave."""

    def __init__(self, page: Page, options: ActionOptions) -> None:
        self.page = page
        self.included = self._roots(options.include)
        self.excluded = self._roots(options.exclude)
        self.is_whole = not options.include and not options.exclude

    def _roots(self, selectors: Iterable[str]) -> frozenset[int]:
        return frozenset(node.i for selector in selectors for node in self.page.select(selector))

    def holds(self, i: int) -> bool:
        """Whether node `i` is in that part."""
        if self.is_whole:
            return True
        around = {i, *self.page.flat_tree.ancestors(i)}
        return around.isdisjoint(self.excluded) and (not self.included or not around.isdisjoint(self.included))


def action_lines(page: Page, labels: IdMap, options: ActionOptions = ActionOptions()) -> Iterator[ActionLine]:
    """The lines of the action text in the dialect of the page's profile; the options are the default dialect's."""
    if page.profile.name == NOTTE.name:
        return NotteText(page, labels).lines()
    return ActionText(page, labels, options).lines()

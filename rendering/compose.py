"""The lines of an outline: what each entry says, and says once (SPEC 7.1, 7.2).

In: a page and the entries of its outline. Out: its lines, refs not yet put in. A text that the name of a line around
it says already is left out; an element that holds only text says it on its own line; an element that would say
nothing gets no line.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from perception.snapshot import ELEMENT
from perception.tables.outline import (
    FRAME_TAGS,
    ROLES_OF_TEXT,
    ROLES_WITH_PARTS,
    ROLES_WITHOUT_CONTENT,
    TAG_AS_ROLE,
)
from rendering.axline import NAME_LENGTH, TEXT_LENGTH, action_mark, printed_role, safe, tail_of
from rendering.axpolicy import Outliner
from rendering.line import Line
from rendering.prune import Entry
from rendering.text import CUT, clean, cut

FROM_CONTENT = "comp_name_from_content"
"""The step of the name algorithm that reads the element's own text."""

NOT_CAPTURED = " content=not-captured"
"""Behind the line of a frame whose document is not in the capture."""

TEXT_ROLE = "text"


def lines_of(outliner: Outliner, entries: list[Entry]) -> list[Line]:
    """The lines of the entries, in their order."""
    return list(_Composer(outliner, entries).lines())


class _Composer:
    """Lists are by entry: `subjects` the node that a line speaks of (a label's hidden control, else the node itself),
    `roles`, `names`, `texts` what it says, `kept` whether it gets a line."""

    def __init__(self, outliner: Outliner, entries: list[Entry]) -> None:
        self.outliner, self.page, self.entries = outliner, outliner.page, entries
        self.subjects = [self._subject(entry) for entry in entries]
        self.roles = [
            TEXT_ROLE if entry.texts else printed_role(self.page, subject)
            for entry, subject in zip(entries, self.subjects, strict=True)
        ]
        self.names = self._names()
        self.saying = self._saying()
        self.said = _Slices(self._named_elsewhere())
        self.texts = [self._text(entry) if entry.texts else "" for entry in entries]
        self.kept, self.folded = self._kept()

    def _subject(self, entry: Entry) -> int:
        """A listed label or wrapper speaks for the control that it stands for."""
        if entry.texts or entry.node not in self.outliner.acts:
            return entry.node
        control = self.page.interactivity.control(entry.node)
        return control if control >= 0 else entry.node

    # ------------------------------------------------------------------------------------------------ names

    def _names(self) -> list[str]:
        names, entries = self.page.names, self.entries
        has_parts = {entry.parent for entry in entries if not entry.texts}
        out = []
        for k, (entry, subject, role) in enumerate(zip(entries, self.subjects, self.roles, strict=True)):
            name = "" if entry.texts else names.name(subject)
            if name and role in ROLES_WITH_PARTS and k in has_parts and names.name_from(subject) == FROM_CONTENT:
                name = ""
            out.append(clean(name) if name else "")
        return out

    def _saying(self) -> list[int]:
        """The nearest entry, itself or around it, whose printed name is the text of all that is in it; -1 without
        one."""
        out: list[int] = []
        for k, (entry, name) in enumerate(zip(self.entries, self.names, strict=True)):
            says = 0 < len(name) <= NAME_LENGTH and self.page.names.name_from(self.subjects[k]) == FROM_CONTENT
            out.append(k if says else out[entry.parent] if entry.parent >= 0 else -1)
        return out

    def _named_elsewhere(self) -> Iterator[tuple[int, int]]:
        """Slices of nodes whose text a printed name says: what names an element from inside it, labels of a control."""
        page, s = self.page, self.page.snapshot
        for subject, name in zip(self.subjects, self.names, strict=True):
            if not name or len(name) > NAME_LENGTH:
                continue
            begin, end = subject, s.subtree_end[subject]
            labels = page.labels.of_control(subject)
            for node in page.names.name_nodes(subject):
                if begin < node < end or any(label <= node < s.subtree_end[label] for label in labels):
                    yield node, s.subtree_end[node]

    # ------------------------------------------------------------------------------------------------ texts

    def _text(self, entry: Entry) -> str:
        """What of a run of texts no name has said."""
        if self._is_said_around(entry):
            return ""
        out = []
        for i, is_spaced in entry.texts or ():
            if not self.said.holds(i):
                out.append(f" {self._rendered(i)}" if is_spaced else self._rendered(i))
        text = clean("".join(out))
        return "" if self._is_said_by_author(entry, text) else text

    def _rendered(self, i: int) -> str:
        s = self.page.snapshot
        if s.node_type[i] != ELEMENT:
            return s.text(i)
        boxes = range(s.layout[i], s.layout_last[i] + 1)
        text = "".join(s.strings[s.box_text[box]] for box in boxes)
        return text if s.pseudo_type[i] != "marker" or any(c.isalnum() for c in text) else ""

    def _is_said_around(self, entry: Entry) -> bool:
        return entry.parent >= 0 and self.saying[entry.parent] >= 0

    def _is_said_by_author(self, entry: Entry, text: str) -> bool:
        """A text that its own line's name repeats word for word."""
        return entry.parent >= 0 and _says(self.names[entry.parent], text)

    # ------------------------------------------------------------------------------------------------ what is kept

    def _kept(self) -> tuple[bytearray, list[int]]:
        """Which entries get a line, and for an element that holds one short text alone the entry of that text."""
        entries = self.entries
        kept, children, folded = bytearray(len(entries)), [0] * len(entries), [-1] * len(entries)
        for k in range(len(entries) - 1, -1, -1):
            entry = entries[k]
            if not (self.texts[k] if entry.texts else self._says_something(k, children[k])):
                continue
            kept[k] = 1
            if entry.parent >= 0:
                children[entry.parent] += 1
                folded[entry.parent] = k if entry.texts and len(self.texts[k]) <= TEXT_LENGTH else -1
        for k, text in enumerate(folded):
            if text >= 0 and children[k] == 1:
                kept[text] = 0
            else:
                folded[k] = -1
        return kept, folded

    def _says_something(self, k: int, children: int) -> bool:
        entry, role, name = self.entries[k], self.roles[k], self.names[k]
        outliner = self.outliner
        if children or entry.node in outliner.acts or entry.node in outliner.overlays or entry.node == outliner.anchor:
            return True
        around = self.saying[entry.parent] if entry.parent >= 0 else -1
        if role in ROLES_OF_TEXT and around >= 0 and (not name or _says(self.names[around], name)):
            return False
        return bool(name) or role in ROLES_WITHOUT_CONTENT or role in TAG_AS_ROLE

    # ------------------------------------------------------------------------------------------------ lines

    def lines(self) -> Iterator[Line]:
        """The lines of the kept entries. What is around a kept entry is kept: the outline's depths hold."""
        marks: list[Line] = []
        for k, entry in enumerate(self.entries):
            while marks and marks[-1].depth > entry.depth:
                yield marks.pop()
            if not self.kept[k]:
                continue
            if entry.texts:
                for piece in pieces(self.texts[k], TEXT_LENGTH):
                    yield Line(entry.depth, f"{TEXT_ROLE} {safe(piece)}", entry.node, "", k)
                continue
            yield self._element_line(k, entry)
            count = self.outliner.more_options(entry.node)
            if count:
                marks.append(Line(entry.depth + 1, f"… {count} more options", entry.node))
        yield from reversed(marks)

    def _element_line(self, k: int, entry: Entry) -> Line:
        node, role, name, s = entry.node, self.roles[k], self.names[k], self.page.snapshot
        head = f"{role} {safe(cut(name, NAME_LENGTH))}" if name else role
        tail = tail_of(self.page, self.subjects[k])
        if node in self.outliner.acts:
            tail += action_mark(self.page, node, role)
        if s.tag[node] in FRAME_TAGS and node not in s.content_document:
            tail += NOT_CAPTURED
        if self.folded[k] >= 0:
            tail += f": {safe(self.texts[self.folded[k]])}"
        return Line(entry.depth, head, node, tail, k)


def pieces(text: str, limit: int) -> Iterator[str]:
    """A clean text in runs of at most `limit` code points: apart at spaces, a longer word between its characters."""
    begin = 0
    while len(text) - begin > limit:
        end = text.rfind(" ", begin, begin + limit + 1)
        if end <= begin:
            end = begin + len(cut(text[begin : begin + limit + 1], limit)) - len(CUT)
        yield text[begin:end]
        begin = end + (text[end] == " ")
    yield text[begin:]


def _says(name: str, text: str) -> bool:
    """Whether a name holds a text as whole words."""
    return name == text or f" {text} " in f" {name} "


class _Slices:
    """Whether a node lies in any of many slices; they are merged, so that a question costs one bisection."""

    def __init__(self, slices: Iterable[tuple[int, int]]) -> None:
        self.begins: list[int] = []
        self.ends: list[int] = []
        for begin, end in sorted(slices):
            if self.ends and begin <= self.ends[-1]:
                self.ends[-1] = max(end, self.ends[-1])
            else:
                self.begins.append(begin)
                self.ends.append(end)

    def holds(self, i: int) -> bool:
        k = bisect_right(self.begins, i) - 1
        return k >= 0 and i < self.ends[k]

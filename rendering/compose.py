"""The lines of an outline: what each entry says, and says once (SPEC 7.1, 7.2).

In: a page and the entries of its outline. Out: its lines, refs not yet put in. A text that the name of a line around
it says already is left out; an element that holds only text says it on its own line; an element that would say
nothing gets no line.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import category

from perception.rows import rows_with
from perception.snapshot import Snapshot
from perception.tables.outline import (
    AUTHOR_NAMED_ELEMENTS,
    CLOSING,
    FRAME_TAGS,
    NAME_GIVING_ATTRIBUTES,
    ROLES_OF_TEXT,
    ROLES_WITH_PARTS,
    ROLES_WITHOUT_CONTENT,
    SEPARATORS,
    SIGNS,
)
from rendering.axline import NAME_LENGTH, TEXT_LENGTH, Tails, action_mark, printed_role, safe
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
        self.inside = Counter(entry.parent for entry in entries)
        self.subjects = [self._subject(entry) for entry in entries]
        self.spoken_for = {i for entry, i in zip(entries, self.subjects, strict=True) if i != entry.node}
        self.roles = [
            TEXT_ROLE if entry.texts else printed_role(self.page, subject)
            for entry, subject in zip(entries, self.subjects, strict=True)
        ]
        self.tails = Tails(self.page)
        self.names = self._names()
        self.saying = self._saying()
        self.said = _Slices(self._named_elsewhere())
        self.texts = [self._text(entry) if entry.texts else "" for entry in entries]
        self.kept, self.children, self.folded = self._kept()

    def _subject(self, entry: Entry) -> int:
        """A label or wrapper that one acts on speaks for the control that it stands for."""
        if entry.texts or not (entry.node in self.outliner.acts or entry.node in self.outliner.disabled):
            return entry.node
        control = self.page.interactivity.control(entry.node)
        return control if control >= 0 else entry.node

    # ------------------------------------------------------------------------------------------------ names

    def _names(self) -> list[str]:
        """The names that the lines say; of elements with lines of their own inside only what an author gave."""
        names, s = self.page.names, self.page.snapshot
        is_named = rows_with(s, NAME_GIVING_ATTRIBUTES)
        has_parts = {entry.parent for entry in self.entries if not entry.texts}
        out = []
        for k, (entry, i, role) in enumerate(zip(self.entries, self.subjects, self.roles, strict=True)):
            has_none = s.tag[i] in AUTHOR_NAMED_ELEMENTS or (role in ROLES_WITH_PARTS and k in has_parts)
            if entry.texts or (has_none and not is_named[s.attribute_row[i]]):
                out.append("")
                continue
            name = names.name(i)
            if name and role in ROLES_WITH_PARTS and k in has_parts and names.name_from(i) == FROM_CONTENT:
                name = ""
            out.append(clean(name) if name else "")
        return out

    def _saying(self) -> list[int]:
        """The nearest entry, itself or around it, whose printed name is the text of all in it; -1 without one."""
        out: list[int] = []
        for k, (entry, name) in enumerate(zip(self.entries, self.names, strict=True)):
            says = 0 < len(name) <= NAME_LENGTH and self.page.names.name_from(self.subjects[k]) == FROM_CONTENT
            out.append(k if says else out[entry.parent] if entry.parent >= 0 else -1)
        return out

    def _named_elsewhere(self) -> Iterator[tuple[int, int]]:
        """Slices of nodes whose text a printed name says: what names an element from inside it, labels of a control."""
        page, s = self.page, self.page.snapshot
        for k, (i, name) in enumerate(zip(self.subjects, self.names, strict=True)):
            if not 0 < len(name) <= NAME_LENGTH or self.saying[k] == k:
                continue
            labels = page.labels.of_control(i)
            for node in page.names.name_nodes(i):
                if i < node < s.subtree_end[i] or any(label <= node < s.subtree_end[label] for label in labels):
                    yield node, s.subtree_end[node]

    # ------------------------------------------------------------------------------------------------ texts

    def _text(self, entry: Entry) -> str:
        """What of a run of texts no name has said."""
        if entry.parent >= 0 and self.saying[entry.parent] >= 0:
            return ""
        out, before = [], -1
        for i, is_spaced in entry.texts or ():
            if self.said.holds(i):
                continue
            text = self.outliner.text(i)
            if is_spaced or (before >= 0 and text[:1] not in CLOSING and are_apart(self.page.snapshot, before, i)):
                out.append(" ")
            out.append(text)
            before = i
        text = clean("".join(out))
        around = self.names[entry.parent] if entry.parent >= 0 else ""
        return "" if len(around) <= NAME_LENGTH and _says(around, text) else text

    # ------------------------------------------------------------------------------------------------ what is kept

    def _kept(self) -> tuple[bytearray, list[int], list[int]]:
        """Which entries get a line, how many each has inside, and for an element that holds one short text alone the
        entry of that text."""
        entries = self.entries
        kept, children, folded = bytearray(len(entries)), [0] * len(entries), [-1] * len(entries)
        for k in range(len(entries) - 1, -1, -1):
            entry, text = entries[k], self.texts[k]
            if entry.texts:
                if not text or (self.inside[entry.parent] > 1 and is_punctuation(text)):
                    continue
            elif not self._says_something(k, children[k]):
                continue
            kept[k] = 1
            if entry.parent >= 0:
                children[entry.parent] += 1
                folded[entry.parent] = k if entry.texts and len(self.texts[k]) <= TEXT_LENGTH else -1
        for k, only in enumerate(folded):
            if only >= 0 and children[k] == 1:
                kept[only] = 0
            else:
                folded[k] = -1
        return kept, children, folded

    def _says_something(self, k: int, children: int) -> bool:
        entry, role, name = self.entries[k], self.roles[k], self.names[k]
        outliner = self.outliner
        if entry.node in self.spoken_for and not self.page.visibility.is_visible(entry.node):
            return False
        if children or entry.node in outliner.acts or entry.node in outliner.overlays or entry.node == outliner.anchor:
            return True
        if outliner.filter == "visible" and self.saying[k] == k and not self.inside[k]:
            return False  # what it is named from is not seen
        if role in ROLES_OF_TEXT and entry.parent >= 0:
            around = self.saying[entry.parent]
            if around >= 0 and (not name or _says(self.names[around], name)):
                return False
            if name and _says(self.names[entry.parent], name):
                return False
        return bool(name) or role in ROLES_WITHOUT_CONTENT

    # ------------------------------------------------------------------------------------------------ lines

    def lines(self) -> Iterator[Line]:
        """The lines of the kept entries. What is around a kept entry is kept: the outline's depths hold."""
        marks: list[Line] = []
        tag = self.page.snapshot.tag
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
            count = self.outliner.more_options(entry.node) if tag[entry.node] == "select" else 0
            if count:
                marks.append(Line(entry.depth + 1, f"… {count} more options", entry.node))
        yield from reversed(marks)

    def _element_line(self, k: int, entry: Entry) -> Line:
        node, role, name, s = entry.node, self.roles[k], self.names[k], self.page.snapshot
        head = f"{role} {safe(cut(name, NAME_LENGTH))}" if name else role
        is_written = self.children[k] > 0 and "contenteditable" in s.attrs(node)
        tail = self.tails.tail(self.subjects[k], with_value=not is_written)
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


def is_punctuation(text: str) -> bool:
    """Whether a text only sets apart what stands round it: commas, brackets, the slashes of a path of links."""
    if len(text) > LONGEST_PUNCTUATION or text.isalnum():
        return False
    return all(c in SEPARATORS or (category(c)[0] == "P" and c not in SIGNS) or c == " " for c in text)


LONGEST_PUNCTUATION = 5
"""HEURISTIC: longer runs are drawings or blanks to fill in."""


def are_apart(s: Snapshot, before: int, after: int) -> bool:
    """Whether a person sees a gap between two texts that follow one another without white space."""
    first, second = s.text_boxes_of(s.layout_last[before]), s.text_boxes_of(s.layout_last[after])
    if not first or not second:
        return False
    x, y, width, height = s.text_box_bounds[first[-1]]
    next_x, next_y, next_width, next_height = s.text_box_bounds[second[0]]
    is_same_line = next_y < y + height and y < next_y + next_height
    gap = max(next_x - x - width, x - next_x - next_width)  # the next one stands to the right, or to the left
    return not is_same_line or gap >= GAP * height


GAP = 0.12
"""HEURISTIC: share of a line's height. Between texts of one line without white space the public captures have none at
all (19,081), up to 0.07 (59: the padding of code) or at least 0.14 (3,065: cells, badges, numbers of headings)."""


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

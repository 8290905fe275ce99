"""One line of the accessibility tree text: `role "name" [ref_N] href="…" value="…" checked: "text"` (SPEC 7.1).

In: a page, a node, what is to be said of it. Out: the line's text before and behind its ref, and `parse_line`, which
reads it back. Page text stands in quotes only and cannot leave them; within them nothing reads as a ref or a mark of
ours.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from perception.perceive import Page
from perception.rows import rows_with
from perception.tables.outline import (
    ACTION_MARKS,
    DISABLING_ATTRIBUTES,
    LINE_ATTRIBUTES,
    PRINTED_TAGS,
    SHOWN_ON,
    SPEAKING_ATTRIBUTES,
    SPEAKING_ELEMENTS,
    STATES,
    TRANSPARENT_ROLES,
    UNSAID_TYPES,
    WIDGET_ROLES,
    StateRow,
)
from rendering.text import CUT, clean, cut, quoted, unquoted

NAME_LENGTH = 200
"""HEURISTIC: code points of a name. Of the 22,449 names in the public captures 98.9 % are shorter; what is longer is
the text of a card or row, which then stands on lines of its own."""

TEXT_LENGTH = 500
"""HEURISTIC: code points of text on one line. The longest line of the public captures then has 719 characters, so that
every line fits a part of 800; longer text takes more lines."""

VALUE_LENGTH = 120
"""HEURISTIC: code points of an attribute's value; 98 % of the 12,120 addresses in the public captures are shorter.
Action lines have half of that (SPEC 6.2): there an address only tells apart, here it may be what one came for."""

DATA_URL = re.compile(r"data:[^,]{0,40}", re.IGNORECASE)

_MARKS = re.compile(r"\[(?=/?(?:ref_[0-9]|open overlays|priority controls|part |there is no part ))")


def safe(text: str) -> str:
    """A clean text in its quotes, in which nothing reads as a ref or a mark of ours."""
    text = quoted(text)
    return _MARKS.sub(r"[\\", text) if "[" in text else text


def printed_role(page: Page, i: int) -> str:
    """The role as the tree prints it; of a replaced element that has none what it is."""
    role = page.roles.role(i)
    if role not in TRANSPARENT_ROLES:
        return role
    return PRINTED_TAGS.get(page.snapshot.tag[i], "generic")


def short(value: str) -> str:
    """An attribute's value in a length that tells it apart."""
    return cut(without_payload(value), VALUE_LENGTH)


def without_payload(value: str) -> str:
    """An attribute's value; of a `data:` address only what kind of data it is."""
    match = DATA_URL.match(value)
    return match.group() + "," + CUT if match else value


def word(text: str) -> str:
    """A state's value: bare if it is a word, else in quotes."""
    return text if _WORD.fullmatch(text) else safe(cut(clean(text), VALUE_LENGTH))


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


class Tails:
    """What stands behind the refs of one page: attributes, value, states. Most nodes say nothing, which their tag and
    attribute row tell at once."""

    def __init__(self, page: Page) -> None:
        s = page.snapshot
        self.page, self.snapshot = page, s
        self._speaks = rows_with(s, SPEAKING_ATTRIBUTES)
        self._is_disabling = not s.attribute_names.isdisjoint(DISABLING_ATTRIBUTES)

    def tail(self, i: int, with_value: bool = True) -> str:
        """What stands behind the ref of node `i`; its value only where its line does not say it as text."""
        s = self.snapshot
        is_silent = s.tag[i] not in SPEAKING_ELEMENTS and not self._speaks[s.attribute_row[i]]
        if is_silent and i != s.focused and not self._is_disabling:
            return ""
        value = self.page.states.value(i) if with_value else None
        out = [f" {key}={safe(said)}" for key, said in self._attributes(i)]
        if value:
            out.append(f" value={safe(cut(clean(value), VALUE_LENGTH))}")
        states = self.page.states.states(i)
        if states:
            out += [state_text(row, states[row.state]) for row in STATES if row.state in states]
        return "".join(out)

    def _attributes(self, i: int) -> Iterator[tuple[str, str]]:
        """The authored attributes that a line shows, cleaned and cut."""
        tag, attrs = self.snapshot.tag[i], self.snapshot.attrs(i)
        for key in LINE_ATTRIBUTES:
            if key in attrs and tag in SHOWN_ON[key]:
                value = clean(attrs[key])
                if value and not (key == "type" and value.lower() in UNSAID_TYPES):
                    yield key, short(value)


def state_text(row: StateRow, state: bool | str | int | float) -> str:
    """A state as a line says it; '' where it says nothing."""
    if state is True:
        return f" {row.state}"
    if state is False:
        return f" {row.state}=false" if row.shows_false else ""
    if isinstance(state, str):
        return f" {row.state}={word(state)}" if state != row.unsaid else ""
    return f" {row.state}={state:g}"


def action_mark(page: Page, i: int, role: str) -> str:
    """What can be done with a node, where its role does not say it."""
    mark = ACTION_MARKS.get(page.interactivity.action(i)) if role not in WIDGET_ROLES else None
    return f" {mark}" if mark else ""


# ------------------------------------------------------------------------------------------------ reading back


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line of the tree read back; `states` hold attributes too, as text, True or False."""

    depth: int
    role: str
    name: str
    ref: str
    states: dict[str, str | bool] = field(default_factory=dict)
    text: str = ""


_QUOTED = r'"(?:[^"\\]|\\.)*"'
_STATE = re.compile(rf" ([a-z_]+)(?:=({_QUOTED}|[^\s\":]+))?")
_LINE = re.compile(
    rf"(?P<indent> *)(?P<role>[A-Za-z][\w -]*?)(?: (?P<name>{_QUOTED}))? \[(?P<ref>ref_[0-9]+)\]"
    rf"(?: \((?P<selected>selected)\))?(?P<states>(?:{_STATE.pattern})*)(?:: (?P<text>{_QUOTED}))?(?: \.\.\.)?",
    re.ASCII,
)


def parse_line(line: str) -> ParsedLine | None:
    """A node's line of the tree read back; None for a mark and for anything that is no line of ours."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    states: dict[str, str | bool] = {"selected": True} if match["selected"] else {}
    for key, value in _STATE.findall(match["states"]):
        states[key] = True if not value else False if value == "false" else _unquoted(value)
    name, text = match["name"] or "", match["text"] or ""
    return ParsedLine(len(match["indent"]), match["role"], _unquoted(name), match["ref"], states, _unquoted(text))


def _unquoted(text: str) -> str:
    return unquoted(text) if text.startswith('"') else text

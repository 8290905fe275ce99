"""One line of the accessibility tree text: `role "name" [ref_N] href="…" value="…" states: "text"` (SPEC 7.1).

In: a page, an entry of its outline. Out: the line before its ref and behind it. A text that is part of the name of a line
above it is left out.
"""

import re

from perception.perceive import Page
from perception.tables.outline import (
    CONTENT_NAMED_CONTAINERS,
    FOLDED_ATTRIBUTES,
    STATES,
    TAG_AS_ROLE,
    TRANSPARENT_ROLES,
)
from rendering.prune import Entry
from rendering.text import clean, cut, quoted

NAME_LENGTH = 200
"""HEURISTIC: to be measured."""

VALUE_LENGTH = 120

_OURS = re.compile(r"\[(?=/?(?:ref_|open overlays))")


def safe(text: str) -> str:
    """A clean text in quotes, in which nothing reads as a ref or a banner of ours."""
    text = quoted(text)
    return _OURS.sub(r"[\\", text) if "[" in text else text


def printed_role(page: Page, i: int) -> str:
    """The role as the tree prints it; the tag of a replaced element that has none."""
    role = page.roles.role(i)
    if role in TRANSPARENT_ROLES:
        tag = page.snapshot.tag[i]
        return tag if tag in TAG_AS_ROLE else "generic"
    return role


def element_line(page: Page, i: int, name: str) -> tuple[str, str]:
    """The line of an element before and behind its ref."""
    head = printed_role(page, i)
    if name:
        head += " " + safe(cut(name, NAME_LENGTH))
    s = page.snapshot
    tail = ""
    attrs = s.attrs(i)
    if attrs:
        for key in FOLDED_ATTRIBUTES:
            value = attrs.get(key)
            if value and (key != "type" or s.tag[i] == "input"):
                tail += f" {key}={safe(cut(clean(value), VALUE_LENGTH))}"
    value = page.states.value(i)
    if value:
        tail += f" value={safe(cut(clean(value), VALUE_LENGTH))}"
    states = page.states.states(i)
    for row in STATES:
        if row.state in states:
            state = states[row.state]
            if state is True:
                tail += f" {row.state}"
            elif state is not False or row.shows_false:
                tail += f" {row.state}={state if state is not False else 'false'}"
    return head, tail


def text_of(page: Page, entry: Entry) -> str:
    """The clean text of a run."""
    s = page.snapshot
    return clean("".join(f" {s.text(i)}" if spaced else s.text(i) for i, spaced in entry.texts or ()))


def shown_name(page: Page, i: int) -> str:
    return clean(page.names.name(i))


__all__ = ["CONTENT_NAMED_CONTAINERS", "element_line", "printed_role", "safe", "shown_name", "text_of"]

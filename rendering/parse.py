"""Reading our own texts back (SPEC 6.6).

In: an action text or an accessibility tree text. Out: for each line of a node or of text its id or ref, tag, role, name
(up to the cut mark) and states. Marks and headers of ours are no such lines. That nothing a page holds can make one is
what this module is tested with.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from perception.tables.action_lines import STATES, StateRow
from rendering import axline, implied
from rendering.entries import UNSAID
from rendering.text import unescaped


class Parsed(NamedTuple):
    """A line read back. `id` is '' on the lines of what cannot be acted on, a ref in the tree text; `tag` is '' there
    and for plain text; `name` and `text` may end with the cut mark; `attributes` is all that the line says."""

    id: str
    tag: str = ""
    role: str = ""
    name: str = ""
    states: Mapping[str, implied.State] = implied.NO_STATES
    text: str = ""
    attributes: Mapping[str, str | bool] = implied.NO_STATES  # type: ignore[assignment]
    is_new: bool = False


def parse(text: str) -> list[Parsed]:
    """The lines of a text of ours, marks left out."""
    return list(_lines(text))


def _lines(text: str) -> Iterator[Parsed]:
    for line in text.split("\n"):
        parsed = parse_action_line(line) or _parse_tree_line(line)
        if parsed is not None:
            yield parsed


_ACTION = re.compile(r"(\*?)([A-Za-z0-9_]+)\[:\](.*)", re.DOTALL)
_ELEMENT = re.compile(
    r"<(?P<tag>[\w.:-]+)(?P<attributes>(?: [\w.:-]+(?:=\"[^\"<>]*\")?)*)>(?:(?P<text>[^<>]*)</(?P=tag)>)?", re.ASCII
)
_ATTRIBUTE = re.compile(r" ([\w.:-]+)(?:=\"([^\"]*)\")?", re.ASCII)
_CONTEXT = re.compile(r"[^<>]*")


def parse_action_line(line: str) -> Parsed | None:
    """A line of the action text read back; None for a mark and for anything that is no line of ours."""
    match = _ACTION.fullmatch(line)
    if match is None:
        return None
    new, id, rest = match.groups()
    id = "" if id == "_" else id
    element = _ELEMENT.fullmatch(rest)
    if element is None:
        is_text = not id and _CONTEXT.fullmatch(rest)
        return Parsed("", text=unescaped(rest)) if is_text else None
    tag, text = element["tag"], unescaped(element["text"] or "")
    said: dict[str, str | bool] = {
        found[1]: True if found[2] is None else unescaped(found[2])
        for found in _ATTRIBUTE.finditer(element["attributes"])
    }
    texts = {key: "" if value is True else str(value) for key, value in said.items()}
    role = implied.role(tag, texts)
    return Parsed(
        id, tag, role, implied.name(role, tag, texts, text), _states(role, tag, said, texts), text, said, bool(new)
    )


def _states(role: str, tag: str, said: Mapping[str, str | bool], texts: Mapping[str, str]) -> dict[str, implied.State]:
    states: dict[str, implied.State] = dict(implied.states(role, tag, texts))
    for row in STATES:
        value = said.get(row.attribute)
        if value == UNSAID:
            states.pop(row.state, None)
        elif value is not None:
            states[row.state] = row.bare if value is True else _state(str(value), row)
    return states


def _state(value: str, row: StateRow) -> implied.State:
    if value in ("true", "false") and not row.is_text:
        return value == "true"
    number = implied.as_number(value) if row.is_number else None
    return value if number is None else number


def _parse_tree_line(line: str) -> Parsed | None:
    parsed = axline.parse_line(line)
    if parsed is None:
        return None
    rows = {row.state: row for row in STATES}
    states = {
        key: value if isinstance(value, bool) else _state(value, rows[key])
        for key, value in parsed.states.items()
        if key in rows
    }
    return Parsed(parsed.ref, "", parsed.role, parsed.name, states, parsed.text, parsed.states)

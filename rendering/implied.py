"""What an action line means without saying it: the reading rules that `actions` writes by and `parse` reads by.

In: tag, attributes and text of a line. Out: the role and the name that they stand for. A writer says `role` or
`aria-label` only where these rules would mislead, so that reading a line back is exact.
"""

import re
from collections.abc import Mapping

from perception.tables.action_lines import (
    IMPLIED_INPUT_ROLES,
    IMPLIED_ROLES,
    IMPLIED_STATES,
    NAME_ATTRIBUTES,
    NAMED_BY_TEXT,
    NAMED_BY_TEXT_ELEMENTS,
    RANGE_ROLES,
    RANGE_STATES,
    UNNAMED_ELEMENTS,
)


def role(tag: str, attributes: Mapping[str, str]) -> str:
    """The role of a line with this tag and these attributes."""
    said = attributes.get("role")
    if said is not None:
        return said
    if tag == "input":
        return IMPLIED_INPUT_ROLES.get(attributes.get("type", "text"), "textbox")
    return IMPLIED_ROLES.get(tag, "generic")


def is_named_by_text(role: str, tag: str) -> bool:
    """Whether the text of a line is its name."""
    return (role in NAMED_BY_TEXT and tag not in UNNAMED_ELEMENTS) or tag in NAMED_BY_TEXT_ELEMENTS


def name(role: str, tag: str, attributes: Mapping[str, str], text: str) -> str:
    """The accessible name of a line."""
    said = attributes.get("aria-label")
    if said is not None:
        return said
    if text and is_named_by_text(role, tag):
        return text
    if role == "button" and attributes.get("value"):
        return attributes["value"]
    return next((attributes[key] for key in NAME_ATTRIBUTES if attributes.get(key)), "")


State = bool | str | int | float


def states(role: str, tag: str, attributes: Mapping[str, str]) -> Mapping[str, State]:
    """The states of a line that says none of them."""
    if role in RANGE_ROLES:
        return _range_states(attributes)
    if role == "heading" and tag in HEADING_LEVELS:
        return HEADING_LEVELS[tag]
    return IMPLIED_STATES.get(role, NO_STATES)


def _range_states(attributes: Mapping[str, str]) -> dict[str, State]:
    """A value that is no number is how the author says it."""
    numbers = ((state, as_number(attributes.get(key, ""))) for state, key in RANGE_STATES)
    known: dict[str, State] = {state: number for state, number in numbers if number is not None}
    if "valuenow" not in known and attributes.get("value"):
        known["valuetext"] = attributes["value"]
    return known


def as_number(text: str) -> int | float | None:
    """The number that a text is, None where it is none."""
    if not _NUMBER.fullmatch(text):
        return None
    return int(text) if _INTEGER.fullmatch(text) else float(text)


_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.ASCII | re.IGNORECASE)
_INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
HEADING_LEVELS: Mapping[str, Mapping[str, int]] = {f"h{level}": {"level": level} for level in range(1, 7)}
NO_STATES: Mapping[str, State] = {}

"""What an action line means without saying it: the reading rules that `actions` writes by and `parse` reads by.

In: tag, attributes and text of a line. Out: the role and the name that they stand for. A writer says `role` or
`aria-label` only where these rules would mislead, so that reading a line back is exact.
"""

from collections.abc import Mapping

from perception.tables.action_lines import (
    IMPLIED_INPUT_ROLES,
    IMPLIED_ROLES,
    IMPLIED_STATES,
    NAME_ATTRIBUTES,
    NAMED_BY_TEXT,
)


def role(tag: str, attributes: Mapping[str, str]) -> str:
    """The role of a line with this tag and these attributes."""
    said = attributes.get("role")
    if said is not None:
        return said
    if tag == "input":
        return IMPLIED_INPUT_ROLES.get(attributes.get("type", "text"), "textbox")
    return IMPLIED_ROLES.get(tag, "generic")


def name(role: str, attributes: Mapping[str, str], text: str) -> str:
    """The accessible name of a line."""
    said = attributes.get("aria-label")
    if said is not None:
        return said
    if text and role in NAMED_BY_TEXT:
        return text
    if role == "button" and attributes.get("value"):
        return attributes["value"]
    return next((attributes[key] for key in NAME_ATTRIBUTES if attributes.get(key)), "")


def states(role: str, tag: str) -> Mapping[str, bool | int]:
    """The states of a line that says none."""
    if role == "heading" and tag in HEADING_LEVELS:
        return HEADING_LEVELS[tag]
    return IMPLIED_STATES.get(role, NO_STATES)


HEADING_LEVELS: Mapping[str, Mapping[str, int]] = {f"h{level}": {"level": level} for level in range(1, 7)}
NO_STATES: Mapping[str, bool | int] = {}

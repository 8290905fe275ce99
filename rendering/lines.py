"""A line of an action text, whatever its dialect (SPEC 6.1)."""

from typing import NamedTuple

CONTEXT = "_"
"""Stands in the place of an id on the lines of what cannot be acted on."""

NEW = "*"
"""Before the id of a node that the capture before did not list."""


class ActionLine(NamedTuple):
    """One line. `node` is the node that it is about, of a context line the first text's, -1 for a mark of ours; `id`
    its id, '' without one."""

    text: str
    node: int
    id: str = ""

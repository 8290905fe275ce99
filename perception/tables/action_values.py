"""Kinds of action: the value that one takes, the tool that does it (SPEC 4.5, 6.4). One row a kind."""

from typing import NamedTuple


class ValueRow(NamedTuple):
    """`type` is the JSON type; fields of `number_types` (input types) take a number instead; `choices`: one of the
    field's options."""

    kind: str
    name: str
    type: str
    description: str
    number_types: frozenset[str] = frozenset()
    choices: bool = False


VALUES = {
    row.kind: row
    for row in (
        ValueRow("check", "value", "boolean", "Whether it is to be checked."),
        ValueRow("fill", "value", "string", "What the field is to hold.", frozenset({"number", "range"})),
        ValueRow("press", "value", "string", "The key to press, such as ArrowRight."),
        ValueRow("scroll", "amount", "integer", "CSS px to scroll down by, negative for up."),
        ValueRow("select", "value", "string", "The option to choose, by its text.", choices=True),
        ValueRow("upload", "value", "array", "Paths of the files."),
    )
}
"""Kind -> its value; kinds without a row take none."""


class ToolRow(NamedTuple):
    """The function-calling tool of a kind."""

    kind: str
    name: str
    description: str


TOOLS = {
    row.kind: row
    for row in (
        ToolRow("check", "check", "Check or uncheck a box, switch or radio button."),
        ToolRow("click", "click", "Click an element."),
        ToolRow("fill", "fill", "Fill a field."),
        ToolRow("open", "open_link", "Follow a link."),
        ToolRow("press", "press", "Press a key on an element."),
        ToolRow("scroll", "scroll", "Scroll a region."),
        ToolRow("select", "select_option", "Choose an option."),
        ToolRow("select_dropdown_option", "select_dropdown_option", "Choose an option of a drop-down."),
        ToolRow("upload", "upload", "Put files into a file field."),
    )
}
"""Kind -> its tool; the order is that of the definitions."""

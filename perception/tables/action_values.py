"""The value that a kind of action takes (SPEC 4.5, 6.4): one row a kind; kinds without a row take none."""

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

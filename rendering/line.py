"""A line of a text: it keeps the node that it is about (SPEC 7.1, 7.4)."""

from typing import NamedTuple


class Line(NamedTuple):
    """One line before its ref is put in: `head [ref_N]tail`, `depth` levels in.

    `node` is the node that the ref names, -1 for a line without a ref; `entry` is the index of its entry in the
    outline, -1 for a mark of ours.
    """

    depth: int
    head: str
    node: int = -1
    tail: str = ""
    entry: int = -1

    def text(self, ref: str, max_indent: int) -> str:
        """The line as it is printed."""
        indent = " " * min(self.depth, max_indent)
        return f"{indent}{self.head} [{ref}]{self.tail}" if ref else f"{indent}{self.head}{self.tail}"

"""A line of a text and a part of one: every line keeps its node (SPEC 7.4)."""

from dataclasses import dataclass
from typing import NamedTuple


class Line(NamedTuple):
    """One line without its indentation. `node` is the node it is about, -1 for a mark of ours."""

    depth: int
    text: str
    node: int = -1

    def __str__(self) -> str:
        return " " * self.depth + self.text


@dataclass(frozen=True, slots=True)
class Part:
    """A run of whole lines: number `number` (from 1) of `of`; `first` is the index of its first line."""

    number: int
    of: int
    first: int
    lines: tuple[str, ...]

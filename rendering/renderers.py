"""All ways to write a page, by name (SPEC 6, 7; ARCHITECTURE, Extension points).

A renderer is a function from a page and its ids to the lines of a text. A new one is a file and a row here: the command
line, the paginator and the golden tests go through `RENDERERS`. `render` takes one that stands in no table as well.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from ids.idmap import IdMap
from ids.refs import RefRegistry
from perception.errors import BudgetError, UnknownNameError
from perception.perceive import Page
from rendering.actions import action_lines
from rendering.aria_yaml import aria_yaml_lines
from rendering.axtree import tree
from rendering.jsonl import jsonl_lines
from rendering.markdown import markdown_lines
from rendering.paginate import part_text, split

Renderer: TypeAlias = Callable[[Page, IdMap], Iterator[str]]
"""The lines of a text, without line breaks in them."""


def _actions(page: Page, labels: IdMap) -> Iterator[str]:
    return (line.text for line in action_lines(page, labels))


def _tree(page: Page, labels: IdMap) -> Iterator[str]:
    return iter(tree(page, RefRegistry(), filter="all", max_chars=None).text.split("\n"))


RENDERERS: Mapping[str, Renderer] = MappingProxyType(
    {
        "actions": _actions,
        "aria-yaml": aria_yaml_lines,
        "jsonl": jsonl_lines,
        "markdown": markdown_lines,
        "tree": _tree,
    }
)
"""Name -> renderer."""


@dataclass(frozen=True)
class Rendered:
    """Part `part` of `parts` of a text; `text` is at most `max_chars` long, marks of ours included; `body` are its
    lines alone: the bodies of all parts, joined by line breaks, are the whole."""

    lines: tuple[str, ...]
    max_chars: int | None
    part: int

    @cached_property
    def _runs(self) -> tuple[tuple[int, int], ...]:
        return tuple(split(self.lines, self.max_chars))

    @property
    def parts(self) -> int:
        return len(self._runs)

    @property
    def has_more(self) -> bool:
        return self.part < self.parts

    @property
    def text(self) -> str:
        return part_text(self.lines, split(self.lines, self.max_chars), self.part, self.max_chars)

    @property
    def body(self) -> str:
        if self.part > self.parts:
            return ""
        begin, end = self._runs[self.part - 1]
        return "\n".join(self.lines[begin:end])


def render(
    page: Page, labels: IdMap, renderer: str | Renderer, *, max_chars: int | None = None, part: int = 1
) -> Rendered:
    """A page as a renderer writes it: a name of `RENDERERS` or a function of the caller's.

    Raises `UnknownNameError`, `BudgetError`.
    """
    if isinstance(renderer, str):
        if renderer not in RENDERERS:
            raise UnknownNameError("renderer", renderer, tuple(RENDERERS))
        renderer = RENDERERS[renderer]
    if part < 1:
        raise BudgetError(f"parts are counted from 1, not {part}")
    return Rendered(tuple(renderer(page, labels)), max_chars, part)

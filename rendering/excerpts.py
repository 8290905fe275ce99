"""Where a word stands in the tree text: the matching lines with what stands round them (row PW-10).

In: the tree text of a page and a pattern. Out: one text: each window of lines under the lines that it is nested in,
windows that touch are one, and marks that say how many lines were left out. Lines are those of `rendering.tree`, so
refs resolve; a mark begins with a character that no line begins with.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ids.refs import RefRegistry
from perception.errors import BudgetError
from perception.perceive import Page
from rendering.axtree import tree

CONTEXT = 3
"""Lines round a match. Source: row PW-10."""

LEFT_OUT = "⋯ {} lines ⋯"


class Excerpts(NamedTuple):
    """`text` is what the model reads, `matches` how many lines match; `has_more` says that `limit` left some out."""

    text: str
    matches: int
    has_more: bool


def excerpts(
    page: Page,
    registry: RefRegistry,
    pattern: str | re.Pattern[str],
    filter: str = "all",
    context: int = CONTEXT,
    limit: int | None = 20,
) -> Excerpts:
    """The lines of the tree text that hold a pattern (a part in any case, or compiled), at most `limit`, in context.

    Raises `UnknownNameError` for another filter, `BudgetError` for a context below 0 or a limit below 1.
    """
    if context < 0 or (limit is not None and limit < 1):
        raise BudgetError(f"context {context}, limit {limit}: context is 0 or more, limit 1 or more")
    lines = tree(page, registry, filter).lines
    search = pattern.search if isinstance(pattern, re.Pattern) else re.compile(re.escape(pattern), re.IGNORECASE).search
    matches = [k for k, line in enumerate(lines) if search(line)]
    shown = matches if limit is None else matches[:limit]
    return Excerpts("\n".join(_windows(lines, shown, context)), len(matches), len(shown) < len(matches))


def _windows(lines: tuple[str, ...], matches: list[int], context: int) -> Iterator[str]:
    """The lines to print; before each window the lines above that it is nested in, unless they were printed."""
    printed = -1  # the last line that was printed in its place
    for k in matches:
        begin, end = max(k - context, printed + 1), min(k + context + 1, len(lines))
        if begin >= end:
            continue
        path = [p for p in _path(lines, begin) if p > printed]
        for p in (*path, *range(begin, end)):
            if p - printed > 1:
                yield LEFT_OUT.format(p - printed - 1)
            yield lines[p]
            printed = p
    if matches and printed + 1 < len(lines):
        yield LEFT_OUT.format(len(lines) - printed - 1)


def _path(lines: tuple[str, ...], k: int) -> list[int]:
    """The lines that line `k` is nested in, the outermost first."""
    out: list[int] = []
    depth = _indent(lines[k])
    while depth and k:
        k -= 1
        if _indent(lines[k]) < depth:
            depth = _indent(lines[k])
            out.append(k)
    return out[::-1]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

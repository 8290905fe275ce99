"""Lines in parts of a size (SPEC 7.4, 7.5; rows W-70 to W-74).

In: the lines of a text, a budget in characters. Out: which lines stand in which part, and a part's text with its
marks. They depend on lines and budget alone: asking again, in any order, gives the same. No line is split between
parts.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from perception.errors import BudgetError
from rendering.text import CUT, cut

MIN_CHARS = 160
"""HEURISTIC: the two marks of a part take up to 100 characters with numbers of seven digits; beside them a line's role,
its ref and the beginning of its name still have to fit."""


class Run(NamedTuple):
    """The lines of one part: indexes `begin` to `end`."""

    begin: int
    end: int


def mark_above(number: int, of: int, lines: int) -> str:
    """The first line of every part but the first."""
    return f"[part {number} of {of}: {lines} lines above]"


def mark_below(number: int, of: int, lines: int) -> str:
    """The last line of every part but the last."""
    return f"[part {number} of {of}: {lines} lines below, go on with part {number + 1}]"


def mark_beyond(number: int, of: int) -> str:
    """All of a part that does not exist."""
    return f"[there is no part {number}: the text has {of}]"


def split(lines: Sequence[str], max_chars: int | None) -> list[Run]:
    """Which lines stand in which part; at least one part, at least one line a part. Raises `BudgetError`."""
    if max_chars is None:
        return [Run(0, len(lines))]
    if max_chars < MIN_CHARS:
        raise BudgetError(f"max_chars is {max_chars}: marks and refs need {MIN_CHARS} characters")
    left = sum(map(len, lines)) + len(lines) - 1
    if left <= max_chars:
        return [Run(0, len(lines))]
    most = len(lines)
    above, below = len(mark_above(most, most, most)) + 1, len(mark_below(most, most, most)) + 1
    runs, begin = [], 0
    while begin < most:
        room = max_chars - (above if begin else 0)
        end = begin
        if left <= room:
            end, left = most, 0
        else:
            room -= below
            while end < most and (room >= len(lines[end]) or end == begin):
                room -= len(lines[end]) + 1
                left -= len(lines[end]) + 1
                end += 1
        runs.append(Run(begin, end))
        begin = end
    return runs


def part_text(lines: Sequence[str], runs: Sequence[Run], number: int, max_chars: int | None) -> str:
    """The text of part `number`, marks included; a line that alone is too long is shortened."""
    if number > len(runs):
        return mark_beyond(number, len(runs))
    begin, end = runs[number - 1]
    above = [mark_above(number, len(runs), begin)] if number > 1 else []
    below = [mark_below(number, len(runs), len(lines) - end)] if number < len(runs) else []
    body = list(lines[begin:end])
    if max_chars is not None and len(body) == 1:
        body = [shortened(body[0], max_chars - sum(len(mark) + 1 for mark in (*above, *below)))]
    return "\n".join([*above, *body, *below])


# ------------------------------------------------------------------------------------------------ one long line

_REF = re.compile(r" \[ref_[0-9]+\]")
_QUOTE = re.compile(r"\\.|\"")


def shortened(line: str, limit: int) -> str:
    """A line in `limit` characters: its end is left out and marked, its ref stays."""
    if len(line) <= limit:
        return line
    match = _REF.search(line)
    if match is None or match.end() + len(_OUTSIDE) <= limit:
        return _closed(line, limit)
    return _closed(line[: match.start()], limit - len(match.group())) + match.group()


_OUTSIDE = f" {CUT}"
_INSIDE = f'{CUT}"'


def _closed(text: str, limit: int) -> str:
    """The beginning of a text and a mark: within a quoted string the quote is closed."""
    head = cut(text, limit - len(_INSIDE)).removesuffix(CUT)
    is_open = sum(match.group() == '"' for match in _QUOTE.finditer(head)) % 2 == 1
    if not is_open:
        return head[: head.rfind(" ") if " " in head.strip() else len(head)].rstrip() + _OUTSIDE
    backslashes = len(head) - len(head.rstrip("\\"))
    return head[: len(head) - backslashes % 2] + _INSIDE

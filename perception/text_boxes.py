"""The lines of a text: what of it is rendered, and where (SPEC 1.4, 6.1; SNP-15).

In: a Snapshot. Out: for a text node or pseudo-element its line fragments, each with the part of the rendered text
(`text-transform` applied) that stands in it and its box. Offsets on the wire count UTF-16 units.
"""

from collections.abc import Iterable
from typing import NamedTuple

from perception.geometry import Edges
from perception.snapshot import Snapshot


class TextLine(NamedTuple):
    """One line fragment: its text, its offsets in the rendered text (code points) and its box in document CSS px."""

    text: str
    begin: int
    end: int
    edges: Edges


def text_lines(s: Snapshot, i: int) -> list[TextLine]:
    """The line fragments of node `i` in reading order; empty where it renders no text."""
    first, last = s.layout[i], s.layout_last[i]
    if first < 0:
        return []
    lines = []
    for row in range(first, last + 1):
        whole = s.strings[s.box_text[row]]
        lines += [_line(s, k, whole) for k in s.text_boxes_of(row)]
    return lines


def _line(s: Snapshot, k: int, whole: str) -> TextLine:
    begin = s.text_box_start[k]
    end = begin + s.text_box_length[k]
    if not whole.isascii() and max(whole) > "\uffff":
        begin, end = _code_points(whole, begin), _code_points(whole, end)
    x, y, width, height = s.text_box_bounds[k]
    return TextLine(whole[begin:end], begin, end, (x, y, x + width, y + height))


def _code_points(text: str, units: int) -> int:
    """How many code points the first `units` UTF-16 units of a text are; a cut surrogate pair counts whole."""
    head = text.encode("utf-16-le", "surrogatepass")[: 2 * units]
    return len(head.decode("utf-16-le", "ignore" if len(head) % 4 else "surrogatepass"))


def joined(whole: str, lines: Iterable[TextLine]) -> str:
    """The text of some of a text's lines; a space where white space of `whole` stood between two of them."""
    out: list[str] = []
    at = None
    for line in lines:
        if at is not None and any(c.isspace() for c in whole[at : line.begin]):
            out.append(" ")
        out.append(line.text)
        at = line.end
    return "".join(out)

"""Open overlays first (SPEC 7.3; rows W-40 to W-46).

In: the lines of a page's outline and the entries at which open overlays begin. Out: the same lines, each once, those of
overlays moved to the front between two banners. Of a long section the head and the first lines of every overlay come
early; what is left of an overlay then stands at its place on the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, zip_longest
from typing import NamedTuple

from rendering.line import Line

OPENING = "[open overlays]"
CLOSING = "[/open overlays]"

EARLY = 3000
"""Characters in which the head and the first lines of every open overlay stand. Source: SPEC 7.3."""

AROUND_A_LINE = 16
"""HEURISTIC: characters of a line's ref and line break."""


class Overlay(NamedTuple):
    """The lines of an overlay: positions `begin` to `end`; `own` are those of no overlay inside it."""

    begin: int
    end: int
    own: list[int]


def overlays_first(lines: Sequence[Line], heads: Iterable[int]) -> list[Line]:
    """The lines with those of the overlays first. `heads`: the entries at which open overlays begin."""
    overlays = _overlays(lines, frozenset(heads))
    if not overlays:
        return list(lines)
    ends = accumulate((o.end for o in overlays), max, initial=0)
    outer = [o for o, end in zip(overlays, ends, strict=False) if o.begin >= end]
    early = _early(lines, overlays, outer)
    section = chain.from_iterable(_opened(lines, o, early) for o in outer)
    return [Line(0, OPENING), *section, Line(0, CLOSING), *_page(lines, outer, early)]


def _overlays(lines: Sequence[Line], heads: frozenset[int]) -> list[Overlay]:
    """The overlays in the order of their lines, outer ones before those inside them. One pass."""
    out: list[Overlay] = []
    opened: list[int] = []
    for k, line in enumerate(lines):
        while opened and lines[out[opened[-1]].begin].depth >= line.depth:
            closed = opened.pop()
            out[closed] = out[closed]._replace(end=k)
        if line.entry in heads and (not opened or line.entry != lines[out[opened[-1]].begin].entry):
            opened.append(len(out))
            out.append(Overlay(k, len(lines), []))
        if opened:
            out[opened[-1]].own.append(k)
    return out


def _early(lines: Sequence[Line], overlays: Sequence[Overlay], outer: Sequence[Overlay]) -> frozenset[int]:
    """The positions of the lines that stand in the section: all of a short one; else as many first lines of every
    overlay as fit, turn about, and all of the last overlay, behind which nothing needs to be early."""
    everything = [k for o in outer for k in range(o.begin, o.end)]
    if len(outer) == len(overlays) == 1 or sum(_size(lines[k]) for k in everything) <= EARLY:
        return frozenset(everything)
    room = EARLY - len(overlays) * (2 * AROUND_A_LINE)
    out: set[int] = set()
    heads = {o.begin for o in overlays}
    for k in chain.from_iterable(zip_longest(*(o.own for o in overlays))):
        if k is None:
            continue
        room -= _size(lines[k])
        if room < 0 and not heads:
            break
        out.add(k)
        heads.discard(k)
    last = outer[-1]
    if overlays[-1] is last:
        out.update(range(last.begin, last.end))
    return frozenset(out)


def _size(line: Line) -> int:
    return line.depth + len(line.head) + len(line.tail) + AROUND_A_LINE


def _opened(lines: Sequence[Line], overlay: Overlay, early: frozenset[int]) -> Iterator[Line]:
    """The lines of one overlay in the section; a mark says how many are left out, and where to read them all."""
    head = lines[overlay.begin]
    left_out, depth = 0, 0
    for k in range(overlay.begin, overlay.end):
        line = lines[k]._replace(depth=lines[k].depth - head.depth)
        if k not in early:
            depth = depth if left_out else line.depth
            left_out += 1
            continue
        if left_out:
            yield _more(depth, left_out, head)
            left_out = 0
        yield line
    if left_out:
        yield _more(depth, left_out, head)


def _more(depth: int, count: int, head: Line) -> Line:
    return Line(depth, f"… {count} more", head.node)


def _page(lines: Sequence[Line], outer: Sequence[Overlay], early: frozenset[int]) -> Iterator[Line]:
    """The lines of the page without those of the section."""
    position = 0
    for overlay in outer:
        yield from lines[position : overlay.begin]
        rest = [lines[k] for k in range(overlay.begin, overlay.end) if k not in early]
        if rest:
            yield Line(lines[overlay.begin].depth, "… the rest of", lines[overlay.begin].node)
            yield from rest
        position = overlay.end
    yield from lines[position:]

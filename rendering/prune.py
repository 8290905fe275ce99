"""The outline: which nodes get a line and which texts run together (SPEC 7.1).

In: nodes in reading order, parents first, and a policy. Out: a list of `Entry`. A node without a line lends its place to its
children; texts of one block run together into one entry. Knows no roles, names or refs. One loop, no recursion.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple


class Keep(IntEnum):
    """What becomes of a node: a line; no line but its children stay; nothing of it stays; its text stays."""

    NOTHING = 0
    CHILDREN_ONLY = 1
    NODE = 2
    TEXT = 3


class Flow(IntEnum):
    """How a node without a line stands in its parent's text: within it, as an atom within it, as a block of its own."""

    INLINE = 0
    ATOM = 1
    BLOCK = 2


class Entry(NamedTuple):
    """A line to be: an element, or a run of texts (`texts`: pairs of a text node and whether white space stands before
    it). `parent` is the index of the entry it is inside of, -1 without one; `depth` counts such entries."""

    node: int
    depth: int
    parent: int
    texts: list[tuple[int, bool]] | None


def outline(
    nodes: Iterable[int],
    parent: Sequence[int],
    policy: Callable[[int], Keep],
    flow: Callable[[int], Flow],
) -> list[Entry]:
    """The entries of `nodes`: in reading order, parents before children; the first is the root."""
    entries: list[Entry] = []
    inside = {-1: -1}  # node -> index of the entry that its children are in; None where nothing of it stays
    block = {-1: -1}  # node -> the block that its children's texts run in
    atom = {-1: -1}
    broken, last_atom = False, -1
    for i in nodes:
        p = parent[i]
        if p not in inside:
            p = -1
        holder = inside[p]
        if holder == _NOTHING:
            inside[i] = _NOTHING
            continue
        verdict = policy(i)
        if verdict == Keep.TEXT:
            last = entries[-1] if entries else None
            if last is not None and last.texts is not None and last.parent == holder and block[last.node] == block[p]:
                last.texts.append((i, broken or last_atom != atom[p]))
            else:
                depth = entries[holder].depth + 1 if holder >= 0 else 0
                entries.append(Entry(i, depth, holder, [(i, False)]))
            block[i] = block[p]
            broken, last_atom = False, atom[p]
        elif verdict == Keep.NODE:
            depth = entries[holder].depth + 1 if holder >= 0 else 0
            entries.append(Entry(i, depth, holder, None))
            inside[i], block[i], atom[i] = len(entries) - 1, i, i
        elif verdict == Keep.CHILDREN_ONLY:
            inside[i] = holder
            how = flow(i)
            block[i] = i if how == Flow.BLOCK else block[p]
            atom[i] = atom[p] if how == Flow.INLINE else i
            broken = broken or how == Flow.BLOCK
        else:
            inside[i] = _NOTHING
    return entries


_NOTHING = -2

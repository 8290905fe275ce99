"""The outline: which nodes get a line and which texts run together (SPEC 7.1).

In: nodes in reading order, parents first, and a policy. Out: a list of `Entry`. A node without a line lends its place
to its children; texts of one block run together. Knows no roles, names or refs. One loop, no recursion.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple


class Keep(IntEnum):
    """What becomes of a node: nothing of it stays; its children stay; it gets a line; it is text."""

    NOTHING = 0
    CHILDREN_ONLY = 1
    NODE = 2
    TEXT = 3


class Flow(IntEnum):
    """How a node without a line stands in the text around it: within it, as a box within it, as a block of its own."""

    INLINE = 0
    ATOM = 1
    BLOCK = 2


class Entry(NamedTuple):
    """A line to be: an element (`texts` is None), or a run of texts.

    `node` is the element or the run's first text; `depth` counts the entries it is inside of, `parent` is the index of
    the nearest one, -1 without one; `texts` are pairs of a text node and whether white space stands before it.
    """

    node: int
    depth: int
    parent: int
    texts: list[tuple[int, bool]] | None


_NOWHERE = -2


def outline(
    nodes: Sequence[int],
    parent: Sequence[int] | Mapping[int, int],
    policy: Callable[[int], Keep],
    flow: Callable[[int], Flow],
) -> list[Entry]:
    """The entries of `nodes`, in their order: parents before children, the first is a root.

    `parent` gives the node that a node is inside of; `flow` is asked of the nodes that only lend their place.
    """
    entries: list[Entry] = []
    top = parent[nodes[0]] if nodes else -1
    inside = {top: -1}  # node -> index of the entry that its children are in; nodes of which nothing stays are absent
    block = {top: -1}  # node -> the block that its children's text runs in
    atom = {top: -1}  # node -> the box within that block
    is_broken, last_atom, last_block = False, -1, _NOWHERE
    for i in nodes:
        p = parent[i]
        holder = inside.get(p, _NOWHERE)
        if holder == _NOWHERE:
            continue
        verdict = policy(i)
        if verdict == Keep.CHILDREN_ONLY:
            inside[i], kind = holder, flow(i)
            if kind == Flow.INLINE:
                block[i], atom[i] = block[p], atom[p]
            else:
                is_broken = True
                block[i], atom[i] = (block[p] if kind == Flow.ATOM else i), i
        elif verdict == Keep.NODE:
            depth = entries[holder].depth + 1 if holder >= 0 else 0
            inside[i] = len(entries)
            entries.append(Entry(i, depth, holder, None))
            block[i] = atom[i] = i
            last_block = _NOWHERE
        elif verdict == Keep.TEXT:
            run = entries[-1].texts if last_block == block[p] and entries[-1].parent == holder else None
            if run is not None:
                run.append((i, is_broken or last_atom != atom[p]))
            else:
                depth = entries[holder].depth + 1 if holder >= 0 else 0
                entries.append(Entry(i, depth, holder, [(i, False)]))
            is_broken, last_atom, last_block = False, atom[p], block[p]
    return entries

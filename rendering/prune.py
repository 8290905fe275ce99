"""The outline: which nodes get a line and which texts run together (SPEC 7.1).

In: nodes in reading order, parents first, and a policy. Out: a list of `Entry`. A node without a line lends its place
to its children; texts of one block run together. Knows no roles, names or refs. One loop, no recursion.
"""

from collections.abc import Callable, Sequence
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
    parent: Sequence[int],
    policy: Callable[[int], Keep],
    flow: Callable[[int], Flow],
) -> list[Entry]:
    """The entries of `nodes`, in their order: parents before children, the first is a root.

    `parent` is the column of the nodes that nodes are inside of; `flow` is asked of those that only lend their place.
    """
    entries: list[Entry] = []
    room = len(parent) + 1  # the last place is that of the parent -1
    inside = [_NOWHERE] * room  # node -> index of the entry that its children are in
    block = [-1] * room  # node -> the block that its children's text runs in
    atom = [-1] * room  # node -> the box within that block
    if nodes:
        inside[parent[nodes[0]]] = -1
    is_broken, last_atom, last_block, last_holder = False, -1, _NOWHERE, _NOWHERE
    for i in nodes:
        p = parent[i]
        holder = inside[p]
        if holder == _NOWHERE:
            continue
        verdict = policy(i)
        if verdict == Keep.TEXT:
            if last_block == block[p] and last_holder == holder:
                entries[-1].texts.append((i, is_broken or last_atom != atom[p]))  # type: ignore[union-attr]
            else:
                entries.append(Entry(i, entries[holder].depth + 1 if holder >= 0 else 0, holder, [(i, False)]))
            is_broken, last_atom, last_block, last_holder = False, atom[p], block[p], holder
        elif verdict == Keep.CHILDREN_ONLY:
            inside[i], kind = holder, flow(i)
            if kind == Flow.INLINE:
                block[i], atom[i] = block[p], atom[p]
            else:
                is_broken = True
                block[i], atom[i] = (block[p] if kind == Flow.ATOM else i), i
        elif verdict == Keep.NODE:
            inside[i] = len(entries)
            entries.append(Entry(i, entries[holder].depth + 1 if holder >= 0 else 0, holder, None))
            block[i] = atom[i] = i
            last_block = _NOWHERE
    return entries

"""A frozen two-way map between ids and nodes of one page (SPEC 5).

In: a page, a scheme's name, node index -> id. Out: `IdMap`, a mapping id -> `Node` in flat-tree order, and `id_of` the
other way. It refuses to be built from ids that name two nodes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from perception.errors import UnknownIdError
from perception.node import Node
from perception.perceive import Page

CLOSEST = 6
"""How many ids an `UnknownIdError` suggests. Source: row W-95."""

_SHAPE = re.compile(r"(\D*)(\d+)")


class IdMap(Mapping[str, Node]):
    """id -> Node; `id_of(i)` the other way. `new`: nodes that were not listed in the capture before (`ids.Carry`)."""

    def __init__(self, page: Page, scheme: str, ids: Mapping[int, str], new: Iterable[int] = ()) -> None:
        self.page, self.scheme = page, scheme
        self.new = frozenset(new)
        self._ids = dict(ids)
        self._nodes = {id: i for i, id in self._ids.items()}
        if len(self._nodes) != len(self._ids):
            raise ValueError("an id names two nodes")

    @property
    def digest(self) -> str:
        """The fingerprint of the capture that these ids are of."""
        return self.page.snapshot.digest

    def __getitem__(self, id: str) -> Node:
        try:
            return self.page.node(self._nodes[id])
        except KeyError:
            raise UnknownIdError(id, self._closest(id)) from None

    def __contains__(self, id: object) -> bool:
        return id in self._nodes

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __repr__(self) -> str:
        return f"<IdMap {self.scheme}, {len(self)} ids>"

    def id_of(self, i: int) -> str | None:
        """The id of node index `i`, None where it has none."""
        return self._ids.get(i)

    @property
    def by_node(self) -> Mapping[int, str]:
        """Node index -> id, in flat-tree order."""
        return MappingProxyType(self._ids)

    def index_of(self, id: str) -> int | None:
        """The node index that an id names, None where it names none."""
        return self._nodes.get(id)

    def _closest(self, id: str) -> tuple[str, ...]:
        """Ids of the same letter with the nearest numbers; where there is no such letter, the first ids of all."""
        match = _SHAPE.fullmatch(id.strip().upper())
        if not match:
            return tuple(self._nodes)[:CLOSEST]
        letter, number = match[1], int(match[2])
        near = sorted(
            (abs(int(shape[2]) - number), k, known)
            for k, known in enumerate(self._nodes)
            if (shape := _SHAPE.fullmatch(known)) and shape[1].upper() == letter
        )
        return tuple(known for _, _, known in near[:CLOSEST]) or tuple(self._nodes)[:CLOSEST]

"""A frozen two-way map between ids and nodes of one page (SPEC 5)."""

from collections.abc import Iterator, Mapping

from perception.errors import UnknownIdError
from perception.node import Node
from perception.perceive import Page


class IdMap(Mapping[str, Node]):
    """id -> Node; `id_of(i)` the other way. Iterates in flat-tree order."""

    def __init__(self, page: Page, scheme: str, ids: Mapping[int, str]) -> None:
        self.page, self.scheme = page, scheme
        self._ids = dict(ids)
        self._nodes = {id: i for i, id in self._ids.items()}

    def __getitem__(self, id: str) -> Node:
        try:
            return self.page.node(self._nodes[id])
        except KeyError:
            raise UnknownIdError(id) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def id_of(self, i: int) -> str | None:
        """The id of node index `i`, None where it has none."""
        return self._ids.get(i)

"""Document lives: whether two captures show the same document, so that equal backend ids are equal nodes (SPEC 5.2).

In: snapshots. Out: a `Life` for every renderer process in a capture, keyed by the frame that the process shows, and
`new_life_reason`. Backend node ids are unique within one process; a navigation to another process counts anew, so equal
numbers alone prove nothing.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from perception.snapshot import ELEMENT, Snapshot


class Life(NamedTuple):
    """One process's document: what a later capture of it has in common. '' and 0 where the capture does not say."""

    frame_id: str
    loader_id: str
    document_backend_id: int
    root_backend_id: int


def lives(snapshot: Snapshot) -> Iterator[tuple[int, Life]]:
    """(process, life) of every process in the capture; of a process with several documents the first one's."""
    seen: set[int] = set()
    for document in snapshot.documents:
        if document.process in seen:
            continue
        seen.add(document.process)
        backend, begin = snapshot.backend_node_id, document.begin
        root = next((i for i in snapshot.children(begin) if snapshot.node_type[i] == ELEMENT), -1)
        yield (
            document.process,
            Life(document.frame_id, document.loader_id, backend[begin], backend[root] if root >= 0 else 0),
        )


def new_life_reason(old: Life, new: Life, tags_agree: Callable[[], bool]) -> str:
    """Why `new` is another document than `old`, '' where it is the same.

    A loader id settles it. Without one: equal frame, equal backend ids of the document and of its root element, and
    `tags_agree()`: every backend id that both captures hold is of the same tag.
    """
    if old.loader_id and new.loader_id:
        return "" if old.loader_id == new.loader_id else "another loader id"
    if old.frame_id != new.frame_id:
        return "another frame id"
    if old.document_backend_id != new.document_backend_id or old.root_backend_id != new.root_backend_id:
        return "another document or root element"
    return "" if tags_agree() else "a backend id is of another tag now"

"""Document lives: whether two captures show the same document, so that equal backend ids are equal nodes (SPEC 5.2).

In: snapshots, one after the other. Out: for every renderer process in a capture the frame that it shows, and which
frames show another document than before. Backend node ids are unique within one process; a navigation to another
process counts anew, so equal numbers alone prove nothing.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from perception.errors import Diagnostic
from perception.snapshot import ELEMENT, Snapshot


class Life(NamedTuple):
    """One process's document: what a later capture of it has in common. '' and 0 where the capture does not say;
    `content` is the capture's digest where it names no frame (static HTML, whose node ids are mere positions)."""

    frame_id: str
    loader_id: str
    document_backend_id: int
    root_backend_id: int
    content: str


class Change(NamedTuple):
    """`frames`: process -> the key of its frame; `ended`: keys whose document is gone; `diagnostic`: why, if any is."""

    frames: dict[int, str]
    ended: frozenset[str]
    diagnostic: Diagnostic | None


class Lives:
    """The documents that are alive, by frame; `known` may be saved and given back."""

    def __init__(self, known: dict[str, Life] | None = None) -> None:
        self.known = known if known is not None else {}

    def follow(self, s: Snapshot, tags_agree: Callable[[str, int], bool]) -> Change:
        """Take a further capture in. `tags_agree(frame, process)` is asked only where no loader id settles it: whether
        every backend id known of the frame that the capture holds too is of the same tag."""
        frames: dict[int, str] = {}
        ended: set[str] = set()
        reasons: list[str] = []
        for process, life in lives(s):
            key = frames[process] = life.frame_id or f"#{process}"
            before = self.known.get(key)
            if before is not None:
                reason = new_life_reason(before, life, partial(tags_agree, key, process))
            else:
                reason = "another frame id" if process == 0 and self.known else ""
            if reason:
                gone = set(self.known) if process == 0 else {key}
                self.known = {name: known for name, known in self.known.items() if name not in gone}
                ended |= gone
                reasons.append(reason)
            self.known[key] = life
        note = Diagnostic("new-document-life", s.documents[0].where, "; ".join(reasons)) if reasons else None
        return Change(frames, frozenset(ended), note)


def lives(s: Snapshot) -> Iterator[tuple[int, Life]]:
    """(process, life) of every process in the capture; of a process with several documents the first one's."""
    seen: set[int] = set()
    for document in s.documents:
        if document.process in seen:
            continue
        seen.add(document.process)
        begin = document.begin
        root = next((i for i in s.children(begin) if s.node_type[i] == ELEMENT), -1)
        yield (
            document.process,
            Life(
                document.frame_id,
                document.loader_id,
                s.backend_node_id[begin],
                s.backend_node_id[root] if root >= 0 else 0,
                "" if document.frame_id else s.digest,
            ),
        )


def new_life_reason(old: Life, new: Life, tags_agree: Callable[[], bool]) -> str:
    """Why `new` is another document than `old`, '' where it is the same. Source: SPEC 5.2."""
    if old.loader_id and new.loader_id:
        return "" if old.loader_id == new.loader_id else "another loader id"
    if old.frame_id != new.frame_id:
        return "another frame id"
    if not new.frame_id:
        return "" if old.content == new.content else "another content, and no frame id"
    if old.document_backend_id != new.document_backend_id or old.root_backend_id != new.root_backend_id:
        return "another document or root element"
    return "" if tags_agree() else "a backend id is of another tag now"


def nodes_of_process(s: Snapshot, process: int) -> Iterator[int]:
    """The nodes of all documents of one process, in wire order."""
    for document in s.documents:
        if document.process == process:
            yield from range(document.begin, document.end)

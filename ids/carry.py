"""Letter ids that stay: the same node keeps its id over the captures of one document life (SPEC 5.2).

In: pages, one capture after the other. Out: an `IdMap` for each, with `new`: the nodes that had no id before. An id
whose node is gone is never given to another one of the same document; a new document counts from 1 again, with a
Diagnostic. The `notte` profile has no carry: there every capture counts anew.
"""

from ids.idmap import IdMap
from ids.letters import assign_letters, letters
from ids.life import Lives, nodes_of_process
from perception.errors import Diagnostic
from perception.perceive import Page
from perception.profile import NOTTE
from perception.snapshot import Snapshot


class Carry:
    """The ids of one browser tab's captures. `diagnostics` tells when and why a new document life began."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._lives = Lives()
        self._tags: dict[str, dict[int, str]] = {}  # frame -> backend id -> tag
        self._ids: dict[str, dict[int, str]] = {}  # frame -> backend id -> id
        self._counts: dict[str, int] = {}

    def assign(self, page: Page) -> IdMap:
        """Ids of the page's listed nodes, known nodes under their old ids."""
        if page.profile.name == NOTTE.name:
            return assign_letters(page)
        s = page.snapshot
        is_first = not self._lives.known
        frames = self._follow(s)
        ids, new = {}, []
        for i, letter in letters(page):
            known = self._ids[frames[s.documents[s.document[i]].process]]
            backend = s.backend_node_id[i]
            if backend not in known:
                self._counts[letter] = self._counts.get(letter, 0) + 1
                known[backend] = f"{letter}{self._counts[letter]}"
                new.append(i)
            ids[i] = known[backend]
        return IdMap(page, "letters", ids, () if is_first else new)

    def _follow(self, s: Snapshot) -> dict[int, str]:
        change = self._lives.follow(s, lambda frame, process: self._tags_agree(s, frame, process))
        if change.diagnostic is not None:
            self.diagnostics.append(change.diagnostic)
        for frame in change.ended:
            del self._tags[frame], self._ids[frame]
        if not self._ids:
            self._counts = {}
        for process, frame in change.frames.items():
            self._ids.setdefault(frame, {})
            tags = self._tags.setdefault(frame, {})
            tags.update((s.backend_node_id[i], s.tag[i]) for i in nodes_of_process(s, process))
        return change.frames

    def _tags_agree(self, s: Snapshot, frame: str, process: int) -> bool:
        known, backend, tag = self._tags[frame], s.backend_node_id, s.tag
        return all(known.get(backend[i], tag[i]) == tag[i] for i in nodes_of_process(s, process))

"""`ref_N`: names of nodes that last over all captures of one document life (SPEC 5.3, rows W-90 to W-97).

In: pages, one capture after the other. Out: refs for nodes and nodes for refs, by dictionary look-ups only.

A node's number is settled when a capture of it is first seen, over all nodes of the capture in reading order, those
with a box first: no order of requests changes it. A ref is *issued* when a text prints it; only issued refs name
anything, so that a number which a page makes up, or a model guesses, resolves to nothing. Numbers only grow: one that
was given to a node is never given to another, not in a later document either.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import count
from typing import Any, Literal, NamedTuple

from ids.life import Life, Lives, nodes_of_process
from perception.errors import BudgetError, CaptureError, Diagnostic, UnknownIdError
from perception.node import Node
from perception.perceive import Page
from perception.snapshot import ELEMENT, TEXT, Snapshot

SUGGESTIONS = 6
"""Source: row W-95."""

NAME_LENGTH = 40
"""Characters of a suggestion's name. Source: row W-95."""


class Suggestion(NamedTuple):
    """A live ref that may have been meant."""

    ref: str
    role: str
    name: str
    interactive: bool


class RefRegistry:
    """Refs over the captures of one browser tab.

    `capacity`: how many refs may be issued at a time (None: no limit). When it is full, a further ref raises
    `BudgetError`, or with `when_full="evict"` takes the place of the one that was issued longest ago. `diagnostics`
    tells when and why a new document life began; `life` counts them, `taken_out` the refs that went out of use
    otherwise.
    """

    def __init__(self, capacity: int | None = None, when_full: Literal["error", "evict"] = "error") -> None:
        self.capacity, self.when_full = capacity, when_full
        self.diagnostics: list[Diagnostic] = []
        self._lives = Lives()
        self._numbers: dict[str, dict[int, int]] = {}  # frame -> backend id -> number
        self._frames: dict[int, str] = {}  # process of the current capture -> frame
        self._tags: list[str] = []  # tag by number - 1
        self._issued: dict[int, tuple[str, int]] = {}  # number -> frame, backend id
        self._page: Page | None = None
        self.life = 0
        self.taken_out = 0

    # ------------------------------------------------------------------------------------------------ captures

    @property
    def page(self) -> Page | None:
        """The page whose capture was seen last."""
        return self._page

    def observe(self, page: Page) -> None:
        """Make a page's capture the current one: its new nodes get numbers, refs resolve to its nodes."""
        if page is self._page:
            return
        s = page.snapshot
        change = self._lives.follow(s, lambda frame, process: self._tags_agree(s, frame, process))
        if change.diagnostic is not None:
            self.life += 1
            self.diagnostics.append(change.diagnostic)
            self._issued = {n: owner for n, owner in self._issued.items() if owner[0] not in change.ended}
            self._numbers = {frame: known for frame, known in self._numbers.items() if frame not in change.ended}
        self._frames = change.frames
        for frame in change.frames.values():
            self._numbers.setdefault(frame, {})
        order, layout, kind = page.flat_tree.order, s.layout, s.node_type
        self._give_numbers(s, [i for i in order if layout[i] >= 0])
        self._give_numbers(s, [i for i in order if layout[i] < 0 and (kind[i] == ELEMENT or kind[i] == TEXT)])
        self._page = page

    def _tags_agree(self, s: Snapshot, frame: str, process: int) -> bool:
        known, tags, backend, tag = self._numbers[frame], self._tags, s.backend_node_id, s.tag
        return all(
            backend[i] not in known or tags[known[backend[i]] - 1] == tag[i] for i in nodes_of_process(s, process)
        )

    def _give_numbers(self, s: Snapshot, nodes: list[int]) -> None:
        """Numbers for those of the nodes that have none yet, in the order given."""
        backend, tag, document, tags = s.backend_node_id, s.tag, s.document, self._tags
        known = self._known_of_document(s)
        if len(self._frames) == 1:
            number = known[0]
            fresh = [i for i in nodes if backend[i] not in number] if number else nodes
            number.update(zip([backend[i] for i in fresh], count(len(tags) + 1)))
            tags += [tag[i] for i in fresh]
            return
        for i in nodes:
            number = known[document[i]]
            if backend[i] not in number:
                tags.append(tag[i])
                number[backend[i]] = len(tags)

    def _known_of_document(self, s: Snapshot) -> list[dict[int, int]]:
        """The numbers of its process, by document index."""
        return [self._numbers[self._frames[document.process]] for document in s.documents]

    # ------------------------------------------------------------------------------------------------ refs

    def refs(self, page: Page, nodes: Sequence[int]) -> list[str]:
        """The refs that nodes of a page have or would have, in the order given. Puts none into use."""
        return [f"ref_{number}" for number in self._numbers_of(page, nodes)]

    def issue(self, page: Page, nodes: Sequence[int]) -> list[str]:
        """Put the refs of nodes of a page into use; in the order given. Raises `BudgetError`."""
        numbers = self._numbers_of(page, nodes)
        s = page.snapshot
        backend, document = s.backend_node_id, s.document
        frames = [self._frames[d.process] for d in s.documents]
        owners = [(frames[document[i]], backend[i]) for i in nodes]
        if self.capacity is None:
            self._issued.update(zip(numbers, owners, strict=True))
        else:
            for number, owner in zip(numbers, owners, strict=True):
                self._make_room(number)
                self._issued[number] = owner
        return [f"ref_{number}" for number in numbers]

    def _numbers_of(self, page: Page, nodes: Sequence[int]) -> list[int]:
        self.observe(page)
        backend, document = page.snapshot.backend_node_id, page.snapshot.document
        known = self._known_of_document(page.snapshot)
        if len(known) == 1:
            number = known[0]
            return [number[backend[i]] for i in nodes]
        return [known[document[i]][backend[i]] for i in nodes]

    def _make_room(self, number: int) -> None:
        """A number that is issued again counts as issued last."""
        assert self.capacity is not None
        if self._issued.pop(number, None) is None and len(self._issued) >= self.capacity:
            if self.when_full == "error":
                raise BudgetError(
                    f"{self.capacity} refs are issued and no more fit: read a part of the page (ref=, filter=), "
                    "sweep() or release() refs, or evict"
                )
            del self._issued[next(iter(self._issued))]
            self.taken_out += 1

    def ref(self, node: Node) -> str:
        """The ref of a node of the current capture, issued if it was not."""
        if self._page is None or node.page is not self._page:
            raise UnknownIdError(repr(node), reason="is of another page than the one observed last")
        return self.issue(self._page, [node.i])[0]

    def lookup(self, ref: str) -> Node | None:
        """The node that a ref names in the current capture; None where it names none or the node is gone."""
        i = self._index(_number(ref))
        return self._page.node(i) if self._page is not None and i >= 0 else None

    def _index(self, number: int) -> int:
        owner = self._issued.get(number)
        if owner is None or self._page is None:
            return -1
        s = self._page.snapshot
        for process, frame in self._frames.items():
            if frame == owner[0]:
                return s.node_of_key.get((process, owner[1]), -1)
        return -1

    def __getitem__(self, ref: str) -> Node:
        """The node that a ref names. Raises `UnknownIdError`, which says why it names none and which refs are near."""
        node = self.lookup(ref)
        if node is None:
            raise UnknownIdError(ref, [s.ref for s in self.suggest(ref)], self._reason(_number(ref)))
        return node

    def _reason(self, number: int) -> str:
        if number in self._issued:
            return "names a node that is gone from the page"
        if not 0 < number <= len(self._tags):
            return "names no node"
        if not any(number in known.values() for known in self._numbers.values()):
            return "is of an earlier document: the page was loaded anew, read it again"
        return "is not in use: it was never printed, or was released"

    def __contains__(self, ref: str) -> bool:
        return self.lookup(ref) is not None

    def __iter__(self) -> Iterator[str]:
        """The issued refs, the longest issued first."""
        return (f"ref_{n}" for n in self._issued)

    def __len__(self) -> int:
        return len(self._issued)

    def release(self, refs: Iterable[str]) -> int:
        """Take refs out of use; how many were in use. A text that prints the node again issues its ref again."""
        released = sum(self._issued.pop(_number(ref), None) is not None for ref in refs)
        self.taken_out += released
        return released

    def sweep(self) -> tuple[str, ...]:
        """Take out of use the refs whose node is gone from the current capture; the refs."""
        gone = tuple(ref for ref in self if self.lookup(ref) is None)
        self.release(gone)
        return gone

    def suggest(self, ref: str, n: int = SUGGESTIONS) -> tuple[Suggestion, ...]:
        """Live refs of visible nodes that may have been meant by `ref`, the likeliest first (row W-95).

        For a well-formed ref what can be acted on first, then the nearest number; else named nodes first, then what can
        be acted on, then the newest.
        """
        page, target = self._page, _number(ref)
        if page is None:
            return ()
        live = [(number, i) for number in self._issued if (i := self._index(number)) >= 0]
        listed = page.listing.is_listed
        visible = ((number, i) for number, i in live if page.visibility.is_visible(i) and page.is_element(i))
        if target > 0:
            near = nsmallest(n, visible, key=lambda row: (row[1] not in listed, abs(row[0] - target), row[0]))
        else:
            near = nsmallest(n, visible, key=lambda row: (not page.name_of(row[1]), row[1] not in listed, -row[0]))
        return tuple(self._suggestion(number, i) for number, i in near)

    def at(self, x: float, y: float) -> Suggestion | None:
        """What a click at a point of the window (CSS px) goes to: the element there or the nearest one round it that
        can be acted on, else the element itself; its ref is issued (row W-97)."""
        page = self._page
        top = page.occlusion.top_at(x, y) if page is not None else -1
        if page is None or top < 0:
            return None
        listed = page.listing.is_listed
        target = next((i for i in (top, *page.flat_tree.ancestors(top)) if i in listed), top)
        return self._suggestion(_number(self.issue(page, [target])[0]), target)

    def _suggestion(self, number: int, i: int) -> Suggestion:
        assert self._page is not None
        name = self._page.name_of(i)
        return Suggestion(f"ref_{number}", self._page.role_of(i), _short(name), i in self._page.listing.is_listed)

    # ------------------------------------------------------------------------------------------------ saving

    def to_json(self) -> str:
        """Everything but the current page. What `from_json` makes of it resolves refs once a page is observed."""
        tags = {tag: k for k, tag in enumerate(dict.fromkeys(self._tags))}
        frames = [
            {
                "frame": frame,
                "life": list(self._lives.known[frame]),
                "backend": list(known),
                "number": list(known.values()),
            }
            for frame, known in self._numbers.items()
        ]
        issued = [[number, frame, backend] for number, (frame, backend) in self._issued.items()]
        data = {
            "format": FORMAT,
            "capacity": self.capacity,
            "when_full": self.when_full,
            "tags": list(tags),
            "tag": [tags[tag] for tag in self._tags],
            "frames": frames,
            "issued": issued,
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=True)

    @classmethod
    def from_json(cls, text: str) -> "RefRegistry":
        """The registry that `to_json` wrote. Raises `CaptureError` where the text is none."""
        try:
            data: dict[str, Any] = json.loads(text)
            if data["format"] != FORMAT:
                raise CaptureError(f"refs of format {data['format']!r}; this is format {FORMAT!r}", where="format")
            registry = cls(data["capacity"], data["when_full"])
            registry._tags = [data["tags"][k] for k in data["tag"]]
            for row in data["frames"]:
                registry._lives.known[row["frame"]] = Life(*row["life"])
                registry._numbers[row["frame"]] = dict(zip(row["backend"], row["number"], strict=True))
            registry._issued = {number: (frame, backend) for number, frame, backend in data["issued"]}
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            if isinstance(error, CaptureError):
                raise
            raise CaptureError(f"no saved refs: {error}") from error
        return registry


FORMAT = "domsight-refs-1"

_REF = re.compile(r"\s*\[?ref_([1-9][0-9]{0,17})\]?\s*")


def _number(ref: str) -> int:
    """N of `ref_N`, also in its brackets; 0 of what is no ref."""
    match = _REF.fullmatch(ref)
    return int(match[1]) if match else 0


def _short(name: str) -> str:
    return name if len(name) <= NAME_LENGTH else name[:NAME_LENGTH] + "…"

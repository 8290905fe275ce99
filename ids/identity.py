"""Which elements of two captures are the same thing, across page loads too (SPEC 5.4).

In: two pages. Out: pairs of elements with a score and the evidence. Within one document life equal backend ids settle
it (score 1). Across loads best effort: features that are alone of their kind on both sides, then what the structure
round matched elements leaves no choice about. Where two candidates are equally good there is no match: never silently
wrong.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ids.life import lives, new_life_reason, nodes_of_process
from perception.perceive import Page
from perception.tables.identity import GENERATED_ID, ITEM_ROLES, ROOT_TAGS, STABLE_ATTRIBUTES, TEST_ATTRIBUTES

SAME_NAMES = 4
"""HEURISTIC: so many elements of one name stand in one another, at most (a link in a heading in a cell)."""

SAME_LIFE, ROOT = "backend-id", "root"
ROOT_SCORE = 0.9
"""HEURISTIC: a page's html and body are the same thing where the page is, which no one can tell from a capture."""

CHILD, PARENT = "only-child-alike", "parent-of-matched"
CHILD_SCORE, PARENT_SCORE = 0.6, 0.8
"""HEURISTIC: what a match by structure keeps of the score of the match it leans on; in the order of the precision that
was measured with randomly thinned public captures (0.97, 0.99)."""


class Match(NamedTuple):
    """Two node indexes, how sure it is that they are the same thing (at most 1), and why."""

    old: int
    new: int
    score: float
    evidence: str


def matches(old: Page, new: Page) -> list[Match]:
    """The elements of `old` found again on `new`, in the order of `new`; no element is in two pairs."""
    found = _by_backend_id(old, new) if is_same_life(old, new) else _Search(old, new).run()
    rank = new.flat_tree.rank
    return sorted(found, key=lambda match: rank[match.new])


def is_same_life(old: Page, new: Page) -> bool:
    """Whether two captures show the same document (SPEC 5.2)."""
    known, now = dict(lives(old.snapshot)), dict(lives(new.snapshot))
    return not new_life_reason(known[0], now[0], lambda: _tags_agree(old, new))


def _tags_agree(old: Page, new: Page) -> bool:
    a, b = old.snapshot, new.snapshot
    tags = {a.backend_node_id[i]: a.tag[i] for i in nodes_of_process(a, 0)}
    return all(tags.get(b.backend_node_id[i], b.tag[i]) == b.tag[i] for i in nodes_of_process(b, 0))


def _by_backend_id(old: Page, new: Page) -> list[Match]:
    known = old.snapshot.node_of_key
    pairs = ((known.get(key, -1), i) for key, i in new.snapshot.node_of_key.items())
    return [
        Match(i, k, 1.0, SAME_LIFE)
        for i, k in pairs
        if i >= 0 and new.is_element(k) and old.snapshot.tag[i] == new.snapshot.tag[k]
    ]


# ------------------------------------------------------------------------------------------------ features


class _Side:
    """One page: its elements and what is known of each."""

    def __init__(self, page: Page, shapes: dict[Hashable, int]) -> None:
        self.page, self.snapshot = page, page.snapshot
        self.elements = [i for i in page.flat_tree.order if page.is_element(i)]
        self.children: dict[int, list[int]] = {}
        for i in self.elements:
            self.children.setdefault(self.snapshot.parent[i], []).append(i)
        self.shape = self._shapes(shapes)
        self.names = {i: " ".join(page.name_of(i).split()) for i in self.elements}
        self.around = self._nearest(lambda i: bool(self.names.get(i)))
        self.item = self._nearest(lambda i: page.role_of(i) in ITEM_ROLES)

    def _shapes(self, shapes: dict[Hashable, int]) -> Mapping[int, int]:
        """A number for the tags and texts of each subtree that has text, equal on both pages where these are equal."""
        s, out = self.snapshot, dict[int, int]()
        below: dict[int, list[int]] = {}
        has_text = set()
        for i in range(len(s) - 1, -1, -1):
            text = " ".join(s.text(i).split())
            shape = shapes.setdefault((s.tag[i], text, tuple(below.pop(i, ()))), len(shapes))
            below.setdefault(s.parent[i], []).append(shape)
            if text or i in has_text:
                has_text.add(s.parent[i])
                out[i] = shape
        return out

    def _nearest(self, test: Callable[[int], bool]) -> Mapping[int, int]:
        """The nearest element round each node for which a test holds, -1 without one."""
        out: dict[int, int] = {}
        inside = {-1: -1}
        for i in self.page.flat_tree.order:
            out[i] = inside[self.snapshot.parent[i]]
            inside[i] = i if test(i) else out[i]
        return out

    def context(self, i: int) -> Hashable:
        """What tells like elements apart: the texts of the row or item that one is in, else the name of what is around
        it. The same button stands in many rows."""
        item = self.item[i]
        if item >= 0:
            return self.shape.get(item)
        around = self.around[i]
        for _ in range(SAME_NAMES):
            if around < 0 or self.names[around] != self.names[i]:
                break
            around = self.around[around]
        return (self.page.role_of(around), self.names[around]) if around >= 0 else None

    def test_id(self, i: int) -> Hashable:
        attrs = self.snapshot.attrs(i)
        return next(((self.snapshot.tag[i], name, attrs[name]) for name in TEST_ATTRIBUTES if attrs.get(name)), None)

    def authored_id(self, i: int) -> Hashable:
        id = self.snapshot.attrs(i).get("id", "")
        return (self.snapshot.tag[i], id) if id and not _GENERATED.search(id) else None

    def address(self, i: int) -> Hashable:
        href, name = self.snapshot.attrs(i).get("href", ""), self.names[i]
        return (self.snapshot.tag[i], href, name) if href and name else None

    def purpose(self, i: int) -> Hashable:
        attrs = self.snapshot.attrs(i)
        said = tuple((name, attrs[name]) for name in STABLE_ATTRIBUTES if attrs.get(name))
        return (self.snapshot.tag[i], said, self.names[i], self.context(i)) if said else None

    def role_and_name(self, i: int) -> Hashable:
        name = self.names[i]
        return (self.page.role_of(i), name, self.context(i)) if name else None

    def content(self, i: int) -> Hashable:
        return (self.shape[i], self.context(i)) if i in self.shape else None


_GENERATED = re.compile(GENERATED_ID)

FEATURES: Mapping[str, tuple[float, Callable[[_Side, int], Hashable]]] = MappingProxyType(
    {
        "test-id": (0.98, _Side.test_id),
        "id": (0.95, _Side.authored_id),
        "address-and-name": (0.9, _Side.address),
        "attributes-and-name": (0.9, _Side.purpose),
        "role-and-name": (0.8, _Side.role_and_name),
        "content": (0.8, _Side.content),
    }
)
"""Evidence -> score, what must be equal. The surest first; HEURISTIC: scores are in the order of the measured precision
(tests/test_ids_identity.py), all above 0.99 there."""


class _Search:
    """Matches of two pages of different lives."""

    def __init__(self, old: Page, new: Page) -> None:
        shapes: dict[Hashable, int] = {}
        self.old, self.new = _Side(old, shapes), _Side(new, shapes)
        self.of_old: dict[int, Match] = {}
        self.of_new: dict[int, Match] = {}

    def run(self) -> list[Match]:
        for evidence, (score, feature) in FEATURES.items():
            for i, k in self._alone(feature, self.old.elements, self.new.elements):
                self._add(Match(i, k, score, evidence))
        self._roots()
        self._parents()
        self._children()
        return list(self.of_new.values())

    def _add(self, match: Match) -> None:
        self.of_old[match.old] = self.of_new[match.new] = match

    def _alone(
        self, feature: Callable[[_Side, int], Hashable], old: Iterable[int], new: Iterable[int]
    ) -> Iterator[tuple[int, int]]:
        """Pairs of unmatched elements of which no other on either page has the same feature."""
        a = _single(feature, self.old, (i for i in old if i not in self.of_old))
        b = _single(feature, self.new, (i for i in new if i not in self.of_new))
        for key, i in a.items():
            if key in b:
                yield i, b[key]

    def _roots(self) -> None:
        """The root elements of the top documents and what each has one of."""
        pair = self.old.snapshot.documents[0].begin, self.new.snapshot.documents[0].begin
        for _ in range(2):
            below = self._alone(_tag, self.old.children.get(pair[0], ()), self.new.children.get(pair[1], ()))
            for old, new in list(below):
                if self.old.snapshot.tag[old] in ROOT_TAGS:
                    self._add(Match(old, new, ROOT_SCORE, ROOT))
                    pair = (old, new) if self.old.snapshot.tag[old] == "html" else pair

    def _parents(self) -> None:
        """Elements all of whose matched children lie in one element of the same tag, innermost first."""
        for i in reversed(self.old.elements):
            if i in self.of_old:
                continue
            below = [self.of_old[k] for k in self.old.children.get(i, ()) if k in self.of_old]
            around = {self.new.snapshot.parent[match.new] for match in below}
            if len(around) != 1:
                continue
            k = around.pop()
            if k in self.of_new or k < 0 or self.new.snapshot.tag[k] != self.old.snapshot.tag[i]:
                continue
            if all(self._is_inside(child, i) for child in self.new.children[k]):
                self._add(Match(i, k, PARENT_SCORE * max(match.score for match in below), PARENT))

    def _is_inside(self, child: int, i: int) -> bool:
        """Whether a matched child of the new element was one of the old element's; unmatched ones say nothing."""
        match = self.of_new.get(child)
        return match is None or self.old.snapshot.parent[match.old] == i

    def _children(self) -> None:
        """Children of matched elements that are alone of their tag, role and class, outermost first."""
        for i in self.old.elements:
            match = self.of_old.get(i)
            if match is None:
                continue
            pairs = self._alone(_kind, self.old.children.get(i, ()), self.new.children.get(match.new, ()))
            for old, new in list(pairs):
                if not self._contradict(old, new):
                    self._add(Match(old, new, CHILD_SCORE * match.score, CHILD))

    def _contradict(self, i: int, k: int) -> bool:
        """Whether two elements say that they are not the same: other ids, or other names and other addresses."""
        ids = self.old.authored_id(i), self.new.authored_id(k)
        if None not in ids and ids[0] != ids[1]:
            return True
        names = self.old.names[i], self.new.names[k]
        addresses = self.old.snapshot.attrs(i).get("href"), self.new.snapshot.attrs(k).get("href")
        return names[0] != names[1] and addresses[0] != addresses[1]


def _single(feature: Callable[[_Side, int], Hashable], side: _Side, nodes: Iterable[int]) -> dict[Hashable, int]:
    """Feature -> the one node that has it."""
    out: dict[Hashable, int] = {}
    twice: set[Hashable] = set()
    for i in nodes:
        key = feature(side, i)
        if key is None or key in twice:
            continue
        if key in out:
            del out[key]
            twice.add(key)
        else:
            out[key] = i
    return out


def _tag(side: _Side, i: int) -> Hashable:
    return side.snapshot.tag[i]


def _kind(side: _Side, i: int) -> Hashable:
    return side.snapshot.tag[i], side.page.role_of(i), side.snapshot.attrs(i).get("class", "")

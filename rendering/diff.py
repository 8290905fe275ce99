"""What changed between two captures: kept, new, gone and changed things, by id and ref (SPEC 11, `domsight diff`).

In: two pages, their ids, a registry that saw or sees both. Out: a `Diff`: one `Item` for each thing that the tree
text of either page prints, with what changed of it. Things are the same by backend id within one document life, else
by `ids.identity`, with its score. Knows no terminal.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from ids.identity import Match, is_same_life, matches
from ids.idmap import IdMap
from ids.refs import RefRegistry
from perception.perceive import Page
from rendering.axline import ParsedLine, parse_line
from rendering.axtree import tree

KEPT, NEW, GONE, CHANGED = "kept", "new", "gone", "changed"
Fields = Mapping[str, str | bool | None]


class Item(NamedTuple):
    """One thing. Of a new one the `old_` fields are None, of one that is gone the `new_` fields.

    `changes`: field (`role`, `name`, `text`, `id`, or an attribute or state of its line) -> before, after; None where
    it was or is absent. `score` and `evidence` say how sure it is that both are the same thing.
    """

    kind: str
    role: str
    name: str
    old_node: int | None
    new_node: int | None
    old_id: str | None
    new_id: str | None
    old_ref: str | None
    new_ref: str | None
    changes: Mapping[str, tuple[str | bool | None, str | bool | None]]
    score: float
    evidence: str


@dataclass(frozen=True)
class Diff:
    """`same_document`: both captures are of one document life, so that equal refs are equal nodes."""

    same_document: bool
    items: tuple[Item, ...] = field(repr=False)

    def of_kind(self, kind: str) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.kind == kind)

    @property
    def kept(self) -> tuple[Item, ...]:
        return self.of_kind(KEPT)

    @property
    def new(self) -> tuple[Item, ...]:
        return self.of_kind(NEW)

    @property
    def gone(self) -> tuple[Item, ...]:
        return self.of_kind(GONE)

    @property
    def changed(self) -> tuple[Item, ...]:
        return self.of_kind(CHANGED)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; what is kept is counted only."""
        return {
            "same_document": self.same_document,
            "counts": {kind: len(self.of_kind(kind)) for kind in (KEPT, NEW, GONE, CHANGED)},
            "items": [
                {**item._asdict(), "changes": {name: list(pair) for name, pair in item.changes.items()}}
                for item in self.items
                if item.kind != KEPT
            ],
        }


class _Thing(NamedTuple):
    """What the lines of one node say."""

    node: int
    ref: str
    role: str
    name: str
    fields: Fields


def diff(
    old: Page,
    new: Page,
    old_labels: IdMap | None = None,
    new_labels: IdMap | None = None,
    registry: RefRegistry | None = None,
) -> Diff:
    """The difference of two captures, the older one first. Items come in the order of the new page, what is gone after
    them in that of the old one."""
    registry = registry if registry is not None else RefRegistry()
    before, after = _things(old, registry, old_labels), _things(new, registry, new_labels)
    pairs = {match.new: match for match in _pairs(old, new, before, after)}
    items = []
    for i, thing in after.items():
        match = pairs.get(i)
        partner = before.get(match.old) if match is not None else None
        items.append(_item(partner, thing, match))
    found = {match.old for i, match in pairs.items() if i in after}
    items += [_item(thing, None, None) for i, thing in before.items() if i not in found]
    return Diff(is_same_life(old, new), tuple(items))


def _things(page: Page, registry: RefRegistry, labels: IdMap | None) -> dict[int, _Thing]:
    """What the tree text of a page prints, by node."""
    text = tree(page, registry)
    out: dict[int, _Thing] = {}
    for node, line in zip(text.nodes, text.lines, strict=True):
        parsed = parse_line(line)
        if parsed is None:
            continue
        known = out.get(node)
        if known is not None:
            said = f"{known.fields.get('text')} {parsed.name}"
            out[node] = known._replace(fields={**known.fields, "text": said})
            continue
        out[node] = _thing(node, parsed, labels.id_of(node) if labels is not None else None)
    return out


def _thing(node: int, line: ParsedLine, id: str | None) -> _Thing:
    fields: dict[str, str | bool | None] = {"role": line.role, "id": id, **line.states}
    fields["text" if line.role == "text" else "name"] = line.name
    if line.text:
        fields["text"] = line.text
    return _Thing(node, line.ref, line.role, line.name, fields)


def _pairs(old: Page, new: Page, before: Mapping[int, _Thing], after: Mapping[int, _Thing]) -> Iterator[Match]:
    """Elements that are the same, and the texts under them: within one life by backend id, else by their order."""
    elements = matches(old, new)
    yield from elements
    if is_same_life(old, new):
        known = old.snapshot.node_of_key
        for key, i in new.snapshot.node_of_key.items():
            if i in after and not new.is_element(i) and known.get(key, -1) in before:
                yield Match(known[key], i, 1.0, "backend-id")
        return
    partner = {match.new: match for match in elements}
    old_texts = _texts_by_parent(old, before)
    for parent, texts in _texts_by_parent(new, after).items():
        match = partner.get(parent)
        if match is not None and len(old_texts.get(match.old, ())) == len(texts):
            for was, now in zip(old_texts[match.old], texts, strict=True):
                yield Match(was, now, match.score, "text-of-matched")


def _texts_by_parent(page: Page, things: Mapping[int, _Thing]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for i in things:
        if not page.is_element(i):
            out.setdefault(page.snapshot.parent[i], []).append(i)
    return out


def _item(old: _Thing | None, new: _Thing | None, match: Match | None) -> Item:
    thing = new or old
    assert thing is not None
    changes = _changes(old.fields, new.fields) if old and new else MappingProxyType({})
    kind = NEW if old is None else GONE if new is None else CHANGED if changes else KEPT
    return Item(
        kind,
        thing.role,
        thing.name,
        old.node if old else None,
        new.node if new else None,
        _id(old),
        _id(new),
        old.ref if old else None,
        new.ref if new else None,
        changes,
        match.score if match and old else 0.0,
        match.evidence if match and old else "",
    )


def _id(thing: _Thing | None) -> str | None:
    id = thing.fields["id"] if thing else None
    return id if isinstance(id, str) else None


def _changes(old: Fields, new: Fields) -> Mapping[str, tuple[str | bool | None, str | bool | None]]:
    names = [*old, *(name for name in new if name not in old)]
    return {name: (old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)}

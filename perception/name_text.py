"""What a subtree says: the recursive part of the name computation (accname 1.2 steps 2A to 2I within content).

In: snapshot, roles, labels, ownership, rendering. Out: raw text, white space not yet collapsed. `content(i)` is what
the children of `i` say, `referenced(i)` what `i` says to an element that refers to it, `shown_text(i)` what can be read
in it. One loop over wire order, no recursion over depth; what a link or a cell in it says is remembered on the way, so
naming every element is one pass.
"""

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from perception.characters import collapsed, visible
from perception.controls import inherited
from perception.flat_tree import LONG_LIST, FlatTree
from perception.generated_content import generated_text
from perception.labels import Labels
from perception.native_text import NativeText
from perception.ownership import Ownership
from perception.rendered import APART, TRANSFORMED, UNKNOWN, UNSEEN, Rendered
from perception.roles import NAMING, Roles
from perception.rows import rows_with
from perception.snapshot import ELEMENT, HTML, TEXT, Snapshot
from perception.tables.controls import VALUED_ELEMENTS
from perception.tables.html_roles import HTML_ROLES
from perception.tables.naming import (
    ATOMIC_ELEMENTS,
    CHOICE_ROLES,
    CLOSED_ROLES,
    CODE_ELEMENTS,
    MOST_SAID,
    NAME_ATTRIBUTES,
    NAMED_BY_ALT,
    NAMED_BY_CONTENT_ELEMENTS,
    NAMED_BY_LABEL_ATTRIBUTE,
    RANGE_ROLES,
    REFERRED_ELEMENTS,
    ROW_CONTAINERS,
    TEXT_FIELD_ROLES,
    TOKENS_NAMED_BY_CONTENT,
    UNREAD_ELEMENTS,
)
from perception.tables.roles import CONTENT, ROLES
from perception.tables.svg import NEVER_DRAWN
from perception.tables.ua_styles import DISPLAY
from perception.values import Values

_FEW = 16
"""HEURISTIC: how many references out of a text, or parts of it, are remembered with it; a text with more is read
again."""

OWNED_LEVELS = 3
"""HEURISTIC: so many `aria-owns` are followed one out of the other in one reading; real pages have two. A ring of ten
thousand elements that own one another would say a gigabyte. SPEC DIFFERENCE: accname-1.2 knows no such limit, and none
like `MOST_SAID`."""

_UNREAD = UNREAD_ELEMENTS | NEVER_DRAWN
_PARTICULAR = (
    ATOMIC_ELEMENTS
    | _UNREAD
    | NAMED_BY_ALT
    | NAMED_BY_CONTENT_ELEMENTS
    | NAMED_BY_LABEL_ATTRIBUTE
    | REFERRED_ELEMENTS
    | {row.tag for row in HTML_ROLES if row.role in CLOSED_ROLES or NAMING[row.role] == CONTENT}
)
"""Tags that say something by themselves, or are worth remembering, whatever their attributes."""

ATOMIC_ROLES = frozenset(row.id for row in ROLES if row.is_atomic)
"""Roles whose children are presentational. Source: wai-aria-1.2 #childrenArePresentational."""

_NO_ATTRIBUTES: Mapping[str, str] = {}


class Walk:
    """One reading of the nodes `root` to `end`.

    `kind` is `content` (references are followed), `referenced` (they are not: one level) or `shown` (labels do not
    count). `named`: the element that is being named; `without`: a node that does not count; `everything`: hidden
    content too (the root is hidden and was referred to).
    """

    __slots__ = (
        "changes",
        "end",
        "everything",
        "kind",
        "named",
        "nodes",
        "read_elsewhere",
        "references",
        "root",
        "unread",
        "without",
    )

    def __init__(
        self, root: int, end: int, kind: str, *, named: int = -1, without: int = -1, everything: bool = False
    ) -> None:
        self.root, self.end, self.kind = root, end, kind
        self.named, self.without, self.everything = named, without, everything
        self.read_elsewhere: set[int] = set()
        self.references: list[int] = []
        self.unread: list[int] = []
        self.changes = 0  # how often the reading so far depended on what had been read before
        self.nodes: list[int] | None = None


class _Close(NamedTuple):
    """What to do when the loop reaches `end`: add `text`; remember what `node` says, from piece `begin` on; say `title`
    where nothing was said from `begin` on; read the `owned` nodes. `references` and `parts` count those met before."""

    end: int
    text: str = ""
    begin: int = -1
    node: int = -1
    changes: int = 0
    references: int = 0
    title: str = ""
    owned: tuple[int, ...] = ()
    parts: int = 0


class _Group(NamedTuple):
    """What many nodes say that a long list refers to, and where they are: the ranges of their subtrees, disjoint."""

    said: str
    begins: list[int]
    ends: list[int]

    def holds(self, i: int) -> bool:
        k = bisect_right(self.begins, i) - 1
        return k >= 0 and i < self.ends[k]


class NameText:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        rendered: Rendered,
        ownership: Ownership,
        labels: Labels,
        roles: Roles,
    ) -> None:
        self.snapshot, self.flat_tree, self.rendered, self.ownership = snapshot, flat_tree, rendered, ownership
        self.labels, self.roles = labels, roles
        self.values = Values(snapshot, roles, self.shown_text)
        self.native = NativeText(snapshot, roles, self.values)
        self.has_name_attributes = rows_with(snapshot, NAME_ATTRIBUTES)
        self._has_id = rows_with(snapshot, frozenset({"id"}))
        self._said: dict[str, dict[int, str]] = {"content": {}, "referenced": {}, "shown": {}}
        self._said_of: dict[int, tuple[int, ...]] = {}
        self._parts: dict[int, tuple[int, ...]] = {}
        self._groups: dict[tuple[int, str], _Group] = {}
        self._row_containers: dict[int, bool] = {}
        self._in_atomic: dict[int, bool] = {}

    # ------------------------------------------------------------------------------------------------ asking

    def content(self, i: int) -> str:
        """What the children of `i` say, raw."""
        known = self._said["content"].get(i)
        if known is None:
            known = self._only_text(i)
            if known is None:
                walk = Walk(i, self.snapshot.subtree_end[i], "content", named=i)
                known = limited(self._read_content(i, walk))
                if walk.references:
                    self._said_of[i] = tuple(dict.fromkeys(walk.references))
            self._said["content"][i] = known
        return known

    def _only_text(self, i: int) -> str | None:
        """What a plain element says that holds one rendered text alone, as most links do; None for others."""
        s, child = self.snapshot, i + 1
        if s.subtree_end[i] != child + 1 or s.node_type[child] != TEXT or s.layout[child] < 0:
            return None
        if self.has_name_attributes[s.attribute_row[i]] or self.ownership.owner:
            return None
        flags = self.rendered.row_flags[s.style_row[s.layout[child]]]
        if flags & (UNSEEN | TRANSFORMED):
            return None
        return limited(s.strings[s.node_value[child]])

    def content_nodes(self, i: int) -> tuple[int, ...]:
        """The nodes whose text or attributes `content(i)` is made of, in reading order."""
        known = self._parts.get(i)
        if known is None:
            walk = Walk(i, self.snapshot.subtree_end[i], "content", named=i)
            walk.nodes = []
            self._read_content(i, walk)
            known = tuple(dict.fromkeys(walk.nodes))
        return known

    def referenced(self, i: int, named: int = -1) -> str:
        """What `i` says to the element `named` that refers to it, raw; -1 for an element elsewhere.

        Source: accname-1.2 #comp_labelledby.
        """
        memo = self._said["referenced"]
        walk = self._reference(i, named)
        if walk.named >= 0:
            return limited(self._read(walk, i, []))
        if i not in memo:
            memo[i] = limited(self._read(walk, i, []))
        return memo[i]

    def of_list(self, i: int, references: str, named: int = -1) -> str:
        """What the nodes say that an attribute of `i` refers to, raw; a long list is read once for all who share it."""
        targets = self.flat_tree.resolve_list(i, references)
        if len(references) < LONG_LIST:
            return " ".join([self.referenced(k, named) for k in targets])
        key = self.flat_tree.scope(i), references
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = self._group(targets)
        return self._joined(targets, named) if named >= 0 and group.holds(named) else group.said

    def _group(self, targets: Sequence[int]) -> _Group:
        begins: list[int] = []
        ends: list[int] = []
        for k in sorted(targets):
            if not ends or k >= ends[-1]:
                begins.append(k)
                ends.append(self.snapshot.subtree_end[k])
        return _Group(self._joined(targets, -1), begins, ends)

    def _joined(self, targets: Sequence[int], named: int) -> str:
        out: list[str] = []
        length = 0
        for k in targets:
            out.append(self.referenced(k, named))
            length += len(out[-1]) + 1
            if length > MOST_SAID:
                break
        return limited(" ".join(out))

    def _reference(self, i: int, named: int) -> Walk:
        """A reading of `i` for `named`, which is left out if it is inside; what says nothing need not be."""
        end = self.snapshot.subtree_end[i]
        is_inside = i < named < end and bool(self.referenced(named).strip())
        return Walk(
            i,
            end,
            "referenced",
            named=named if is_inside or named == i else -1,
            without=named if is_inside else -1,
            everything=self.rendered.is_hidden(i),
        )

    def referenced_nodes(self, i: int, named: int) -> tuple[int, ...]:
        """The nodes whose text or attributes `referenced(i, named)` is made of, in reading order."""
        walk = self._reference(i, named)
        walk.nodes = []
        self._read(walk, i, [])
        return tuple(dict.fromkeys(walk.nodes))

    def shown_text(self, i: int) -> str:
        """The rendered text of a subtree and the values of the fields in it, white space collapsed."""
        known = self._said["shown"].get(i)
        if known is None:
            walk = Walk(i, self.snapshot.subtree_end[i], "shown", named=i)
            known = self._said["shown"][i] = self._read_content(i, walk)
        return collapsed(visible(known))

    def names_by_content(self, i: int) -> bool:
        """Whether what is in the node names it. Source: wai-aria-1.2 #namefromcontent."""
        s, role = self.snapshot, self.roles.role(i)
        if role == "row":
            is_in_grid = inherited(s, i, self._row_containers, self._row_container, False)
            return is_in_grid or self.roles.controls.can_focus(i)
        is_html = s.namespace[i] == HTML
        if NAMING.get(role) == CONTENT:
            return not is_html or s.tag[i] not in ATOMIC_ELEMENTS
        if role in TOKENS_NAMED_BY_CONTENT:
            return self.roles.role_from(i) == "explicit"
        return is_html and s.tag[i] in NAMED_BY_CONTENT_ELEMENTS

    def _row_container(self, i: int, _child: int) -> bool | None:
        return ROW_CONTAINERS.get(self.roles.role(i))

    # ------------------------------------------------------------------------------------------------ reading

    def _read_content(self, i: int, walk: Walk) -> str:
        closers: list[_Close] = []
        self._prepare(i, walk, closers)
        return self._read(walk, i + 1, closers)

    def _prepare(self, i: int, walk: Walk, closers: list[_Close]) -> None:
        """Before the content of `i` is read: what it owns comes last, the targets of its actions not at all."""
        if self.ownership.owner and i in self.ownership.owned:
            closers.append(_Close(self.snapshot.subtree_end[i], owned=self.ownership.owned[i]))
        actions = self.snapshot.attrs(i).get("aria-actions")
        if actions:
            walk.read_elsewhere.update(self.flat_tree.resolve_list(i, actions))

    def _read(self, walk: Walk, i: int, closers: list[_Close]) -> str:
        """Read the nodes from `i` to the end of the walk, and what they own. -> raw text"""
        s, is_rendered = self.snapshot, self.rendered.is_rendered
        node_type, subtree_end, layout, style_row, tag = s.node_type, s.subtree_end, s.layout, s.style_row, s.tag
        owner, pseudo, flags_of = self.ownership.owner, s.pseudo_type, self.rendered.row_flags
        everything, is_laid_out = walk.everything, bool(s.box_node)
        out: list[str] = []
        outer: list[tuple[int, int, int, list[_Close]]] = []
        end, begun = walk.end, -1
        while True:
            if closers and closers[-1].end <= i:
                close = closers.pop()
                if close.owned and sum(frame[2] < 0 for frame in outer) >= OWNED_LEVELS:
                    walk.changes += 1
                elif close.owned:
                    outer.append((i, end, -1, closers))
                    outer += [(node, subtree_end[node], node, []) for node in reversed(close.owned)]
                    i, end, begun, closers = outer.pop()
                else:
                    self._close(close, out, walk)
                continue
            if i >= end:
                if not outer:
                    return "".join(out)
                i, end, begun, closers = outer.pop()
                continue
            box = layout[i]
            flags = flags_of[style_row[box]] if box >= 0 else 0
            if node_type[i] == TEXT:
                if box >= 0 or everything or s.strings[s.node_value[i]].isspace() or is_rendered(i):
                    self._text(i, box, flags, walk, out)
                i += 1
            elif pseudo and i in pseudo:
                self._pseudo(i, flags, walk, out, closers)
                i = subtree_end[i]
            elif (
                node_type[i] != ELEMENT
                or (box < 0 and not everything and not is_rendered(i))
                or (owner and i in owner and i != begun)
            ):
                i = subtree_end[i]
            else:
                if flags & UNKNOWN or (box < 0 and (everything or not is_laid_out)):
                    flags |= APART if tag[i] in DISPLAY else 0
                if flags & APART:
                    if out and out[-1][-1:] != " ":
                        out.append(" ")
                    closers.append(_Close(subtree_end[i], " "))
                is_read = (tag[i] in _PARTICULAR or self._is_particular(i, walk)) and self._element(
                    i, flags, walk, out, closers
                )
                i = subtree_end[i] if is_read else i + 1

    def _is_particular(self, i: int, walk: Walk) -> bool:
        """Whether the element may have more to say than its content."""
        s = self.snapshot
        return (
            self.has_name_attributes[s.attribute_row[i]]
            or bool(s.namespace[i])
            or i == walk.without
            or i in walk.read_elsewhere
            or (walk.kind == "referenced" and self._has_id[s.attribute_row[i]])
            or (bool(self.ownership.owner) and i in self.ownership.owned)
        )

    def _close(self, close: _Close, out: list[str], walk: Walk) -> None:
        if close.begin < 0:
            if close.text != " " or (out and out[-1][-1:] != " "):
                out.append(close.text)
            return
        said = limited("".join(out[close.begin :]))
        if close.node >= 0 and close.changes == walk.changes:
            references = tuple(dict.fromkeys(walk.references[close.references :]))
            if len(references) <= _FEW:
                self._said[walk.kind][close.node] = said
            if references:
                self._said_of[close.node] = references
            if walk.nodes is not None and walk.kind == "content":
                parts = tuple(dict.fromkeys(walk.nodes[close.parts :]))
                if len(parts) <= _FEW:
                    self._parts[close.node] = parts
        if close.title and not said.strip():
            said = f" {close.title} "
        out[close.begin :] = [said]

    def _text(self, i: int, box: int, flags: int, walk: Walk, out: list[str]) -> None:
        if flags & UNSEEN and not walk.everything:
            return
        s = self.snapshot
        out.append(s.strings[s.box_text[box] if flags & TRANSFORMED else s.node_value[i]])
        if walk.nodes is not None:
            walk.nodes.append(i)

    def _pseudo(self, i: int, flags: int, walk: Walk, out: list[str], closers: list[_Close]) -> None:
        """`::after` stands before its siblings on the wire and is read behind them."""
        text = generated_text(self.snapshot, i)
        if not text or (flags & UNSEEN and not walk.everything):
            return
        text = f" {text} " if flags & APART else text
        if walk.nodes is not None:
            walk.nodes.append(i)
        if self.snapshot.pseudo_type[i] == "after":
            closers.append(_Close(self.snapshot.subtree_end[self.snapshot.parent[i]], text))
        else:
            out.append(text)

    # ------------------------------------------------------------------------------------------------ elements

    def _element(self, i: int, flags: int, walk: Walk, out: list[str], closers: list[_Close]) -> bool:
        """An element that may say something by itself. -> whether its content has been dealt with"""
        s, tag = self.snapshot, self.snapshot.tag[i]
        if i == walk.without or i in walk.read_elsewhere:
            self._read_before(i, walk, out)
            return True
        if tag in _UNREAD and (i != walk.root or tag in CODE_ELEMENTS):
            return True
        attrs = s.attrs(i) if self.has_name_attributes[s.attribute_row[i]] else _NO_ATTRIBUTES
        if attrs.get("aria-hidden") == "true" and not walk.everything and i != walk.root:
            return True
        is_seen = walk.everything or not flags & UNSEEN
        said = self._alternative(i, attrs, walk, closers) if is_seen else "" if tag in ATOMIC_ELEMENTS else None
        if said is not None:
            self._say(i, said, walk, out)
            if s.subtree_end[i] > i + 1:
                insort(walk.unread, i)
            return True
        if walk.kind == "content" and self.roles.role(i) in CLOSED_ROLES and not self._is_presentational(i):
            return True
        title = attrs.get("title", "").strip() if is_seen else ""
        if self._is_remembered(i, attrs, walk):
            known = self._known(i, walk)
            if known is not None:
                out.append(known)
                if title and not known.strip():
                    self._say(i, title, walk, out)
                return True
            parts = len(walk.nodes) if walk.nodes is not None else 0
            closers.append(
                _Close(s.subtree_end[i], "", len(out), i, walk.changes, len(walk.references), title, parts=parts)
            )
        elif title:
            closers.append(_Close(s.subtree_end[i], "", len(out), title=title))
        self._prepare(i, walk, closers)
        return False

    def _is_presentational(self, i: int) -> bool:
        """Whether the node is in an element in which nothing has a role, so that it is no closed container."""
        return inherited(self.snapshot, i, self._in_atomic, self._atomic_seed, False)

    def _atomic_seed(self, i: int, _child: int) -> bool | None:
        return True if self.roles.role(i) in ATOMIC_ROLES else None

    def _read_before(self, i: int, walk: Walk, out: list[str]) -> None:
        """A node that was read already says nothing again; what it refers to may not have been read yet.

        Source: accname-1.2 #comp_traversal.
        """
        walk.changes += 1
        references = self.snapshot.attrs(i).get("aria-labelledby")
        if references and i in walk.read_elsewhere and walk.kind == "content":
            self._say(i, self._of_others(i, self.flat_tree.resolve_list(i, references), walk), walk, out)

    def _is_remembered(self, i: int, attrs: Mapping[str, str], walk: Walk) -> bool:
        """Whether someone may ask the same of this element itself."""
        if walk.kind == "content":
            return self.names_by_content(i)
        if walk.kind == "shown":
            role = self.roles.role(i)
            return role in TEXT_FIELD_ROLES or role == "combobox" or "contenteditable" in attrs
        is_target = self.snapshot.tag[i] in REFERRED_ELEMENTS or self._has_id[self.snapshot.attribute_row[i]]
        return is_target and i != walk.root and not walk.everything and "title" not in attrs

    def _known(self, i: int, walk: Walk) -> str | None:
        """What `i` is known to say, where that does not depend on this reading."""
        if walk.read_elsewhere or i < walk.without < self.snapshot.subtree_end[i]:
            return None
        said = self._said[walk.kind].get(i)
        others = self._said_of.get(i) if walk.kind == "content" and said is not None else None
        if others is not None and any(walk.root <= target < walk.end for target in others):
            return None
        if walk.nodes is not None:
            parts = self._parts.get(i) if walk.kind == "content" and said is not None else None
            if parts is None:
                return None
            walk.nodes += parts
        walk.references += others or ()
        return said

    def _say(self, i: int, text: str, walk: Walk, out: list[str]) -> None:
        """Text alternatives stand apart from the text around them. Source: accname-1.2 #comp_name_from_content."""
        if text:
            out.append(f" {text} ")
            if walk.nodes is not None:
                walk.nodes.append(i)

    # ------------------------------------------------------------------------------------------------ alternatives

    def _alternative(self, i: int, attrs: Mapping[str, str], walk: Walk, closers: list[_Close]) -> str | None:
        """What the element says in place of its content; None where its content speaks. The steps of accname-1.2."""
        s, tag = self.snapshot, self.snapshot.tag[i]
        if "aria-labelledby" in attrs and walk.kind == "content":
            said = self._of_others(i, self.flat_tree.resolve_list(i, attrs["aria-labelledby"]), walk)
            if said.strip():
                return said
        if i != walk.named and ("role" in attrs or "contenteditable" in attrs or tag in VALUED_ELEMENTS):
            role = self.roles.role(i)
            if value := self.native.field_value(i):
                return value
            if tag not in VALUED_ELEMENTS:
                if role in RANGE_ROLES and (value := self.values.range_text(i)):
                    return value
                if role == "listbox":
                    closers.append(_Close(s.subtree_end[i], owned=self._selected_options(i)))
                    return ""
                if role in TEXT_FIELD_ROLES or role in CHOICE_ROLES:
                    return None
        label = attrs.get("aria-label", "")
        if label.strip() and tag != "slot" and walk.kind != "shown":
            return label
        if tag == "input" and walk.kind == "content" and self.native.button_text(i) is None:
            labels = self.labels.of_control(i)
            if labels:
                return self._of_others(i, labels, walk)
        return self.native.alternative(i, attrs)

    def _of_others(self, i: int, targets: Sequence[int], walk: Walk) -> str:
        """What the nodes say that `i` refers to; each is read once in a walk. Source: accname-1.2 #comp_traversal."""
        out = []
        for target in targets:
            if target in walk.read_elsewhere or (walk.root <= target < i and not self._is_unread(target, walk)):
                walk.changes += 1
                continue
            out.append(self.referenced(target, walk.named if target != i else i))
            walk.references.append(target)
            if i < target < walk.end:
                walk.read_elsewhere.add(target)
        return " ".join(out)

    def _is_unread(self, i: int, walk: Walk) -> bool:
        """Whether `i` lies in an element whose content was passed over, for it said something by itself."""
        k = bisect_left(walk.unread, i) - 1
        return k >= 0 and i < self.snapshot.subtree_end[walk.unread[k]]

    def _selected_options(self, i: int) -> tuple[int, ...]:
        s = self.snapshot
        return tuple(
            k
            for k in range(i + 1, s.subtree_end[i])
            if s.attrs(k).get("aria-selected") == "true" and self.rendered.is_rendered(k)
        )


def limited(said: str) -> str:
    """A raw text without what is over `MOST_SAID`; runs of white space, which no name keeps, count as one."""
    if len(said) <= MOST_SAID:
        return said
    head = said[:MOST_SAID]
    is_even = not any(run in head for run in _UNEVEN)
    return head if is_even else _SPACES.sub(" ", said)[:MOST_SAID]


_SPACES = re.compile(r"[ \t\n\f\r]+")
_UNEVEN = ("  ", "\n", "\t", "\r", "\f")
"""Text with one of these has white space to collapse."""

"""What a subtree says: the recursive part of the name computation (accname 1.2 steps 2A to 2I within content).

In: snapshot, roles, labels, ownership, rendering. Out: raw text, white space not yet collapsed. `content(i)` is what
the children of `i` say, `referenced(i)` what `i` says to an element that refers to it. One loop over wire order, no
recursion over depth; what a link or cell in it says is remembered on the way, so naming every element is one pass.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from perception.characters import collapsed, visible
from perception.controls import inherited
from perception.flat_tree import FlatTree
from perception.generated_content import generated_text
from perception.labels import Labels
from perception.ownership import Ownership
from perception.rendered import APART, TRANSFORMED, UNKNOWN, UNSEEN, Rendered
from perception.roles import NAMING, Roles
from perception.rows import RowVerdicts
from perception.snapshot import ELEMENT, HTML, SVG, TEXT, Snapshot
from perception.styles import Styles
from perception.tables.controls import UNREAD_INPUT_TYPES, VALUELESS_INPUT_TYPES
from perception.tables.html_roles import HTML_ROLES
from perception.tables.naming import (
    ATOMIC_ELEMENTS,
    CHOICE_ROLES,
    CLOSED_ROLES,
    IMAGE_BUTTON_TEXT,
    NAME_ATTRIBUTES,
    NAMED_BY_ALT,
    NAMED_BY_CONTENT_ELEMENTS,
    NAMED_BY_LABEL_ATTRIBUTE,
    PUSH_BUTTON_TYPES,
    RANGE_ROLES,
    ROW_CONTAINERS,
    TEXT_FIELD_ROLES,
    TOKENS_NAMED_BY_CONTENT,
    UNREAD_ELEMENTS,
)
from perception.tables.roles import CONTENT
from perception.tables.svg import NEVER_DRAWN
from perception.tables.ua_styles import DISPLAY
from perception.values import Values

_FEW = 16
"""HEURISTIC: how many references out of a text are remembered with it; a text with more is read again."""

_UNREAD = UNREAD_ELEMENTS | NEVER_DRAWN
_PARTICULAR = (
    ATOMIC_ELEMENTS
    | _UNREAD
    | NAMED_BY_ALT
    | NAMED_BY_CONTENT_ELEMENTS
    | NAMED_BY_LABEL_ATTRIBUTE
    | {row.tag for row in HTML_ROLES if row.role in CLOSED_ROLES or NAMING[row.role] == CONTENT}
)
"""Tags that say something by themselves, whatever their attributes."""

_NO_ATTRIBUTES: Mapping[str, str] = {}


class Walk:
    """One reading of the nodes `root` to `end`.

    `named`: the element that is being named; `without`: a node that does not count; `everything`: hidden content too
    (the root is hidden and was referred to); `is_referenced`: no further references are followed.
    """

    __slots__ = (
        "changes",
        "end",
        "everything",
        "is_referenced",
        "named",
        "nodes",
        "read_elsewhere",
        "references",
        "root",
        "without",
    )

    def __init__(
        self,
        root: int,
        end: int,
        *,
        named: int,
        without: int = -1,
        everything: bool = False,
        is_referenced: bool = False,
    ) -> None:
        self.root, self.end, self.named, self.without = root, end, named, without
        self.everything, self.is_referenced = everything, is_referenced
        self.read_elsewhere: set[int] = set()
        self.references: list[int] = []
        self.changes = 0  # how often the reading so far depended on what had been read before
        self.nodes: list[int] | None = None


class _Close(NamedTuple):
    """What to do when the loop reaches `end`: add `text`; remember what `names` says, from piece `begin` on; say
    `title` where nothing was said from `begin` on; read the `owned` nodes."""

    end: int
    text: str = ""
    begin: int = -1
    names: int = -1
    changes: int = 0
    references: int = 0
    title: str = ""
    owned: tuple[int, ...] = ()


class NameText:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        rendered: Rendered,
        ownership: Ownership,
        labels: Labels,
        roles: Roles,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.rendered, self.ownership, self.labels, self.roles = rendered, ownership, labels, roles
        self.values = Values(snapshot, roles, self.shown_text)
        self.has_name_attributes = RowVerdicts(snapshot, NAME_ATTRIBUTES)
        self._said: dict[int, str] = {}
        self._said_of: dict[int, tuple[int, ...]] = {}
        self._referenced: dict[int, str] = {}
        self._row_containers: dict[int, bool] = {}

    # ------------------------------------------------------------------------------------------------ asking

    def content(self, i: int) -> str:
        """What the children of `i` say, raw."""
        known = self._said.get(i)
        if known is None:
            walk = Walk(i, self.snapshot.subtree_end[i], named=i)
            known = self._said[i] = self._read_content(i, walk)
            if walk.references:
                self._said_of[i] = tuple(walk.references)
        return known

    def content_nodes(self, i: int) -> tuple[int, ...]:
        """The nodes whose text or attributes `content(i)` is made of, in reading order."""
        walk = Walk(i, self.snapshot.subtree_end[i], named=i)
        walk.nodes = []
        self._read_content(i, walk)
        return tuple(dict.fromkeys(walk.nodes))

    def referenced(self, i: int, named: int) -> str:
        """What `i` says to the element `named` that refers to it, raw. Source: accname-1.2 #comp_labelledby."""
        end = self.snapshot.subtree_end[i]
        is_inside = i <= named < end
        if not is_inside and i in self._referenced:
            return self._referenced[i]
        walk = Walk(
            i,
            end,
            named=named,
            without=named if i < named < end else -1,
            everything=self.rendered.is_hidden(i),
            is_referenced=True,
        )
        text = self._read(walk, i, [])
        if not is_inside:
            self._referenced[i] = text
        return text

    def shown_text(self, i: int) -> str:
        """The rendered text of a subtree, white space collapsed."""
        walk = Walk(i, self.snapshot.subtree_end[i], named=i, is_referenced=True)
        return collapsed(visible(self._read_content(i, walk)))

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
        closers = []
        if self.ownership.owner and i in self.ownership.owned:
            closers.append(_Close(walk.end, owned=self.ownership.owned[i]))
        if "aria-actions" in self.snapshot.attrs(i):
            walk.read_elsewhere.update(self.flat_tree.resolve_list(i, self.snapshot.attrs(i)["aria-actions"]))
        return self._read(walk, i + 1, closers)

    def _read(self, walk: Walk, i: int, closers: list[_Close]) -> str:
        """Read the nodes from `i` to the end of the walk, and what they own. -> raw text"""
        s, rendered, owner = self.snapshot, self.rendered, self.ownership.owner
        node_type, subtree_end, layout, style_row = s.node_type, s.subtree_end, s.layout, s.style_row
        tag, pseudo, flags_of = s.tag, s.pseudo_type, rendered.row_flags
        attribute_row, verdicts, namespace = s.attribute_row, self.has_name_attributes, s.namespace
        everything, skipped = walk.everything, walk.read_elsewhere
        out: list[str] = []
        outer: list[tuple[int, int, int, list[_Close]]] = []
        end, begun = walk.end, -1
        while True:
            if closers and closers[-1].end <= i:
                close = closers.pop()
                if close.owned:
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
            if node_type[i] == TEXT:
                if box >= 0 or everything or s.strings[s.node_value[i]].isspace() or rendered.is_rendered(i):
                    self._text(i, box, walk, out)
                i += 1
                continue
            flags = flags_of[style_row[box]] if box >= 0 else 0
            if pseudo and i in pseudo:
                self._pseudo(i, flags, walk, out, closers)
                i = subtree_end[i]
                continue
            if (
                node_type[i] != ELEMENT
                or (box < 0 and not everything and not rendered.is_rendered(i))
                or (owner and i in owner and i != begun)
            ):
                i = subtree_end[i]
                continue
            if i == walk.without or i in skipped:
                self._read_before(i, walk, out)
                i = subtree_end[i]
                continue
            if flags & UNKNOWN or (box < 0 and (everything or not s.box_node)):
                flags |= APART if tag[i] in DISPLAY else 0
            if flags & APART:
                if out and out[-1][-1:] != " ":
                    out.append(" ")
                closers.append(_Close(subtree_end[i], " "))
            if (
                tag[i] in _PARTICULAR
                or namespace[i]
                or verdicts[attribute_row[i]]
                or (owner and i in self.ownership.owned)
            ) and self._element(i, flags, walk, out, closers):
                i = subtree_end[i]
                continue
            i += 1

    def _close(self, close: _Close, out: list[str], walk: Walk) -> None:
        if close.begin < 0:
            if close.text != " " or (out and out[-1][-1:] != " "):
                out.append(close.text)
            return
        said = "".join(out[close.begin :])
        references = walk.references[close.references :]
        if close.names >= 0 and close.changes == walk.changes and len(references) <= _FEW:
            self._said[close.names] = said
            if references:
                self._said_of[close.names] = tuple(references)
        if close.title and not said.strip():
            said = f" {close.title} "
        out[close.begin :] = [said]

    def _text(self, i: int, box: int, walk: Walk, out: list[str]) -> None:
        s = self.snapshot
        flags = self.rendered.row_flags[s.style_row[box]] if box >= 0 else 0
        if flags & UNSEEN and not walk.everything:
            return
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
        """An element that may say something by itself. -> whether its content is not to be read."""
        s, tag, end = self.snapshot, self.snapshot.tag[i], self.snapshot.subtree_end[i]
        if tag in _UNREAD:
            return True
        attrs = s.attrs(i) if self.has_name_attributes[s.attribute_row[i]] else _NO_ATTRIBUTES
        if attrs.get("aria-hidden") == "true" and not walk.everything and i != walk.root:
            return True
        is_seen = walk.everything or not flags & UNSEEN
        if is_seen:
            said = self._alternative(i, attrs, walk, closers)
            if said is not None:
                self._say(i, said, walk, out)
                return True
        elif tag in ATOMIC_ELEMENTS:
            return True
        if not walk.is_referenced and self.roles.role(i) in CLOSED_ROLES:
            return True
        title = attrs.get("title", "").strip() if is_seen else ""
        if not walk.is_referenced and self.names_by_content(i):
            known = self._known(i, walk)
            if known is not None:
                self._say(i, known, walk, out, spaced=False)
                if title and not known.strip():
                    self._say(i, title, walk, out)
                return True
            closers.append(_Close(end, "", len(out), i, walk.changes, len(walk.references), title))
        elif title:
            closers.append(_Close(end, "", len(out), title=title))
        if "aria-actions" in attrs:
            walk.read_elsewhere.update(self.flat_tree.resolve_list(i, attrs["aria-actions"]))
        if self.ownership.owner and i in self.ownership.owned:
            closers.append(_Close(end, owned=self.ownership.owned[i]))
        return False

    def _read_before(self, i: int, walk: Walk, out: list[str]) -> None:
        """A node that was read already says nothing again; what it refers to may not have been read yet.

        Source: accname-1.2 #comp_traversal.
        """
        walk.changes += 1
        references = self.snapshot.attrs(i).get("aria-labelledby")
        if references and i in walk.read_elsewhere and not walk.is_referenced:
            self._say(i, self._of_others(i, self.flat_tree.resolve_list(i, references), walk), walk, out)

    def _known(self, i: int, walk: Walk) -> str | None:
        """What `i` is known to say, where that does not depend on this reading."""
        if walk.nodes is not None or walk.read_elsewhere:
            return None
        others = self._said_of.get(i)
        if others is not None:
            if any(walk.root <= target < walk.end for target in others):
                return None
            walk.references += others
        return self._said.get(i)

    def _say(self, i: int, text: str, walk: Walk, out: list[str], *, spaced: bool = True) -> None:
        """Text alternatives stand apart from the text around them. Source: accname-1.2 #comp_name_from_content."""
        if text:
            out.append(f" {text} " if spaced and text != "\n" else text)
            if walk.nodes is not None:
                walk.nodes.append(i)

    # ------------------------------------------------------------------------------------------------ alternatives

    def _alternative(self, i: int, attrs: Mapping[str, str], walk: Walk, closers: list[_Close]) -> str | None:
        """What the element says in place of its content; None where its content speaks. The steps of accname-1.2."""
        s, tag = self.snapshot, self.snapshot.tag[i]
        if "aria-labelledby" in attrs and not walk.is_referenced:
            targets = self.flat_tree.resolve_list(i, attrs["aria-labelledby"])
            said = self._of_others(i, targets, walk)
            if said.strip():
                return said
        if i != walk.named and ("role" in attrs or "contenteditable" in attrs or tag in _VALUED_ELEMENTS):
            role = self.roles.role(i)
            if tag in _VALUED_ELEMENTS and s.namespace[i] == HTML:
                if value := self._native_value(i):
                    return value
            elif role in RANGE_ROLES and (value := self.values.range_text(i)):
                return value
            elif role == "listbox":
                closers.append(_Close(s.subtree_end[i], owned=self._selected_options(i)))
                return ""
            elif role in TEXT_FIELD_ROLES or role in CHOICE_ROLES:
                return None
        label = attrs.get("aria-label", "")
        if label and tag != "slot" and label.strip():
            return label
        if s.namespace[i] == SVG:
            return self._svg_title(i, attrs)
        return self._native_alternative(i, attrs, walk)

    def _of_others(self, i: int, targets: Sequence[int], walk: Walk) -> str:
        """What the nodes say that `i` refers to; each is read once in a walk. Source: accname-1.2 #comp_traversal."""
        out = []
        for target in targets:
            if walk.root <= target < i or target in walk.read_elsewhere:
                walk.changes += 1
                continue
            out.append(self.referenced(target, walk.named if target != i else i))
            walk.references.append(target)
            if i < target < walk.end:
                walk.read_elsewhere.add(target)
        return " ".join(out)

    def _native_value(self, i: int) -> str | None:
        """What a native field says inside a name, None for empty fields, buttons, boxes and file fields."""
        if self.snapshot.tag[i] == "input" and self.roles.controls.input_type(i) in _NAMED_INPUT_TYPES:
            return None
        return self.values.value(i)

    def _selected_options(self, i: int) -> tuple[int, ...]:
        s = self.snapshot
        return tuple(
            k
            for k in range(i + 1, s.subtree_end[i])
            if s.attrs(k).get("aria-selected") == "true" and self.rendered.is_rendered(k)
        )

    def _svg_title(self, i: int, attrs: Mapping[str, str]) -> str | None:
        """Source: svg-aam-1.0 #mapping_additional_nd."""
        return self.svg_name(i) or attrs.get("title") or None

    def svg_name(self, i: int) -> str:
        """The first `title` child of an SVG element, else its xlink:title."""
        s = self.snapshot
        title = next((child for child in s.children(i) if s.tag[child] == "title"), -1)
        text = self.values.text_below(title) if title >= 0 else ""
        return text or s.attrs(i).get("xlink:title", "")

    def _native_alternative(self, i: int, attrs: Mapping[str, str], walk: Walk) -> str | None:
        """Source: html-aam-1.0 #accname-computation."""
        tag = self.snapshot.tag[i]
        if tag in NAMED_BY_ALT:
            if self.roles.role(i) == "none":
                return ""
            return attrs["alt"] if "alt" in attrs else attrs.get("title", "")
        if tag == "input":
            return self._input_alternative(i, attrs, walk)
        if tag in NAMED_BY_LABEL_ATTRIBUTE and attrs.get("label", "").strip():
            return attrs["label"]
        if tag == "br":
            return "\n"
        return attrs.get("title", "") if tag in ATOMIC_ELEMENTS else None

    def _input_alternative(self, i: int, attrs: Mapping[str, str], walk: Walk) -> str:
        text = self.input_button_text(i)
        if text is not None:
            return text or attrs.get("title", "")
        if not walk.is_referenced and (labels := self.labels.of_control(i)):
            return self._of_others(i, labels, walk)
        return attrs.get("title", "")

    def input_button_text(self, i: int) -> str | None:
        """What an `input` that is a push button says of itself, None for other inputs.

        Source: html-aam-1.0 #input-type-button-submit-reset, #input-type-image.
        """
        attrs, kind = self.snapshot.attrs(i), self.roles.controls.input_type(i)
        if kind in PUSH_BUTTON_TYPES:
            return attrs["value"] if "value" in attrs else PUSH_BUTTON_TYPES[kind]
        if kind == "image":
            return attrs["alt"] if "alt" in attrs else attrs.get("title", "") or IMAGE_BUTTON_TEXT
        return None


_VALUED_ELEMENTS = frozenset({"input", "meter", "progress", "select", "textarea"})
_NAMED_INPUT_TYPES = VALUELESS_INPUT_TYPES | UNREAD_INPUT_TYPES | {"file"}

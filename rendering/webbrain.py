"""The tree text of the `webbrain` profile (SPEC 7.2, 7.3; rows W-01 to W-46).

In: a page perceived with that profile, a filter, a depth, an anchor. Out: its lines. Roles come from tags alone, `all`
prints hidden nodes, only elements of the top document and no shadow trees are walked, the depth cuts. What the rows
print twice is printed once, and page text cannot leave its quotes: docs/profiles.md lists what is refused and why.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from perception.perceive import Page
from perception.snapshot import ELEMENT
from perception.tables.webbrain import (
    INTERACTIVE_ATTRIBUTES,
    INTERACTIVE_ROLES,
    INTERACTIVE_TAGS,
    LANDMARK_ROLES,
    OVERLAY_ROLES,
    PRIORITY_LIMIT,
    ROLE_OF_TAG,
    ROLE_OF_TYPE,
    SILENT_ROLES,
    SUBMIT_NAME,
    TEXT_ENTRY_ROLES,
    UNPRINTED_TAGS,
    USEFUL_ROLES,
    VALUELESS_TYPES,
)
from rendering.axline import safe, without_payload
from rendering.line import Line
from rendering.overlay_section import CLOSING, OPENING
from rendering.prune import Entry, Flow, Keep, outline
from rendering.text import CUT, clean, cut

NAME_LENGTH = 100
"""Source: row W-31."""

VALUE_LENGTH = 60
"""Source: row W-33."""

PRIORITY_OPENING = "[priority controls]"
PRIORITY_CLOSING = "[/priority controls]"


class WebBrain:
    """One reading. `depth_truncated` is known once the lines are made."""

    def __init__(self, page: Page, filter: str, max_depth: int, anchor: int = -1) -> None:
        self.page, self.filter, self.max_depth, self.anchor = page, filter, max_depth, anchor
        self.snapshot = page.snapshot
        self.depth_truncated = False

    def lines(self) -> list[Line]:
        """The lines: on a reading of the page open overlays and the priority block first."""
        if self.anchor >= 0:
            return list(self._subtree_lines(self.anchor))
        hoisted = self._overlays()
        section = [line for i in hoisted for line in self._subtree_lines(i, frozenset(hoisted) - {i})]
        seen = {line.node for line in section}
        priority = [line for i in self._priority() if i not in seen for line in self._with_options(i)]
        seen.update(line.node for line in priority)
        body = [line for line in self._subtree_lines(self.snapshot.documents[0].begin) if line.node not in seen]
        out = [Line(0, OPENING), *section, Line(0, CLOSING)] if section else []
        if priority:
            out += [Line(0, PRIORITY_OPENING), *priority, Line(0, PRIORITY_CLOSING)]
        return out + body

    def _with_options(self, i: int) -> Iterator[Line]:
        """The line of a control, and of a select those of its options."""
        yield self._line(i)
        if self.snapshot.tag[i] == "select":
            for k in range(i + 1, self.snapshot.subtree_end[i]):
                if self._is_option(k):
                    yield self._line(k)._replace(depth=1)

    # ------------------------------------------------------------------------------------------------ walking

    def _subtree_lines(self, root: int, without: frozenset[int] = frozenset()) -> Iterator[Line]:
        """The lines of a subtree, its root first whatever the filter says; subtrees in `without` are left out."""
        for entry in self._entries(root, without):
            is_option = self._is_option(entry.node)
            if entry.depth - is_option > self.max_depth:
                self.depth_truncated = True
            else:
                yield self._line(entry.node)._replace(depth=entry.depth)

    def _entries(self, root: int, without: frozenset[int]) -> list[Entry]:
        s = self.snapshot
        forced = root if root == self.anchor or without else -1

        def policy(i: int) -> Keep:
            if i in without:
                return Keep.NOTHING
            return Keep.NODE if i == forced else self._keep(i)

        return outline(range(root, s.subtree_end[root]), s.parent, policy, _in_line)

    def _keep(self, i: int) -> Keep:
        """Rows W-26 to W-29: elements alone; of shadow trees only what is slotted into them."""
        s = self.snapshot
        if s.node_type[i] != ELEMENT:
            return Keep.NOTHING if s.subtree_end[i] == i + 1 else Keep.CHILDREN_ONLY
        if i in s.pseudo_type:
            return Keep.NOTHING
        if i in s.shadow_root_type or s.tag[i] in UNPRINTED_TAGS:
            return Keep.CHILDREN_ONLY
        return Keep.NODE if self._is_option(i) or self._is_included(i) else Keep.CHILDREN_ONLY

    def _is_included(self, i: int) -> bool:
        """Rows W-07 to W-12."""
        if self.filter == "all":
            role = self.role(i)
            is_silent = role in SILENT_ROLES and role not in LANDMARK_ROLES
            return not is_silent or self.is_interactive(i) or bool(self.page.names.name(i))
        if self.snapshot.attrs(i).get("aria-hidden") == "true" or not self._is_shown(i):
            return False
        return self.is_interactive(i) or (self.filter == "visible" and self.role(i) in USEFUL_ROLES)

    def _is_shown(self, i: int) -> bool:
        """Rows W-10, W-11: by the element's own styles and box, and, for a reading of the page, the window."""
        if not self._has_visible_box(i):
            return False
        rect = self.page.window.rect(i)
        if rect is None or self.anchor >= 0:
            return rect is not None
        left, top, right, bottom = rect
        view = self.snapshot.viewport
        return top < view.height and bottom > 0 and left < view.width and right > 0

    def _has_visible_box(self, i: int) -> bool:
        s = self.snapshot
        if s.layout[i] < 0:
            return False
        _, _, width, height = s.bounds[s.layout[i]]
        style = s.style(i)
        return width > 0 and height > 0 and style.get("visibility") != "hidden" and style.get("opacity") != "0"

    # ------------------------------------------------------------------------------------------------ one element

    def is_interactive(self, i: int) -> bool:
        """Row W-20."""
        attrs = self.snapshot.attrs(i)
        if self.snapshot.tag[i] in INTERACTIVE_TAGS or any(name in attrs for name in INTERACTIVE_ATTRIBUTES):
            return True
        return attrs.get("role") in INTERACTIVE_ROLES or self._is_editing_host(i)

    def _is_editing_host(self, i: int) -> bool:
        return self.snapshot.attrs(i).get("contenteditable") == "true"

    def role(self, i: int) -> str:
        """Rows W-22 to W-25: the role attribute as it stands, else by tag and input type."""
        attrs, tag = self.snapshot.attrs(i), self.snapshot.tag[i]
        said = clean(attrs.get("role", ""))
        if said:
            return _ROLE_TEXT.sub("", said)[:VALUE_LENGTH] or "generic"
        if self._is_editing_host(i):
            return "textbox"
        if tag == "input":
            return ROLE_OF_TYPE.get(attrs.get("type", ""), "textbox")
        return ROLE_OF_TAG.get(tag, "generic")

    def _is_option(self, i: int) -> bool:
        """An option of a select: printed whatever the filter and the depth (row W-29)."""
        s = self.snapshot
        around = s.parent[i]
        if s.tag[i] != "option" or around < 0:
            return False
        return s.tag[around] == "select" or (s.tag[around] == "optgroup" and s.tag[s.parent[around]] == "select")

    def _line(self, i: int) -> Line:
        """Rows W-30 to W-38."""
        if self._is_option(i):
            return self._option_line(i)
        name = _beginning(clean(self.page.names.name(i)), NAME_LENGTH)
        head = f"{self.role(i)} {safe(name)}" if name else self.role(i)
        return Line(0, head, i, "".join(f" {key}={safe(value)}" for key, value in self._attributes(i, name)))

    def _attributes(self, i: int, name: str) -> Iterator[tuple[str, str]]:
        attrs, tag = self.snapshot.attrs(i), self.snapshot.tag[i]
        for key in ("href", "type"):
            if attrs.get(key):
                yield key, without_payload(clean(attrs[key]))
        if tag == "input" and attrs.get("type", "").lower() == "file":
            for key, attribute in (("dom_id", "id"), ("field_name", "name")):
                if attrs.get(attribute):
                    yield key, cut(clean(attrs[attribute]), FIELD_NAME_LENGTH)
        if attrs.get("placeholder"):
            yield "placeholder", clean(attrs["placeholder"])
        value = clean(self._value(i))
        if value and value != name:
            yield "value", cut(value, VALUE_LENGTH)

    def _value(self, i: int) -> str:
        """Row W-33."""
        s = self.snapshot
        if s.tag[i] == "textarea":
            return s.text_value.get(i, "")
        if s.tag[i] != "input" or s.attrs(i).get("type", "").lower() in VALUELESS_TYPES:
            return ""
        return s.input_value.get(i, "")

    def _option_line(self, i: int) -> Line:
        """Row W-37."""
        s = self.snapshot
        text = clean("".join(s.text(k) for k in range(i, s.subtree_end[i])))
        value = clean(s.attrs(i).get("value", text))
        tail = " (selected)" if i in s.option_selected else ""
        if value != text:
            tail += f" value={safe(value)}"
        return Line(0, f"option {safe(_beginning(text, NAME_LENGTH))}", i, tail)

    # ------------------------------------------------------------------------------------------------ what comes first

    def _overlays(self) -> list[int]:
        """The outermost hoisted elements, by the order of the selectors, then of the document (rows W-41 to W-43)."""
        picked = {i: place for i in self._elements if (place := self._place(i)) >= 0 and self._has_visible_box(i)}
        outermost: list[int] = []
        for i in sorted(picked):
            if not outermost or i >= self.snapshot.subtree_end[outermost[-1]]:
                outermost.append(i)
        return sorted(outermost, key=lambda i: (picked[i], i))

    def _place(self, i: int) -> int:
        """The first selector of row W-41 that an element matches, -1 for none."""
        attrs = self.snapshot.attrs(i)
        role = attrs.get("role", "")
        if role in OVERLAY_ROLES:
            return OVERLAY_ROLES.index(role)
        if attrs.get("aria-modal") == "true":
            return len(OVERLAY_ROLES)
        if role == "combobox" and attrs.get("aria-expanded") == "true":
            return len(OVERLAY_ROLES) + 1
        return len(OVERLAY_ROLES) + 2 if self.snapshot.tag[i] == "dialog" and "open" in attrs else -1

    def _priority(self) -> list[int]:
        """What has the focus, then fields and buttons that send, in the window, outermost only (row W-45)."""
        if self.filter != "visible":
            return []
        focused = self.snapshot.focused
        found = [i for i in self._elements if (i == focused or self._is_urgent(i)) and self._is_shown(i)]
        out: list[int] = []
        for i in found:
            if not out or i >= self.snapshot.subtree_end[out[-1]]:
                out.append(i)
        return sorted(out, key=lambda i: (i != focused, i))[:PRIORITY_LIMIT]

    def _is_urgent(self, i: int) -> bool:
        role = self.role(i)
        if role in TEXT_ENTRY_ROLES:
            return True
        is_submit = self.snapshot.attrs(i).get("type", "").lower() == "submit"
        return role == "button" and (is_submit or bool(_SUBMIT.search(self.page.names.name(i))))

    @cached_property
    def _elements(self) -> list[int]:
        """The elements that the profile walks: of the top document, outside of shadow trees."""
        s, end = self.snapshot, self.snapshot.documents[0].end
        return [
            i
            for i in range(s.documents[0].begin, end)
            if s.node_type[i] == ELEMENT and i not in s.pseudo_type and i not in s.shadow_root_type
        ]


_SUBMIT = re.compile(SUBMIT_NAME, re.IGNORECASE)
_ROLE_TEXT = re.compile(r"[^A-Za-z0-9 _-]")
FIELD_NAME_LENGTH = 160
"""Source: row W-30."""


def _beginning(text: str, length: int) -> str:
    """A text cut without a mark."""
    return text if len(text) <= length else cut(text, length).removesuffix(CUT)


def _in_line(_: int) -> Flow:
    return Flow.INLINE

"""Accessible names (SPEC 3.2, 3.3): accname 1.2 as a tuple of named steps."""

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from perception.flat_tree import FlatTree
from perception.profile import Profile
from perception.roles import NAMING, Roles
from perception.snapshot import ELEMENT, HTML, TEXT, Snapshot
from perception.styles import Styles
from perception.tables.controls import LABELABLE_ELEMENTS
from perception.tables.naming import UNREAD_ELEMENTS
from perception.visibility import Visibility


class Name(NamedTuple):
    text: str
    step: str
    nodes: tuple[int, ...]


_NO_NAME = Name("", "", ())


class Names:
    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        styles: Styles,
        visibility: Visibility,
        roles: Roles,
        profile: Profile,
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.roles, self.profile = visibility, roles, profile
        self._names: dict[int, Name] = {}
        self._labels: dict[int, list[int]] | None = None

    def name(self, i: int) -> str:
        """The accessible name, '' without one."""
        return self._named(i).text

    def name_from(self, i: int) -> str:
        """The id of the step that answered (`comp_labelledby` …), '' without a name."""
        return self._named(i).step

    def name_nodes(self, i: int) -> tuple[int, ...]:
        """The nodes whose text or attributes make up the name."""
        return self._named(i).nodes

    def _named(self, i: int) -> Name:
        known = self._names.get(i)
        if known is None:
            known = self._names[i] = self._compute(i)
        return known

    def _compute(self, i: int) -> Name:
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return _NO_NAME
        for step, source in STEPS:
            text, nodes = source(self, i)
            if text:
                return Name(text, step, nodes)
        return _NO_NAME

    # ------------------------------------------------------------------------------------------------ steps

    def from_labelledby(self, i: int) -> tuple[str, tuple[int, ...]]:
        references = self.snapshot.attrs(i).get("aria-labelledby", "")
        if not references:
            return "", ()
        targets = self.flat_tree.resolve_list(i, references)
        return clean(" ".join(self._alternative(t, i) for t in targets)), tuple(targets)

    def from_label(self, i: int) -> tuple[str, tuple[int, ...]]:
        return clean(self.snapshot.attrs(i).get("aria-label", "")), (i,)

    def from_host_language(self, i: int) -> tuple[str, tuple[int, ...]]:
        s, tag = self.snapshot, self.snapshot.tag[i]
        if s.namespace[i] != HTML:
            titles = [c for c in s.children(i) if s.tag[c] == "title"]
            return (clean(self._content(titles[0])), (titles[0],)) if titles else ("", ())
        if tag in LABELABLE_ELEMENTS:
            labels = self.labels(i)
            text = clean(" ".join(self._content(label, i) for label in labels))
            if text:
                return text, tuple(labels)
        if tag == "input":
            return self._input_name(i)
        if tag in ("img", "area"):
            return clean(s.attrs(i).get("alt", "")), (i,)
        child_tag = {"fieldset": "legend", "table": "caption", "figure": "figcaption"}.get(tag)
        if child_tag:
            for c in s.children(i):
                if s.tag[c] == child_tag:
                    return clean(self._content(c)), (c,)
        if tag == "optgroup":
            return clean(s.attrs(i).get("label", "")), (i,)
        return "", ()

    def _input_name(self, i: int) -> tuple[str, tuple[int, ...]]:
        s, kind = self.snapshot, self.roles.controls.input_type(i)
        attrs = s.attrs(i)
        if kind in ("button", "submit", "reset"):
            value = s.input_value.get(i, attrs.get("value", ""))
            return clean(value or {"submit": "Submit", "reset": "Reset"}.get(kind, "")), (i,)
        if kind == "image":
            return clean(attrs.get("alt", attrs.get("title", "Submit"))), (i,)
        return "", ()

    def from_content(self, i: int) -> tuple[str, tuple[int, ...]]:
        if NAMING.get(self.roles.role(i)) != "content" or self.snapshot.tag[i] in ("img", "select"):
            return "", ()
        return clean(self._content(i)), (i,)

    def from_tooltip(self, i: int) -> tuple[str, tuple[int, ...]]:
        return clean(self.snapshot.attrs(i).get("title", "")), (i,)

    def from_placeholder(self, i: int) -> tuple[str, tuple[int, ...]]:
        if self.snapshot.tag[i] not in ("input", "textarea"):
            return "", ()
        return clean(self.snapshot.attrs(i).get("placeholder", "")), (i,)

    # ------------------------------------------------------------------------------------------------ content

    def labels(self, i: int) -> list[int]:
        """The `label` elements of a control, in document order."""
        if self._labels is None:
            self._labels = self._find_labels()
        return self._labels.get(i, [])

    def _find_labels(self) -> dict[int, list[int]]:
        s, out = self.snapshot, dict[int, list[int]]()
        for i, tag in enumerate(s.tag):
            if tag != "label":
                continue
            target = s.attrs(i).get("for")
            if target is not None:
                control = self.flat_tree.resolve(i, target)
            else:
                control = next((c for c in range(i, s.subtree_end[i]) if s.tag[c] in LABELABLE_ELEMENTS), -1)
            if control >= 0:
                out.setdefault(control, []).append(i)
        return out

    def text_of(self, i: int) -> str:
        """The text alternative of a referenced node."""
        return self._alternative(i)

    def _alternative(self, i: int, without: int = -1) -> str:
        for source in (Names.from_label, Names.from_host_language):
            text, _ = source(self, i)
            if text:
                return text
        return clean(self._content(i, without)) or self.from_tooltip(i)[0]

    def _content(self, root: int, without: int = -1) -> str:
        """The text of a subtree."""
        s, out, i = self.snapshot, list[str](), root
        end = s.subtree_end[root]
        while i < end:
            if s.node_type[i] == TEXT:
                out.append(s.text(i))
            elif i != root:
                attrs, tag = s.attrs(i), s.tag[i]
                hidden = s.layout[i] < 0 and s.layout[root] >= 0 and tag not in ("slot", "option", "optgroup")
                if i == without or hidden or attrs.get("aria-hidden") == "true" or tag in UNREAD_ELEMENTS:
                    i = s.subtree_end[i]
                    continue
                label = attrs.get("aria-label") or (attrs.get("alt") if tag == "img" else None)
                if label:
                    out.append(f" {label} ")
                    i = s.subtree_end[i]
                    continue
                if not s.style(i).get("display", "inline").startswith("inline"):
                    out.append(" ")
            i += 1
        return "".join(out)


def clean(text: str) -> str:
    """White space collapsed and trimmed; no-break spaces stay."""
    return _SPACES.sub(" ", text).strip(" ")


_SPACES = re.compile(r"[ \t\n\f\r]+")

Step = Callable[[Names, int], tuple[str, tuple[int, ...]]]

STEPS: tuple[tuple[str, Step], ...] = (
    ("comp_labelledby", Names.from_labelledby),
    ("comp_label", Names.from_label),
    ("comp_host_language_label", Names.from_host_language),
    ("comp_name_from_content", Names.from_content),
    ("comp_tooltip", Names.from_tooltip),
    ("comp_placeholder", Names.from_placeholder),
)
POLICIES = MappingProxyType({"accname": STEPS})

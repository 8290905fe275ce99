"""Pseudo-classes that look at one element and its live state (SPEC 8.3): a row of functions.

In: `Live`, what a page tells about an element, and the words between the parentheses. Out: whether the element matches.
Those that take selectors or count siblings are `matching.py`'s.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias
from urllib.parse import unquote

from perception.controls import Controls, inherited
from perception.dom_tree import DomTree
from perception.snapshot import DOCUMENT, HTML, SVG, TEXT
from perception.tables.controls import DISABLEABLE_ELEMENTS
from perception.tables.selectors import (
    CHECKABLE_TYPES,
    DIRECTIONS,
    IDLE_BUTTON_TYPES,
    LANGUAGE_ATTRIBUTES,
    LINK_ELEMENTS,
    NEVER_MATCH,
    NOT_FOR_DIRECTION,
    NOT_REQUIRABLE_TYPES,
    NUMBER_TYPES,
    OPENING_ELEMENTS,
    OPTIONAL_ELEMENTS,
    PLACEHOLDER_TYPES,
    RANGE_TYPES,
    READ_ONLY_TYPES,
    REQUIRABLE_ELEMENTS,
    STRONG_DIRECTIONS,
    SUBMIT_TYPES,
)


class Live:
    """What the predicates ask about an element: its tag, attributes, type, live state and surroundings."""

    def __init__(self, tree: DomTree, controls: Controls) -> None:
        self.tree, self.controls, self.snapshot = tree, controls, tree.snapshot
        self._spoken: dict[tuple[str, tuple[str, ...]], bool] = {}
        self._directions: dict[int, str] = {}
        self._editable: dict[int, bool] = {}
        self._found: dict[str, list[int]] = {}

    def is_html(self, i: int, tag: str) -> bool:
        return self.snapshot.tag[i] == tag and self.snapshot.namespace[i] == HTML

    def type_of(self, i: int) -> str:
        """The type of an HTML input, '' for other elements."""
        return self.controls.input_type(i) if self.is_html(i, "input") else ""

    def value(self, i: int) -> str:
        """The live text of a field, its authored value where the capture has no live one."""
        s = self.snapshot
        if i in s.input_value:
            return s.input_value[i]
        if i in s.text_value:
            return s.text_value[i]
        return s.attrs(i).get("value", "")

    def is_editable(self, i: int) -> bool:
        """Inside an editing host, or one. Source: html #attr-contenteditable."""
        attrs = self.snapshot.attrs
        if "contenteditable" in attrs(i):
            return self.controls.is_editing_host(i)

        def given(p: int, _: int) -> bool | None:
            return self.controls.is_editing_host(p) if "contenteditable" in attrs(p) else None

        return inherited(self.snapshot, i, self._editable, given, False)

    @cached_property
    def _text(self) -> tuple[str, list[int]]:
        """All texts of the page in wire order, and where each node's begins (list of length N + 1)."""
        s, texts, begins, length = self.snapshot, [], [], 0
        for kind, value in zip(s.node_type, s.node_value, strict=True):
            begins.append(length)
            if kind == TEXT:
                texts.append(s.strings[value])
                length += len(texts[-1])
        return "".join(texts), [*begins, length]

    def has_text(self, i: int, text: str) -> bool:
        """Whether the texts below `i`, joined, hold `text`; one search of the page serves all elements."""
        whole, begins = self._text
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = [m.start() for m in re.finditer(f"(?={re.escape(text)})", whole)]
        begin, end = begins[i], begins[self.snapshot.subtree_end[i]]
        k = bisect_left(found, begin)
        return k < len(found) and found[k] + len(text) <= end

    @cached_property
    def with_content(self) -> frozenset[int]:
        """The nodes that have an element or a text that is not '' in their own tree."""
        s, parent, strings = self.snapshot, self.tree.parent, self.snapshot.strings
        texts = [i for i, kind in enumerate(s.node_type) if kind == TEXT and strings[s.node_value[i]]]
        content = [*self.tree.elements, *texts]
        if s.shadow_root_type or s.content_document:
            scope = self.tree.flat_tree.scope
            content = [i for i in content if parent[i] >= 0 and scope(i) == scope(parent[i])]
        return frozenset([parent[i] for i in content])

    @cached_property
    def checked_groups(self) -> frozenset[tuple[int, int, str]]:
        """The radio groups (tree scope, form owner, name) in which a button is checked."""
        return frozenset(self.radio_group(i) for i in self.snapshot.input_checked if self.type_of(i) == "radio")

    def radio_group(self, i: int) -> tuple[int, int, str]:
        attrs = self.snapshot.attrs(i)
        return self.tree.flat_tree.scope(i), self.form(i), attrs.get("name", "")

    def form(self, i: int) -> int:
        """The form that a control belongs to, -1 without one. Source: html #form-owner."""
        given = self.snapshot.attrs(i).get("form")
        if given is not None:
            named = self.tree.flat_tree.resolve(i, given)
            return named if named >= 0 and self.is_html(named, "form") else -1
        return inherited(self.snapshot, i, self._forms, lambda p, _: p if self.is_html(p, "form") else None, -1)

    @cached_property
    def _forms(self) -> dict[int, int]:
        return {}

    @cached_property
    def default_buttons(self) -> frozenset[int]:
        """The first submit button of each form. Source: html #default-button."""
        out: dict[int, int] = {}
        for i in sorted(self.tree.by_tag.get("button", []) + self.tree.by_tag.get("input", [])):
            if _is_submit(self, i) and self.form(i) >= 0:
                out.setdefault(self.form(i), i)
        return frozenset(out.values())

    @cached_property
    def targets(self) -> frozenset[int]:
        """The element that each document's URL fragment names. Source: html #the-indicated-part-of-the-document."""
        s = self.snapshot
        out = set()
        for document in s.documents:
            _, mark, fragment = document.url.partition("#")
            if mark:
                resolve = self.tree.flat_tree.resolve
                out.add(next((k for t in (fragment, unquote(fragment)) if (k := resolve(document.begin, t)) >= 0), -1))
        return frozenset(out)

    @cached_property
    def focused_path(self) -> frozenset[int]:
        """The focused element and its ancestors, through frames."""
        focused = self.snapshot.focused
        return frozenset(() if focused is None else (focused, *self.tree.ancestors(focused)))

    @cached_property
    def _languages(self) -> list[str]:
        """The language that the markup gives each node, '' if unknown (list of length N). Source: html #language."""
        s, parent = self.snapshot, self.tree.parent
        own = {i: d.language for d in s.documents for i in (d.begin, *s.children(d.begin))}
        for name in LANGUAGE_ATTRIBUTES:
            own |= {i: value for value, nodes in self.tree.by_value(name).items() for i in nodes}
        out: list[str] = []
        for i, p in enumerate(parent):
            out.append(own[i] if i in own else out[p])
        return out

    def speaks(self, i: int, ranges: tuple[str, ...]) -> bool:
        """Whether the node's language is in one of the ranges."""
        key = (self._languages[i], ranges)
        known = self._spoken.get(key)
        if known is None:
            language = key[0].lower().split("-")
            known = self._spoken[key] = any(_in_language(language, r.lower().split("-")) for r in ranges)
        return known

    def direction(self, i: int) -> str:
        """The directionality of an element. Source: html #the-directionality."""
        return self._own_direction(i) or inherited(
            self.snapshot, i, self._directions, lambda p, _: self._own_direction(p) or None, "ltr"
        )

    def _own_direction(self, i: int) -> str:
        attrs = self.snapshot.attrs(i)
        given = attrs.get("dir", "auto" if self.is_html(i, "bdi") else "").lower()
        if given in DIRECTIONS:
            return given
        if given == "auto":
            is_field = self.type_of(i) or self.is_html(i, "textarea")
            texts = [self.value(i)] if is_field else self._texts_for_direction(i)
            return next((d for text in texts if (d := _strong_direction(text))), "ltr")
        return "ltr" if self.type_of(i) == "tel" else ""

    def _texts_for_direction(self, i: int) -> Iterator[str]:
        """The texts below, without those of elements that have a direction of their own.

        Source: html #contained-text-auto-directionality.
        """
        s, k = self.snapshot, i + 1
        while k < s.subtree_end[i]:
            if s.node_type[k] == TEXT:
                yield s.text(k)
            elif s.tag[k] in NOT_FOR_DIRECTION or s.attrs(k).get("dir", "").lower() in (*DIRECTIONS, "auto"):
                k = s.subtree_end[k]
                continue
            k += 1


Predicate: TypeAlias = Callable[[Live, int, tuple[str, ...]], bool]
"""(live, element, words between the parentheses) -> whether it matches."""


def _strong_direction(text: str) -> str:
    return next((d for c in text if (d := STRONG_DIRECTIONS.get(unicodedata.bidirectional(c), ""))), "")


def _is_link(live: Live, i: int, _: tuple[str, ...]) -> bool:
    s = live.snapshot
    if s.namespace[i] == SVG:
        return s.tag[i] == "a" and ("href" in s.attrs(i) or "xlink:href" in s.attrs(i))
    return s.tag[i] in LINK_ELEMENTS and "href" in s.attrs(i)


def _is_checked(live: Live, i: int, _: tuple[str, ...]) -> bool:
    if live.is_html(i, "option"):
        return i in live.snapshot.option_selected
    return i in live.snapshot.input_checked and live.type_of(i) in CHECKABLE_TYPES


def _is_indeterminate(live: Live, i: int, _: tuple[str, ...]) -> bool:
    """Source: html #selector-indeterminate. That of a check box is set by script and not in a capture."""
    if live.is_html(i, "progress"):
        return "value" not in live.snapshot.attrs(i)
    if live.type_of(i) != "radio" or i in live.snapshot.input_checked:
        return False
    return not live.snapshot.attrs(i).get("name") or live.radio_group(i) not in live.checked_groups


def _can_be_disabled(live: Live, i: int) -> bool:
    s = live.snapshot
    return s.namespace[i] == HTML and s.tag[i] in DISABLEABLE_ELEMENTS


def _is_disabled(live: Live, i: int, _: tuple[str, ...]) -> bool:
    return bool(live.controls.disabled_by(i)) or live.controls.is_in_disabled_select(i)


def _is_submit(live: Live, i: int) -> bool:
    if live.is_html(i, "button"):
        return live.snapshot.attrs(i).get("type", "submit").lower() not in IDLE_BUTTON_TYPES
    return live.type_of(i) in SUBMIT_TYPES


def _is_default(live: Live, i: int, _: tuple[str, ...]) -> bool:
    """Source: html #selector-default."""
    attrs = live.snapshot.attrs(i)
    if live.is_html(i, "option"):
        return "selected" in attrs
    return (live.type_of(i) in CHECKABLE_TYPES and "checked" in attrs) or i in live.default_buttons


def _is_optional(live: Live, i: int, _: tuple[str, ...]) -> bool:
    """SPEC DIFFERENCE: html #selector-optional does not name buttons; Chromium takes them."""
    s = live.snapshot
    return s.namespace[i] == HTML and s.tag[i] in OPTIONAL_ELEMENTS and not _is_required(live, i, ())


def _is_required(live: Live, i: int, _: tuple[str, ...]) -> bool:
    """Source: html #selector-required."""
    s = live.snapshot
    applies = s.tag[i] in REQUIRABLE_ELEMENTS and live.type_of(i) not in NOT_REQUIRABLE_TYPES
    return applies and s.namespace[i] == HTML and "required" in s.attrs(i)


def _is_read_write(live: Live, i: int, _: tuple[str, ...]) -> bool:
    """Source: html #selector-read-write."""
    s = live.snapshot
    if live.is_html(i, "textarea") or (live.type_of(i) and live.type_of(i) not in READ_ONLY_TYPES):
        return "readonly" not in s.attrs(i) and not live.controls.disabled_by(i)
    return s.namespace[i] == HTML and live.is_editable(i)


def _shows_placeholder(live: Live, i: int, _: tuple[str, ...]) -> bool:
    """Source: html #selector-placeholder-shown."""
    takes = live.is_html(i, "textarea") or live.type_of(i) in PLACEHOLDER_TYPES
    is_filled = bool(live.value(i)) or i in live.snapshot.secret_fields
    return takes and "placeholder" in live.snapshot.attrs(i) and not is_filled


def _in_range(live: Live, i: int) -> bool | None:
    """Whether a field's value lies between min and max; None where that does not apply.

    SPEC DIFFERENCE: html #selector-in-range asks for a limit; Chromium takes empty fields of these types without one.
    """
    attrs, kind = live.snapshot.attrs(i), live.type_of(i)
    if kind not in RANGE_TYPES or live.controls.disabled_by(i) or "readonly" in attrs:
        return None
    low, high, value = (_comparable(kind, text) for text in (attrs.get("min", ""), attrs.get("max", ""), live.value(i)))
    if value is None or (low is None and high is None):
        return True if value is None or kind == "range" else None
    above, below = low is None or value >= low, high is None or value <= high
    is_reversed = kind == "time" and low is not None and high is not None and low > high
    return above or below if is_reversed else above and below


def _comparable(kind: str, text: str) -> tuple[float, str] | None:
    """A number or the text of a date or time, as something to compare; None where it is none."""
    if kind not in NUMBER_TYPES:
        return (0.0, text) if text[:1].isdecimal() else None
    try:
        return float(text), ""
    except ValueError:
        return None


def _is_focused(live: Live, i: int, _: tuple[str, ...]) -> bool:
    return i == live.snapshot.focused


def _in_language(tag: list[str], wanted: list[str]) -> bool:
    """Extended filtering of a language range. Source: rfc4647 #section-3.3.2."""
    if not tag[0] or not wanted[0]:
        return tag == wanted
    if wanted[0] not in ("*", tag[0]):
        return False
    k = 1
    for word in wanted[1:]:
        while word != "*" and k < len(tag) and tag[k] != word:
            if len(tag[k]) == 1:
                return False
            k += 1
        if word != "*" and k == len(tag):
            return False
        k += word != "*"
    return True


def _has_text(live: Live, i: int, texts: tuple[str, ...]) -> bool:
    """Not of CSS: cssselect's `:contains("text")`, on the text of all descendants."""
    return all(live.has_text(i, text) for text in texts)


def _is_root(live: Live, i: int, _: tuple[str, ...]) -> bool:
    p = live.snapshot.parent[i]
    return p >= 0 and live.snapshot.node_type[p] == DOCUMENT


PSEUDO_CLASSES: Mapping[str, Predicate] = {
    "any-link": _is_link,
    "checked": _is_checked,
    "contains": _has_text,
    "default": _is_default,
    "dir": lambda live, i, words: live.direction(i) in words,
    "disabled": _is_disabled,
    "empty": lambda live, i, _: i not in live.with_content,
    "enabled": lambda live, i, _: _can_be_disabled(live, i) and not _is_disabled(live, i, ()),
    "focus": _is_focused,
    "focus-within": lambda live, i, _: i in live.focused_path,
    "in-range": lambda live, i, _: _in_range(live, i) is True,
    "indeterminate": _is_indeterminate,
    "lang": lambda live, i, ranges: live.speaks(i, ranges),
    "link": _is_link,
    "open": lambda live, i, _: live.snapshot.tag[i] in OPENING_ELEMENTS and "open" in live.snapshot.attrs(i),
    "optional": _is_optional,
    "out-of-range": lambda live, i, _: _in_range(live, i) is False,
    "placeholder-shown": _shows_placeholder,
    "read-only": lambda live, i, _: live.snapshot.namespace[i] == HTML and not _is_read_write(live, i, ()),
    "read-write": _is_read_write,
    "required": _is_required,
    "root": _is_root,
    "target": lambda live, i, _: i in live.targets,
} | dict.fromkeys(NEVER_MATCH, lambda live, i, _: False)
"""Name -> predicate. Source: selectors-4, html #pseudo-classes."""

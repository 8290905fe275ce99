"""One listed node as an action line of the default profile (SPEC 6.2).

In: a node of a page and the text shown in it. Out: the line's element `<tag attr="value">text</tag>` in two pieces, so
that something may be said after its attributes. Says only what the reading rules of `implied.py` do not imply.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from perception.perceive import Page
from perception.scrolling import region_scroll
from perception.tables.action_lines import (
    BUTTON_TYPES,
    CHECK_TYPES,
    CONSTRAINTS,
    FIELD_ELEMENTS,
    IMPLIED_STATES,
    NAMED_BY_TEXT,
    NAMING_STEPS,
    OPTION_LIMIT,
    OPTIONS_LIMIT,
    RANGE_ROLES,
    SAID_APART,
    STATEFUL_ATTRIBUTES,
    STATEFUL_ELEMENTS,
    STATES,
    TEXT_LIMIT,
    VALUE_LIMIT,
    VALUE_ROLES,
)
from perception.tables.elements import VOID_ELEMENTS
from rendering import implied
from rendering.addresses import Addresses, repeats
from rendering.text import CUT, attribute, clean, clean_name, cut, escaped, says

Attributes = dict[str, str]
"""What a line says, in its order."""

BARE = "\0"
"""Stands for the value of an attribute that is written without one; no clean text is this."""

NOT_CAPTURED = "content not captured"

UNSAID = "undefined"
"""The value of a state that the reading rules would imply and the node does not have."""

OPTION_GAP = " | "
"""Between the options of a drop-down."""


class Entry(NamedTuple):
    """A line's element: `head` is everything before the `>` of its start tag, `rest` what comes after."""

    head: str
    rest: str

    def __str__(self) -> str:
        return f"{self.head}>{self.rest}"

    def saying(self, key: str, value: str) -> "Entry":
        """The same with one more attribute."""
        head, rest = self
        return Entry(f"{head} {key}={attribute(value)}", rest)


class Subject(NamedTuple):
    """What a line speaks of: the node, or the hidden control that it stands for; `text` stands between the tags."""

    node: int
    is_stood_for: bool
    tag: str
    role: str
    name: str
    text: str
    attrs: Mapping[str, str]


class Kind(NamedTuple):
    """What the lines of elements with the same tag, role and attribute names have in common: who says the attributes,
    in their order; the role if it must be said; whether the text is the name; what else may have to be said."""

    sayers: tuple[tuple[str, "Sayer"], ...]
    role: str
    is_named_by_text: bool
    may_have_value: bool
    may_have_constraints: bool
    may_have_states: bool


class Entries:
    """The action lines of one page, a node at a time."""

    def __init__(self, page: Page, attributes: Sequence[str], with_point: bool = False) -> None:
        self.page, self.snapshot, self.with_point = page, page.snapshot, with_point
        self.addresses = Addresses(page.snapshot)
        self.role_of, self.name_of, self.control_of = page.roles.role, page.names.name, page.interactivity.control
        self.sayers = {key: SAYERS.get(key, _authored(key)) for key in attributes if key not in SAID_APART}
        self.tags = {tag: tag_name(tag) for tag in page.snapshot.tags}
        self._kinds: dict[tuple[str, str, str, int], Kind] = {}

    def entry(self, i: int, shown: str | None, is_split: bool = False) -> Entry:
        """The element of node `i`.

        `shown` is the text in it that no other line says, None where its name is that; `is_split` where other lines say
        a part of its content.
        """
        page, s, control = self.page, self.snapshot, self.control_of(i)
        subject = control if control >= 0 else i
        tag, role = self.tags[s.tag[i]], self.role_of(subject)
        name = clean_name(page.spoken_name(i) if control >= 0 else self.name_of(i))
        text = self._text(i, role, name, shown, is_split)
        it = Subject(subject, control >= 0, s.tag[subject], role, name, text, s.attrs(subject))
        kind = self._kind(it, tag)
        said: Attributes = {}
        for key, sayer in kind.sayers:
            value = sayer(self, it)
            if value:
                said[key] = value
        if control >= 0 and "title" in self.sayers and "title" not in said:
            self._say_own_title(said, i, it)
        if kind.may_have_value:
            self._say_value(said, it)
        if kind.role or (tag == "input" and implied.role(tag, said) != role):
            said["role"] = role
        if kind.may_have_constraints:
            self._say_field(said, it)
        if kind.may_have_states or subject == s.focused or i in self._disabled:
            self._say_states(said, it, tag)
        if text != name or not text or not kind.is_named_by_text:
            label = implied.name(role, tag, said, text)
            if label != name and not (label.endswith(CUT) and name.startswith(label[: -len(CUT)])):
                said["aria-label"] = cut(name, VALUE_LIMIT)
        if self.with_point and (point := page.occlusion.hit(i).point):
            said["at"] = f"{point[0]:.0f},{point[1]:.0f}"
        return written(tag, said, text)

    def missing_frame(self, i: int) -> Entry:
        """The element of a frame whose document is not in the capture."""
        s = self.snapshot
        url = self.addresses.short(i, s.attrs(i).get("src", ""))
        return written(tag_name(s.tag[i]), {"src": url} if url else {}, NOT_CAPTURED)

    @cached_property
    def _disabled(self) -> frozenset[int]:
        """Nodes that something round them may disable, which their own markup does not tell."""
        return frozenset(self.page.listing.disabled)

    # ------------------------------------------------------------------------------------------------ text

    def _text(self, i: int, role: str, name: str, shown: str | None, is_split: bool) -> str:
        """The text between the tags: what is shown, the name where it says the same and more or nothing is shown."""
        tag = self.snapshot.tag[i]
        if tag in VOID_ELEMENTS:
            return ""
        if tag == "select":
            return cut(clean(self.page.value_of(i) or ""), TEXT_LIMIT)
        if shown is None:
            return cut(name, TEXT_LIMIT)
        if is_split and implied.is_named_by_text(role, tag) and shown != name and self._is_from_content(i):
            shown = cut(shown, TEXT_LIMIT - len(CUT))
            return shown + CUT if name.startswith(shown) else CUT + shown
        if says(name, shown):
            return cut(name, TEXT_LIMIT) if implied.is_named_by_text(role, tag) else ""
        return cut(shown, TEXT_LIMIT) if implied.is_named_by_text(role, tag) else shown

    def _is_from_content(self, i: int) -> bool:
        return self.page.name_from_of(i) in NAMING_STEPS["content"]

    # ------------------------------------------------------------------------------------------------ attributes

    def _kind(self, it: Subject, tag: str) -> Kind:
        shapes = self.snapshot.attribute_shapes
        shape = shapes.number[self.snapshot.attribute_row[it.node]]
        key = (tag, it.tag, it.role, shape)
        known = self._kinds.get(key)
        if known is None:
            names = set(shapes.names[shape])
            known = self._kinds[key] = Kind(
                sayers=tuple((name, sayer) for name, sayer in self.sayers.items() if name in names),
                is_named_by_text=implied.is_named_by_text(it.role, tag),
                role="" if tag == "input" or implied.role(tag, {}) == it.role else it.role,
                may_have_value=it.tag in FIELD_ELEMENTS or it.role in VALUE_ROLES,
                may_have_constraints=it.tag in FIELD_ELEMENTS or it.role in RANGE_ROLES or it.role not in NAMED_BY_TEXT,
                may_have_states=may_have_states(it),
            )
        return known

    def _type(self, it: Subject) -> str:
        """Of a field; what kind of button a button is says nothing, of a hidden control its role says it."""
        return clean(it.attrs["type"].lower()) if it.tag == "input" and not it.is_stood_for else ""

    def _alt(self, it: Subject) -> str:
        return _hint(it.attrs["alt"], it)

    def _placeholder(self, it: Subject) -> str:
        return _hint(it.attrs["placeholder"], it)

    def _title(self, it: Subject) -> str:
        return _hint(it.attrs["title"], it)

    def _say_own_title(self, said: Attributes, i: int, it: Subject) -> None:
        """What a stand-in says of itself: the title of a star is the rating that it gives."""
        title = _hint(self.snapshot.attrs(i).get("title", ""), it)
        if title:
            said["title"] = title

    def _href(self, it: Subject) -> str:
        url = self.addresses.short(it.node, it.attrs["href"])
        return "" if repeats(url, it.text or it.name) else url

    def _src(self, it: Subject) -> str:
        """Better than nothing for what has no name."""
        return "" if it.name else self.addresses.short(it.node, it.attrs["src"])

    def _name(self, it: Subject) -> str:
        """The submission key, better than nothing for what has no name."""
        return "" if it.name else cut(clean(it.attrs["name"]), VALUE_LIMIT)

    # ------------------------------------------------------------------------------------------------ values, states

    def _say_value(self, said: Attributes, it: Subject) -> None:
        """The live value; of a button what it shows, of a box without a name what it submits."""
        kind = it.attrs.get("type", "text").lower() if it.tag == "input" else ""
        if it.tag == "select":
            return
        if kind in CHECK_TYPES:
            value = "" if it.name else it.attrs.get("value", "")
        elif kind in BUTTON_TYPES:
            value = self.snapshot.input_value.get(it.node) or it.attrs.get("value", "")
        else:
            value = self.page.value_of(it.node) or ""
        value = clean(value)
        if value and (kind in BUTTON_TYPES or not (value in (it.name, it.text) or (it.text and says(value, it.text)))):
            said["value"] = cut(value, VALUE_LIMIT)

    def _say_states(self, said: Attributes, it: Subject, tag: str) -> None:
        states, known = self.page.states_of(it.node), implied.states(it.role, tag, said)
        for k in sorted(_PLACES[state] for state in {**known, **states} if state in _PLACES):
            row = STATES[k]
            value = states.get(row.state)
            if value is None:
                if row.state in known:
                    said[row.attribute] = UNSAID
            elif value != known.get(row.state):
                is_bare = value == row.bare and isinstance(value, type(row.bare))
                said[row.attribute] = BARE if is_bare else _state_text(value)
        if "invalid" in states:
            error = clean(self.page.description_of(it.node))
            if error:
                said["error"] = cut(error, VALUE_LIMIT)

    def _say_field(self, said: Attributes, it: Subject) -> None:
        """What the field may hold; how far a region scrolls."""
        if it.tag in FIELD_ELEMENTS or it.role in RANGE_ROLES:
            stated = self.page.interactivity.constraints(it.node)
            for key in CONSTRAINTS:
                value = stated.get(key)
                if value is not None:
                    said[key] = BARE if value is True else cut(clean(str(value)), VALUE_LIMIT)
            options = stated.get("options")
            if isinstance(options, tuple):
                said["options"] = _summary(options)
        elif self.scrolls(it.node, it.role):
            said["scroll"] = self._scroll(it.node)

    def scrolls(self, i: int, role: str) -> bool:
        """Whether a listed node is a region to scroll; what text names is none."""
        return role not in NAMED_BY_TEXT and self.page.interactivity.action(i) == "scroll"

    def _scroll(self, i: int) -> str:
        """How far a region can be scrolled, CSS px."""
        scroll = region_scroll(self.snapshot, i)
        if scroll.above >= 1 or scroll.below >= 1:
            return f"{scroll.above:.0f} above, {scroll.below:.0f} below"
        return f"{scroll.left:.0f} left, {scroll.right:.0f} right"


_PLACES = MappingProxyType({row.state: k for k, row in enumerate(STATES)})

Sayer = Callable[[Entries, Subject], str]

SAYERS: Mapping[str, Sayer] = MappingProxyType(
    {
        "alt": Entries._alt,
        "href": Entries._href,
        "name": Entries._name,
        "placeholder": Entries._placeholder,
        "src": Entries._src,
        "title": Entries._title,
        "type": Entries._type,
    }
)
"""Attribute -> what a line says of it, '' for nothing; an attribute without a row is said as authored."""


def _authored(key: str) -> Sayer:
    return lambda _, it: cut(clean(it.attrs[key]), VALUE_LIMIT)


def _hint(value: str, it: Subject) -> str:
    """A hint that says more than the name, or is the name of what shows no text."""
    value = clean(value)
    is_known = value in it.text or (value in it.name and (it.text or value != it.name))
    return "" if is_known else cut(value, VALUE_LIMIT)


def may_have_states(it: Subject) -> bool:
    """Whether markup or role can give a state; most links and buttons have none, and need not be asked."""
    return (
        it.role in IMPLIED_STATES or it.tag in STATEFUL_ELEMENTS or not it.attrs.keys().isdisjoint(STATEFUL_ATTRIBUTES)
    )


def _state_text(value: bool | str | int | float) -> str:
    return str(value).lower() if isinstance(value, bool) else cut(clean(str(value)), VALUE_LIMIT)


def written(tag: str, said: Mapping[str, str], text: str) -> Entry:
    """The element of a line."""
    head = f"<{tag}"
    for key, value in said.items():
        head += f" {key}" if value == BARE else f" {key}={attribute(value)}"
    return Entry(head, "" if tag in VOID_ELEMENTS else f"{escaped(text)}</{tag}>")


def _summary(options: Sequence[str]) -> str:
    """How many options there are and the first of them."""
    shown: list[str] = []
    length = 0
    for option in options:
        text = cut(clean(option), OPTION_LIMIT)
        length += len(text) + len(OPTION_GAP)
        if length > OPTIONS_LIMIT and shown:
            shown.append(CUT)
            break
        shown.append(text)
    return f"{len(options)}: {OPTION_GAP.join(shown)}"


def tag_name(tag: str) -> str:
    """A tag as a line may say it: a page can make elements of any name."""
    return tag if tag.isalnum() and tag.isascii() else cut(_NO_TAG.sub("_", tag), VALUE_LIMIT)


_NO_TAG = re.compile(r"[^\w.:-]", re.ASCII)

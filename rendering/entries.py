"""One listed node as an action line of the default profile (SPEC 6.2).

In: a node of a page and the text shown in it. Out: the line's element `<tag attr="value">text</tag>` in two pieces, so
that something may be said after its attributes. Says only what the reading rules of `implied.py` do not imply.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from perception.perceive import Page
from perception.scrolling import region_scroll
from perception.snapshot import Document
from perception.tables.action_lines import (
    BUTTON_TYPES,
    CHECK_TYPES,
    CONSTRAINTS,
    FIELD_ELEMENTS,
    NAMED_BY_TEXT,
    NAMING_STEPS,
    NOTHING_URLS,
    OPAQUE_URLS,
    OPTION_LIMIT,
    OPTIONS_LIMIT,
    STATES,
    TEXT_LIMIT,
    URL_LIMIT,
    VALUE_LIMIT,
)
from perception.tables.elements import VOID_ELEMENTS
from rendering import implied
from rendering.text import CUT, attribute, clean, cut, escaped

Attributes = dict[str, str]
BARE = ""
"""The value of an attribute that is written without one."""
NOT_CAPTURED = "its content is not in the capture"

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
        return Entry(f"{self.head} {key}={attribute(value)}", self.rest)


class Entries:
    """The action lines of one page, a node at a time."""

    def __init__(self, page: Page, attributes: Sequence[str], with_point: bool = False) -> None:
        self.page, self.snapshot = page, page.snapshot
        self.attributes, self.with_point = attributes, with_point

    def entry(self, i: int, shown: str | None, is_split: bool = False) -> Entry:
        """The element of node `i`.

        `shown` is the text in it that no other line says, None where its name is that; `is_split` where other lines say
        a part of its content.
        """
        page, s = self.page, self.snapshot
        control = page.interactivity.control(i)
        subject = control if control >= 0 else i
        tag, role, name = tag_name(s.tag[i]), page.role_of(subject), clean(page.name_of(subject))
        attrs = s.attrs(subject)
        said: Attributes = {}
        text = self._text(i, role, name, shown, is_split)
        self._say_attributes(said, subject, attrs, name, text)
        if implied.role(tag, said) != role:
            said["role"] = role
        self._say_states(said, subject, role, tag)
        self._say_field(said, subject, s.tag[subject])
        label = implied.name(role, said, text)
        if label != name and not (label.endswith(CUT) and name.startswith(label[: -len(CUT)])):
            said["aria-label"] = cut(name, VALUE_LIMIT)
        if self.with_point and (point := page.occlusion.hit(i).point):
            said["at"] = f"{point[0]:.0f},{point[1]:.0f}"
        return written(tag, said, text)

    def missing_frame(self, i: int) -> Entry:
        """The element of a frame whose document is not in the capture."""
        s = self.snapshot
        said = {"src": url} if (url := self._url(i, s.attrs(i).get("src", ""))) else {}
        return written(tag_name(s.tag[i]), said, NOT_CAPTURED)

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
        if is_split and role in NAMED_BY_TEXT and shown != name and self._is_from_content(i):
            shown = cut(shown, TEXT_LIMIT - len(CUT))
            return shown + CUT if name.startswith(shown) else CUT + shown
        if shown in name:
            return cut(name, TEXT_LIMIT) if role in NAMED_BY_TEXT else ""
        return cut(shown, TEXT_LIMIT)

    def _is_from_content(self, i: int) -> bool:
        return self.page.name_from_of(i) in NAMING_STEPS["content"]

    # ------------------------------------------------------------------------------------------------ attributes

    def _say_attributes(self, said: Attributes, i: int, attrs: Mapping[str, str], name: str, text: str) -> None:
        for key in self.attributes:
            if key in attrs or key in _LIVE:
                say = SAYERS.get(key)
                value = say(self, i, attrs, name, text) if say else cut(clean(attrs[key]), VALUE_LIMIT)
                if value:
                    said[key] = value

    def _type(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        """Of a field; what kind of button a button is says nothing, of a hidden control its role says it."""
        is_shown = self.snapshot.tag[i] == "input" and not self.page.interactivity.stand_in_label(i) >= 0
        return clean(attrs["type"].lower()) if is_shown else ""

    def _hint(self, value: str, name: str, text: str) -> str:
        """A hint that says more than the name, or is the name of what shows no text."""
        value = clean(value)
        repeats = value in text or (value in name and (text or value != name))
        return "" if repeats else cut(value, VALUE_LIMIT)

    def _title(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        return self._hint(attrs["title"], name, text)

    def _alt(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        return self._hint(attrs["alt"], name, text)

    def _placeholder(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        return self._hint(attrs["placeholder"], name, text)

    def _value(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        s, tag = self.snapshot, self.snapshot.tag[i]
        if tag == "input":
            kind = attrs.get("type", "text").lower()
            if kind in CHECK_TYPES:
                return "" if name else cut(clean(attrs.get("value", "")), VALUE_LIMIT)
            if kind in BUTTON_TYPES:
                return cut(clean(s.input_value.get(i) or attrs.get("value", "")), VALUE_LIMIT)
        if tag == "select":
            return ""
        value = clean(self.page.value_of(i) or "")
        return "" if value in (name, text) else cut(value, VALUE_LIMIT)

    def _href(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        url = self._url(i, attrs["href"])
        return "" if repeats(url, text or name) else url

    def _src(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        return "" if name else self._url(i, attrs["src"])

    def _name(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        return "" if name else cut(clean(attrs["name"]), VALUE_LIMIT)

    def _nothing(self, i: int, attrs: Mapping[str, str], name: str, text: str) -> str:
        return ""

    def _url(self, i: int, url: str) -> str:
        s = self.snapshot
        return short_url(clean(url), s.documents[s.document[i]])

    # ------------------------------------------------------------------------------------------------ states

    def _say_states(self, said: Attributes, i: int, role: str, tag: str) -> None:
        states, known = self.page.states_of(i), implied.states(role, tag)
        if not states and not known:
            return
        for state, key, _ in STATES:
            value = states.get(state)
            if value is None:
                if state in known:
                    said[key] = UNSAID
            elif value != known.get(state):
                said[key] = _state_text(value)
        if "invalid" in states:
            error = clean(self.page.description_of(i))
            if error:
                said["error"] = cut(error, VALUE_LIMIT)

    def _say_field(self, said: Attributes, i: int, tag: str) -> None:
        """What the field may hold; how far a region scrolls."""
        if tag in FIELD_ELEMENTS:
            stated = self.page.interactivity.constraints(i)
            for key in CONSTRAINTS:
                value = stated.get(key)
                if value is not None:
                    said[key] = BARE if value is True else cut(clean(str(value)), VALUE_LIMIT)
            options = stated.get("options")
            if isinstance(options, tuple):
                said["options"] = _summary(options)
        if self.page.interactivity.action(i) == "scroll":
            said["scroll"] = self._scroll(i)

    def _scroll(self, i: int) -> str:
        """How far a region can be scrolled, CSS px."""
        scroll = region_scroll(self.snapshot, i)
        if scroll.above >= 1 or scroll.below >= 1:
            return f"{scroll.above:.0f} above, {scroll.below:.0f} below"
        return f"{scroll.left:.0f} left, {scroll.right:.0f} right"


SAYERS = {
    "type": Entries._type,
    "title": Entries._title,
    "alt": Entries._alt,
    "placeholder": Entries._placeholder,
    "value": Entries._value,
    "href": Entries._href,
    "src": Entries._src,
    "name": Entries._name,
    "role": Entries._nothing,
    "tabindex": Entries._nothing,
    "aria-label": Entries._nothing,
    "aria-expanded": Entries._nothing,
}
_LIVE = frozenset({"value"})
NAMING = frozenset({"aria-label"})
"""An empty value of these says something."""


def _state_text(value: bool | str | int | float) -> str:
    return BARE if value is True else "false" if value is False else cut(clean(str(value)), VALUE_LIMIT)


def written(tag: str, said: Mapping[str, str], text: str) -> Entry:
    """The element of a line."""
    parts = [f"<{tag}"]
    parts += [f" {key}={attribute(value)}" if value or key in NAMING else f" {key}" for key, value in said.items()]
    return Entry("".join(parts), "" if tag in VOID_ELEMENTS else f"{escaped(text)}</{tag}>")


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
    return tag if _TAG.fullmatch(tag) else cut(_NO_TAG.sub("_", tag), VALUE_LIMIT)


_TAG = re.compile(r"[A-Za-z][\w.:-]{0,59}", re.ASCII)
_NO_TAG = re.compile(r"[^\w.:-]", re.ASCII)


def short_url(url: str, document: Document) -> str:
    """An address without what its reader knows: its own origin, a payload; '' where it leads nowhere."""
    if url.startswith(NOTHING_URLS) or url in ("", "#"):
        return ""
    if url.startswith(OPAQUE_URLS):
        return url.partition(",")[0].partition(";")[0] + CUT
    page, _, _ = document.url.partition("#")
    if url.startswith(page) and url[len(page) : len(page) + 1] == "#":
        return cut(url[len(page) :], URL_LIMIT)
    origin = _ORIGIN.match(page)
    if origin and url.startswith(origin.group()) and url[origin.end() : origin.end() + 1] == "/":
        url = url[origin.end() :]
    return url if len(url) <= URL_LIMIT else _shortened(url)


def _shortened(url: str) -> str:
    """The end of a path says more than its beginning, a query less than both."""
    path = _QUERY.split(url, maxsplit=1)[0]
    if len(path) < URL_LIMIT:
        return cut(url, URL_LIMIT)
    begin = len(path) - URL_LIMIT
    return CUT + path[begin:] + (CUT if len(path) < len(url) else "")


def repeats(url: str, text: str) -> bool:
    """Whether the last step of an address is made of words of a text: `#billing-address` of "Billing address"."""
    words = _WORD.findall(text.lower())
    step = _WORD.findall(_EXTENSION.sub("", url.rstrip("/").rpartition("#" if "#" in url else "/")[2].lower()))
    return bool(step) and set(step) <= {*words, "".join(words)}


_QUERY = re.compile(r"[?#]")
_WORD = re.compile(r"[^\W_]+")
_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp)$")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]+")

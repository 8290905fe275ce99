"""What an element says by its own attributes and live value, without reading its content (HTML-AAM, SVG-AAM).

In: snapshot, roles, values. Out: texts, raw; None where the element has no such way to speak. An empty text is an
answer: there is nothing to say.
"""

from collections.abc import Mapping

from perception.roles import Roles
from perception.snapshot import HTML, SVG, Snapshot
from perception.tables.controls import UNREAD_INPUT_TYPES, VALUED_ELEMENTS, VALUELESS_INPUT_TYPES
from perception.tables.naming import (
    ATOMIC_ELEMENTS,
    IMAGE_BUTTON_TEXT,
    NAMED_BY_ALT,
    NAMED_BY_LABEL_ATTRIBUTE,
    PUSH_BUTTON_TYPES,
)
from perception.values import Values

_NAMED_INPUT_TYPES = VALUELESS_INPUT_TYPES | UNREAD_INPUT_TYPES | {"file"}


class NativeText:
    def __init__(self, snapshot: Snapshot, roles: Roles, values: Values) -> None:
        self.snapshot, self.roles, self.values = snapshot, roles, values

    def alternative(self, i: int, attrs: Mapping[str, str]) -> str | None:
        """What the element says inside a name in place of its content. Source: html-aam-1.0 #accname-computation."""
        tag = self.snapshot.tag[i]
        if self.snapshot.namespace[i] == SVG:
            return self.svg_name(i) or attrs.get("title") or None
        if tag in NAMED_BY_ALT:
            if self.roles.role(i) == "none":
                return ""
            return attrs["alt"] if "alt" in attrs else attrs.get("title", "")
        if tag == "input":
            return self.button_text(i) or attrs.get("title", "")
        if tag in NAMED_BY_LABEL_ATTRIBUTE and attrs.get("label", "").strip():
            return attrs["label"]
        if tag == "br":
            return "\n"
        return attrs.get("title", "") if tag in ATOMIC_ELEMENTS else None

    def button_text(self, i: int) -> str | None:
        """What an `input` that is a push button says of itself, None for other inputs.

        Source: html-aam-1.0 #input-type-button-submit-reset, #input-type-image.
        """
        attrs, kind = self.snapshot.attrs(i), self.roles.controls.input_type(i)
        if kind in PUSH_BUTTON_TYPES:
            return attrs["value"] if "value" in attrs else PUSH_BUTTON_TYPES[kind]
        if kind == "image":
            return attrs["alt"] if "alt" in attrs else attrs.get("title", "") or IMAGE_BUTTON_TEXT
        return None

    def field_value(self, i: int) -> str | None:
        """What a native field says inside a name, None for empty fields, buttons, boxes, file fields and others.

        Source: accname-1.2 #comp_embedded_control.
        """
        s = self.snapshot
        if s.tag[i] not in VALUED_ELEMENTS or s.namespace[i] != HTML:
            return None
        if s.tag[i] == "input" and self.roles.controls.input_type(i) in _NAMED_INPUT_TYPES:
            return None
        return self.values.value(i) or None

    def svg_name(self, i: int) -> str:
        """The first `title` child of an SVG element, else its xlink:title.

        Source: svg-aam-1.0 #mapping_additional_nd.
        """
        s = self.snapshot
        title = next((child for child in s.children(i) if s.tag[child] == "title"), -1)
        text = self.values.text_below(title) if title >= 0 else ""
        return text or s.attrs(i).get("xlink:title", "")

    def only_title(self, i: int) -> str | None:
        """The one title inside of a graphic that has none of its own: it is about the whole."""
        s = self.snapshot
        if s.tag[i] != "svg" or s.namespace[i] != SVG:
            return None
        titles = (k for k in range(i + 1, s.subtree_end[i]) if s.tag[k] == "title")
        first = next(titles, -1)
        return self.values.text_below(first) if first >= 0 and next(titles, -1) < 0 else None

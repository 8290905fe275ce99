"""Live values: what a person reads in a field (SPEC 3.4).

In: snapshot, roles, a reader of texts. Out: the text of a field, the chosen option of a select, the number of a range.
Secret values are not in the snapshot, so they cannot be read here.
"""

from collections.abc import Callable
from weakref import WeakMethod

from perception.characters import collapsed, visible
from perception.roles import Roles
from perception.snapshot import HTML, TEXT, Snapshot
from perception.tables.controls import GAUGE_ELEMENTS, UNREAD_INPUT_TYPES, VALUELESS_INPUT_TYPES
from perception.tables.naming import RANGE_ROLES, TEXT_FIELD_ROLES


class Values:
    def __init__(self, snapshot: Snapshot, roles: Roles, text_of: Callable[[int], str]) -> None:
        self.snapshot, self.roles, self.controls = snapshot, roles, roles.controls
        self._text_of = WeakMethod(text_of)  # the reader holds these values: let go together, both are gone at once

    def value(self, i: int) -> str | None:
        """What is read in the field; '' for check boxes and empty fields, None for what has no value."""
        s = self.snapshot
        tag = s.tag[i] if s.namespace[i] == HTML else ""
        if tag == "input":
            return self._input_value(i)
        if tag == "textarea":
            return s.text_value.get(i, "")
        if tag == "select":
            return ", ".join(self.option_text(option) for option in self.chosen(i))
        if tag in GAUGE_ELEMENTS:
            return s.attrs(i).get("value")
        if not s.attrs(i):
            return None
        role = self.roles.role(i)
        if role in RANGE_ROLES:
            return self.range_text(i)
        if role in TEXT_FIELD_ROLES or role == "combobox" or self.controls.is_editing_host(i):
            text_of = self._text_of()
            return text_of(i) if text_of is not None else ""
        return None

    def _input_value(self, i: int) -> str | None:
        kind = self.controls.input_type(i)
        if kind in VALUELESS_INPUT_TYPES:
            return None
        if kind in UNREAD_INPUT_TYPES:
            return ""
        return self.snapshot.input_value.get(i, "")

    def range_text(self, i: int) -> str | None:
        """The value of a range as its author words it, else its number."""
        attrs = self.snapshot.attrs(i)
        return attrs.get("aria-valuetext") or attrs.get("aria-valuenow")

    # ------------------------------------------------------------------------------------------------ options

    def options(self, i: int) -> list[int]:
        """The options of a select, in order. Source: html #concept-select-option-list."""
        s = self.snapshot
        return [k for k in range(i + 1, s.subtree_end[i]) if s.tag[k] == "option"]

    def chosen(self, i: int) -> list[int]:
        """The chosen options of a select, live."""
        selected = self.snapshot.option_selected
        return [option for option in self.options(i) if option in selected]

    def option_text(self, i: int) -> str:
        """What an option says: its label attribute, else its text. Source: html #concept-option-label."""
        return collapsed(self.snapshot.attrs(i).get("label", "")) or self.text_below(i)

    def text_below(self, i: int) -> str:
        """All text in a subtree, rendered or not, white space collapsed."""
        s = self.snapshot
        texts = [s.text(k) for k in range(i + 1, s.subtree_end[i]) if s.node_type[k] == TEXT]
        return collapsed(visible("".join(texts)))

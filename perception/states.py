"""States, properties and live values (SPEC 3.4)."""

from perception.flat_tree import FlatTree
from perception.roles import Roles
from perception.snapshot import ELEMENT, HTML, Snapshot
from perception.styles import Styles
from perception.visibility import Visibility


class States:
    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, visibility: Visibility, roles: Roles
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.roles = visibility, roles
        self.controls = roles.controls

    def states(self, i: int) -> dict[str, bool | str | int | float]:
        """The states that apply to the node, by ARIA name without the prefix (`checked`, `expanded` …); false ones
        that say something (`expanded: false`) are there, others are left out."""
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return {}
        attrs, tag = s.attrs(i), s.tag[i]
        out: dict[str, bool | str | int | float] = {}
        for name in ("checked", "expanded", "pressed", "selected"):
            value = attrs.get(f"aria-{name}", "")
            if value in ("true", "false", "mixed"):
                out[name] = value if value == "mixed" else value == "true"
        for name in ("modal", "multiselectable", "readonly", "required", "busy"):
            if attrs.get(f"aria-{name}") == "true":
                out[name] = True
        if tag == "input" and self.controls.input_type(i) in ("checkbox", "radio"):
            out["checked"] = i in s.input_checked
        if tag == "option":
            out["selected"] = i in s.option_selected
        if tag == "details":
            out["expanded"] = "open" in attrs
        if tag == "summary" and self.controls.is_summary(i):
            out["expanded"] = "open" in s.attrs(s.parent[i])
        if tag in ("input", "select", "textarea"):
            for name in ("required", "readonly"):
                if name in attrs:
                    out[name] = True
        if self.disabled_reason(i):
            out["disabled"] = True
        if s.namespace[i] == HTML and len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            out["level"] = int(tag[1])
        if attrs.get("aria-level", "").isdecimal():
            out["level"] = int(attrs["aria-level"])
        for name in ("current", "haspopup", "invalid", "orientation", "sort", "autocomplete"):
            value = attrs.get(f"aria-{name}", "")
            if value and value != "false":
                out[name] = True if value == "true" else value
        if i == s.focused:
            out["focused"] = True
        return out

    def value(self, i: int) -> str | None:
        """What a person reads in the field; None where the node has no value. '' for a check box."""
        s = self.snapshot
        tag = s.tag[i]
        if tag == "textarea":
            return s.text_value.get(i, "")
        if tag == "select":
            chosen = [o for o in range(i, s.subtree_end[i]) if o in s.option_selected]
            return ", ".join(self._text(o) for o in chosen)
        if tag == "input":
            kind = self.controls.input_type(i)
            return (
                "" if kind in ("checkbox", "radio", "hidden", "button", "submit", "reset") else s.input_value.get(i, "")
            )
        return s.attrs(i).get("aria-valuetext", s.attrs(i).get("aria-valuenow"))

    def _text(self, i: int) -> str:
        s = self.snapshot
        return " ".join("".join(s.text(c) for c in range(i, s.subtree_end[i])).split())

    def disabled_reason(self, i: int) -> str:
        """Why it cannot be used: `attribute`, `fieldset`, `optgroup`, `aria-disabled`, `inert`; '' where it can."""
        reason = self.controls.disabled_by(i)
        if reason:
            return reason
        if self.snapshot.attrs(i).get("aria-disabled") == "true":
            return "aria-disabled"
        return "inert" if self.visibility.is_inert(i) else ""

    def is_focusable(self, i: int) -> bool:
        """Can take focus: the markup lets it, it is rendered and not inert."""
        return self.controls.can_focus(i) and self.snapshot.layout[i] >= 0 and not self.visibility.is_inert(i)

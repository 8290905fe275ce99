"""What a field may hold (SPEC 4.5): its type, limits, format and options.

In: the markup of a control and its live options. Out: a plain dict for whoever fills the field; nothing is validated
here. Keys: `type`, `min`, `max`, `step`, `pattern`, `maxlength`, `minlength`, `format`, `accept`, `multiple`,
`options` (texts), `option_count`, `chosen` (texts), `suggestions` (of a datalist).
"""

from collections.abc import Iterable
from typing import TypeAlias

from perception.controls import Controls
from perception.flat_tree import FlatTree
from perception.snapshot import HTML, TEXT, Snapshot
from perception.tables.constraints import (
    ARIA_RANGE,
    COUNTS,
    FLAGS,
    FORMAT_ATTRIBUTES,
    INPUT_CONSTRAINTS,
    TEXTAREA_CONSTRAINTS,
    VALUE_FORMATS,
)

Constraint: TypeAlias = str | int | bool | tuple[str, ...]


class Constraints:
    """The constraints of the controls of one snapshot."""

    def __init__(self, snapshot: Snapshot, flat_tree: FlatTree, controls: Controls) -> None:
        self.snapshot, self.flat_tree, self.controls = snapshot, flat_tree, controls

    def of(self, i: int) -> dict[str, Constraint]:
        """The constraints that the markup of node `i` states; empty where it is no field."""
        s = self.snapshot
        tag = s.tag[i] if s.namespace[i] == HTML else ""
        if tag == "input":
            return self._input(i)
        if tag == "textarea":
            return self._stated(i, TEXTAREA_CONSTRAINTS)
        if tag == "select":
            return self._select(i)
        attrs = s.attrs(i)
        return {name: attrs[attribute] for attribute, name in ARIA_RANGE.items() if attribute in attrs}

    def _input(self, i: int) -> dict[str, Constraint]:
        kind, attrs = self.controls.input_type(i), self.snapshot.attrs(i)
        out: dict[str, Constraint] = {"type": kind, **self._stated(i, INPUT_CONSTRAINTS.get(kind, ()))}
        written = (attrs[name] for name in FORMAT_ATTRIBUTES if attrs.get(name))
        format = VALUE_FORMATS.get(kind) or next(written, "")
        if format:
            out["format"] = format
        datalist = self.flat_tree.resolve(i, attrs.get("list", ""))
        if datalist >= 0 and self.snapshot.tag[datalist] == "datalist":
            out["suggestions"] = tuple(self._suggestion(k) for k in self._options(datalist))
        return out

    def _stated(self, i: int, names: Iterable[str]) -> dict[str, Constraint]:
        attrs = self.snapshot.attrs(i)
        out: dict[str, Constraint] = {}
        for name in names:
            text = attrs.get(name)
            if text is None:
                continue
            if name in FLAGS:
                out[name] = True
            elif name not in COUNTS:
                if text:
                    out[name] = text
            elif text.strip().isdecimal():
                out[name] = int(text)
        return out

    def _select(self, i: int) -> dict[str, Constraint]:
        options, selected = self._options(i), self.snapshot.option_selected
        return {
            **self._stated(i, FLAGS),
            "options": tuple(self._label(k) for k in options),
            "option_count": len(options),
            "chosen": tuple(self._label(k) for k in options if k in selected),
        }

    def _options(self, i: int) -> list[int]:
        s = self.snapshot
        return [k for k in range(i + 1, s.subtree_end[i]) if s.tag[k] == "option"]

    def _label(self, option: int) -> str:
        """Source: html #concept-option-label."""
        s = self.snapshot
        stated = " ".join(s.attrs(option).get("label", "").split())
        texts = (s.text(k) for k in range(option + 1, s.subtree_end[option]) if s.node_type[k] == TEXT)
        return stated or " ".join("".join(texts).split())

    def _suggestion(self, option: int) -> str:
        return self.snapshot.attrs(option).get("value") or self._label(option)

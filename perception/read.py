"""Exact properties of nodes by name (SPEC 8.2; rows J-03, J-07).

In: a page's passes, a node, a property name. Out: JSON values: texts, numbers, lists; None where there is none. Options
are paged. Secrets are in no answer: they are not in the snapshot. `@document` stands for the page itself.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from perception.errors import UnknownNameError
from perception.find import SPACE, stands_apart
from perception.passes import Passes
from perception.relations import Relations
from perception.rendered import UNSEEN, Rendered
from perception.snapshot import ELEMENT, TEXT, Snapshot
from perception.tables.controls import CHOICE_ELEMENTS
from perception.tables.reading import (
    CELL_DISPLAYS,
    CONTAINER_ROLES,
    CONTEXT_RELATIONS,
    FIELD_STATES,
    HEADING_LEVELS,
    LINE_BREAKING,
    LISTED_RELATIONS,
    NO_TEXT_ELEMENTS,
    PARAGRAPH_ELEMENTS,
    PRESERVED_SPACE,
)
from perception.tables.selectors import CHECKABLE_TYPES

DOCUMENT_NODE = "@document"
"""Stands in a list of nodes for the page itself."""

Value: TypeAlias = Any
"""A JSON value."""


class ReadPasses(Passes, Protocol):
    """The passes, and the relations that are properties too."""

    @property
    def relations(self) -> Relations: ...


class Read:
    """Reads properties of one page's nodes; `limit` and `offset` page the options of a field (None: all)."""

    def __init__(self, page: ReadPasses, limit: int | None, offset: int) -> None:
        self.page, self.snapshot = page, page.snapshot
        self.limit, self.offset = limit, offset

    def document(self, name: str) -> Value:
        """A property of the page. Raises `UnknownNameError`."""
        if name not in DOCUMENT_PROPERTIES:
            raise UnknownNameError(f"property of {DOCUMENT_NODE}", name, sorted(DOCUMENT_PROPERTIES))
        return DOCUMENT_PROPERTIES[name](self.snapshot)

    def property(self, i: int, name: str) -> Value:
        """A property of a node. Raises `UnknownNameError`, and `MissingStyleError` for a style not captured."""
        kind, colon, rest = name.partition(":")
        if colon and kind in PREFIXED:
            return PREFIXED[kind](self, i, rest)
        if name not in PROPERTIES:
            raise UnknownNameError("property", name, (*sorted(PROPERTIES), *(f"{kind}:…" for kind in PREFIXED)))
        return PROPERTIES[name](self, i)

    # ------------------------------------------------------------------------------------------------ fields

    def submitted_value(self, i: int) -> Value:
        """What the field sends: of a select the chosen value, of a check box its value; None for secrets."""
        s = self.snapshot
        if i in s.secret_fields:
            return None
        chosen = self.selected_values(i)
        if chosen is not None:
            return chosen[0] if len(chosen) == 1 else chosen or None
        if i in s.input_value or i in s.text_value:
            return s.input_value.get(i, s.text_value.get(i))
        return s.attrs(i).get("value")

    def checked(self, i: int) -> Value:
        """Of a check box, radio button or what has such a role; "mixed" where it is in between."""
        if self.page.query.live.type_of(i) in CHECKABLE_TYPES:
            return i in self.snapshot.input_checked
        return self.page.states.states(i).get("checked")

    def selected_text(self, i: int) -> Value:
        chosen = self._chosen(i)
        return None if chosen is None else ", ".join(self.option_text(k) for k in chosen)

    def selected_values(self, i: int) -> list[str] | None:
        """The values of the chosen options of a select; None for others."""
        chosen = self._chosen(i)
        return None if chosen is None else [self.option_value(k) for k in chosen]

    def _chosen(self, i: int) -> list[int] | None:
        if not self.page.query.live.is_html(i, "select"):
            return None
        return [k for k in self.options_of(i) if k in self.snapshot.option_selected]

    def options(self, i: int) -> Value:
        """The options of a select or of the list that a field names: a page of them, and how many there are."""
        found = self.options_of(i)
        if not found and not self.page.query.live.is_html(i, "select"):
            return None
        end = None if self.limit is None else self.offset + self.limit
        live = self.page.query.live
        items = [
            {
                "text": self.option_text(k),
                "value": self.option_value(k),
                "selected": k in self.snapshot.option_selected,
                "disabled": bool(live.controls.disabled_by(k)),
            }
            for k in found[self.offset : end]
        ]
        return {"items": items, "total": len(found), "has_more": self.offset + len(items) < len(found)}

    def options_of(self, i: int) -> list[int]:
        """The option nodes of a select, or of the datalist of an input."""
        s, live = self.snapshot, self.page.query.live
        holder = i if live.is_html(i, "select") else self.page.flat_tree.resolve(i, s.attrs(i).get("list", ""))
        if holder < 0:
            return []
        return [k for k in range(holder + 1, s.subtree_end[holder]) if live.is_html(k, "option")]

    def option_text(self, i: int) -> str:
        return self.snapshot.attrs(i).get("label") or " ".join(self.text_content(i).split())

    def option_value(self, i: int) -> str:
        return self.snapshot.attrs(i).get("value", " ".join(self.text_content(i).split()))

    def constraints(self, i: int) -> Value:
        """What may be filled in, and what keeps one from it."""
        out: dict[str, Value] = {k: v for k, v in self.page.interactivity.constraints(i).items() if k not in _PAGED}
        states = self.page.states.states(i)
        out |= {name: states[name] for name in FIELD_STATES if name in states}
        disabled = self.page.states.disabled_reason(i)
        return out | ({"disabled": disabled} if disabled else {})

    # ------------------------------------------------------------------------------------------------ texts

    def text_content(self, i: int) -> str:
        """The texts of the DOM below a node, shadow trees and frames left out. Source: dom #dom-node-textcontent."""
        s = self.snapshot
        if s.node_type[i] != ELEMENT:
            return s.text(i)
        texts = (k for k in range(i, s.subtree_end[i]) if s.node_type[k] == TEXT)
        if s.shadow_root_type:
            scope = self.page.flat_tree.scope
            own = scope(i)
            texts = (k for k in texts if scope(k) == own)
        return "".join(s.text(k) for k in texts)

    def inner_text(self, i: int) -> str:
        """The text as it is rendered, line by line; shadow trees as they show.

        Source: html #the-innertext-idl-attribute. SPEC DIFFERENCE: hidden text is left out even where the element
        itself is not rendered.
        """
        lines = _Lines()
        s, page = self.snapshot, self.page
        rendered = Rendered(s, page.styles, page.visibility)
        flags, row_of, end = rendered.row_flags, page.styles.row_of, s.subtree_end[i]
        closing: list[tuple[int, str]] = []
        for k in range(i, end):
            while closing and closing[-1][0] <= k:
                lines.space(closing.pop()[1])
            if s.node_type[k] == TEXT:
                if s.tag[s.parent[k]] not in NO_TEXT_ELEMENTS and not rendered.is_hidden(k):
                    keeps = page.styles.get(k, "white-space-collapse") in PRESERVED_SPACE
                    lines.text(self._shown_text(k), keeps)
            elif s.tag[k] in LINE_BREAKING:
                lines.break_line()
            elif s.tag[k] in CHOICE_ELEMENTS and rendered.is_rendered(k):
                lines.space("\n")
                closing.append((s.subtree_end[k], "\n"))
            elif k != i and stands_apart(s, flags[row_of(k)], k) and not flags[row_of(k)] & UNSEEN:
                is_cell = page.styles.get(k, "display") in CELL_DISPLAYS
                mark = "\t" if is_cell else "\n\n" if s.tag[k] in PARAGRAPH_ELEMENTS else "\n"
                lines.space("" if is_cell else mark)
                closing.append((s.subtree_end[k], mark))
        return lines.result()

    def _shown_text(self, i: int) -> str:
        """The text with its case as shown; the layout holds it so."""
        row = self.snapshot.layout[i]
        shown = self.snapshot.strings[self.snapshot.box_text[row]] if row >= 0 else ""
        return shown or self.snapshot.text(i)

    # ------------------------------------------------------------------------------------------------ the rest

    def context(self, i: int) -> dict[str, Value]:
        """Where a node belongs: names of its label, group, form, dialog, item, row and column headers, landmark."""
        out: dict[str, Value] = {}
        for relation in CONTEXT_RELATIONS:
            names = [self._called(k, i) for k in self.page.relations.of(i, relation)]
            if any(names):
                out[relation] = [name for name in names if name] if relation in LISTED_RELATIONS else names[0]
        return out

    def _called(self, i: int, seen_from: int) -> str:
        """What a node is called: its name or text; of a container the heading before a node in it, else its role."""
        s, names, role = self.snapshot, self.page.names, self.page.roles.role(i)
        name = names.name(i)
        if not name and role in CONTAINER_ROLES:
            headings = [k for k in range(i + 1, s.subtree_end[i]) if s.tag[k] in HEADING_LEVELS and names.name(k)]
            before = [k for k in headings if k < seen_from]
            name = names.name((before or [headings[0]])[-1]) if headings else role
        name = name or " ".join(self.inner_text(i).split())
        return name if len(name) <= CONTEXT_LENGTH else name[: CONTEXT_LENGTH - 1] + "…"

    def rect(self, i: int) -> Value:
        edges = self.page.geometry.rect(i)
        if edges is None:
            return None
        left, top, right, bottom = edges
        return {"x": left, "y": top, "width": right - left, "height": bottom - top}

    def inline_style(self, i: int, name: str) -> str | None:
        """A declaration of the style attribute, as written. Source: cssom-1 #dom-elementcssinlinestyle-style."""
        return declarations(self.snapshot.attrs(i).get("style", "")).get(name.strip().lower())


_PAGED = frozenset({"chosen", "options", "suggestions"})
"""Constraints that the property `options` gives page by page."""

CONTEXT_LENGTH = 240
"""Characters of a context's text. Source: the longest text of a target's card in the tools that models know (W-102)."""


def declarations(style: str) -> dict[str, str]:
    """Property -> value of a style attribute, the last of a name; brackets and strings may hold semicolons.

    Source: css-style-attr #syntax.
    """
    out: dict[str, str] = {}
    depth, quote, begin = 0, "", 0
    parts = []
    for k, c in enumerate(style):
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
        elif c == ";" and depth <= 0:
            parts.append(style[begin:k])
            begin = k + 1
    for part in (*parts, style[begin:]):
        name, colon, value = part.partition(":")
        if colon and value.strip():
            out[name.strip().lower()] = value.strip()
    return out


class _Lines:
    """Collects rendered text: white space collapsed, breaks between boxes joined to the strongest one."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._pending = ""

    def space(self, mark: str) -> None:
        """A break before whatever comes next; of several the strongest counts: a line, an empty line, a tab."""
        if len(mark) > len(self._pending) or (mark == "\n" and self._pending in ("\t", " ")):
            self._pending = mark

    def break_line(self) -> None:
        self._flush()
        self._out.append("\n")

    def text(self, text: str, keeps_lines: bool) -> None:
        if keeps_lines:
            self._flush()
            self._out.append(text)
            return
        text = SPACE.sub(" ", text)
        if text.startswith(" "):
            self.space(" ")
        if text.strip(" "):
            self._flush()
            self._out.append(text.strip(" "))
            self._pending = " " if text.endswith(" ") else ""

    def _flush(self) -> None:
        if self._out and self._pending and not (self._pending == " " and self._out[-1].endswith(("\n", "\t"))):
            self._out.append(self._pending)
        self._pending = ""

    def result(self) -> str:
        return "".join(self._out).strip("\n\t ")


PROPERTIES: Mapping[str, Callable[[Read, int], Value]] = {
    "checked": Read.checked,
    "constraints": Read.constraints,
    "context": Read.context,
    "description": lambda read, i: read.page.description_of(i),
    "innerText": Read.inner_text,
    "name": lambda read, i: read.page.names.name(i),
    "options": Read.options,
    "rect": Read.rect,
    "role": lambda read, i: read.page.roles.role(i),
    "selected_text": Read.selected_text,
    "selected_values": Read.selected_values,
    "states": lambda read, i: dict(read.page.states.states(i)),
    "submitted_value": Read.submitted_value,
    "tag": lambda read, i: read.snapshot.tag[i],
    "textContent": Read.text_content,
    "value": lambda read, i: read.page.states.value(i),
    "visible": lambda read, i: read.page.visibility.is_visible(i),
}
"""Property name -> reader."""

PREFIXED: Mapping[str, Callable[[Read, int, str], Value]] = {
    "attr": lambda read, i, name: read.snapshot.attrs(i).get(name),
    "computed": lambda read, i, name: read.page.styles.require(i, name),
    "style": Read.inline_style,
}
"""`prefix:name` -> reader."""

DOCUMENT_PROPERTIES: Mapping[str, Callable[[Snapshot], Value]] = {
    "language": lambda s: s.documents[0].language,
    "title": lambda s: s.title,
    "url": lambda s: s.url,
    "viewport": lambda s: s.viewport._asdict(),
}

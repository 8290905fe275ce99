"""A page as Playwright's aria snapshot, in its YAML grammar, with ids of ours as refs (rows PW-01 to PW-06).

In: a page and its ids. Out: lines of YAML: `- button "Save" [ref=B1]`, text children inline, `/url` and `/placeholder`
as properties. All of the page, whatever the expansion. Made in two steps, as there: the tree of roles, then its
simplification from the leaves up. Differences on purpose: passwords and glyphs of icon fonts are left out, refs stand
on listed nodes only. Where names and roles differ, ours are those of the rest of the engine.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ids.idmap import IdMap
from perception.generated_content import generated_text
from perception.perceive import Page
from perception.snapshot import ELEMENT, HTML, TEXT, Snapshot
from perception.tables.action_lines import FRAME_ELEMENTS, NAMED_BY_TEXT
from perception.tables.aria_yaml import (
    BOXLESS_ROLES,
    DOCUMENT_ELEMENTS,
    FIELD_ELEMENTS,
    FIELD_ROLES,
    GENERATED,
    KEY_ATTRIBUTES,
    NAME_LIMIT,
    NAMED_ONLY_ROLES,
    ROLE_WORDS,
    TAG_ROLES,
    VALUELESS_INPUTS,
    YAML_WORDS,
)
from perception.tables.outline import TEXT_LEVEL_ELEMENTS
from perception.visibility import BIT
from rendering.aria_distiller import AriaNode, Distiller
from rendering.text import clean, quoted


class AriaYaml:
    """The aria snapshot of one page and its ids."""

    def __init__(self, page: Page, labels: IdMap) -> None:
        self.page, self.snapshot, self.labels = page, page.snapshot, labels
        self.made: dict[int, AriaNode] = {}

    def lines(self) -> Iterator[str]:
        """The lines, parents first."""
        s = self.snapshot
        root = AriaNode(s.documents[0].begin, "fragment", "", has_ref=False, is_pointer=False)
        self._build(root)
        for node in self.made.values():
            node.sources = self._sources(node)
        Distiller(s.focused).run(root)
        stack: list[tuple[int, AriaNode | str, bool]] = [(0, child, False) for child in reversed(root.children)]
        while stack:
            depth, item, in_pointer = stack.pop()
            indent = "  " * depth
            if isinstance(item, str):
                yield f"{indent}- text: {yaml_value(item)}"
                continue
            key = f"{indent}- {yaml_key(self._key(item, in_pointer))}"
            text = item.only_text
            if not item.children and not item.properties:
                yield key
            elif text is not None and not item.properties:
                yield f"{key}: {yaml_value(text)}"
            else:
                yield f"{key}:"
                for name, value in item.properties.items():
                    yield f"{indent}  - /{name}: {yaml_value(value)}"
                below = in_pointer or (item.has_ref and item.is_pointer)
                stack += [(depth + 1, child, below) for child in reversed(item.children)]

    def _key(self, item: AriaNode, in_pointer: bool) -> str:
        key = item.role
        if item.name and len(item.name) <= NAME_LIMIT:
            key += f" {quoted(item.name)}"
        states = self.page.states_of(item.node)
        for row in KEY_ATTRIBUTES:
            value = states.get(row.state) if item.role not in row.not_of else None
            if value is True and True in row.values:
                key += f" [{row.word}]"
            elif value is not None and not isinstance(value, bool) and (row.has_any_value or value in row.values):
                key += f" [{row.word}={value}]"
        if item.is_aria_hidden:
            key += " [aria-hidden]"
        id = self.labels.id_of(item.node)
        if id is not None:
            key += f" [ref={id}]"
        return f"{key} [cursor=pointer]" if item.has_ref and item.is_pointer and not in_pointer else key

    # ------------------------------------------------------------------------------------------------ the tree

    def _build(self, root: AriaNode) -> None:
        """Elements and texts from the bodies down, without recursion."""
        s, children = self.snapshot, self.page.ownership.children
        stack: list[tuple[int, AriaNode, bool] | tuple[AriaNode, str]] = [(root.node, root, True)]
        while stack:
            step = stack.pop()
            if isinstance(step[0], AriaNode):
                step[0].children.append(str(step[1]))
                continue
            i, parent, is_shown = step
            if s.node_type[i] == TEXT or i in s.pseudo_type:
                if is_shown and parent.role != "textbox" and (text := self._text(i)):
                    parent.children.append(text)
                continue
            node, is_shown = self._entered(i, parent)
            gap = " " if self._is_block(i) else ""
            if gap:
                node.children.append(gap)
                stack.append((node, gap))
            stack += [(child, node, is_shown) for child in reversed(children(i))]

    def _entered(self, i: int, parent: AriaNode) -> tuple[AriaNode, bool]:
        """The node that takes the children of `i`, and whether its texts are shown."""
        s = self.snapshot
        if s.node_type[i] != ELEMENT or s.tag[i] in DOCUMENT_ELEMENTS:
            return parent, True
        is_shown = not self._is_hidden(i) or self._box(i).is_seen
        made = self._made(i) if is_shown else None
        if made is None:
            return parent, is_shown
        self.made[i] = made
        parent.children.append(made)
        return made, True

    def _made(self, i: int) -> AriaNode | None:
        s, page = self.snapshot, self.page
        role = self._role(i)
        if role in BOXLESS_ROLES:
            return None
        style, attrs, box = s.style(i), s.attrs(i), self._box(i)
        if role == "generic" and box.is_inline and self._has_one_text(i):
            return None
        name = clean(page.name_of(i)) if self._is_named(i, role) else ""
        has_ref = box.is_seen and style.get("pointer-events") != "none"
        made = AriaNode(i, role, name, has_ref, style.get("cursor") == "pointer")
        made.is_aria_hidden = attrs.get("aria-hidden", "").lower() == "true"
        is_field = s.namespace[i] == HTML and s.tag[i] in FIELD_ELEMENTS
        if is_field and attrs.get("type", "text").lower() not in VALUELESS_INPUTS:
            made.children.append(clean(page.value_of(i) or ""))
        if role == "link" and "href" in attrs:
            made.properties["url"] = short_data_url(clean(attrs["href"]))
        placeholder = clean(attrs.get("placeholder", ""))
        if role == "textbox" and placeholder and placeholder != name:
            made.properties["placeholder"] = placeholder
        return made

    def _is_named(self, i: int, role: str) -> bool:
        """Whether there is a name to say: not of frames, hidden elements, nor one that only browsers make."""
        step = self.page.name_from_of(i)
        is_theirs = step in NAMED_STEPS and (step != FROM_CONTENT or self.page.role_of(i) in NAMED_BY_TEXT)
        return is_theirs and role != "iframe" and not self._is_hidden(i)

    def _role(self, i: int) -> str:
        s = self.snapshot
        attrs, role = s.attrs(i), self.page.role_of(i)
        if s.namespace[i] == HTML and (s.tag[i] in FRAME_ELEMENTS or "role" not in attrs):
            kind = attrs.get("type", "").lower() if s.tag[i] == "input" else ""
            role = FIELD_ROLES.get(kind) or TAG_ROLES.get(s.tag[i], role)
        if role in NAMED_ONLY_ROLES and not self.page.name_of(i):
            return "generic"
        return ROLE_WORDS.get(role, role)

    def _has_one_text(self, i: int) -> bool:
        """One text and nothing else; what is slotted into a slot is no child of it."""
        s = self.snapshot
        own = [child for child in s.children(i) if child not in s.pseudo_type]
        is_slotted = s.tag[i] == "slot" and not s.shadow_root_type.keys() & own
        return len(own) == 1 and s.node_type[own[0]] == TEXT and not is_slotted

    # ------------------------------------------------------------------------------------------------ shown

    def _is_hidden(self, i: int) -> bool:
        visibility = self.page.visibility
        if self.snapshot.tag[i] == "br":
            return False
        is_skipped = bool(visibility.own_bits(i) & SKIPPED)
        return is_skipped or visibility.is_aria_hidden(i) or self.page.rendered.is_hidden(i)

    def _box(self, i: int) -> "Seen":
        """Whether an element is seen and flows in a line; of one without a box its first child that is seen."""
        s = self.snapshot
        box, style = s.layout[i], s.style(i)
        if not s.box_node:
            return Seen(self.page.visibility.is_visible(i), s.tag[i] in TEXT_LEVEL_ELEMENTS)
        if self.page.visibility.own_bits(i) & SKIPPED:
            return Seen(False, False)
        if box < 0:
            for child in s.children(i):
                if s.node_type[child] == ELEMENT and child not in s.pseudo_type and _has_area(s, child):
                    return Seen(True, False)
                if s.node_type[child] == TEXT and _has_area(s, child):
                    return Seen(True, True)
            return Seen(False, False)
        is_seen = _has_area(s, i) and style.get("visibility", "visible") == "visible"
        return Seen(is_seen, style.get("display") == "inline")

    def _sources(self, node: AriaNode) -> frozenset[int]:
        """The nodes with a ref, met before or inside this one, whose text its name is made of."""
        page, i = self.page, node.node
        step = page.name_from_of(i)
        if (
            not node.has_ref or step not in SOURCE_STEPS or len(node.name) > NAME_LIMIT
        ):  # what is not said repeats nothing
            return frozenset()
        read = [i] if step == FROM_CONTENT else [k for k in page.names.name_nodes(i) if k != i]
        elements = (self._element(k) for part in read for k in page.names.text.content_nodes(part))
        end = self.snapshot.subtree_end[i]
        return frozenset(k for k in elements if k != i and k < end and (made := self.made.get(k)) and made.has_ref)

    def _element(self, i: int) -> int:
        s = self.snapshot
        return s.parent[i] if s.node_type[i] == TEXT or i in s.pseudo_type else i

    def _is_block(self, i: int) -> bool:
        s = self.snapshot
        if not s.box_node:
            return s.node_type[i] == ELEMENT and s.tag[i] not in TEXT_LEVEL_ELEMENTS
        is_apart = s.style(i).get("display", "inline" if s.layout[i] >= 0 else "contents") != "inline"
        return s.node_type[i] == ELEMENT and (s.tag[i] == "br" or is_apart)

    def _text(self, i: int) -> str:
        """The text as written; of a pseudo-element its strings or their alternative, none where it counts."""
        s = self.snapshot
        if s.node_type[i] == TEXT:
            is_shown = self.page.rendered.is_rendered(i) and not self.page.visibility.own_bits(i) & SKIPPED
            return s.text(i) if is_shown else ""
        style = s.style(i)
        if s.pseudo_type[i] not in GENERATED or "counter" in style.get("content", ""):
            return ""
        gap = "" if style.get("display", "inline") == "inline" else " "
        return f"{gap}{generated_text(s, i)}{gap}"


class Seen(NamedTuple):
    """What a box is to its reader."""

    is_seen: bool
    is_inline: bool


def _has_area(s: Snapshot, i: int) -> bool:
    box = s.layout[i]
    return box >= 0 and s.bounds[box][2] > 0 and s.bounds[box][3] > 0


FROM_CONTENT = "comp_name_from_content"
SOURCE_STEPS = frozenset({"comp_host_language_label", "comp_labelledby", FROM_CONTENT})
NAMED_STEPS = SOURCE_STEPS | {"comp_figure", "comp_label", "comp_placeholder", "comp_tooltip"}
SKIPPED = BIT["closed-details"] | BIT["content-visibility"]


# ---------------------------------------------------------------------------------------------------- YAML


def yaml_key(text: str) -> str:
    """A mapping key: plain, or in single quotes."""
    return "'" + text.replace("'", "''") + "'" if needs_quotes(text) else text


def yaml_value(text: str) -> str:
    """A clean text as a scalar: plain, or in double quotes."""
    return quoted(text) if needs_quotes(text) else text


def needs_quotes(text: str) -> bool:
    """Whether YAML would read a plain scalar as something else. Source: yaml 1.2 #plain-style."""
    return bool(_UNSAFE.search(text)) or text.lower() in YAML_WORDS or _is_number(text) or text != text.strip()


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text.strip()))


_UNSAFE = re.compile(r"^$|^[-&*\],?!>|@\"'#%\[]|:(?:\s|$)|\s#|[{}`]|[\x00-\x1f\x7f-\x9f]")
_NUMBER = re.compile(
    r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|0x[0-9a-f]+|0o[0-7]+|0b[01]+|[-+]?infinity|[-+]?\.(?:inf|nan)",
    re.ASCII | re.IGNORECASE,
)


def short_data_url(url: str) -> str:
    """A `data:` address without its payload (PW-12)."""
    return url.partition(",")[0] + ",…" if url.startswith("data:") and "," in url else url


def aria_yaml_lines(page: Page, labels: IdMap) -> Iterator[str]:
    """The lines of the aria snapshot."""
    return AriaYaml(page, labels).lines()

"""The action text in the dialect of the `notte` profile (SPEC 6; rows N-50 to N-57).

In: a page and its ids. Out: a header for each component, a line for each listed node, a line for each text node that no
listed node holds, seen or not, on the whole page. Void elements have no closing tag (SPEC 6.1). Refused, for what
would be unsafe: passwords, line breaks within an entry. See `docs/profiles.md`.
"""

from collections.abc import Iterator, Mapping

from ids.idmap import IdMap
from perception.perceive import Page
from perception.snapshot import ELEMENT, TEXT
from perception.tables.elements import VOID_ELEMENTS
from perception.tables.notte import (
    ATTRIBUTES,
    CATEGORIES,
    CHOOSING_KIND,
    CHOOSING_ROLES,
    COMPONENT_ROLE,
    KINDS,
    PAGE_NAME,
    PAGE_ROLE,
    RECORDED_ELEMENTS,
    RECORDED_WITH,
    REJECTED_ELEMENTS,
    TEXT_ELEMENTS,
    VALUE_LETTER,
    VALUE_LIMIT,
)
from rendering.browser_actions import Parameter
from rendering.lines import CONTEXT, ActionLine
from rendering.text import attribute, clean, cut, escaped

__all__ = ["CATEGORIES", "NotteText", "action"]

NOBODY = -1


class NotteText:
    """The lines of one page and its ids."""

    def __init__(self, page: Page, labels: IdMap) -> None:
        self.page, self.snapshot, self.labels = page, page.snapshot, labels

    def lines(self) -> Iterator[ActionLine]:
        """The lines, component by component."""
        components = self.components()
        for root in components or (NOBODY,):
            yield ActionLine(self._header(root), NOBODY)
            yield from self._component(root)

    # ------------------------------------------------------------------------------------------------ components

    def components(self) -> list[int]:
        """The topmost visible dialogs with something to act on, in reading order; without any the page is the one."""
        tree = self.page.flat_tree
        found = {i for i in tree.closure(node.i for node in self.labels.values()) if self._is_dialog(i)}
        topmost = (i for i in found if found.isdisjoint(tree.ancestors(i)))
        return sorted(topmost, key=tree.rank.__getitem__)

    def _is_dialog(self, i: int) -> bool:
        s = self.snapshot
        if s.node_type[i] != ELEMENT or (s.tag[i] != COMPONENT_ROLE and not self._says_dialog(i)):
            return False
        box = s.layout[i]
        style = s.style(i)
        has_size = box >= 0 and s.bounds[box][2] > 0 and s.bounds[box][3] > 0
        return has_size and style.get("visibility") != "hidden" and style.get("display") != "none"

    def _says_dialog(self, i: int) -> bool:
        role = self.snapshot.attrs(i).get("role")
        return role == COMPONENT_ROLE if role is not None else "-" in (tag := self.snapshot.tag[i]) and "dialog" in tag

    def _header(self, root: int) -> str:
        role, name = PAGE_ROLE, PAGE_NAME
        if root != NOBODY:
            role, name = COMPONENT_ROLE, cut(clean(self.page.name_of(root)), VALUE_LIMIT)
        return f"### Content of '{role}' component with text '{escaped(name)}'"

    # ------------------------------------------------------------------------------------------------ lines

    def _component(self, root: int) -> Iterator[ActionLine]:
        """Lines in reading order; a line is said where its element begins, with all its text."""
        order: list[int] = []
        texts: dict[int, list[str]] = {}
        loose: dict[int, str] = {}
        for i, owner, text in self._nodes(root):
            if text is None:
                order.append(i)
                texts[i] = []
            elif owner >= 0:
                texts[owner].append(text)
            else:
                order.append(i)
                loose[i] = text
        for i in order:
            if i in loose:
                yield ActionLine(f"{CONTEXT}[:]{escaped(loose[i])}", i)
            else:
                id = self.labels.id_of(i) or ""
                yield ActionLine(f"{id}[:]{self._element(i, ' '.join(texts[i]))}", i, id)

    def _nodes(self, root: int) -> Iterator[tuple[int, int, str | None]]:
        """(listed node, -1, None) and (node of a text, listed node that says it, text) in reading order."""
        s = self.snapshot
        children = self.page.flat_tree.children
        roots = [d.begin for d in s.documents if d.owner < 0] if root == NOBODY else [root]
        stack = [(i, NOBODY) for i in reversed(roots)]
        while stack:
            i, owner = stack.pop()
            if s.node_type[i] == TEXT:
                if text := clean(s.text(i)):
                    yield i, owner, text
                continue
            if s.tag[i] in REJECTED_ELEMENTS or i in s.pseudo_type:
                continue
            if self.labels.id_of(i) is not None:
                owner = i
                yield i, NOBODY, None
            name = clean(self.page.name_of(i)) if s.tag[i] in TEXT_ELEMENTS and self._recorded(i) else ""
            if name and owner != i:
                yield i, owner, name
            else:
                stack += [(child, owner) for child in reversed(children(i))]

    def _element(self, i: int, text: str) -> str:
        tag = self.snapshot.tag[i]
        said = "".join(f" {key}={attribute(value)}" for key, value in self._said(i).items())
        return f"<{tag}{said}>" if tag in VOID_ELEMENTS else f"<{tag}{said}>{escaped(text)}</{tag}>"

    def _said(self, i: int) -> dict[str, str]:
        """The authored attributes of the whitelist; of a secret field no value."""
        attrs = self._recorded(i)
        out = {}
        for key in ATTRIBUTES:
            value = clean(attrs.get(key, ""))
            if value and not (key == "value" and i in self.snapshot.secret_fields):
                out[key.replace("-", "_")] = cut(value, VALUE_LIMIT)
        return out

    def _recorded(self, i: int) -> Mapping[str, str]:
        """The attributes that are looked at: of controls, and of elements that ask for interaction by one (N-08)."""
        attrs = self.snapshot.attrs(i)
        is_recorded = self.snapshot.tag[i] in RECORDED_ELEMENTS or not attrs.keys().isdisjoint(RECORDED_WITH)
        return attrs if is_recorded or attrs.get("contenteditable") == "true" else {}


def action(id: str, role: str) -> tuple[str, Parameter | None]:
    """What is done to a node and the value that it takes: the letter of its id decides (N-61, N-62)."""
    letter = id[:1]
    kind = CHOOSING_KIND if letter == VALUE_LETTER and role in CHOOSING_ROLES else KINDS.get(letter, KINDS["M"])
    return kind, Parameter(name="value", type="string") if letter == VALUE_LETTER else None

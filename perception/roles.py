"""The ARIA role of every element (SPEC 3.1).

In: snapshot, flat tree, naming sources. Out: WebDriver's role string of a node and what decided it. A role is decided
by the node and its ancestors alone and remembered; asking for one node looks at nothing else.
"""

from collections.abc import Callable
from types import MappingProxyType

from perception.controls import Controls, inherited
from perception.flat_tree import FlatTree
from perception.naming_sources import NamingSources
from perception.snapshot import ELEMENT, MATHML, SVG, Snapshot
from perception.styles import Styles
from perception.tables.html_roles import HTML_ROLES, INPUT_ROLES, LIST_TYPES, ElementRow
from perception.tables.roles import GLOBAL_ATTRIBUTES, ROLES, SYNONYMS
from perception.visibility import Visibility

_BY_ID = MappingProxyType({row.id: row for row in ROLES})


def _rows_by_tag() -> dict[str, tuple[ElementRow, ...]]:
    out: dict[str, tuple[ElementRow, ...]] = {}
    for row in HTML_ROLES:
        out[row.tag] = (*out.get(row.tag, ()), row)
    return out


_BY_TAG = MappingProxyType(_rows_by_tag())


class Roles:
    def __init__(
        self, snapshot: Snapshot, flat_tree: FlatTree, styles: Styles, visibility: Visibility, sources: NamingSources
    ) -> None:
        self.snapshot, self.flat_tree, self.styles = snapshot, flat_tree, styles
        self.visibility, self.sources = visibility, sources
        self.controls = Controls(snapshot, flat_tree)
        self._roles: list[str | None] = [None] * len(snapshot)
        self._from: dict[int, str] = {}
        self._scoped: dict[int, bool] = {}
        self._aside_scoped: dict[int, bool] = {}
        self._tables: dict[int, str] = {}

    def role(self, i: int) -> str:
        """WebDriver's role string: `image`, `none`, `generic` for no role; '' for what is no element."""
        known = self._roles[i]
        if known is not None:
            return known
        parent, roles = self.snapshot.parent, self._roles
        unknown = [i]
        p = parent[i]
        while p >= 0 and roles[p] is None:
            unknown.append(p)
            p = parent[p]
        for node in reversed(unknown):
            roles[node] = self._decide(node)
        return roles[i] or ""

    def role_from(self, i: int) -> str:
        """What decided it: `explicit`, `implicit`, `presentational` …"""
        self.role(i)
        return self._from.get(i, "implicit")

    # ------------------------------------------------------------------------------------------------ deciding

    def _decide(self, i: int) -> str:
        s = self.snapshot
        if s.node_type[i] != ELEMENT or i in s.pseudo_type:
            return ""
        given = s.attrs(i).get("role")
        if given:
            role = self._explicit(i, given)
            if role:
                self._from[i] = "explicit"
                return role
        return self._implicit(i)

    def _explicit(self, i: int, given: str) -> str:
        """The first token that is a role and may be used here; '' without one.

        Source: wai-aria-1.2 #document-handling_author-errors_roles.
        """
        for token in given.lower().split():
            role = SYNONYMS.get(token, token)
            row = _BY_ID.get(role)
            if row is None or row.is_abstract:
                continue
            if role == "none" and self._keeps_semantics(i):
                return ""
            if role in ("form", "region") and not self.sources.has_author_name(i):
                continue
            return role
        return ""

    def _keeps_semantics(self, i: int) -> bool:
        """Whether `none` is overruled. Source: wai-aria-1.2 #conflict_resolution_presentation_none."""
        return not GLOBAL_ATTRIBUTES.isdisjoint(self.snapshot.attrs(i)) or self.controls.can_focus(i)

    def _implicit(self, i: int) -> str:
        s = self.snapshot
        namespace = s.namespace[i]
        if namespace == SVG:
            return "image" if s.tag[i] == "svg" else "generic"
        if namespace == MATHML:
            return "math" if s.tag[i] == "math" else "generic"
        tag = s.tag[i]
        if tag == "input":
            return self._input_role(i)
        for row in _BY_TAG.get(tag, ()):
            if not row.condition or CONDITIONS[row.condition](self, i):
                return row.role
        return "generic"

    def _input_role(self, i: int) -> str:
        kind = self.controls.input_type(i)
        if kind in LIST_TYPES and "list" in self.snapshot.attrs(i):
            target = self.flat_tree.resolve(i, self.snapshot.attrs(i)["list"])
            if target >= 0 and self.snapshot.tag[target] == "datalist":
                return "combobox"
        return INPUT_ROLES[kind]

    # ------------------------------------------------------------------------------------------------ conditions

    def has_href(self, i: int) -> bool:
        return "href" in self.snapshot.attrs(i)

    def has_empty_alt(self, i: int) -> bool:
        return self.snapshot.attrs(i).get("alt") == ""

    def is_in_body(self, i: int) -> bool:
        """Not inside sectioning content or main. Source: html-aam #el-header."""
        return not inherited(self.snapshot, i, self._scoped, self._scopes_header, False)

    def _scopes_header(self, i: int, _child: int) -> bool | None:
        return True if self.snapshot.tag[i] in ("article", "aside", "main", "nav", "section") else None

    def is_in_body_or_main(self, i: int) -> bool:
        """Not inside sectioning content. Source: html-aam #el-aside."""
        return not inherited(self.snapshot, i, self._aside_scoped, self._scopes_aside, False)

    def _scopes_aside(self, i: int, _child: int) -> bool | None:
        return True if self.snapshot.tag[i] in ("article", "aside", "nav", "section") else None

    def is_in_list(self, i: int) -> bool:
        s = self.snapshot
        p = s.parent[i]
        while p >= 0 and s.tag[p] == "slot":
            p = s.parent[p]
        return p >= 0 and self._roles[p] == "list"

    def table_role(self, i: int) -> str:
        """The role of the table that a part of a table is of, '' outside of one."""
        return inherited(self.snapshot, i, self._tables, self._table_seed, "")

    def _table_seed(self, i: int, _child: int) -> str | None:
        return self._roles[i] if self.snapshot.tag[i] == "table" else None

    def is_in_table(self, i: int) -> bool:
        return self.table_role(i) in ("table", "grid", "treegrid")

    def is_in_grid(self, i: int) -> bool:
        return self.table_role(i) in ("grid", "treegrid")

    def is_row_header(self, i: int) -> bool:
        return self.is_in_table(i) and self.snapshot.attrs(i).get("scope", "").lower() in ("row", "rowgroup")

    def is_list_box(self, i: int) -> bool:
        """Shown as a list. Source: html #display-size."""
        attrs = self.snapshot.attrs(i)
        size = attrs.get("size", "").strip()
        return "multiple" in attrs or (size.isdecimal() and int(size[:9]) > 1)


CONDITIONS: MappingProxyType[str, Callable[[Roles, int], bool]] = MappingProxyType(
    {
        "has-author-name": lambda roles, i: roles.sources.has_author_name(i),
        "has-empty-alt": Roles.has_empty_alt,
        "has-href": Roles.has_href,
        "is-in-body": Roles.is_in_body,
        "is-in-body-or-main": Roles.is_in_body_or_main,
        "is-in-grid": Roles.is_in_grid,
        "is-in-list": Roles.is_in_list,
        "is-in-table": Roles.is_in_table,
        "is-list-box": Roles.is_list_box,
        "is-row-header": Roles.is_row_header,
    }
)
"""Condition word of `tables.html_roles` -> test."""

NAMING = MappingProxyType({row.id: row.naming for row in ROLES})
"""Role -> who names it."""

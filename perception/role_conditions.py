"""The conditions on which an element's implicit role depends (the words in `tables/html_roles.py`).

In: snapshot, naming sources, controls, and the roles of the ancestors, which are decided before. Out: a test by word.
Ancestors are walked once: what they say is remembered for all nodes on the way.
"""

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TypeAlias

from perception.controls import Controls, inherited
from perception.flat_tree import FlatTree
from perception.naming_sources import NamingSources
from perception.rows import rows_with
from perception.snapshot import ELEMENT, Snapshot
from perception.tables.html_roles import (
    COLUMN_SCOPES,
    GRID_ROLES,
    HREF_ATTRIBUTES,
    LIST_ELEMENTS,
    LIST_TYPES,
    ROW_ROLES,
    ROW_SCOPES,
    SECTIONING_ELEMENTS,
    SECTIONING_ROLES,
    TABLE_ROLES,
    TYPED_TYPES,
)
from perception.tables.naming import SVG_TEXT_CHILDREN


class RoleConditions:
    """Tests of one page; `roles` is the role column, filled for the ancestors of a node that is asked about."""

    def __init__(
        self,
        snapshot: Snapshot,
        flat_tree: FlatTree,
        sources: NamingSources,
        controls: Controls,
        roles: Sequence[str | None],
    ) -> None:
        self.snapshot, self.flat_tree, self.sources, self.controls = snapshot, flat_tree, sources, controls
        self.roles = roles
        self._has_href = rows_with(snapshot, HREF_ATTRIBUTES)
        self._scoping: dict[int, bool] = {}
        self._scoping_aside: dict[int, bool] = {}
        self._tables: dict[int, str] = {}
        self._lists: dict[int, bool] = {}
        self._row_headers: dict[int, bool] = {}

    # ------------------------------------------------------------------------------------------------ attributes

    def has_href(self, i: int) -> bool:
        return self._has_href[self.snapshot.attribute_row[i]]

    def is_clickable(self, i: int) -> bool:
        return i in self.snapshot.is_clickable

    def has_empty_alt(self, i: int) -> bool:
        return self.snapshot.attrs(i).get("alt") == ""

    def has_alt_or_title(self, i: int) -> bool:
        attrs = self.snapshot.attrs(i)
        return bool(attrs.get("alt") or attrs.get("title"))

    def has_source(self, i: int) -> bool:
        """Something to show. Source: html-aam-1.0 #el-img-no-src."""
        attrs = self.snapshot.attrs(i)
        return bool(attrs.get("src") or attrs.get("srcset") or self.snapshot.current_source_url.get(i))

    def has_suggestions(self, i: int) -> bool:
        attrs = self.snapshot.attrs(i)
        if "list" not in attrs or self.controls.input_type(i) not in LIST_TYPES:
            return False
        target = self.flat_tree.resolve(i, attrs["list"])
        return target >= 0 and self.snapshot.tag[target] == "datalist"

    def is_switch(self, i: int) -> bool:
        return self.controls.input_type(i) == "checkbox" and "switch" in self.snapshot.attrs(i)

    def is_typed_into(self, i: int) -> bool:
        return self.controls.input_type(i) in TYPED_TYPES

    def is_list_box(self, i: int) -> bool:
        """Shown as a list. Source: html #display-size."""
        attrs = self.snapshot.attrs(i)
        size = attrs.get("size", "").strip()
        return "multiple" in attrs or (size.isdecimal() and int(size[:9]) > 1)

    def is_named_graphic(self, i: int) -> bool:
        """A graphic that someone names or describes, or that takes focus or clicks.

        Source: svg-aam-1.0 #include_elements.
        """
        s = self.snapshot
        if self.sources.has_aria_name(i) or i in s.is_clickable or self.controls.can_focus(i):
            return True
        return any(s.tag[k] in SVG_TEXT_CHILDREN and self.sources.has_text(k) for k in s.children(i))

    # ------------------------------------------------------------------------------------------------ ancestors

    def is_in_body(self, i: int) -> bool:
        """Not inside sectioning content or main. Source: html-aam-1.0 #el-header-ancestorbody."""
        return not inherited(self.snapshot, i, self._scoping, self._scopes, False)

    def _scopes(self, i: int, child: int) -> bool | None:
        return True if self.snapshot.tag[i] == "main" or self.roles[i] == "main" else self._scopes_aside(i, child)

    def is_in_body_or_main(self, i: int) -> bool:
        """Not inside sectioning content. Source: html-aam-1.0 #el-aside-ancestorbodymain."""
        return not inherited(self.snapshot, i, self._scoping_aside, self._scopes_aside, False)

    def _scopes_aside(self, i: int, _child: int) -> bool | None:
        return True if self.snapshot.tag[i] in SECTIONING_ELEMENTS or self.roles[i] in SECTIONING_ROLES else None

    def is_in_list(self, i: int) -> bool:
        """Whether the nearest element with a role, or list element without, is a list. Source: html-aam-1.0 #el-li."""
        return inherited(self.snapshot, i, self._lists, self._list_seed, False)

    def _list_seed(self, i: int, _child: int) -> bool | None:
        role = self.roles[i]
        if role in _NO_ROLE and self.snapshot.tag[i] not in LIST_ELEMENTS:
            return None
        return role == "list"

    # ------------------------------------------------------------------------------------------------ tables

    def table_role(self, i: int) -> str:
        """The role of the table that a part of a table is of, '' outside of one and in a row that is something else."""
        return inherited(self.snapshot, i, self._tables, self._table_seed, "")

    def _table_seed(self, i: int, _child: int) -> str | None:
        if self.snapshot.tag[i] == "tr" and self.roles[i] not in ROW_ROLES:
            return ""
        return self.roles[i] if self.snapshot.tag[i] == "table" else None

    def is_in_table(self, i: int) -> bool:
        return self.table_role(i) in TABLE_ROLES

    def is_in_grid(self, i: int) -> bool:
        return self.table_role(i) in GRID_ROLES

    def is_row_header(self, i: int) -> bool:
        """Source: html #algorithm-for-assigning-header-cells; without a scope as browsers do."""
        if not self.is_in_table(i):
            return False
        scope = self.snapshot.attrs(i).get("scope", "").lower()
        if scope in ROW_SCOPES:
            return True
        return scope not in COLUMN_SCOPES and self._is_beside_data(i)

    def _is_beside_data(self, i: int) -> bool:
        """Whether a header cell has a data cell next to it, and not headers on both sides."""
        if i not in self._row_headers:
            s = self.snapshot
            row = [k for k in s.children(s.parent[i]) if s.node_type[k] == ELEMENT and k not in s.pseudo_type]
            tags = ["", *(s.tag[k] for k in row), ""]
            for before, cell, after in zip(tags, row, tags[2:], strict=False):
                self._row_headers[cell] = "td" in (before, after)
        return self._row_headers[i]


_NO_ROLE = ("generic", "none", "")

Test: TypeAlias = Callable[[RoleConditions, int], bool]

_TESTS: MappingProxyType[str, Test] = MappingProxyType(
    {
        "has-alt-or-title": RoleConditions.has_alt_or_title,
        "has-aria-name": lambda conditions, i: conditions.sources.has_aria_name(i),
        "has-author-name": lambda conditions, i: conditions.sources.has_author_name(i),
        "has-empty-alt": RoleConditions.has_empty_alt,
        "has-href": RoleConditions.has_href,
        "has-source": RoleConditions.has_source,
        "has-suggestions": RoleConditions.has_suggestions,
        "is-clickable": RoleConditions.is_clickable,
        "is-in-body": RoleConditions.is_in_body,
        "is-in-body-or-main": RoleConditions.is_in_body_or_main,
        "is-in-grid": RoleConditions.is_in_grid,
        "is-in-list": RoleConditions.is_in_list,
        "is-in-table": RoleConditions.is_in_table,
        "is-list-box": RoleConditions.is_list_box,
        "is-named-graphic": RoleConditions.is_named_graphic,
        "is-row-header": RoleConditions.is_row_header,
        "is-switch": RoleConditions.is_switch,
        "is-typed-into": RoleConditions.is_typed_into,
    }
)

CONDITIONS = frozenset(_TESTS)
"""All words for conditions."""


def test_of(condition: str) -> Test | None:
    """The test for a word of `CONDITIONS`, or for `type:` and the type of an input; None for ''."""
    _, is_typed, value = condition.partition(":")
    if is_typed:
        return lambda conditions, i: conditions.controls.input_type(i) == value
    return _TESTS[condition] if condition else None

"""How nodes belong together: the dialog, form, group, row, headers and labels of a node (SPEC 8.1, 8.2).

In: roles, labels, ID references and the structure of tables. Out: for a relation's name the related nodes, nearest
first. `page.related` and the `context` property read it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from perception.errors import UnknownNameError
from perception.passes import Passes
from perception.tables.reading import (
    CELL_ROLES,
    DIALOG_ROLES,
    GROUP_ROLES,
    ITEM_ROLES,
    LANDMARK_ROLES,
    MAX_SPAN,
    POPUP_REFERENCES,
    REFERENCES,
    ROW_ROLES,
    TABLE_ROLES,
)


class Relations:
    """The relations of one page's nodes."""

    def __init__(self, page: Passes) -> None:
        self.page, self.snapshot, self.roles = page, page.snapshot, page.roles
        self._references: dict[str, dict[str, list[int]]] = {}
        self._grids: dict[int, Mapping[int, tuple[int, int]]] = {}

    def of(self, i: int, relation: str) -> list[int]:
        """The nodes that stand in the relation to `i`. Raises `UnknownNameError`."""
        if relation in REFERENCES:
            return self.page.flat_tree.resolve_list(i, self.snapshot.attrs(i).get(REFERENCES[relation], ""))
        if relation not in RELATIONS:
            raise UnknownNameError("relation", relation, sorted({*RELATIONS, *REFERENCES}))
        return list(dict.fromkeys(k for k in RELATIONS[relation](self, i) if k >= 0))

    def nearest(self, i: int, roles: Iterable[str]) -> int:
        """The nearest element around `i`, through frames, that has one of the roles; -1 without one."""
        return next((p for p in self.page.flat_tree.ancestors(i) if self._role(p) in roles), -1)

    def _role(self, i: int) -> str:
        return self.roles.role(i) if self.page.query.is_element(i) else ""

    # ------------------------------------------------------------------------------------------------ fields

    def labels(self, i: int) -> Iterator[int]:
        yield from self.page.flat_tree.resolve_list(i, self.snapshot.attrs(i).get("aria-labelledby", ""))
        yield from self.page.labels.of_control(i)

    def labelled(self, i: int) -> Iterator[int]:
        yield self.page.labels.control(i)
        yield from self.referring(i, ("aria-labelledby",))

    def referring(self, i: int, attributes: Iterable[str]) -> Iterator[int]:
        """The elements that name node `i` in one of the attributes."""
        id, scope = self.snapshot.attrs(i).get("id"), self.page.flat_tree.scope(i)
        for name in attributes if id else ():
            for k in self._by_reference(name).get(id or "", ()):
                if self.page.flat_tree.scope(k) == scope:
                    yield k

    def _by_reference(self, name: str) -> Mapping[str, list[int]]:
        """id -> the elements whose attribute lists it."""
        known = self._references.get(name)
        if known is None:
            known = self._references[name] = {}
            for value, nodes in self.page.query.dom.by_value(name).items():
                for id in value.split():
                    known.setdefault(id, []).extend(nodes)
        return known

    def form(self, i: int) -> Iterator[int]:
        yield self.page.query.live.form(i)
        yield self.nearest(i, ("form",))

    def dialog(self, i: int) -> Iterator[int]:
        """The dialog around a node; where a popup stands outside, the one around what opened it."""
        yield self.nearest(i, DIALOG_ROLES)
        for p in self.page.flat_tree.ancestors(i):
            for opener in self.referring(p, POPUP_REFERENCES):
                yield self.nearest(opener, DIALOG_ROLES)

    def file_input(self, i: int) -> Iterator[int]:
        """The file inputs that a button for uploads stands for: itself, its control, below it, beside it (row N-76)."""
        s = self.snapshot
        beside = s.children(s.parent[i]) if s.parent[i] >= 0 else []
        for k in (i, self.page.labels.control(i), *range(i + 1, s.subtree_end[i]), *beside):
            if k >= 0 and self.page.query.live.type_of(k) == "file":
                yield k

    # ------------------------------------------------------------------------------------------------ tables

    def row(self, i: int) -> Iterator[int]:
        yield self.nearest(i, ROW_ROLES)

    def table(self, i: int) -> Iterator[int]:
        yield self.nearest(i, TABLE_ROLES)

    def row_headers(self, i: int) -> Iterator[int]:
        """The header cells of the row."""
        row = self.nearest(i, ROW_ROLES)
        if row >= 0:
            yield from (cell for cell in self._cells(row) if self._role(cell) == "rowheader" and cell != i)

    def column_headers(self, i: int) -> Iterator[int]:
        """The header cells above, the nearest last, by the columns that cells span."""
        cell = i if self._role(i) in CELL_ROLES else self.nearest(i, CELL_ROLES)
        table = self.nearest(cell, TABLE_ROLES) if cell >= 0 else -1
        if table < 0:
            return
        grid = self._grid(table)
        begin, end = grid.get(cell, (0, 0))
        for header in sorted(grid):
            left, right = grid[header]
            if header < cell and left < end and begin < right and self._role(header) == "columnheader":
                yield header

    def _grid(self, table: int) -> Mapping[int, tuple[int, int]]:
        """Cell -> the columns that it spans (from, to), of all rows. Source: html #table-processing-model."""
        known = self._grids.get(table)
        if known is None:
            known = self._grids[table] = self._read_grid(table)
        return known

    def _read_grid(self, table: int) -> Mapping[int, tuple[int, int]]:
        out: dict[int, tuple[int, int]] = {}
        taken: dict[int, int] = {}  # column -> rows below that a cell from above still covers there
        for row in self._rows(table):
            column = 0
            covered = {k: n - 1 for k, n in taken.items() if n > 1}
            for cell in self._cells(row):
                while taken.get(column, 0) > 0 and column in taken:
                    column += 1
                attrs = self.snapshot.attrs(cell)
                given = _count(attrs.get("aria-colindex"), 0)
                column = given - 1 if given else column
                width = _count(attrs.get("colspan", attrs.get("aria-colspan")), 1)
                height = _count(attrs.get("rowspan", attrs.get("aria-rowspan")), 1)
                out[cell] = (column, column + width)
                if height > 1:
                    covered.update(dict.fromkeys(range(column, column + width), height - 1))
                column += width
            taken = covered
        return out

    def _rows(self, table: int) -> list[int]:
        return [k for k in self._with_role("row", table) if self.nearest(k, TABLE_ROLES) == table]

    def _cells(self, row: int) -> list[int]:
        found = sorted(k for role in CELL_ROLES for k in self._with_role(role, row))
        return [k for k in found if self.nearest(k, ROW_ROLES) == row]

    def _with_role(self, role: str, within: int) -> list[int]:
        nodes = self._by_role.get(role, [])
        return nodes[bisect_right(nodes, within) : bisect_right(nodes, self.snapshot.subtree_end[within] - 1)]

    @cached_property
    def _by_role(self) -> dict[str, list[int]]:
        """Rows and cells by role, in wire order."""
        out: dict[str, list[int]] = {}
        for i in self.page.query.dom.elements:
            role = self.roles.role(i)
            if role in CELL_ROLES or role in ROW_ROLES:
                out.setdefault(role, []).append(i)
        return out


def _count(text: str | None, default: int) -> int:
    """A span as HTML reads it: at least 1, at most MAX_SPAN; `default` where it is none."""
    return min(int(text), MAX_SPAN) or default if text and text.isascii() and text.isdecimal() else default


def _around(roles: frozenset[str]) -> Callable[[Relations, int], Iterable[int]]:
    return lambda relations, i: (relations.nearest(i, roles),)


RELATIONS: Mapping[str, Callable[[Relations, int], Iterable[int]]] = {
    "column_headers": Relations.column_headers,
    "dialog": Relations.dialog,
    "file_input": Relations.file_input,
    "form": Relations.form,
    "group": _around(GROUP_ROLES),
    "item": _around(ITEM_ROLES),
    "labelled": Relations.labelled,
    "labels": Relations.labels,
    "landmark": _around(LANDMARK_ROLES),
    "row": Relations.row,
    "row_headers": Relations.row_headers,
    "table": Relations.table,
}
"""Relation -> the related nodes. ID references are rows of `tables/reading.py`."""

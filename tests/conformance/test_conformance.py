"""Every row of the ledger holds, and every known gap still is one."""

from collections.abc import Iterable

import pytest

from perception.testing import node_at, page_from
from tests.conformance import accname, descriptions, html_aam, roles
from tests.conformance.row import Row

NAMES = (*accname.ROWS, *html_aam.ROWS)


def params(rows: Iterable[Row]) -> list[object]:
    return [
        pytest.param(
            row,
            id=f"{row.anchor}:{row.id}".replace(" ", "-"),
            marks=[pytest.mark.xfail(strict=True, reason=row.gap)] if row.gap else [],
        )
        for row in rows
    ]


@pytest.mark.parametrize("row", params(NAMES))
def test_name(row: Row) -> None:
    page = page_from(row.tree)
    node = node_at(page, "x")
    assert node.name == row.expected
    assert bool(node.name_from) == bool(row.expected)


@pytest.mark.parametrize("row", params(roles.ROWS))
def test_role(row: Row) -> None:
    assert node_at(page_from(row.tree), "x").role == row.expected


@pytest.mark.parametrize("row", params(descriptions.ROWS))
def test_description(row: Row) -> None:
    assert node_at(page_from(row.tree), "x").description == row.expected


@pytest.mark.parametrize("rows", [NAMES, roles.ROWS, descriptions.ROWS])
def test_rows_have_ids_of_their_own(rows: tuple[Row, ...]) -> None:
    keys = [(row.anchor, row.id) for row in rows]
    assert len(set(keys)) == len(keys)

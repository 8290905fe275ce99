"""The row of the conformance ledger."""

from typing import NamedTuple


class Row(NamedTuple):
    """`tree` draws one node `id=x`; `expected` is its name (in the ledger of roles its role …).

    `gap`: why a capture cannot know it; the row must fail then, so that catching up is reported.
    """

    anchor: str
    id: str
    tree: str
    expected: str
    gap: str = ""

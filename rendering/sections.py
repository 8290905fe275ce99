"""Open dialogs come first in the action text (SPEC 6.3).

In: a page. Out: for a node the dialog that it stands in, the order of the dialogs, the header line of one. What is
behind a modal is left out elsewhere: its nodes are not asked about.
"""

from functools import cached_property

from perception.perceive import Page
from perception.tables.action_lines import DIALOG_KINDS
from rendering.text import clean, cut, escaped

PAGE = -1
"""The section of everything that stands in no dialog."""

NAME_LIMIT = 60
"""Code points of a dialog's name. Source: SPEC 6.2, values."""


class Sections:
    """The open dialogs of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._known: dict[int, int] = {PAGE: PAGE, **{node: node for node in self.dialogs}}

    @cached_property
    def dialogs(self) -> tuple[int, ...]:
        """The nodes of the open dialogs, in flat-tree order; of nested ones the inner after the outer."""
        return tuple(overlay.node for overlay in self.page.overlays.open if overlay.kind in DIALOG_KINDS)

    def of(self, i: int) -> int:
        """The nearest open dialog around node `i`, `PAGE` without one."""
        known, parent, path = self._known, self.page.snapshot.parent, []
        while i not in known:
            path.append(i)
            i = parent[i]
        section = known[i]
        for node in path:
            known[node] = section
        return section

    def header(self, section: int) -> str:
        """The line above a section."""
        if section == PAGE:
            return "### Content of the page"
        role, name = self.page.role_of(section), clean(self.page.name_of(section))
        return f"### Content of '{role}' component with text '{escaped(cut(name, NAME_LIMIT))}'"

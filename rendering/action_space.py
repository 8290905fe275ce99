"""The action space: its text and, when asked for, the actions as data (SPEC 6.4)."""

from functools import cached_property

from ids.idmap import IdMap
from perception.perceive import Page
from rendering.actions import action_lines


class ActionSpace:
    """What can be done on a page; everything is computed when it is first asked for."""

    def __init__(self, page: Page, labels: IdMap) -> None:
        self.page, self.labels = page, labels

    @cached_property
    def description(self) -> str:
        """The action text."""
        return "\n".join(line.text for line in action_lines(self.page, self.labels))


def action_space(page: Page, labels: IdMap) -> ActionSpace:
    """The action space of a page and its ids."""
    return ActionSpace(page, labels)

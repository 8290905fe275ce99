"""What to write: texts and data over a page and its ids."""

from rendering.actions import action_space
from rendering.facts import facts

__all__ = ["action_space", "facts"]

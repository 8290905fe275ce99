"""What to write: texts and data over a page and its ids."""

from rendering.action_space import ActionSpace, action_space
from rendering.facts import facts

__all__ = ["ActionSpace", "action_space", "facts"]

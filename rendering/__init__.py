"""What to write: texts and data over a page and its ids."""

from rendering.action_space import ActionSpace, action_space
from rendering.axtree import Tree, tree
from rendering.facts import facts

__all__ = ["ActionSpace", "Tree", "action_space", "facts", "tree"]

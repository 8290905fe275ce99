"""What to write: texts and data over a page and its ids."""

from rendering.action_space import ActionSpace, action_space
from rendering.axtree import Tree, tree
from rendering.coverage import ReadCoverage
from rendering.diff import Diff, diff
from rendering.excerpts import Excerpts, excerpts
from rendering.facts import facts
from rendering.parse import Parsed, parse
from rendering.prompt import prompt_text
from rendering.renderers import RENDERERS, Rendered, render
from rendering.tools import tool_definitions

__all__ = [
    "RENDERERS",
    "ActionSpace",
    "Diff",
    "Excerpts",
    "Parsed",
    "ReadCoverage",
    "Rendered",
    "Tree",
    "action_space",
    "diff",
    "excerpts",
    "facts",
    "parse",
    "prompt_text",
    "render",
    "tool_definitions",
    "tree",
]

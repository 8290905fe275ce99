"""What to call things: short ids over a page's listed nodes, refs across captures."""

from ids.carry import Carry
from ids.identity import Match, is_same_life, matches
from ids.idmap import IdMap
from ids.refs import RefRegistry, Suggestion
from ids.schemes import SCHEMES, assign

__all__ = [
    "SCHEMES",
    "Carry",
    "IdMap",
    "Match",
    "RefRegistry",
    "Suggestion",
    "assign",
    "is_same_life",
    "matches",
]

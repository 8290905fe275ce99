"""What to call things: short ids over a page's listed nodes, refs across captures."""

from ids.idmap import IdMap
from ids.refs import RefRegistry, Suggestion
from ids.schemes import SCHEMES, assign

__all__ = ["SCHEMES", "IdMap", "RefRegistry", "Suggestion", "assign"]

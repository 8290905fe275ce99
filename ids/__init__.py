"""What to call things: short ids over a page's listed nodes, refs across captures."""

from ids.idmap import IdMap
from ids.letters import assign
from ids.refs import RefRegistry

__all__ = ["IdMap", "RefRegistry", "assign"]

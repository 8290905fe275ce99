"""The id schemes by name: a further scheme is a function and a row (SPEC 5.1)."""

from collections.abc import Callable, Mapping

from ids.backend import assign_backend_ids
from ids.idmap import IdMap
from ids.letters import assign_letters
from ids.ordinal import assign_ordinals
from perception.errors import UnknownNameError
from perception.perceive import Page

SCHEMES: Mapping[str, Callable[[Page], IdMap]] = {
    "backend": assign_backend_ids,
    "letters": assign_letters,
    "ordinal": assign_ordinals,
}


def assign(page: Page, scheme: str = "letters") -> IdMap:
    """Ids of the page's listed nodes, in flat-tree order. Raises `UnknownNameError` for a scheme that does not exist.

    Ids of one capture know nothing of the last one's: `ids.Carry` keeps them over a document's life.
    """
    try:
        return SCHEMES[scheme](page)
    except KeyError:
        raise UnknownNameError("id scheme", scheme, list(SCHEMES)) from None

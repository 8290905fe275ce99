"""The ordinal scheme: 1, 2, 3 … over the listed nodes, in flat-tree order."""

from ids.idmap import IdMap
from perception.perceive import Page


def assign_ordinals(page: Page) -> IdMap:
    """Ids of the page's listed nodes: 1, 2, 3 …"""
    return IdMap(page, "ordinal", {i: str(number) for number, i in enumerate(page.listing.listed, start=1)})

"""The role-letter scheme: L B I F O M, depth-first, one counter a letter (SPEC 5.1)."""

from ids.idmap import IdMap
from perception.perceive import Page


def assign(page: Page) -> IdMap:
    """Ids of the page's listed nodes, in flat-tree order."""
    counts: dict[str, int] = {}
    ids = {}
    for i in page.listing.listed:
        letter = {"link": "L", "button": "B"}.get(page.role_of(i), "M")
        counts[letter] = counts.get(letter, 0) + 1
        ids[i] = f"{letter}{counts[letter]}"
    return IdMap(page, "letters", ids)

"""The role-letter scheme: L B I F O M, depth-first, one counter a letter (SPEC 5.1, rows N-32 to N-36)."""

from collections.abc import Iterator, Mapping

from ids.idmap import IdMap
from perception.perceive import Page
from perception.profile import NOTTE
from perception.tables.letters import LETTERS, OTHER_LETTER

_LETTER: Mapping[str, str] = {row.role: row.letter for row in LETTERS}
_NOTTE_LETTER: Mapping[str, str] = {row.role: row.notte for row in LETTERS}


def letters(page: Page) -> Iterator[tuple[int, str]]:
    """(node index, letter) of the page's listed nodes, in flat-tree order."""
    letter_of = _NOTTE_LETTER if page.profile.name == NOTTE.name else _LETTER
    role, control_of = page.roles.role, page.interactivity.control
    for i in page.listing.listed:
        control = control_of(i)
        yield i, letter_of.get(role(control if control >= 0 else i), OTHER_LETTER)


def assign_letters(page: Page) -> IdMap:
    """Ids of the page's listed nodes: B1, L4, I2 …"""
    counts: dict[str, int] = {}
    ids = {}
    for i, letter in letters(page):
        counts[letter] = counts.get(letter, 0) + 1
        ids[i] = f"{letter}{counts[letter]}"
    return IdMap(page, "letters", ids)

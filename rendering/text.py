"""Page strings as one line of safe text: cleaning, escaping, quoting, cutting (SPEC 6.6).

In: any string of a capture. Out: a string without line breaks, control, bidi, invisible or private-use characters and
lone surrogates. Does not know lines, ids or nodes.
"""

import re
import unicodedata
from collections import Counter

from perception.characters import PIECE, in_pieces, visible
from perception.tables.characters import JOINERS

CUT = "..."
"""The mark behind a text that was cut."""


def clean(text: str) -> str:
    """The text on one line: white space collapsed, what no reader sees dropped, lone surrogates as U+FFFD."""
    text = visible(text)
    return in_pieces(text, _on_one_line) if len(text) > PIECE else _on_one_line(text)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def clean_name(name: str) -> str:
    """`clean` of an accessible name, which is collapsed and visible already: only no-break spaces may be left."""
    return name if name.isascii() else clean(name)


def says(whole: str, part: str) -> bool:
    """Whether a text says every word of another, as often: what it says needs not be said again."""
    if part in whole:
        return True
    return not Counter(_WORD.findall(part.lower())) - Counter(_WORD.findall(whole.lower()))


_WORD = re.compile(r"\w+")


# ---------------------------------------------------------------------------------------------------- escaping

_ENTITY = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"'}
_ENTITIES = re.compile("|".join(_ENTITY))
_AMBIGUOUS = re.compile("&(?=lt;|gt;|amp;|quot;)")


def escaped(text: str) -> str:
    """A clean text inside an action line: no `<`, no `>`; `&` stays where it cannot be read as an entity of ours."""
    if "&" in text:
        text = _AMBIGUOUS.sub("&amp;", text)
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def attribute(text: str) -> str:
    """A clean text as an attribute value, in its quotes."""
    text = escaped(text)
    return f'"{text.replace(chr(34), "&quot;")}"' if '"' in text else f'"{text}"'


def unescaped(text: str) -> str:
    """What `escaped` or the inside of `attribute` was made from."""
    return _ENTITIES.sub(lambda match: _ENTITY[match.group()], text) if "&" in text else text


def quoted(text: str) -> str:
    """A clean text as a quoted string of the tree: backslashes and quotes escaped by a backslash."""
    if "\\" in text or '"' in text:
        text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def unquoted(text: str) -> str:
    """What `quoted` was made from; `text` with its quotes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


# ---------------------------------------------------------------------------------------------------- cutting


def cut(text: str, limit: int) -> str:
    """At most `limit` code points, then `...`; never within a user-perceived character.

    Source: UAX 29 #Grapheme_Cluster_Boundaries (extending characters, joiners, flags, Hangul left to the font).
    """
    if len(text) <= limit:
        return text
    end = limit
    while end > 0 and _is_inside(text, end):
        end -= 1
    return text[: end or limit].rstrip() + CUT


def beginning(text: str, limit: int) -> str:
    """`cut(clean(text), limit)` without cleaning all of a long text."""
    size = _HEAD * limit
    while size < len(text):
        head = clean(text[:size])
        if len(head) > 2 * limit:  # what was cut off behind it changes none of the first characters
            return cut(head, limit)
        size *= _HEAD
    return cut(clean(text), limit)


_HEAD = 4
"""How many times its limit a text is cleaned for its beginning; more only where that is mostly white space."""


def _is_inside(text: str, k: int) -> bool:
    """Whether positions k-1 and k belong to one user-perceived character."""
    if text.isascii():
        return False
    character = text[k]
    if ord(character) in JOINERS or ord(text[k - 1]) == 0x200D or unicodedata.category(character) in _EXTENDING:
        return True
    if "\U0001f3fb" <= character <= "\U0001f3ff":  # skin tones
        return True
    if not _is_flag_letter(character):
        return False
    begin = k
    while begin > 0 and _is_flag_letter(text[begin - 1]):
        begin -= 1
    return (k - begin) % 2 == 1


_EXTENDING = frozenset({"Mc", "Me", "Mn"})


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"

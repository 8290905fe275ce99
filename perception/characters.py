"""What no reader sees of a text: invisible, private-use and control characters (SPEC 3.2, 6.6).

In: any string of a capture. Out: the same without them; joiners and variation selectors stay where they shape what
stands round them. White space is left alone.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable

from perception.tables.characters import INVISIBLE_CHARACTERS, JOINERS, VARIATION_SELECTORS, CharacterRange


def _class(ranges: Iterable[CharacterRange]) -> str:
    """The inside of a regular expression's character class."""
    return "".join(f"\\U{r.first:08x}-\\U{r.last:08x}" for r in ranges)


_DROPPED = re.compile(f"[{_class(INVISIBLE_CHARACTERS)}]+")
_SELECTOR = _class(VARIATION_SELECTORS)
_JOINER = "".join(f"\\u{code:04x}" for code in JOINERS)
_CONDITIONAL = re.compile(f"[{_JOINER}{_SELECTOR}]+")
_ODD = re.compile(f"[{_class(INVISIBLE_CHARACTERS)}{_JOINER}{_SELECTOR}\\ud800-\\udfff]")
_SPACES = re.compile(r"[ \t\n\f\r]+")


def visible(text: str) -> str:
    """The text without what no reader sees; lone surrogates as U+FFFD."""
    if text.isascii():
        is_plain = text.isprintable() or text.replace("\n", "").isprintable()
        return text if is_plain else _DROPPED.sub("", text)
    return _without_invisible(text) if _ODD.search(text) else text


def collapsed(text: str) -> str:
    """Runs of ASCII white space as one space, none at the ends; no-break spaces stay.

    Source: infra #ascii-whitespace.
    """
    return in_pieces(text, _collapsed) if len(text) > PIECE else _collapsed(text)


def _collapsed(text: str) -> str:
    if text.isascii():
        return " ".join(text.split())
    return _SPACES.sub(" ", text).strip(" ")


PIECE = 1 << 16
"""HEURISTIC: code points of a text that is collapsed at once; the words of a text of 50 MB would take ten times its
size."""


def in_pieces(text: str, collapse: Callable[[str], str]) -> str:
    """`collapse` of a text, piece by piece; it makes runs of white space one space, none at the ends."""
    if text.isascii() and "  " not in text and text.isprintable():
        return text.strip(" ")
    out: list[str] = []
    is_apart = False
    for k in range(0, len(text), PIECE):
        piece = text[k : k + PIECE]
        said = collapse(piece)
        if said:
            if out and (is_apart or not collapse(piece[0])):
                out.append(" ")
            out.append(said)
            is_apart = not collapse(piece[-1])
        else:
            is_apart = True
    return "".join(out)


def _without_invisible(text: str) -> str:
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # pairs joined, lone ones replaced
    return _CONDITIONAL.sub(_kept_joiners, _DROPPED.sub("", text))


def _kept_joiners(match: re.Match[str]) -> str:
    """Of a run of joiners and variation selectors the part that shapes what stands round it: at most one of each."""
    text, (begin, end) = match.string, match.span()
    before, after = text[begin - 1 : begin], text[end : end + 1]
    selector = "" if ord(text[begin]) in JOINERS or not _is_visible(before) else text[begin]
    joiner = text[end - 1]
    return selector + (joiner if ord(joiner) in JOINERS and _joins(before) and _joins(after) else "")


def _is_visible(character: str) -> bool:
    return bool(character) and not character.isspace()


def _joins(character: str) -> bool:
    """Whether a joiner beside the character can change its shape: letters and marks beyond ASCII, emoji."""
    return character > "\x7f" and unicodedata.category(character) in _SHAPED


_SHAPED = frozenset({"Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Sk", "Sm", "So"})

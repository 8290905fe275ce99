"""Text that CSS generates: `::before`, `::after` and `::marker` (css-content-3).

In: a pseudo-element's computed `content` and the texts of its boxes. Out: what it says: the alternative text if there
is one, else what is rendered. Counters in alternative text are not in a capture and say nothing.
"""

import re

from perception.snapshot import Snapshot

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(/)|[^\s"/]+(?:\([^)]*\))?|\s+')
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")


def generated_text(snapshot: Snapshot, i: int) -> str:
    """What pseudo-element `i` says; '' for markers that the browser made (bullets, numbers) and for images."""
    content = snapshot.style(i).get("content", "")
    strings, alternative = content_strings(content) if content else ([], None)
    if alternative is not None:
        return "".join(alternative)
    if snapshot.pseudo_type.get(i) == "marker":
        return "".join(strings)
    first, last = snapshot.layout[i], snapshot.layout_last[i]
    if first < 0:
        return ""
    return "".join([snapshot.strings[snapshot.box_text[row]] for row in range(first, last + 1)])


def content_strings(content: str) -> tuple[list[str], list[str] | None]:
    """The strings of a `content` value, and those of its alternative text (None without one).

    Source: css-content-3 #content-property, #alt.
    """
    strings: list[str] = []
    alternative: list[str] | None = None
    for match in _TOKEN.finditer(content):
        if match[2]:
            alternative = []
        elif match[1] is not None:
            (strings if alternative is None else alternative).append(_ESCAPE.sub(_unescaped, match[1]))
    return strings, alternative


def _unescaped(match: re.Match[str]) -> str:
    if match[2] is not None:
        return match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"

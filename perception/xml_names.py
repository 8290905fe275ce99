"""Names and texts of HTML in a form that XML takes, and back (SPEC 8.3).

In: any name or text of a page (`@click`, `o:p`, `[ngModel]`, control characters), or an XPath expression that asks
about them. Out: the same with every refused character escaped. Both mappings are one to one; `html_name` and
`html_text` undo them.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from perception.tables.selectors import XPATH_FUNCTIONS

_REFUSED_IN_NAME = re.compile(r"[^A-Za-z0-9_.-]|^[0-9.-]|_(?=x[0-9A-F]+_)")
_ESCAPED_IN_NAME = re.compile(r"_x([0-9A-F]+)_")

MARK = "\U0010fffd"
"""Stands round the code of an escaped character in a text; a text that holds it has it escaped too."""

_REFUSED_IN_TEXT = re.compile(f"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff{MARK}]")
_ESCAPED_IN_TEXT = re.compile(f"{MARK}([0-9a-f]+){MARK}")


def xml_name(name: str) -> str:
    """A name that XML takes: what it refuses becomes `_xHEX_`."""
    return _REFUSED_IN_NAME.sub(lambda m: f"_x{ord(m[0]):X}_", name) or "_x_"


def html_name(name: str) -> str:
    """The name that `xml_name` was given."""
    return "" if name == "_x_" else _ESCAPED_IN_NAME.sub(lambda m: chr(int(m[1], 16)), name)


def xml_text(text: str) -> str:
    """A text that XML takes: what it refuses becomes its code between two marks."""
    if text.isascii() and text.isprintable():
        return text
    return _REFUSED_IN_TEXT.sub(_text_code, text)


def html_text(text: str) -> str:
    """The text that `xml_text` was given."""
    return _ESCAPED_IN_TEXT.sub(lambda m: chr(int(m[1], 16)), text)


def _text_code(match: re.Match[str]) -> str:
    return f"{MARK}{ord(match[0]):x}{MARK}"


_TOKEN = re.compile(
    r"""(?P<literal>"[^"]*"|'[^']*')"""
    r"""|(?P<axis>[A-Za-z-]+\s*::)"""
    r"""|(?P<function>[^\W\d][\w.-]*(?=\s*\())"""
    r"""|(?P<name>[^\W\d][\w.-]*(?::[^\W\d][\w.-]*)?)"""
    r"""|(?P<variable>\$)|(?P<open>[\[(])|(?P<close>[\])])"""
    r"""|(?P<refused>[^\t\r\n -~\w])""",
)

_NAME_FUNCTIONS = frozenset({"local-name", "name"})

_CONNECTIVES = frozenset({"and", "or"})


class _Term(NamedTuple):
    """A part of an expression: where literals and calls of name functions begin in it."""

    literals: list[int]
    calls: list[int]


def translated(expression: str, known: Collection[str]) -> str:
    """An XPath expression that asks a mirror with escaped names what the given one asks the page.

    Name tests are escaped, and lowered where the page has no such name (HTML's names have no case). Texts are escaped;
    those beside a call of `name()` are names. `known`: the page's names as it spells them.
    """
    out: list[str] = []
    end = 0
    about_names = _beside_name_calls(expression)
    for match in _TOKEN.finditer(expression):
        out.append(expression[end : match.start()])
        end = match.end()
        text = match[0]
        if match.lastgroup == "literal":
            escape = xml_name if match.start() in about_names and len(text) > 2 else xml_text
            out.append(text[0] + escape(text[1:-1]) + text[-1])
        elif match.lastgroup == "name":
            out.append(xml_name(text if text in known else text.lower()))
        else:
            out.append(text)
    return "".join([*out, expression[end:]])


def first_fault(expression: str) -> tuple[str, int] | None:
    """What lxml would refuse without saying where: (reason, position), None where there is nothing of the kind."""
    for match in _TOKEN.finditer(expression):
        if match.lastgroup == "variable":
            return "variables have no value here", match.start()
        if match.lastgroup == "function" and match[0] not in XPATH_FUNCTIONS:
            return f"unknown function {match[0]}()", match.start()
        if match.lastgroup == "refused":
            return f"unexpected character {match[0]!a}", match.start()
    return None


def _beside_name_calls(expression: str) -> set[int]:
    """Where the literals begin that stand in one term with a call of `name()` or `local-name()`: in the same brackets,
    with no `and` or `or` between."""
    terms = [_Term([], [])]
    done = [terms[0]]
    for match in _TOKEN.finditer(expression):
        kind = match.lastgroup
        if kind == "literal":
            terms[-1].literals.append(match.start())
        elif kind == "function" and match[0] in _NAME_FUNCTIONS:
            terms[-1].calls.append(match.start())
        elif kind == "close" and len(terms) > 1:
            terms.pop()
        elif kind == "open" or match[0] in _CONNECTIVES:
            if kind != "open":
                terms.pop()
            terms.append(_Term([], []))
            done.append(terms[-1])
    return {literal for term in done if term.calls for literal in term.literals}

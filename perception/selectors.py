"""A CSS selector as text -> what to match, as data (SPEC 8.3).

In: a selector list. Out: a `SelectorList`, or `SelectorError` with the position of the fault. cssselect reads the
grammar; selector lists inside pseudo-classes (`:not(a, b)`, `:has(> x)`, `:nth-child(2 of .x)`) are lifted out of the
token stream first and read on their own, because its parser takes them only in part and by recursion. Matching is
`matching.py`'s: nothing here knows a page.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from cssselect.parser import (
    Attrib,
    Class,
    CombinedSelector,
    Element,
    EOFToken,
    Function,
    Hash,
    Pseudo,
    SelectorSyntaxError,
    Token,
    TokenStream,
    parse_selector,
    parse_series,
    tokenize,
)

from perception.errors import SelectorError
from perception.tables.selectors import (
    COUNTED,
    COUNTED_OF_TYPE,
    LISTS_OF_LANGUAGES,
    LONGEST_QUERY,
    RELATIVE,
    TAKES_SELECTORS,
)

MAX_LENGTH = LONGEST_QUERY
"""Characters of a selector where no other limit is given."""

MAX_NESTING = 32
"""Selector lists inside one another. HEURISTIC: written selectors nest 3 deep; matching recurses once a level."""


LIFTED = "\0"
"""Marks the names of pseudo-classes whose lists have been lifted out; no selector can contain it."""


QUIRKS = "quirks"
"""Flag of what `#id` and `.class` are made into: without case in quirks mode. Source: selectors-4 #id-selectors."""


class AttributeTest(NamedTuple):
    """`[name operator value flag]`; `exists` for none; ids are `=` on `id`, classes `~=` on `class`."""

    name: str
    operator: str
    value: str
    flag: str | None = None


class PseudoClass(NamedTuple):
    """`:name(argument)`; `selectors` its selector list, `series` the (a, b) of `an+b`."""

    name: str
    argument: tuple[str, ...]
    selectors: "SelectorList | None"
    series: tuple[int, int]
    position: int


class Compound(NamedTuple):
    """All that one element must be; `tag` is '' for any."""

    tag: str
    attributes: tuple[AttributeTest, ...]
    pseudo_classes: tuple[PseudoClass, ...]


class Complex(NamedTuple):
    """Compounds from left to right; `combinators[k]` stands before `compounds[k]`, the first is ' ' unless relative."""

    combinators: tuple[str, ...]
    compounds: tuple[Compound, ...]


SelectorList: TypeAlias = tuple[Complex, ...]
"""Alternatives: an element matches if it matches one of them."""


def check_length(query: str, longest: int) -> None:
    """Raises `SelectorError` for a selector or XPath over so many characters."""
    if len(query) > longest:
        reason = f"{len(query):,} characters, the limit is {longest:,} (`longest_query` of the profile)"
        raise SelectorError(query[:80] + "…", reason)


def parse(selector: str, longest: int = MAX_LENGTH) -> SelectorList:
    """Read a selector list. Raises `SelectorError` for what cannot be read, and for pseudo-elements."""
    check_length(selector, longest)
    try:
        return _Reader(selector).read()
    except SelectorSyntaxError as error:
        raise _located(selector, error) from None
    except UnicodeEncodeError as error:
        raise SelectorError(selector, "a lone surrogate", error.start) from None


_TOKEN = re.compile(r"<(\w+)(?: '(.*)')? at (\d+)>", re.DOTALL)
_AT = re.compile(r" at (\d+)$")


def _located(selector: str, error: SelectorSyntaxError) -> SelectorError:
    """cssselect's message without its token notation; the position is in it."""
    reason, position = str(error.msg or error), 0
    if token := _TOKEN.search(reason):
        kind, value, at = token.groups()
        position = int(at)
        reason = reason[: token.start()] + ("the end" if kind == "EOF" else repr(value)) + reason[token.end() :]
    elif at_end := _AT.search(reason):
        position, reason = int(at_end.group(1)), reason[: at_end.start()]
    return SelectorError(selector, reason[:1].lower() + reason[1:], position)


class _Open(NamedTuple):
    """A pseudo-class that takes selectors, whose parenthesis is still open; `tokens` what has come since."""

    name: str
    position: int
    tokens: list[Token]


class _Reader:
    """Reads one selector; inner lists are done before the ones round them, and stand there as their number."""

    def __init__(self, selector: str) -> None:
        self.selector = selector
        self.lists: list[SelectorList] = []

    def read(self) -> SelectorList:
        stack = [_Open("", 0, [])]
        depth = 0
        tokens = _with_dashes(tokenize(self.selector))
        for k, token in enumerate(tokens):
            out = stack[-1].tokens
            if token.is_delim("("):
                name = _function_name(tokens, k)
                if name in TAKES_SELECTORS:
                    out[-1] = Token("IDENT", LIFTED + name, out[-1].pos)
                    stack.append(_Open(name, out[-1].pos, [token]))
                    if len(stack) > MAX_NESTING:
                        raise SelectorError(self.selector, f"nested deeper than {MAX_NESTING}", token.pos)
                    continue
                depth += 1
            elif token.is_delim(")") and depth:
                depth -= 1
            elif token.is_delim(")") and len(stack) > 1:
                self._close(stack, token)
                continue
            elif token.is_delim(",") and _inside_language(out):
                continue
            out.append(token)
        if len(stack) > 1:
            raise SelectorError(self.selector, f":{stack[-1].name}( is not closed", stack[-1].position)
        return self._list(stack[0].tokens, is_relative=False)

    def _close(self, stack: list[_Open], end: Token) -> None:
        """Read the innermost list; its number stays in its place: `:not(3)`, of counted ones `:nth-child(2n of 3)`."""
        name, _, tokens = stack.pop()
        out = stack[-1].tokens
        inner = tokens[1:]
        out.append(tokens[0])
        if name in COUNTED:
            of = next((k for k, t in enumerate(inner) if t.type == "IDENT" and str(t.value).lower() == "of"), None)
            out += inner[:of]
            if of is None:
                out.append(end)
                return
            out.append(Token("IDENT", "of", inner[of].pos))
            inner = inner[of + 1 :]
        self.lists.append(self._list([*inner, EOFToken(end.pos)], is_relative=name in RELATIVE))
        out += [Token("NUMBER", str(len(self.lists) - 1), end.pos), end]

    def _list(self, tokens: Sequence[Token], is_relative: bool) -> SelectorList:
        return tuple(self._complex(part, is_relative) for part in _split(tokens))

    def _complex(self, tokens: list[Token], is_relative: bool) -> Complex:
        lead = " "
        if (
            is_relative
            and (first := next((t for t in tokens if t.type != "S"), None))
            and first.is_delim(">", "+", "~")
        ):
            lead = str(first.value)
            tokens = tokens[tokens.index(first) + 1 :]
        stream = TokenStream(tokens)
        tree, pseudo_element = parse_selector(stream)
        if pseudo_element:
            raise SelectorError(self.selector, "pseudo-elements are not selected", _pseudo_position(tokens))
        if stream.peek().type != "EOF":
            raise SelectorSyntaxError(f"Expected selector, got {stream.peek()}")
        combinators, compounds = [], []
        while isinstance(tree, CombinedSelector):
            combinators.append(tree.combinator)
            compounds.append(self._compound(tree.subselector))
            tree = tree.selector
        combinators.append(lead)
        compounds.append(self._compound(tree))
        return Complex(tuple(reversed(combinators)), tuple(reversed(compounds)))

    def _compound(self, tree: object) -> Compound:
        attributes, pseudo_classes = [], []
        while not isinstance(tree, Element):
            if isinstance(tree, Hash):
                attributes.append(AttributeTest("id", "=", tree.id, QUIRKS))
            elif isinstance(tree, Class):
                attributes.append(AttributeTest("class", "~=", tree.class_name, QUIRKS))
            elif isinstance(tree, Attrib):
                self._no_namespace(tree.namespace)
                if tree.operator == "!=":
                    raise SelectorError(self.selector, "'!=' is not of CSS; use :not([…])", self._position("!="))
                value = "" if tree.value is None else str(tree.value.value)
                attributes.append(AttributeTest(tree.attrib, tree.operator, value, tree.flag))
            elif isinstance(tree, Pseudo):
                pseudo_classes.append(PseudoClass(tree.ident.lower(), (), None, (0, 0), self._position(tree.ident)))
            elif isinstance(tree, Function):
                pseudo_classes.append(self._function(tree))
            else:
                raise SelectorError(self.selector, f"{type(tree).__name__} is not understood")
            tree = tree.selector
        self._no_namespace(tree.namespace)
        return Compound(tree.element or "", tuple(reversed(attributes)), tuple(reversed(pseudo_classes)))

    def _function(self, tree: Function) -> PseudoClass:
        name, arguments = tree.name.lower(), tree.arguments
        position = arguments[0].pos if arguments else self._position(name)
        if name in COUNTED_OF_TYPE:
            return PseudoClass(name, (), None, self._series(arguments, position), position)
        if not name.startswith(LIFTED):
            return PseudoClass(name, tuple(str(t.value) for t in arguments), None, (0, 0), position)
        name, selectors = name.removeprefix(LIFTED), None
        if name not in COUNTED or any(t == ("IDENT", "of") for t in arguments):
            selectors = self.lists[int(str(arguments[-1].value))]
            arguments = arguments[:-2] if name in COUNTED else []
        series = self._series(arguments, position) if name in COUNTED else (0, 0)
        return PseudoClass(name, (), selectors, series, position)

    def _series(self, arguments: Sequence[Token], position: int) -> tuple[int, int]:
        try:
            return parse_series(arguments)
        except ValueError:
            raise SelectorError(self.selector, "expected an+b", position) from None

    def _no_namespace(self, namespace: str | None) -> None:
        if namespace not in (None, "*"):
            raise SelectorError(self.selector, f"unknown namespace prefix {namespace!r}", self._position(namespace))

    def _position(self, word: str) -> int:
        return max(0, self.selector.find(word))


def _with_dashes(tokens: Iterable[Token]) -> list[Token]:
    """Identifiers that begin with two dashes as one token; cssselect splits them.

    Source: css-syntax-3 #would-start-an-identifier.
    """
    out: list[Token] = []
    is_dashed = False
    for token in tokens:
        last = out[-1] if out else None
        is_part = token.type in ("IDENT", "NUMBER") or token.is_delim("-")
        if is_dashed and is_part:
            out[-1] = Token("IDENT", f"{out[-1].value}{token.value}", out[-1].pos)
            continue
        is_dashed = last is not None and last.is_delim("-") and is_part and str(token.value).startswith("-")
        if is_dashed and last is not None:
            out[-1] = Token("IDENT", f"-{token.value}", last.pos)
        else:
            out.append(token)
    return out


def _function_name(tokens: Sequence[Token], k: int) -> str:
    """The name before the parenthesis at `k`, '' where that is no pseudo-class."""
    if k >= 2 and tokens[k - 1].type == "IDENT" and tokens[k - 2].is_delim(":"):
        return str(tokens[k - 1].value).lower()
    return ""


def _inside_language(tokens: Sequence[Token]) -> bool:
    """Whether the open parenthesis is that of `:lang(`, whose commas cssselect does not take."""
    for k in range(len(tokens) - 1, 0, -1):
        if tokens[k].is_delim("("):
            return _function_name(tokens, k) in LISTS_OF_LANGUAGES
        if tokens[k].type not in ("IDENT", "STRING", "S"):
            return False
    return False


def _split(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The parts between commas that stand in no parenthesis; each ends with an EOF token where it ends."""
    part: list[Token] = []
    depth = 0
    for token in tokens:
        depth += token.is_delim("(") - token.is_delim(")")
        if token.is_delim(",") and not depth:
            yield [*part, EOFToken(token.pos)]
            part = []
        else:
            part.append(token)
    yield part


def _pseudo_position(tokens: Sequence[Token]) -> int:
    return next((t.pos for t in reversed(tokens) if t.is_delim(":")), 0)


def css_identifier(text: str) -> str:
    """An identifier with what is not allowed in one escaped. Source: cssom-1 #serialize-an-identifier."""
    if text == "-":
        return "\\-"
    out = []
    for k, c in enumerate(text):
        is_leading_digit = c in _DIGITS and (k == 0 or (k == 1 and text[0] == "-"))
        if c == "\0":
            out.append("\N{REPLACEMENT CHARACTER}")
        elif is_leading_digit or c < " " or c == "\x7f":
            out.append(f"\\{ord(c):x} ")
        elif c >= "\x80" or c.isalnum() or c in "-_":
            out.append(c)
        else:
            out.append(f"\\{c}")
    return "".join(out)


def css_string(text: str) -> str:
    """A quoted string. Source: cssom-1 #serialize-a-string."""
    return '"' + _IN_STRING.sub(_escaped, text) + '"'


def _escaped(match: re.Match[str]) -> str:
    c = match[0]
    return f"\\{c}" if c in '"\\' else f"\\{ord(c):x} "


_DIGITS = frozenset("0123456789")
_IN_STRING = re.compile(r'["\\\x01-\x1f\x7f]')

"""What must not leave a capture: values of secret fields, copies of them, tokens in URLs (SPEC 1.6).

In: the columns of a capture before they are frozen. Out: the same columns without secrets, and which fields hold them:
nothing is read from the columns before, so that no output can hold a secret. A word that the page uses as a word stays,
though somebody may have taken it for a password; so do names, references and keywords (`STRUCTURAL_ATTRIBUTES`).
"""

import json
import re
from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple, Protocol
from urllib.parse import quote, quote_plus

from perception.columns import positions
from perception.tables.elements import URL_ATTRIBUTES
from perception.tables.secrets import (
    CACHE_PARAMETERS,
    DIGITS_LENGTH,
    JWT,
    LABEL_ATTRIBUTES,
    LETTERS_LENGTH,
    LONGEST_PATTERN,
    MASK,
    MOST_PATTERNS,
    NAME_SUFFIXES,
    NAMED_TOKEN_LENGTH,
    NAMING_ATTRIBUTES,
    OWN_COPY_LENGTH,
    SECRET_AUTOCOMPLETE,
    SECRET_INPUT_TYPES,
    SECRET_NAMES,
    STRUCTURAL_ATTRIBUTES,
    TOKEN_LENGTH,
    TOKEN_PARAMETER_PARTS,
    TOKEN_PARAMETER_WORDS,
    TOKEN_RUN,
    TOKEN_WORDS,
    VALUELESS_INPUT_TYPES,
    WORD_LENGTH,
)

Mask = Callable[[str], str]


class Columns(Protocol):
    """The columns that are read and changed here; see `Snapshot`. `strings` ends with ''."""

    strings: list[str]
    subtree_end: list[int]
    parent: list[int]
    tag: list[str]
    node_value: list[int]
    box_node: list[int]
    box_text: list[int]
    attribute_row: list[int]
    attribute_rows: list[list[int]]
    style_rows: list[dict[str, str]]
    input_value: dict[int, str]
    text_value: dict[int, str]
    current_source_url: dict[int, str]


class Field(NamedTuple):
    """A secret field: its node, what it holds (live and authored), whether it is a hidden input, its name."""

    node: int
    values: tuple[str, ...]
    is_hidden: bool
    name: str


def is_secret_field(tag: str, attributes: dict[str, str]) -> bool:
    """Whether a field's value is a secret, by its type, its autofill tokens, its name, or the label in its markup."""
    if tag == "input":
        kind = attributes.get("type", "").strip().lower()
        if kind in SECRET_INPUT_TYPES or kind in VALUELESS_INPUT_TYPES:
            return kind in SECRET_INPUT_TYPES
    elif tag != "textarea":
        return False
    if not SECRET_AUTOCOMPLETE.isdisjoint(attributes.get("autocomplete", "").lower().split()):
        return True
    return any(names_secret(attributes.get(key, "")) for key in NAMING_ATTRIBUTES)


_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def _words(name: str) -> list[str]:
    """The words of an identifier: `newPassword_2` -> new, password."""
    return [word.lower() for word in _WORD.findall(name)]


def names_secret(name: str) -> bool:
    """Whether the last words of a field's name say that a secret is typed into it."""
    words = _words(name)
    while words and words[-1] in NAME_SUFFIXES:
        words.pop()
    return any("".join(words[-k:]) in SECRET_NAMES for k in (1, 2, 3))


# ------------------------------------------------------------------------------------------------ columns


class Hidden(NamedTuple):
    """`fields`: the nodes of the secret fields; `mask`: masks copies of what was typed in any further text."""

    fields: frozenset[int]
    mask: Mask


def hide_secrets(columns: Columns) -> Hidden:
    """Take the secrets out of the columns."""
    fields = list(_fields(columns))
    if not fields:
        return Hidden(frozenset(), _unchanged)
    mask = _typed_copies(columns, [f for f in fields if not f.is_hidden])
    strings = _Strings(columns.strings)
    if mask is not None:
        _mask_copies(columns, strings, mask)
    tokens = _tokens(columns, strings, [f for f in fields if f.is_hidden])
    if tokens:
        _mask_tokens(columns, strings, tokens)
    filled = [field for field in fields if field.values]
    for field in filled:
        _erase(columns, field)
    _clean_rows(columns, strings, filled)
    strings.close()
    return Hidden(frozenset(field.node for field in fields), mask or _unchanged)


def _unchanged(text: str) -> str:
    return text


class _Strings:
    """The string table, and what is to be added to it: new strings have their index at once, their place on `close`."""

    def __init__(self, table: list[str]) -> None:
        self.table = table
        self.begin = len(table) - 1  # the closing '' makes room
        self.added: dict[str, int] = {}
        self.new: list[str] = []

    def index_of(self, text: str) -> int:
        """The index of a new string."""
        if text not in self.added:
            self.added[text] = self.begin + len(self.new)
            self.new.append(text)
        return self.added[text]

    def text(self, k: int) -> str:
        return self.table[k] if k < self.begin else self.new[k - self.begin]

    def close(self) -> None:
        self.table[-1:] = [*self.new, ""]


def _fields(columns: Columns) -> Iterator[Field]:
    for i in sorted(i for tag in _FIELDS for i in positions(columns.tag, tag)):
        tag, attributes = columns.tag[i], _attributes(columns, i)
        if is_secret_field(tag, attributes):
            texts = (columns.strings[columns.node_value[c]] for c in _texts(columns, i)) if tag == "textarea" else ()
            values = (
                columns.input_value.get(i, ""),
                columns.text_value.get(i, ""),
                attributes.get("value", ""),
                *texts,
            )
            is_hidden = tag == "input" and attributes.get("type", "").strip().lower() == "hidden"
            yield Field(i, tuple(v for v in values if v and v != MASK), is_hidden, attributes.get("name", ""))


_FIELDS = ("input", "textarea")


def _attributes(columns: Columns, i: int) -> dict[str, str]:
    row, strings = columns.attribute_rows[columns.attribute_row[i]], columns.strings
    return {strings[row[k]].lower(): strings[row[k + 1]] for k in range(len(row) - 2, -2, -2)}


def _texts(columns: Columns, i: int) -> range:
    """The nodes below a textarea: its authored value."""
    return range(i + 1, columns.subtree_end[i])


def _erase(columns: Columns, field: Field) -> None:
    """The live value becomes the mask; the authored one, if it is text, goes."""
    for column in (columns.input_value, columns.text_value):
        if column.get(field.node):
            column[field.node] = MASK
    if columns.tag[field.node] == "textarea":
        below = _texts(columns, field.node)
        for child in below:
            columns.node_value[child] = -1
        columns.box_text[:] = [-1 if i in below else k for i, k in zip(columns.box_node, columns.box_text, strict=True)]


# ------------------------------------------------------------------------------------------------ copies, typed


def _typed_copies(columns: Columns, fields: list[Field]) -> Mask | None:
    """Masks copies of typed secrets in a text, keeping its length; None where no secret can be told from a word."""
    values = dict.fromkeys(value.strip() for field in fields for value in field.values)
    known = [value for value in values if _is_distinctive(value)]
    letters = [value for value in known if not _is_mixed(value)]
    if letters:
        words = _page_words(columns)
        known = [
            value for value in known if _is_mixed(value) or not words.issuperset(_LETTERS.findall(value.casefold()))
        ]
    if not known:
        return None
    hunted = known[:MOST_PATTERNS]
    long = sorted((value for value in hunted if len(value) > LONGEST_PATTERN), key=len, reverse=True)
    patterns = sorted((form for value in hunted if value not in long for form in _forms(value)), key=len, reverse=True)
    find = re.compile("|".join(patterns), re.IGNORECASE) if patterns else None
    whole = frozenset(known[MOST_PATTERNS:])

    def mask(text: str) -> str:
        if text in whole:
            return _bullets(text)
        for value in long:
            text = text.replace(value, _bullets(value)) if len(text) >= len(value) else text
        return find.sub(lambda match: _bullets(match[0]), text) if find is not None else text

    return mask


_LETTERS = re.compile(r"[^\W\d_]+")


def _is_mixed(value: str) -> bool:
    """More than letters between blanks."""
    return not all(word.isalpha() for word in value.split())


def _is_distinctive(value: str) -> bool:
    """Long enough to be told from what a page shows anyway."""
    if value.isdigit():
        return len(value) >= DIGITS_LENGTH
    return len(value) >= (WORD_LENGTH if _is_mixed(value) else LETTERS_LENGTH)


def _bullets(text: str) -> str:
    """As long as the text in UTF-16 units, which text boxes count."""
    return "•" * (len(text.encode("utf-16-le")) // 2)


_BETWEEN_DIGITS = re.compile(r"[\s\-\u2010-\u2015]")
"""What parts the groups of a card number or a code: `4111 1111`, `551-902`."""


def _forms(value: str) -> Iterator[str]:
    """Patterns for a secret as it is, in a URL, in JSON and in HTML; a number also in groups."""
    digits = _BETWEEN_DIGITS.sub("", value)
    if digits.isdecimal():
        between = f"{_BETWEEN_DIGITS.pattern}?"
        yield rf"(?<!\d){between.join(digits)}(?!\d)"
        return
    yield "".join(map(_spellings, value))


def _spellings(c: str) -> str:
    """A pattern for a character as it is and as URLs, JSON, scripts and HTML write it."""
    if c.isalnum() and c.isascii():
        return c
    code = ord(c)
    written = (
        c,
        quote(c, safe="", errors="replace"),
        quote_plus(c, errors="replace"),
        json.dumps(c)[1:-1],
        f"\\u{code:04x}",
        escape(c),
        f"&#{code};",
        f"&#x{code:x};",
    )
    return f"(?:{'|'.join(map(re.escape, dict.fromkeys(written)))})"


def _page_words(columns: Columns) -> set[str]:
    """The words that the page uses: in texts that are no code, and as keywords of its structure."""
    strings, node_value, tag, parent = columns.strings, columns.node_value, columns.tag, columns.parent
    texts = {node_value[i] for i, t in enumerate(tag) if t == "#text" and tag[parent[i]] not in _CODE}
    for row in columns.attribute_rows:
        texts.update(row[::2])
        texts.update(row[k + 1] for k in range(0, len(row), 2) if strings[row[k]].lower() in STRUCTURAL_ATTRIBUTES)
    words: set[str] = set()
    for k in texts:
        words.update(_LETTERS.findall(strings[k].casefold()))
    return words


_CODE = ("script", "style", "template", "noscript")


def _mask_copies(columns: Columns, strings: _Strings, mask: Mask) -> None:
    """Copies of what was typed: in texts, attributes, generated content, other fields, URLs."""
    new = {k: strings.index_of(clean) for k, text in enumerate(strings.table) if (clean := mask(text)) != text}
    if new:
        columns.node_value[:] = [new.get(k, k) for k in columns.node_value]
        columns.box_text[:] = [new.get(k, k) for k in columns.box_text]
        for row in columns.attribute_rows:
            for k in range(0, len(row), 2):
                if row[k + 1] in new and strings.table[row[k]].lower() not in STRUCTURAL_ATTRIBUTES:
                    row[k + 1] = new[row[k + 1]]
    for style in columns.style_rows:
        if "content" in style:
            style["content"] = mask(style["content"])
    for column in (columns.input_value, columns.text_value, columns.current_source_url):
        for i, text in column.items():
            column[i] = mask(text)


# ------------------------------------------------------------------------------------------------ copies, tokens


def _tokens(columns: Columns, strings: _Strings, fields: list[Field]) -> dict[str, None]:
    """Values of hidden inputs that look like tokens and are no names or texts of the page."""
    found = dict.fromkeys(v.strip() for field in fields for v in field.values if _is_token(v.strip(), field.name))
    if not found:
        return {}
    shown = {strings.text(columns.node_value[i]).strip() for i, tag in enumerate(columns.tag) if tag == "#text"}
    for row in columns.attribute_rows:
        shown.update(
            strings.text(row[k + 1])
            for k in range(0, len(row), 2)
            if strings.text(row[k]).lower() in STRUCTURAL_ATTRIBUTES
        )
    return {token: None for token in found if token not in shown}


def _is_token(value: str, name: str) -> bool:
    if len(value.split()) != 1 or "://" in value or value.startswith("/"):
        return False
    if len(value) >= NAMED_TOKEN_LENGTH and not TOKEN_WORDS.isdisjoint(_words(name)):
        return True
    has_both = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return len(value) >= TOKEN_LENGTH and has_both


def _mask_tokens(columns: Columns, strings: _Strings, tokens: dict[str, None]) -> None:
    """Copies of tokens in attributes: whole ones, and within the text of attributes; of URLs only in the query."""
    looked_for = sorted(list(tokens)[:MOST_PATTERNS], key=len, reverse=True)
    blob = "\0".join(strings.table)
    is_within = any(blob.count(token) > 1 for token in looked_for)
    for row in columns.attribute_rows:
        for k in range(0, len(row), 2):
            text, name = strings.text(row[k + 1]), strings.table[row[k]].lower()
            if name in STRUCTURAL_ATTRIBUTES:
                continue
            if text in tokens and name not in URL_ATTRIBUTES:
                row[k + 1] = strings.index_of(MASK)
            elif is_within and len(text) > NAMED_TOKEN_LENGTH:
                head, tail = _path_and_query(text) if name in URL_ATTRIBUTES else ("", text)
                for token in looked_for:
                    tail = tail.replace(token, MASK)
                clean = head + tail
                if clean != text:
                    row[k + 1] = strings.index_of(clean)


def _clean_rows(columns: Columns, strings: _Strings, fields: list[Field]) -> None:
    """Clean the rows of the fields, and empty those that nothing has any more."""
    before = {columns.attribute_row[field.node] for field in fields}
    for field in fields:
        _clean_row(columns, strings, field)
    for row in before.difference(columns.attribute_row):
        columns.attribute_rows[row] = []


def _clean_row(columns: Columns, strings: _Strings, field: Field) -> None:
    """A secret field gets a row of its own: its value becomes the mask, copies go, however short."""
    row = list(columns.attribute_rows[columns.attribute_row[field.node]])
    values = {value.strip() for value in field.values}
    inside = [v for v in values if len(v) >= OWN_COPY_LENGTH and not v.isalpha()]
    for k in range(0, len(row), 2):
        name, text = strings.table[row[k]].lower(), strings.text(row[k + 1])
        if name == "value":
            row[k + 1] = strings.index_of(MASK) if text else -1
        elif name in STRUCTURAL_ATTRIBUTES or not text:
            continue
        elif text.strip() in values and not (name in LABEL_ATTRIBUTES and text.strip().isalpha()):
            row[k + 1] = -1
        elif name not in URL_ATTRIBUTES and any(v in text for v in inside):
            whole_words = "|".join(rf"(?<!\w){re.escape(v)}(?!\w)" for v in inside)
            row[k + 1] = strings.index_of(re.sub(whole_words, MASK, text))
    columns.attribute_row[field.node] = len(columns.attribute_rows)
    columns.attribute_rows.append(row)


def _path_and_query(url: str) -> tuple[str, str]:
    """A URL up to its query or fragment, and the rest."""
    cut = re.search(r"[?#]", url)
    return (url[: cut.start()], url[cut.start() :]) if cut else (url, "")


# ------------------------------------------------------------------------------------------------ URLs

_PARAMETER = re.compile(r"""([?&#;]([^=&#;?\s]{1,200})=)([^&#;?\s"'<>]+)""")
_PART = re.compile(r"[^a-z]+")
_JWT = re.compile(JWT)
_RUN = re.compile(rf"[A-Za-z0-9]{{{TOKEN_RUN},}}")
_USER = re.compile(r"(://[^/?#\s:@]{0,200}:)[^/?#\s@]{1,200}(?=@)")


def masked_url(url: str) -> str:
    """The URL, or text with URLs, with the values of token-like parameters and passwords of users masked."""
    if "=" in url and ("?" in url or "#" in url or ";" in url):
        url = _PARAMETER.sub(_masked_parameter, url)
    return _USER.sub(rf"\1{MASK}", url) if "@" in url and "://" in url else url


def _masked_parameter(match: re.Match[str]) -> str:
    head, name, value = match.groups()
    lower = name.lower()
    is_token = _names_token(lower) or (lower not in CACHE_PARAMETERS and _is_token_value(value))
    return head + MASK if is_token else match[0]


def _names_token(name: str) -> bool:
    return any(word in name for word in TOKEN_PARAMETER_WORDS) or not TOKEN_PARAMETER_PARTS.isdisjoint(
        _PART.split(name)
    )


def _is_token_value(value: str) -> bool:
    if "%2f" in value.lower():
        return False  # an address
    return _JWT.fullmatch(value) is not None or any(
        sum(c.isdigit() for c in run) >= 2 and sum(c.isalpha() for c in run) >= 2 for run in _RUN.findall(value)
    )

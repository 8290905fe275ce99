"""What must not leave a capture: values of secret fields, copies of them, tokens in URLs (SPEC 1.6).

In: node columns, before they are frozen. Out: `Secrets`: which fields hold secrets, and attribute rows without them.
`domsight redact` uses the same rules on the raw JSON. It does not judge text that the page itself shows.
"""

import re
from collections.abc import Callable, Iterable
from itertools import compress
from typing import NamedTuple, Protocol

from perception.tables.secrets import (
    AUTOCOMPLETE_SECRETS,
    COPY_MIN_LENGTH,
    INPUT_TYPE_SECRETS,
    KEPT_ATTRIBUTES,
    MASK,
    TOKEN_PARAMETER,
)


class Columns(Protocol):
    """The columns that are read here."""

    strings: list[str]
    tag: list[str]
    attribute_row: list[int]
    attribute_rows: list[list[int]]
    input_value: dict[int, str]
    text_value: dict[int, str]


class Secrets(NamedTuple):
    """`fields`: nodes whose value is secret; `rows`: number of a distinct attribute row -> the row without copies of
    secrets; `field_rows`: node -> its own row without its value; `strings`: new table entries, to be put before the
    closing empty one."""

    fields: frozenset[int]
    rows: dict[int, list[int]]
    field_rows: dict[int, list[int]]
    strings: list[str]


def is_secret_field(tag: str, input_type: str, autocomplete: str) -> bool:
    """Whether a field's value is a secret, by its type and its autofill tokens."""
    if tag == "input" and input_type.strip().lower() in INPUT_TYPE_SECRETS:
        return True
    return tag in _FIELDS and not AUTOCOMPLETE_SECRETS.isdisjoint(autocomplete.lower().split())


_FIELDS = frozenset({"input", "select", "textarea"})


def find_secrets(columns: Columns) -> Secrets:
    """The secret fields of a page, and its attribute rows with their values and copies masked."""
    fields = [i for i in _candidates(columns) if _is_secret(columns, i)]
    if not fields:
        return Secrets(frozenset(), {}, {}, [])
    secrets = {text for i in fields for text in _values(columns, i) if text}
    return Secrets(frozenset(fields), *_masked_rows(columns, fields, secrets))


def _candidates(columns: Columns) -> list[int]:
    """Text fields have a live value on the wire, but a capture may lack it: look at every field."""
    return list(compress(range(len(columns.tag)), map(_FIELDS.__contains__, columns.tag)))


def _is_secret(columns: Columns, i: int) -> bool:
    row, strings = columns.attribute_rows[columns.attribute_row[i]], columns.strings
    named = {strings[row[k]].lower(): strings[row[k + 1]] for k in range(0, len(row), 2)}
    return is_secret_field(columns.tag[i], named.get("type", ""), named.get("autocomplete", ""))


def _values(columns: Columns, i: int) -> Iterable[str]:
    row, strings = columns.attribute_rows[columns.attribute_row[i]], columns.strings
    yield columns.input_value.get(i, "")
    yield columns.text_value.get(i, "")
    for k in range(0, len(row), 2):
        if strings[row[k]].lower() == "value":
            yield strings[row[k + 1]]


def _masked_rows(
    columns: Columns, fields: list[int], secrets: set[str]
) -> tuple[dict[int, list[int]], dict[int, list[int]], list[str]]:
    """Rows that hold a secret: the value of a field goes, a copy elsewhere is masked within its text."""
    strings = columns.strings
    mask = masked_by(secrets)
    new_index: dict[int, int] = {}
    added: list[str] = []
    for k, text in enumerate(strings):
        if mask and len(text) >= COPY_MIN_LENGTH and (clean := mask(text)) != text:
            new_index[k] = len(strings) - 1 + len(added)
            added.append(clean)
    rows = {}
    if new_index:
        for number, row in enumerate(columns.attribute_rows):
            out = _masked_row(row, strings, new_index)
            if out != row:
                rows[number] = out
    field_rows = {}
    for i in fields:
        number = columns.attribute_row[i]
        field_rows[i] = _field_row(rows.get(number, columns.attribute_rows[number]), columns, secrets)
    return rows, field_rows, added


def _masked_row(row: list[int], strings: list[str], new_index: dict[int, int]) -> list[int]:
    out = list(row)
    for k in range(0, len(row), 2):
        if strings[row[k]].lower() not in KEPT_ATTRIBUTES:
            out[k + 1] = new_index.get(row[k + 1], row[k + 1])
    return out


def _field_row(row: list[int], columns: Columns, secrets: set[str]) -> list[int]:
    """A secret field's own row: without its value, and without exact copies of it, however short."""
    out, strings = list(row), columns.strings
    for k in range(0, len(row), 2):
        name = strings[row[k]].lower()
        is_copy = name not in KEPT_ATTRIBUTES and row[k + 1] < len(strings) and strings[row[k + 1]] in secrets
        if name == "value" or is_copy:
            out[k + 1] = -1
    return out


def masked_by(secrets: Iterable[str]) -> Callable[[str], str] | None:
    """A function that masks the secrets within a text; None where none is long enough to tell from ordinary words."""
    known = sorted((s for s in secrets if len(s) >= COPY_MIN_LENGTH), key=len, reverse=True)
    if not known:
        return None
    pattern = re.compile("|".join(map(re.escape, known)))
    return lambda text: pattern.sub(MASK, text)


_TOKEN = re.compile(TOKEN_PARAMETER, re.IGNORECASE)


def masked_url(url: str) -> str:
    """The URL with the values of token-like query and fragment parameters masked."""
    if "=" not in url or not ("?" in url or "#" in url):
        return url
    return _TOKEN.sub(lambda match: match.group(1) + MASK, url)

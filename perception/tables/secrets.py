"""Which fields and parameters hold secrets.

Source: html #autofill-field for the tokens; SPEC 1.6.
"""

INPUT_TYPE_SECRETS = frozenset({"hidden", "password"})

AUTOCOMPLETE_SECRETS = frozenset({"cc-csc", "cc-number", "current-password", "new-password", "one-time-code"})

COPY_MIN_LENGTH = 4
"""HEURISTIC: a shorter secret cannot be told from ordinary words, so its copies outside its own field are not hunted."""

KEPT_ATTRIBUTES = frozenset({"autocomplete", "class", "for", "id", "inputmode", "name", "role", "style", "type"})
"""Attributes that structure the page; masking them would break references."""

MASK = "•••"

TOKEN_PARAMETER = (
    r"([?&#;](?:"
    r"[\w.\-\[\]%]*(?:token|secret|passw(?:or)?d|api[_-]?key|access[_-]?key|signature|credential|jwt|csrf|xsrf)[\w.\-\[\]%]*"
    r"|(?:[\w.\-]*[_.\-])?(?:auth|sid|sess(?:ion)?[_-]?id|sessid|sig|pwd|otp|nonce)(?:[_.\-][\w.\-]*)?"
    r")=)[^&#;]+"
)
"""HEURISTIC: a query or fragment parameter whose name holds one of the long words, or one of the short ones as a whole
part (`auth`, not `author`), carries a token. Group 1 is everything up to the value."""

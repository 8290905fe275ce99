"""Which fields and parameters hold secrets, and how their copies are told from ordinary words (SPEC 1.6).

Source: html #autofill-field for the tokens of `autocomplete`.
"""

MASK = "•••"
"""What stands for a secret value: that there is one, not how long it is."""

SECRET_INPUT_TYPES = frozenset({"hidden", "password"})

VALUELESS_INPUT_TYPES = frozenset({"button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"})
"""Inputs into which nothing is typed: autofill tokens and names do not make their value a secret."""

SECRET_AUTOCOMPLETE = frozenset({"cc-csc", "cc-number", "current-password", "new-password", "one-time-code"})

SECRET_NAMES = frozenset(
    {
        "cardnumber",
        "ccnumber",
        "creditcardnumber",
        "csc",
        "cvc",
        "cvv",
        "onetimecode",
        "onetimepassword",
        "otp",
        "passcode",
        "passphrase",
        "passwd",
        "password",
        "passwort",
        "pwd",
        "securitycode",
        "verificationcode",
    }
)
"""HEURISTIC: the last words of one of `NAMING_ATTRIBUTES`, joined. A password that an eye button shows is in a plain
text input, often without `autocomplete`; the whole of the last words must be one of these (`password_hint` is none)."""

NAMING_ATTRIBUTES = ("name", "id", "aria-label", "placeholder")
"""What calls a field by a name, in the markup of the field itself."""

NAME_SUFFIXES = frozenset({"again", "confirm", "confirmation", "current", "new", "old", "repeat", "verify"})
"""Words that may follow one of `SECRET_NAMES` (`password_confirmation`)."""

TOKEN_WORDS = frozenset(
    {"auth", "authenticity", "credential", "csrf", "csrfmiddlewaretoken", "jwt", "key", "nonce", "secret", "session",
     "sid", "sig", "signature", "state", "ticket", "token", "viewstate", "xsrf"}
)  # fmt: skip
"""Words of a hidden input's name that say that its value is a token."""

TOKEN_LENGTH = 12
NAMED_TOKEN_LENGTH = 6
"""HEURISTIC: copies of a hidden input's value are hunted if it is at least so long, has a letter and a digit and no
white space, or is at least `NAMED_TOKEN_LENGTH` long under a name with a word of `TOKEN_WORDS`; shorter ones are ids,
languages and quantities that pages show everywhere."""

WORD_LENGTH = 4
DIGITS_LENGTH = 6
LETTERS_LENGTH = 6
"""HEURISTIC: copies of a typed secret are hunted on the whole page if it has at least `WORD_LENGTH` characters of two
kinds, `DIGITS_LENGTH` digits, or `LETTERS_LENGTH` letters that are no words of the page; shorter ones only on their own
field. Numbers are found in groups too, as cards and codes are printed."""

MOST_PATTERNS = 32
"""HEURISTIC: so many distinct secrets are looked for within texts (a page has one or two); of further ones only whole
copies are found, so that a page with thousands of them stays linear."""

LONGEST_PATTERN = 256
"""HEURISTIC: copies of a secret of more characters are found only as it is: nobody types so long a password, and the
cost of a pattern is that of its length."""

OWN_COPY_LENGTH = 3
"""HEURISTIC: a secret of at least so many characters is also found within the attributes of its own field."""

STRUCTURAL_ATTRIBUTES = frozenset(
    {"aria-activedescendant", "aria-atomic", "aria-autocomplete", "aria-busy", "aria-controls", "aria-describedby",
     "aria-details", "aria-disabled", "aria-errormessage", "aria-expanded", "aria-flowto", "aria-haspopup",
     "aria-hidden", "aria-invalid", "aria-labelledby", "aria-live", "aria-modal", "aria-multiline", "aria-owns",
     "aria-readonly", "aria-required", "autocapitalize", "autocomplete", "autocorrect", "autofocus", "class", "cols",
     "contenteditable", "dir", "disabled", "enterkeyhint", "for", "form", "hidden", "id", "inert", "inputmode", "lang",
     "list", "maxlength", "minlength", "name", "pattern", "readonly", "required", "role", "rows", "size",
     "spellcheck", "style", "tabindex", "type"}
)  # fmt: skip
"""Attributes that structure the page: an equal value there is a reference or a keyword, not a copy."""

LABEL_ATTRIBUTES = frozenset({"alt", "aria-description", "aria-label", "aria-placeholder", "placeholder", "title"})
"""Attributes that hold words for people: an ordinary word there is a label, not a copy."""

TOKEN_PARAMETER_PARTS = frozenset({"auth", "jwt", "nonce", "otp", "pwd", "sess", "session", "sid", "sig", "ticket"})
"""A parameter of a URL carries a token if one of these is a whole part of its name (`auth`, not `author`) ..."""

TOKEN_PARAMETER_WORDS = (
    "accesskey",
    "access_key",
    "access-key",
    "apikey",
    "api_key",
    "api-key",
    "credential",
    "csrf",
    "passwd",
    "password",
    "secret",
    "sessid",
    "sessionid",
    "signature",
    "token",
    "xsrf",
)
"""... or one of these stands anywhere in it."""

JWT = r"eyJ[\w\-]{8,}\.[\w\-]+\.[\w\-]*"
"""A parameter's value that is a token under any name: the header of a JSON Web Token begins with `{"`."""

TOKEN_RUN = 24
"""HEURISTIC: so is one with so many letters and digits on end, two of each at least, as keys and hashes have and words
and UUIDs have not."""

CACHE_PARAMETERS = frozenset(
    {"_", "build", "digest", "etag", "fp", "h", "hash", "md5", "rev", "sha", "v", "ver", "version"}
)
"""Names under which a hash is a file's version; it is no token there."""

"""What a locator may be made of.

Source: attribute names that test tools use by default (Playwright, Testing Library, Cypress, Selenium guides).
"""

TEST_ID_ATTRIBUTES = ("data-testid", "data-test-id", "data-test", "data-qa", "data-cy")
"""In the order in which they are tried."""

NAMING_ATTRIBUTES = (
    "id",
    "name",
    "aria-label",
    "placeholder",
    "alt",
    "title",
    "href",
    "for",
    "type",
    "role",
    "value",
    "src",
    "action",
    "aria-controls",
    "aria-labelledby",
    "data-id",
    "data-action",
)
"""Attributes that tell elements apart and stay while a page is used; those that authors mean as names come first."""

VALUED_TYPES = ("button", "checkbox", "radio", "reset", "submit")
"""Types of inputs whose value attribute says which one it is. Source: html #attr-input-value modes default and on."""

MAX_VALUE = 80
"""Characters of an attribute value in a locator. HEURISTIC: on the corpus 97 % of names and 99 % of ids are shorter."""

MAX_PAIRED = 5
"""Conditions of one element that are tried two at a time. HEURISTIC: on the corpus a sixth one was never needed."""

GENERATED = (
    r"\d{4,}"
    r"|(?=[a-z0-9]*\d[a-z0-9]*[a-z])[a-z0-9]{9,}"
    r"|^:r[0-9a-z]+:$"
    r"|^(?:ember|ext-gen|headlessui-|mui-|radix-|react-aria|yui_)"
)
"""HEURISTIC: an id or class that looks made by a program (long numbers, hashes, counters of known libraries) is used
only where nothing else is unique: it changes with the next load."""

HTML_ONLY_NAME = r"[a-z][a-z0-9-]*"
"""Names that XPath takes as a name test on HTML elements; others are compared by `name()`."""

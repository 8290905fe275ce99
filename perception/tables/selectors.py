"""What is said about selectors in general: which pseudo-classes take what, which can't be told from a capture.

Source: selectors-4; html #selectors; html #case-sensitivity-of-selectors.
"""

COUNTED = frozenset({"nth-child", "nth-last-child"})
"""Take `an+b`, and after `of` a selector list. Source: selectors-4 #child-index."""

COUNTED_OF_TYPE = frozenset({"nth-last-of-type", "nth-of-type"})
"""Take `an+b` alone. Source: selectors-4 #typed-child-index."""

RELATIVE = frozenset({"has"})
"""Take selectors that may begin with a combinator. Source: selectors-4 #relational."""

MATCHES_ANY = frozenset({"-webkit-any", "any", "is", "matches", "where"})
"""Source: selectors-4 #matches, #zero-matches, and the names they had before."""

TAKES_SELECTORS = COUNTED | RELATIVE | MATCHES_ANY | {"not"}

LISTS_OF_LANGUAGES = frozenset({"lang"})

CASE_INSENSITIVE_VALUES = frozenset(
    {
        "accept",
        "accept-charset",
        "align",
        "alink",
        "axis",
        "bgcolor",
        "charset",
        "checked",
        "clear",
        "codetype",
        "color",
        "compact",
        "declare",
        "defer",
        "dir",
        "direction",
        "disabled",
        "enctype",
        "face",
        "frame",
        "hreflang",
        "http-equiv",
        "lang",
        "language",
        "link",
        "media",
        "method",
        "multiple",
        "nohref",
        "noresize",
        "noshade",
        "nowrap",
        "readonly",
        "rel",
        "rev",
        "rules",
        "scope",
        "scrolling",
        "selected",
        "shape",
        "target",
        "text",
        "type",
        "valign",
        "valuetype",
        "vlink",
    }
)
"""Attributes of HTML elements whose values are compared without case. Source: html #case-sensitivity-of-selectors."""

POSITIONAL = {
    "first-child": ("nth-child",),
    "first-of-type": ("nth-of-type",),
    "last-child": ("nth-last-child",),
    "last-of-type": ("nth-last-of-type",),
    "only-child": ("nth-child", "nth-last-child"),
    "only-of-type": ("nth-of-type", "nth-last-of-type"),
}
"""Pseudo-class -> the counted ones that must hold with 1. Source: selectors-4 #structural-pseudos."""

NOT_IN_A_CAPTURE = frozenset(
    {
        "active",
        "active-view-transition",
        "autofill",
        "buffering",
        "defined",
        "focus-visible",
        "fullscreen",
        "hover",
        "invalid",
        "modal",
        "muted",
        "paused",
        "picture-in-picture",
        "playing",
        "popover-open",
        "seeking",
        "stalled",
        "state",
        "user-invalid",
        "user-valid",
        "valid",
        "volume-locked",
    }
)
"""Pseudo-classes about what a capture does not hold: the pointer, validity, playback, top layer, custom states."""

NEVER_MATCH = frozenset({"current", "future", "host-context", "past", "visited"})
"""Match no element from outside: privacy hides visited links, hosts are matched from within their trees only."""

CHECKABLE_TYPES = frozenset({"checkbox", "radio"})

REQUIRABLE_ELEMENTS = frozenset({"input", "select", "textarea"})

OPTIONAL_ELEMENTS = REQUIRABLE_ELEMENTS | {"button"}

NOT_REQUIRABLE_TYPES = frozenset({"button", "color", "hidden", "image", "range", "reset", "submit"})
"""Input types that `required` does not apply to. Source: html #do-not-apply."""

READ_ONLY_TYPES = frozenset(
    {"button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"}
)
"""Input types that `readonly` does not apply to, so that they are never `:read-write`. Source: html #do-not-apply."""

PLACEHOLDER_TYPES = frozenset({"email", "number", "password", "search", "tel", "text", "url"})
"""Input types that show a placeholder. Source: html #the-placeholder-attribute."""

NUMBER_TYPES = frozenset({"number", "range"})

RANGE_TYPES = NUMBER_TYPES | {"date", "datetime-local", "month", "time", "week"}
"""Input types with min and max; dates and times compare as texts. Source: html #the-min-and-max-attributes."""

LINK_ELEMENTS = frozenset({"a", "area"})

LANGUAGE_ATTRIBUTES = ("lang", "xml:lang")
"""The later one wins. Source: html #language."""

IDLE_BUTTON_TYPES = frozenset({"button", "reset"})
"""Types of buttons that submit nothing. Source: html #attr-button-type."""

SUBMIT_TYPES = frozenset({"image", "submit"})

DIRECTIONS = frozenset({"ltr", "rtl"})

NOT_FOR_DIRECTION = frozenset({"bdi", "script", "style", "textarea"})
"""Elements whose text does not count for `dir=auto` around them. Source: html #contained-text-auto-directionality."""

STRONG_DIRECTIONS = {"AL": "rtl", "L": "ltr", "R": "rtl"}
"""Bidirectional class -> the direction it gives to `dir=auto`. Source: html #the-dir-attribute."""

OPENING_ELEMENTS = frozenset({"details", "dialog"})
"""Are `:open` by their attribute; whether a list or picker is open is not in a capture. Source: html #selector-open."""

XPATH_FUNCTIONS = frozenset(
    {
        "boolean",
        "ceiling",
        "comment",
        "concat",
        "contains",
        "count",
        "false",
        "floor",
        "id",
        "lang",
        "last",
        "local-name",
        "name",
        "namespace-uri",
        "node",
        "normalize-space",
        "not",
        "number",
        "position",
        "processing-instruction",
        "round",
        "starts-with",
        "string",
        "string-length",
        "substring",
        "substring-after",
        "substring-before",
        "sum",
        "text",
        "translate",
        "true",
    }
)
"""The functions and node types of XPath 1.0. Source: xpath-10 #corelib, #NT-NodeType."""

LONGEST_QUERY = 10_000
"""Characters of a selector or XPath. HEURISTIC: locators on 157 pages stay under 2,000; the cost grows with the
length."""

"""Facts about HTML elements that several passes need.

Source: html (elements, void elements, attributes that hold URLs).
"""

URL_ATTRIBUTES = frozenset(
    {"action", "cite", "data", "formaction", "href", "longdesc", "ping", "poster", "src", "srcset", "xlink:href"}
)

VOID_ELEMENTS = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
"""Source: html #void-elements (with the obsolete `param`)."""

"""What is painted when, and what takes a click. Imports nothing of ours."""

OUT_OF_FLOW = frozenset({"absolute", "fixed"})
"""Values of `position` that take a box out of the flow. Source: css-position-3 #position-property."""

SVG_CONTAINERS = frozenset({"a", "clipPath", "defs", "g", "marker", "mask", "pattern", "svg", "switch", "symbol"})
"""Elements inside a drawing that group shapes and take no click themselves. Source: svg2 #TermContainerElement."""

FOREIGN_CONTENT = "foreignObject"
"""The element of a drawing that holds what is no drawing. Source: svg2 #ForeignObjectElement."""

HIT_THOUGH_HIDDEN = frozenset({"clipped", "font-size", "no-own-box", "off-page", "opacity", "tiny", "zero-area"})
"""Hidden reasons that leave a box to be clicked on, as far as it lies in the window. Source: cssom-view-1
#dom-document-elementfrompoint: what is not rendered, or not visible by `visibility`, is not hit."""

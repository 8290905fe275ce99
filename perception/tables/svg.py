"""Facts about SVG elements. Imports nothing of ours."""

CONTAINERS = frozenset({"a", "g", "svg", "switch"})
"""Elements whose box is that of what is drawn in them. Source: svg2 #TermContainerElement, those that are rendered."""

NEVER_DRAWN = frozenset(
    {"clipPath", "defs", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient", "symbol"}
)
"""Elements whose content is drawn only where something refers to it. Source: svg2 #TermNeverRenderedElement."""

SHAPES = frozenset({"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"})
"""Elements with a stroke about a geometry of their own. Source: svg2 #TermShapeElement."""

VIEWPORTS = frozenset({"svg", "symbol"})
"""Elements that bring a coordinate system of their own. Source: svg2 #EstablishingANewSVGViewport."""

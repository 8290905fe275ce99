"""Which computed styles clip, contain and scroll boxes. Imports nothing of ours."""

CONTAINING_STYLES = {"backdrop-filter": "none", "filter": "none", "perspective": "none", "transform": "none"}
"""Property -> its initial value; any other makes a containing block for absolute and fixed boxes.

Source: css-transforms-1 #containing-block-for-all-descendants, filter-effects-1 #FilterProperty."""

CONTAINING_CONTAINMENT = frozenset({"content", "layout", "paint", "strict"})
"""Values of `contain` that make such a containing block. Source: css-contain-2 #containment-layout."""

CONTAINING_WILL_CHANGE = frozenset({"backdrop-filter", "filter", "perspective", "transform"})
"""Source: css-will-change-1 #will-change."""

FLEX_DISPLAYS = frozenset({"flex", "inline-flex"})
"""Boxes that `flex-direction` lays out. Source: css-flexbox-1 #flex-containers."""

PAINT_CONTAINMENT = frozenset({"content", "paint", "strict"})
"""Values of `contain` that clip. Source: css-contain-2 #containment-paint."""

BODY_TAGS = frozenset({"body"})
"""Source: css-overflow-3 #overflow-propagation."""

RIGHT_TO_LEFT_BLOCKS = frozenset({"sideways-rl", "vertical-rl"})
"""Writing modes whose blocks follow one another to the left. Source: css-writing-modes-4 #block-flow."""

SCROLLABLE_OVERFLOW = frozenset({"auto", "scroll"})
"""What a user can scroll; `hidden` only a script. Source: css-overflow-3 #overflow-properties."""

USER_SCROLLED_ROOT = frozenset({"auto", "scroll", "visible"})
"""Overflow of the viewport with which a user can scroll. Source: css-overflow-3 #overflow-propagation."""

UNCLIPPED_DISPLAYS = frozenset(
    {
        "contents",
        "inline",
        "table-column",
        "table-column-group",
        "table-footer-group",
        "table-header-group",
        "table-row",
        "table-row-group",
    }
)
"""Boxes to which overflow does not apply. Source: css-overflow-3 #overflow-properties (applies to)."""

UNCONTAINED_DISPLAYS = frozenset(
    {
        "contents",
        "inline",
        "inline-table",
        "table",
        "table-cell",
        "table-column",
        "table-column-group",
        "table-footer-group",
        "table-header-group",
        "table-row",
        "table-row-group",
    }
)
"""Boxes to which size containment does not apply. Source: css-contain-2 #containment-size."""

UNTRANSFORMED_DISPLAYS = frozenset({"contents", "inline", "table-column", "table-column-group"})
"""Boxes that cannot be transformed. Source: css-transforms-1 #transformable-element."""

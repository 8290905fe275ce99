"""Why nothing of a node is painted (SPEC 4.1): one row a reason. Imports nothing of ours.

A row that looks at a style, attribute or tag is judged by `visibility.py` as it stands here; a row that looks at `box`
names a fact of geometry, found there. `inherits` rows hold for the whole flat-tree subtree. Bits follow their order.
"""

from typing import NamedTuple


class HiddenRule(NamedTuple):
    """`looks_at`: `style` (computed, of the node's own row), `text-style` (of a text's row), `closed-parent` (a parent
    with this tag and no `open`; its first child among `values` stays), `parent-style`, `unboxed-…` (why a node has no
    box: its `tag`, an `attribute`, its parent's style), `box` (geometry)."""

    id: str
    looks_at: str
    key: str
    values: frozenset[str]
    inherits: bool
    source: str


ANY = frozenset({"*"})
"""Whatever the value: it is there."""

HIDDEN_RULES: tuple[HiddenRule, ...] = (
    HiddenRule(
        "visibility", "style", "visibility", frozenset({"collapse", "hidden"}), False, "css-display-3 #visibility"
    ),
    HiddenRule("opacity", "style", "opacity", frozenset({"0"}), True, "css-color-4 #transparency"),
    HiddenRule("font-size", "text-style", "font-size", frozenset({"0px"}), False, "css-fonts-4 #font-size-prop"),
    HiddenRule("closed-details", "closed-parent", "details", frozenset({"summary"}), True, "html #the-details-element"),
    HiddenRule("closed-dialog", "unboxed-tag", "dialog", ANY, True, "html #the-dialog-element"),
    HiddenRule("closed-popover", "unboxed-attribute", "popover", ANY, True, "html #the-popover-attribute"),
    HiddenRule("hidden-attribute", "unboxed-attribute", "hidden", ANY, True, "html #the-hidden-attribute"),
    HiddenRule(
        "content-visibility",
        "parent-style",
        "content-visibility",
        frozenset({"hidden"}),
        True,
        "css-contain-2 #content-visibility",
    ),
    HiddenRule(
        "content-visibility",
        "unboxed-parent-style",
        "content-visibility",
        frozenset({"auto"}),
        True,
        "css-contain-2 #content-visibility",
    ),
    HiddenRule("display", "unboxed", "display", ANY, True, "css-display-3 #box-generation"),
    HiddenRule(
        "no-own-box", "unboxed", "display", frozenset({"contents"}), False, "css-display-3 #valdef-display-contents"
    ),
    HiddenRule("not-drawn", "box", "svg", ANY, True, "svg2 #TermNeverRenderedElement"),
    HiddenRule("frame", "box", "frame", ANY, True, "a frame whose owner is not painted"),
    HiddenRule("zero-area", "box", "area", ANY, False, "SPEC 4.1"),
    HiddenRule("tiny", "box", "area", ANY, False, "SPEC 4.1: at most 1x1 px is left"),
    HiddenRule("off-page", "box", "reach", ANY, False, "css-overflow-3 #scrollable"),
    HiddenRule("clipped", "box", "reach", ANY, False, "css-overflow-3 #overflow-control"),
)

STYLE_RULES = frozenset({"parent-style", "style", "text-style", "unboxed-parent-style"})
"""What of `looks_at` needs a captured style."""

TINY = 1.0
"""CSS px: what is left of a screen-reader-only text (SPEC 4.1)."""

STATIC_RULES: tuple[HiddenRule, ...] = (
    HiddenRule("display", "user-agent", "display", frozenset({"none"}), True, "html #hidden-elements"),
    HiddenRule("display", "input-type", "type", frozenset({"hidden"}), True, "html #hidden-state-(type=hidden)"),
    HiddenRule("display", "inline-style", "display", frozenset({"none"}), True, "css-display-3 #valdef-display-none"),
    HiddenRule(
        "visibility",
        "inline-style",
        "visibility",
        frozenset({"collapse", "hidden"}),
        False,
        "css-display-3 #visibility",
    ),
    HiddenRule("opacity", "inline-style", "opacity", frozenset({"0", "0%", "0.0"}), True, "css-color-4 #transparency"),
    HiddenRule("hidden-attribute", "attribute", "hidden", ANY, True, "html #the-hidden-attribute"),
    HiddenRule("closed-dialog", "closed-tag", "dialog", ANY, True, "html #the-dialog-element"),
    HiddenRule("closed-popover", "attribute", "popover", ANY, True, "html #the-popover-attribute"),
)
"""What hides in a capture without layout (SPEC 9); ids are those of `HIDDEN_RULES`."""

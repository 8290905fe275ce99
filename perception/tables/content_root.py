"""Roles by which the region to read is told from what stands beside it (SPEC 7.6). Imports nothing of ours.

Source: wai-aria-1.2 #landmark_roles, #feed, #log, #article.
"""

MAIN, ARTICLE = "main", "article"

STREAM_ROLES = frozenset({"feed", "log"})
"""Regions whose items follow one another."""

BESIDE_ROLES = frozenset(
    {
        "alertdialog",
        "banner",
        "complementary",
        "contentinfo",
        "dialog",
        "directory",
        "menu",
        "menubar",
        "navigation",
        "search",
        "toolbar",
    }
)
"""Regions that stand beside the content."""

REGION_ROLES = frozenset(
    {"application", "article", "document", "form", "generic", "group", "none", "region", "tabpanel"}
)
"""What a region to read can be where no landmark says so: a container, no list, table or text of its own."""

"""Attributes by which an element is known again after a page load (SPEC 5.4). Imports nothing of ours."""

TEST_ATTRIBUTES = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa")
"""Attributes that authors keep for tests to find an element by."""

STABLE_ATTRIBUTES = ("name", "type", "for", "aria-label", "placeholder", "alt", "title", "src", "action")
"""Attributes that say what an element is for, rather than what state it is in."""

GENERATED_ID = r"[0-9]{3,}|[0-9a-f]{8,}|^:|__|^(?:ember|ext-gen|mui-|radix-|react-select-|yui_)"
"""HEURISTIC: an id with these in it was likely made by a script and is another one after the next load."""

ROOT_TAGS = frozenset({"body", "frameset", "head", "html"})
"""Elements that a document has one of."""

ITEM_ROLES = frozenset({"article", "listitem", "option", "row", "treeitem"})
"""Things that stand in numbers, each with parts like those of the others."""

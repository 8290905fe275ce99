"""What opens over a page, and what evidence makes it modal (SPEC 4.6). Imports nothing of ours."""

DIALOG_ROLES = frozenset({"alertdialog", "dialog"})

POPUP_ROLES = frozenset({"listbox", "menu"})
"""Roles of popups that are overlays where they are out of the flow or belong to an expanded control."""

OVERLAY_TAGS = frozenset({"dialog"})

OVERLAY_ATTRIBUTES = frozenset({"aria-modal", "popover", "role"})
"""Attributes that an overlay is found by."""

POPUP_REFERENCES = ("aria-controls", "aria-owns", "popovertarget", "commandfor")
"""Attributes by which a control names its popup. Source: wai-aria-1.2 #aria-controls, html #popovertarget."""

NATIVE, ARIA_MODAL, REST_INERT, COVER = "native", "aria-modal", "rest-inert", "cover"
"""Evidence of modality: an open `dialog` in the top layer; aria-modal=true; everything else to act on is inert or
aria-hidden; a cover over the whole window behind it."""

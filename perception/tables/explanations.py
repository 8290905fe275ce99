"""Reasons in plain words, for `explain.py`. Imports nothing of ours; a test holds it to the reasons that there are."""

REFUSALS = {
    "backdrop": "it listens over most of the window and shows no other sign: it is a backdrop or the root of the page",
    "behind-modal": "it is behind {cover}, which has to be closed first",
    "disabled": "it is disabled: {disabled}",
    "hidden": "it is not painted: {hidden}",
    "occluded": "it is covered in the window by {cover}",
    "outside": "it is outside the window that is looked at",
    "pointer-events": "a pointer goes through it (pointer-events: none)",
    "stood-for": "it is hidden, and {cover} stands for it",
}
"""Word of `listing.REFUSALS`."""

SUPPRESSED = {
    "delegating": "it only hears the clicks on what is in it, such as {cover}, which is listed",
    "part": "it is a part of {cover}, which is listed",
    "pointing": "its hand cursor is that of what is in it, such as {cover}, which is listed",
    "same-box": "it has the box of {cover}, which is listed",
    "stood-for": "it wraps a hidden control that {cover} stands for",
}
"""Word of `suppression.STEPS`."""

DISABLED = {
    "aria-disabled": "aria-disabled is true on it or an ancestor",
    "attribute": "it has the disabled attribute",
    "button": "it is a part of a disabled button",
    "fieldset": "it is in a disabled fieldset",
    "inert": "it is inert, or in an inert part of the page",
    "optgroup": "its group of options is disabled",
    "select": "its list of options is disabled",
}
"""Why a control cannot be used."""

HIDDEN = {
    "clipped": "a box around it cuts it off where no one can scroll",
    "closed-details": "its details element is closed",
    "closed-dialog": "its dialog is closed",
    "closed-popover": "its popover is closed",
    "content-visibility": "content-visibility skips it",
    "display": "display is none, on it or an ancestor",
    "font-size": "its font size is 0",
    "frame": "its frame is not painted",
    "hidden-attribute": "the hidden attribute is on it or an ancestor",
    "no-own-box": "it has no box of its own (display: contents), and nothing in it is painted",
    "not-drawn": "it is a part of a drawing that is only drawn where something refers to it",
    "off-page": "it lies where the page cannot be scrolled to",
    "opacity": "it is transparent (opacity 0, on it or an ancestor)",
    "tiny": "it is cut to at most one pixel",
    "visibility": "visibility hides it",
    "zero-area": "its box has no area, and nothing overflows it",
}
"""Hidden reason."""

MODALITY = {
    "aria-modal": "it says aria-modal=true",
    "cover": "a layer over the whole window lies behind it",
    "native": "it was opened in the top layer, above everything else",
    "rest-inert": "all else to act on is inert or aria-hidden",
}
"""Evidence that an overlay is modal."""

NAME_STEPS = {
    "comp_figure": "its caption",
    "comp_host_language_label": "its native label",
    "comp_label": "its aria-label",
    "comp_labelledby": "the text that aria-labelledby refers to",
    "comp_name_from_content": "its content",
    "comp_name_from_heading": "its heading",
    "comp_placeholder": "its placeholder",
    "comp_tooltip": "its title",
}
"""Step of the name algorithm; a step that is missing here is named by its id."""

"""Native form controls and what can take focus.

Source: html (#category-listed, #attr-input-type, #focusable-area, #concept-fe-disabled).
"""

INPUT_TYPES = frozenset(
    {
        "button",
        "checkbox",
        "color",
        "date",
        "datetime-local",
        "email",
        "file",
        "hidden",
        "image",
        "month",
        "number",
        "password",
        "radio",
        "range",
        "reset",
        "search",
        "submit",
        "tel",
        "text",
        "time",
        "url",
        "week",
    }
)

DISABLEABLE_ELEMENTS = frozenset({"button", "fieldset", "input", "optgroup", "option", "select", "textarea"})

CHOICE_ELEMENTS = frozenset({"optgroup", "option"})
"""What a `select` offers."""

FOCUSABLE_ELEMENTS = frozenset({"button", "embed", "iframe", "object", "select", "textarea"})

FOCUSABLE_WITH = {"a": "href", "area": "href", "audio": "controls", "video": "controls"}
"""Element -> the attribute that makes it focusable."""

EDITABLE_VALUES = frozenset({"", "plaintext-only", "true"})

LABELABLE_ELEMENTS = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})
"""Source: html #category-label; a hidden input is none."""

VALUELESS_INPUT_TYPES = frozenset({"button", "hidden", "image", "reset", "submit"})
"""`input` types that have nothing to read but their name."""

UNREAD_INPUT_TYPES = frozenset({"checkbox", "radio"})
"""`input` types whose value is submitted, not read."""

TEXT_INPUT_TYPES = frozenset({"email", "number", "password", "search", "tel", "text", "url"})
"""`input` types that one types into. Source: html #attr-input-type."""

VALUED_ELEMENTS = frozenset({"input", "meter", "progress", "select", "textarea"})
"""Elements that may have a value to read."""

GAUGE_ELEMENTS = frozenset({"meter", "progress"})
"""Elements that show a number nobody can change."""

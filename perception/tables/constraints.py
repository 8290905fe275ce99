"""What a field may hold, by the kind of field (SPEC 4.5). Imports nothing of ours."""

_TEXT = ("maxlength", "minlength", "pattern")
_RANGE = ("max", "min", "step")

INPUT_CONSTRAINTS: dict[str, tuple[str, ...]] = {
    "date": _RANGE,
    "datetime-local": _RANGE,
    "email": (*_TEXT, "multiple"),
    "file": ("accept", "multiple"),
    "month": _RANGE,
    "number": _RANGE,
    "password": _TEXT,
    "range": _RANGE,
    "search": _TEXT,
    "tel": _TEXT,
    "text": _TEXT,
    "time": _RANGE,
    "url": _TEXT,
    "week": _RANGE,
}
"""Input type -> attributes that apply. Source: html #input-type-attr-summary."""

TEXTAREA_CONSTRAINTS = ("maxlength", "minlength")

FLAGS = frozenset({"multiple"})
"""Attributes whose presence is their value."""

COUNTS = frozenset({"maxlength", "minlength"})
"""Attributes that are non-negative integers; others are passed on as written."""

VALUE_FORMATS = {
    "color": "#rrggbb",
    "date": "YYYY-MM-DD",
    "datetime-local": "YYYY-MM-DDTHH:MM",
    "month": "YYYY-MM",
    "time": "HH:MM",
    "week": "YYYY-Www",
}
"""Input type -> how its value is written, whatever the page shows. Source: html #dates-and-times,
#valid-simple-colour."""

FORMAT_ATTRIBUTES = (
    "data-date-format",
    "data-dateformat",
    "data-datepicker-format",
    "datepicker-popup",
    "uib-datepicker-popup",
)
"""Where date pickers made of scripts keep the format of their text field (row BU-05)."""

ARIA_RANGE = {"aria-valuemax": "max", "aria-valuemin": "min"}
"""Range attributes of widgets without a native control, and what they say. Source: wai-aria-1.2 #aria-valuemax."""

"""What a planned action is made of: protocol methods, page functions, refusals. Imports nothing of ours.

Source: chromium devtools-protocol (DOM, Input, Runtime); rows W-100…W-106, J-04.
"""

REFUSALS = {
    "ambiguous-option": "{value!r} is in several options: {candidates}",
    "ambiguous-target": "a nameless {role} in a large area: a click at its centre may hit anything in it; choose what "
    "is inside",
    "behind-modal": "it is behind {by}, which has to be closed first",
    "covered": "it is covered in the window by {by}",
    "disabled": "it is disabled: {cause}",
    "hidden": "it is not painted: {cause}",
    "no-such-option": "no option {value!r}; there are: {candidates}",
    "not-a-property": "{value!r} is no property to set; there are: {candidates}",
    "out-of-range": "{value!r} is not between {cause}",
    "read-only": "it is read-only",
    "too-long": "the text would have {value} characters, the field takes {cause}",
    "wrong-format": "{value!r} is not written as the field asks: {cause}",
    "wrong-type": "{cause} does not take this action",
    "zero-size": "its box is smaller than a pixel",
}
"""Code -> sentence."""

MIN_SIZE = 1.0
"""CSS px. Source: row W-100, a box below one pixel is refused."""

BARELY_SEEN = 32.0
"""CSS px of a box in the window up to which Chromium scrolls as if it were out of sight (kMinIntersectForReveal)."""

CONTAINER_TEXT = 240
"""Characters of a container's text from which a nameless generic node in it is refused. Source: row W-101."""

MAX_CANDIDATES = 10
"""Options that a refusal names. HEURISTIC: so many short texts make one line."""

UNTYPED_INPUTS = frozenset(
    {"button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"}
)
"""Input types into which no text can be typed. Source: row W-104."""

SETTER_INPUTS = frozenset({"date", "datetime-local", "month", "time", "week"})
"""Input types whose parts are typed one by one in the browser: their value is set instead."""

FORMATS = {
    "color": (r"#[0-9a-fA-F]{6}", "#rrggbb"),
    "date": (r"\d{4,6}-\d\d-\d\d", "YYYY-MM-DD"),
    "datetime-local": (r"\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?", "YYYY-MM-DDTHH:MM"),
    "month": (r"\d{4,6}-\d\d", "YYYY-MM"),
    "number": (r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", "a number"),
    "range": (r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", "a number"),
    "time": (r"\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?", "HH:MM"),
    "week": (r"\d{4,6}-W\d\d", "YYYY-Www"),
}
"""Input type -> (pattern, how it is written). Source: html #dates-and-times, #valid-simple-colour."""

STAYING_POSITIONS = frozenset({"fixed", "sticky"})
"""Boxes that do not move with the page. Source: css-position-3 #position-property."""

SET_PROPERTIES = ("checked", "selected_values", "value")
"""Source: row J-04."""

COMBOBOX_ROLES = frozenset({"combobox", "searchbox"})

POPUP_ROLES = frozenset({"listbox", "menu"})
"""An open one makes Enter choose an entry first. Source: row W-106."""

SET_VALUE_JS = """function (value) {
  const prototype = Object.getPrototypeOf(this);
  const setter = Object.getOwnPropertyDescriptor(prototype, 'value').set;
  setter.call(this, value);
  this.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
  this.dispatchEvent(new Event('change', {bubbles: true}));
  return this.value;
}"""
"""Sets a field's value by the native setter, so that frameworks that watch it take notice."""

CHOOSE_JS = """function (...indexes) {
  [...this.options].forEach((option, k) => { option.selected = indexes.includes(k); });
  this.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
  this.dispatchEvent(new Event('change', {bubbles: true}));
  return [...this.selectedOptions].map(option => option.value);
}"""
"""Chooses the options of a select by their places."""

SELECT_ALL = {"type": "rawKeyDown", "key": "a", "code": "KeyA", "commands": ["selectAll"]}

KEYS = {"ArrowDown": 40, "Enter": 13}
"""Windows virtual key codes."""

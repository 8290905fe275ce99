"""Role -> the letter of its short ids (SPEC 5.1); every other listed node is an `M`.

Source: SPEC 5.1, rows N-32 to N-36; `spinbutton` is an input here, one of the rest in the `notte` profile.
"""

from typing import NamedTuple

OTHER_LETTER = "M"


class LetterRow(NamedTuple):
    """`notte`: the letter in the `notte` profile."""

    role: str
    letter: str
    notte: str


LETTERS = (
    LetterRow("button", "B", "B"),
    LetterRow("checkbox", "B", "B"),
    LetterRow("combobox", "I", "I"),
    LetterRow("figure", "F", "F"),
    LetterRow("image", "F", "F"),
    LetterRow("img", "F", "F"),
    LetterRow("link", "L", "L"),
    LetterRow("listbox", "I", "I"),
    LetterRow("menuitem", "B", "B"),
    LetterRow("menuitemcheckbox", "B", "B"),
    LetterRow("menuitemradio", "B", "B"),
    LetterRow("option", "O", "O"),
    LetterRow("radio", "B", "B"),
    LetterRow("searchbox", "I", "I"),
    LetterRow("slider", "I", "I"),
    LetterRow("spinbutton", "I", "M"),
    LetterRow("switch", "B", "B"),
    LetterRow("tab", "B", "B"),
    LetterRow("textbox", "I", "I"),
)

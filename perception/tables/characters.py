"""Characters that no reader sees: what texts are cleaned of.

Ranges are inclusive code points. Source: Unicode 16 general categories Cc, Cf, Co, Cs and the property
Default_Ignorable_Code_Point (DerivedCoreProperties.txt).
"""

from typing import NamedTuple


class CharacterRange(NamedTuple):
    """`first` to `last`, code points, both included; `why` names the kind."""

    first: int
    last: int
    why: str


INVISIBLE_CHARACTERS = (
    CharacterRange(0x0000, 0x0008, "control"),
    CharacterRange(0x000E, 0x001B, "control"),
    CharacterRange(0x007F, 0x0084, "control"),
    CharacterRange(0x0086, 0x009F, "control"),
    CharacterRange(0x00AD, 0x00AD, "soft hyphen"),
    CharacterRange(0x034F, 0x034F, "combining grapheme joiner"),
    CharacterRange(0x061C, 0x061C, "bidi"),
    CharacterRange(0x115F, 0x1160, "Hangul filler"),
    CharacterRange(0x17B4, 0x17B5, "Khmer inherent vowel"),
    CharacterRange(0x180B, 0x180F, "Mongolian selector"),
    CharacterRange(0x200B, 0x200B, "zero-width space"),
    CharacterRange(0x200E, 0x200F, "bidi"),
    CharacterRange(0x202A, 0x202E, "bidi"),
    CharacterRange(0x2060, 0x206F, "word joiner, invisible operators, bidi isolates"),
    CharacterRange(0x3164, 0x3164, "Hangul filler"),
    CharacterRange(0xE000, 0xF8FF, "private use"),
    CharacterRange(0xFDD0, 0xFDEF, "noncharacter"),
    CharacterRange(0xFEFF, 0xFEFF, "byte order mark"),
    CharacterRange(0xFFA0, 0xFFA0, "Hangul filler"),
    CharacterRange(0xFFF0, 0xFFFB, "unassigned ignorable, interlinear annotation"),
    CharacterRange(0xFFFE, 0xFFFF, "noncharacter"),
    CharacterRange(0x1BCA0, 0x1BCA3, "shorthand format"),
    CharacterRange(0x1D173, 0x1D17A, "musical format"),
    CharacterRange(0xE0000, 0xE00FF, "tag"),
    CharacterRange(0xE01F0, 0xE0FFF, "unassigned ignorable"),
    CharacterRange(0xF0000, 0x10FFFF, "private use"),
)
"""Dropped wherever they stand. White space and line separators are not here: they become a space. Visible format
characters (Arabic number signs and the like) stay."""

JOINERS = (0x200C, 0x200D)
"""Zero-width non-joiner and joiner: kept between letters beyond ASCII and within emoji, where they change the shape."""

VARIATION_SELECTORS = (
    CharacterRange(0xFE00, 0xFE0F, "variation selector"),
    CharacterRange(0xE0100, 0xE01EF, "variation selector supplement"),
)
"""Kept one at a time behind a visible character; a run of them is a hidden message."""

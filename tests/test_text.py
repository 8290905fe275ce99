"""Page strings as safe text (SPEC 6.6): cleaning, escaping, quoting, cutting."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception import characters
from perception.characters import collapsed
from rendering.text import CUT, attribute, clean, cut, escaped, quoted, says, unescaped, unquoted
from tests.growth import RATIO, seconds

ANY = st.text(st.characters(exclude_categories=()))

CLEAN = (
    ("white-space", " a \t\n\r b\u00a0c\u2003d ", "a b c d"),
    ("line-separators", "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg", "a b c d e f g"),
    ("control", "a\x00b\x07c\x7fd\x9fe", "abcde"),
    ("bidi", "a\u202eb\u2066c\u200fd\u061ce", "abcde"),
    ("zero-width", "a\u200bb\ufeffc\u2060d\u00ade", "abcde"),
    ("private-use", "\ue000a\uf8ff\U000f0000b\U0010fffd", "ab"),
    ("tags", "a\U000e0041\U000e007fb", "ab"),
    ("fillers", "a\u3164b\u115fc\uffa0d", "abcd"),
    ("noncharacter", "a\ufffeb\ufdd0c", "abc"),
    ("lone-surrogates", "a\ud83d b\udc00c", "a\ufffd b\ufffdc"),
    ("halves-of-a-pair", "\ud83e\udd8a", "\U0001f98a"),
    ("joiner-in-emoji", "\U0001f469\u200d\U0001f692", "\U0001f469\u200d\U0001f692"),
    ("joiner-in-persian", "\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
    ("joiner-between-ascii", "a\u200db\u200cc", "abc"),
    ("joiner-at-the-end", "\u0645\u200c", "\u0645"),
    ("emoji-style", "\u2764\ufe0f", "\u2764\ufe0f"),
    ("hidden-message", "a\ufe01\ufe02\ufe03b", "a\ufe01b"),
    ("empty", "", ""),
    ("nothing-left", "\u200b\ue000 \n", ""),
)


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in CLEAN], ids=[row[0] for row in CLEAN])
def test_clean(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(ANY)
def test_clean_text_is_one_line_of_what_can_be_seen(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert len(once.splitlines()) <= 1
    assert once.encode("utf-8").decode("utf-8") == once
    assert not {unicodedata.category(c) for c in once} & {"Cc", "Co", "Cs", "Zl", "Zp"}
    assert "  " not in once
    assert once.strip() == once


@given(st.text(st.sampled_from("ab \t\n\u00a0\u2003é"), max_size=30))
def test_a_long_text_is_collapsed_in_pieces(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(characters, "PIECE", 3)
        patch.setattr("rendering.text.PIECE", 3)
        in_pieces = collapsed(text), clean(text)
    assert in_pieces == (collapsed(text), clean(text))


@given(ANY)
def test_escaping_is_undone(text: str) -> None:
    text = clean(text)
    assert unescaped(escaped(text)) == text
    assert unescaped(attribute(text)[1:-1]) == text
    assert unquoted(quoted(text)) == text


@given(ANY)
def test_escaped_text_holds_no_marks(text: str) -> None:
    assert not set("<>") & set(escaped(clean(text)))
    assert not set('<>"') & set(attribute(clean(text))[1:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Q&A", "Q&A"), ("a < b", "a &lt; b"), ("&lt;", "&amp;lt;"), ("&amp;amp;", "&amp;amp;amp;"), ("a&ltb", "a&ltb")],
)
def test_ampersands_are_escaped_where_they_would_be_read(text: str, expected: str) -> None:
    assert escaped(text) == expected


CUTS = (
    ("short", "abc", 3, "abc"),
    ("long", "abcdef", 4, "abcd..."),
    ("space-at-the-cut", "abc def", 4, "abc..."),
    ("combining-mark", "e\u0301" * 4, 3, "e\u0301..."),
    ("joined-emoji", "\U0001f469\u200d\U0001f692" * 3, 4, "\U0001f469\u200d\U0001f692..."),
    ("skin-tone", "a\U0001f44d\U0001f3fdb", 2, "a..."),
    ("flags", "\U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea", 3, "\U0001f1eb\U0001f1f7..."),
    ("one-character-too-long", "e" + "\u0301" * 9, 4, "e\u0301\u0301\u0301..."),
)


@pytest.mark.parametrize(("text", "limit", "expected"), [row[1:] for row in CUTS], ids=[row[0] for row in CUTS])
def test_cut(text: str, limit: int, expected: str) -> None:
    assert cut(text, limit) == expected


@given(ANY, st.integers(1, 80))
def test_a_cut_text_is_a_beginning(text: str, limit: int) -> None:
    text = clean(text)
    shorter = cut(text, limit)
    assert shorter == text if len(text) <= limit else text.startswith(shorter.removesuffix(CUT))
    assert len(shorter) <= limit + len(CUT)


@pytest.mark.parametrize(
    ("whole", "part", "expected"),
    [
        ("Close dialog", "Close", True),
        ("Skip to content, shortcut Alt + 0", "Skip to content (Alt+0)", True),
        ("Cart", "Cart 3", False),
        ("one two", "one one", False),
        ("Delete", "+", True),
        ("any", "", True),
    ],
)
def test_says(whole: str, part: str, expected: bool) -> None:
    assert says(whole, part) is expected


def test_time_grows_with_the_text() -> None:
    def work(n: int) -> float:
        text = "a\u200b\U0001f1eb\ud83d &lt;" * n
        return seconds(lambda: lambda: cut(escaped(clean(text)), 500))

    assert work(80_000) < RATIO * work(20_000)

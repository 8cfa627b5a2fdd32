from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.context.regexes import Pattern, PatternError, PatternText


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"\bкот\b", "Вот кот, кот и котёл. КОТ!", ["кот", "кот", "КОТ"]),
        (r"\bold\b \bdragon\b", "the old dragon", ["old dragon"]),
        (r"\bملك\b", "جاء ملك و المملكة", ["ملك"]),
        (r"\bgnome.{0,5}axe\b", "a gnome, an axe", ["gnome, an axe"]),
        (r"\.\bx", "a.x", [".x"]),
        (r"кот\w*", "кота, котом", ["кота", "котом"]),
        (r"[\w-]+лес", "тёмный-лес", ["тёмный-лес"]),
        (r"\D\d+\b", "room ١٠١", [" ١٠١"]),
        (r"[^a-z]x\b", "a-x", ["-x"]),
        (r"\Qa.b\E\b", "axb a.b", ["a.b"]),
        (r"a.c", "a\nc abc", ["abc"]),
        (r"[]a]+", "]a", ["]a"]),
        (r"drag(on|oness){1,2}", "DRAGONESS", ["DRAGON"]),
        (r"(?P<wood>лес)", "лес", ["лес"]),
        ("са\u0301", "С\u200bА\u0301", ["СА\u0301"]),
        ("\N{FIRE}+", "\N{FIRE}\N{FIRE}", ["\N{FIRE}\N{FIRE}"]),
        (r"\b", "two words", []),
        (r"(x+x+)+y", "x" * 5000, []),
        (r"(a|a)+$", "a" * 5000 + "b", []),
    ],
)
def test_found(pattern: str, text: str, found: list[str]) -> None:
    assert Pattern(pattern).found(PatternText(text)) == found


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "missing )"),
        ("[", "missing ]"),
        ("*", "no argument"),
        ("\\", "trailing"),
        ("(?=a)a", "(?="),
        ("(?<!a)b", "(?<"),
        (r"(a)\1", r"\1"),
        (r"\Ba", r"\B"),
        (r"[^\W]", r"[^\W]"),
        ("x{2000}", "repetition"),
        (r"(\w{1,100}){1,10}", "too large"),
        ("", "empty"),
        ("a*", "empty"),
        ("dragon|", "empty"),
    ],
)
def test_refused(pattern: str, reason: str) -> None:
    with pytest.raises(PatternError) as caught:
        Pattern(pattern)
    assert reason in str(caught.value)


@given(
    st.lists(
        st.sampled_from([*"ab(|)[]^$*+?.{}\\,1ыы -", r"\b", r"\w", "(?:", "{1,3}", "ملك", "\ue000"])
    ).map("".join),
    st.text(max_size=40),
)
def test_no_pattern_is_too_strange(pattern: str, text: str) -> None:
    try:
        found = Pattern(pattern).found(PatternText(text))
    except PatternError:
        return
    assert all(found)

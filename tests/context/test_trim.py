from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.context.tokens import get_tokenizer
from bot.context.trim import longest_beginning, longest_end
from tests.context.adventures import texts


@pytest.mark.parametrize(
    ("text", "length", "kept"),
    [
        ("one two three", 12, "one two"),
        ("one two three", 7, "one two"),
        ("one two three", 6, "one"),
        ("one two three", 2, ""),
        ("one  two", 5, "one"),
        ("one,two three", 12, "one,two"),
        ("巨龙出现了", 3, "巨龙出"),
        ("看AI学习", 2, "看"),
        ("แม่วาง", 2, "แ"),
        ("e\u0301t a", 3, "e\u0301t"),
        ("", 5, ""),
    ],
)
def test_beginning(text: str, length: int, kept: str) -> None:
    assert longest_beginning(text, lambda part: len(part) <= length) == kept


@pytest.mark.parametrize(
    ("text", "length", "kept"),
    [
        ("one two three", 12, "two three"),
        ("one two three", 9, "two three"),
        ("one two three", 8, "three"),
        ("one two three", 4, ""),
        ("巨龙出现了", 3, "出现了"),
        ("か\u3099ぎ", 2, "ぎ"),
    ],
)
def test_end(text: str, length: int, kept: str) -> None:
    assert longest_end(text, lambda part: len(part) <= length) == kept


@settings(max_examples=100, deadline=None)
@given(texts, st.integers(0, 40))
def test_nothing_longer_fits(text: str, limit: int) -> None:
    count = get_tokenizer("o200k_base").count_once

    def fits(part: str) -> bool:
        return count(part + "\n\n") <= limit

    kept = longest_beginning(text, fits)
    assert text.startswith(kept)
    assert not kept or fits(kept)
    spaces = [i for i in range(1, len(text)) if text[i].isspace() and not text[i - 1].isspace()]
    assert not any(fits(text[:cut]) for cut in spaces if cut > len(kept))
    end = longest_end(text, fits)
    assert text.endswith(end)
    assert not end or fits(end)
    words = [
        i
        for i in range(1, len(text))
        if text[i - 1].isspace() and not text[i].isspace() and regex.match(r"[^\s\p{M}\p{Cf}]", text[i])
    ]
    assert not any(fits(text[cut:]) for cut in words if cut < len(text) - len(end))


@settings(max_examples=100, deadline=None)
@given(texts, st.integers(0, 40))
def test_no_grapheme_is_torn(text: str, length: int) -> None:
    kept = longest_beginning(text, lambda part: len(part) <= length)
    end = longest_end(text, lambda part: len(part) <= length)
    whole = regex.findall(r"\X", text)
    assert regex.findall(r"\X", kept) + regex.findall(r"\X", text[len(kept) :]) == whole
    cut = len(text) - len(end)
    assert regex.findall(r"\X", text[:cut]) + regex.findall(r"\X", end) == whole


def test_what_lies_far_over_the_limit_is_not_looked_at() -> None:
    longest = 0

    def fits(part: str) -> bool:
        nonlocal longest
        longest = max(longest, len(part))
        return len(part) <= 100

    assert len(longest_beginning("word " * 100_000, fits)) == 99
    assert longest < 400

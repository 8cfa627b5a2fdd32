from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.context.pieces import SEPARATOR, Measure, measure_with
from bot.context.tokens import get_tokenizer
from tests.context.adventures import nasty

parts = st.lists(
    nasty.filter(bool) | st.sampled_from(["/", "\n/", " /\n", "//\n/ x", "!"]), min_size=1, max_size=6
)


def measure(name: str) -> Measure:
    return measure_with(get_tokenizer(name))


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
@settings(max_examples=200, deadline=None)
@example(["!", "/", "/", "/"])
@example(["x", "\n foo", "  \n"])
@given(parts)
def test_joined_pieces_count_like_the_joined_text(name: str, texts: list[str]) -> None:
    count = get_tokenizer(name).count_once
    pieces = [measure(name).part(text) for text in texts]
    whole = "".join(text + SEPARATOR for text in texts)
    joined = reduce(measure(name).join, pieces)
    assert joined.tokens == count(whole)
    assert joined.tokens - joined.closing == count(whole.removesuffix(SEPARATOR))
    # However the parts are grouped: sections are built from either end.
    from_the_right = pieces[-1]
    for piece in reversed(pieces[:-1]):
        from_the_right = measure(name).join(piece, from_the_right)
    assert from_the_right == joined


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_any_text_at_all(name: str, texts: list[str]) -> None:
    pieces = [measure(name).part(text) for text in texts]
    whole = "".join(text + SEPARATOR for text in texts)
    assert reduce(measure(name).join, pieces).tokens == get_tokenizer(name).count_once(whole)


def test_counts_do_not_simply_add_up() -> None:
    """Otherwise the seams would be for nothing."""
    left, right = (measure("o200k_base").part(text) for text in ("x!", "\n\n  y"))
    assert measure("o200k_base").join(left, right).tokens != left.tokens + right.tokens

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.context.tokens import FALLBACK, get_tokenizer, tokenizer_for_model


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        # Counts published with tiktoken for these encodings.
        ("o200k_base", "tiktoken is great!", 6),
        ("cl100k_base", "tiktoken is great!", 6),
        ("cl100k_base", "antidisestablishmentarianism", 6),
        ("cl100k_base", "お誕生日おめでとう", 9),
        ("o200k_base", "お誕生日おめでとう", 8),
        ("o200k_base", "", 0),
    ],
)
def test_known_counts(name: str, text: str, tokens: int) -> None:
    assert get_tokenizer(name).count(text) == tokens


def test_vocabularies_never_come_from_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.context import tokens

    def refuse(*_: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    monkeypatch.setattr(tokens, "_loaded", {})
    assert get_tokenizer("cl100k_base").count("tower") == 1


def test_what_looks_like_a_special_token_is_text() -> None:
    assert get_tokenizer("o200k_base").count("<|endoftext|>") > 1


def test_unknown_tokenizer_falls_back_and_says_so() -> None:
    tokenizer = get_tokenizer("llama")
    assert (tokenizer.name, tokenizer.exact) == (FALLBACK, False)
    assert get_tokenizer(FALLBACK).exact
    assert tokenizer.count("The tower leans.") == get_tokenizer(FALLBACK).count("The tower leans.")


@pytest.mark.parametrize(
    ("model", "name", "exact"),
    [
        ("gpt-4o-mini", "o200k_base", True),
        ("gpt-4.1-mini", "o200k_base", True),
        ("gpt-4", "cl100k_base", True),
        ("davinci", "o200k_base", False),
        ("SmolLM2-135M-Instruct", "o200k_base", False),
    ],
)
def test_tokenizer_of_a_model(model: str, name: str, exact: bool) -> None:
    tokenizer = get_tokenizer(tokenizer_for_model(model))
    assert (tokenizer.name, tokenizer.exact) == (name, exact)


def test_threads_get_one_tokenizer() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(get_tokenizer, ["o200k_base"] * 32))
    assert len(found) == 1


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_a_desert_of_white_space_is_counted(name: str) -> None:
    assert get_tokenizer(name).count(" " * 300_000 + "x") > 1000


def test_a_lone_surrogate_is_counted() -> None:
    assert get_tokenizer("o200k_base").count("\ud83d") > 0

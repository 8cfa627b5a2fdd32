"""The price of a turn, from the table that comes with a package."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from bot.prices import cost, load
from bot.settings import EMBEDDED_MODEL
from bot.store.records import TurnKind, TurnRecord, TurnState

OPENAI = "https://api.openai.com/v1"
TURN = TurnRecord(
    id=1,
    event_id="1",
    adventure_id=1,
    kind=TurnKind.DO,
    state=TurnState.DONE,
    text="look",
    author_id=7,
    author_name="Ash",
    parent_id=1,
    output_id=2,
    message_id=None,
    error=None,
    created_at=datetime(2026, 11, 1, tzinfo=UTC),
    prompt_tokens=8000,
    reply_tokens=400,
    cached_tokens=0,
    model="gpt-4.1-mini",
)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the price table must not ask anybody")

    monkeypatch.setattr("socket.socket.connect", refuse)


def test_a_known_model_has_its_price() -> None:
    load()
    # 0.40 dollars for a million tokens of prompt, 1.60 for a million of answer.
    assert cost(TURN, OPENAI) == Decimal("0.00384")
    assert cost(TURN, None) == cost(TURN, OPENAI)


def test_cached_tokens_are_cheaper() -> None:
    assert cost(replace(TURN, cached_tokens=8000), OPENAI) == Decimal("0.00144")
    unsaid = replace(TURN, cached_tokens=None)
    assert cost(unsaid, OPENAI) == cost(TURN, OPENAI)


def test_a_provider_that_counts_more_cached_than_sent_is_forgiven() -> None:
    assert cost(replace(TURN, cached_tokens=9000), OPENAI) == cost(replace(TURN, cached_tokens=8000), OPENAI)


def test_the_embedded_model_is_free() -> None:
    assert cost(replace(TURN, model=EMBEDDED_MODEL), None) == 0


@pytest.mark.parametrize(
    ("turn", "base_url"),
    [
        (TURN, "http://127.0.0.1:8080/v1"),
        (replace(TURN, model="nobody-has-heard-of-it"), OPENAI),
        (replace(TURN, model=None), OPENAI),
        (replace(TURN, prompt_tokens=None), OPENAI),
        (replace(TURN, reply_tokens=None), OPENAI),
    ],
)
def test_what_is_not_known_has_no_price(turn: TurnRecord, base_url: str) -> None:
    assert cost(turn, base_url) is None

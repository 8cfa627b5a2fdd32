"""Recognition by a model: only what rests on the player's own words."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.canon import Canon, ModelRecogniser, Rules
from bot.canon.model import SCHEMA, read_answer
from bot.canon.recognise import Problem
from bot.narrator import Narrator
from bot.story import Kind, RecordStatus, Scope
from tests.canon.parts import ASH, JUNO, Desk
from tests.store.parts import play
from tests.support.provider import Provider, Refusal, Reply
from tests.support.world import settings_for

SAID = "In every story, the eyes of Mira, my dear narrator, shine green. They never were blue!"
GOOD: dict[str, object] = {
    "kind": "fact",
    "subject": "Mira",
    "attribute": "eye colour",
    "value": "green",
    "old": "blue",
    "quote": "In every story, the eyes of Mira, my dear narrator, shine green.",
}


def answer(*records: dict[str, object]) -> str:
    return json.dumps({"records": list(records)})


def test_a_candidate_that_rests_on_the_players_words() -> None:
    (found,) = read_answer(answer(GOOD), SAID)
    assert (found.kind, found.subject, found.value, found.old) == (Kind.FACT, "Mira", "green", "blue")
    assert found.scopes == (Scope.CHARACTER,)
    assert found.wording == "Mira — eye colour: green"


def test_the_scope_is_only_taken_from_the_words() -> None:
    said = "The eyes of Mira shine green."
    (found,) = read_answer(answer(GOOD | {"quote": said}), said)
    assert found.scopes == ()


def test_a_wish_for_every_story_is_for_this_player() -> None:
    said = "In every story, less gore would suit me."
    wish: dict[str, object] = {
        "kind": "preference",
        "subject": "narration",
        "attribute": "gore",
        "value": "less gore",
        "old": "",
    }
    (found,) = read_answer(answer(wish | {"quote": said}), said)
    assert found.scopes == (Scope.EVERYWHERE,)


@pytest.mark.parametrize(
    "changed",
    [
        {"quote": "Mira's eyes are green."},
        {"quote": ""},
        {"value": "red"},
        {"subject": "Orlo"},
        {"subject": ""},
        {"kind": "rumour"},
        {"value": "green " * 100},
        {"scope": "character"},
        {"value": 5},
    ],
)
def test_inventions_are_refused(changed: dict[str, object]) -> None:
    assert read_answer(answer(GOOD | changed), SAID) == []


@pytest.mark.parametrize(
    "text", ["", "Sure!", "{", "[]", '{"records": null}', '{"records": [{}]}', answer(*[GOOD] * 11)]
)
def test_a_broken_answer_is_none(text: str) -> None:
    assert read_answer(text, SAID) == []


def test_a_contradiction_is_a_problem() -> None:
    with pytest.raises(Problem):
        read_answer(answer(GOOD | {"old": "Green"}), SAID)


@pytest.mark.parametrize(
    "said",
    [
        "Are the eyes of Mira green?",
        "Maybe the eyes of Mira are green.",
        "I think the eyes of Mira shine green.",
        "What if the eyes of Mira were green.",
    ],
)
def test_a_question_or_a_guess_is_no_statement(said: str) -> None:
    for quote in (said, said.rstrip("?."), "eyes of Mira"):
        assert read_answer(answer(GOOD | {"quote": quote, "value": "eyes"}), said) == []
        assert read_answer(answer(GOOD | {"quote": quote}), said) == []


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("I prefer short paragraphs.", "fact", "short paragraphs"),
        ("In every story, please don't describe blood.", "fact", "blood"),
        ("Во всех историях пиши короткими абзацами.", "fact", "короткими абзацами"),
        ("في كل القصص، اكتب فقرات قصيرة.", "fact", "فقرات قصيرة"),
        ("In this story, Mira's eyes are green, not blue.", "preference", "green"),
    ],
)
def test_a_wish_never_becomes_a_fact_nor_a_fact_a_wish(said: str, kind: str, value: str) -> None:
    record: dict[str, object] = {
        "kind": kind,
        "subject": value,
        "attribute": "",
        "value": value,
        "old": "",
        "quote": said,
    }
    assert read_answer(answer(record), said) == []
    other = "fact" if kind == "preference" else "preference"
    (found,) = read_answer(answer(record | {"kind": other}), said)
    assert found.kind.value == other


def test_what_nobody_called_wrong_is_left_out() -> None:
    (found,) = read_answer(answer(GOOD | {"old": "purple"}), SAID)
    assert found.old == ""


async def test_a_model_never_replaces_what_a_player_said(
    desk: Desk, tmp_path: Path, provider: Provider
) -> None:
    """Neither from the narrator's own text, nor with a sentence of its own invention."""
    adventure = await desk.adventure()
    await desk.save(adventure, "Mira", "eye colour", "green", by=JUNO)
    told = "Mira's eyes are red, not green."
    await play(desk.store, adventure, "greet Mira", told)
    invented = GOOD | {"value": "red", "old": "green", "quote": told}
    said = "The hat of Mira shines blue."
    hat = GOOD | {"attribute": "hat", "value": "blue", "old": "", "quote": said}
    provider.extract(Reply(answer(invented, hat)))
    async with Narrator(settings_for(tmp_path, provider)) as narrator:
        canon = Canon(desk.store, ModelRecogniser(narrator, Rules()))
        heard = await canon.hear(adventure, ASH, said)
    (confirmation,) = heard.confirmations
    assert (confirmation.record.value, confirmation.record.player_id) == ("blue", ASH.id)
    assert await desk.listed() == {"green": RecordStatus.ACTIVE, "blue": RecordStatus.ACTIVE}
    assert {record.player_id for record in await desk.records()} == {ASH.id, JUNO.id}


async def test_an_answer_that_is_cut_off_leaves_it_to_the_rules(tmp_path: Path, provider: Provider) -> None:
    provider.extract(Reply(answer(GOOD)[:-20], finish_reason="length"), Reply(answer(*[GOOD] * 11)))
    async with Narrator(settings_for(tmp_path, provider)) as narrator:
        for _ in range(2):
            (found,) = await ModelRecogniser(narrator, Rules()).recognise("Mira's hat is red, not tan.", ())
            assert (found.attribute, found.value) == ("hat", "red")


async def test_the_model_is_asked_with_a_schema(tmp_path: Path, provider: Provider) -> None:
    provider.extract(Reply(answer(GOOD)))
    async with Narrator(settings_for(tmp_path, provider)) as narrator:
        (found,) = await ModelRecogniser(narrator, Rules()).recognise(SAID, ("Orlo",))
    assert found.subject == "Mira"
    request = provider.extractions[0]
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA
    assert request["messages"][1]["content"] == SAID
    assert "Orlo" in request["messages"][0]["content"]


async def test_a_provider_without_schemas_is_asked_once_and_the_rules_answer(
    tmp_path: Path, provider: Provider
) -> None:
    provider.extract(Refusal(400, "response_format is not supported"))
    provider.say("Mira has green eyes.")
    said = "In this story, Mira's eyes are green, not blue."
    async with Narrator(settings_for(tmp_path, provider)) as narrator:
        recogniser = ModelRecogniser(narrator, Rules())
        for _ in range(2):
            (found,) = await recogniser.recognise(said, ())
            assert found.scopes == (Scope.ADVENTURE,)
    assert (len(provider.extractions), len(provider.requests)) == (1, 1)


async def test_a_model_that_fails_leaves_it_to_the_rules(tmp_path: Path, provider: Provider) -> None:
    provider.extract(Refusal(401), Reply("{", broken=True))
    async with Narrator(settings_for(tmp_path, provider)) as narrator:
        for patience in (10.0, 10.0, 0.0):
            recogniser = ModelRecogniser(narrator, Rules(), patience=patience)
            (found,) = await recogniser.recognise("Mira's eyes are green, not blue.", ())
            assert found.value == "green"


async def test_an_answer_without_an_end_leaves_it_to_the_rules(tmp_path: Path, provider: Provider) -> None:
    provider.extract(Reply(pieces=["[" * 100] * 200, release=asyncio.Event(), release_at=150))
    async with Narrator(settings_for(tmp_path, provider)) as narrator:
        recogniser = ModelRecogniser(narrator, Rules(), patience=600)
        (found,) = await recogniser.recognise("Mira's hat is red, not tan.", ())
    assert found.value == "red"

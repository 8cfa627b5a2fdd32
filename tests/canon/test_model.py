"""Recognition by a model: only what rests on the player's own words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.canon import ModelRecogniser, Rules
from bot.canon.model import SCHEMA, read_answer
from bot.canon.recognise import Problem
from bot.narrator import Narrator
from bot.story import Kind, Scope
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

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.errors import AdventureFileError
from bot.formats.adventure import load_adventure, read_adventure
from bot.story import Action, ActionType, Adventure, ContextSettings, MatchMode, Memory

LANTERN = Path(__file__).parents[1] / "context" / "lantern.adventure.json"


def minimal(**parts: object) -> dict[str, Any]:
    return {"format": "questsmith.adventure", "version": 1, **parts}


def test_the_lantern() -> None:
    adventure = load_adventure(LANTERN)
    assert (adventure.title, adventure.language) == ("The Lantern of Halvard", "en")
    assert adventure.settings == ContextSettings(context_tokens=4096, reply_tokens=300)
    assert adventure.plot.essentials == "You are Ash, a courier. Mira is your sister."
    assert adventure.cards[0].triggers == ("tower", "Halvard")
    assert adventure.cards[0].match is MatchMode.FORMS
    assert adventure.memories == (Memory("m1", "Ash promised the ferryman a silver coin.", (0, 5), 0.62),)
    assert adventure.actions[1] == Action(ActionType.DO, "> You push the door open.", "Ash")


def test_everything_but_format_and_version_may_be_missing() -> None:
    assert read_adventure(minimal()) == Adventure()
    assert read_adventure(minimal(title=None, cards=None, settings={"order": None})) == Adventure()


def test_unknown_fields_are_passed_over_and_ids_are_numbered() -> None:
    adventure = read_adventure(
        minimal(
            later="x",
            cards=[{"entry": "a", "colour": "red"}, {"id": 7, "entry": "b"}],
            memories=[{"text": "c"}],
            actions=[{"type": "say", "text": "d"}],
        )
    )
    assert [card.id for card in adventure.cards] == ["1", "7"]
    assert adventure.memories == (Memory("1", "c", None, 0.0),)
    assert adventure.actions == (Action(ActionType.SAY, "d"),)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ([], ""),
        ({}, "format"),
        ({"format": "novelai", "version": 1}, "format"),
        ({"format": "questsmith.adventure"}, "version"),
        (minimal() | {"version": 2}, "version"),
        (minimal() | {"version": "1"}, "version"),
        (minimal(settings={"context_tokens": 0}), "settings.context_tokens"),
        (minimal(settings={"context_tokens": -5}), "settings.context_tokens"),
        (minimal(settings={"context_tokens": "4096"}), "settings.context_tokens"),
        (minimal(settings={"context_tokens": True}), "settings.context_tokens"),
        (minimal(settings={"memory_threshold": 2}), "settings.memory_threshold"),
        (minimal(settings={"layout": "spiral"}), "settings.layout"),
        (minimal(settings={"order": 1}), "settings.order"),
        (minimal(settings=[]), "settings"),
        (minimal(settings={"cut_back": 1.5}), "settings.cut_back"),
        (minimal(standing={"first": 0}), "standing.context_tokens"),
        (
            minimal(standing={"context_tokens": 9, "first": 0, "blocks": [{"kind": "song"}]}),
            "standing.blocks[0].kind",
        ),
        (minimal(plot={"summary": 5}), "plot.summary"),
        (minimal(cards={}), "cards"),
        (minimal(cards=[{"entry": "a"}, {"triggers": "tower"}]), "cards[1].triggers"),
        (minimal(cards=[{"triggers": ["tower", 5]}]), "cards[0].triggers[1]"),
        (minimal(cards=[{"match": "fuzzy"}]), "cards[0].match"),
        (minimal(memories=[{"relevance": float("nan")}]), "memories[0].relevance"),
        (minimal(memories=[{"actions": [1]}]), "memories[0].actions[1]"),
        (minimal(memories=[{"actions": [-1, 2]}]), "memories[0].actions[0]"),
        (minimal(actions=[{"text": "a"}]), "actions[0].type"),
        (minimal(actions=[{"type": "dance"}]), "actions[0].type"),
    ],
)
def test_what_is_wrong_is_named(data: object, place: str) -> None:
    with pytest.raises(AdventureFileError) as error:
        read_adventure(data, file="story.json")
    assert error.value.values["file"] == "story.json"
    reason = str(error.value.values["reason"])
    assert reason.startswith(f"{place}: " if place else "Input")
    assert "\n" not in reason


def test_a_byte_order_mark_is_no_matter(tmp_path: Path) -> None:
    file = tmp_path / "story.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(minimal(title="Башня"), ensure_ascii=False).encode())
    assert load_adventure(file).title == "Башня"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe{}", b"[" * 200_000, b'{"version": ' + b"1" * 5000 + b"}"]
)
def test_a_file_that_is_no_json(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "story.json"
    file.write_bytes(content)
    with pytest.raises(AdventureFileError) as error:
        load_adventure(file)
    assert error.value.values["file"] == str(file)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(AdventureFileError):
            load_adventure(path)


def test_half_an_emoji_becomes_a_character_that_can_be_sent() -> None:
    adventure = read_adventure(minimal(actions=[{"type": "do", "text": "a\ud83d \U0001f525"}]))
    assert adventure.actions[0].text == "a\ufffd \U0001f525"

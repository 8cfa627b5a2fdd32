"""/memory correct | remember | alias, Correct this… and /adventure scene."""

from __future__ import annotations

from typing import Any

import pytest

from bot.story import CanonRecord, Kind, Scope
from tests.cogs.forms import assert_nothing_pings, fields, said, submit
from tests.cogs.steps import command, prompt, told
from tests.support.world import World, labels

EYES: dict[str, Any] = {"subject": "Mira", "attribute": "eye colour", "value": "green"}
UNCLEAR = "I found no correction in this, so nothing was saved."


async def held(world: World) -> list[CanonRecord]:
    return [record for record in await world.game.store.canon.of_guild(world.guild.id) if record.live]


def menus(shown: list[dict[str, Any]]) -> list[list[str]]:
    """What is chosen in the form's menus."""
    return [
        [option["value"] for option in field["options"] if option.get("default")]
        for field in shown
        if "options" in field
    ]


async def test_with_everything_given_it_is_saved_at_once(world: World) -> None:
    await world.begin()
    result = await command(world, "memory correct", **EYES, scope="character")
    assert not result.ephemeral
    assert said(result) == "Saved for every story: Mira — eye colour: green."
    assert labels(world.last()) == ["Undo", "Edit", "Change scope"]
    (record,) = await held(world)
    assert (record.scope, record.player_id) == (Scope.CHARACTER, world.ash.id)
    await world.say("look at Mira")
    assert "Mira — eye colour: green" in prompt(world)
    result = await command(world, "memory correct", **EYES | {"value": "grey"})
    question = "How far does this reach? Mira — eye colour: grey."
    assert said(result) == question
    await world.say("look at Mira")
    assert world.last().content == question
    assert world.lines().count(question) == 1


async def test_a_form_asks_for_what_is_missing(world: World) -> None:
    await world.begin()
    shown = await command(world, "memory correct", subject="Mira", kind="fact", scope="arc")
    assert [field.get("value") for field in fields(shown)[:3]] == ["Mira", None, None]
    assert menus(fields(shown)) == [["fact"], ["arc"]]
    result = await submit(world.ash, shown, f1="hat", f2="red", f4="scene")
    assert said(result) == "Saved for this scene: Mira — hat: red."


async def test_a_wish_is_only_for_its_players_eyes(world: World) -> None:
    await world.begin()
    shown = await command(world, "memory correct", kind="preference", value="Keep it short", by=world.juno)
    result = await submit(world.juno, shown, f4="everywhere")
    assert result.ephemeral
    assert said(result) == "Saved for all your conversations: Keep it short."
    assert len(world.lines()) == 1
    (record,) = await held(world)
    assert (record.kind, record.subject) == (Kind.PREFERENCE, "narration")
    assert result.response is not None
    taken_back = await world.juno.click(result.response, label="Undo")
    assert await held(world) == []
    assert "Taken back" in said(taken_back)
    result = await command(world, "memory remember", text="Please keep the paragraphs short.", by=world.juno)
    assert "Saved for this story" in told(result)
    assert len(world.lines()) == 1
    assert_nothing_pings(world)


async def test_what_was_asked_in_private_is_not_asked_in_the_channel(world: World) -> None:
    await world.begin()
    wish: dict[str, Any] = {"subject": "narration", "attribute": "length", "kind": "preference"}
    await command(world, "memory correct", **wish, value="short", scope="everywhere", by=world.juno)
    asked = await command(world, "memory correct", **wish, value="very long", by=world.juno)
    assert asked.ephemeral
    assert said(asked) == "How far does this reach? very long."
    await world.say("look around", by=world.juno)
    assert "very long" not in "\n".join(world.lines())


BAD: list[tuple[dict[str, Any], str]] = [
    ({"subject": "…"}, "it does not say who or what it is about"),
    ({"value": "!"}, "it does not say what is true instead"),
    ({"value": "green " * 330}, "it is too long"),
    ({"subject": "Mira" * 500}, "it is too long"),
    ({"value": "as <@1234> has them"}, "it names a member or a link"),
    ({"scope": "everywhere"}, "a fact reaches from a scene to every story"),
]


async def test_bad_input(world: World) -> None:
    await world.begin()
    for changed, says in BAD:
        result = await command(world, "memory correct", **EYES | changed)
        assert result.ephemeral
        assert said(result).startswith("This correction was not saved: ")
        assert says in said(result)
    assert await held(world) == []


async def test_markup_is_shown_as_it_is_and_a_form_gives_back_what_it_refuses(world: World) -> None:
    await world.begin()
    options = {"subject": "Mira", "value": "**green** # `x`"}
    shown = await command(world, "memory correct", None, **options)
    refused = await submit(world.ash, shown, f0="@everyone")
    assert said(refused).endswith("\n> @everyone \\| \\*\\*green\\*\\* # \\`x\\`")
    await submit(world.ash, await command(world, "memory correct", None, **options), f1="eyes")
    assert world.last().content == "Saved for this story: Mira — eyes: green # x."
    assert_nothing_pings(world)


@pytest.mark.parametrize(
    ("language", "text", "confirmed"),
    [
        ("en", "Mira's eyes are green, not blue.", "Mira's eyes are green."),
        ("ru", "У Миры зелёные глаза, а не голубые.", "У Миры зелёные глаза."),
        ("ar", "عينا ميرا خضراوان وليستا زرقاوين.", "عينا ميرا خضراوان."),
        # What would be talk in a message is meant here.
        ("en", "Orlo limps", "Orlo limps."),
    ],
)
async def test_remember_in_plain_words(world: World, language: str, text: str, confirmed: str) -> None:
    await world.begin(language=language)
    result = await command(world, "memory remember", text=text)
    assert told(result) == ""
    assert confirmed in world.last().content
    assert labels(world.last())


async def test_what_was_not_understood_can_be_filled_in(world: World) -> None:
    await world.begin()
    result = await command(world, "memory remember", text="ミラの目は緑です")
    assert told(result).startswith(UNCLEAR)
    await world.restart()
    assert result.response is not None
    shown = await world.ash.click(result.response, label="Open the form")
    await submit(world.ash, shown, f0="ミラ", f1="目", f2="緑")
    assert world.last().content == "Saved for this story: ミラ — 目: 緑。"
    refused = await command(world, "memory remember", text="Correction: Mira's eyes are not blue.")
    assert "say what is true as well" in told(refused)


async def test_another_name(world: World) -> None:
    await world.begin()
    await command(world, "memory correct", **EYES)
    result = await command(world, "memory alias", name="Mira", also="the Grey Lady")
    assert said(result) == "“the Grey Lady” is now another name of “Mira”."
    await world.say("((The Grey Lady's eye colour is grey, not green.))")
    assert world.last().content.startswith("Saved for this story: ")
    assert world.last().content.endswith("Before: green.")
    assert [record.value for record in await held(world)] == ["grey"]
    await world.say("greet the Grey Lady")
    assert "grey" in prompt(world)
    await command(world, "memory correct", subject="Orlo", attribute="hat", value="red")
    refused = await command(world, "memory alias", name="Mira", also="Orlo")
    assert "two subjects have this name" in said(refused)
    assert "it names a member" in said(await command(world, "memory alias", name="Mira", also="<@1234>"))
    turned = await command(world, "memory alias", name="Mira", also="the \u202eLady\nin Grey")
    assert said(turned) == "“the Lady in Grey” is now another name of “Mira”."


async def test_correct_this(world: World) -> None:
    await world.begin()
    opening = world.last()
    await command(world, "memory correct", **EYES)
    world.provider.say("Mira blinks her blue eyes.")
    await world.ash.slash(world.channel, "do", text="look at Mira")
    await world.idle()
    confirmation, words, answer = world.channel.history()[1:]
    shown = await world.juno.context_menu(world.channel, "Correct this…", answer)
    assert [field.get("value") for field in fields(shown)[:3]] == ["Mira", "eye colour", "green"]
    assert menus(fields(shown)) == [["fact"], []]
    result = await submit(world.juno, shown, f2="grey")
    assert said(result) == "Saved for this story: Mira — eye colour: grey. Before: green."
    assert (await world.juno.context_menu(world.channel, "Correct this…", opening)).modal is not None
    spoken = await world.ash.send(world.channel, "// brb")
    for other in (confirmation, words, spoken):
        refused = await world.juno.context_menu(world.channel, "Correct this…", other)
        assert said(refused).startswith("The narrator did not say this in the adventure of this channel.")
    await world.ash.slash(world.channel, "undo")
    refused = await world.juno.context_menu(world.channel, "Correct this…", answer)
    assert refused.modal is None
    await command(world, "adventure end")
    refused = await world.juno.context_menu(world.channel, "Correct this…", opening)
    assert "No adventure is open" in said(refused)


@pytest.mark.parametrize("language", ["en", "ru", "ar"])
async def test_the_forms_keep_discords_limits(world: World, language: str) -> None:
    await world.begin(language=language)
    await command(world, "memory correct", **EYES)
    for shown in (
        await command(world, "memory correct"),
        await world.ash.click(world.last(), label=labels(world.last())[1]),
    ):
        assert shown.modal is not None
        assert len(shown.modal["title"]) <= 45
        assert len(shown.modal["components"]) <= 5
        for label in shown.modal["components"]:
            assert len(label["label"]) <= 45
            assert len(label["description"]) <= 100


async def test_a_scene_ends_what_held_in_it(world: World) -> None:
    await world.begin()
    await command(world, "adventure scene", name="The ball")
    await command(world, "memory correct", subject="Mira", attribute="cloak", value="red", scope="scene")
    await world.say("look at Mira")
    assert "Mira — cloak: red" in prompt(world)
    road: dict[str, Any] = {"name": "The **road**", "new-arc": True}
    result = await command(world, "adventure scene", **road)
    assert said(result) == (
        "A new scene: The road (arc 2). What was said for the last scene no longer holds."
    )
    await world.say("look at Mira")
    assert "cloak" not in prompt(world)
    for _ in range(2):
        await command(world, "undo")
    assert (await world.game.store.canon.place((await world.adventure()).id)).arc == 1

"""/server: what managers set, and the language that the bot answers in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from simcord.backend.errors import SetupError

from tests.cogs.forms import said
from tests.support.provider import Provider
from tests.support.world import World, settings_for

NOTHING_HERE = {
    "en": "No adventure is open in this channel.",
    "ru": "В этом канале нет открытого приключения.",
    "ar": "لا مغامرة مفتوحة في هذه القناة.",
}


def speak(world: World, locale: str) -> None:
    """From now on the members' clients are set to this language; simcord's own are always English."""

    def set_locale(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            cast("dict[str, Any]", payload)["locale"] = locale

    listeners = world.env.backend.subscribers
    others = [other for other in listeners if getattr(other, "__name__", "") != set_locale.__name__]
    listeners[:] = [set_locale, *others]  # before the one that hands the event to the bot


async def language(world: World) -> str:
    """The language of an answer to a command that has nothing to do with an adventure's texts."""
    text = said(await world.ash.slash(world.channel, "adventure info"))
    return next(code for code, sentence in NOTHING_HERE.items() if sentence in text)


async def test_without_any_setting_the_members_own_language_counts(world: World) -> None:
    assert await language(world) == "en"
    speak(world, "ru")
    assert await language(world) == "ru"
    speak(world, "ar")
    assert await language(world) == "ar"


async def test_a_language_that_we_do_not_speak_falls_back_to_the_setting(
    tmp_path: Path, provider: Provider
) -> None:
    async with World.open(settings_for(tmp_path, provider, language="ru"), provider) as world:
        speak(world, "fr")
        assert await language(world) == "ru"
        speak(world, "en-GB")
        assert await language(world) == "en"


async def test_the_servers_language_goes_before_the_members(world: World) -> None:
    speak(world, "ru")
    result = await world.manager.slash(world.channel, "server language", language="ar")
    assert result.ephemeral
    assert "العربية" in said(result)
    assert await language(world) == "ar"
    assert "русский" not in said(await world.manager.slash(world.channel, "server language", language="en"))
    assert await language(world) == "en"
    result = await world.manager.slash(world.channel, "server language")
    assert said(result) == "Язык бота: у каждого участника свой."
    assert await language(world) == "ru"


async def test_the_adventures_language_goes_before_the_servers(world: World) -> None:
    await world.manager.slash(world.channel, "server language", language="ar")
    await world.begin(language="ru")
    refused = await world.juno.slash(world.channel, "adventure end")
    assert "Управлять сервером" in said(refused)


async def test_the_servers_language_is_the_stories_unless_another_is_chosen(world: World) -> None:
    await world.manager.slash(world.channel, "server language", language="ru")
    await world.ash.slash(world.channel, "adventure start", scenario="lantern")
    assert (await world.adventure()).language == "ru"


async def test_the_settings_outlive_a_restart_and_are_of_one_server(world: World) -> None:
    await world.manager.slash(world.channel, "server language", language="ru")
    await world.restart()
    assert await language(world) == "ru"
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("adventure")
    member = elsewhere.add_member(world.ash.user)
    assert NOTHING_HERE["en"] in said(await member.slash(channel, "adventure info"))


async def test_the_role_that_may_write_cards(world: World) -> None:
    scribes = world.guild.create_role("Scribes")
    result = await world.manager.slash(world.channel, "server role", role=scribes)
    assert result.ephemeral
    assert f"<@&{scribes.id}>" in said(result)
    assert (await world.game.store.guilds.get(world.guild.id)).card_role_id == scribes.id
    result = await world.manager.slash(world.channel, "server role")
    assert said(result) == "Only members with Manage Server may change story cards now."
    assert (await world.game.store.guilds.get(world.guild.id)).card_role_id is None


@pytest.mark.parametrize("command", ["server language", "server role"])
async def test_only_manage_server_may(world: World, command: str) -> None:
    with pytest.raises(SetupError, match="default-member-permissions"):
        await world.ash.slash(world.channel, command)
    # A server can show the command to others; the bot itself still refuses.
    registered = world.env.backend.find_command("server", world.guild.id, type=1)
    assert registered is not None
    world.guild.set_command_permissions(int(registered["id"]), {world.ash: True})
    refused = await world.ash.slash(world.channel, command)
    assert refused.ephemeral
    assert "You may not do this." in said(refused)

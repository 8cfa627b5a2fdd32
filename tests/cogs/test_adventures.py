"""/adventure: one adventure per channel or thread, and who may do what with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import discord
import pytest
from simcord import ChannelHandle, GuildHandle, MemberActor

from bot.errors import ScenarioError
from bot.locale import texts_for
from bot.scenarios import Scenarios, load_scenarios
from bot.settings import EMBEDDED_MODEL
from bot.store.records import AdventureRecord
from bot.story import ActionType
from tests.cogs.forms import said
from tests.support.world import World, labels


def other_guild(world: World) -> tuple[GuildHandle, ChannelHandle, MemberActor]:
    """Another server with the same bot, and a manager of it who is Ash."""
    guild = world.env.create_guild("Elsewhere")
    role = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return guild, guild.create_text_channel("elsewhere"), guild.add_member(world.ash.user, roles=[role])


async def begin_many(world: World, count: int, *, title: str, channel_id: int = 1) -> list[AdventureRecord]:
    """Adventures of the server in channels that nobody looks at."""
    chosen = world.game.scenarios.get("lantern", "en")
    return [
        await world.game.store.adventures.create(
            guild_id=world.guild.id,
            channel_id=channel_id + number,
            owner_id=world.ash.id,
            scenario=chosen.id,
            title=title,
            language="en",
            mode=chosen.mode,
            plot=chosen.plot,
            cards=(),
            opening=chosen.opening,
        )
        for number in range(count)
    ]


async def test_start_tells_the_opening_and_how_to_play(world: World) -> None:
    result = await world.ash.slash(world.channel, "adventure start", scenario="lantern")
    assert result.ephemeral
    assert said(result) == f"“The Lantern of Halvard” begins in {world.channel.mention}."
    opening = world.last()
    assert opening.content.startswith("## The Lantern of Halvard\nThe rain stops")
    hint = opening.content.splitlines()[-1]
    assert hint.startswith("-# Write what you do, and put what you say in quotation marks")
    assert "//" in hint
    assert labels(opening) == ["Continue", "Do…", "Say…", "Story…"]
    assert (await world.story())[0] == world.game.scenarios.get("lantern", "en").opening


async def test_the_hint_follows_the_mode(world: World) -> None:
    spoken = replace(world.game.scenarios.get("lantern", "en"), mode=ActionType.SAY)
    world.game.scenarios = Scenarios([spoken])
    await world.begin()
    assert "-# Write what you say, or use the buttons" in world.last().content


@pytest.mark.parametrize(("language", "title"), [("ru", "Фонарь"), ("ar", "فانوس")])
async def test_start_in_another_language(world: World, language: str, title: str) -> None:
    adventure = await world.begin(language=language)
    assert adventure.language == language
    assert title in adventure.title
    assert texts_for(language)("button-continue") in labels(world.last())


async def test_the_picker_starts_what_is_picked(world: World) -> None:
    shown = await world.ash.slash(world.channel, "adventure start", language="ru")
    assert shown.ephemeral
    assert shown.response is not None
    (row,) = shown.response.components
    (menu,) = row["components"]
    assert [option["value"] for option in menu["options"]] == list(world.game.scenarios.ids)
    assert all(option["label"] and option["description"] for option in menu["options"])
    await world.ash.select(shown.response, ["magpie"])
    adventure = await world.adventure()
    assert (adventure.scenario, adventure.language, adventure.owner_id) == ("magpie", "ru", world.ash.id)


async def test_the_picker_works_after_a_restart(world: World) -> None:
    shown = await world.ash.slash(world.channel, "adventure start", thread=True)
    assert shown.response is not None
    await world.restart()
    await world.ash.select(shown.response, ["saffron"])
    (thread,) = world.channel.threads
    adventure = await world.game.store.adventures.open_in(thread.id)
    assert adventure is not None
    assert adventure.scenario == "saffron"


async def test_the_picker_refuses_when_a_story_has_begun_meanwhile(world: World) -> None:
    shown = await world.ash.slash(world.channel, "adventure start")
    assert shown.response is not None
    await world.ash.select(shown.response, ["lantern"])
    again = await world.ash.select(shown.response, ["magpie"])
    assert "“The Lantern of Halvard” is being played here." in said(again)
    assert (await world.adventure()).scenario == "lantern"


async def test_autocomplete_offers_scenarios_in_the_language_that_was_chosen(world: World) -> None:
    async def offered(typed: str, **filled: str) -> list[str]:
        choices = await world.ash.autocomplete(world.channel, "adventure start", "scenario", typed, **filled)
        return [choice["name"] for choice in choices]

    assert "The Lantern of Halvard" in await offered("")
    assert await offered("LANT") == ["The Lantern of Halvard"]
    assert await offered("nothing like it") == []
    russian = world.game.scenarios.get("lantern", "ru").title
    assert await offered("lantern", language="ru") == [russian]


async def test_a_second_adventure_in_the_channel_is_refused_by_name(world: World) -> None:
    await world.begin()
    result = await world.juno.slash(world.channel, "adventure start", scenario="magpie")
    assert result.ephemeral
    assert "“The Lantern of Halvard” is being played here." in said(result)
    assert "/adventure end" in said(result)
    assert (await world.adventure()).scenario == "lantern"


async def test_an_unknown_scenario_is_refused_with_those_that_there_are(world: World) -> None:
    result = await world.ash.slash(world.channel, "adventure start", scenario="lanterm")
    assert "“lanterm”" in said(result)
    assert all(id_ in said(result) for id_ in world.game.scenarios.ids)
    assert world.lines() == []


async def test_a_broken_scenario_is_named_and_hides_no_other(world: World, tmp_path: Path) -> None:
    for name, text in (("broken", "title = A title"), ("good", _file("Good"))):
        (tmp_path / "scenarios" / name).mkdir(parents=True)
        (tmp_path / "scenarios" / name / "en.toml").write_text(text)
    world.game.scenarios = load_scenarios(tmp_path / "scenarios")
    result = await world.ash.slash(world.channel, "adventure start", scenario="broken")
    assert "The scenario broken/en.toml is broken:" in said(result)
    assert "line 1" in said(result)
    shown = await world.ash.slash(world.channel, "adventure start")
    assert shown.response is not None
    assert [o["value"] for o in shown.response.components[0]["components"][0]["options"]] == ["good"]


async def test_the_picker_of_an_empty_folder_says_why(world: World) -> None:
    world.game.scenarios = Scenarios([])
    assert "There is no scenario" in said(await world.ash.slash(world.channel, "adventure start"))
    world.game.scenarios = Scenarios([], [ScenarioError(file="a/en.toml", reason="no title")])
    assert "a/en.toml" in said(await world.ash.slash(world.channel, "adventure start"))


async def test_the_picker_shows_no_more_than_a_menu_holds(world: World) -> None:
    one = world.game.scenarios.get("lantern", "en")
    world.game.scenarios = Scenarios(
        [replace(one, id=f"s{number}", title=f"{number} " + "t" * 90) for number in range(30)]
    )
    shown = await world.ash.slash(world.channel, "adventure start")
    assert shown.response is not None
    assert len(shown.response.components[0]["components"][0]["options"]) == 25
    choices = await world.ash.autocomplete(world.channel, "adventure start", "scenario", "")
    assert len(choices) == 25


async def test_a_thread_is_made_and_played_in(world: World) -> None:
    result = await world.ash.slash(world.channel, "adventure start", scenario="lantern", thread=True)
    (thread,) = world.channel.threads
    assert thread.name == "The Lantern of Halvard"
    assert thread.mention in said(result)
    assert await world.game.store.adventures.open_in(world.channel.id) is None
    assert thread.history()[-1].content.startswith("## The Lantern of Halvard")
    assert world.ash.id in world.env.backend.get_channel(thread.id).thread_members
    world.provider.say("A bell answers.")
    await world.ash.send(thread, "open the door")
    await world.idle()
    assert thread.history()[-1].content == "A bell answers."
    await world.ash.send(world.channel, "open the door")
    await world.idle()
    assert len(world.provider.requests) == 1
    # The channel itself is still free, and a thread of the thread is a thread of the channel.
    await world.begin("magpie")
    await world.ash.slash(thread, "adventure start", scenario="saffron", thread=True)
    assert len(world.channel.threads) == 2


async def test_a_channel_without_threads_says_so(world: World) -> None:
    voice = world.guild.create_voice_channel("voice")
    result = await world.ash.slash(voice, "adventure start", scenario="lantern", thread=True)
    assert said(result).startswith("No thread can be made here.")


async def test_the_permission_that_a_thread_lacks_is_named(world: World) -> None:
    me = world.bot.get_guild(world.guild.id)
    assert me is not None
    closed = world.guild.create_text_channel(
        "closed", overwrites={me.me: discord.PermissionOverwrite(create_public_threads=False)}
    )
    result = await world.ash.slash(closed, "adventure start", scenario="lantern", thread=True)
    assert "Create Public Threads" in said(result)
    assert "Send Messages in Threads" not in said(result)
    assert closed.threads == []


async def test_a_channel_where_the_bot_may_not_write_begins_nothing(world: World) -> None:
    me = world.bot.get_guild(world.guild.id)
    assert me is not None
    closed = world.guild.create_text_channel(
        "closed", overwrites={me.me: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await world.ash.slash(closed, "adventure start", scenario="lantern")
    assert "Send Messages" in said(result)
    assert await world.game.store.adventures.open_in(closed.id) is None


async def test_list_shows_open_and_ended_adventures(world: World) -> None:
    assert "no adventures on this server yet" in said(await world.ash.slash(world.channel, "adventure list"))
    first = await world.begin()
    await world.ash.slash(world.channel, "adventure end")
    second = await world.begin("magpie")
    lines = said(await world.juno.slash(world.channel, "adventure list")).splitlines()
    assert lines[0].startswith(f"🟢 **{second.title}** (#{second.id}) in {world.channel.mention}, <t:")
    assert lines[1].startswith(f"⚪ **{first.title}** (#{first.id}), ended, <t:")
    assert len(lines) == 2


async def test_a_list_that_does_not_fit_says_how_many_there_are(world: World) -> None:
    await begin_many(world, 40, title="**Long_title** " + "x" * 85)
    result = await world.ash.slash(world.channel, "adventure list")
    lines = said(result).splitlines()
    assert len(said(result)) <= 2000
    assert 10 < len(lines) < 40
    assert lines[-1] == f"… and {40 - len(lines) + 1} more"
    assert r"\*\*Long\_title\*\*" in lines[0]


async def test_info_tells_what_is_played(world: World) -> None:
    assert "No adventure is open" in said(await world.ash.slash(world.channel, "adventure info"))
    adventure = await world.begin()
    await world.say("open the door")
    text = said(await world.juno.slash(world.channel, "adventure info"))
    assert f"“The Lantern of Halvard” (#{adventure.id})" in text
    assert "Players: Ash" in text
    assert "3 passages of story" in text
    assert f"{len(world.game.scenarios.get('lantern', 'en').cards)} story cards" in text
    assert "means: do" in text
    assert world.settings.model in text


async def test_end_frees_the_channel_and_keeps_the_story(world: World) -> None:
    adventure = await world.begin()
    opening = world.last()
    result = await world.ash.slash(world.channel, "adventure end")
    assert not result.ephemeral
    assert "/adventure resume" in said(result)
    assert await world.game.store.adventures.open_in(world.channel.id) is None
    assert [labels(message) for message in world.channel.history() if message.id == opening.id] == [[]]
    await world.say("open the door")
    assert world.provider.requests == []
    assert len(await world.game.store.story.path(adventure.id)) == 1


async def test_only_the_owner_and_managers_end_resume_and_choose_the_mode(world: World) -> None:
    adventure = await world.begin()
    for command, options in (("adventure end", {}), ("adventure mode", {"mode": "say"})):
        result = await world.juno.slash(world.channel, command, **options)
        assert result.ephemeral
        assert "You may not do this." in said(result)
    assert (await world.adventure()).mode == "do"
    await world.manager.slash(world.channel, "adventure end")
    result = await world.juno.slash(world.channel, "adventure resume", adventure=adventure.id)
    assert "You may not do this." in said(result)
    await world.manager.slash(world.channel, "adventure resume", adventure=adventure.id)
    assert (await world.adventure()).id == adventure.id


async def test_mode_decides_what_a_bare_message_is(world: World) -> None:
    await world.begin()
    result = await world.ash.slash(world.channel, "adventure mode", mode="story")
    assert said(result) == "A message without a command now means: story."
    await world.say("The bell rings once.")
    assert (await world.story())[1] == "The bell rings once."


async def test_resume_goes_on_in_another_channel(world: World) -> None:
    adventure = await world.begin()
    world.provider.say("The hinges complain.", "It is dark.")
    await world.say("open the door")
    before = world.last()
    elsewhere = world.guild.create_text_channel("elsewhere")
    result = await world.ash.slash(elsewhere, "adventure resume", adventure=adventure.id)
    assert said(result) == f"“The Lantern of Halvard” goes on in {elsewhere.mention}."
    retold = elsewhere.history()[-1]
    assert "> You open the door.\n\nThe hinges complain." in retold.content
    assert "Retry" in labels(retold)
    assert labels(world.channel.history()[-2]) == []
    assert world.channel.history()[-2].id == before.id
    assert world.last().content == said(result)
    await world.say("look around")  # here nothing is played any more
    await world.ash.send(elsewhere, "look around")
    await world.idle()
    assert elsewhere.history()[-1].content == "It is dark."
    assert labels(elsewhere.history()[-3]) == []


async def test_an_adventure_outlives_its_channel(world: World) -> None:
    adventure = await world.begin()
    world.env.backend.delete_channel(world.channel.id)
    await world.idle()
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert "ended" in said(await world.ash.slash(elsewhere, "adventure list"))
    await world.ash.slash(elsewhere, "adventure resume", adventure=adventure.id)
    opened = await world.game.store.adventures.open_in(elsewhere.id)
    assert opened is not None
    assert opened.id == adventure.id


async def test_resume_where_another_is_played_is_refused(world: World) -> None:
    first = await world.begin()
    await world.ash.slash(world.channel, "adventure end")
    await world.begin("magpie")
    result = await world.ash.slash(world.channel, "adventure resume", adventure=first.id)
    assert "is being played here." in said(result)
    assert (await world.adventure()).scenario == "magpie"


async def test_resume_of_what_is_not_there(world: World) -> None:
    for number in (0, -1, 999, 2**53 - 1):
        result = await world.ash.slash(world.channel, "adventure resume", adventure=number)
        assert "There is no such adventure." in said(result), number


async def test_another_servers_adventure_is_invisible(world: World) -> None:
    adventure = await world.begin()
    _, channel, ash = other_guild(world)
    assert "no adventures on this server" in said(await ash.slash(channel, "adventure list"))
    assert await ash.autocomplete(channel, "adventure resume", "adventure", "") == []
    result = await ash.slash(channel, "adventure resume", adventure=adventure.id)
    assert "There is no such adventure." in said(result)
    assert (await world.adventure()).channel_id == world.channel.id


async def test_resume_offers_what_the_member_may_resume(world: World) -> None:
    adventure = await world.begin()
    await begin_many(world, 30, title="Another")

    async def offered(member: MemberActor, typed: str) -> list[int]:
        choices = await member.autocomplete(world.channel, "adventure resume", "adventure", typed)
        return [choice["value"] for choice in choices]

    assert await offered(world.ash, "halvard") == [adventure.id]
    assert await offered(world.manager, "halvard") == [adventure.id]
    assert len(await offered(world.manager, f"{adventure.id}")) > 0
    assert len(await offered(world.ash, "")) == 25
    assert await offered(world.juno, "") == []


def _file(title: str) -> str:
    return (
        f'title = "{title}"\ndescription = "d"\nmode = "do"\ninstructions = "Tell."\n'
        'opening = "You wait."\ncards = []\n'
    )


async def test_arabic_answers_keep_their_order_in_a_window_that_reads_from_the_left(world: World) -> None:
    await world.begin(language="ar")
    hint = world.last().content.splitlines()[-1]
    assert hint.startswith("-# \u200f\u2067")
    assert hint.endswith("\u2069")
    for line in said(await world.ash.slash(world.channel, "adventure info")).splitlines():
        assert line.startswith("\u200f\u2067"), line


@pytest.mark.parametrize(("language", "told"), [("en", False), ("ru", True), ("ar", True)])
async def test_the_embedded_narrator_says_that_it_speaks_english_only(
    world: World, language: str, told: bool
) -> None:
    # The same address, but as the settings of somebody who has configured no provider.
    world.game.settings = world.settings.model_copy(update={"openai_api_key": None, "openai_base_url": None})
    await world.begin(language=language)
    assert (EMBEDDED_MODEL in world.last().content) is told

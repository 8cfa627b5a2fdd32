"""When the narrator, the context or Discord fails: nothing is lost, and one sentence says what to do."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.cogs.steps import command, press, prompt, told, until
from tests.support.provider import KEY, Provider, Refusal, Reply
from tests.support.world import World, labels, settings_for

FAILURES: dict[str, tuple[Reply | Refusal, str, str]] = {
    "key": (Refusal(401, f"Incorrect API key provided: {KEY}"), "refuses the API key", "OPENAI_API_KEY"),
    "model": (Refusal(404, "No such model."), "does not know the model gpt-4o-mini", "OPENAI_MODEL"),
    "busy": (Refusal(429, "Slow down."), "is busy or its quota is used up", "press Retry in a while"),
    "down": (Refusal(500, "Oops."), "does not answer", "press Retry in a moment"),
    "refused": (Refusal(400, "No."), "gave no usable answer", "press Retry"),
    "broken": (Reply("The door opens and", broken=True), "broke off in the middle", "press Retry"),
    "error in the stream": (Reply("The door", error={"message": "Oops."}), "broke off", "press Retry"),
}
TOO_LONG = Refusal(400, "This model's maximum context length is 512 tokens.", "context_length_exceeded")


@pytest.mark.parametrize("failure", FAILURES)
async def test_a_failing_narrator_keeps_the_action(
    world: World, failure: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer, what, remedy = FAILURES[failure]
    await world.begin()
    world.provider.script(answer)
    await world.say("open the door")
    assert what in world.last().content
    assert remedy in world.last().content
    assert labels(world.last()) == ["Retry"]
    assert (await world.story())[1:] == ["> You open the door."]
    world.provider.say("The hinges complain.")
    failed = world.last()
    await press(world, "Retry", by=world.juno)
    assert (await world.story())[1:] == ["> You open the door.", "The hinges complain."]
    assert prompt(world).count("> You open the door.") == 1
    assert world.last().content == "The hinges complain."
    assert labels(world.channel.history()[2]) == []
    assert failed.content == world.lines()[2]
    for line in (*world.lines(), *(record.getMessage() for record in caplog.records if _ours(record))):
        assert KEY not in line
    assert not [record for record in caplog.records if record.exc_info and _ours(record)]


def _ours(record: logging.LogRecord) -> bool:
    return record.name.startswith(("bot", "cogs", "discord"))


async def test_an_unreachable_narrator(tmp_path: Path, unused_tcp_port: int) -> None:
    async with Provider() as provider:
        settings = settings_for(
            tmp_path, provider, openai_base_url=f"http://127.0.0.1:{unused_tcp_port}/v1", connect_timeout=0.2
        )
        async with World.open(settings, provider) as world:
            await world.begin()
            await world.say("open the door")
            assert "(gpt-4o-mini at 127.0.0.1) does not answer" in world.last().content
            assert "OPENAI_BASE_URL" in world.last().content
            assert labels(world.last()) == ["Retry"]
            assert (await world.story())[1:] == ["> You open the door."]


@pytest.mark.parametrize("nothing", ["", " \n\t ", "\u200b\u200b\ufeff", "\u2800", "> You open the door."])
async def test_an_answer_in_which_nothing_can_be_seen(world: World, nothing: str) -> None:
    await world.begin()
    world.provider.say(nothing, "The hinges complain.")
    await world.say("open the door")
    assert world.lines()[1:] == ["open the door", "The hinges complain."]
    world.provider.say(nothing, nothing)
    await world.say("open the door")
    assert world.last().content == "The narrator had nothing to say. Your action is kept; press Retry."
    assert labels(world.last()) == ["Retry"]
    assert len(world.provider.requests) == 4
    await press(world, "Retry", on=world.last())
    assert (await world.story())[3:] == ["> You open the door.", "The story goes on (5)."]


async def test_a_prompt_that_is_too_long_for_the_model_is_sent_once_more_smaller(tmp_path: Path) -> None:
    async with Provider() as provider:
        settings = settings_for(tmp_path, provider, context_tokens=1000, reply_tokens=50)
        async with World.open(settings, provider) as world:
            await world.begin()
            long = "It was a long way. " * 250
            provider.script(Reply(long, pieces=[long]))
            await world.say("open the door")
            provider.script(TOO_LONG, Reply("Shorter."))
            await world.say("climb the stairs")
            assert world.last().content == "Shorter."
            assert len(prompt(world, 2)) < len(prompt(world, 1))
            assert "> You climb the stairs." in prompt(world, 2)
            provider.script(TOO_LONG, TOO_LONG)
            await world.say("ring the bell")
            assert "The owner has to lower QUESTSMITH_CONTEXT_TOKENS" in world.last().content
            assert labels(world.last()) == ["Retry"]
            assert len(provider.requests) == 5
            assert (await world.story())[-1] == "> You ring the bell."


async def test_an_action_that_does_not_fit(tmp_path: Path) -> None:
    async with Provider() as provider:
        settings = settings_for(tmp_path, provider, context_tokens=700, reply_tokens=50)
        async with World.open(settings, provider) as world:
            await world.begin()
            await world.say("open the door")
            await command(world, "undo")
            before = await world.adventure(), await world.story()
            text = "look at the sea, " * 220 + "and wait"
            await command(world, "do", text=text)
            assert "This action is too long" in world.last().content
            assert "only 700 fit" in world.last().content
            assert "QUESTSMITH_CONTEXT_TOKENS" in world.last().content
            (file,) = world.last().attachments
            assert file.filename == "action.txt"
            assert (await file.read()).decode() == text
            assert len(world.provider.requests) == 1
            after = await world.adventure(), await world.story()
            assert (after[0].head_id, after[0].tip_id, after[1]) == (
                before[0].head_id,
                before[0].tip_id,
                before[1],
            )
            await command(world, "redo")
            assert (await world.story())[1:] == ["> You open the door.", "The story goes on (1)."]


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("send_messages", "Send Messages"),
        ("embed_links", "Embed Links"),
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named_before_tokens_are_spent(
    world: World, permission: str, name: str
) -> None:
    await world.begin()
    _deny(world, permission)
    await world.say("open the door")
    mute = permission == "send_messages"
    last = world.ash.user.dm_channel.last_message if mute else world.last()
    assert last is not None
    assert last.content.startswith(f"I lack permissions in this channel: {name}.")
    assert last.author.bot
    assert told(await command(world, "do", text="open the door")) == last.content
    assert told(await world.ash.click(world.channel.history()[0], label="Continue")) == last.content
    assert world.provider.requests == []
    assert len(await world.story()) == 1


async def test_a_missing_permission_that_nobody_can_be_told(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.begin()
    _deny(world, "send_messages")
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=None)
    await world.say("open the door")
    assert f"Permissions missing in channel {world.channel.id}: send_messages" in caplog.text
    assert world.provider.requests == []


async def test_a_thread_in_which_the_bot_may_not_write(world: World) -> None:
    await world.ash.slash(world.channel, "adventure start", scenario="lantern", language="en", thread=True)
    (thread,) = world.channel.threads
    _deny(world, "send_messages_in_threads")
    await world.ash.send(thread, "open the door")
    await world.idle()
    last = world.ash.user.dm_channel.last_message
    assert last is not None
    assert "Send Messages in Threads" in last.content
    assert world.provider.requests == []


def _deny(world: World, permission: str) -> None:
    assert world.bot.user is not None
    deny = discord.Permissions(**{permission: True}).value
    world.env.backend.set_overwrite(
        world.channel.id,
        Overwrite(target_id=world.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny),
    )


async def test_words_that_discord_does_not_show_are_answered(world: World) -> None:
    await world.begin()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await command(world, "do", text="open the door")
    assert world.last().content == "The story goes on (1)."
    await press(world, "Continue")
    assert world.last().content == "The story goes on (2)."


async def test_an_answer_that_discord_refuses_is_shown_by_the_next_start(world: World) -> None:
    await world.begin()
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await world.say("open the door")
    assert world.lines()[1:] == ["open the door"]
    world.env.backend.faults.clear()
    await world.restart()
    await world.idle()
    assert world.lines()[1:] == ["open the door", "The story goes on (1)."]
    assert "Continue" in labels(world.last())
    await world.restart()
    assert len(world.lines()) == 3


async def test_a_database_that_fails_in_the_middle(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await world.begin()
    await world.say("open the door")
    with closing(sqlite3.connect(tmp_path / "questsmith.db")) as database:
        database.execute("ALTER TABLE turns RENAME TO gone")
        await world.say("climb the stairs")
        assert "questsmith.db cannot be opened or written" in world.last().content
        assert "cannot be opened or written" in told(await command(world, "do", text="ring the bell"))
        assert not [record for record in caplog.records if record.exc_info]
        assert len(world.provider.requests) == 1
        database.execute("ALTER TABLE gone RENAME TO turns")
    await world.restart()
    await world.idle()
    assert (await world.story())[-2:] == ["> You climb the stairs.", "The story goes on (2)."]


async def test_typing_that_is_forbidden_does_not_matter(world: World) -> None:
    await world.begin()
    world.env.inject_error("POST", "/channels/*/typing", status=403, code=50013, times=None)
    await world.say("open the door")
    assert world.last().content == "The story goes on (1)."


async def test_a_fault_of_ours_has_a_code(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.begin()
    # The narrator's stream holds a number where its text belongs; nobody foresaw that.
    world.provider.script(Reply("", raw=b'data: {"choices": [{"index": 0, "delta": {"content": 7}}]}\n\n'))
    await world.say("open the door")
    assert "give the owner of the bot this code" in world.last().content
    code = world.last().content.rsplit(" ", 1)[-1]
    assert f"Error {code} in turn" in caplog.text
    assert labels(world.last()) == ["Retry"]
    await press(world, "Retry")
    assert (await world.story())[1:] == ["> You open the door.", "The story goes on (2)."]


async def test_a_draft_gives_way_to_the_sentence(world: World) -> None:
    await world.begin()
    release = asyncio.Event()
    world.provider.script(Reply("The door opens slowly.", release=release, release_at=2, broken=True))
    await world.ash.send(world.channel, "open the door")
    await until(world, lambda: world.last().content == "The door ▌")
    draft = world.last()
    release.set()
    await world.idle()
    assert world.last().id == draft.id
    assert world.last().content.startswith("The narrator broke off in the middle of the answer.")
    assert labels(world.last()) == ["Retry"]

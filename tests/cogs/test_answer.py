import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import discord
import pytest
from discord.ext import commands
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env

from cogs.answer import PAUSES, TYPING_REFRESH, Answer, typing

CURSOR = " ▌"
MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"


class Listener(logging.Handler):
    """What fails makes no event on Discord, but a line in the log."""

    def __init__(self, woken: Callable[[], None]) -> None:
        super().__init__()
        self._woken = woken

    def emit(self, record: logging.LogRecord) -> None:
        self._woken()


class Place:
    """A channel in which a bot writes and a moderator deletes."""

    def __init__(self, env: Env, bot: commands.AutoShardedBot) -> None:
        guild = env.create_guild()
        self.env = env
        self.handle: ChannelHandle = guild.create_text_channel("adventure")
        role = guild.create_role("Moderator", permissions=discord.Permissions(manage_messages=True))
        self.moderator: MemberActor = guild.add_member(env.create_user("mod"), roles=[role])
        channel = bot.get_channel(self.handle.id)
        assert isinstance(channel, discord.TextChannel)
        self.channel = channel
        self.pauses: list[float] = []
        self._changed = asyncio.Event()
        for event in ("message", "raw_message_edit", "raw_message_delete", "typing"):
            bot.add_listener(self._change, f"on_{event}")

    @property
    def texts(self) -> list[str]:
        return [message.content for message in self.handle.history() if message.author.bot]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for an event from Discord after which the condition holds."""
        async with asyncio.timeout(5):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def pause(self, seconds: float) -> None:
        """Instead of waiting."""
        self.pauses.append(seconds)

    def answer(self, reply_to: discord.Message | None = None) -> Answer:
        return Answer(self.channel, 0, reply_to, pause=self.pause)

    def requests(self, method: str, path: str = "") -> list[str]:
        return [
            request.path
            for request in self.env.http_requests
            if request.method == method and path in request.path
        ]

    def wake(self) -> None:
        """Something has happened."""
        self._changed.set()

    async def _change(self, *_: object) -> None:
        self.wake()


@pytest.fixture
async def place(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Place]:
    intents = discord.Intents(guilds=True, guild_messages=True, guild_typing=True, message_content=True)
    bot = commands.AutoShardedBot("!", intents=intents, allowed_mentions=discord.AllowedMentions.none())
    env = Env(bot, shard_count=1)
    await env.start()
    place = Place(env, bot)
    logger = logging.getLogger("cogs.answer")
    listener = Listener(place.wake)
    logger.addHandler(listener)
    monkeypatch.setattr(logger, "level", logging.INFO)
    before = asyncio.all_tasks()
    yield place
    logger.removeHandler(listener)
    await env.settle()
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    await env.shutdown()
    env.raise_errors()
    assert not left


def buttons() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Retry", custom_id="retry"))
    return view


# Drafts and the final text


async def test_the_draft_becomes_the_answer(place: Place) -> None:
    async with place.answer() as answer:
        for text in ("The", "The door", "The door opens"):
            answer.text(text)
            await place.until(lambda text=text: place.texts == [text + CURSOR])  # type: ignore[misc]
        message = await answer.finish("The door opens.", buttons())
    assert place.texts == ["The door opens."]
    assert len(place.requests("POST", "/messages")) == 1
    assert message is not None
    last = place.handle.last_message
    assert last is not None
    assert last.id == message.id
    assert last.components


async def test_only_the_newest_text_is_sent(place: Place) -> None:
    async with place.answer() as answer:
        for count in range(100):
            answer.text("word " * count)
        await place.until(lambda: bool(place.texts))
        assert place.texts == [("word " * 99).strip() + CURSOR]
        await answer.finish("The end.")
    assert len(place.requests("POST", "/messages")) == 1
    assert len(place.requests("PATCH", "/messages")) == 1


async def test_no_draft_is_needed(place: Place) -> None:
    async with place.answer() as answer:
        await answer.finish("At once.")
    assert place.texts == ["At once."]
    assert not place.requests("PATCH")


async def test_invisible_drafts_and_answers_are_not_sent(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("\u200b \n")
        assert await answer.finish("\u200b\u2060", buttons()) is None
    assert not place.requests("POST")


async def test_the_same_text_is_not_edited_twice(place: Place) -> None:
    first = "a. " * 600
    async with place.answer() as answer:
        answer.text(first + "b. " * 200)
        await place.until(lambda: len(place.texts) == 2)
        answer.text(first + "b. " * 300)
        await place.until(lambda: place.texts[1].count("b") > 200)
        await answer.finish(first + "b. " * 301)
    first_id, second_id = (message.id for message in place.handle.history())
    assert not place.requests("PATCH", str(first_id))
    assert len(place.requests("PATCH", str(second_id))) == 2


async def test_a_long_answer_is_several_messages(place: Place) -> None:
    text = "The corridor goes on. " * 250
    async with place.answer() as answer:
        answer.text(text[:3000])
        await place.until(lambda: len(place.texts) == 2)
        message = await answer.finish(text, buttons())
    history = place.handle.history()
    assert [len(message.content) <= 2000 for message in history] == [True] * 3
    assert " ".join(place.texts) == text.strip()
    assert [bool(message.components) for message in history] == [False, False, True]
    assert message is not None
    assert message.id == history[-1].id


async def test_a_draft_at_the_limit_has_no_room_for_the_cursor(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("a" * 1999)
        await place.until(lambda: place.texts == ["a" * 1999])
        await answer.finish("a" * 2000)
    assert place.texts == ["a" * 2000]


async def test_no_draft_is_left_when_the_answer_is_shorter(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("Word by word. " * 400)
        await place.until(lambda: len(place.texts) == 3)
        message = await answer.finish("Word by word.", buttons())
    assert place.texts == ["Word by word."]
    assert message is not None
    assert message.id == place.handle.history()[0].id


async def test_a_second_attempt_of_the_model_begins_anew(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("Word by word. " * 200)
        await place.until(lambda: len(place.texts) == 2)
        answer.text("Once")
        await place.until(lambda: place.texts == ["Once" + CURSOR])
        await answer.finish("Once more.")
    assert place.texts == ["Once more."]


async def test_nobody_is_pinged(place: Place) -> None:
    async with place.answer() as answer:
        await answer.finish("@everyone look <@1>")
    [request] = [request for request in place.env.http_requests if request.path.endswith("/messages")]
    assert isinstance(request.json, dict)
    assert request.json["allowed_mentions"]["parse"] == []


# Messages that are gone


async def test_a_deleted_draft_is_sent_anew_once(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("The door")
        await place.until(lambda: bool(place.texts))
        [draft] = place.handle.history()
        await place.moderator.delete(draft)
        assert place.texts == []
        answer.text("The door opens")
        await place.until(lambda: place.texts == ["The door opens" + CURSOR])
        message = await answer.finish("The door opens.", buttons())
    assert place.texts == ["The door opens."]
    assert len(place.requests("POST", "/messages")) == 2
    assert message is not None
    assert message.id == place.handle.history()[0].id != draft.id


async def test_a_message_deleted_just_before_the_end_is_sent_anew(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("The door")
        await place.until(lambda: bool(place.texts))
        await place.moderator.delete(place.handle.history()[0])
        message = await answer.finish("The door opens.", buttons())
    assert place.texts == ["The door opens."]
    assert message is not None
    assert message.id == place.handle.history()[0].id


async def test_an_archived_thread_gets_the_answer_anew(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("The door")
        await place.until(lambda: bool(place.texts))
        place.env.inject_error("PATCH", MESSAGE, status=400, code=50083)
        await answer.finish("The door opens.")
    assert place.texts == ["The door opens."]


async def test_a_deleted_surplus_is_no_failure(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("Word by word. " * 200)
        await place.until(lambda: len(place.texts) == 2)
        await place.moderator.delete(place.handle.history()[1])
        await answer.finish("Short.")
    assert place.texts == ["Short."]
    assert place.pauses == []


async def test_a_reply_to_a_deleted_message_is_sent(place: Place) -> None:
    asked = await place.moderator.send(place.handle, "open the door")
    reply_to = await place.channel.fetch_message(asked.id)
    await place.moderator.delete(asked)
    async with place.answer(reply_to) as answer:
        await answer.finish("The door opens.")
    assert place.texts == ["The door opens."]
    body = place.env.http_requests[-1].json
    assert isinstance(body, dict)
    assert body["message_reference"]["fail_if_not_exists"] is False


async def test_only_the_first_message_is_a_reply(place: Place) -> None:
    asked = await place.moderator.send(place.handle, "open the door")
    async with place.answer(await place.channel.fetch_message(asked.id)) as answer:
        await answer.finish("Word by word. " * 200)
    first, second = (message for message in place.handle.history() if message.author.bot)
    assert first.reference is not None
    assert first.reference.message_id == asked.id
    assert second.reference is None


# Discord fails


@pytest.mark.parametrize("status", [500, 503, 429, 400])
async def test_a_draft_that_fails_does_not_lose_the_answer(place: Place, status: int) -> None:
    place.env.inject_error("POST", MESSAGES, status=status)
    async with place.answer() as answer:
        answer.text("The door")
        await place.until(lambda: bool(place.requests("POST", "/messages")))
        assert place.texts == []
        answer.text("The door opens")
        await place.until(lambda: place.texts == ["The door opens" + CURSOR])
        place.env.inject_error("PATCH", MESSAGE, status=status)
        answer.text("The door opens slowly")
        await place.until(lambda: bool(place.requests("PATCH", "/messages")))
        assert place.texts == ["The door opens" + CURSOR]
        answer.text("The door opens slowly, then")
        await place.until(lambda: place.texts == ["The door opens slowly, then" + CURSOR])
        await answer.finish("The door opens.")
    assert place.texts == ["The door opens."]


async def test_refused_drafts_stop_and_the_answer_is_still_tried(place: Place) -> None:
    place.env.inject_error("POST", MESSAGES, status=403, code=50013)
    async with place.answer() as answer:
        for text in ("The", "The door", "The door opens"):
            answer.text(text)
            await place.env.settle()
        await answer.finish("The door opens.")
    assert place.texts == ["The door opens."]
    assert len(place.requests("POST", "/messages")) == 2


@pytest.mark.parametrize("failures", [1, 2])
async def test_the_final_text_is_tried_again(place: Place, failures: int) -> None:
    async with place.answer() as answer:
        place.env.inject_error("POST", MESSAGES, status=503, times=failures)
        message = await answer.finish("The door opens.", buttons())
    assert place.texts == ["The door opens."]
    assert message is not None
    assert place.pauses == list(PAUSES[:failures]) == [1.0, 2.0][:failures]
    bodies = [request.json for request in place.env.http_requests if request.path.endswith("/messages")]
    nonces = {body["nonce"] for body in bodies if isinstance(body, dict) and body["enforce_nonce"]}
    assert len(nonces) == 1  # Discord does not make the message twice when a failed request was carried out
    assert len(nonces.pop()) <= 25


async def test_the_final_edit_is_tried_again(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("The door")
        await place.until(lambda: bool(place.texts))
        place.env.inject_error("PATCH", MESSAGE, status=503, times=2)
        await answer.finish("The door opens.", buttons())
    assert place.texts == ["The door opens."]
    assert place.handle.history()[0].components


async def test_a_second_attempt_goes_on_where_the_first_failed(place: Place) -> None:
    text = "Word by word. " * 400
    async with place.answer() as answer:
        answer.text(text)
        await place.until(lambda: len(place.texts) == 3)
        await place.moderator.delete(place.handle.history()[2])
        place.env.inject_error("POST", MESSAGES, status=503)
        await answer.finish(text, buttons())
    assert " ".join(place.texts) == text.strip()
    assert [bool(message.components) for message in place.handle.history()] == [False, False, True]


async def test_attempts_are_bounded(place: Place) -> None:
    place.env.inject_error("POST", MESSAGES, status=503, times=None)
    async with place.answer() as answer:
        with pytest.raises(discord.HTTPException):
            await answer.finish("The door opens.")
    assert len(place.requests("POST", "/messages")) == 3
    assert place.pauses == [1.0, 2.0]


@pytest.mark.parametrize("status", [400, 403, 404, 429])
async def test_a_refusal_is_not_tried_again(place: Place, status: int) -> None:
    place.env.inject_error("POST", MESSAGES, status=status, times=None)
    async with place.answer() as answer:
        with pytest.raises(discord.HTTPException):
            await answer.finish("The door opens.")
    assert len(place.requests("POST", "/messages")) == 1
    assert place.pauses == []


async def test_a_surplus_is_deleted_in_the_end(place: Place) -> None:
    async with place.answer() as answer:
        answer.text("Word by word. " * 200)
        await place.until(lambda: len(place.texts) == 2)
        place.env.inject_error("DELETE", MESSAGE, status=503, times=2)
        await answer.finish("Short.")
    assert place.texts == ["Short."]


async def test_a_surplus_that_stays_does_not_lose_the_answer(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async with place.answer() as answer:
        answer.text("Word by word. " * 200)
        await place.until(lambda: len(place.texts) == 2)
        place.env.inject_error("DELETE", MESSAGE, status=503, times=None)
        message = await answer.finish("Short.", buttons())
    assert message is not None
    assert message.id == place.handle.history()[0].id
    assert place.texts[0] == "Short."
    assert "could not be deleted" in caplog.text


# Ends


async def test_an_error_ends_the_writer(place: Place) -> None:
    async def tell() -> None:
        async with place.answer() as answer:
            answer.text("The door")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await tell()
    await place.env.settle()
    assert place.texts == []


async def test_cancellation_ends_the_writer(place: Place) -> None:
    before = asyncio.all_tasks()

    async def tell() -> None:
        async with place.answer() as answer:
            answer.text("The door")
            await asyncio.Event().wait()

    task = asyncio.create_task(tell())
    await place.until(lambda: bool(place.texts))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert {task for task in asyncio.all_tasks() if task not in before} == set()


async def test_cancellation_between_two_attempts(place: Place) -> None:
    paused = asyncio.Event()

    async def pause(_: float) -> None:
        paused.set()
        await asyncio.Event().wait()

    async def tell() -> None:
        async with Answer(place.channel, 0, pause=pause) as answer:
            await answer.finish("The door opens.")

    place.env.inject_error("POST", MESSAGES, status=503, times=None)
    task = asyncio.create_task(tell())
    await paused.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert place.texts == []


# Typing


async def test_typing_is_shown_again_and_again_until_the_end(place: Place) -> None:
    resumed: asyncio.Queue[float] = asyncio.Queue()
    go_on = asyncio.Semaphore(0)

    async def pause(seconds: float) -> None:
        resumed.put_nowait(seconds)
        await go_on.acquire()

    async with typing(place.channel, pause=pause):
        for shown in (1, 2, 3):
            assert await resumed.get() == TYPING_REFRESH
            assert len(place.requests("POST", "/typing")) == shown
            go_on.release()
        await resumed.get()
    go_on.release()
    await place.env.settle()
    assert len(place.requests("POST", "/typing")) == 4


@pytest.mark.parametrize("status", [403, 404, 429, 500, 503])
async def test_typing_never_fails(place: Place, status: int, caplog: pytest.LogCaptureFixture) -> None:
    place.env.inject_error("POST", "/channels/*/typing", status=status, times=None)
    async with typing(place.channel):
        await place.env.settle()
    assert place.requests("POST", "/typing")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_typing_goes_on_after_a_failure_but_not_after_a_refusal(place: Place) -> None:
    paused = asyncio.Queue[None]()
    go_on = asyncio.Semaphore(0)

    async def pause(_: float) -> None:
        paused.put_nowait(None)
        await go_on.acquire()

    place.env.inject_error("POST", "/channels/*/typing", status=503)
    async with typing(place.channel, pause=pause):
        await paused.get()
        place.env.inject_error("POST", "/channels/*/typing", status=403)
        go_on.release()
        await place.env.settle()
        assert paused.empty()
    assert len(place.requests("POST", "/typing")) == 2


async def test_typing_ends_with_an_error(place: Place) -> None:
    async def tell() -> None:
        async with typing(place.channel):
            await place.env.settle()
            raise ZeroDivisionError

    before = asyncio.all_tasks()
    with pytest.raises(ZeroDivisionError):
        await tell()
    assert asyncio.all_tasks() <= before


async def test_typing_ends_with_cancellation(place: Place) -> None:
    before = asyncio.all_tasks()
    started = asyncio.Event()

    async def tell() -> None:
        async with typing(place.channel):
            started.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(tell())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asyncio.all_tasks() <= before

"""Playing in a channel: the real bot, a real database, a scripted narrator."""

from __future__ import annotations

import pytest
from simcord.enums import MessageType

from bot.locale import load_texts
from tests.cogs.steps import command, prompt, told, until
from tests.support.provider import Reply
from tests.support.world import World, labels


async def test_first_turn(world: World) -> None:
    await world.begin()
    world.provider.say("The hinges complain. Somewhere above, a bell answers.")
    await world.say("open the door")
    assert world.last().content == "The hinges complain. Somewhere above, a bell answers."
    assert (await world.story())[1:] == ["> You open the door.", world.last().content]
    assert "> You open the door." in world.provider.requests[0]["messages"][-1]["content"]
    assert "Continue" in labels(world.last())
    assert [labels(message) for message in world.channel.history()[:-1]] == [[], []]


@pytest.mark.parametrize("content", ['"Who is there?"', "“Who is there?”", "«Who is there?»"])
async def test_a_message_in_quotation_marks_is_speech(world: World, content: str) -> None:
    await world.begin()
    await world.say(content)
    assert (await world.story())[1] == '> You say "Who is there?"'


async def test_the_mode_decides_what_a_bare_message_is(world: World) -> None:
    await world.begin()
    await command(world, "adventure mode", mode="say")
    await world.say("Who is there?")
    await command(world, "adventure mode", mode="story")
    await world.say("Rain begins to fall.", '"Come in," says the keeper.')
    story = await world.story()
    assert story[1::2] == [
        '> You say "Who is there?"',
        "Rain begins to fall.",
        '"Come in," says the keeper.',
    ]


async def test_remarks_and_messages_without_words_are_ignored(world: World) -> None:
    await world.begin()
    await world.say("// brb", "((what do we do?))", "  // one more")
    await world.ash.send(world.channel, "", attachments=[("map.png", b"png")])
    await world.idle()
    assert len(await world.story()) == 1
    assert world.provider.requests == []
    assert len(world.lines()) == 5  # the opening and four messages, no answer


async def test_other_channels_are_ignored(world: World) -> None:
    await world.begin()
    elsewhere = world.guild.create_text_channel("general")
    await world.ash.send(elsewhere, "open the door")
    await world.ash.send_dm("open the door")
    await world.idle()
    assert world.provider.requests == []
    assert [message.content for message in elsewhere.history()] == ["open the door"]


async def test_bots_webhooks_and_system_messages_are_ignored(world: World) -> None:
    await world.begin()
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    await robot.send(world.channel, "open the door")
    await world.guild.create_webhook(world.channel).send("open the door")
    world.guild.create_system_message(world.channel, MessageType.PREMIUM_GUILD_SUBSCRIPTION, author=world.ash)
    await world.idle()
    assert world.provider.requests == []
    assert len(await world.story()) == 1


async def test_a_reply_to_somebody_is_an_action(world: World) -> None:
    await world.begin()
    await world.ash.send(world.channel, "open the door", reply_to=world.last())
    await world.idle()
    assert (await world.story())[1] == "> You open the door."


async def test_a_mention_of_the_bot_is_no_part_of_the_action(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.begin()
    assert world.bot.user is not None
    await world.say(f"<@{world.bot.user.id}> open the door", f"give the key to {world.juno.mention}")
    assert (await world.story())[1::2] == ["> You open the door.", "> You give the key to @Juno."]
    assert not [record for record in caplog.records if record.exc_info]


async def test_two_players_have_names(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    await world.say("light the lantern", by=world.juno)
    await world.say("“Stay here.”")
    await command(world, "do", text="wait", by=world.juno)
    assert (await world.story())[1::2] == [
        "> You open the door.",
        "> Juno lights the lantern.",
        '> Ash says "Stay here."',
        "> Juno waits.",
    ]


async def test_a_display_name_with_markup_stays_one_line(world: World) -> None:
    await world.begin()
    user = world.env.create_user("mallory", global_name="**Mal**\n> ||ory|| `x`")
    mallory = world.guild.add_member(user)
    await world.say("open the door")
    await world.say("wait", by=mallory)
    line = (await world.story())[3]
    assert line == "> Mal ory x waits."


async def test_a_message_of_4000_characters(world: World) -> None:
    await world.begin()
    await world.ash.send(world.channel, "x")
    await world.idle()
    text = "look at the sea " * 249 + "and wait, at last"
    assert len(text) > 4000
    result = await command(world, "do", text=text[:4000])
    assert result.response is not None
    shown = [result.response.content, *(message.content for message in result.followups)]
    assert len(shown) > 1
    assert all(len(piece) <= 2000 for piece in shown)
    assert (await world.story())[3].startswith("> You look at the sea look at the sea")
    assert (await world.story())[3] in prompt(world)


@pytest.mark.parametrize(
    ("name", "line"),
    [("do", "> You ring the bell."), ("say", '> You say "Ring the bell."'), ("story", "ring the bell")],
)
async def test_commands_show_the_words_to_everybody(world: World, name: str, line: str) -> None:
    await world.begin()
    world.provider.say("It rings.")
    result = await command(world, name, text="ring the bell")
    assert result.response is not None
    assert (result.response.content, result.response.ephemeral) == (line, False)
    assert (await world.story())[1:] == [line, "It rings."]
    assert world.last().content == "It rings."


async def test_continue_adds_an_answer_without_words(world: World) -> None:
    await world.begin()
    await command(world, "continue")
    await command(world, "continue")
    assert (await world.story())[1:] == ["The story goes on (1).", "The story goes on (2)."]


async def test_retry_replaces_the_answer_and_keeps_the_old_one(world: World) -> None:
    await world.begin()
    world.provider.say("First.", "Second.")
    await world.say("open the door")
    await command(world, "retry")
    assert (await world.story())[1:] == ["> You open the door.", "Second."]
    assert "First." not in prompt(world)
    head = (await world.adventure()).head_id
    assert [action.text for action in await world.game.store.story.variants(head)] == ["First.", "Second."]


async def test_undo_and_redo_walk(world: World) -> None:
    await world.begin()
    await world.say("open the door", "climb the stairs")
    full = await world.story()
    await command(world, "undo")
    assert await world.story() == full[:3]
    assert full[2] in world.last().content
    await command(world, "undo")
    assert await world.story() == full[:1]
    await command(world, "redo")
    await command(world, "redo")
    assert await world.story() == full
    assert "The story goes on (2)." in world.last().content


async def test_nothing_to_undo_redo_or_retry(world: World) -> None:
    await world.begin()
    before = await world.story()
    for name, part in (
        ("undo", "nothing to take back"),
        ("redo", "nothing to bring back"),
        ("retry", "no answer yet"),
    ):
        await command(world, name)
        assert part in "\n".join(world.lines()).lower()
    assert await world.story() == before
    assert world.provider.requests == []


async def test_an_empty_action_is_refused(world: World) -> None:
    await world.begin()
    await world.say("\u200b\u2060")
    assert world.last().content.startswith("Write what you do or say")
    assert world.provider.requests == []


async def test_a_command_that_was_sent_as_a_message_is_not_played(world: World) -> None:
    await world.begin(language="ru")
    for typed in ("/memory search words: key", "/память поиск ключ", "/undo"):
        await world.say(typed)
        assert typed.split()[0] in world.last().content
        assert "это команда" in world.last().content
    assert world.provider.requests == []
    await world.say("/me waves", by=world.ash)
    assert len(world.provider.requests) == 1


async def test_a_draft_is_shown_while_the_narrator_speaks(world: World) -> None:
    await world.begin()
    release = world.provider.hold("The door opens slowly.", at=3)
    await world.ash.send(world.channel, "open the door")
    await until(world, lambda: world.last().content == "The door opens ▌")
    draft = world.last()
    assert labels(draft) == []
    assert "Continue" in labels(world.channel.history()[0])
    release.set()
    await world.idle()
    assert (world.last().id, world.last().content) == (draft.id, "The door opens slowly.")
    assert "Continue" in labels(world.last())
    assert labels(world.channel.history()[0]) == []


async def test_the_answer_replies_to_the_message(world: World) -> None:
    await world.begin()
    action = await world.ash.send(world.channel, "open the door")
    await world.idle()
    reference = world.last().reference
    assert reference is not None
    assert reference.message_id == action.id


async def test_a_long_answer_is_split(world: World) -> None:
    await world.begin()
    paragraphs = [f"{number}. {'The sea is loud. ' * 50}".strip() for number in range(5)]
    world.provider.say("\n\n".join(paragraphs))
    await world.say("listen")
    pieces = world.lines()[2:]
    assert len(pieces) > 2
    assert all(len(piece) <= 2000 for piece in pieces)
    assert "\n\n".join(pieces) == "\n\n".join(paragraphs)
    assert [bool(labels(message)) for message in world.channel.history()[2:]] == [
        *[False] * (len(pieces) - 1),
        True,
    ]


async def test_nobody_is_pinged(world: World) -> None:
    await world.begin()
    ping = f"@everyone @here {world.juno.mention}"
    world.provider.say(*[f"A voice: {ping}"] * 3)
    await world.say(f"shout {ping}")
    await command(world, "say", text=f"{ping}!")
    await command(world, "story", text=f"{ping} " * 90)
    await command(world, "undo")
    contents = [
        request.json.get("data") or request.json
        for request in world.env.http_requests
        if isinstance(request.json, dict)
    ]
    pinging = [content for content in contents if "@everyone" in str(content.get("content"))]
    assert len(pinging) >= 6
    for content in pinging:
        assert content["allowed_mentions"]["parse"] == []
        assert not content["allowed_mentions"].get("replied_user")


async def test_a_thread_is_a_channel_too(world: World) -> None:
    await world.ash.slash(world.channel, "adventure start", scenario="lantern", language="en", thread=True)
    (thread,) = world.channel.threads
    await world.ash.send(thread, "open the door")
    await world.idle()
    last = thread.last_message
    assert last is not None
    assert last.content == "The story goes on (1)."
    assert "Continue" in labels(last)


@pytest.mark.parametrize(("language", "message"), [("ru", "открываю дверь"), ("ar", "أفتح الباب")])
async def test_the_bot_speaks_the_adventures_language(world: World, language: str, message: str) -> None:
    await world.begin(language=language)
    await world.say(message)
    texts = load_texts()[language]
    assert texts("button-continue") in labels(world.last())
    await command(world, "undo")
    undone, quote, *_ = world.last().content.splitlines()
    assert undone == texts.directed(texts("turn-undo", excerpt="").split("\n")[0])
    mark = texts.directed("x").partition("x")[0]
    assert quote.startswith(f">>> {mark}")
    await command(world, "undo")
    assert world.last().content == texts("error-nothing-to-undo")
    await world.say("\u200b")
    assert world.last().content == texts("error-empty-action")
    world.provider.script(*[Reply("")] * 2)
    await world.say(message)
    assert world.last().content == texts("error-narrator-empty")
    assert labels(world.last()) == [texts("button-retry")]


async def test_a_command_without_an_adventure(world: World) -> None:
    assert "/adventure start" in told(await command(world, "continue"))
    assert world.lines() == []

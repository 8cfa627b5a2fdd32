"""/memory list, search, add, edit, forget, pin, history: 400 memories, three languages, many hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage
from sqlalchemy import insert

from bot.canon import Correction, Speaker
from bot.locale import load_texts, texts_for
from bot.store.engine import open_database
from bot.store.schema import memories
from bot.story import Kind, Scope
from bot.story.memories import MemorySource, MemoryStatus
from bot.story.types import LANGUAGES
from tests.cogs.forms import assert_nothing_pings, fields, said, submit, values
from tests.cogs.test_context import assert_within_limits, buttons, displays, parts, whole
from tests.support.world import World

MANY = 400
STATES = (MemoryStatus.STORED, MemoryStatus.STORED, MemoryStatus.FORGOTTEN, MemoryStatus.WAITING)


async def fill(world: World, texts: Sequence[str], **fields: object) -> None:
    """Memories of the open adventure, straight into the store, as if Rowan had added them."""
    adventure = await world.adventure()
    now = datetime(2026, 10, 1, tzinfo=UTC)
    plain: dict[str, Any] = {
        "adventure_id": adventure.id,
        "action_id": adventure.head_id,
        "source": MemorySource.PLAYER,
        "status": MemoryStatus.STORED,
        "pinned": False,
        "uses": 0,
        "player_id": world.manager.id,
        "player_name": "Rowan",
        "created_at": now,
        "stored_at": now,
        "on_path": True,
    }
    rows = [plain | {"text": text} | fields for text in texts]
    async with (
        open_database(world.settings.database_url) as database,
        database.writing() as connection,
    ):
        await connection.execute(insert(memories), rows)


async def correct(world: World, member: MemberActor, *form: str, **more: Any) -> int:
    """A correction of the member's; the id of its record."""
    adventure = await world.adventure()
    heard = await world.game.canon.correct(
        adventure.id, Speaker(member.id, member.name.title()), Correction(form[0], form[1], form[2], **more)
    )
    record = heard.confirmations[0].record if heard.confirmations else heard.questions[0].record
    return record.id


async def ask(world: World, by: MemberActor, command: str, **options: object) -> ResponseMessage:
    """A command whose answer is one page for the member's eyes."""
    return page_of(await by.slash(world.channel, f"memory {command}", **options))


def page_of(result: InteractionResult) -> ResponseMessage:
    """The one page that was answered."""
    answers = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert len({answer.id for answer in answers}) == 1, said(result)
    assert answers[0].ephemeral
    assert answers[0].components, said(result)
    assert_within_limits(answers[0].components)
    return answers[0]


async def pick(member: MemberActor, page: ResponseMessage, verb: str, value: str) -> ResponseMessage:
    """Pick from the menu with that verb; the page changes in place."""
    custom_id = next(part["custom_id"] for part in menus(page) if part["custom_id"].startswith(f"mm:{verb}:"))
    result = await member.select(page, [value], custom_id=custom_id)
    assert not result.followups, said(result)
    assert_within_limits(page.components)
    return page


async def press(member: MemberActor, page: ResponseMessage, label: str) -> ResponseMessage:
    """Press a button; the page changes in place."""
    result = await member.click(page, label=label)
    assert not result.followups, said(result)
    assert_within_limits(page.components)
    return page


def menus(page: ResponseMessage) -> list[dict[str, Any]]:
    return parts(page.components, 3)


def offered(page: ResponseMessage, verb: str) -> dict[str, str]:
    """The values and labels of a menu."""
    for menu in menus(page):
        if menu["custom_id"].startswith(f"mm:{verb}:"):
            return {option["value"]: option["label"] for option in menu["options"]}
    return {}


async def test_four_hundred_memories_through_all_pages(world: World) -> None:
    await world.begin()
    for number, status in enumerate(STATES):
        texts = [f"Memory {n}: **the** {'river ' * (n % 60)}" for n in range(number, MANY, len(STATES))]
        waiting = status is MemoryStatus.WAITING
        await fill(world, ["" for _ in texts] if waiting else texts, status=status)
    page = await ask(world, world.juno, "list")
    seen: list[str] = []
    numbers = []
    while True:
        assert len(displays(page.components)) > 1
        numbers.append(displays(page.components)[0].partition("page")[2] or whole(page).partition("Page ")[2])
        seen += offered(page, "open")
        if not buttons(page)["Next"]:
            break
        await press(world.juno, page, "Next")
    assert len(seen) == MANY == len(set(seen))
    assert numbers[0].startswith("1 of 50")
    assert numbers[-1].startswith("50 of 50")
    await press(world.juno, page, "First")
    assert offered(page, "open").keys() == set(seen[:8])
    await press(world.juno, page, "Last")
    assert offered(page, "open").keys() == set(seen[-8:])

    await world.restart()
    await pick(world.juno, page, "show", "forgotten")
    assert "100 of 400 are shown" in whole(page)
    assert offered(page, "show")["stored"] == "stored (200)"
    await pick(world.juno, page, "show", "waiting")
    assert whole(page).count("(being written)") == 8
    await pick(world.juno, page, "show", "all")
    form = await world.juno.click(page, label="Search…")
    result = await submit(world.juno, form, f0="rivers 57")
    assert not result.followups, said(result)
    assert "Search: “rivers 57”" in whole(page)
    (ref,) = offered(page, "open")
    await pick(world.juno, page, "open", ref)
    assert "> Memory 57: \\*\\*the\\*\\* river river" in whole(page)
    await press(world.juno, page, "All memories")
    assert "Search: “rivers 57”" in whole(page)
    assert_nothing_pings(world)


SAID = {
    "en": (("Mira's hat", "colour", "red"), "They crossed rivers at night.", "river"),
    "ru": (("шляпа Миры", "цвет", "красный"), "Ночью они гладили кота.", "коты"),
    "ar": (("قبعة ميرا", "لون", "أحمر"), "حمل سيفه ومضى ليلًا.", "السيف"),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_same_in_every_language(world: World, language: str) -> None:
    adventure = await world.begin(language=language)
    texts = texts_for(language)
    fact, memory, query = SAID[language]
    await correct(world, world.juno, *fact)
    await correct(world, world.juno, *fact[:2], "🟦", scope=Scope.ADVENTURE)
    await fill(world, [memory], first=0, last=5, source=MemorySource.MODEL)
    await fill(world, ["x"], pinned=True, status=MemoryStatus.STORED)
    page = await ask(world, world.ash, "list")
    for key in ("state-stored", "state-old", "heading", "pinned"):
        assert texts(f"memories-{key}") in whole(page), key
    assert "🟦" in whole(page)
    if texts.direction == "rtl":
        for line in whole(page).splitlines():
            assert line.removeprefix("## ").removeprefix("-# ").startswith("\u200f\u2067"), line
    page = await ask(world, world.ash, "search", words=query)
    (ref,) = offered(page, "open")
    await pick(world.ash, page, "open", ref)
    assert memory in whole(page)
    assert texts("memories-kind-memory") in whole(page)
    await press(world.ash, page, texts("button-memory-history"))
    assert texts("memories-source-begins") in whole(page)
    assert (await world.game.store.story.path(adventure.id))[0].text[:20] in whole(page)
    await press(world.ash, page, texts("button-memory-entry"))
    await press(world.ash, page, texts("button-memory-pin"))
    await press(world.ash, page, texts("button-memory-unpin"))
    await press(world.ash, page, texts("button-memory-forget"))
    assert texts("memories-state-forgotten") in whole(page)
    await press(world.ash, page, texts("button-memory-recall"))
    await press(world.ash, page, texts("button-memory-forget"))
    await press(world.ash, page, texts("button-memory-delete"))
    assert texts("memories-note-deleted", wording="").strip(" \u2068\u2069") in whole(page)
    assert {entry.text for entry in await world.game.store.memories.of(adventure.id)} == {"x"}
    for word in ("nowhere", "!", "🐉" * 45, "\n:\n-"):
        assert texts("memories-none-found") in whole(await ask(world, world.ash, "search", words=word))


async def test_ones_own_memory_is_added_edited_forgotten_and_brought_back(world: World) -> None:
    adventure = await world.begin()
    page = await ask(world, world.juno, "add", text="  The bridge *burned*.  ")
    assert "✅ Remembered: The bridge \\*burned\\*." in whole(page)
    assert "added by Juno" in whole(page)
    form = await world.juno.slash(world.channel, "memory edit", memory="bridges")
    assert values(form) == ["The bridge *burned*."]
    page = page_of(await submit(world.juno, form, f0="The bridge stands."))
    assert "It says now: The bridge stands." in whole(page)
    form = await world.juno.click(page, label="Edit…")
    await submit(world.juno, form, f0="The bridge is new.")
    assert "> The bridge is new." in whole(page)
    page = await ask(world, world.juno, "pin", memory="bridge")
    assert "✅ Pinned" in whole(page)
    assert "✅ No longer pinned" in whole(await ask(world, world.juno, "pin", memory="bridge"))
    page = await ask(world, world.juno, "forget", memory="bridge")
    assert "it can be brought back" in whole(page)
    await press(world.juno, page, "Bring back")
    assert "✅ Remembered again" in whole(page)
    assert "Juno added on" in whole(await ask(world, world.juno, "history", memory="bridge"))
    for _ in range(2):
        page = await ask(world, world.juno, "forget", memory="bridge")
    assert "✅ Deleted for good: The bridge is new." in whole(page)
    assert "Nothing is remembered here yet." in whole(page)
    assert await world.game.store.memories.of(adventure.id) == []


async def test_a_fact_is_edited_widened_and_deleted(world: World) -> None:
    adventure = await world.begin()
    await correct(world, world.juno, "Mira", "eye colour", "blue")
    page = await ask(world, world.juno, "list")
    await pick(world.juno, page, "open", next(iter(offered(page, "open"))))
    assert "this story · said by Juno · since <t:" in whole(page)
    form = await world.juno.click(page, label="Edit…")
    await submit(world.juno, form, f0="green")
    assert "✅ Changed for this story: Mira" in whole(page)
    assert "Before: blue." in whole(page)
    await pick(world.juno, page, "scope", "character")
    assert "✅ Changed for every story" in whole(page)
    await press(world.juno, page, "History")
    assert "said by Juno" in whole(page)
    assert "It holds." in whole(page)
    page = await ask(world, world.juno, "search", words="blue")
    assert "⚠️ Old: replaced <t:" in whole(page)
    await pick(world.juno, page, "open", next(iter(offered(page, "open"))))
    assert set(buttons(page)) == {"Delete", "History", "All memories"}
    await press(world.juno, page, "History")
    assert "**1** · “Mira — eye colour: blue” said by Juno, <t:" in whole(page)
    assert "by “Mira — eye colour: green”." in whole(page)
    await press(world.juno, page, "Back")
    result = await world.juno.slash(world.channel, "memory pin", memory="blue")
    assert "A later correction has replaced this one" in said(result)
    page = await ask(world, world.juno, "forget", memory="green")
    assert "✅ Deleted for every story: Mira" in whole(page)
    assert await world.game.store.canon.of_guild(adventure.guild_id) == []


async def test_a_pinned_fact_is_told_whatever_is_spoken_of(world: World) -> None:
    await world.begin()
    fact = await correct(world, world.juno, "Zoe", "hat", "red")
    await fill(world, ["Zoe lost her red hat.", "Zoe has a black hat."])
    await world.say("wait")
    assert "hat: red" not in str(world.provider.requests[-1]["messages"])
    page = await ask(world, world.juno, "pin", memory=f"c{fact}")
    assert "✅ Pinned" in whole(page)
    await world.say("wait")
    assert "hat: red" in str(world.provider.requests[-1]["messages"])
    form = await world.juno.click(page, label="Edit…")
    await submit(world.juno, form, f0="blue")
    assert "pinned" in whole(page)
    await world.say("wait")
    assert "hat: blue" in str(world.provider.requests[-1]["messages"])
    page = await ask(world, world.juno, "search", words="red hat")
    assert "⚠️ Out of date. What holds now: Zoe — hat: blue" in whole(page)
    await pick(world.juno, page, "show", "outdated")
    assert len(offered(page, "open")) == 1


async def test_an_open_question_is_answered_on_its_page(world: World) -> None:
    await world.begin()
    await correct(world, world.juno, "Mira", "eye colour", "blue", scope=Scope.CHARACTER)
    record = await correct(world, world.juno, "Mira", "eye colour", "green")
    page = await ask(world, world.juno, "list")
    assert next(iter(offered(page, "open"))) == f"c{record}"
    assert "open question" in whole(page)
    await pick(world.juno, page, "open", f"c{record}")
    assert "Edit…" not in buttons(page)
    await pick(world.juno, page, "scope", "adventure")
    assert "✅ Saved for this story: Mira" in whole(page)


async def test_a_fact_from_another_story_is_never_narrowed_to_that_story(world: World) -> None:
    await world.begin()
    fact = await correct(world, world.ash, "Mira", "eye colour", "blue", scope=Scope.CHARACTER)
    wish = await correct(
        world, world.ash, "", "", "Describe meals", kind=Kind.PREFERENCE, scope=Scope.EVERYWHERE
    )
    await world.ash.slash(world.channel, "adventure end")
    await world.begin()
    page = await ask(world, world.ash, "list")
    assert set(offered(page, "open")) == {f"c{fact}", f"c{wish}"}
    await pick(world.ash, page, "open", f"c{fact}")
    assert offered(page, "scope") == {}
    await press(world.ash, page, "All memories")
    await pick(world.ash, page, "open", f"c{wish}")
    assert list(offered(page, "scope")) == ["character", "everywhere"]
    await pick(world.ash, page, "scope", "character")
    assert "✅ Changed for every story: Describe meals" in whole(page)


async def test_others_may_look_and_only_the_right_ones_change(world: World) -> None:
    await world.begin()
    fact = await correct(world, world.ash, "Mira", "eye colour", "green")
    wish = await correct(world, world.ash, "", "", "Describe every meal", kind=Kind.PREFERENCE)
    page = await ask(world, world.ash, "list")
    assert set(offered(page, "open")) == {f"c{fact}", f"c{wish}"}
    for person in (world.juno, world.manager):
        page = await ask(world, person, "list")
        assert list(offered(page, "open")) == [f"c{fact}"]
        for words in ("meal", "meals", "Ash"):
            assert "every meal" not in whole(await ask(world, person, "search", words=words))
        for command in ("edit", "forget", "pin", "history"):
            choices = await person.autocomplete(world.channel, f"memory {command}", "memory", "meal")
            assert choices == []
            result = await person.slash(world.channel, f"memory {command}", memory=f"c{wish}")
            assert "There is no such memory" in said(result)
    page = await ask(world, world.juno, "list")
    await pick(world.juno, page, "open", f"c{fact}")
    assert "You may look at this." in whole(page)
    assert set(buttons(page)) == {"History", "All memories"}
    for command in ("edit", "forget"):
        result = await world.juno.slash(world.channel, f"memory {command}", memory=f"c{fact}")
        assert "Only the one who said this may change it" in said(result)
        assert await world.juno.autocomplete(world.channel, f"memory {command}", "memory", "") == []
    form = await world.manager.slash(world.channel, "memory edit", memory=f"c{fact}")
    assert fields(form)
    page = await ask(world, world.manager, "forget", memory=f"c{fact}")
    assert "✅ Deleted for this story" in whole(page)
    # Ash, whose wish it is, tells; Juno looks at what the narrator saw.
    await world.say("eat")
    assert "Describe every meal" in str(world.provider.requests[-1]["messages"])
    for person, visible in ((world.ash, True), (world.juno, False), (world.manager, False)):
        result = await person.slash(world.channel, "context")
        answers = [answer for answer in (result.response, *result.followups) if answer is not None]
        page = answers[0]
        handed = (await person.click(page, label="Whole prompt")).followups[0]
        prompt = b"".join([await file.read() for file in handed.attachments]).decode()
        assert ("Describe every meal" in prompt) is visible
        for section in ("instructions", "memories"):
            await person.select(page, [section])
            assert ("Describe every meal" in whole(page)) is visible, section
    used = await ask(world, world.ash, "list")
    assert "used for the last answer" in whole(used)


async def test_two_people_at_once(world: World) -> None:
    await world.begin()
    await fill(world, ["The old bridge."])
    memory = (await world.game.store.memories.of((await world.adventure()).id))[0]
    pages = [await ask(world, person, "list") for person in (world.ash, world.manager)]
    forms = []
    for person, page in zip((world.ash, world.manager), pages, strict=True):
        await pick(person, page, "open", f"m{memory.id}")
        forms.append(await person.click(page, label="Edit…"))
    await submit(world.ash, forms[0], f0="Ash's bridge.")
    result = await submit(world.manager, forms[1], f0="Rowan's bridge.")
    assert "Somebody has changed this memory in the meantime." in said(result)
    assert "> Rowan's bridge." in said(result)
    await press(world.ash, pages[0], "Forget")
    result = await world.manager.click(pages[1], label="Forget")
    assert "Somebody has changed this memory" in said(result)
    await press(world.ash, pages[0], "Delete")
    for label in ("Edit…", "Pin", "Forget", "History"):
        assert "There is no such memory" in said(await world.manager.click(pages[1], label=label))
    await press(world.manager, pages[1], "All memories")
    assert "Nothing is remembered here yet." in whole(pages[1])


async def test_a_memory_of_the_story_is_listed_with_the_passages_that_it_tells(world: World) -> None:
    world.keeps = True
    await world.restart()
    await world.begin()
    await world.say(*(f"open door {n}" for n in range(6)))  # thirteen passages with the opening
    page = await ask(world, world.juno, "list")
    (ref,) = offered(page, "open")
    assert "passages 1–6 · <t:" in whole(page)
    await pick(world.juno, page, "open", ref)
    assert set(buttons(page)) == {"History", "All memories"}
    await press(world.juno, page, "History")
    assert "A memory of the passages 1–6" in whole(page)
    assert f"> {(await world.story())[0][:40]}" in whole(page)


async def test_what_was_undone_is_not_remembered_until_it_is_redone(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    await correct(world, world.ash, "Mira", "eye colour", "green")
    await ask(world, world.ash, "add", text="The door is open.")
    page = await ask(world, world.ash, "list")
    everything = offered(page, "open")
    assert len(everything) == 2
    await world.ash.slash(world.channel, "undo")
    await world.idle()
    for ref in everything:
        custom_id = menus(page)[0]["custom_id"]
        result = await world.ash.select(page, [ref], custom_id=custom_id)
        assert "There is no such memory" in said(result)
    assert "Nothing is remembered here yet." in whole(await ask(world, world.ash, "list"))
    await world.ash.slash(world.channel, "redo")
    await world.idle()
    assert offered(await ask(world, world.ash, "list"), "open") == everything


async def test_pages_of_another_adventure_are_refused(world: World) -> None:
    await world.begin()
    await fill(world, ["A bridge.", "A river."])
    page = await ask(world, world.juno, "list")
    form = await world.juno.click(page, label="Search…")
    await world.ash.slash(world.channel, "adventure end")
    await world.begin()
    assert "This page is too old" in said(await submit(world.juno, form, f0="river"))
    assert "This page is too old" in said(await world.juno.click(page, label="Search…"))
    ref = next(iter(offered(page, "open")))
    custom_id = menus(page)[0]["custom_id"]
    assert "This page is too old" in said(await world.juno.select(page, [ref], custom_id=custom_id))


async def test_only_players_look(world: World) -> None:
    await world.begin()
    await fill(world, ["A bridge."])
    eve = world.guild.add_member(world.env.create_user("eve", global_name="Eve"))
    deny = discord.Permissions(send_messages=True).value
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=eve.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )
    for command, options in (
        ("list", {}),
        ("search", {"words": "a"}),
        ("add", {"text": "a"}),
        ("history", {"memory": "bridge"}),
    ):
        result = await eve.slash(world.channel, f"memory {command}", **options)
        assert "Only those who play" in said(result), command
    assert await eve.autocomplete(world.channel, "memory history", "memory", "") == []


async def test_what_is_offered_while_typing(world: World) -> None:
    await world.begin(language="ru")
    await fill(world, [f"Ночь {n}: они гладили кота. {'очень ' * 40}" for n in range(40)])
    await fill(world, ["Собака."], status=MemoryStatus.FORGOTTEN)
    everything = await world.ash.autocomplete(world.channel, "memory pin", "memory", "")
    assert len(everything) == 25
    assert all(len(choice["name"]) <= 100 for choice in everything)
    found = await world.ash.autocomplete(world.channel, "memory pin", "memory", "кот 17")
    assert [choice["name"][:10] for choice in found] == ["🧠 Ночь 17:"[:10]]
    assert await world.ash.autocomplete(world.channel, "memory pin", "memory", "собаки") == []
    assert len(await world.ash.autocomplete(world.channel, "memory forget", "memory", "собаки")) == 1


async def test_bad_input_is_one_sentence(world: World) -> None:
    await world.begin()
    await fill(world, ["A bridge.", "A bridge too."])
    for nothing in ("  ", "\u200b", "\u2800\u2800", "\x00\x01"):
        result = await world.juno.slash(world.channel, "memory add", text=nothing)
        assert "A memory needs a text." in said(result), nothing
    turned = await ask(world, world.juno, "add", text="The \u202eegdirb\x07.\r\nIt creaks.")
    assert "> The egdirb.\n> It creaks." in whole(turned)
    for wanted in ("bridge", "m999", "c1", "sword", " "):
        result = await world.ash.slash(world.channel, "memory history", memory=wanted)
        assert "There is no such memory" in said(result), wanted
    record = await correct(world, world.juno, "Mira", "eye colour", "green")
    form = await world.juno.slash(world.channel, "memory edit", memory=f"c{record}")
    result = await submit(world.juno, form, f0="<@1>")
    assert "This correction was not saved" in said(result)
    assert "No adventure is open" in said(
        await world.juno.slash(world.guild.create_text_channel("x"), "memory list")
    )


async def test_a_text_that_is_too_long_for_a_message_is_a_file(world: World) -> None:
    await world.begin()
    long = "They walked on, *and on*. " * 300
    await fill(world, [long, "*" * 5000])
    page = await ask(world, world.ash, "list")
    for ref, text in zip(sorted(offered(page, "open")), (long, "*" * 5000), strict=True):
        await pick(world.ash, page, "open", ref)
        (file,) = page.attachments
        assert (await file.read()).decode() == text
        form = await world.ash.click(page, label="Edit…")
        assert len(values(form)[0]) == 2000
        await press(world.ash, page, "All memories")
        assert page.attachments == []


def test_the_texts_of_the_pages_fit_where_discord_shows_them() -> None:
    for texts in load_texts().values():
        for verb in ("open", "reach", "show", "scope"):
            assert len(texts(f"memories-menu-{verb}")) <= 150
        assert len(texts("memories-form-long")) <= 100

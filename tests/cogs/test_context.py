"""/context: what the narrator saw, as Components V2 messages with a picture, a menu and buttons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import discord
import pytest
import simcord.components
from hypothesis import given, settings
from hypothesis import strategies as st
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.explain import Item, Section, sections
from bot.locale import Texts, load_texts, texts_for
from bot.store.records import AdventureRecord, TurnKind
from bot.story import Action, ActionType, Plot, StoryCard
from bot.story.types import LANGUAGES
from cogs.context import prompt_files
from cogs.split import units
from cogs.viewer import Overview, Place, overview, section_page
from tests.cogs.forms import assert_nothing_pings, said
from tests.context.adventures import nasty
from tests.support.world import World
from tests.test_explain import report_of

WIDTH, HEIGHT = slice(16, 20), slice(20, 24)
"""Where a PNG says how large it is."""
HERE = Place(1, 2)


async def look(world: World, by: MemberActor | None = None, **options: object) -> ResponseMessage:
    """Juno looks; the one message that she gets."""
    result: InteractionResult = await (by or world.juno).slash(world.channel, "context", **options)
    answers = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert len({answer.id for answer in answers}) == 1, said(result)
    assert answers[0].ephemeral
    return answers[0]


async def open_section(world: World, message: ResponseMessage, name: str) -> ResponseMessage:
    """Juno picks from the menu; the message afterwards."""
    return shown(await world.juno.select(message, [name]), message)


async def press(world: World, message: ResponseMessage, label: str) -> ResponseMessage:
    """Juno presses a button that turns the message into something else."""
    return shown(await world.juno.click(message, label=label), message)


def shown(result: InteractionResult, message: ResponseMessage) -> ResponseMessage:
    """The message that was pressed, as it is now."""
    assert not result.followups, said(result)
    assert result.response is None or result.response.id == message.id
    return message


def parts(components: list[dict[str, Any]], kind: int) -> list[dict[str, Any]]:
    """The components of a kind, from top to bottom."""
    return [part for part in simcord.components.walk_components(components) if part["type"] == kind]


def displays(components: list[dict[str, Any]]) -> list[str]:
    """The texts of the message, from top to bottom."""
    return [part["content"] for part in parts(components, 10)]


def whole(message: ResponseMessage) -> str:
    """All texts of the message."""
    return "\n".join(displays(message.components))


def options(message: ResponseMessage) -> list[str]:
    """What the menu offers."""
    (menu,) = parts(message.components, 3)
    return [option["value"] for option in menu["options"]]


def buttons(message: ResponseMessage) -> dict[str, bool]:
    """The labels of the buttons, and whether they can be pressed."""
    return {part["label"]: not part.get("disabled") for part in parts(message.components, 2)}


def components_of(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """The message as it would be sent."""
    return cast("list[dict[str, Any]]", cast("Any", view).to_components())


def assert_within_limits(components: list[dict[str, Any]]) -> None:
    """discord.md: 4,000 display characters and 40 components in all; ids of 100, options of 100."""
    everything = list(simcord.components.walk_components(components))
    assert len(everything) <= 40
    assert all(text.strip() for text in displays(components))
    assert sum(units(text) for text in displays(components)) <= 4000
    ids = [part["custom_id"] for part in everything if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for menu in parts(components, 3):
        assert 1 <= len(menu["options"]) <= 25
        for option in menu["options"]:
            assert 1 <= len(option["label"]) <= 100
            assert 1 <= len(option.get("description", "-")) <= 100


async def begin_with(
    world: World, cards: Sequence[StoryCard], opening: str = "A door.", guild_id: int | None = None
) -> AdventureRecord:
    """An adventure of Ash's with these cards."""
    return await world.game.store.adventures.create(
        guild_id=guild_id or world.guild.id,
        channel_id=world.channel.id if guild_id is None else 1,
        owner_id=world.ash.id,
        scenario="lantern",
        title="Doors",
        language="en",
        mode=ActionType.DO,
        plot=Plot(),
        cards=cards,
        opening=opening,
    )


async def forget_reports(world: World) -> None:
    """As if newer turns had pushed all reports out."""
    adventure = await world.adventure()
    for _ in range(2):
        await world.say("wait")
    await world.game.store.turns.prune_reports(1)
    assert len(await world.game.store.turns.reported(adventure.id, 10)) == 1


async def test_before_the_first_turn(world: World) -> None:
    await world.begin()
    message = await look(world)
    heading, *texts = displays(message.components)
    assert heading.startswith("## What the narrator will see: The Lantern of Halvard\n")
    assert "There is room for everything." in heading
    assert [text.partition(" · ")[0] for text in texts[:4]] == [
        "**Always in**",
        "**Story cards**",
        "**Memory bank**",
        "**History**",
    ]
    assert "Nothing came before the last action." in texts[3]
    assert options(message) == [
        "instructions",
        "plot_essentials",
        "authors_note",
        "last_action",
        "cards",
        "memories",
        "history",
    ]
    assert world.provider.requests == []


async def test_after_a_turn_it_shows_what_was_sent(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    adventure = await world.adventure()
    report = (await world.game.seen(adventure.id)).report
    sent = [message["content"] for message in world.provider.requests[0]["messages"]]
    assert [message["content"] for message in report["messages"]] == sent
    message = await look(world)
    heading = displays(message.components)[0]
    assert heading.startswith("## What the narrator saw: The Lantern of Halvard\n")
    assert ", Ash: open the door" in heading
    assert f"{report['total_tokens']} of 8,192 tokens are used" in heading
    before = whole(message)
    # What changes afterwards does not change what was seen.
    await world.game.store.cards.add(adventure.id, StoryCard("", "Door", "New.", ("door",)))
    assert whole(await look(world)) == before


async def test_the_picture_is_attached(world: World) -> None:
    await world.begin()
    message = await look(world)
    (file,) = message.attachments
    picture = await file.read()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[WIDTH]) == 900
    assert int.from_bytes(picture[HEIGHT]) > 600
    assert file.description is not None
    assert "tokens are used" in file.description
    (gallery,) = parts(message.components, 12)
    assert len(gallery["items"]) == 1


async def test_the_provider_and_the_price_are_named(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    footer = displays((await look(world)).components)[-1]
    assert footer.startswith("-# gpt-4o-mini counted ")
    assert "64 of them already in its cache (" in footer
    assert "cost" not in footer  # nobody knows what a provider on this machine asks for
    world.game.settings = world.settings.model_copy(update={"openai_base_url": "https://api.openai.com/v1"})
    assert "\n-# This turn cost about $0.00" in displays((await look(world)).components)[-1]


async def test_a_section_is_opened_from_the_menu_and_left_again(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    message = await look(world)
    first = whole(message)
    await open_section(world, message, "cards")
    heading, *items = displays(message.components)
    assert heading.startswith("## Story cards · ")
    assert "A card comes in when one of its triggers was used" in heading
    assert message.attachments == []
    door = next(item for item in items if "“door” came up in the last action" in item)
    assert door.startswith("✅ **The iron door** — in, ")
    assert "\n> The door is black iron" in door
    await open_section(world, message, "instructions")
    assert displays(message.components)[0].startswith("## AI instructions · ")
    await press(world, message, "Overview")
    assert whole(message) == first
    assert [file.filename for file in message.attachments] == ["context.png"]


async def test_pages_are_turned_and_show_every_card_once(world: World) -> None:
    cards = [StoryCard("", f"Card {n}", f"Entry {n}. " * 40, ("door",)) for n in range(60)]
    await begin_with(world, cards)
    await world.say("open the door")
    message = await look(world)
    await open_section(world, message, "cards")
    seen: list[str] = []
    numbers = []
    for _ in range(100):
        assert_within_limits(message.components)
        heading, *items = displays(message.components)
        numbers.append(heading.rpartition("-# Page ")[2])
        seen += [item.partition("**")[2].partition("**")[0] for item in items if "**" in item]
        if not buttons(message)["Next"]:
            break
        await press(world, message, "Next")
    assert sorted(seen) == sorted(card.title for card in cards)
    assert numbers == [f"{n + 1} of {len(numbers)}" for n in range(len(numbers))]
    assert len(numbers) > 5
    last = whole(message)
    await press(world, message, "Previous")
    assert whole(message) != last
    await press(world, message, "Next")
    assert whole(message) == last


async def test_menu_and_buttons_work_after_a_restart(world: World) -> None:
    cards = [StoryCard("", f"Card {n}", f"Entry {n}. " * 40, ("door",)) for n in range(60)]
    await begin_with(world, cards)
    await world.say("open the door")
    message = await look(world)
    await world.restart()
    await open_section(world, message, "cards")
    assert "Page 1 of " in whole(message)
    await world.restart()
    await press(world, message, "Next")
    assert "Page 2 of " in whole(message)
    await world.restart()
    await press(world, message, "Overview")
    assert "What the narrator saw" in whole(message)


async def test_an_opened_report_stays_the_same_when_the_story_goes_on(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    message = await look(world)
    first = whole(message)
    await world.say("go in")
    await open_section(world, message, "last_action")
    assert "open the door" in whole(message)
    await press(world, message, "Overview")
    assert whole(message) == first
    assert whole(await look(world)) != first


async def test_the_whole_prompt_is_handed_out_to_the_letter(world: World) -> None:
    await world.begin(language="ru")
    await world.say("открыть дверь")
    message = await look(world)
    for _ in range(2):
        result = await world.juno.click(message, label=texts_for("ru")("button-prompt"))
        (answer,) = result.followups
        assert answer.ephemeral
        files = {file.filename: await file.read() for file in answer.attachments}
        assert set(files) == {"prompt.txt", "prompt.json"}
        assert json.loads(files["prompt.json"]) == world.provider.requests[0]["messages"]
        for sent in world.provider.requests[0]["messages"]:
            assert sent["content"] in files["prompt.txt"].decode()
        await world.restart()


async def test_past_turns_counted_back_or_by_number(world: World) -> None:
    await world.begin()
    for action in ("open the door", "go in", "light the lantern"):
        await world.say(action)
    adventure = await world.adventure()
    turns = await world.game.store.turns.reported(adventure.id, 10)
    assert [turn.text for turn in turns] == ["light the lantern", "go in", "open the door"]
    for back, turn in enumerate(turns, 1):
        for wanted in (str(back), f" {back} ", f"#{turn.id}"):
            message = await look(world, turn=wanted)
            assert f"-# Turn #{turn.id}, Ash: {turn.text}" in whole(message)
        result = await world.juno.click(message, label="Whole prompt")
        files = {file.filename: await file.read() for file in result.followups[0].attachments}
        assert json.loads(files["prompt.json"]) == world.provider.requests[3 - back]["messages"]


async def test_turns_are_counted_along_the_story_as_it_stands(world: World) -> None:
    await world.begin()
    await world.say("open the door", "go in")
    await world.ash.slash(world.channel, "undo")
    await world.idle()
    adventure = await world.adventure()
    undone, first = await world.game.store.turns.reported(adventure.id, 10)
    assert ", Ash: open the door" in whole(await look(world, turn="1"))
    assert ", Ash: open the door" in whole(await look(world))
    # What was taken back can still be looked at, by its number.
    assert ", Ash: go in" in whole(await look(world, turn=f"#{undone.id}"))
    assert "There is no turn 2" in said(await world.juno.slash(world.channel, "context", turn="2"))
    assert first.text == "open the door"


@pytest.mark.parametrize("wanted", ["0", "-1", "9", "#0", "#999", "#", "1.5", "x", "9" * 30, "#" + "9" * 30])
async def test_a_turn_that_does_not_exist_is_refused(world: World, wanted: str) -> None:
    await world.begin()
    await world.say("open the door")
    result = await world.juno.slash(world.channel, "context", turn=wanted)
    assert said(result).startswith("There is no turn ")


async def test_another_servers_turn_is_refused(world: World) -> None:
    await world.begin()
    other = await begin_with(world, (), guild_id=42)
    store = world.game.store.turns
    turn = await store.accept(
        event_id="x", adventure_id=other.id, kind=TurnKind.DO, text="secret", author_id=1, author_name="Eve"
    )
    turn = await store.begin(turn.id, Action(ActionType.DO, turn.text))
    await store.commit(
        turn.id,
        text="Told.",
        report=b"",
        prompt_tokens=1,
        reply_tokens=1,
        cached_tokens=None,
        model="m",
    )
    result = await world.juno.slash(world.channel, "context", turn=f"#{turn.id}")
    assert said(result).startswith(f"There is no turn {turn.id} in this adventure")
    assert await world.juno.autocomplete(world.channel, "context", "turn", "secret") == []


async def test_a_pruned_turn_says_so_and_its_buttons_too(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    message = await look(world)
    adventure = await world.adventure()
    (turn,) = await world.game.store.turns.reported(adventure.id, 10)
    await forget_reports(world)
    for result in (
        await world.juno.slash(world.channel, "context", turn="3"),
        await world.juno.slash(world.channel, "context", turn=f"#{turn.id}"),
        await world.juno.select(message, ["cards"]),
        await world.juno.click(message, label="Whole prompt"),
    ):
        assert f"What the narrator saw at turn #{turn.id} is not kept any more" in said(result)
        assert "QUESTSMITH_KEEP_REPORTS" in said(result)


async def test_where_the_last_turn_is_pruned_it_shows_what_would_be_seen(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    await forget_reports(world)
    for _ in range(2):
        await world.ash.slash(world.channel, "undo")
        await world.idle()
    assert "What the narrator will see" in whole(await look(world))


async def test_only_so_many_turns_keep_their_report(world: World) -> None:
    world.game.settings = world.settings.model_copy(update={"keep_reports": 2})
    await world.begin()
    for action in ("one", "two", "three", "four"):
        await world.say(action)
    adventure = await world.adventure()
    kept = await world.game.store.turns.reported(adventure.id, 10)
    assert [turn.text for turn in kept] == ["four", "three"]


async def test_turns_are_offered_while_typing(world: World) -> None:
    await world.begin()
    for action in ("open the Door", "go in " + "and on " * 60):
        await world.say(action)
    await world.ash.slash(world.channel, "continue")
    await world.idle()
    adventure = await world.adventure()
    numbers = [f"#{turn.id}" for turn in await world.game.store.turns.reported(adventure.id, 10)]

    async def offered(typed: str) -> list[tuple[str, str]]:
        choices = await world.juno.autocomplete(world.channel, "context", "turn", typed)
        assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
        return [(choice["name"], choice["value"]) for choice in choices]

    everything = await offered("")
    assert [value for _, value in everything] == numbers
    assert everything[0][0] == f"Turn {numbers[0]}, Ash: Continue"
    assert everything[2][0] == f"Turn {numbers[2]}, Ash: open the Door"
    assert await offered("DOOR") == everything[2:]
    name, value = (await offered("2"))[0]
    assert value == numbers[1]
    assert name.startswith(f"2 back: {everything[1][0][:60]}")
    assert name.endswith("o…")
    assert await offered("nowhere") == []
    message = await look(world, turn=everything[2][1])
    assert "Ash: open the Door" in whole(message)


async def test_no_turns_are_offered_without_an_adventure(world: World) -> None:
    assert await world.juno.autocomplete(world.channel, "context", "turn", "1") == []


async def test_only_players_and_managers_may_look(world: World) -> None:
    await world.begin()
    await world.say("open the door", by=world.juno)
    message = await look(world)
    deny = discord.Permissions(send_messages=True).value
    eve = world.guild.add_member(world.env.create_user("eve", global_name="Eve"))
    for person in (world.juno, world.ash, world.manager, eve):
        world.env.backend.set_overwrite(
            world.channel.id,
            Overwrite(target_id=person.id, type=OverwriteType.MEMBER, allow=0, deny=deny),
        )
    # Juno has played, Ash began it, Rowan manages the server; Eve only reads along.
    for person in (world.juno, world.ash, world.manager):
        assert "What the narrator saw" in whole(await look(world, person))
    assert "Only those who play in this adventure" in said(await eve.slash(world.channel, "context"))
    assert await eve.autocomplete(world.channel, "context", "turn", "") == []
    await open_section(world, message, "cards")


async def test_what_was_opened_elsewhere_is_refused(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    message = await look(world)
    await world.manager.slash(world.channel, "adventure end")
    await open_section(world, message, "cards")  # it can still be looked at
    adventure = (await world.game.store.adventures.of_guild(world.guild.id))[0]
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.manager.slash(elsewhere, "adventure resume", adventure=adventure.id)
    assert "No adventure is open" in said(await world.juno.select(message, ["history"]))
    assert "No adventure is open" in said(await world.juno.click(message, label="Whole prompt"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_language_has_its_views(world: World, language: str) -> None:
    await world.begin(language=language)
    await world.say("...", "...")
    message = await look(world)
    texts = texts_for(language)
    for key in ("cards", "memories", "history"):
        assert f"**{texts(f'section-{key}')}**" in whole(message), key
    for name in (None, *options(message)):
        if name:
            await open_section(world, message, name)
        assert_within_limits(message.components)
        if texts.direction == "rtl":
            for line in whole(message).splitlines():
                bare = line.removeprefix("## ").removeprefix("-# ").removeprefix("> ")
                assert bare.startswith("\u200f\u2067"), line
        else:
            assert "\u2067" not in whole(message)


async def test_a_big_adventure_keeps_discords_limits(world: World) -> None:
    triggers = ("door" * 20, "door")
    cards = [StoryCard("", f"{n} {'t' * 80}", "An entry. " * 20, triggers) for n in range(300)]
    await begin_with(world, cards)
    for _ in range(3):
        world.provider.say("A door, and behind it a door. " * 100)
        await world.say("open the door")
    message = await look(world)
    assert_within_limits(message.components)
    assert "There is not room for everything." in displays(message.components)[0]
    listed = next(text for text in displays(message.components) if text.startswith("**Story cards**"))
    assert " did not fit" in listed
    assert "**What did not fit, and what would help**\n- " in whole(message)
    for name in options(message):
        await open_section(world, message, name)
        assert_within_limits(message.components)


async def test_markup_is_shown_and_pings_nobody(world: World) -> None:
    adventure = await world.begin()
    card = StoryCard("", "**@everyone** `x`", "Entry **bold** @here.", ("door",))
    await world.game.store.cards.add(adventure.id, card)
    await world.say("open the door")
    message = await look(world)
    assert r"\*\*@everyone\*\* \`x\`" in whole(message)
    await open_section(world, message, "cards")
    assert r"**\*\*@everyone\*\* \`x\`** — in" in whole(message)
    assert r"> Entry \*\*bold\*\* @here." in whole(message)
    assert_nothing_pings(world)


async def test_without_an_adventure(world: World) -> None:
    assert "No adventure is open" in said(await world.juno.slash(world.channel, "context"))


async def test_an_action_that_cannot_fit_is_said(world: World) -> None:
    await begin_with(world, (), opening="word " * 10000)
    result = await world.juno.slash(world.channel, "context")
    assert "This action is too long" in said(result)


names = nasty | st.text(max_size=200)
statuses = st.sampled_from(["full", "kept", "no_room", "not_triggered", "unheard_of"])


@st.composite
def items_of_any_report(draw: st.DrawFn) -> Item:
    """Whatever a name, a text and a reason may be."""
    reason = draw(names)[:300]
    text = draw(names) * draw(st.sampled_from([1, 1, 20]))
    return Item(draw(names), draw(statuses), text, lambda: reason)


@st.composite
def sections_of_any_report(draw: st.DrawFn) -> list[Section]:
    """Up to nine sections whose lines and items are as long and as many as they please."""
    return [
        Section(
            name,
            "section-cards",
            draw(st.integers(0, 10**9)),
            draw(st.none() | st.integers(0, 10**9)),
            draw(names)[:250],
            tuple(draw(st.lists(names, max_size=3))),
            tuple(draw(st.lists(items_of_any_report(), max_size=5)) * draw(st.sampled_from([1, 1, 5]))),
        )
        for name in draw(st.lists(st.sampled_from("abcdefghi"), min_size=1, max_size=9, unique=True))
    ]


@given(parts=sections_of_any_report(), texts=st.lists(names, min_size=4, max_size=4), many=st.integers(1, 9))
@settings(max_examples=25, deadline=None, derandomize=True)
async def test_any_report_keeps_discords_limits(parts: list[Section], texts: list[str], many: int) -> None:
    for spoken in load_texts().values():
        first = Overview(texts[0], texts[1], texts[2], texts[3], 1000, parts, texts * many, texts)
        assert_within_limits(components_of(overview(first, HERE, spoken)))
        assert_pages(parts[0], parts, spoken)


def assert_pages(section: Section, parts: list[Section], texts: Texts) -> None:
    """All pages keep the limits, and together they hold all items."""
    headings = 0
    for number in range(10_000):
        components = components_of(section_page(section, number, HERE, parts, texts))
        assert_within_limits(components)
        _, *blocks = displays(components)
        headings += sum(block.lstrip("\u200f\u2067")[0] in "✅▫" for block in blocks)
        following = f"context:page:{HERE.adventure}:{HERE.turn}:{section.name}:{number + 1}"
        if following not in buttons_that_work(components):
            break
    if section.items:
        assert headings == len(section.items)


def buttons_that_work(components: list[dict[str, Any]]) -> set[str]:
    """The ids of those that can be pressed."""
    return {part["custom_id"] for part in parts(components, 2) if not part.get("disabled")}


def test_a_long_text_is_shown_whole() -> None:
    text = " ".join(str(n) for n in range(4000))
    section = Section("last_action", "section-last-action", 1, None, "", (), (Item("x", "full", text, str),))
    texts = texts_for("en")
    words: list[str] = []
    number, last = 0, ""
    while True:
        components = components_of(section_page(section, number, HERE, [section], texts))
        page = "\n".join(displays(components)[1:])
        if page == last:
            break
        words += [word for word in page.replace(">", " ").split() if word.isdigit()]
        number, last = number + 1, page
    assert words == text.split()
    assert all(int(left) + 1 == int(right) for left, right in pairwise(words))


def test_what_did_not_come_in_is_shown_in_short() -> None:
    card = StoryCard("1", "River", "deep " * 500, ("river",))
    shown_sections = sections(report_of(cards=(card,)), texts_for("en"))
    cards = next(section for section in shown_sections if section.name == "cards")
    page = displays(components_of(section_page(cards, 0, HERE, shown_sections, texts_for("en"))))
    assert len(page) == 2
    assert page[1].endswith("deep…")
    assert len(page[1]) < 300


def test_the_prompts_files_hold_nothing_but_the_messages() -> None:
    report = report_of()
    files = prompt_files(report)
    sent = [{"role": part["role"], "content": part["content"]} for part in report["messages"]]
    assert json.loads(files["prompt.json"]) == sent
    assert files["prompt.txt"].decode().startswith(f"--- {sent[0]['role']} ---\n\n{sent[0]['content']}")

"""/context: the split of the prompt as a Components V2 message with a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import discord
import pytest
import simcord.components
from hypothesis import given, settings
from hypothesis import strategies as st
from simcord.results import InteractionResult, ResponseMessage

from bot.explain import Section, sections
from bot.locale import load_texts, texts_for
from bot.story import Action, ActionType, Plot, StoryCard
from bot.story.types import LANGUAGES
from cogs.context import view_of
from cogs.split import units
from tests.cogs.forms import assert_nothing_pings, said
from tests.context.adventures import nasty
from tests.support.world import World
from tests.test_explain import report_of

WIDTH, HEIGHT = slice(16, 20), slice(20, 24)
"""Where a PNG says how large it is."""


async def look(world: World, **options: object) -> ResponseMessage:
    """Juno looks; the one message that she gets."""
    result: InteractionResult = await world.juno.slash(world.channel, "context", **options)
    answers = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert len({answer.id for answer in answers}) == 1, said(result)
    assert answers[0].ephemeral
    return answers[0]


def displays(components: list[dict[str, Any]]) -> list[str]:
    """The texts of the message, from top to bottom."""
    return [part["content"] for part in simcord.components.walk_components(components) if part["type"] == 10]


def components_of(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """The message as it would be sent."""
    return cast("list[dict[str, Any]]", cast("Any", view).to_components())


def assert_within_limits(components: list[dict[str, Any]]) -> None:
    """discord.md: 4,000 display characters and 40 components in all."""
    parts = list(simcord.components.walk_components(components))
    assert len(parts) <= 40
    assert all(displays(components))
    assert sum(units(text) for text in displays(components)) <= 4000


async def begin_with(world: World, cards: Sequence[StoryCard], opening: str = "A door.") -> None:
    """An adventure of Ash's with these cards."""
    await world.game.store.adventures.create(
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        owner_id=world.ash.id,
        scenario="lantern",
        title="Doors",
        language="en",
        mode=ActionType.DO,
        plot=Plot(),
        cards=cards,
        opening=opening,
    )


async def test_before_the_first_turn(world: World) -> None:
    await world.begin()
    message = await look(world)
    heading, *texts = displays(message.components)
    assert heading.startswith("## What the narrator will see: The Lantern of Halvard\n")
    assert "There is room for everything." in heading
    assert [text.partition(" · ")[0] for text in texts] == [
        "**AI instructions**",
        "**Plot essentials**",
        "**Author's note**",
        "**Last action**",
        "**Story cards**",
        "**Memory bank**",
        "**History**",
    ]
    assert texts[-1].endswith("Nothing came before the last action.")
    assert world.provider.requests == []


async def test_after_a_turn_it_shows_what_was_sent(world: World) -> None:
    await world.begin()
    await world.say("open the door")
    adventure = await world.adventure()
    report = await world.game.report(adventure.id)
    sent = [message["content"] for message in world.provider.requests[0]["messages"]]
    assert [message["content"] for message in report["messages"]] == sent  # type: ignore[attr-defined]
    message = await look(world)
    heading, *texts = displays(message.components)
    assert heading.startswith("## What the narrator saw: The Lantern of Halvard\n")
    assert f"{report['total_tokens']} of 8,192 tokens are used" in heading
    cards = next(text for text in texts if text.startswith("**Story cards**"))
    assert "“door” came up in the last action" in cards
    assert "▫️ " in cards
    # What changes afterwards does not change what was seen.
    await world.game.store.cards.add(adventure.id, StoryCard("", "Door", "New.", ("door",)))
    assert displays((await look(world)).components) == [heading, *texts]


async def test_the_picture_is_attached(world: World) -> None:
    await world.begin()
    message = await look(world)
    (file,) = message.attachments
    picture = await file.read()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[WIDTH]) == 1200
    assert int.from_bytes(picture[HEIGHT]) > 600
    assert file.description is not None
    assert "tokens are used" in file.description
    (gallery,) = [p for p in simcord.components.walk_components(message.components) if p["type"] == 12]
    assert len(gallery["items"]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_language_has_its_view(world: World, language: str) -> None:
    await world.begin(language=language)
    await world.say("...")
    message = await look(world)
    texts = texts_for(language)
    assert_within_limits(message.components)
    for key in ("instructions", "cards", "memories", "history"):
        assert any(f"**{texts(f'section-{key}')}**" in text for text in displays(message.components)), key
    if texts.direction == "rtl":
        for line in "\n".join(displays(message.components)).splitlines():
            assert line.removeprefix("## ").startswith("\u200f\u2067"), line


async def test_a_big_adventure_keeps_discords_limits(world: World) -> None:
    triggers = ("door" * 20, "door")
    cards = [StoryCard("", f"{n} {'t' * 80}", "An entry. " * 20, triggers) for n in range(300)]
    await begin_with(world, cards)
    for _ in range(3):
        world.provider.say("A door, and behind it a door. " * 100)
        await world.say("open the door")
    message = await look(world)
    assert_within_limits(message.components)
    heading, *texts = displays(message.components)
    assert "There is not room for everything." in heading
    listed = next(text for text in texts if text.startswith("**Story cards**")).splitlines()
    assert listed[-1] == f"… and {len(cards) - len(listed) + 2} more"
    assert len(listed) > 5


async def test_markup_is_shown_and_pings_nobody(world: World) -> None:
    adventure = await world.begin()
    card = StoryCard("", "**@everyone** `x`", "Entry.", ("door",))
    await world.game.store.cards.add(adventure.id, card)
    await world.say("open the door")
    message = await look(world)
    assert any(r"\*\*@everyone\*\* \`x\`" in text for text in displays(message.components))
    assert_nothing_pings(world)


async def test_without_an_adventure(world: World) -> None:
    assert "No adventure is open" in said(await world.juno.slash(world.channel, "context"))


async def test_an_action_that_cannot_fit_is_said(world: World) -> None:
    await begin_with(world, (), opening="word " * 10000)
    result = await world.juno.slash(world.channel, "context")
    assert "This action is too long" in said(result)


names = nasty | st.text(max_size=200)


@st.composite
def sections_of_any_report(draw: st.DrawFn) -> list[Section]:
    """Up to nine sections whose lines are as long and as many as they please."""
    return [
        Section(
            "cards",
            "section-cards",
            draw(st.integers(0, 10**9)),
            draw(st.none() | st.integers(0, 10**9)),
            tuple(draw(st.lists(names, max_size=40)) * draw(st.sampled_from([1, 1, 20]))),
        )
        for _ in range(draw(st.integers(0, 9)))
    ]


@given(shown=sections_of_any_report(), title=names, total=st.text(max_size=300))
@settings(max_examples=60, deadline=None, derandomize=True)
async def test_any_report_keeps_discords_limits(shown: list[Section], title: str, total: str) -> None:
    for texts in load_texts().values():
        view = view_of(title, total, shown, texts)
        assert_within_limits(components_of(view))
        assert len(displays(components_of(view))) == len(shown) + 1


async def test_the_number_of_what_is_not_shown_is_right() -> None:
    filler = [Action(ActionType.OUTPUT, "x")]
    cards = tuple(StoryCard(str(n), f"Card {n} " + "t" * 90, "e", (f"t{n}",)) for n in range(100))
    texts = texts_for("en")
    shown = sections(report_of(cards=cards, actions=filler), texts)
    for long in (0, 2000, 3000, 3300):
        view = view_of("t" * long, "", shown, texts)
        block = next(text for text in displays(components_of(view)) if text.startswith("**Story cards**"))
        heading, *lines = block.splitlines()
        if lines:
            assert lines[-1] == f"… and {100 - len(lines) + 1} more"
        assert heading.startswith("**Story cards**")

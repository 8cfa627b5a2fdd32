"""/card: story cards by form, and that the narrator gets them."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor
from simcord.results import InteractionResult

from bot.story import MatchMode, StoryCard
from bot.story.cards import split_triggers
from tests.cogs.forms import assert_nothing_pings, fields, said, submit, values
from tests.support.world import World


async def add(
    world: World,
    title: str = "Gate",
    triggers: str = "gate",
    entry: str = "The gate is locked.",
    **options: object,
) -> InteractionResult:
    """The manager adds a card with the form."""
    shown = await world.manager.slash(world.channel, "card add", **options)
    return await submit(world.manager, shown, f0=title, f1=triggers, f2=entry)


async def cards(world: World) -> list[StoryCard]:
    return await world.game.store.cards.all((await world.adventure()).id)


async def newest(world: World) -> StoryCard:
    return (await cards(world))[-1]


async def fill_up(world: World, count: int, title: str = "Card") -> None:
    adventure = await world.adventure()
    for number in range(count):
        card = StoryCard("", f"{title} {number}", f"Entry {number}.", (f"trigger{number}",))
        await world.game.store.cards.add(adventure.id, card)


def prompt(world: World) -> str:
    return "\n".join(message["content"] for message in world.provider.requests[-1]["messages"])


async def test_a_card_that_was_added_is_in_the_prompt_when_its_trigger_comes_up(world: World) -> None:
    await world.begin()
    result = await add(world, "The Gate", "portcullis, gate", "It is older than the tower.")
    assert result.ephemeral
    assert said(result) == "Saved: **The Gate**\n-# portcullis, gate"
    card = await newest(world)
    assert (card.title, card.triggers, card.entry) == (
        "The Gate",
        ("portcullis", "gate"),
        "It is older than the tower.",
    )
    assert (card.type, card.match, card.pinned, card.enabled) == ("", MatchMode.FORMS, False, True)
    await world.say("wait")
    assert "older than the tower" not in prompt(world)
    await world.say("lift the Portcullis")
    assert "It is older than the tower." in prompt(world)


async def test_options_of_a_card(world: World) -> None:
    await world.begin()
    await add(world, "Gate", "gat", type="place", match="substring", pinned=True)
    card = await newest(world)
    assert (card.type, card.match, card.pinned) == ("place", MatchMode.SUBSTRING, True)
    await world.say("wait")
    assert "The gate is locked." in prompt(world)  # pinned
    shown = await world.manager.slash(
        world.channel, "card edit", card=card.id, pinned=False, enabled=False, match="exact", type="door"
    )
    await submit(world.manager, shown)
    changed = await newest(world)
    assert (changed.type, changed.match, changed.pinned, changed.enabled) == (
        "door",
        MatchMode.EXACT,
        False,
        False,
    )
    assert (changed.title, changed.triggers, changed.entry) == (card.title, card.triggers, card.entry)
    await world.say("open the gat")
    assert "The gate is locked." not in prompt(world)


async def test_the_form_of_an_edit_shows_the_card_and_saves_what_was_changed(world: World) -> None:
    await world.begin()
    await add(world, "Gate", "gate, bars", "Locked.")
    card = await newest(world)
    shown = await world.manager.slash(world.channel, "card edit", card=card.id)
    assert values(shown) == ["Gate", "gate, bars", "Locked.", ""]
    assert said(await submit(world.manager, shown, f2="Open.", f3="a secret")).startswith("Saved: **Gate**")
    changed = await newest(world)
    assert (changed.id, changed.entry, changed.notes) == (card.id, "Open.", "a secret")
    assert changed.triggers == ("gate", "bars")


async def test_two_who_edit_at_once_keep_both_changes(world: World) -> None:
    await world.begin()
    await add(world, "Gate", "gate", "Locked.")
    card = await newest(world)
    first = await world.manager.slash(world.channel, "card edit", card=card.id)
    second = await world.manager.slash(world.channel, "card edit", card=card.id, pinned=True)
    await submit(world.manager, first, f2="Open.")
    await submit(world.manager, second, f0="The Gate")
    changed = await newest(world)
    assert (changed.title, changed.entry, changed.pinned) == ("The Gate", "Open.", True)


async def test_what_a_form_cannot_hold_or_spell_is_not_lost(world: World) -> None:
    adventure = await world.begin()
    many = tuple(f"trigger{number:04}" for number in range(500))
    long = StoryCard("", "Long", "Entry.", (" art ", *many), match=MatchMode.SUBSTRING, notes="n" * 5000)
    saved = await world.game.store.cards.add(adventure.id, long)
    shown = await world.manager.slash(world.channel, "card edit", card=saved.id)
    assert all(len(value) <= 4000 for value in values(shown))
    await submit(world.manager, shown, f2="Changed.")
    changed = await newest(world)
    assert (changed.entry, changed.notes, changed.triggers) == ("Changed.", long.notes, long.triggers)
    shown = await world.manager.slash(world.channel, "card edit", card=saved.id)
    await submit(world.manager, shown, f1=values(shown)[1].replace(" art , trigger0000", "new"))
    changed = await newest(world)
    assert changed.triggers == ("new", *many[1:])


@pytest.mark.parametrize(
    ("typed", "kept", "dropped"),
    [
        ("gate,", ("gate",), 1),
        (" , gate,, ", ("gate",), 3),
        ("بوابة، باب", ("بوابة", "باب"), 0),
        ("门、門，城门；墙", ("门", "門", "城门", "墙"), 0),
        ("gate; bars\nlock", ("gate", "bars", "lock"), 0),
        ("gate, Gate, GATE, gates", ("gate", "gates"), 0),
        ("old  gate", ("old  gate",), 0),
        ("#gate, :)", ("#gate", ":)"), 0),
        ("", (), 0),
        ("   ", (), 0),
        (",", (), 2),
    ],
)
def test_triggers_in_a_row(typed: str, kept: tuple[str, ...], dropped: int) -> None:
    assert split_triggers(typed) == (kept, dropped)


def test_a_trigger_keeps_the_spaces_that_it_had() -> None:
    assert split_triggers("art, gate", [" art ", "gate"]) == ((" art ", "gate"), 0)


@pytest.mark.parametrize(
    ("typed", "word"), [("gate,", "One empty trigger"), ("gate, ,,", "3 empty triggers")]
)
async def test_empty_triggers_are_left_out_with_a_word(world: World, typed: str, word: str) -> None:
    await world.begin()
    result = await add(world, triggers=typed)
    assert word in said(result)
    assert (await newest(world)).triggers == ("gate",)


async def test_a_card_that_can_never_come_up_is_refused_and_its_text_given_back(world: World) -> None:
    await world.begin()
    before = await cards(world)
    result = await add(world, "Gate", " , ", "It is *older* than the tower.")
    text = said(result)
    assert "at least one trigger, unless it is pinned" in text
    assert "This is what you wrote:" in text
    assert r"It is \*older\* than the tower." in text
    assert await cards(world) == before
    assert "it needs a title" in said(await add(world, title=" "))
    assert "it needs an entry" in said(await add(world, entry=" "))
    shown = await world.manager.slash(world.channel, "card add")
    assert [field["required"] for field in fields(shown)] == [True, True, True, False]
    pinned = await world.manager.slash(world.channel, "card add", pinned=True)
    assert [field["required"] for field in fields(pinned)] == [True, False, True, False]
    await submit(world.manager, pinned, f0="Rule", f2="It rains.")
    assert (await newest(world)).triggers == ()


async def test_a_card_that_was_removed_meanwhile_gives_the_text_back(world: World) -> None:
    await world.begin()
    await add(world)
    card = await newest(world)
    shown = await world.manager.slash(world.channel, "card edit", card=card.id)
    await world.manager.slash(world.channel, "card remove", card=card.id)
    text = said(await submit(world.manager, shown, f2="A long new text."))
    assert "There is no story card" in text
    assert "A long new text." in text


async def test_forms_keep_discords_limits(world: World) -> None:
    for language in ("en", "ru", "ar"):
        await world.begin(language=language)
        await add(world, "t" * 100, "x" * 4000, "e" * 4000)
        shown = await world.manager.slash(world.channel, "card edit", card=(await newest(world)).id)
        assert shown.modal is not None
        assert len(shown.modal["title"]) <= 45
        assert len(shown.modal["components"]) <= 5
        for label in shown.modal["components"]:
            assert len(label["label"]) <= 45
            assert len(label["description"]) <= 100
            assert len(label["component"].get("value", "")) <= label["component"]["max_length"] <= 4000
        await world.ash.slash(world.channel, "adventure end")


@pytest.mark.parametrize("verb", ["add", "edit", "remove"])
async def test_writing_cards_takes_manage_server_or_the_role(world: World, verb: str) -> None:
    await world.begin()
    await add(world)
    card = await newest(world)

    async def tries(member: MemberActor) -> InteractionResult:
        options = {} if verb == "add" else {"card": card.id}
        return await member.slash(world.channel, f"card {verb}", **options)

    for member in (world.ash, world.juno):  # who has started the adventure is no exception
        refused = await tries(member)
        assert refused.ephemeral
        assert "You may not do this." in said(refused)
    assert await newest(world) == card
    scribes = world.guild.create_role("Scribes")
    world.guild.remove_member(world.juno)
    juno = world.guild.add_member(world.juno.user, roles=[scribes])
    await world.manager.slash(world.channel, "server role", role=scribes)
    assert "You may not do this." not in said(await tries(juno))


async def test_everybody_may_look(world: World) -> None:
    await world.begin()
    await add(world, "Gate", "gate, bars", "It is **locked**.", type="place")
    card = await newest(world)
    result = await world.juno.slash(world.channel, "card show", card=card.id)
    assert result.ephemeral
    assert said(result) == (
        "**Gate** (place)\n-# gate, bars\nTriggers match as: words in any form\n>>> It is \\*\\*locked\\*\\*."
    )
    listed = said(await world.juno.slash(world.channel, "card list"))
    assert listed.startswith(f"{len(await cards(world))} story cards\n")
    assert "**Gate** (place)\n-# gate, bars" in listed


async def test_a_removed_card_is_shown_once_more(world: World) -> None:
    await world.begin()
    await add(world, "Gate", "gate", "word " * 799)
    card = await newest(world)
    result = await world.manager.slash(world.channel, "card remove", card=card.id)
    shown = [answer.content for answer in (result.response, *result.followups) if answer]
    assert shown[0] == "Removed: **Gate**\n-# gate"
    assert all(len(text) <= 2000 and text.startswith(">>> ") for text in shown[1:])
    assert " ".join(text.removeprefix(">>> ") for text in shown[1:]) == card.entry
    assert card not in await cards(world)
    again = await world.manager.slash(world.channel, "card remove", card=card.id)
    assert "There is no story card" in said(again)


async def test_markup_and_mentions_are_shown_and_ping_nobody(world: World) -> None:
    await world.begin()
    result = await add(world, "**@everyone**", "@here, `x`", f"<@{world.juno.id}> @everyone")
    card = await newest(world)
    assert r"Saved: **\*\*@everyone\*\***" in said(result)
    for command in ("card list", "card show", "card remove"):
        options = {} if command == "card list" else {"card": card.id}
        result = await world.manager.slash(world.channel, command, **options)
        assert r"**\*\*@everyone\*\***" in said(result)
        assert r"\`x\`" in said(result)
        assert all(answer.ephemeral for answer in (result.response, *result.followups) if answer)
    assert_nothing_pings(world)


async def test_a_card_may_be_named_by_its_title(world: World) -> None:
    await world.begin()
    await add(world, "The Gate")
    assert "**The Gate**" in said(await world.juno.slash(world.channel, "card show", card="the gate"))
    unknown = await world.juno.slash(world.channel, "card show", card="the gatt")
    assert "There is no story card “the gatt” here." in said(unknown)


async def test_cards_belong_to_one_adventure(world: World) -> None:
    await world.begin()
    await add(world, "Gate")
    card = await newest(world)
    elsewhere = world.guild.create_text_channel("elsewhere")
    nothing = await world.manager.slash(elsewhere, "card list")
    assert "No adventure is open in this channel." in said(nothing)
    assert await world.manager.autocomplete(elsewhere, "card show", "card", "") == []
    await world.ash.slash(elsewhere, "adventure start", scenario="magpie")
    for command in ("card show", "card edit", "card remove"):
        assert "There is no story card" in said(await world.manager.slash(elsewhere, command, card=card.id))
    offered = await world.manager.autocomplete(elsewhere, "card show", "card", "")
    assert card.id not in [choice["value"] for choice in offered]
    assert card in await cards(world)


async def test_many_cards_are_listed_whole(world: World) -> None:
    await world.begin()
    await fill_up(world, 35)
    listed = await world.juno.slash(world.channel, "card list")
    assert said(listed).startswith(f"{len(await cards(world))} story cards")
    assert all(f"**Card {number}**" in said(listed) for number in range(35))


async def test_hundreds_of_cards_are_listed_in_a_file(world: World) -> None:
    await world.begin()
    await fill_up(world, 200, "A card with a rather long title that takes room")
    listed = await world.juno.slash(world.channel, "card list")
    assert said(listed) == f"{len(await cards(world))} story cards"
    assert listed.response is not None
    (file,) = listed.response.attachments
    assert isinstance(file, discord.Attachment)
    lines = (await file.read()).decode().splitlines()
    assert len(lines) == len(await cards(world))
    assert lines[-1] == "A card with a rather long title that takes room 199: trigger199"


async def test_autocomplete_finds_cards_by_title_and_trigger(world: World) -> None:
    await world.begin()
    await fill_up(world, 35)

    async def offered(typed: str) -> list[str]:
        choices = await world.juno.autocomplete(world.channel, "card show", "card", typed)
        return [choice["name"] for choice in choices]

    assert len(await offered("")) == 25
    assert await offered("CARD 33") == ["Card 33"]
    assert await offered("trigger34") == ["Card 34"]
    assert await offered("no such") == []


async def test_an_adventure_without_cards(world: World) -> None:
    await world.begin()
    for card in await cards(world):
        await world.manager.slash(world.channel, "card remove", card=card.id)
    assert said(await world.juno.slash(world.channel, "card list")) == (
        "This adventure has no story cards yet."
    )


async def try_words(world: World, text: str) -> InteractionResult:
    result: InteractionResult = await world.juno.slash(world.channel, "card test", text=text)
    answers = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert all(answer.ephemeral for answer in answers)
    return result


async def test_a_text_is_tried_against_the_cards(world: World) -> None:
    adventure = await world.begin()
    for card in await world.game.store.cards.all(adventure.id):
        await world.game.store.cards.remove(adventure.id, card.id)
    assert said(await try_words(world, "A door.")).startswith("This adventure has no story cards yet.")
    for card in (
        StoryCard("", "**Zebra**", "Striped.", ("zebra",)),
        StoryCard("", "Gate", "Open.", ("gate",), enabled=False),
        StoryCard("", "Door", "Iron.", ("door",)),
    ):
        await world.game.store.cards.add(adventure.id, card)
    lines = said(await try_words(world, "Two doors and a gate. @everyone")).splitlines()
    assert lines[0] == "1 of 3 story cards would come up."
    assert lines[2:] == [
        "✅ **Door** — comes up: “doors” is in the text (trigger “door”)",
        "▫️ **Gate** — stays out: “gate” would bring it up, but it is switched off",
        r"▫️ **\*\*Zebra\*\*** — stays out: none of its triggers is in the text (zebra)",
    ]
    assert world.provider.requests == []
    assert_nothing_pings(world)


async def test_a_text_is_tried_against_hundreds_of_cards(world: World) -> None:
    adventure = await world.begin(language="ar")
    for n in range(300):
        card = StoryCard("", f"{n} {'t' * 90}", "Entry.", (f"word{n}", "w" * 300))
        await world.game.store.cards.add(adventure.id, card)
    result = await try_words(world, "word7 word8")
    answers = {answer.id: answer for answer in (result.response, *result.followups) if answer}
    (answer,) = answers.values()
    assert len(answer.content) <= 2000
    assert "7 ttt" in answer.content
    assert "8 ttt" in answer.content
    (file,) = answer.attachments
    rows = (await file.read()).decode().splitlines()
    total = len(await world.game.store.cards.all(adventure.id))
    assert len(rows) == 1 + total
    assert sum(row.startswith("✅") for row in rows) == 3  # and the one that the scenario has pinned


async def test_words_cannot_be_tried_without_an_adventure(world: World) -> None:
    assert "No adventure is open" in said(await try_words(world, "A door."))


async def test_patterns_stand_on_lines_of_their_own_and_a_bad_one_is_refused(world: World) -> None:
    await world.begin()
    shown = await world.manager.slash(world.channel, "card add", match="regex")
    refused = await submit(world.manager, shown, f0="Wolves", f1="wol(f", f2="They howl.")
    assert "the pattern “wol(f” cannot be used" in said(refused)
    assert "They howl." in said(refused)
    shown = await world.manager.slash(world.channel, "card add", match="regex")
    assert "**Wolves**" in said(
        await submit(world.manager, shown, f0="Wolves", f1="wol(f|ves)\ngr(a|e)y, huge", f2="They howl.")
    )
    adventure = await world.adventure()
    card = (await world.game.store.cards.all(adventure.id))[-1]
    assert card.triggers == ("wol(f|ves)", "gr(a|e)y, huge")
    edit = await world.manager.slash(world.channel, "card edit", card=card.id)
    assert values(edit)[1] == "wol(f|ves)\ngr(a|e)y, huge"
    await world.say("listen to the wolves")
    assert "They howl." in str(world.provider.requests[-1]["messages"])


async def test_triggers_have_their_limits(world: World) -> None:
    await world.begin()
    for typed, told in (("x" * 201, "at most 200"), (", ".join(f"w{n}" for n in range(101)), "at most 100")):
        shown = await world.manager.slash(world.channel, "card add")
        refused = await submit(world.manager, shown, f0="Much", f1=typed, f2="Too much.")
        assert told in said(refused)

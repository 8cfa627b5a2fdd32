"""The engine alone: a real store, a scripted narrator, no Discord."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest

from bot.app import open_game
from bot.errors import (
    ContextOverflow,
    DuplicateTurn,
    EmptyAction,
    NarratorBroken,
    NarratorContextTooLong,
    NarratorEmpty,
    NarratorKeyRefused,
    NoAdventure,
    NothingToRedo,
    NothingToRetry,
    NothingToUndo,
    StaleButton,
    UnknownAdventure,
    UnknownScenario,
)
from bot.game import Game, Player, Told, TurnRequest
from bot.settings import Settings
from bot.store.records import AdventureRecord, TurnKind, TurnRecord, TurnState
from tests.support.provider import Provider, Refusal, Reply

ASH = Player(11, "Ash")
JUNO = Player(12, "Juno")
TOO_LONG = Refusal(400, "This model's maximum context length is 4096 tokens.", "context_length_exceeded")


class Table:
    """One adventure and the shortest way to play it."""

    def __init__(self, game: Game, adventure: AdventureRecord) -> None:
        self.game = game
        self.id = adventure.id
        self._events = itertools.count()
        self.seen: list[str] = []

    async def accept(
        self,
        kind: TurnKind,
        text: str = "",
        *,
        by: Player = ASH,
        event: str | None = None,
        head_id: int | None = None,
    ) -> TurnRecord:
        event = event or f"test:{next(self._events)}"
        return await self.game.accept(TurnRequest(event, self.id, kind, by, text, head_id))

    async def resume(self, turn: TurnRecord) -> TurnRecord:
        return await self.game.resume(turn.id, f"test:{next(self._events)}")

    async def tell(self, turn: TurnRecord) -> Told:
        async with self.game.place(self.id):
            return await self.game.tell(turn, self.seen.append)

    async def do(self, text: str, *, by: Player = ASH) -> Told:
        return await self.tell(await self.accept(TurnKind.DO, text, by=by))

    async def story(self) -> list[str]:
        return [action.text for action in await self.game.store.story.path(self.id)][1:]

    async def state(self, turn: TurnRecord) -> TurnState:
        return (await self.game.store.turns.get(turn.id)).state


@pytest.fixture
async def game(settings: Settings) -> AsyncIterator[Game]:
    async with open_game(settings) as game:
        yield game


@pytest.fixture
async def table(game: Game) -> Table:
    return Table(
        game,
        await game.start_adventure(
            guild_id=1, channel_id=2, owner_id=ASH.id, scenario="lantern", language="en"
        ),
    )


async def test_an_adventure_starts_as_the_scenario_says(game: Game, table: Table) -> None:
    scenario = game.scenarios.get("lantern", "en")
    snapshot = await game.snapshot(table.id)
    assert snapshot.actions[0].text == scenario.opening
    assert snapshot.plot == scenario.plot
    assert [card.title for card in snapshot.cards] == [card.title for card in scenario.cards]
    with pytest.raises(UnknownScenario):
        await game.start_adventure(guild_id=1, channel_id=3, owner_id=1, scenario="none", language="en")


async def test_a_turn(table: Table, provider: Provider) -> None:
    provider.script(Reply("The hinges complain.", prompt_tokens=321, cached_tokens=64))
    told = await table.do("open the door")
    assert told.output.text == "The hinges complain."
    assert await table.story() == ["> You open the door.", "The hinges complain."]
    turn = told.turn
    assert (turn.state, turn.output_id, turn.text) == (TurnState.DONE, told.output.id, "open the door")
    assert (turn.prompt_tokens, turn.cached_tokens, turn.model) == (321, 64, "gpt-4o-mini")
    assert table.seen[-1] == "The hinges complain."
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(table.seen))


async def test_the_report_is_that_of_the_turn(game: Game, table: Table) -> None:
    before = (await game.seen(table.id)).report
    await table.do("open the door")
    after = (await game.seen(table.id)).report
    assert after != before
    snapshot = await game.snapshot(table.id)
    assert snapshot.actions[-1].text == "The story goes on (1)."
    assert (await game.seen(table.id)).report == after


async def test_the_words_as_the_story_will_hold_them(game: Game, table: Table) -> None:
    assert await game.line(await table.accept(TurnKind.DO, "open the door")) == "> You open the door."
    assert await game.line(await table.accept(TurnKind.SAY, "Hello", by=JUNO)) == '> Juno says "Hello."'
    assert await game.line(await table.accept(TurnKind.STORY, "Rain falls.")) == "Rain falls."
    assert await game.line(await table.accept(TurnKind.CONTINUE)) == ""


@pytest.mark.parametrize("kind", [TurnKind.DO, TurnKind.SAY, TurnKind.STORY])
async def test_an_action_needs_words(table: Table, kind: TurnKind) -> None:
    for nothing in ("", " \n", "\u200b"):
        with pytest.raises(EmptyAction):
            await table.accept(kind, nothing)


async def test_an_event_is_accepted_once(table: Table) -> None:
    await table.accept(TurnKind.DO, "open the door", event="message:1")
    with pytest.raises(DuplicateTurn):
        await table.accept(TurnKind.DO, "open the door", event="message:1")


async def test_an_unknown_adventure(game: Game) -> None:
    with pytest.raises(UnknownAdventure):
        await game.accept(TurnRequest("test:1", 999, TurnKind.CONTINUE, ASH))


async def test_a_button_holds_while_the_story_stands_still(game: Game, table: Table) -> None:
    head = (await game.store.adventures.get(table.id)).head_id
    turn = await table.accept(TurnKind.CONTINUE, head_id=head)
    with pytest.raises(StaleButton):
        await table.accept(TurnKind.CONTINUE, head_id=head)
    await table.tell(turn)
    with pytest.raises(StaleButton):
        await table.accept(TurnKind.CONTINUE, head_id=head)
    with pytest.raises(StaleButton):
        async with game.place(table.id, head):
            pass
    assert game.queue_length(table.id) == 0


async def test_a_place_for_a_button_is_had_at_once_or_not_at_all(game: Game, table: Table) -> None:
    head = (await game.store.adventures.get(table.id)).head_id
    async with game.place(table.id):
        with pytest.raises(StaleButton):
            async with game.place(table.id, head):
                pass
    async with game.place(table.id, head):
        assert game.queue_length(table.id) == 1


async def test_places_are_given_in_the_order_in_which_they_are_asked_for(
    table: Table, provider: Provider
) -> None:
    release = provider.hold("One.")
    provider.say("Two.", "Three.")
    first = asyncio.create_task(table.do("wait"))
    await provider.arrived(1)
    others = [
        asyncio.create_task(table.tell(await table.accept(TurnKind.CONTINUE))),
        asyncio.create_task(table.tell(await table.accept(TurnKind.CONTINUE))),
    ]
    await asyncio.sleep(0)
    assert table.game.queue_length(table.id) == 3
    assert len(provider.requests) == 1
    release.set()
    told = await asyncio.gather(first, *others)
    assert [one.output.text for one in told] == ["One.", "Two.", "Three."]
    assert table.game.queue_length(table.id) == 0


async def test_a_retry_does_not_see_the_answer_that_it_replaces(table: Table, provider: Provider) -> None:
    provider.say("One.", "Two.")
    await table.do("open the door")
    await table.tell(await table.accept(TurnKind.RETRY))
    assert await table.story() == ["> You open the door.", "Two."]
    assert "One." not in str(provider.requests[1]["messages"])


async def test_there_is_nothing_to_retry_at_the_opening(table: Table, provider: Provider) -> None:
    turn = await table.accept(TurnKind.RETRY)
    with pytest.raises(NothingToRetry):
        await table.tell(turn)
    assert await table.state(turn) is TurnState.FAILED
    assert provider.requests == []


async def test_undo_and_redo(game: Game, table: Table) -> None:
    with pytest.raises(NothingToUndo):
        await game.undo(table.id)
    await table.do("open the door")
    await game.undo(table.id)
    assert await table.story() == []
    await game.redo(table.id)
    assert await table.story() == ["> You open the door.", "The story goes on (1)."]
    with pytest.raises(NothingToRedo):
        await game.redo(table.id)


async def test_an_answer_in_which_nothing_can_be_seen_is_asked_for_again_once(
    table: Table, provider: Provider
) -> None:
    provider.say("\u200b", "One.")
    assert (await table.do("wait")).output.text == "One."
    provider.say(" ", "")
    turn = await table.accept(TurnKind.DO, "wait")
    with pytest.raises(NarratorEmpty) as raised:
        await table.tell(turn)
    assert raised.value.values == {"model": "gpt-4o-mini", "host": "127.0.0.1"}
    assert len(provider.requests) == 4
    failed = await game_turn(table, turn)
    assert (failed.state, failed.error) == (TurnState.FAILED, "error-narrator-empty")


async def game_turn(table: Table, turn: TurnRecord) -> TurnRecord:
    return await table.game.store.turns.get(turn.id)


async def test_an_answer_that_was_cut_ends_with_a_sentence(table: Table, provider: Provider) -> None:
    provider.script(Reply("The door opens. Behind it the", finish_reason="length"))
    assert (await table.do("open the door")).output.text == "The door opens."
    assert provider.requests[0].get("max_tokens") == table.game.settings.context().reply_tokens


async def test_a_failed_turn_is_taken_up_once(table: Table, provider: Provider) -> None:
    provider.script(Refusal(401))
    turn = await table.accept(TurnKind.DO, "open the door", by=JUNO)
    with pytest.raises(NarratorKeyRefused):
        await table.tell(turn)
    assert await table.story() == ["> You open the door."]
    again = await table.resume(turn)
    assert (again.resumes_id, again.author_name) == (turn.id, "Juno")
    with pytest.raises(StaleButton):
        await table.resume(turn)
    await table.tell(again)
    assert await table.story() == ["> You open the door.", "The story goes on (2)."]
    assert await table.state(turn) is TurnState.RESUMED


async def test_a_failed_turn_is_stale_once_the_story_has_gone_on(table: Table, provider: Provider) -> None:
    provider.script(Reply("The", broken=True))
    turn = await table.accept(TurnKind.DO, "open the door")
    with pytest.raises(NarratorBroken):
        await table.tell(turn)
    await table.do("wait")
    with pytest.raises(StaleButton):
        await table.resume(turn)
    assert await table.state(turn) is TurnState.FAILED


async def test_a_cancelled_turn_is_interrupted(table: Table, provider: Provider) -> None:
    provider.hold("One.")
    turn = await table.accept(TurnKind.DO, "open the door")
    telling = asyncio.create_task(table.tell(turn))
    await provider.arrived(1)
    telling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await telling
    assert await table.state(turn) is TurnState.INTERRUPTED
    assert await table.story() == ["> You open the door."]
    assert table.game.queue_length(table.id) == 0
    await asyncio.wait_for(provider.gone.wait(), 10)  # nobody pays for an answer that nobody reads
    await table.tell(await table.resume(turn))
    assert await table.story() == ["> You open the door.", "The story goes on (2)."]


async def test_a_fault_of_ours_leaves_the_turn_to_be_taken_up(table: Table) -> None:
    turn = await table.accept(TurnKind.DO, "open the door")

    def fault(_text: str) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with table.game.place(table.id):
            await table.game.tell(turn, fault)
    failed = await game_turn(table, turn)
    assert (failed.state, failed.error) == (TurnState.FAILED, "error-unexpected")
    await table.tell(await table.resume(turn))
    assert await table.story() == ["> You open the door.", "The story goes on (2)."]


async def test_a_turn_of_an_adventure_that_has_ended(game: Game, table: Table, provider: Provider) -> None:
    turn = await table.accept(TurnKind.DO, "open the door")
    await game.store.adventures.end(table.id)
    with pytest.raises(NoAdventure):
        await table.tell(turn)
    assert provider.requests == []
    assert await table.story() == []
    await game.store.adventures.reopen(table.id, 2)
    await table.tell(await table.resume(turn))
    assert await table.story() == ["> You open the door.", "The story goes on (1)."]


@pytest.fixture
async def small(settings: Settings) -> AsyncIterator[Table]:
    async with open_game(settings.model_copy(update={"context_tokens": 600, "reply_tokens": 50})) as game:
        yield Table(
            game,
            await game.start_adventure(
                guild_id=1, channel_id=2, owner_id=ASH.id, scenario="lantern", language="en"
            ),
        )


async def test_a_prompt_that_the_model_finds_too_long_is_sent_smaller(
    small: Table, provider: Provider
) -> None:
    long = "It was a long way. " * 200
    provider.script(Reply(long, pieces=[long]))
    await small.do("walk")
    provider.script(TOO_LONG, Reply("Shorter."))
    told = await small.do("wait")
    sizes = [len(str(request["messages"])) for request in provider.requests[1:]]
    assert sizes[1] < sizes[0]
    assert told.output.text == "Shorter."
    assert (await small.game.seen(small.id)).report["context_tokens"] < 600 * 0.7
    provider.script(TOO_LONG, TOO_LONG)
    with pytest.raises(NarratorContextTooLong):
        await small.do("wait")


async def test_an_action_that_does_not_fit_changes_nothing(small: Table, provider: Provider) -> None:
    await small.do("open the door")
    await small.game.undo(small.id)
    before = await small.game.store.adventures.get(small.id)
    turn = await small.accept(TurnKind.DO, "look at the sea, " * 200)
    with pytest.raises(ContextOverflow) as raised:
        await small.tell(turn)
    assert raised.value.context_tokens == 600
    assert raised.value.needed > 600
    after = await small.game.store.adventures.get(small.id)
    assert (after.head_id, after.tip_id) == (before.head_id, before.tip_id)
    assert len(provider.requests) == 1
    failed = await game_turn(small, turn)
    assert (failed.state, failed.parent_id) == (TurnState.FAILED, None)
    await small.game.redo(small.id)
    assert await small.story() == ["> You open the door.", "The story goes on (1)."]


async def test_an_action_that_fits_only_the_larger_prompt(small: Table, provider: Provider) -> None:
    """The smaller second attempt has no room for it: the provider's refusal stands."""
    provider.script(TOO_LONG)
    turn = await small.accept(TurnKind.DO, "look at the sea, " * 85)
    with pytest.raises(NarratorContextTooLong):
        await small.tell(turn)
    assert len(provider.requests) == 1
    await small.tell(await small.resume(turn))
    assert (await small.story())[-1] == "The story goes on (2)."


async def test_the_narrator_can_be_tried(game: Game, provider: Provider) -> None:
    provider.say("Hello.")
    assert await game.try_narrator() == "Hello."

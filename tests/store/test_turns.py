from __future__ import annotations

import pytest

from bot.errors import (
    DuplicateTurn,
    EmptyAction,
    NothingToRetry,
    StaleButton,
    TurnError,
    UnknownAdventure,
    UnknownTurn,
)
from bot.store.database import Store
from bot.store.records import AdventureRecord, TurnKind, TurnState
from bot.story import Action, ActionType

from .parts import accept, answer, begin, new_adventure, play, tell_anew, texts


async def test_the_life_of_a_turn(store: Store, adventure: AdventureRecord) -> None:
    turn = await accept(store, adventure.id, "look")
    assert (turn.state, turn.text, turn.parent_id) == (TurnState.QUEUED, "look", None)
    assert await texts(store, adventure.id) == ["You wake."]

    turn = await store.turns.begin(turn.id, Action(ActionType.DO, "> look", "Ash"))
    head = (await store.adventures.get(adventure.id)).head_id
    assert (turn.state, turn.parent_id) == (TurnState.RUNNING, head)
    assert await texts(store, adventure.id) == ["You wake.", "> look"]

    told = await store.turns.commit(
        turn.id,
        text="Dark.",
        report=b"\x00report",
        prompt_tokens=10,
        reply_tokens=2,
        cached_tokens=None,
        model="m",
    )
    await store.turns.set_message(turn.id, 2**62)
    done = await store.turns.get(turn.id)
    assert (done.state, done.output_id, done.message_id) == (TurnState.DONE, told.id, 2**62)
    assert (done.prompt_tokens, done.reply_tokens, done.cached_tokens, done.model) == (10, 2, None, "m")
    assert await store.turns.report(turn.id) == b"\x00report"
    assert await store.turns.of_output(told.id) == done
    assert await store.turns.latest(adventure.id) == done


async def test_nothing_there(store: Store, adventure: AdventureRecord) -> None:
    assert await store.turns.of_output(adventure.head_id) is None
    assert await store.turns.latest(adventure.id) is None
    assert await store.turns.report(1) is None
    with pytest.raises(StaleButton):
        await store.turns.get(1)
    with pytest.raises(UnknownAdventure):
        await accept(store, 99)


async def test_an_event_is_accepted_once(store: Store, adventure: AdventureRecord) -> None:
    turn = await accept(store, adventure.id, "look")
    with pytest.raises(DuplicateTurn):
        await store.turns.accept(
            event_id=turn.event_id,
            adventure_id=adventure.id,
            kind=TurnKind.DO,
            text="again",
            author_id=7,
            author_name="Ash",
        )
    assert await store.turns.latest(adventure.id) == turn


async def test_steps_in_the_wrong_order(store: Store, adventure: AdventureRecord) -> None:
    queued = await accept(store, adventure.id, "look")
    with pytest.raises(TurnError):
        await answer(store, queued.id, "Too early.")
    running = await begin(store, adventure.id, "run")
    with pytest.raises(TurnError):
        await store.turns.begin(running.id, None)
    await answer(store, running.id, "Away.")
    with pytest.raises(TurnError):
        await answer(store, running.id, "Twice.")
    with pytest.raises(TurnError):
        await store.turns.fail(running.id, TurnState.FAILED, "error-narrator")
    assert await texts(store, adventure.id) == ["You wake.", "> run", "Away."]


async def test_continue_follows_the_head(store: Store, adventure: AdventureRecord) -> None:
    turn = await begin(store, adventure.id, kind=TurnKind.CONTINUE)
    assert turn.parent_id == adventure.head_id
    await answer(store, turn.id, "Dark.")
    assert await texts(store, adventure.id) == ["You wake.", "Dark."]


async def test_an_action_is_needed(store: Store, adventure: AdventureRecord) -> None:
    turn = await accept(store, adventure.id, kind=TurnKind.SAY)
    with pytest.raises(EmptyAction):
        await store.turns.begin(turn.id, None)
    assert (await store.turns.get(turn.id)).state is TurnState.QUEUED


async def test_retry_of_the_opening(store: Store, adventure: AdventureRecord) -> None:
    with pytest.raises(NothingToRetry):
        await begin(store, adventure.id, kind=TurnKind.RETRY)


async def test_the_old_answer_stays_until_the_new_one_exists(
    store: Store, adventure: AdventureRecord
) -> None:
    first = await play(store, adventure.id, "look", "Dark.")
    turn = await begin(store, adventure.id, kind=TurnKind.RETRY)
    assert (await store.adventures.get(adventure.id)).head_id == first.id
    await store.turns.fail(turn.id, TurnState.FAILED, "error-narrator")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Dark."]
    resumed = await begin(store, adventure.id, kind=TurnKind.RETRY, resumes=turn.id)
    await answer(store, resumed.id, "Bright.")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Bright."]


async def test_retry_of_an_unanswered_action(store: Store, adventure: AdventureRecord) -> None:
    failed = await begin(store, adventure.id, "look")
    failed = await store.turns.fail(failed.id, TurnState.FAILED, "error-narrator-broken")
    assert failed.error == "error-narrator-broken"
    await tell_anew(store, adventure.id, "Dark.")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Dark."]


async def test_a_failed_turn_is_taken_up_once(store: Store, adventure: AdventureRecord) -> None:
    failed = await begin(store, adventure.id, "look")
    with pytest.raises(StaleButton):
        await accept(store, adventure.id, kind=TurnKind.RETRY, resumes=failed.id)
    await store.turns.fail(failed.id, TurnState.FAILED, "error-narrator")
    resumed = await accept(store, adventure.id, kind=TurnKind.RETRY, resumes=failed.id)
    assert resumed.resumes_id == failed.id
    assert (await store.turns.get(failed.id)).state is TurnState.RESUMED
    with pytest.raises(StaleButton):
        await accept(store, adventure.id, kind=TurnKind.RETRY, resumes=failed.id)
    assert await store.turns.latest(adventure.id) == resumed


async def test_a_turn_of_another_adventure_is_not_taken_up(store: Store, adventure: AdventureRecord) -> None:
    other = await new_adventure(store, channel_id=9)
    failed = await begin(store, adventure.id, "look")
    await store.turns.fail(failed.id, TurnState.FAILED, "error-narrator")
    with pytest.raises(StaleButton):
        await accept(store, other.id, kind=TurnKind.RETRY, resumes=failed.id)


async def test_a_failed_continue_goes_on_and_retells_nothing(
    store: Store, adventure: AdventureRecord
) -> None:
    await play(store, adventure.id, "look", "Dark.")
    for _ in range(2):
        turn = await begin(store, adventure.id, kind=TurnKind.CONTINUE)
        await store.turns.fail(turn.id, TurnState.FAILED, "error-narrator")
        turn = await begin(store, adventure.id, kind=TurnKind.RETRY, resumes=turn.id)
        await store.turns.fail(turn.id, TurnState.FAILED, "error-narrator")
    turn = await begin(store, adventure.id, kind=TurnKind.RETRY, resumes=turn.id)
    await answer(store, turn.id, "Cold.")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Dark.", "Cold."]


async def test_a_continue_that_never_began(store: Store, adventure: AdventureRecord) -> None:
    await play(store, adventure.id, "look", "Dark.")
    queued = await accept(store, adventure.id, kind=TurnKind.CONTINUE)
    await store.turns.interrupt_open(terminal=False)
    turn = await begin(store, adventure.id, kind=TurnKind.RETRY, resumes=queued.id)
    await answer(store, turn.id, "Cold.")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Dark.", "Cold."]


async def test_a_queued_action_comes_into_the_story_when_it_is_taken_up(
    store: Store, adventure: AdventureRecord
) -> None:
    queued = await accept(store, adventure.id, "look")
    await store.turns.interrupt_open(terminal=False)
    turn = await accept(store, adventure.id, kind=TurnKind.RETRY, resumes=queued.id)
    turn = await store.turns.begin(turn.id, Action(ActionType.DO, "> look"))
    await answer(store, turn.id, "Dark.")
    assert await texts(store, adventure.id) == ["You wake.", "> look", "Dark."]


@pytest.mark.parametrize("kind", [TurnKind.DO, TurnKind.CONTINUE])
async def test_the_story_has_gone_on(store: Store, adventure: AdventureRecord, kind: TurnKind) -> None:
    failed = await begin(store, adventure.id, "look" if kind is TurnKind.DO else "", kind=kind)
    await store.turns.fail(failed.id, TurnState.FAILED, "error-narrator")
    await play(store, adventure.id, "run", "Away.")
    before = await texts(store, adventure.id)
    with pytest.raises(StaleButton):
        await begin(store, adventure.id, kind=TurnKind.RETRY, resumes=failed.id)
    assert await texts(store, adventure.id) == before


async def test_interrupt_open(store: Store, adventure: AdventureRecord) -> None:
    ended = await new_adventure(store, channel_id=9)
    lost = await begin(store, ended.id, "lost")
    await play(store, adventure.id, "done", "Done.")
    failed = await begin(store, adventure.id, "failed")
    await store.turns.fail(failed.id, TurnState.FAILED, "error-narrator")
    running = await begin(store, adventure.id, "running")
    queued = await accept(store, adventure.id, "queued")
    await store.adventures.end(ended.id)
    for _ in range(2):
        found = await store.turns.interrupt_open(terminal=False)
        assert [turn.id for turn in found] == [running.id, queued.id]
        assert {turn.state for turn in found} == {TurnState.INTERRUPTED}
    assert (await store.turns.get(lost.id)).state is TurnState.INTERRUPTED
    await accept(store, adventure.id, kind=TurnKind.RETRY, resumes=running.id)
    assert running.id not in [turn.id for turn in await store.turns.interrupt_open(terminal=False)]


async def test_authors(store: Store, adventure: AdventureRecord) -> None:
    assert await store.turns.authors(adventure.id) == []
    other = await new_adventure(store, channel_id=9)
    await accept(store, other.id, author_id=5, author_name="Kim")
    await accept(store, adventure.id, author_id=9, author_name="Bo")
    await accept(store, adventure.id, author_id=7, author_name="Ash")
    await accept(store, adventure.id, author_id=9, author_name="Bodil", kind=TurnKind.SAY)
    await accept(store, adventure.id, author_id=1, author_name="Cy", kind=TurnKind.CONTINUE)
    assert await store.turns.authors(adventure.id) == [(9, "Bodil"), (7, "Ash")]


async def kept(store: Store, adventure_id: int) -> list[str]:
    """The words of the turns that have their report, newest first."""
    return [turn.text for turn in await store.turns.reported(adventure_id, 100)]


async def tell(store: Store, adventure_id: int, text: str, keep_reports: int) -> None:
    turn = await begin(store, adventure_id, text)
    await store.turns.commit(
        turn.id,
        text="Told.",
        report=b"{}",
        prompt_tokens=1,
        reply_tokens=1,
        cached_tokens=None,
        model="m",
        keep_reports=keep_reports,
    )


async def test_a_commit_forgets_the_report_that_is_too_many(store: Store, adventure: AdventureRecord) -> None:
    other = await new_adventure(store, channel_id=9)
    await tell(store, other.id, "elsewhere", 2)
    for text in ("one", "two", "three", "four"):
        await tell(store, adventure.id, text, 2)
    assert await kept(store, adventure.id) == ["four", "three"]
    assert await kept(store, other.id) == ["elsewhere"]
    for text in ("five", "six"):
        await tell(store, adventure.id, text, 0)
    assert await kept(store, adventure.id) == ["six", "five", "four", "three"]


async def test_reports_are_pruned_in_every_adventure(store: Store, adventure: AdventureRecord) -> None:
    other = await new_adventure(store, channel_id=9)
    for text in ("one", "two", "three"):
        await tell(store, adventure.id, text, 0)
        await tell(store, other.id, text, 0)
    await store.turns.prune_reports(0)
    assert await kept(store, other.id) == ["three", "two", "one"]
    await store.turns.prune_reports(2)
    assert await kept(store, adventure.id) == await kept(store, other.id) == ["three", "two"]
    # Everything but the report is still there.
    first = await store.turns.told(adventure.id, (await store.turns.told_back(adventure.id, 3)).id)
    assert (first.text, first.state, await store.turns.report(first.id)) == ("one", TurnState.DONE, None)


async def test_turns_are_counted_back_along_the_path(store: Store, adventure: AdventureRecord) -> None:
    for text in ("one", "two", "three"):
        await play(store, adventure.id, text, "Told.")
    await tell_anew(store, adventure.id, "Told anew.")
    back = [await store.turns.told_back(adventure.id, number) for number in (1, 2, 3)]
    assert [(turn.kind, turn.text) for turn in back] == [
        (TurnKind.RETRY, ""),
        (TurnKind.DO, "two"),
        (TurnKind.DO, "one"),
    ]
    await store.story.undo(adventure.id)
    assert (await store.turns.told_back(adventure.id, 1)).text == "two"
    with pytest.raises(UnknownTurn):
        await store.turns.told_back(adventure.id, 3)
    with pytest.raises(UnknownAdventure):
        await store.turns.told_back(99, 1)


async def test_only_an_answered_turn_of_the_adventure_is_told(
    store: Store, adventure: AdventureRecord
) -> None:
    other = await new_adventure(store, channel_id=9)
    await play(store, adventure.id, "look", "Dark.")
    done = await store.turns.latest(adventure.id)
    open_turn = await begin(store, adventure.id, "listen")
    assert done is not None
    assert await store.turns.told(adventure.id, done.id) == done
    for adventure_id, turn_id in ((other.id, done.id), (adventure.id, open_turn.id), (adventure.id, 99)):
        with pytest.raises(UnknownTurn):
            await store.turns.told(adventure_id, turn_id)

from __future__ import annotations

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError

from bot.errors import UnknownRecord
from bot.store.database import Store, open_store
from bot.store.engine import open_database
from bot.store.records import AdventureRecord
from bot.store.schema import canon, questions, successions
from bot.story import CanonRecord, Kind, RecordStatus, Scope
from bot.story.canon import CanonChange, CanonState, NewRecord

from .parts import new_adventure, play, tell_anew

ACTIVE, SUPERSEDED = RecordStatus.ACTIVE, RecordStatus.SUPERSEDED


async def save(
    store: Store,
    adventure_id: int,
    value: str,
    *,
    options: tuple[Scope, ...] = (),
    forget_older: bool = False,
) -> CanonRecord:
    """Mira's eyes, in the adventure, over whatever was said of them before."""

    def decide(state: CanonState) -> CanonChange:
        new = NewRecord(
            kind=Kind.FACT,
            subject="Mira",
            attribute="eyes",
            value=value,
            wording=f"Mira's eyes are {value}.",
            scope=Scope.ADVENTURE,
            scope_key=state.place.key(Kind.FACT, Scope.ADVENTURE, 7),
            subject_key="mira",
            attribute_key="eyes",
            persists=True,
            options=options,
        )
        older = () if options or forget_older else tuple(record.id for record in state.records)
        return CanonChange(new=new, supersedes=older)

    record = await store.canon.change(
        adventure_id, player_id=7, player_name="Ash", event_id="", decide=decide
    )
    assert record is not None
    return record


async def listed(store: Store) -> dict[str, RecordStatus]:
    return {record.value: record.status for record in await store.canon.of_guild(1)}


async def test_one_active_record_per_key(store: Store, adventure: AdventureRecord) -> None:
    await save(store, adventure.id, "green")
    with pytest.raises(IntegrityError):
        await save(store, adventure.id, "blue", forget_older=True)
    assert await listed(store) == {"green": ACTIVE}
    await save(store, adventure.id, "blue")
    assert await listed(store) == {"green": SUPERSEDED, "blue": ACTIVE}


async def test_undo_takes_a_record_back_and_redo_brings_it_again(
    store: Store, adventure: AdventureRecord
) -> None:
    green = await save(store, adventure.id, "green")
    await play(store, adventure.id, "wait", "Nothing.")
    blue = await save(store, adventure.id, "blue")
    assert blue.action_id != green.action_id
    await store.story.undo(adventure.id)
    assert await listed(store) == {"green": ACTIVE}
    assert (await store.canon.get(green.id)).successor_id is None
    await store.story.redo(adventure.id)
    assert await listed(store) == {"green": SUPERSEDED, "blue": ACTIVE}
    assert (await store.canon.get(green.id)).successor_id == blue.id


async def test_a_later_word_counts_also_over_what_comes_back(
    store: Store, adventure: AdventureRecord
) -> None:
    await play(store, adventure.id, "wait", "Nothing.")
    await save(store, adventure.id, "green")
    await store.story.undo(adventure.id)
    await save(store, adventure.id, "blue")
    assert await listed(store) == {"blue": ACTIVE}
    await store.story.redo(adventure.id)
    assert await listed(store) == {"green": SUPERSEDED, "blue": ACTIVE}


async def test_another_branch_has_its_own_canon(store: Store, adventure: AdventureRecord) -> None:
    await save(store, adventure.id, "green")
    await play(store, adventure.id, "wait", "Nothing.")
    await save(store, adventure.id, "blue")
    await tell_anew(store, adventure.id, "A storm.")
    assert await listed(store) == {"green": SUPERSEDED, "blue": ACTIVE}  # said at the answer that is retold
    await store.story.undo(adventure.id)
    await play(store, adventure.id, "run", "You run.")
    assert await listed(store) == {"green": ACTIVE}
    await save(store, adventure.id, "grey")
    assert await listed(store) == {"green": SUPERSEDED, "grey": ACTIVE}


async def test_scenes_go_back_with_their_action(store: Store, adventure: AdventureRecord) -> None:
    await store.canon.enter_scene(adventure.id, "ball")
    await play(store, adventure.id, "leave", "You leave.")
    place = await store.canon.enter_scene(adventure.id, "road", new_arc=True)
    assert (place.scene, place.arc) == ("road", 2)
    await store.story.undo(adventure.id)
    place = await store.canon.place(adventure.id)
    assert (place.scene, place.arc) == ("ball", 1)
    await store.story.redo(adventure.id)
    assert (await store.canon.place(adventure.id)).scene == "road"


async def test_retracting_brings_the_older_one_back(store: Store, adventure: AdventureRecord) -> None:
    await save(store, adventure.id, "green")
    blue = await save(store, adventure.id, "blue")
    grey = await save(store, adventure.id, "grey")
    await store.canon.retract(grey.id)
    assert await listed(store) == {"green": SUPERSEDED, "blue": ACTIVE}
    newest = await store.canon.newest(adventure.id)
    assert newest is not None
    assert newest.id == blue.id
    await store.canon.retract(blue.id)
    assert await listed(store) == {"green": ACTIVE}
    assert [record.value for record in await store.canon.history(blue.id)] == ["green", "blue", "grey"]


async def test_forgetting_deletes_a_record_and_what_only_it_replaced(
    store: Store, url: str, adventure: AdventureRecord
) -> None:
    await save(store, adventure.id, "green")
    blue = await save(store, adventure.id, "blue")
    grey = await save(store, adventure.id, "grey")
    await store.canon.forget(blue.id)
    assert await listed(store) == {"green": SUPERSEDED, "grey": ACTIVE}
    await store.canon.forget(grey.id)
    async with open_database(url) as database, database.reading() as connection:
        for table in (canon, successions, questions):
            assert (await connection.execute(select(func.count()).select_from(table))).scalar_one() == 0
    with pytest.raises(UnknownRecord):
        await store.canon.forget(grey.id)


async def test_an_open_question_survives_a_restart(url: str) -> None:
    async with open_store(url) as store:
        adventure = await new_adventure(store)
        record = await save(store, adventure.id, "green", options=(Scope.SCENE, Scope.CHARACTER))
    async with open_store(url) as store:
        (question,) = await store.canon.open_questions(adventure.id)
        assert question.options == (Scope.SCENE, Scope.CHARACTER)
        assert question.record.status is RecordStatus.UNRESOLVED
        assert await store.canon.question(question.id) == question
        assert await store.canon.question_of(record.id) == question
        await store.story.path(adventure.id)
        await store.canon.retract(record.id)
        with pytest.raises(UnknownRecord):
            await store.canon.question(question.id)


async def test_the_index_is_what_guards(store: Store, url: str, adventure: AdventureRecord) -> None:
    green = await save(store, adventure.id, "green")
    await save(store, adventure.id, "blue")
    async with open_database(url) as database:
        with pytest.raises(IntegrityError):
            async with database.writing() as connection:
                await connection.execute(update(canon).where(canon.c.id == green.id).values(status=ACTIVE))


async def test_a_name_elsewhere(store: Store, adventure: AdventureRecord) -> None:
    other = await new_adventure(store, channel_id=5)
    foreign = await new_adventure(store, guild_id=2, channel_id=6)
    await play(store, other.id, "look", "Mira 100% smiles.")
    await play(store, foreign.id, "look", "Orlo smiles.")
    assert await store.canon.texts_elsewhere(adventure.id, "Mira") == ["Mira 100% smiles."]
    assert await store.canon.texts_elsewhere(adventure.id, "0%") == ["Mira 100% smiles."]
    assert await store.canon.texts_elsewhere(adventure.id, "Orlo") == []
    assert await store.canon.texts_elsewhere(other.id, "Mira") == []

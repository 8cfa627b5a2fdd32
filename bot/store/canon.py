"""The canon: records, who supersedes whom, open questions, aliases (canon.md).

Every change is one transaction: it reads the canon, asks the caller for the decision, and writes it.
The caller decides in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, ScalarSelect, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import RecordOutdated, UnknownRecord
from bot.store import tree
from bot.store.adventures import adventure_of
from bot.store.engine import Database
from bot.store.hanging import settle_status
from bot.store.schema import actions, adventures, aliases, canon, questions, scenes, successions
from bot.story import CanonRecord, Kind, Place, RecordStatus, Scope
from bot.story.canon import CanonChange, CanonState, OpenQuestion

Decide = Callable[[CanonState], CanonChange]


class Canon:
    """What players have said to be true, of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def state(self, adventure_id: int, player_id: int) -> CanonState:
        """The canon as it is seen from an adventure by a player. Raises UnknownAdventure."""
        async with self._database.reading() as connection:
            return await _state(connection, adventure_id, player_id)

    async def to_recall(self, adventure_id: int, player_id: int) -> CanonState | None:
        """``state``, or at once None where nobody has ever corrected anything. Raises UnknownAdventure."""
        guild = select(adventures.c.guild_id).where(adventures.c.id == adventure_id).scalar_subquery()
        async with self._database.reading() as connection:
            found = await connection.execute(select(canon.c.id).where(_known(guild, player_id)).limit(1))
            if found.first() is None:
                return None
            return await _state(connection, adventure_id, player_id)

    async def change(
        self, adventure_id: int, *, player_id: int, player_name: str, event_id: str, decide: Decide
    ) -> CanonRecord | None:
        """Carry a decision out; the record that it wrote or settled, None when there was nothing to do.

        When another process has written an active record of the same key in between, the decision is
        made once more. Raises UnknownAdventure and whatever ``decide`` raises.
        """
        try:
            return await self._change(adventure_id, player_id, player_name, event_id, decide)
        except IntegrityError:
            return await self._change(adventure_id, player_id, player_name, event_id, decide)

    async def heard(self, event_id: str) -> bool:
        """Whether a record came from this event already: the gateway may deliver a message twice."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(canon.c.id).where(canon.c.event_id == event_id).limit(1))
            return found.first() is not None

    async def get(self, record_id: int) -> CanonRecord:
        """Raises UnknownRecord."""
        async with self._database.reading() as connection:
            return await _record(connection, record_id)

    async def standing(self, record_id: int) -> CanonRecord:
        """A record that counts: active, or with an open question.

        Raises UnknownRecord when it is gone, was taken back, or came from an undone action, and
        RecordOutdated when a later correction has replaced it.
        """
        for record in await self._where((canon.c.id == record_id) & canon.c.on_path):
            if record.status is RecordStatus.SUPERSEDED:
                raise RecordOutdated
            if record.live:
                return record
        raise UnknownRecord

    async def of_guild(self, guild_id: int) -> list[CanonRecord]:
        """The server's records that are on the path of their story, without forgotten ones, oldest first."""
        return await self._where(
            (canon.c.guild_id == guild_id) & canon.c.on_path & (canon.c.status != RecordStatus.FORGOTTEN)
        )

    async def history(self, record_id: int) -> list[CanonRecord]:
        """Everything that was said about the same thing in the same scope, oldest first.

        With what it replaced in other scopes, and what that had replaced. Raises UnknownRecord.
        """
        record = await self.get(record_id)
        same = (
            (canon.c.kind == record.kind)
            & (canon.c.scope_key == record.scope_key)
            & (canon.c.subject_key == record.subject_key)
            & (canon.c.attribute_key == record.attribute_key)
        )
        replaced = select(canon.c.id).where(same).cte("replaced", recursive=True)
        replaced = replaced.union(
            select(successions.c.old_id).join(replaced, successions.c.new_id == replaced.c.id)
        )
        return await self._where(canon.c.id.in_(select(replaced.c.id)))

    async def newest(self, adventure_id: int) -> CanonRecord | None:
        """The latest correction that was said in the adventure and still stands."""
        found = await self._where(
            (canon.c.adventure_id == adventure_id)
            & canon.c.on_path
            & canon.c.status.in_((RecordStatus.ACTIVE, RecordStatus.UNRESOLVED))
        )
        return found[-1] if found else None

    async def predecessors(self, record_id: int) -> list[CanonRecord]:
        """The records that this one supersedes, oldest first."""
        older = select(successions.c.old_id).where(successions.c.new_id == record_id)
        return await self._where(canon.c.id.in_(older))

    async def question(self, question_id: int) -> OpenQuestion:
        """Raises UnknownRecord when it was answered, or its record is gone."""
        found = await self._questions(questions.c.id == question_id)
        if not found:
            raise UnknownRecord
        return found[0]

    async def question_of(self, record_id: int) -> OpenQuestion | None:
        """The open question about a record."""
        found = await self._questions(questions.c.record_id == record_id)
        return found[0] if found else None

    async def open_questions(self, adventure_id: int) -> list[OpenQuestion]:
        """What was asked in an adventure and not answered, oldest first."""
        return await self._questions(canon.c.adventure_id == adventure_id)

    async def pin(self, record_id: int, pinned: bool) -> CanonRecord:
        """A pinned record matters whatever is spoken of, and so does what replaces it.

        Raises UnknownRecord.
        """
        async with self._database.writing() as connection:
            await connection.execute(update(canon).where(canon.c.id == record_id).values(pinned=pinned))
            return await _record(connection, record_id)

    async def retract(self, record_id: int) -> CanonRecord:
        """Take a correction back: what it superseded holds again. Raises UnknownRecord."""
        async with self._database.writing() as connection:
            if (await _record(connection, record_id)).status is RecordStatus.FORGOTTEN:
                raise UnknownRecord  # taken back already
            await connection.execute(
                update(canon).where(canon.c.id == record_id).values(said=RecordStatus.FORGOTTEN)
            )
            await settle_status(connection, [record_id])
            return await _record(connection, record_id)

    async def forget(self, record_id: int) -> CanonRecord:
        """Delete a record, really, and the older ones that only it had superseded. Raises UnknownRecord."""
        async with self._database.writing() as connection:
            record = await _record(connection, record_id)
            doomed = await _with_predecessors(connection, record)
            touched = await connection.execute(
                select(successions.c.old_id).where(successions.c.new_id.in_(doomed))
            )
            left = set(touched.scalars()) - doomed
            await connection.execute(
                delete(successions).where(
                    or_(successions.c.old_id.in_(doomed), successions.c.new_id.in_(doomed))
                )
            )
            await connection.execute(delete(questions).where(questions.c.record_id.in_(doomed)))
            await connection.execute(delete(canon).where(canon.c.id.in_(doomed)))
            await settle_status(connection, left)
            return record

    async def add_alias(self, guild_id: int, alias: str, subject_key: str) -> None:
        """Another name of a subject; a name that was another's becomes this one's."""
        same = (aliases.c.guild_id == guild_id) & (aliases.c.alias == alias)
        async with self._database.writing() as connection:
            await connection.execute(delete(aliases).where(same))
            await connection.execute(
                insert(aliases).values(guild_id=guild_id, alias=alias, subject_key=subject_key)
            )

    async def place(self, adventure_id: int) -> Place:
        """The scene and the arc that are played. Raises UnknownAdventure."""
        async with self._database.reading() as connection:
            return await _place(connection, adventure_id)

    async def enter_scene(self, adventure_id: int, name: str, *, new_arc: bool = False) -> Place:
        """From the head on, another scene is played; with ``new_arc`` in the next arc.

        Raises UnknownAdventure.
        """
        async with self._database.writing() as connection:
            head = await tree.place(connection, adventure_id)
            arc = (await _place(connection, adventure_id)).arc + new_arc
            await connection.execute(
                insert(scenes).values(
                    adventure_id=adventure_id, action_id=head.head_id, name=name, arc=arc, on_path=True
                )
            )
            return await _place(connection, adventure_id)

    async def texts_elsewhere(self, adventure_id: int, beginning: str) -> list[str]:
        """Actions of the server's other adventures, on any branch, that hold a name's first letters."""
        async with self._database.reading() as connection:
            here = await adventure_of(connection, adventure_id)
            found = await connection.execute(
                select(actions.c.text)
                .join(adventures, adventures.c.id == actions.c.adventure_id)
                .where(adventures.c.guild_id == here.guild_id, adventures.c.id != adventure_id)
                .where(actions.c.text.contains(beginning, autoescape=True))
                .order_by(actions.c.id.desc())
                .limit(_SAMPLE)
            )
            return [row.text for row in found]

    async def _where(self, condition: ColumnElement[bool]) -> list[CanonRecord]:
        async with self._database.reading() as connection:
            found = await connection.execute(select(canon).where(condition).order_by(canon.c.id))
            return [_to_record(row) for row in found]

    async def _questions(self, condition: ColumnElement[bool]) -> list[OpenQuestion]:
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(questions.c.id.label("question_id"), questions.c.options, canon)
                .join(canon, canon.c.id == questions.c.record_id)
                .where(condition, questions.c.answer.is_(None))
                .where(canon.c.status == RecordStatus.UNRESOLVED, canon.c.on_path)
                .order_by(questions.c.id)
            )
            return [
                OpenQuestion(row.question_id, _to_record(row), tuple(map(Scope, row.options)))
                for row in found
            ]

    async def _change(
        self, adventure_id: int, player_id: int, player_name: str, event_id: str, decide: Decide
    ) -> CanonRecord | None:
        async with self._database.writing() as connection:
            head = await tree.place(connection, adventure_id)
            state = await _state(connection, adventure_id, player_id)
            change = await asyncio.to_thread(decide, state)  # a server may have thousands of records
            if change.new is not None:
                added = await connection.execute(
                    insert(canon)
                    .values(
                        _row(change, state.place)
                        | {
                            "action_id": head.head_id,
                            "event_id": event_id,
                            "player_id": player_id,
                            "player_name": player_name,
                            "pinned": any(
                                record.pinned and record.live
                                for record in state.records
                                if record.id in change.supersedes
                            ),
                        }
                    )
                    .returning(canon.c.id)
                )
                record_id: int = added.scalar_one()
                if change.new.options:
                    await connection.execute(
                        insert(questions).values(record_id=record_id, options=list(change.new.options))
                    )
            elif change.settles is not None and change.scope is not None:
                record_id = change.settles
                await _answer(connection, change, player_id)
            else:
                return None
            await _succeed(connection, record_id, change.supersedes)
            return await _record(connection, record_id)


_SAMPLE = 50
"""Actions of other adventures that are looked at for a name."""


async def _state(connection: AsyncConnection, adventure_id: int, player_id: int) -> CanonState:
    place = await _place(connection, adventure_id)
    found = await connection.execute(
        select(canon)
        .where(_known(place.guild_id, player_id), canon.c.said != RecordStatus.FORGOTTEN)
        .order_by(canon.c.id)
    )
    rows = [row for row in found if row.scope != Scope.EVERYWHERE or row.player_id == player_id]
    answered = await connection.execute(
        select(questions.c.answer, canon.c.kind, canon.c.subject_key, canon.c.attribute_key)
        .join(canon, canon.c.id == questions.c.record_id)
        .where(canon.c.adventure_id == adventure_id, canon.c.on_path)
        .where(canon.c.said != RecordStatus.FORGOTTEN, questions.c.answer.is_not(None))
        .order_by(questions.c.id)
    )
    names = await connection.execute(select(aliases).where(aliases.c.guild_id == place.guild_id))
    return CanonState(
        place=place,
        records=tuple(map(_to_record, rows)),
        gone=frozenset(row.id for row in rows if not row.on_path),
        answers={(Kind(row.kind), row.subject_key, row.attribute_key): Scope(row.answer) for row in answered},
        aliases={row.alias: row.subject_key for row in names},
    )


def _known(guild: int | ScalarSelect[Any], player_id: int) -> ColumnElement[bool]:
    """The records of a server, and the player's own that hold everywhere."""
    own = and_(canon.c.player_id == player_id, canon.c.scope == Scope.EVERYWHERE)
    return or_(canon.c.guild_id == guild, own)


async def _place(connection: AsyncConnection, adventure_id: int) -> Place:
    adventure = await adventure_of(connection, adventure_id)
    found = await connection.execute(
        select(scenes)
        .where(scenes.c.adventure_id == adventure_id, scenes.c.on_path)
        .order_by(scenes.c.id.desc())
        .limit(1)
    )
    scene = found.one_or_none()
    if scene is None:
        return Place(adventure.guild_id, adventure_id)
    return Place(adventure.guild_id, adventure_id, scene.name, scene.arc)


async def _record(connection: AsyncConnection, record_id: int) -> CanonRecord:
    row = (await connection.execute(select(canon).where(canon.c.id == record_id))).one_or_none()
    if row is None:
        raise UnknownRecord
    return _to_record(row)


async def _answer(connection: AsyncConnection, change: CanonChange, player_id: int) -> None:
    answered = await connection.execute(
        update(questions)
        .where(questions.c.record_id == change.settles, questions.c.answer.is_(None))
        .values(answer=change.scope, answered_by=player_id)
    )
    if answered.rowcount == 0:
        raise UnknownRecord
    # What had closed the question was undone; should it come back, the answer is the later word.
    await connection.execute(delete(successions).where(successions.c.old_id == change.settles))
    await connection.execute(
        update(canon)
        .where(canon.c.id == change.settles)
        .values(scope=change.scope, scope_key=change.scope_key, said=RecordStatus.ACTIVE)
    )


async def _succeed(connection: AsyncConnection, record_id: int, older: Sequence[int]) -> None:
    # A record that is settled has already ended other open ones where it was said.
    known = await connection.execute(select(successions.c.old_id).where(successions.c.new_id == record_id))
    rows = [{"old_id": old_id, "new_id": record_id} for old_id in sorted(set(older) - set(known.scalars()))]
    if rows:
        await connection.execute(insert(successions), rows)
    await settle_status(connection, [record_id])


async def _with_predecessors(connection: AsyncConnection, record: CanonRecord) -> set[int]:
    """The record, what was taken back beside it, and what would hold again although it was superseded."""
    taken_back = await connection.execute(
        select(canon.c.id)
        .where(canon.c.kind == record.kind, canon.c.scope_key == record.scope_key)
        .where(canon.c.subject_key == record.subject_key, canon.c.attribute_key == record.attribute_key)
        .where(canon.c.said == RecordStatus.FORGOTTEN)
    )
    doomed = {record.id, *taken_back.scalars()}
    while True:
        older = select(successions.c.old_id).where(successions.c.new_id.in_(doomed))
        found = await connection.execute(
            select(successions)
            .join(canon, canon.c.id == successions.c.new_id)
            .where(successions.c.old_id.in_(older), canon.c.said != RecordStatus.FORGOTTEN)
        )
        successors: dict[int, set[int]] = {}
        for row in found:
            successors.setdefault(row.old_id, set()).add(row.new_id)
        more = {old for old, newer in successors.items() if newer <= doomed} - doomed
        if not more:
            return doomed
        doomed |= more


def _row(change: CanonChange, place: Place) -> dict[str, object]:
    new = change.new
    assert new is not None  # noqa: S101 - the caller has looked
    return {
        "guild_id": place.guild_id,
        "adventure_id": place.adventure_id,
        "scene": place.scene,
        "arc": place.arc,
        "kind": new.kind,
        "subject": new.subject,
        "attribute": new.attribute,
        "value": new.value,
        "wrong": new.wrong,
        "wording": new.wording,
        "scope": new.scope,
        "scope_key": new.scope_key,
        "subject_key": new.subject_key,
        "attribute_key": new.attribute_key,
        "persists": new.persists,
        "said": RecordStatus.UNRESOLVED if new.options else RecordStatus.ACTIVE,
        # Its own status is found out after its predecessors have stepped down.
        "status": RecordStatus.SUPERSEDED,
        "on_path": True,
        "created_at": datetime.now(UTC),
    }


def _to_record(row: Row[Any]) -> CanonRecord:
    return CanonRecord(
        id=row.id,
        kind=Kind(row.kind),
        subject=row.subject,
        attribute=row.attribute,
        value=row.value,
        wording=row.wording,
        scope=Scope(row.scope),
        persists=row.persists,
        status=RecordStatus(row.status),
        place=Place(row.guild_id, row.adventure_id, row.scene, row.arc),
        scope_key=row.scope_key,
        subject_key=row.subject_key,
        attribute_key=row.attribute_key,
        player_id=row.player_id,
        player_name=row.player_name,
        action_id=row.action_id,
        created_at=row.created_at,
        successor_id=row.successor_id,
        superseded_at=row.superseded_at,
        pinned=row.pinned,
        wrong=row.wrong,
    )

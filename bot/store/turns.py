"""Turns: written down before anything else happens, and again before an answer counts as final."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import (
    DuplicateTurn,
    EmptyAction,
    NothingToRetry,
    StaleButton,
    TurnError,
    UnknownTurn,
)
from bot.store import tree
from bot.store.adventures import RECORD, adventure_of, to_record
from bot.store.engine import Database
from bot.store.records import AdventureRecord, TurnKind, TurnRecord, TurnState
from bot.store.schema import adventures, turns
from bot.store.standings import to_text
from bot.story import Action, ActionType, Standing

_COLUMNS = [column for column in turns.c if column.name not in ("report", "standing", "spent")]
_OPEN = (TurnState.QUEUED, TurnState.RUNNING)
_GIVEN_UP = (TurnState.FAILED, TurnState.INTERRUPTED)
_ACTING = (TurnKind.DO, TurnKind.SAY, TurnKind.STORY)


class Turns:
    """What players asked for and what became of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def accept(
        self,
        *,
        event_id: str,
        adventure_id: int,
        kind: TurnKind,
        text: str,
        author_id: int,
        author_name: str,
        head_id: int | None = None,
        resumes: int | None = None,
        message_id: int = 0,
    ) -> TurnRecord:
        """Write down what a player asked for, once. The turn is queued.

        With ``head_id`` it is accepted only while the story stands there and no other turn is under
        way: a button that is pressed twice acts once. ``resumes`` is the failed or interrupted turn
        that this one takes up; that one becomes RESUMED. ``message_id`` is the Discord message that
        asks, which counts as handled (see Adventures.saw). Raises DuplicateTurn, UnknownAdventure,
        StaleButton when the story has gone on.
        """
        try:
            async with self._database.writing() as connection:
                place = await tree.place(connection, adventure_id)
                if head_id is not None:
                    await _require_still(connection, place, head_id)
                added = await connection.execute(
                    insert(turns)
                    .values(
                        event_id=event_id,
                        adventure_id=adventure_id,
                        kind=kind,
                        state=TurnState.QUEUED,
                        text=text,
                        author_id=author_id,
                        author_name=author_name,
                        created_at=datetime.now(UTC),
                        resumes_id=resumes,
                    )
                    .returning(*_COLUMNS)
                )
                turn = _to_record(added.one())
                if resumes is not None:
                    await _take_up(connection, adventure_id, resumes)
                if message_id:
                    await connection.execute(
                        update(adventures)
                        .where(adventures.c.id == adventure_id, adventures.c.last_message_id < message_id)
                        .values(last_message_id=message_id)
                    )
                return turn
        except IntegrityError:
            raise DuplicateTurn from None

    async def begin(self, turn_id: int, action: Action | None) -> TurnRecord:
        """Put the player's action into the story and find out what the answer will follow.

        With an action it becomes the head's child, the new head and tip. Without one, the answer
        follows: what the turn that is taken up was to answer; else, for CONTINUE, the head; else,
        for RETRY, what the head's answer follows, or the head when nobody has answered it. The old
        answer stays the head until the new one exists.

        Raises NothingToRetry at the opening, StaleButton when the story has gone on since the turn
        that is taken up, EmptyAction, TurnError when the turn is not queued.
        """
        async with self._database.writing() as connection:
            begun = await connection.execute(
                update(turns)
                .where(turns.c.id == turn_id, turns.c.state == TurnState.QUEUED)
                .values(state=TurnState.RUNNING)
                .returning(*_COLUMNS)
            )
            row = begun.one_or_none()
            if row is None:
                await _turn(connection, turn_id)
                raise TurnError
            turn = _to_record(row)
            place = await tree.place(connection, turn.adventure_id)
            if action is not None:
                parent_id = (await tree.extend(connection, place, place.head_id, action)).id
            else:
                parent_id = await _parent(connection, turn, place.head_id)
            await _set(connection, turn_id, parent_id=parent_id)
            return replace(turn, parent_id=parent_id)

    async def commit(
        self,
        turn_id: int,
        *,
        text: str,
        report: bytes,
        prompt_tokens: int | None,
        reply_tokens: int | None,
        cached_tokens: int | None,
        model: str,
        spent: int = 0,
        keep_reports: int = 0,
        standing: Standing | None = None,
    ) -> Action:
        """Make the answer final: it becomes the head. Raises TurnError when the turn is not running.

        ``standing`` is what stands in the prompt for the next turn: it hangs on the answer, so that
        undo and retry find it. ``spent`` are the tokens that count for the day's budget (see Jobs.spent).
        Of the adventure's older reports, all but the newest ``keep_reports`` go; 0 keeps all.
        """
        async with self._database.writing() as connection:
            turn = await _turn(connection, turn_id)
            if turn.state is not TurnState.RUNNING:
                raise TurnError
            place = await tree.place(connection, turn.adventure_id)
            answer = await tree.extend(connection, place, turn.parent_id, Action(ActionType.OUTPUT, text))
            await _set(
                connection,
                turn_id,
                state=TurnState.DONE,
                output_id=answer.id,
                report=report,
                standing=to_text(standing),
                prompt_tokens=prompt_tokens,
                reply_tokens=reply_tokens,
                cached_tokens=cached_tokens,
                model=model,
                spent=spent,
            )
            if keep_reports:
                # One came, so one goes: to look through all older turns would take ever longer.
                oldest = _with_report(turn.adventure_id).offset(keep_reports).limit(1).scalar_subquery()
                await connection.execute(update(turns).where(turns.c.id == oldest).values(report=None))
            return answer

    async def fail(self, turn_id: int, state: TurnState, error: str | None) -> TurnRecord:
        """Give the turn up: FAILED or INTERRUPTED, with the key of the sentence that says why.

        The action stays in the story. Raises TurnError when the turn has ended already.
        """
        async with self._database.writing() as connection:
            if (await _turn(connection, turn_id)).state not in _OPEN:
                raise TurnError
            await _set(connection, turn_id, state=state, error=error)
            return await _turn(connection, turn_id)

    async def set_message(self, turn_id: int, message_id: int) -> None:
        """Remember the Discord message that shows (the end of) the answer."""
        async with self._database.writing() as connection:
            await _set(connection, turn_id, message_id=message_id)

    async def get(self, turn_id: int) -> TurnRecord:
        """Raises StaleButton when there is no such turn: only an old button can ask for one."""
        async with self._database.reading() as connection:
            return await _turn(connection, turn_id)

    async def of_output(self, action_id: int) -> TurnRecord | None:
        """The turn that an answer came from."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(*_COLUMNS).where(turns.c.output_id == action_id))
            row = found.one_or_none()
        return None if row is None else _to_record(row)

    async def latest(self, adventure_id: int) -> TurnRecord | None:
        """The adventure's newest turn, whatever its state."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(*_COLUMNS)
                .where(turns.c.adventure_id == adventure_id)
                .order_by(turns.c.id.desc())
                .limit(1)
            )
            row = found.one_or_none()
        return None if row is None else _to_record(row)

    async def report(self, turn_id: int) -> bytes | None:
        """The context report that was stored with the answer."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(turns.c.report).where(turns.c.id == turn_id))
            report: bytes | None = found.scalar_one_or_none()
        return report

    async def told(self, adventure_id: int, turn_id: int) -> TurnRecord:
        """A turn of the adventure that has its answer. Raises UnknownTurn."""
        return await self._one(
            select(*_COLUMNS).where(turns.c.id == turn_id, turns.c.adventure_id == adventure_id), turn_id
        )

    async def told_back(self, adventure_id: int, number: int) -> TurnRecord:
        """The turn with that number, counted back along the story as it stands: 1 is the last.

        Raises UnknownTurn, UnknownAdventure.
        """
        async with self._database.reading() as connection:
            adventure = await adventure_of(connection, adventure_id)
        path = tree.branch(adventure.head_id).subquery()
        return await self._one(
            select(*_COLUMNS)
            .join(path, path.c.id == turns.c.output_id)
            .order_by(path.c.depth.desc())
            .offset(number - 1)
            .limit(1),
            number,
        )

    async def reported(self, adventure_id: int, limit: int) -> list[TurnRecord]:
        """The newest turns whose report is kept, on whatever branch of the story; newest first."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(*_COLUMNS)
                .where(turns.c.id.in_(_with_report(adventure_id).limit(limit)))
                .order_by(turns.c.id.desc())
            )
            return [_to_record(row) for row in found]

    async def prune_reports(self, keep: int) -> None:
        """At start-up, because the setting may have changed: forget all but each adventure's newest.

        0 keeps all.
        """
        if not keep:
            return
        place = func.row_number().over(partition_by=turns.c.adventure_id, order_by=turns.c.id.desc())
        kept = select(turns.c.id, place.label("place")).where(turns.c.report.is_not(None)).subquery()
        async with self._database.writing() as connection:
            await connection.execute(
                update(turns)
                .where(turns.c.id.in_(select(kept.c.id).where(kept.c.place > keep)))
                .values(report=None)
            )

    async def _one(self, query: Select[Any], turn: int) -> TurnRecord:
        async with self._database.reading() as connection:
            row = (await connection.execute(query.where(turns.c.state == TurnState.DONE))).one_or_none()
        if row is None:
            raise UnknownTurn(turn=turn)
        return _to_record(row)

    async def interrupt_open(self, *, terminal: bool) -> list[TurnRecord]:
        """At start-up: whatever was in flight is INTERRUPTED now.

        The terminal (server 0) and the bot may share a database, so each looks after its own.
        Returns all interrupted turns of open adventures that nobody has taken up, oldest first.
        """
        own = select(adventures.c.id).where(
            adventures.c.guild_id == 0 if terminal else adventures.c.guild_id != 0
        )
        async with self._database.writing() as connection:
            await connection.execute(
                update(turns)
                .where(turns.c.state.in_(_OPEN), turns.c.adventure_id.in_(own))
                .values(state=TurnState.INTERRUPTED)
            )
            found = await connection.execute(
                select(*_COLUMNS)
                .join(adventures, adventures.c.id == turns.c.adventure_id)
                .where(turns.c.state == TurnState.INTERRUPTED, adventures.c.open)
                .where(turns.c.adventure_id.in_(own))
                .order_by(turns.c.id)
            )
            return [_to_record(row) for row in found]

    async def stage(self, turn: TurnRecord) -> tuple[AdventureRecord, bool]:
        """The turn's adventure, and whether nobody but its author has acted (do, say, story) there.

        As cheap in a long story as in a short one: only the ends of an index are looked at.
        """
        async with self._database.reading() as connection:
            found = await connection.execute(_STAGE, {"adventure_id": turn.adventure_id})
            row = found.one()
        return to_record(row), {*row[-len(_ENDS) :]} <= {turn.author_id, None}

    async def authors(self, adventure_id: int) -> list[tuple[int, str]]:
        """Id and latest name of everybody who has acted (do, say, story), in order of appearance."""
        acts = (
            select(func.min(turns.c.id).label("first"), func.max(turns.c.id).label("last"))
            .where(turns.c.adventure_id == adventure_id, turns.c.kind.in_(_ACTING))
            .group_by(turns.c.author_id)
            .subquery()
        )
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(turns.c.author_id, turns.c.author_name)
                .join(acts, acts.c.last == turns.c.id)
                .order_by(acts.c.first)
            )
            return [(row.author_id, row.author_name) for row in found]


_ENDS = [
    select(end(turns.c.author_id))
    .where(turns.c.adventure_id == bindparam("adventure_id"), turns.c.kind == kind)
    .scalar_subquery()
    for kind in _ACTING
    for end in (func.min, func.max)
]
# Made once: to put it together takes as long as to run it.
_STAGE = RECORD.add_columns(*_ENDS).where(adventures.c.id == bindparam("adventure_id"))


def _with_report(adventure_id: int) -> Select[Any]:
    """The ids of the adventure's turns whose report is kept, newest first."""
    return (
        select(turns.c.id)
        .where(turns.c.adventure_id == adventure_id, turns.c.report.is_not(None))
        .order_by(turns.c.id.desc())
    )


async def _require_still(connection: AsyncConnection, place: Row[Any], head_id: int) -> None:
    busy = await connection.execute(
        select(turns.c.id)
        .where(turns.c.adventure_id == place.adventure_id, turns.c.state.in_(_OPEN))
        .limit(1)
    )
    if place.head_id != head_id or busy.first() is not None:
        raise StaleButton


async def _take_up(connection: AsyncConnection, adventure_id: int, turn_id: int) -> None:
    taken = await connection.execute(
        update(turns)
        .where(turns.c.id == turn_id, turns.c.adventure_id == adventure_id)
        .where(turns.c.state.in_(_GIVEN_UP))
        .values(state=TurnState.RESUMED)
    )
    if taken.rowcount == 0:
        raise StaleButton


async def _parent(connection: AsyncConnection, turn: TurnRecord, head_id: int) -> int:
    """What the answer of a turn without an action follows."""
    head = await tree.node(connection, head_id)
    retold: int = head.parent_id if head.type == ActionType.OUTPUT else head.id
    asked = turn
    while asked.parent_id is None and asked.resumes_id is not None:
        asked = await _turn(connection, asked.resumes_id)
    if asked.parent_id is not None:
        places = (head.id, retold) if asked.kind is TurnKind.RETRY else (head.id,)
        if asked.parent_id not in places:
            raise StaleButton
        return asked.parent_id
    if asked.kind is TurnKind.CONTINUE:
        return head_id
    if asked.kind is not TurnKind.RETRY:
        raise EmptyAction
    if head.type == ActionType.START:
        raise NothingToRetry
    return retold


async def _set(connection: AsyncConnection, turn_id: int, **values: object) -> None:
    await connection.execute(update(turns).where(turns.c.id == turn_id).values(**values))


async def _turn(connection: AsyncConnection, turn_id: int) -> TurnRecord:
    row = (await connection.execute(select(*_COLUMNS).where(turns.c.id == turn_id))).one_or_none()
    if row is None:
        raise StaleButton
    return _to_record(row)


def _to_record(row: Row[Any]) -> TurnRecord:
    values = dict(row._mapping)
    return TurnRecord(**values | {"kind": TurnKind(row.kind), "state": TurnState(row.state)})

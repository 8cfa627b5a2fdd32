"""The canon at work: hears corrections, decides, saves, recalls. What the game is given."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bot.canon import decide as rules
from bot.canon.confirm import Change, Confirmation, Heard, open_text
from bot.canon.decide import Decision, find_records
from bot.canon.recall import Recalled, mentioned, recall
from bot.canon.recognise import (
    MESSAGE_LIMIT,
    SUBJECT_LIMIT,
    VALUE_LIMIT,
    Candidate,
    Problem,
    Recogniser,
    narration,
    plain_wording,
)
from bot.canon.text import clean, language_of, mentions, occurs, trimmed
from bot.context.normal import normalise
from bot.errors import CorrectionUnclear, RecordOutdated, StoreError, UnknownRecord
from bot.locale import texts_for
from bot.store import Store
from bot.story import Adventure, CanonRecord, Kind, Scope
from bot.story.canon import CanonChange, CanonState


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who corrects: the id of the platform and the name to show."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Correction:
    """The form of ``/memory correct`` and of *Correct this…*."""

    subject: str
    attribute: str
    value: str
    kind: Kind = Kind.FACT
    scope: Scope | None = None


class Canon:
    """Recognition only proposes; the rules of bot.canon.decide decide.

    Every record is somebody's word: all doors ask for the speaker, and nothing that the narrator or a memory
    says comes in. So a model's text never replaces what a player has said (canon.md, "Recognise").
    """

    def __init__(self, store: Store, recogniser: Recogniser) -> None:
        self._store = store
        self._recogniser = recogniser

    async def hear(
        self, adventure_id: int, speaker: Speaker, text: str, event_id: str = "", *, meant: bool = False
    ) -> Heard:
        """Words that were said to the narrator, without their brackets. The same event is heard once.

        ``meant``: they were said to be remembered.
        """
        if len(text) > MESSAGE_LIMIT:
            return Heard(problem="long")
        heard = Heard()
        try:
            if event_id and await self._store.canon.heard(event_id):
                return heard
            state = await self._store.canon.state(adventure_id, speaker.id)
            names = list(dict.fromkeys([*(record.subject for record in state.records), *state.aliases]))
            for candidate in await self._recogniser.recognise(text, names, meant=meant):
                heard = _joined(heard, await self._take(adventure_id, speaker, candidate, event_id))
        except Problem as problem:
            return _joined(heard, Heard(problem=problem.reason))
        except StoreError:
            return _joined(heard, Heard(problem="store"))
        return heard

    async def correct(
        self, adventure_id: int, speaker: Speaker, form: Correction, event_id: str = ""
    ) -> Heard:
        """A filled-in form. Raises CorrectionUnclear when a field is missing, too long or impossible."""
        subject, attribute, value = (
            trimmed(clean(field)) for field in (form.subject, form.attribute, form.value)
        )
        if form.kind is Kind.PREFERENCE and not subject:
            subject = narration(value)
        for reason, field, limit in (
            ("subject", subject, SUBJECT_LIMIT),
            ("value", value, VALUE_LIMIT),
            ("value", attribute or ".", SUBJECT_LIMIT),
        ):
            if not field:
                raise CorrectionUnclear(reason=reason)
            if len(field) > limit:
                raise CorrectionUnclear(reason="long")
        if form.scope is not None and form.scope not in rules.options_of(form.kind):
            raise CorrectionUnclear(reason="scope")
        candidate = Candidate(
            kind=form.kind,
            subject=subject,
            attribute=attribute,
            value=value,
            wording=value if form.kind is Kind.PREFERENCE else plain_wording(subject, attribute, value),
            quote="",
            scopes=() if form.scope is None else (form.scope,),
        )
        with _explained():
            return await self._take(adventure_id, speaker, candidate, event_id)

    async def answer(self, question_id: int, scope: Scope, speaker: Speaker) -> Confirmation:
        """A button of a question was pressed. Raises UnknownRecord, RecordOutdated, CorrectionUnclear."""
        question = await self._store.canon.question(question_id)
        if scope not in question.options:
            raise CorrectionUnclear(reason="scope")
        with _explained():
            record, decision = await self._change(
                question.record.place.adventure_id,
                speaker,
                # It may have been taken back or replaced since the question was read.
                lambda state: rules.settle(_standing(question.record.id, state), scope, state),
            )
        return Confirmation(Change.SAVED, _written(record), decision.replaced)

    async def edit(
        self, record_id: int, speaker: Speaker, *, value: str | None = None, scope: Scope | None = None
    ) -> Confirmation:
        """Change value or scope. Raises UnknownRecord, RecordOutdated, CorrectionUnclear."""
        record = await self._store.canon.get(record_id)
        value = trimmed(clean(value)) if value is not None else None
        if value is not None and not 0 < len(value) <= VALUE_LIMIT:
            raise CorrectionUnclear(reason="long" if value else "value")
        if value is not None and mentions(value):
            raise CorrectionUnclear(reason="mention")
        with _explained():
            written, decision = await self._change(
                record.place.adventure_id,
                speaker,
                lambda state: rules.edit(_standing(record_id, state), value, scope, state, speaker.id),
            )
        return Confirmation(Change.EDITED, _written(written), decision.replaced)

    async def undo(self, record_id: int) -> Confirmation:
        """Take a correction back: what it replaced holds again. Raises UnknownRecord."""
        record = await self._store.canon.retract(record_id)
        older = await self._store.canon.predecessors(record_id)
        return Confirmation(Change.UNDONE, record, tuple(found for found in older if found.live))

    async def forget(self, record_id: int) -> Confirmation:
        """Delete a record. Raises UnknownRecord."""
        return Confirmation(Change.FORGOTTEN, await self._store.canon.forget(record_id))

    async def find(self, adventure_id: int, subject: str, attribute: str, scope: Scope | None) -> CanonRecord:
        """The record that is named, the one that holds here first. Raises UnknownRecord."""
        place = await self._store.canon.place(adventure_id)
        records = [record for record in await self._store.canon.of_guild(place.guild_id) if record.live]
        found = [r for r in find_records(subject, attribute, records) if scope in (None, r.scope)]
        here = [r for r in found if r.scope_key == place.key(r.kind, r.scope, r.player_id)]
        for record in sorted(here, key=lambda r: r.scope.width) or found:
            return record
        raise UnknownRecord

    async def alias(self, adventure_id: int, speaker: Speaker, name: str, also: str) -> tuple[str, str]:
        """Give a subject another name on this server; the subject as it is known, and the name as it is kept.

        A name that was given to another subject before is taken from it. Raises CorrectionUnclear when a name
        is missing, impossible, or another subject's own.
        """
        name, also = (trimmed(clean(part)) for part in (name, also))
        for part in (name, also):
            if not part:
                raise CorrectionUnclear(reason="subject")
            if len(part) > SUBJECT_LIMIT:
                raise CorrectionUnclear(reason="long")
            if mentions(part):
                raise CorrectionUnclear(reason="mention")
        state = await self._store.canon.state(adventure_id, speaker.id)
        with _explained():
            subject, key = rules.find_subject(name, Kind.FACT, state)
            if normalise(also) in {record.subject_key for record in state.present} - {key}:
                raise Problem("ambiguous")
            await self._store.canon.add_alias(state.place.guild_id, also, key)
        return subject, also

    async def mentioned(self, adventure_id: int, player_id: int, text: str) -> CanonRecord | None:
        """The fact that a piece of the story speaks about, as far as one is known."""
        state = await self._store.canon.state(adventure_id, player_id)
        return await asyncio.to_thread(mentioned, state, text)

    async def recall(
        self, adventure_id: int, snapshot: Adventure, player_id: int
    ) -> tuple[Adventure, Recalled]:
        """The snapshot with everything that the canon adds to the prompt, and why.

        Facts come before summaries of equal relevance; preferences are appended to the AI
        instructions, open questions to the author's note, which stands near the end. Of the story
        summary, which is refreshed later, what a correction has replaced is left out.
        """
        state = await self._store.canon.to_recall(adventure_id, player_id)
        if state is None:
            return snapshot, Recalled()
        found = await asyncio.to_thread(recall, state, snapshot.actions, player_id)
        plot, standing = snapshot.plot, snapshot.standing
        summary, frozen = plot.summary, standing.summary if standing is not None else ""
        if found.corrections and (summary or frozen):
            without = found.corrections.without
            summary, now = await asyncio.to_thread(lambda: (without(plot.summary), without(frozen)))
            # An old summary may stand frozen in the prompt: then that is begun anew.
            standing = standing if now == frozen else None
        wishes = "\n".join(f"- {record.wording}" for record in found.preferences)
        note = open_text(found.open, texts_for(snapshot.language))
        return (
            replace(
                snapshot,
                memories=(*found.facts, *snapshot.memories),
                standing=standing,
                plot=replace(
                    plot,
                    summary=summary,
                    instructions="\n\n".join(filter(None, (plot.instructions, wishes))),
                    authors_note=" ".join(filter(None, (plot.authors_note, note))),
                ),
            ),
            found,
        )

    async def _take(self, adventure_id: int, speaker: Speaker, candidate: Candidate, event_id: str) -> Heard:
        """Raises Problem."""
        if any(map(mentions, (candidate.subject, candidate.attribute, candidate.value))):
            raise Problem("mention")
        elsewhere = not candidate.scopes and await self._told_elsewhere(adventure_id, candidate)
        record, decision = await self._change(
            adventure_id,
            speaker,
            lambda state: rules.decide(candidate, state, speaker.id, elsewhere=elsewhere),
            event_id,
        )
        if record is None:
            assert decision.known is not None  # noqa: S101 - nothing else leaves the canon as it is
            return Heard((Confirmation(Change.KNOWN, decision.known),))
        question = await self._store.canon.question_of(record.id)
        if question is not None:
            return Heard(questions=(question,))
        unsaid = not candidate.scopes and record.scope is Scope.ADVENTURE
        return Heard((Confirmation(Change.SAVED, record, decision.replaced, candidate.old, unsaid),))

    async def _change(
        self,
        adventure_id: int,
        speaker: Speaker,
        choose: Callable[[CanonState], Decision],
        event_id: str = "",
    ) -> tuple[CanonRecord | None, Decision]:
        made: list[Decision] = []

        def decide(state: CanonState) -> CanonChange:
            made.append(choose(state.said_by(speaker.id)))
            return made[-1].change

        record = await self._store.canon.change(
            adventure_id, player_id=speaker.id, player_name=speaker.name, event_id=event_id, decide=decide
        )
        return record, made[-1]

    async def _told_elsewhere(self, adventure_id: int, candidate: Candidate) -> bool:
        """Whether another adventure of the server tells of the subject; only a name tells it apart."""
        name = candidate.subject
        if candidate.kind is not Kind.FACT or not (name[:1].isupper() or language_of(name) == "ar"):
            return False
        first = name.split()[0]
        beginning = first[: max(3, len(first) - 2)] if language_of(name) == "ru" else first
        texts = await self._store.canon.texts_elsewhere(adventure_id, beginning)
        # Long texts that nobody has looked at yet would hold up everything for some hundred milliseconds.
        return await asyncio.to_thread(lambda: any(occurs(name, text) for text in texts))


@contextmanager
def _explained() -> Iterator[None]:
    """What keeps a correction from being saved, as CorrectionUnclear."""
    try:
        yield
    except Problem as problem:
        raise CorrectionUnclear(reason=problem.reason) from None
    except StoreError as error:
        raise CorrectionUnclear(reason="store") from error


def _standing(record_id: int, state: CanonState) -> CanonRecord:
    for record in state.present:
        if record.id == record_id:
            if not record.live:
                raise RecordOutdated
            return record
    raise UnknownRecord


def _joined(heard: Heard, more: Heard) -> Heard:
    return Heard(
        heard.confirmations + more.confirmations,
        heard.questions + more.questions,
        more.problem or heard.problem,
    )


def _written(record: CanonRecord | None) -> CanonRecord:
    if record is None:
        raise UnknownRecord
    return record

"""What a correction does: saved, asked about, or known already (canon.md, "Scope" and "Replace"). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from bot.canon.attributes import Attribute, read_attribute
from bot.canon.recognise import Candidate, Problem, plain_wording
from bot.canon.text import alike, forms, occurs
from bot.context.normal import normalise
from bot.story import CanonRecord, Kind, RecordStatus, Scope
from bot.story.canon import FACT_SCOPES, PREFERENCE_SCOPES, CanonChange, CanonState, NewRecord


@dataclass(frozen=True, slots=True)
class Decision:
    """A change, and what a player should hear of it."""

    change: CanonChange
    replaced: tuple[CanonRecord, ...] = ()
    """The records that held until now and do no longer."""
    known: CanonRecord | None = None
    """The record that says the same already; then nothing changes."""


def decide(candidate: Candidate, state: CanonState, player_id: int, *, elsewhere: bool) -> Decision:
    """What to do about a candidate; ``elsewhere``: other adventures tell of its subject.

    Raises Problem when two subjects could be meant.
    """
    subject, subject_key = find_subject(candidate.subject, candidate.kind, state)
    same_subject = [r for r in state.records if r.kind is candidate.kind and r.subject_key == subject_key]
    attribute, attribute_key = _find_attribute(candidate, same_subject, state.gone)
    mine = [record for record in same_subject if record.attribute_key == attribute_key]
    scope = _scope(candidate, state, subject_key, attribute_key)
    contradictory = len(set(candidate.scopes)) > 1
    if scope is None and not (contradictory or elsewhere or _matters(candidate, mine, same_subject, state)):
        scope = _visible_scope(candidate, mine, state) or Scope.ADVENTURE
    place = state.place
    tentative = scope or Scope.ADVENTURE
    persists = candidate.lasting or tentative.width >= Scope.ADVENTURE.width
    scope_key = place.key(candidate.kind, tentative, player_id)
    if scope is not None:
        older = _superseded(candidate.value, scope, scope_key, mine, state, player_id)
    else:
        older = [
            r
            for r in mine
            if r.status is RecordStatus.UNRESOLVED and r.place.adventure_id == place.adventure_id
        ]
    held = [record for record in older if record.live and record.id not in state.gone]
    if scope is not None and len(held) == 1 and _agrees(held[0], candidate.value) and held[0].scope is scope:
        return Decision(CanonChange(), known=held[0])
    new = NewRecord(
        kind=candidate.kind,
        subject=subject,
        attribute=attribute,
        value=candidate.value,
        wording=candidate.wording or plain_wording(subject, attribute, candidate.value),
        scope=tentative,
        scope_key=scope_key,
        subject_key=subject_key,
        attribute_key=attribute_key,
        persists=persists,
        options=() if scope is not None else options_of(candidate.kind),
        wrong=candidate.old,
    )
    change = CanonChange(new=new, supersedes=tuple(record.id for record in older))
    return Decision(change, tuple(held))


def settle(record: CanonRecord, scope: Scope, state: CanonState) -> Decision:
    """The player has answered how far an unresolved record reaches.

    The answer is the latest word: it also ends what was said in its scope while it was open.
    """
    mine = [
        r
        for r in state.records
        if r.id != record.id
        and (r.kind, r.subject_key, r.attribute_key)
        == (record.kind, record.subject_key, record.attribute_key)
    ]
    key = record.place.key(record.kind, scope, record.player_id)
    older = _superseded(
        record.value, scope, key, mine, CanonState(record.place, state.records), record.player_id
    )
    held = [found for found in older if found.live and found.id not in state.gone]
    change = CanonChange(
        settles=record.id, scope=scope, scope_key=key, supersedes=tuple(found.id for found in older)
    )
    return Decision(change, tuple(held))


def edit(
    record: CanonRecord, value: str | None, scope: Scope | None, state: CanonState, player_id: int
) -> Decision:
    """Change a record's value or scope: the new text supersedes the old one, whatever its scope.

    Raises Problem for a scope that records of the kind do not have.
    """
    value = value or record.value
    scope = scope or record.scope
    if scope not in options_of(record.kind):
        raise Problem("scope")
    owner = record.player_id if scope is Scope.EVERYWHERE else player_id
    if scope is record.scope:
        key = record.scope_key
    else:
        here = record.place.adventure_id == state.place.adventure_id
        key = (record.place if here else state.place).key(record.kind, scope, owner)
    mine = [
        r
        for r in state.records
        if (r.kind, r.subject_key, r.attribute_key) == (record.kind, record.subject_key, record.attribute_key)
    ]
    older = {r.id: r for r in _superseded(value, scope, key, mine, state, player_id)} | {record.id: record}
    kept = value == record.value
    new = NewRecord(
        kind=record.kind,
        subject=record.subject,
        attribute=record.attribute,
        value=value,
        wording=record.wording if kept else _worded(record, value),
        scope=scope,
        scope_key=key,
        subject_key=record.subject_key,
        attribute_key=record.attribute_key,
        persists=record.persists or scope.width >= Scope.ADVENTURE.width,
        wrong=record.wrong,
    )
    held = [found for found in older.values() if found.live and found.id not in state.gone]
    return Decision(CanonChange(new=new, supersedes=tuple(older)), tuple(held))


def options_of(kind: Kind) -> tuple[Scope, ...]:
    """The scopes that a player may choose from."""
    return FACT_SCOPES if kind is Kind.FACT else PREFERENCE_SCOPES


def find_subject(name: str, kind: Kind, state: CanonState) -> tuple[str, str]:
    """The subject as it is known, in any of its forms and through aliases, and its key.

    Raises Problem when it could be two.
    """
    known = {record.subject_key: record.subject for record in reversed(state.records) if record.kind is kind}
    found = {key for key, subject in known.items() if alike(subject, name)}
    found |= {key for alias, key in state.aliases.items() if alike(_bare(alias), _bare(name))}
    if kind is Kind.FACT and not found:
        found = {key for key, subject in known.items() if _short_for(subject, name)}
    exact = {key for key in found if key == normalise(name)}
    found = exact or found
    if len(found) > 1:
        raise Problem("ambiguous")
    for key in found:
        return known.get(key, name), key
    return name, normalise(name)


def find_records(subject: str, attribute: str, records: Iterable[CanonRecord]) -> list[CanonRecord]:
    """The records that are named by subject and attribute, the newest first."""
    of_subject = [record for record in records if alike(record.subject, subject)]
    wanted = read_attribute(attribute, "")
    exact = [r for r in of_subject if normalise(r.attribute) == normalise(attribute)]
    found = (
        exact
        or [r for r in of_subject if _attribute_of(r).words == wanted.words]
        or [r for r in of_subject if wanted.same(_attribute_of(r)) or wanted.within(_attribute_of(r))]
    )
    return sorted(found, key=lambda record: -record.id)


def _short_for(one: str, other: str) -> bool:
    """Whether one is a part of the other, in capitals: "Rowan" of "Captain Rowan"."""
    short, long = sorted((one.split(), other.split()), key=len)
    if not short or len(short) == len(long) or not short[0][:1].isupper():
        return False
    return any(
        alike(" ".join(short), " ".join(part)) and part[0][:1].isupper()
        for part in (long[: len(short)], long[-len(short) :])
    )


def _scope(candidate: Candidate, state: CanonState, subject_key: str, attribute_key: str) -> Scope | None:
    if len(set(candidate.scopes)) == 1:
        return candidate.scopes[0]
    if candidate.scopes:
        return None
    return state.answers.get((candidate.kind, subject_key, attribute_key))


def _matters(
    candidate: Candidate, mine: Sequence[CanonRecord], same_subject: Sequence[CanonRecord], state: CanonState
) -> bool:
    """Whether it makes a difference how far the correction reaches.

    It does when a record of another scope says otherwise, when that is an open question here, or when the
    subject of a fact is known from another adventure, unless its general profile agrees.
    """
    here = state.place.adventure_id
    for record in same_subject:
        if not record.live or record.id in state.gone:
            continue
        said_here = record.place.adventure_id == here
        if record in mine:
            if record.status is RecordStatus.UNRESOLVED and said_here:
                return True
            other_scope = record.scope_key != state.place.key(record.kind, Scope.ADVENTURE, record.player_id)
            if (
                record.status is RecordStatus.ACTIVE
                and other_scope
                and _may_hold(record, state)
                and not _agrees(record, candidate.value)
            ):
                return True
        agrees = record in mine and record.scope is Scope.CHARACTER and _agrees(record, candidate.value)
        if candidate.kind is Kind.FACT and not said_here and not agrees:
            return True
    return False


def _may_hold(record: CanonRecord, state: CanonState) -> bool:
    """Whether a record of another scope could be the one that is meant."""
    if record.scope is Scope.SCENE:
        return record.scope_key == state.place.key(Kind.FACT, Scope.SCENE, 0)
    if record.scope is Scope.ARC:
        return record.scope_key == state.place.key(Kind.FACT, Scope.ARC, 0)
    return True


def _visible_scope(candidate: Candidate, mine: Sequence[CanonRecord], state: CanonState) -> Scope | None:
    """The scope of a record that holds here and says the same: then there is nothing to add."""
    for record in mine:
        if (
            record.status is RecordStatus.ACTIVE
            and record.id not in state.gone
            and _agrees(record, candidate.value)
            and record.scope_key in {state.place.key(record.kind, scope, record.player_id) for scope in Scope}
        ):
            return record.scope
    return None


def _superseded(
    value: str, scope: Scope, scope_key: str, mine: Sequence[CanonRecord], state: CanonState, player_id: int
) -> list[CanonRecord]:
    """The records that the later explicit correction ends (canon.md, "Replace").

    Also those whose action was undone: if it is brought back, the later word still counts.
    """
    here = state.place
    older = []
    for record in mine:
        same_scope = record.scope_key == scope_key and record.status is not RecordStatus.UNRESOLVED
        narrower = (
            record.place.adventure_id == here.adventure_id
            and record.scope.width < scope.width
            and record.status is not RecordStatus.UNRESOLVED
            and (scope is not Scope.ARC or record.place.arc == here.arc)
            and (record.kind is Kind.FACT or record.player_id == player_id)
            and not _agrees(record, value)
        )
        open_here = (
            record.status is RecordStatus.UNRESOLVED and record.place.adventure_id == here.adventure_id
        )
        if same_scope or narrower or open_here:
            older.append(record)
    return older


def _agrees(record: CanonRecord, value: str) -> bool:
    mine, other = _bare(record.value), _bare(value)
    return normalise(mine) == normalise(other) or alike(mine, other)


def _was(record: CanonRecord, old: str) -> bool:
    """Whether the record says what was said to be wrong, maybe in fewer or more words."""
    return _agrees(record, old) or occurs(_bare(old), record.value) or occurs(_bare(record.value), old)


_PREPOSITION = regex.compile(
    r"^(?:(?:in|on|at|of|from|with|to|by|the|an?|на|в|во|из|с|со|у|из-за|от|من|في|على|إلى|ب)\s+)+(?=\S)",
    regex.IGNORECASE,
)


_ARTICLE = regex.compile(r"(?:an?|the) ", regex.IGNORECASE)
_VOWEL = regex.compile(r"[aeiou]", regex.IGNORECASE)


def _bare(value: str) -> str:
    return _PREPOSITION.sub("", value)


def _attribute_of(record: CanonRecord) -> Attribute:
    return read_attribute(record.attribute, record.value)


def _find_attribute(
    candidate: Candidate, records: Sequence[CanonRecord], gone: frozenset[int]
) -> tuple[str, str]:
    """The attribute as it is known, and its key."""
    newest = sorted(records, key=lambda record: (record.id not in gone, record.live, record.id), reverse=True)
    wanted = read_attribute(candidate.attribute, candidate.value)
    if candidate.kind is Kind.PREFERENCE and not candidate.attribute:
        return _find_topic(candidate, newest)
    wrong = [record for record in newest if candidate.old and _was(record, candidate.old)]
    same = [r for r in newest if wanted.words and wanted.same(_attribute_of(r))]
    same += [r for r in newest if not wanted.words and wanted.dimension and wanted.same(_attribute_of(r))]
    related = [
        record
        for record in wrong
        if candidate.guessed
        or not wanted.words
        or wanted.within(_attribute_of(record))
        or _attribute_of(record).within(wanted)
        or occurs(candidate.attribute, record.value)
    ]
    order = [r for r in related if r in same] + (related + same if candidate.guessed else same + related)
    if not related:
        order = [r for r in same if _attribute_of(r).dimension == wanted.dimension] + same
    for record in order:
        return record.attribute or candidate.attribute, record.attribute_key
    if not wanted.words and not wanted.dimension:
        # "Mira is brave" and "Mira is clever" do not contradict each other.
        return candidate.attribute, f"?{normalise(candidate.value)}"
    return candidate.attribute, wanted.key


_TOPICS = tuple(
    (topic.split()[0], topic.split())
    for topic in (
        "paragraph paragraphs абзац абзацы فقرة فقرات الفقرات",
        "sentence sentences предложение предложения фраза фразы جملة جمل الجمل",
        "tense время زمن الزمن",
        "description descriptions describe описание описания описывать وصف الوصف أوصاف",
        "dialogue dialogues dialog диалог диалоги реплики حوار حوارات الحوار الحوارات",
        "violence насилие عنف العنف",
        "blood gore кровь دم الدماء دماء",
        "romance романтика رومانسية الرومانسية",
        "humour humor jokes юмор шутки فكاهة الفكاهة نكات",
        "meal meals food еда طعام الطعام وجبات الوجبات",
        "fight fights battle battles бой битва битвы сражения معركة معارك المعارك قتال القتال",
        "tone тон نبرة النبرة",
        "style стиль أسلوب الأسلوب",
        "answer answers reply replies response responses ответ ответы رد ردود الردود الرد",
        "detail details деталь детали подробности تفصيل تفاصيل التفاصيل",
        "weather погода طقس الطقس",
        "choice choices options выбор варианты خيار خيارات الخيارات",
        "question questions вопрос вопросы سؤال أسئلة الأسئلة",
        "emoji emojis эмодзи смайлики إيموجي رموز الرموز",
        "summary summaries пересказ خلاصة ملخص ملخصات",
        "metaphor metaphors метафора метафоры استعارة استعارات الاستعارات",
        "person лицо ضمير",
        "pace темп إيقاع الإيقاع",
        "landscape nature scenery природа пейзаж пейзажи طبيعة الطبيعة مناظر المناظر",
        "smell smells sound sounds запах запахи звуки روائح الروائح أصوات الأصوات",
        "name names имя имена اسم أسماء الأسماء",
        "swear swearing profanity ругательства мат شتائم الشتائم",
    )
)


def _find_topic(candidate: Candidate, newest: Sequence[CanonRecord]) -> tuple[str, str]:
    """What a wish is about: its topic, else its own words."""
    topics = [name for name, words in _TOPICS if any(occurs(word, candidate.value) for word in words)]
    for record in newest:
        theirs = [
            name
            for name, words in _TOPICS
            if any(occurs(word, f"{record.attribute} {record.value}") for word in words)
        ]
        named = record.attribute and forms(record.attribute) and occurs(record.attribute, candidate.value)
        if named or (topics and topics[:1] == theirs[:1]):
            return record.attribute, record.attribute_key
    if topics:
        return "", f"topic:{topics[0]}"
    return "", f"?{normalise(candidate.value)}"


def _worded(record: CanonRecord, value: str) -> str:
    """The player's own sentence with the other value in it; a plain line where it does not fit in."""
    if record.kind is Kind.PREFERENCE:
        return value
    old = regex.escape(record.value)
    found = list(regex.finditer(rf"(?<!\w)(?P<article>an? )?{old}(?!\w)", record.wording, regex.IGNORECASE))
    if len(found) != 1:
        return plain_wording(record.subject, record.attribute, value)
    start = found[0].start()
    if found[0]["article"] and not _ARTICLE.match(value):
        if bool(_VOWEL.match(value)) is not bool(_VOWEL.match(record.value)):
            return plain_wording(record.subject, record.attribute, value)
        start = found[0].end("article")
    return record.wording[:start] + value + record.wording[found[0].end() :]

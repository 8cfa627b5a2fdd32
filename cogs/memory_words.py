"""What is said about one thing that is remembered, as Discord shows it."""

from __future__ import annotations

from discord.utils import TimestampStyle, escape_markdown, format_dt

from bot.canon import scope_name
from bot.locale import Texts
from bot.remembered import Entry, State
from bot.story import CanonRecord, RecordStatus, Scope
from bot.story.memories import BankMemory, MemorySource
from cogs.split import units

_OVER = (Scope.SCENE, Scope.ARC)
"""Scopes that end while the story goes on."""


def heading(entry: Entry, texts: Texts) -> str:
    """What kind of thing it is, with its sign."""
    return f"{icon(entry)} {texts(f'memories-kind-{_kind(entry)}')}"


def icon(entry: Entry) -> str:
    """A sign for the eye: fact, wish or memory."""
    return {"fact": "📖", "preference": "💬", "memory": "🧠"}[_kind(entry)]


def wording(entry: Entry, texts: Texts) -> str:
    """The text; what stands for it while it is not written."""
    return entry.text or texts("memories-unwritten")


def about(entry: Entry, texts: Texts, style: TimestampStyle = "R") -> str:
    """``this story · said by Ash · 3 days ago · used in the last answer``, as markup."""
    since = texts("memories-since", when=format_dt(entry.since, style)) if style != "R" else ""
    parts = (
        reach_words(entry, texts) if entry.state is not State.OPEN else "",
        _author(entry.thing, texts),
        since or format_dt(entry.since, style),
        texts(f"memories-state-{entry.state}"),
        texts("memories-pinned") if entry.pinned else "",
    )
    return " · ".join(part for part in parts if part)


def hints(entry: Entry, texts: Texts, limit: int) -> list[str]:
    """What a reader should know before believing it, as markup; ``limit`` characters of other wordings."""
    said = []
    thing = entry.thing
    if isinstance(thing, CanonRecord) and entry.state is State.OLD and thing.superseded_at is not None:
        when = format_dt(thing.superseded_at, "R")
        if entry.successor is None:
            said.append(texts("memories-replaced-hidden", when=when))
        else:
            by = entry.successor  # often the same words, with another scope
            words = {"wording": shown(by.wording, limit), "scope": scope_name(by.scope, texts)}
            said.append(texts("memories-replaced", when=when, **words))
    if entry.correction is not None:
        said.append(texts("memories-outdated", wording=shown(entry.correction.wording, limit)))
    return [f"⚠️ {hint}" for hint in said]


def reach_words(entry: Entry, texts: Texts) -> str:
    """How far it reaches: ``this story``; of a memory the passages that it tells of."""
    thing = entry.thing
    if isinstance(thing, BankMemory):
        if thing.first is None or thing.last is None:
            return scope_name(Scope.ADVENTURE, texts)
        return texts("memories-actions", first=str(thing.first + 1), last=str(thing.last + 1))
    if not entry.here and thing.scope in _OVER:
        return texts(f"memories-over-{thing.scope}")
    return scope_name(thing.scope, texts)


def record_line(record: CanonRecord, successor: CanonRecord | None, texts: Texts) -> str:
    """A line of the history of a fact: what was said, by whom, when, and what became of it."""
    status = record.status.value
    if record.status is RecordStatus.SUPERSEDED and successor is None:
        status = "replaced-by-hidden"
    return texts(
        f"memories-history-{status}",
        wording=shown(record.wording, 150),
        name=escape_markdown(record.player_name),
        when=format_dt(record.created_at, "f"),
        later=format_dt(record.superseded_at or record.created_at, "f"),
        successor=shown(successor.wording, 80) if successor else "—",
    )


def shown(text: str, limit: int) -> str:
    """A text on one line, at most so many characters of it, without markup."""
    return escape_markdown(plain(text, limit))


def plain(text: str, limit: int) -> str:
    """A text on one line, at most so many of Discord's characters of it."""
    flat = " ".join(text[: 4 * limit].split())
    if units(flat) <= limit:
        return flat
    cut = flat[: limit - 1]
    while units(cut) > limit - 1:
        cut = cut[:-1]
    return f"{cut.rstrip()}…"


def _kind(entry: Entry) -> str:
    thing = entry.thing
    return thing.kind.value if isinstance(thing, CanonRecord) else "memory"


def _author(thing: CanonRecord | BankMemory, texts: Texts) -> str:
    name = escape_markdown(thing.player_name[:40])
    if isinstance(thing, CanonRecord):
        return texts("memories-said", name=name)
    if thing.added:
        return texts("memories-added", name=name)
    if thing.source is MemorySource.PLAYER:
        return texts("memories-edited", name=name)
    return ""

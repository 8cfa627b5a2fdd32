"""The pages of what is remembered: the list, one entry, its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import discord
from discord.utils import escape_markdown

from bot.canon import scope_name
from bot.canon.decide import options_of
from bot.locale import Texts
from bot.remembered import Entry, Reach, Show, State, chosen
from bot.remembered.find import reaches, shows
from bot.story import CanonRecord, RecordStatus, Scope
from bot.story.memories import BankMemory
from cogs.memory_controls import MemoryButton, MemoryMenu, Spot
from cogs.memory_desk import TEXT_FILE
from cogs.memory_words import about, heading, hints, icon, plain, record_line, shown, wording
from cogs.page import Page, lines, small
from cogs.split import is_visible, units

PAGE = 8
"""Entries on a page."""
_LENGTHS = (200, 140, 100, 60, 30)
"""Characters of an entry on a list: the first length with which the page is not too long."""
_WHOLE = 3000
"""Characters of one entry that are shown; a longer text is a file."""
_OPTION = 100
_HISTORY = 15
"""Records of a history that are shown, the newest."""
_Filter = TypeVar("_Filter", Reach, Show)


def list_page(told: Sequence[Entry], spot: Spot, texts: Texts, note: str = "") -> discord.ui.LayoutView:
    """One page of what is remembered, with filters and search; ``note`` says what has just changed.

    A page that does not exist is the last one.
    """
    choice = spot.choice
    hits = chosen(told, choice)
    count = max(-(-len(hits) // PAGE), 1)
    spot = replace(spot, page=min(spot.page, count - 1), ref="-")
    first = spot.page * PAGE
    here = hits[first : first + PAGE]
    page = Page(texts)
    page.add(note)
    page.add(lines(f"## {texts('memories-heading')}", *_summary(told, hits, spot, count, texts)))
    if not hits:
        page.add(texts("memories-none-found" if told else "memories-none"))
    for block in _blocks(here, first, page.room, texts):
        page.add_directed(block)
    if here:
        page.add_row(MemoryMenu("open", spot, texts, _entries(here, first, texts)))
    if told:
        # Each filter tells what it would show beside the other one.
        far = chosen(told, replace(choice, reach=Reach.ALL))
        page.add_row(MemoryMenu("reach", spot, texts, _reaches(far, choice.reach, texts)))
        every = chosen(told, replace(choice, show=Show.ALL))
        page.add_row(MemoryMenu("show", spot, texts, _shows(every, choice.show, texts)))
    targets = {"first": 0, "previous": max(spot.page - 1, 0), "next": spot.page + 1, "last": count - 1}
    turning = [
        MemoryButton(
            verb,
            replace(spot, page=min(target, 9999)),
            texts,
            disabled=spot.page == (0 if verb in ("first", "previous") else count - 1),
        )
        for verb, target in targets.items()
    ]
    if told:
        page.add_row(*(turning if count > 1 else ()), MemoryButton("search", spot, texts))
    return page.view


def entry_page(
    entry: Entry, spot: Spot, texts: Texts, *, mine: bool, note: str = ""
) -> discord.ui.LayoutView:
    """One entry, whole, and what may be done with it; ``mine``: the viewer may change it.

    A text that is too long is shown in part; see ``needs_file``.
    """
    spot = replace(spot, ref=entry.ref)
    page = Page(texts)
    page.add(note)
    page.add(f"## {heading(entry, texts)}")
    page.add(_quoted(_cut(wording(entry, texts)) if needs_file(entry) else wording(entry, texts)))
    page.add(lines(*(f"-# {line}" for line in (about(entry, texts, "f"), *_facts(entry, texts)))))
    page.add(lines(*hints(entry, texts, 300)))
    if not mine:
        page.add(small(texts("memories-not-yours")))
    if needs_file(entry):
        page.add_file(TEXT_FILE)
    if mine and len(scopes := _scopes(entry.thing, spot.adventure, texts)) > 1:
        page.add_row(MemoryMenu("scope", spot, texts, scopes))
    verbs = (*(_verbs(entry) if mine else ()), "history", "list")
    page.add_row(*(MemoryButton(verb, spot, texts) for verb in verbs))
    return page.view


def history_page(entry: Entry, blocks: Iterable[str], spot: Spot, texts: Texts) -> discord.ui.LayoutView:
    """What is known about how an entry came about."""
    page = Page(texts)
    page.add(lines(f"## {texts('memories-history')}", f"{icon(entry)} {shown(wording(entry, texts), 200)}"))
    for block in blocks:
        page.add(block)
    spot = replace(spot, ref=entry.ref)
    page.add_row(MemoryButton("entry", spot, texts), MemoryButton("list", spot, texts))
    return page.view


def record_blocks(
    records: Sequence[CanonRecord], known: Mapping[int, CanonRecord], texts: Texts
) -> list[str]:
    """Everything that was said about the same thing, oldest first, each with what became of it.

    ``known`` are the records that may be named as successors, by their ids.
    """
    blocks = [
        f"**{number}** · {record_line(record, known.get(record.successor_id or 0), texts)}"
        for number, record in enumerate(records, 1)
    ]
    left = len(blocks) - _HISTORY
    more = [small(texts("memories-history-more", count=left))] if left > 0 else []
    return [*more, *blocks[-_HISTORY:]]


def needs_file(entry: Entry) -> bool:
    """Whether the text is too long for a message."""
    return units(_quoted(entry.text)) > _WHOLE


def note_of(sentence: str) -> str:
    """A confirmation on top of a page."""
    return f"✅ {sentence}"


def _summary(told: Sequence[Entry], hits: Sequence[Entry], spot: Spot, pages: int, texts: Texts) -> list[str]:
    said = [texts("memories-count", count=len(told))]
    if len(hits) != len(told):
        said = [texts("memories-shown", found=len(hits), total=len(told))]
    if pages > 1:
        said.append(texts("context-page", page=spot.page + 1, pages=pages))
    searched = texts("memories-searched", text=spot.choice.query) if spot.choice.query else ""
    return [small(" · ".join(said)), small(searched)]


def _blocks(here: Sequence[Entry], first: int, room: int, texts: Texts) -> list[str]:
    """A block of lines for each entry, the wordings as long as there is room for all."""
    blocks: list[str] = []
    for length in _LENGTHS:
        blocks = [_block(entry, number, length, texts) for number, entry in enumerate(here, first + 1)]
        if sum(map(units, blocks)) <= room:
            break
    return blocks


def _block(entry: Entry, number: int, length: int, texts: Texts) -> str:
    pin = "📌 " if entry.pinned else ""
    title = f"{icon(entry)} {pin}**{number}.** {shown(wording(entry, texts), length)}"
    below = (about(entry, texts), *hints(entry, texts, length // 2))
    return texts.directed(lines(title, *(f"-# {line}" for line in below)))


def _facts(entry: Entry, texts: Texts) -> list[str]:
    """What only the bank knows about a memory."""
    thing = entry.thing
    if isinstance(thing, CanonRecord):
        return []
    return [texts("memories-uses", count=thing.uses)]


def _verbs(entry: Entry) -> list[str]:
    thing = entry.thing
    pin = "unpin" if entry.pinned else "pin"
    if isinstance(thing, CanonRecord):
        edit = ["edit"] if entry.state in (State.USED, State.STORED) else []
        return [*edit, *([pin] if thing.live else []), "delete"]
    if entry.state is State.FORGOTTEN:
        return ["edit", "recall", "delete"]
    return ["edit", pin, "forget"]


def _entries(here: Sequence[Entry], first: int, texts: Texts) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=texts.directed(plain(f"{number}. {wording(entry, texts)}", _OPTION - 10)),
            value=entry.ref,
            emoji=icon(entry),
        )
        for number, entry in enumerate(here, first + 1)
    ]


def _reaches(told: Sequence[Entry], now: Reach, texts: Texts) -> list[discord.SelectOption]:
    def name(reach: Reach) -> str:
        own = reach in (Reach.ALL, Reach.BANK)
        return texts(f"memories-reach-{reach}") if own else scope_name(Scope(reach.value), texts)

    return _filters(
        {reach: sum(reaches(entry, reach) for entry in told) for reach in Reach},
        now,
        name,
        texts,
    )


def _shows(told: Sequence[Entry], now: Show, texts: Texts) -> list[discord.SelectOption]:
    return _filters(
        {show: sum(shows(entry, show) for entry in told) for show in Show},
        now,
        lambda show: texts(f"memories-show-{show}"),
        texts,
    )


def _filters(
    counts: Mapping[_Filter, int], now: _Filter, name: Callable[[_Filter], str], texts: Texts
) -> list[discord.SelectOption]:
    """All filters that would show something, each with how much."""
    return [
        discord.SelectOption(
            label=texts.directed(f"{name(kind)} ({counts[kind]})"), value=kind.value, default=kind is now
        )
        for kind in counts
        if counts[kind] or kind is now or kind.value == "all"
    ]


def _scopes(thing: CanonRecord | BankMemory, here: int, texts: Texts) -> list[discord.SelectOption]:
    """The scopes that it may be given. "This story" is never another one, where a record may come from."""
    if isinstance(thing, BankMemory) or not thing.live:
        return []
    return [
        discord.SelectOption(
            label=texts.directed(scope_name(scope, texts)),
            value=scope.value,
            default=scope is thing.scope and thing.status is RecordStatus.ACTIVE,
        )
        for scope in options_of(thing.kind)
        if thing.place.adventure_id == here or not scope.inside_adventure
    ]


def _quoted(text: str) -> str:
    return "\n".join(f"> {escape_markdown(line)}" for line in text.splitlines() if is_visible(line))


def _cut(text: str) -> str:
    end = _WHOLE // 2
    while units(_quoted(text[:end])) > _WHOLE:
        end //= 2
    return f"{text[:end].rstrip()}…"

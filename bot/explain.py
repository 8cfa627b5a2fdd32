"""A context report in words: how the budget was split, what is in, what is out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from babel.numbers import format_decimal

from bot.locale import Texts
from bot.store.records import TurnKind, TurnRecord

Report = Mapping[str, Any]
"""In the shape of context.md, section 6; of any version, so what is not known here is told as it is."""

INCLUDED = frozenset({"full", "kept", "trimmed"})
"""The statuses of what stands in the prompt."""

_NAME_LENGTH = 60
_TWO_DIGITS = "@@"
"""A price is a guess behind its second digit."""
_NAMED = 6
"""Story cards that are named in a section's gist."""
_COUNTED = ("no_room", "not_triggered", "disabled", "below_threshold", "already_in_history")
"""What a gist counts; everything else is counted together."""


@dataclass(frozen=True, slots=True)
class Item:
    """One element of the prompt, or one that did not come in."""

    name: str
    status: str
    text: str
    reason: Callable[[], str]
    """Why it is in or out and what it costs; there may be thousands, and few are looked at."""

    @property
    def included(self) -> bool:
        """Whether it stands in the prompt."""
        return self.status in INCLUDED

    @property
    def line(self) -> str:
        """``✅ Bell — in, 20 tokens: …``"""
        return f"{self.mark} {short(self.name)} — {self.reason()}"

    @property
    def mark(self) -> str:
        """Whether it is in, for the eye."""
        return "✅" if self.included else "▫️"


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the prompt."""

    name: str
    """As in the report: ``plot_essentials``, ``cards`` …"""
    key: str
    """Of its sentence: ``section-essentials``, ``section-cards`` …"""
    tokens: int
    limit: int | None
    """Tokens; None for the texts that are always in."""
    about: str
    """What the section is, and how something comes into it."""
    gist: tuple[str, ...]
    """What is in and what is out, in a line or two."""
    items: tuple[Item, ...]


_REQUIRED = (
    ("instructions", "instructions"),
    ("plot_essentials", "essentials"),
    ("summary", "summary"),
    ("authors_note", "authors-note"),
    ("last_action", "last-action"),
    ("front_memory", "front-memory"),
)
SECTIONS = (*(name for name, _ in _REQUIRED), "cards", "memories", "history")
"""All names of sections."""


def sections(report: Report, texts: Texts) -> list[Section]:
    """All parts of the prompt, in the order in which a player thinks of them."""
    elements = {element["name"]: element for element in report["required"]["elements"]}
    required = [
        _required(name, f"section-{key}", element, texts)
        for name, key in _REQUIRED
        if (element := elements.get(name, {"status": "absent"}))["status"] != "absent"
    ]
    return [*required, _cards(report["cards"], texts), _memories(report, texts), _history(report, texts)]


def summary(report: Report, texts: Texts) -> str:
    """The total against the limit, and whether there was room for everything."""
    total = texts(
        "context-total",
        total=report["total_tokens"],
        limit=report["context_tokens"],
        percent=percent(report["total_tokens"], report["context_tokens"]),
        exact="yes" if report["tokenizer_exact"] else "no",
    )
    return f"{total} {texts('context-room', all='yes' if all_fits(report) else 'no')}"


def all_fits(report: Report) -> bool:
    """Whether nothing was cut or left out for want of room."""
    history = report["history"]
    items = [
        *report["required"]["elements"],
        *report["cards"]["items"],
        *history["items"],
        *report["memories"]["items"],
    ]
    cut = any(item["status"] in ("trimmed", "no_room") for item in items)
    return not cut and bool(history["actions_included"] == history["actions_total"])


def percent(part: int, whole: int) -> int:
    """Rounded; something is never shown as nothing."""
    return max(round(100 * part / whole), 1) if part and whole else 0


def usage(turn: TurnRecord, cost: Decimal | None, texts: Texts) -> list[str]:
    """What the provider counted, and what the turn cost; nothing where nothing is known."""
    said = []
    if turn.prompt_tokens is not None:
        said.append(
            texts(
                "context-usage" if turn.cached_tokens is None else "context-usage-cached",
                model=short(turn.model or "—"),
                prompt=turn.prompt_tokens,
                reply=turn.reply_tokens or 0,
                cached=turn.cached_tokens or 0,
                percent=percent(turn.cached_tokens or 0, turn.prompt_tokens),
            )
        )
    if cost:
        said.append(texts("context-cost", cost=format_decimal(cost, _TWO_DIGITS, locale=texts.language)))
    elif cost is not None:
        said.append(texts("context-cost-free"))
    return said


def turn_line(turn: TurnRecord, texts: Texts) -> str:
    """``Turn #57, Ash: open the door``"""
    action = short(turn.text)
    if turn.kind in (TurnKind.CONTINUE, TurnKind.RETRY):
        action = texts(f"button-{turn.kind}")
    return texts("context-turn", number=str(turn.id), name=short(turn.author_name), action=action)


def plain(report: Report, texts: Texts) -> Iterable[str]:
    """The whole report as lines for a terminal."""
    yield summary(report, texts)
    for section in sections(report, texts):
        yield f"{texts(section.key)}: {tokens(section, texts)}"
        listed = [item.line for item in section.items] if section.name in ("cards", "memories") else ()
        yield from (f"  {line}" for line in listed or section.gist)


def tokens(section: Section, texts: Texts) -> str:
    """``24 of at most 1,008 tokens``; no limit is named where none binds (context.md, section 3)."""
    if section.limit is None or section.tokens > section.limit:
        return texts("context-tokens", tokens=section.tokens)
    return texts("context-tokens-of", tokens=section.tokens, limit=section.limit)


def short(name: str) -> str:
    """On one line, at most some 60 characters."""
    flat = " ".join(name[: 4 * _NAME_LENGTH].split())
    return flat if len(flat) <= _NAME_LENGTH else f"{flat[:_NAME_LENGTH]}…"


def _required(name: str, key: str, element: Mapping[str, Any], texts: Texts) -> Section:
    status = element["status"]

    def reason() -> str:
        return _reason("required", status, texts, tokens=element["tokens"], missing=element.get("missing", 0))

    return Section(
        name,
        key,
        element["tokens"] if status != "no_room" else 0,
        None,
        texts(f"context-about-{key.removeprefix('section-')}"),
        () if status == "full" else (reason(),),
        (Item(texts(key), status, element["text"], reason),),
    )


def _cards(cards: Mapping[str, Any], texts: Texts) -> Section:
    items = tuple(
        Item(item["title"] or item["id"], item["status"], item["text"], _card_reason(item, texts))
        for item in cards["items"]
    )
    names = [short(item.name) for item in items if item.included]
    gist = []
    if names:
        more = [texts("list-more", count=len(names) - _NAMED)] if len(names) > _NAMED else []
        gist.append(f"✅ {texts.listed(names[:_NAMED])} {''.join(more)}".strip())
    return Section(
        "cards",
        "section-cards",
        cards["tokens"],
        cards["limit"],
        texts("context-about-cards", window=cards["window"]),
        (*gist, *_left_out(items, texts)) or (texts("card-count", count=0),),
        items,
    )


def _memories(report: Report, texts: Texts) -> Section:
    memories = report["memories"]
    canon = {f"canon:{record['id']}": record for record in report.get("canon", ())}
    items = tuple(_memory(item, canon.get(item["id"], {}), texts) for item in memories["items"])
    count = sum(item.included for item in items)
    gist = [f"✅ {texts('context-count-included', count=count)}"] if count else []
    listed = {item["id"] for item in memories["items"]}
    items += tuple(_record(record, texts) for name, record in canon.items() if name not in listed)
    return Section(
        "memories",
        "section-memories",
        memories["tokens"],
        memories["limit"],
        texts("context-about-memories"),
        (*gist, *_left_out(items, texts)) or (texts("context-memories-none"),),
        items,
    )


def _memory(item: Mapping[str, Any], record: Mapping[str, Any], texts: Texts) -> Item:
    """A memory, or a fact of the canon that wanted in."""
    reason = _memory_reason(item, texts)
    if record.get("status") == "not_relevant" and item["status"] not in INCLUDED:
        reason = _record_reason(record, texts)
    return Item(item.get("text") or item["id"], item["status"], item["text"], reason)


def _record(record: Mapping[str, Any], texts: Texts) -> Item:
    """A record of the canon that is no memory: a wish stands in the instructions, the others are out."""
    status = "full" if record["status"] == "recalled" else record["status"]
    return Item(record["text"], status, record["text"], _record_reason(record, texts))


def _record_reason(record: Mapping[str, Any], texts: Texts) -> Callable[[], str]:
    return lambda: _reason("canon", record["status"], texts, tokens=0)


def _history(report: Report, texts: Texts) -> Section:
    history = report["history"]
    items = history["items"]
    told = texts(
        "context-history",
        included=history["actions_included"],
        total=history["actions_total"],
        cut="yes" if any(item["status"] == "trimmed" for item in items) else "no",
    )
    return Section(
        "history",
        "section-history",
        history["tokens"],
        history["limit"],
        texts("context-about-history"),
        (told,),
        tuple(
            Item(texts("context-action", ago=ago), item["status"], item["text"], _action_reason(item, texts))
            for ago, item in enumerate(items, 1)
        ),
    )


def _left_out(items: Iterable[Item], texts: Texts) -> list[str]:
    """One line that counts what is out; none where everything is in."""
    counts = Counter(
        item.status if item.status in _COUNTED else "other" for item in items if not item.included
    )
    said = [
        texts(f"context-count-{status.replace('_', '-')}", count=counts[status])
        for status in (*_COUNTED, "other")
        if counts[status]
    ]
    return [f"▫️ {' · '.join(said)}"] if said else []


def _card_reason(item: Mapping[str, Any], texts: Texts) -> Callable[[], str]:
    def reason() -> str:
        status = item["status"]
        trigger = short(item.get("trigger") or "")
        if status == "kept" and trigger:
            status = "kept_used"
        elif status in (*INCLUDED, "no_room") and not trigger and (item.get("pinned") or status != "kept"):
            status = f"{status}_pinned"
        return _reason(
            "card",
            status,
            texts,
            trigger=trigger or "—",
            ago=item.get("actions_ago") or 0,
            tokens=item["tokens"],
        )

    return reason


def _memory_reason(item: Mapping[str, Any], texts: Texts) -> Callable[[], str]:
    def reason() -> str:
        why = _reason(
            "memory", item["status"], texts, tokens=item["tokens"], relevance=round(item["relevance"] * 100)
        )
        return " · ".join((why, *_memory_notes(item, texts)))

    return reason


def _memory_notes(item: Mapping[str, Any], texts: Texts) -> Iterator[str]:
    """What a memory is; older reports say less."""
    actions, author = item.get("actions"), item.get("author")
    if str(item["id"]).startswith("canon:"):
        yield texts("context-memory-fact")
    if item.get("pinned"):
        yield texts("context-memory-pinned")
    if item.get("raw"):
        yield texts("context-memory-raw")
    if actions:
        # Counted from the opening, which is the first.
        yield texts("context-memory-covers", first=actions[0] + 1, last=actions[1] + 1)
    if author:
        yield texts("context-memory-edited" if actions else "context-memory-added", name=short(author))


def _action_reason(item: Mapping[str, Any], texts: Texts) -> Callable[[], str]:
    return lambda: _reason("action", item["status"], texts, tokens=item["tokens"])


def _reason(kind: str, status: str, texts: Texts, **values: str | int) -> str:
    key = f"context-{kind}-{status.replace('_', '-')}"
    size = texts("context-tokens", tokens=values["tokens"])
    if texts.has(key):
        return texts(key, size=size, **values)
    return texts("context-status", included="yes" if status in INCLUDED else "no", status=status, size=size)

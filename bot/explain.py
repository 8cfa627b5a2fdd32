"""A context report in words: how the budget was split, what is in, what is out and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locale import Texts

Report = Mapping[str, Any]
"""In the shape of context.md, section 6."""

_NAME_LENGTH = 60


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
    lines: tuple[str, ...]
    """What is in, what is out and why, a line each."""


_REQUIRED = (
    ("instructions", "instructions"),
    ("plot_essentials", "essentials"),
    ("summary", "summary"),
    ("authors_note", "authors-note"),
    ("last_action", "last-action"),
    ("front_memory", "front-memory"),
)


def sections(report: Report, texts: Texts) -> list[Section]:
    """All parts of the prompt, in the order in which a player thinks of them."""
    elements = {element["name"]: element for element in report["required"]["elements"]}
    required = [
        Section(
            name,
            f"section-{key}",
            element["tokens"] if element["status"] != "no_room" else 0,
            None,
            tuple(_required_lines(element, texts)),
        )
        for name, key in _REQUIRED
        if (element := elements[name])["status"] != "absent"
    ]
    cards, history, memories = report["cards"], report["history"], report["memories"]
    told = texts(
        "context-history",
        included=history["actions_included"],
        total=history["actions_total"],
        cut="yes" if any(item["status"] == "trimmed" for item in history["items"]) else "no",
    )
    return [
        *required,
        Section(
            "cards",
            "section-cards",
            cards["tokens"],
            cards["limit"],
            tuple(_card_line(item, texts) for item in cards["items"]) or (texts("card-count", count=0),),
        ),
        Section(
            "memories",
            "section-memories",
            memories["tokens"],
            memories["limit"],
            tuple(_memory_line(item, texts) for item in memories["items"])
            or (texts("context-memories-none"),),
        ),
        Section("history", "section-history", history["tokens"], history["limit"], (told,)),
    ]


def summary(report: Report, texts: Texts) -> str:
    """The total against the limit, and whether there was room for everything."""
    total = texts(
        "context-total",
        total=report["total_tokens"],
        limit=report["context_tokens"],
        percent=percent(report["total_tokens"], report["context_tokens"]),
        exact="yes" if report["tokenizer_exact"] else "no",
    )
    return f"{total} {texts('context-room', all='yes' if _all_fits(report) else 'no')}"


def _all_fits(report: Report) -> bool:
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


def plain(report: Report, texts: Texts) -> Iterable[str]:
    """The whole report as lines for a terminal."""
    yield summary(report, texts)
    for section in sections(report, texts):
        yield f"{texts(section.key)}: {tokens(section, texts)}"
        yield from (f"  {line}" for line in section.lines)


def tokens(section: Section, texts: Texts) -> str:
    """``24 of at most 1,008 tokens``; no limit is named where none binds (context.md, section 3)."""
    if section.limit is None or section.tokens > section.limit:
        return texts("context-tokens", tokens=section.tokens)
    return texts("context-tokens-of", tokens=section.tokens, limit=section.limit)


def _required_lines(element: Mapping[str, Any], texts: Texts) -> Iterable[str]:
    if element["status"] != "full":
        yield texts(f"context-required-{element['status'].replace('_', '-')}")


def _card_line(item: Mapping[str, Any], texts: Texts) -> str:
    status = item["status"].replace("_", "-")
    if status in ("full", "no-room") and item.get("trigger"):
        reason = texts(
            f"context-card-{status}",
            trigger=_short(item["trigger"]),
            ago=item["actions_ago"],
            tokens=item["tokens"],
        )
    elif status in ("full", "no-room"):
        reason = texts(f"context-card-{status}-pinned", tokens=item["tokens"])
    elif status == "bad-trigger":
        reason = texts("context-card-bad-trigger", trigger=item["trigger"] or "—")
    else:
        reason = texts(f"context-card-{status}")
    return _marked(status == "full", item["title"] or item["id"], reason)


def _memory_line(item: Mapping[str, Any], texts: Texts) -> str:
    status = item["status"].replace("_", "-")
    reason = texts(
        f"context-memory-{status}", tokens=item["tokens"], relevance=round(item["relevance"] * 100)
    )
    return _marked(status == "full", item.get("text") or item["id"], reason)


def _marked(included: bool, name: str, reason: str) -> str:
    return f"{'✅' if included else '▫️'} {_short(name)} — {reason}"


def _short(name: str) -> str:
    flat = " ".join(name.split())
    return flat if len(flat) <= _NAME_LENGTH else f"{flat[:_NAME_LENGTH]}…"

"""What did not fit into a prompt, and what would make it fit, from its report alone.

Costs depend on what stands around a text, so every number here is "about".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from bot.explain import INCLUDED, Report, all_fits, short
from bot.locale import Texts

_NAMED = 5
"""Story cards, at most."""
_SHARE = 4
"""A quarter of what the required elements leave; the memory bank gets about as much (section 3)."""
_TAIL = 40
"""Characters of a text's end that are quoted."""


def advice(report: Report, texts: Texts) -> list[str]:
    """Sentences, the gravest first; none when there was room for everything."""
    if all_fits(report):
        return []
    return [
        *_history(report, texts),
        *_required(report, texts),
        *_cards(report, texts),
        *_memories(report, texts),
        texts("advice-context", limit=texts("context-tokens", tokens=report["context_tokens"])),
    ]


def _history(report: Report, texts: Texts) -> Iterator[str]:
    history = report["history"]
    items, missing = history["items"], history["actions_total"] - history["actions_included"]
    if missing <= 0 and not any(item["status"] == "trimmed" for item in items):
        return
    begins = short(items[-1]["text"]) if items else ""
    said = texts("advice-history", missing=max(missing, 1), begins=begins, some="yes" if begins else "no")
    whole = [item["tokens"] for item in items if item["status"] == "full"]
    free = report["context_tokens"] - report["total_tokens"]
    more = ceil(missing * sum(whole) / len(whole)) - free if whole else 0
    yield said if more <= 0 else f"{said} {texts('advice-history-more', more=_about(more, texts))}"


def _required(report: Report, texts: Texts) -> Iterator[str]:
    elements = [element for element in report["required"]["elements"] if element["status"] != "absent"]
    short_of_room = [element for element in elements if element["status"] in ("trimmed", "no_room")]
    if not short_of_room:
        return
    wanted = sum(element["tokens"] + element.get("missing", 0) for element in elements)
    names = texts.listed(texts(f"section-{_key(element['name'])}") for element in short_of_room)
    ends = next((element["text"] for element in short_of_room if element["status"] == "trimmed"), "")
    yield texts(
        "advice-required",
        names=names,
        ends=short(ends[-_TAIL:]),
        cut="yes" if ends else "no",
        over=_about(wanted - report["required"]["limit"], texts),
        more=_about(ceil(wanted / 0.7) - report["context_tokens"], texts),
    )


def _key(name: str) -> str:
    return {"plot_essentials": "essentials"}.get(name, name.replace("_", "-"))


def _cards(report: Report, texts: Texts) -> Iterator[str]:
    items = report["cards"]["items"]
    out = [item for item in items if item["status"] == "no_room"]
    if not out:
        return
    names = [f"{short(item['title'] or item['id'])} ({item['tokens']})" for item in out]
    more = f" {texts('list-more', count=len(out) - _NAMED)}" if len(out) > _NAMED else ""
    said = [
        texts("advice-cards", count=len(out), names=texts.listed(names[:_NAMED]) + more),
        _first_card(report, texts),
    ]
    if len(out) > 1:
        wanted = sum(item["tokens"] for item in items if item["status"] in (*INCLUDED, "no_room"))
        said.append(texts("advice-cards-all", more=_about(_SHARE * wanted - report["remaining"], texts)))
    yield " ".join(said)


def _first_card(report: Report, texts: Texts) -> str:
    """What would let the best of the cards in that had no room; they come best first."""
    limit = report["cards"]["limit"]
    used = 0
    spare: list[Mapping[str, Any]] = []  # pinned, in the prompt, and nobody speaks of them
    for item in report["cards"]["items"]:
        if item["status"] == "no_room":
            break
        if item["status"] in INCLUDED:
            used += item["tokens"]
            if item.get("pinned") and not item.get("trigger"):
                spare.append(item)
    tokens = item["tokens"]
    over = max(used + tokens - limit, 1)
    unpin = next((other for other in spare if other["tokens"] >= over), None)
    if tokens > limit:
        way, over = "alone", tokens - limit
    else:
        way = "unpin" if unpin else "shorten"
    return texts(
        f"advice-card-{way}",
        title=short(item["title"] or item["id"]),
        other=short(unpin["title"] or unpin["id"]) if unpin else "—",
        over=_about(over, texts),
        limit=texts("context-tokens", tokens=limit),
        more=_about(_SHARE * (used + tokens) - report["remaining"], texts),
    )


def _memories(report: Report, texts: Texts) -> Iterator[str]:
    left_out = [item["tokens"] for item in report["memories"]["items"] if item["status"] == "no_room"]
    if left_out:
        yield texts("advice-memories", count=len(left_out), more=_about(_SHARE * sum(left_out), texts))


def _about(tokens: int, texts: Texts) -> str:
    """``1,300 tokens``: up to two digits, because the number is an estimate and should look like one."""
    tokens = max(tokens, 1)
    unit: int = 10 ** max(len(str(tokens)) - 2, 0)
    return texts("context-tokens-by", tokens=-(-tokens // unit) * unit)

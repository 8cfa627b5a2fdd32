"""What should be sent, put together from what a report says: the layouts told a second time."""

from __future__ import annotations

from itertools import groupby

from bot.context import Report
from bot.story import ActionType, Adventure, Layout

Part = tuple[str, str]


def merged(parts: list[Part]) -> list[Part]:
    """Parts of one role that follow each other are one message."""
    return [
        (role, "\n\n".join(text for _, text in group)) for role, group in groupby(parts, lambda part: part[0])
    ]


def parts_of(adventure: Adventure, report: Report, older: int | None = None) -> tuple[list[Part], int]:
    """All parts, and how many there are up to the last action; with one more old action."""
    if report.layout is Layout.CACHED:
        return _cached(adventure, report, older)
    parts = _classic(adventure, report, older)
    return parts, len(parts)


def _required(report: Report) -> dict[str, str]:
    return {element.name: element.text for element in report.required.elements if element.status.included}


def _classic(adventure: Adventure, report: Report, older: int | None) -> list[Part]:
    required = _required(report)
    history = [item.text for item in reversed(report.history.items)]
    if older is not None:
        history.insert(0, adventure.actions[older - adventure.skipped].text)
    sections = [
        ("", [required.get("plot_essentials", "")]),
        ("World Lore:\n", _in_order(report.cards.items)),
        ("Story Summary:\n", [required.get("summary", "")]),
        ("Memories:\n", _in_order(report.memories.items)),
        ("Recent Story:\n", history),
    ]
    parts = [("system", required.get("instructions", ""))]
    parts += [("user", heading + "\n\n".join(texts)) for heading, texts in sections if any(texts)]
    if "authors_note" in required:
        parts.append(("user", f"[Author's note: {required['authors_note']}]"))
    parts += [("user", required.get(name, "")) for name in ("last_action", "front_memory")]
    return [part for part in parts if part[1]]


def _cached(adventure: Adventure, report: Report, older: int | None) -> tuple[list[Part], int]:
    required, standing = _required(report), report.standing
    parts = [("system", required[name]) for name in ("instructions", "plot_essentials") if name in required]
    told = [
        (adventure.skipped + place, action) for place, action in enumerate(adventure.actions) if action.told
    ]
    roles = {
        index: "assistant" if action.type in (ActionType.START, ActionType.OUTPUT) else "user"
        for index, action in told
    }
    summary = required.get("summary", "")
    front = standing.summary if standing else summary
    if front:
        parts.append(("user", f"Story Summary:\n{front}"))
    blocks: list[tuple[int, str]] = []
    if standing:
        tags = {"card": "lore", "memory": "memory"}
        blocks = [
            (block.before, f'<{tags[block.kind]} id="{block.id}">\n{block.text}\n</{tags[block.kind]}>')
            for block in standing.blocks
        ]
        parts.append(("user", "Recent Story:"))
    else:
        for tag, items in (("lore", report.cards.items), ("memory", report.memories.items)):
            chosen = sorted((i for i in items if i.position is not None), key=lambda i: i.position or 0)
            blocks += [(0, f'<{tag} id="{item.id}">\n{item.text}\n</{tag}>') for item in chosen]
    story = [(item.index, item.text) for item in reversed(report.history.items)]
    if older is not None:
        story.insert(0, (older, adventure.actions[older - adventure.skipped].text))
    if told:
        story.append((told[-1][0], told[-1][1].text))
    for index, text in story:
        while blocks and blocks[0][0] <= index:
            parts.append(("user", blocks.pop(0)[1]))
        parts.append((roles[index], text))
    up_to_last = len(parts)
    parts += [("user", text) for _, text in blocks]
    if told and roles[told[-1][0]] == "assistant":
        parts.append(("user", "[Continue the story.]"))
    if summary and summary != front:
        parts.append(("user", f"Updated Story Summary:\n{summary}"))
    if "authors_note" in required:
        parts.append(("user", f"[Author's note: {required['authors_note']}]"))
    if "front_memory" in required:
        parts.append(("user", required["front_memory"]))
    return parts, up_to_last


def _in_order(items: object) -> list[str]:
    chosen = [item for item in items if item.position is not None]  # type: ignore[attr-defined]
    return [item.text for item in sorted(chosen, key=lambda item: item.position)]

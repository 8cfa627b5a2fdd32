"""A context report for the eyes of one player (canon.md, "Show"). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.explain import Report

HIDDEN = "…"
"""Stands for a wish of somebody else's."""
_ELSEWHERE = ("out_of_scope", "superseded")
"""Verdicts on records that are of no concern where they were not said."""


def for_viewer(report: Report, viewer_id: int, adventure_id: int) -> dict[str, Any]:
    """The report without what others prefer, and without records that only hold in other adventures.

    Nothing else changes: costs and statuses are those of what was sent.
    """
    canon = report.get("canon", ())
    theirs = [record for record in canon if record["kind"] == "preference" and record["player"] != viewer_id]
    shown = dict(report) | {
        "canon": [
            record
            for record in canon
            if record not in theirs
            and (record["adventure"] == adventure_id or record["status"] not in _ELSEWHERE)
        ]
    }
    if not theirs:
        return shown
    wishes = [record["text"] for record in theirs]
    open_ = [record["about"] for record in theirs if record["status"] == "open_question"]
    texts = {one["name"]: one["text"] for one in report["required"]["elements"] if "text" in one}
    discreet = {
        "instructions": _without(texts.get("instructions", ""), wishes),
        "authors_note": _hidden(texts.get("authors_note", ""), open_),
    }
    shown["required"] = dict(report["required"]) | {
        "elements": [
            {**one, "text": discreet[one["name"]]} if one["name"] in discreet else one
            for one in report["required"]["elements"]
        ]
    }
    shown["messages"] = [
        {**message, "content": _replaced(message["content"], texts, discreet)}
        for message in report["messages"]
    ]
    return shown


def _replaced(content: str, texts: Mapping[str, str], discreet: Mapping[str, str]) -> str:
    for name, text in discreet.items():
        if texts.get(name):
            content = content.replace(texts[name], text, 1)
    return content


def _without(text: str, wishes: Iterable[str]) -> str:
    """The instructions with a dash for each of these wishes; the last one may have been cut off."""
    lines = [f"- {wish}" for wish in wishes]
    text = _hidden(text, lines, f"- {HIDDEN}")
    start = text.rfind("\n- ") + 1
    last = text[start:].rstrip()
    if len(last) > len("- ") and any(line.startswith(last) for line in lines):
        return f"{text[:start]}- {HIDDEN}"
    return text


def _hidden(text: str, phrases: Iterable[str], by: str = HIDDEN) -> str:
    for phrase in sorted(phrases, key=len, reverse=True):
        text = text.replace(phrase, by)
    return text

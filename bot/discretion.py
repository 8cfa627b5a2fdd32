"""A context report for the eyes of one player (canon.md, "Show"). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.explain import Report

HIDDEN = "- …"
"""Stands for a wish of somebody else's."""
_ELSEWHERE = ("out_of_scope", "superseded")
"""Verdicts on records that are of no concern where they were not said."""


def for_viewer(report: Report, viewer_id: int, adventure_id: int) -> dict[str, Any]:
    """The report without what others prefer, and without records that only hold in other adventures.

    Nothing else changes: costs and statuses are those of what was sent.
    """
    canon = report.get("canon", ())
    wishes = {f"- {record['text']}" for record in canon if _is_theirs(record, viewer_id)}
    shown = dict(report) | {
        "canon": [
            record
            for record in canon
            if not _is_theirs(record, viewer_id)
            and (record["adventure"] == adventure_id or record["status"] not in _ELSEWHERE)
        ]
    }
    if not wishes:
        return shown
    elements = report["required"]["elements"]
    whole = next((one["text"] for one in elements if one["name"] == "instructions"), "")
    discreet = _without(whole, wishes)
    shown["required"] = dict(report["required"]) | {
        "elements": [{**one, "text": discreet} if one["name"] == "instructions" else one for one in elements]
    }
    shown["messages"] = [
        {
            **message,
            "content": message["content"].replace(whole, discreet, 1) if whole else message["content"],
        }
        for message in report["messages"]
    ]
    return shown


def _is_theirs(record: Mapping[str, Any], viewer_id: int) -> bool:
    return bool(record["kind"] == "preference" and record["player"] != viewer_id)


def _without(text: str, wishes: Iterable[str]) -> str:
    """The instructions with a dash for each of these wishes; the last one may have been cut off."""
    for wish in sorted(wishes, key=len, reverse=True):
        text = text.replace(wish, HIDDEN)
        start = text.rfind("\n- ") + 1
        tail = text[start:]
        if tail.startswith("- ") and wish.startswith(tail.rstrip()) and tail.rstrip() != "-":
            text = f"{text[:start]}{HIDDEN}"
    return text

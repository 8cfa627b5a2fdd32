"""``questsmith context``: how the prompt of an exported adventure is made (context.md, section 6).

Needs no model, no Discord, no network and no database.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.context import Report, assemble, to_json
from bot.errors import ContextOverflow, QuestsmithError
from bot.formats.adventure import load_adventure
from bot.story import Layout


def run(
    files: Sequence[str], *, as_json: bool, layout: str | None, sentence: Callable[[QuestsmithError], str]
) -> int:
    """Print one report per file: a line of JSON each, or a table. The exit code is 1 if any file failed.

    ``layout`` replaces the files' own setting. ``sentence`` puts an error into words, for standard
    error; when several files are asked for, an overflow is a line of JSON like any other result.
    """
    failed = False
    for file in files:
        try:
            report = _report(file, layout)
        except ContextOverflow as overflow:
            failed = True
            if as_json and len(files) > 1:
                _write_json(
                    {
                        "error": "context_overflow",
                        "needed": overflow.needed,
                        "context_tokens": overflow.context_tokens,
                    }
                )
            else:
                _complain(sentence(overflow))
        except QuestsmithError as error:
            failed = True
            _complain(sentence(error))
        else:
            if as_json:
                _write_json(to_json(report))
            else:
                sys.stdout.write("".join(f"{line}\n" for line in _table(file, report)))
    return int(failed)


def _report(file: str, layout: str | None) -> Report:
    adventure = load_adventure(file)
    if layout is not None:
        settings = replace(adventure.settings, layout=Layout(layout))
        adventure = replace(adventure, settings=settings)
    return assemble(adventure).report


def _write_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _complain(sentence: str) -> None:
    # One line for each failed file, whatever the sentence quotes.
    sys.stderr.write(" ".join(sentence.split()) + "\n")


def _table(file: str, report: Report) -> Iterator[str]:
    tokenizer = report.tokenizer if report.tokenizer_exact else f"~{report.tokenizer}"
    yield f"{file}: {report.total_tokens} / {report.context_tokens} ({tokenizer})"
    yield _heading("required", report.required.tokens, report.required.limit)
    for element in report.required.elements:
        yield _row(element.status, element.tokens, element.name)
    yield _heading("cards", report.cards.tokens, report.cards.limit)
    for card in report.cards.items:
        yield _row(card.status, card.tokens, card.title or card.id, card.trigger or "")
    yield _heading("history", report.history.tokens, report.history.limit)
    yield f"  {report.history.actions_included} / {report.history.actions_total}"
    yield _heading("memories", report.memories.tokens, report.memories.limit)
    for memory in report.memories.items:
        yield _row(memory.status, memory.tokens, memory.id, f"{memory.relevance:.2f}")


def _heading(name: str, tokens: int, limit: int) -> str:
    return f"{name}: {tokens} / {limit}"


def _row(status: str, tokens: int, name: str, remark: str = "") -> str:
    return f"  {status:<18} {tokens:>6}  {name}  {remark}".rstrip()

"""``questsmith eval order FILE``: in which order is the prompt read best? Measured, not believed.

Every question of a golden set (``bot/formats/golden.py``) is asked once in each layout and each
order of story cards and memories (context.md, sections 3 and 5), with temperature 0 and one seed,
one after the other, so that a provider's cache works as it does in play. In layout ``cached`` the
story is first played up to the question: what stands frozen in the prompt comes from there. All else
is as the settings say: the model, the size of the context, the memory bank.

A question that fails (the provider was busy, the answer was empty …) counts as not answered rightly
and is reported. An answer is right when it contains an accepted answer. The confidence interval of
the accuracy is Wilson's, 95 %.

``--json`` prints one object::

    {"file": str, "model": str, "embedded": bool, "context_tokens": int, "seed": int,
     "questions": int, "interval": "wilson 95 %",
     "variants": [{
       "layout": "classic" | "cached", "order": "rank" | "sandwich" | "story",
       "asked": int, "right": int, "failed": int,
       "accuracy": float, "accuracy_interval": [low, high],       (0 to 1)
       "in_prompt": int,               (questions with an answering passage in the prompt)
       "prompt_tokens": int | null, "reply_tokens": int | null,   (sums, as the provider counts)
       "cached_tokens": int | null, "cached_share": float | null, (of the prompt's tokens, 0 to 1)
       "cost": float | null,           (US dollars; null when the price is not known)
       "answers": [{"question": id, "text": str, "right": bool, "in_prompt": bool,
                    "error": null | key of the error}]}]}

Where the provider does not count, the numbers are null.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, TextIO

from bot.app import open_narrator
from bot.context import Assembly, Report, assemble
from bot.errors import (
    NarratorEmpty,
    NarratorError,
    NarratorKeyRefused,
    NarratorModelUnknown,
    NarratorUnreachable,
    QuestsmithError,
)
from bot.formats.golden import Question, load_golden
from bot.locale import Texts
from bot.narrator import Narrator, Usage, finish
from bot.settings import Settings
from bot.story import ActionType, CardOrder, ContextSettings, Layout

SEED = 1
Price = Callable[[Usage], float | None]
"""What an answer cost in US dollars; None when that is not known."""

_Z = 1.959964  # of the normal distribution, for 95 %
_BAR = 24
_HOPELESS = (NarratorUnreachable, NarratorKeyRefused, NarratorModelUnknown)
"""Before anything was answered, these will not be different for the next question."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a question."""

    question: str
    in_prompt: bool = False
    text: str = ""
    right: bool = False
    usage: Usage = field(default_factory=Usage)
    error: str | None = None
    """The key of the error, when it failed."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A layout and an order, and what came of the questions."""

    layout: Layout
    order: CardOrder
    answers: tuple[Answered, ...]

    def count(self, counts: Callable[[Answered], bool]) -> int:
        """How many answers are such."""
        return sum(map(counts, self.answers))

    def total(self, part: Callable[[Usage], int | float | None]) -> float | None:
        """The sum over all answers that came; None when one of them does not tell, or none came."""
        parts = [part(answer.usage) for answer in self.answers if answer.error is None]
        known = [value for value in parts if value is not None]
        return sum(known) if known and len(known) == len(parts) else None


async def eval_order(
    file: str,
    *,
    settings: Settings,
    texts: Texts,
    questions: int | None = None,
    as_json: bool = False,
    price: Price | None = None,
) -> int:
    """Measure and print a table, or JSON as above; a progress bar goes to standard error.

    ``questions``: at most so many, evenly spread over the file. The exit code is 1 when a question
    failed or the model cannot be used at all, else 0.

    Raises GoldenFileError, SettingsError, EmbeddedModelMissing.
    """
    chosen = _spread(load_golden(file), questions)
    context = settings.context()
    settings = settings.model_copy(update={"temperature": 0.0})
    async with open_narrator(settings, seed=SEED) as narrator:
        try:
            variants = await _measure(narrator, chosen, context, sys.stderr)
        except NarratorError as error:
            reason = texts("order-reason", kind=error.key, model=narrator.model, host=narrator.host)
            sys.stderr.write(texts("order-stopped", reason=reason) + "\n")
            return 1
        if as_json:
            head = {
                "file": file,
                "model": narrator.model,
                "embedded": settings.embedded,
                "context_tokens": context.context_tokens,
                "seed": SEED,
                "questions": len(chosen),
                "interval": "wilson 95 %",
                "variants": [_summary(variant, price) for variant in variants],
            }
            _print(json.dumps(head, ensure_ascii=False))
        else:
            _print(texts("order-heading", file=file, model=narrator.model, questions=str(len(chosen))))
            _print(texts("order-context", tokens=str(context.context_tokens)))
            if settings.embedded:
                _print(texts("order-weak"))
            for line in _table([_summary(variant, price) for variant in variants], texts):
                _print(line)
            for line in _remarks(variants, narrator, texts):
                _print(line)
    return int(any(variant.count(lambda answer: answer.error is not None) for variant in variants))


def wilson(right: int, asked: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's score interval), both ends from 0 to 1."""
    share, weight = right / asked, _Z**2 / asked
    middle = (share + weight / 2) / (1 + weight)
    half = _Z * math.sqrt(share * (1 - share) / asked + weight / (4 * asked)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def _spread(questions: Sequence[Question], wanted: int | None) -> Sequence[Question]:
    if wanted is None or wanted >= len(questions):
        return questions
    return [questions[place * len(questions) // wanted] for place in range(wanted)]


async def _measure(
    narrator: Narrator, questions: Sequence[Question], context: ContextSettings, stream: TextIO
) -> list[Variant]:
    """Raises NarratorError when the model cannot be used at all."""
    variants = []
    begun = False
    with _Progress(len(Layout) * len(CardOrder) * len(questions), stream) as progress:
        for layout, order in itertools.product(Layout, CardOrder):
            asking = replace(context, layout=layout, order=order)
            answers = []
            for question in questions:
                progress.show(f"{layout} {order}")
                answers.append(await _ask(narrator, question, asking, begun=begun))
                begun = begun or answers[-1].error is None
                progress.done += 1
            variants.append(Variant(layout, order, tuple(answers)))
    return variants


async def _ask(narrator: Narrator, question: Question, settings: ContextSettings, *, begun: bool) -> Answered:
    """Raises NarratorError when nothing was answered so far and nothing will be."""
    in_prompt = False
    text = ""
    try:
        assembly = await asyncio.to_thread(_assemble, question, settings)
        in_prompt = _stands(assembly.report, question)
        messages = [{"role": message.role, "content": message.content} for message in assembly.messages]
        async with narrator.answer(messages, max_tokens=settings.reply_tokens) as answer:
            async for piece in answer:
                text += piece
        text = finish(text, cut=answer.cut, action=question.text)
        if not text:
            raise narrator.error(NarratorEmpty)
    except QuestsmithError as error:
        if isinstance(error, _HOPELESS) and not begun:
            raise
        return Answered(question.id, in_prompt, text, error=error.key)
    return Answered(question.id, in_prompt, text, question.answered_by(text), answer.usage)


def _assemble(question: Question, settings: ContextSettings) -> Assembly:
    """The question's prompt, after those of the player's turns before it. Raises ContextOverflow."""
    asked = question.asked(settings)
    turns = [len(asked.actions)]
    if settings.layout is Layout.CACHED:
        actions = enumerate(asked.actions, start=1)
        turns = [end for end, action in actions if action.type not in (ActionType.START, ActionType.OUTPUT)]
    played = replace(question.story, settings=settings)
    standing = None
    for end in turns[:-1]:
        standing = assemble(replace(played, actions=played.actions[:end], standing=standing)).standing
    return assemble(replace(asked, standing=standing))


def _stands(report: Report, question: Question) -> bool:
    """Whether a passage that answers the question is in the prompt."""
    standing = {f"card:{card.id}" for card in report.cards.items if card.status.included}
    standing |= {f"memory:{memory.id}" for memory in report.memories.items if memory.status.included}
    standing |= {f"action:{action.index}" for action in report.history.items}
    return not standing.isdisjoint(question.passages)


def _summary(variant: Variant, price: Price | None) -> dict[str, Any]:
    """A variant as ``--json`` prints it."""
    asked = len(variant.answers)
    right = variant.count(lambda answer: answer.right)
    prompt = variant.total(lambda usage: usage.prompt_tokens)
    cached = variant.total(lambda usage: usage.cached_tokens)
    return {
        "layout": variant.layout.value,
        "order": variant.order.value,
        "asked": asked,
        "right": right,
        "failed": variant.count(lambda answer: answer.error is not None),
        "accuracy": right / asked,
        "accuracy_interval": list(wilson(right, asked)),
        "in_prompt": variant.count(lambda answer: answer.in_prompt),
        "prompt_tokens": prompt,
        "reply_tokens": variant.total(lambda usage: usage.reply_tokens),
        "cached_tokens": cached,
        "cached_share": cached / prompt if prompt and cached is not None else None,
        "cost": variant.total(price) if price else None,
        "answers": [
            {
                "question": answer.question,
                "text": answer.text,
                "right": answer.right,
                "in_prompt": answer.in_prompt,
                "error": answer.error,
            }
            for answer in variant.answers
        ],
    }


def _table(summaries: Iterable[dict[str, Any]], texts: Texts) -> Iterator[str]:
    names = ("right", "accuracy", "interval", "in-prompt", "tokens", "cached", "cost", "failed")
    rows = [[texts("order-layout"), texts("order-order"), *(texts(f"order-{name}") for name in names)]]
    rows += [_row(summary) for summary in summaries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ""
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            cell.ljust(width) if place < 2 else cell.rjust(width) for place, (cell, width) in enumerate(cells)
        )
    yield ""


def _row(summary: dict[str, Any]) -> list[str]:
    asked, prompt, cost = summary["asked"], summary["prompt_tokens"], summary["cost"]
    share = summary["cached_share"]
    low, high = summary["accuracy_interval"]
    return [
        summary["layout"],
        summary["order"],
        f"{summary['right']}/{asked}",
        f"{summary['accuracy']:.0%}",
        f"{low:.0%}–{high:.0%}",
        f"{summary['in_prompt']}/{asked}",
        "—" if prompt is None else str(prompt),
        "—" if share is None else f"{share:.0%}",
        "—" if cost is None else f"${cost:.4f}",
        str(summary["failed"]),
    ]


def _remarks(variants: Iterable[Variant], narrator: Narrator, texts: Texts) -> Iterator[str]:
    yield texts("order-legend")
    for variant in variants:
        for answer in variant.answers:
            if answer.error is not None:
                reason = texts("order-reason", kind=answer.error, model=narrator.model, host=narrator.host)
                name = f"{variant.layout} {variant.order}"
                yield texts("order-failure", variant=name, question=answer.question, reason=reason)


class _Progress:
    """A bar that is drawn anew in a terminal; elsewhere a line for each variant."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.done = 0
        self._total = total
        self._stream = stream
        self._label = ""

    def __enter__(self) -> _Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("\r\x1b[K" if self._stream.isatty() else "")

    def show(self, label: str) -> None:
        """Draw what is done, and what is being done."""
        full = _BAR * self.done // self._total
        line = f"[{'#' * full}{'.' * (_BAR - full)}] {self.done}/{self._total} {label}"
        if self._stream.isatty():
            self._write(f"\r{line}\x1b[K")
        elif label != self._label:
            self._write(f"{line}\n")
        self._label = label

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")

"""How a stretch of the story becomes a memory: asked for, checked, asked for once more, else excerpted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.bank.answers import SHARE, Reading, Refusal, Verdict, check
from bot.bank.excerpt import excerpt
from bot.bank.pen import Messages, Meter, Pen, marked
from bot.context.trim import longest_beginning
from bot.errors import NarratorContextTooLong
from bot.locale import Texts, texts_for
from bot.story import Action
from bot.story.memories import MEMORY_LIMIT, MemorySource

_WORDS = 60
"""That a memory is asked to have at most."""
_NAMED = 5
"""Names that a remark speaks of."""


async def write_memory(
    pen: Pen, actions: Sequence[Action], facts: Sequence[str], language: str, meter: Meter
) -> tuple[str, MemorySource]:
    """A short text about the actions, at most 60 % of their tokens, in the language they are in.

    ``facts`` are what players have said to be true: they override the actions. ``language`` is the
    adventure's. A text that is refused twice gives way to the story's own sentences. Raises
    NarratorError; a prompt that the model finds too long counts as refused.
    """
    source, limit = await asyncio.to_thread(_source, actions, pen)
    texts = texts_for(language)
    messages = prompt(texts, "writing-memory", {"facts": "\n".join(facts), "story": source}, words=_WORDS)
    known = "\n".join([source, *facts])
    room = pen.settings.reply_tokens
    try:
        for _ in range(2):
            reading = await pen.ask(messages, room, meter)
            verdict = await asyncio.to_thread(
                check, reading, known, limit=limit, language=language, count=pen.count
            )
            if verdict is None and len(reading.text) <= MEMORY_LIMIT:
                return reading.text, MemorySource.MODEL
            verdict = verdict or Verdict(Refusal.LONG)
            messages += remark(texts, reading, verdict, words=_WORDS // 2)
            room = pen.settings.reply_tokens * (2 if verdict.refusal is Refusal.CUT else 1)
    except NarratorContextTooLong:
        pass
    own = await asyncio.to_thread(
        excerpt, actions, lambda text: pen.count(text) <= limit and len(text) <= MEMORY_LIMIT
    )
    return own, MemorySource.STORY


def prompt(texts: Texts, task: str, data: dict[str, str], *, words: int) -> Messages:
    """What the model reads: the task, and texts by the names of their marks; empty ones are left out."""
    given = {name: text for name, text in data.items() if text}
    rules = [texts(task, words=words), texts("writing-data")]
    rules += [texts(f"writing-{name}") for name in ("facts", "keep") if name in given]
    return [
        {"role": "system", "content": " ".join(rules)},
        {"role": "user", "content": "\n\n".join(marked(name, text) for name, text in given.items())},
    ]


def remark(texts: Texts, reading: Reading, verdict: Verdict, *, words: int) -> Messages:
    """What was wrong with an answer."""
    names = texts.listed(verdict.names[:_NAMED])
    said = texts("writing-again", reason=verdict.refusal, names=names, words=words)
    return [{"role": "assistant", "content": reading.text or "…"}, {"role": "user", "content": said}]


def _source(actions: Sequence[Action], pen: Pen) -> tuple[str, int]:
    """The actions' texts, each cut at its end when they do not fit into half of a prompt together.

    And how many tokens a memory of them may have.
    """
    source = "\n\n".join(action.text.strip() for action in actions)
    most = pen.settings.context_tokens // 2
    if pen.count(source) > most:
        each = most // max(len(actions), 1)
        source = "\n\n".join(
            longest_beginning(action.text.strip(), lambda text: pen.count(text) <= each) for action in actions
        )
    return source, int(SHARE * pen.count(source))

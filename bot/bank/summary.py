"""How the story summary goes on: the one before and the next piece of raw story become the new one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bot.bank.answers import Refusal, check
from bot.bank.excerpt import excerpt
from bot.bank.given import cut_back, put_back
from bot.bank.pen import Messages, Meter, Pen
from bot.bank.writing import prompt, remark
from bot.context.trim import longest_beginning
from bot.locale import Texts, texts_for
from bot.story import Action, ActionType
from bot.story.given import Given
from bot.story.words import sentences

_WORDS = 0.6
"""Words that a summary is asked to have, for each token that it may have."""
_LEAST = 0.25
"""Of the limit, what the model may add to the players' own sentences, however long those are."""
_SMALLEST = 64
"""Tokens of a piece of story, at least."""
_HALVED = 3
"""How often a piece gets half as long, once for each time that it failed."""


class Summariser:
    """Writes summaries of at most ``limit`` tokens."""

    def __init__(self, pen: Pen, limit: int) -> None:
        self._pen = pen
        self._limit = limit

    async def go_on(
        self,
        before: str,
        given: Given,
        actions: Sequence[Action],
        facts: Callable[[str], Sequence[str]],
        language: str,
        meter: Meter,
        *,
        attempts: int = 0,
    ) -> tuple[str, int]:
        """The new summary, and how many of the actions it has read: as many as fit in one prompt.

        ``facts`` gives what players have said to be true about a text. After ``attempts`` that failed
        less is read at once. Raises NarratorError.
        """
        texts = texts_for(language)
        known = await asyncio.to_thread(facts, before)
        bare = self._pen.size(self._prompt(texts, before, given, "", known))
        room = self._pen.settings.context_tokens - bare - self._limit
        room = max(room >> min(attempts, _HALVED), _SMALLEST)
        read, pieces = await asyncio.to_thread(_pieces, actions, lambda text: self._pen.count(text) <= room)
        for piece in pieces:
            about = await asyncio.to_thread(facts, f"{before}\n{piece}")
            before = await self._fold(texts, before, given, piece, about, language, meter)
        return before, read

    async def _fold(
        self,
        texts: Texts,
        before: str,
        given: Given,
        piece: str,
        facts: Sequence[str],
        language: str,
        meter: Meter,
    ) -> str:
        messages = self._prompt(texts, before, given, piece, facts)
        known = "\n".join([before, piece, *facts, *given.kept])
        written = ""
        room = 2 * self._limit
        for _ in range(2):
            reading = await self._pen.ask(messages, room, meter)
            verdict = await asyncio.to_thread(
                check, reading, known, limit=self._limit, language=language, count=self._pen.count
            )
            if verdict is None:
                written = reading.text
                break
            if verdict.refusal is Refusal.LONG:  # good enough to be cut
                written = reading.text
            messages += remark(texts, reading, verdict, words=self._words // 2)
            room *= 2 if verdict.refusal is Refusal.CUT else 1
        return await asyncio.to_thread(self._finished, written, before, piece, given, language)

    def _finished(self, written: str, before: str, piece: str, given: Given, language: str) -> str:
        """The text with the players' sentences, within its limit; of its source when nothing was written."""
        if not written:
            story = [Action(ActionType.OUTPUT, part) for part in piece.split("\n\n")]
            old = self._cut(sentences(before), given, self._limit * 3 // 4)
            left = max(self._limit - self._pen.count(old), self._limit // 4)
            written = f"{old} {excerpt(story, lambda text: self._pen.count(text) <= left)}".strip()
        return self._cut(put_back(written, given, language), given, self._limit)

    def _cut(self, told: Sequence[str], given: Given, limit: int) -> str:
        own = self._pen.count(" ".join(given.kept)) if given.kept else 0
        most = max(limit, own + int(_LEAST * limit))

        def fits(text: str) -> bool:
            return self._pen.count(text) <= most

        return cut_back(told, given, fits) or longest_beginning(" ".join(told), fits)

    @property
    def _words(self) -> int:
        return int(_WORDS * self._limit)

    def _prompt(self, texts: Texts, before: str, given: Given, piece: str, facts: Sequence[str]) -> Messages:
        data = {
            "summary": before or "—",
            "keep": "\n".join(given.kept),
            "facts": "\n".join(facts),
            "story": piece,
        }
        return prompt(texts, "writing-summary", data, words=self._words)


def _pieces(actions: Sequence[Action], fits: Callable[[str], bool]) -> tuple[int, list[str]]:
    """How many actions are read, and the texts to read one after the other.

    As many whole actions as fit make one text; when the first does not fit alone, it is cut up.
    """
    texts: list[str] = []
    for action in actions:
        if not fits("\n\n".join([*texts, action.text])):
            break
        texts.append(action.text)
    if texts or not actions:
        return len(texts), ["\n\n".join(texts)] if texts else []
    parts, rest = [], actions[0].text
    while rest:
        part = longest_beginning(rest, fits) or rest
        parts.append(part)
        rest = rest[len(part) :].strip()
    return 1, parts

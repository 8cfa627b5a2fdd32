"""Asks the narrator's model to write about a story, and counts what that costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import regex

from bot.bank.answers import Reading, read
from bot.context.tokens import get_tokenizer
from bot.errors import NarratorEmpty
from bot.narrator import Narrator
from bot.story import ContextSettings

Messages = list[dict[str, str]]

_OVERHEAD = 8
"""Tokens that a message costs beside its text, at most."""
_LEAST = 16
"""Tokens of an answer, at least."""
_LETTERS = 16
"""Characters of an answer for each token that it may have, at most; what comes then is not waited for."""
_MARK = regex.compile(r"</?\s*(?:story|summary|facts|keep)\s*>", regex.IGNORECASE)


class Meter:
    """The tokens that a job has used."""

    def __init__(self) -> None:
        self.tokens = 0


class Pen:
    """One request at a time, none of them a turn. Sizes are tokens of the settings' tokenizer."""

    def __init__(self, narrator: Narrator, settings: ContextSettings) -> None:
        self.settings = settings
        self._narrator = narrator

    def count(self, text: str) -> int:
        """The tokens of a text."""
        return get_tokenizer(self.settings.tokenizer).count_once(text)

    def size(self, messages: Sequence[Mapping[str, str]]) -> int:
        """The tokens of a prompt."""
        return sum(self.count(message["content"]) + _OVERHEAD for message in messages)

    async def ask(self, messages: Messages, room: int, meter: Meter) -> Reading:
        """What the model answers in at most ``room`` tokens. An empty answer is an answer.

        What the provider charged for is counted, also when the answer breaks off: by the provider, or
        here where it does not say. Prompt and answer together stay within what a turn may take; an answer
        of a provider that goes on and on is cut off. Raises NarratorError.
        """
        whole = self.settings.context_tokens + self.settings.reply_tokens
        room = max(min(room, whole - self.size(messages)), _LEAST)
        text, begun, used, cut = "", False, None, False
        try:
            async with self._narrator.answer(messages, max_tokens=room) as answer:
                begun = True
                async for piece in answer:
                    text += piece
                    if len(text) > _LETTERS * room:
                        cut = True
                        break
                used = answer.usage
        except NarratorEmpty:
            return Reading("", cut=False)
        finally:
            if begun:
                asked = used.prompt_tokens if used else None
                told = used.reply_tokens if used else None
                meter.tokens += self.size(messages) if asked is None else asked
                meter.tokens += self.count(text) if told is None else told
        return read(text, cut=cut or answer.cut)


def marked(name: str, text: str) -> str:
    """A text between marks that it cannot close itself."""
    return f"<{name}>\n{_MARK.sub('', text).strip()}\n</{name}>"

"""The forms of what is remembered: search the list, edit an entry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.canon.recognise import VALUE_LIMIT
from bot.errors import CanonError, MemoryChanged, MemoryInvalid
from bot.locale import Texts
from bot.remembered import Entry
from bot.story import CanonRecord, Kind
from bot.story.memories import MEMORY_LIMIT
from cogs.common import answer
from cogs.errors import Form
from cogs.memory_controls import QUERY_LIMIT
from cogs.memory_words import shown

Sent = Callable[[discord.Interaction, str], Awaitable[None]]
"""Gets what was typed."""


class SearchForm(Form):
    """The words to look for; none shows everything."""

    def __init__(self, texts: Texts, query: str, sent: Sent) -> None:
        super().__init__(title=texts("form-memory-search"))
        self._sent = sent
        self._query: discord.ui.TextInput[SearchForm] = discord.ui.TextInput(
            default=query or None, max_length=QUERY_LIMIT, required=False
        )
        self.add_item(
            discord.ui.Label(
                text=texts("form-memory-query"),
                description=texts("form-memory-query.hint"),
                component=self._query,
            )
        )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Show what holds the words."""
        await self._sent(interaction, self._query.value)


class EntryForm(Form):
    """The text of a memory, the value of a fact, or the words of a preference."""

    def __init__(self, texts: Texts, entry: Entry, sent: Sent) -> None:
        super().__init__(title=texts("form-memory-edit"))
        self._texts = texts
        self._sent = sent
        thing = entry.thing
        if not isinstance(thing, CanonRecord):
            name, hint, limit = "text", "form-memory-text.hint", MEMORY_LIMIT
            if len(thing.text) > limit:
                hint = "memories-form-long"
            before = thing.text
        else:
            name = "wish" if thing.kind is Kind.PREFERENCE else "value"
            hint, limit, before = f"form-memory-{name}.hint", VALUE_LIMIT, thing.value
        self._text: discord.ui.TextInput[EntryForm] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph, default=before[:limit] or None, max_length=limit
        )
        self.add_item(
            discord.ui.Label(text=texts(f"form-memory-{name}"), description=texts(hint), component=self._text)
        )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Save it, unless somebody else was faster.

        A form that was sent is gone: what cannot be saved is given back.
        """
        try:
            await self._sent(interaction, self._text.value)
        except (CanonError, MemoryChanged, MemoryInvalid) as error:
            typed = f"> {shown(self._text.value, 1000)}" if self._text.value.strip() else ""
            said = "\n".join(filter(None, (self._texts.error(error), typed)))
            await answer(interaction, self._texts.directed(said))

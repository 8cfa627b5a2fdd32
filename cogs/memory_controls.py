"""The buttons and menus of the pages of what is remembered. They outlive a restart (discord.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, cast

import discord

from bot.locale import Texts
from bot.remembered import Choice, Reach, Show
from cogs.common import client_of
from cogs.errors import handle

QUERY_LIMIT = 45
"""Characters of a search: it stands on every button, in an id of at most 100."""
_VERBS = {
    "first": "⏮️",
    "previous": "◀️",
    "next": "▶️",
    "last": "⏭️",
    "search": "🔎",
    "list": "📋",
    "entry": "◀️",
    "edit": "✏️",
    "pin": "📌",
    "unpin": "📌",
    "forget": "🗑️",
    "recall": "♻️",
    "delete": "🗑️",
    "history": "🕰️",
}
_TURNING = ("previous", "next")
_ALL = Choice()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a player looks: it stands on every button, so that the page can be made again."""

    adventure: int
    choice: Choice = _ALL
    page: int = 0
    ref: str = "-"
    """The entry that is looked at."""

    def id(self, kind: str, verb: str) -> str:
        """An id of at most 100 characters."""
        reach, show = list(Reach).index(self.choice.reach), list(Show).index(self.choice.show)
        return f"{kind}:{verb}:{self.adventure}:{self.page}:{reach}{show}:{self.ref}:{self.choice.query}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Spot:
        """The spot of an id."""
        choice = Choice(
            list(Reach)[int(match["reach"])], list(Show)[int(match["show"])], match["query"].strip()
        )
        return cls(int(match["adventure"]), choice, int(match["page"]), match["ref"])


_SPOT = (
    rf"(?P<adventure>\d{{1,10}}):(?P<page>\d{{1,4}}):(?P<reach>[0-{len(Reach) - 1}])"
    rf"(?P<show>[0-{len(Show) - 1}]):(?P<ref>-|[cm]\d{{1,12}}):(?P<query>.{{0,{QUERY_LIMIT}}})"
)


class Listener(Protocol):
    """Does what buttons and menus ask for; what it raises is told to the player."""

    async def press(self, interaction: discord.Interaction, verb: str, spot: Spot) -> None:
        """A button was pressed."""

    async def choose(self, interaction: discord.Interaction, verb: str, spot: Spot, value: str) -> None:
        """Something was picked from a menu."""


def listener(interaction: discord.Interaction) -> Listener:
    """The cog that knows what is remembered; it stands above its buttons."""
    return cast("Listener", client_of(interaction).get_cog("Memory"))


class MemoryButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"mb:(?P<verb>{'|'.join(_VERBS)}):{_SPOT}"
):
    """Turns a page, or does something with the entry that is shown."""

    def __init__(self, verb: str, spot: Spot, texts: Texts | None = None, *, disabled: bool = False) -> None:
        self.verb, self.spot = verb, spot
        label = f"button-{verb}" if verb in _TURNING else f"button-memory-{verb}"
        red = verb in ("forget", "delete")
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=texts(label) if texts else None,
            emoji=_VERBS[verb],
            style=discord.ButtonStyle.danger if red else discord.ButtonStyle.secondary,
            custom_id=spot.id("mb", verb),
            disabled=disabled,
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(match["verb"], Spot.of(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says."""
        try:
            await listener(interaction).press(interaction, self.verb, self.spot)
        except Exception as error:
            await handle(interaction, error)


class MemoryMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"mm:(?P<verb>open|reach|show|scope):{_SPOT}"
):
    """Opens an entry, filters the list, or gives a record another scope."""

    def __init__(
        self,
        verb: str,
        spot: Spot,
        texts: Texts | None = None,
        options: Sequence[discord.SelectOption] = (),
    ) -> None:
        self.verb, self.spot = verb, spot
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=spot.id("mm", verb),
            placeholder=texts(f"memories-menu-{verb}") if texts else None,
            options=list(options),
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu after a restart."""
        return cls(match["verb"], Spot.of(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what was picked."""
        try:
            value = cast("list[str]", cast("dict[str, Any]", interaction.data)["values"])[0]
            await listener(interaction).choose(interaction, self.verb, self.spot, value)
        except Exception as error:
            await handle(interaction, error)

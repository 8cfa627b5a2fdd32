"""The buttons under an answer. They outlive a restart: their ids say all that they need (discord.md)."""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord

from bot.locale import Texts
from bot.store.records import AdventureRecord
from bot.story import Action, ActionType
from cogs.common import client_of
from cogs.errors import handle

_STYLES = {
    "continue": discord.ButtonStyle.primary,
    "retry": discord.ButtonStyle.secondary,
    "undo": discord.ButtonStyle.secondary,
    "redo": discord.ButtonStyle.secondary,
    "do": discord.ButtonStyle.success,
    "say": discord.ButtonStyle.success,
    "story": discord.ButtonStyle.success,
}
_EMOJI = {"continue": "▶️", "retry": "🔄", "undo": "↩️", "redo": "↪️", "do": "🏃", "say": "💬", "story": "📖"}
_ROWS = (("continue", "retry", "undo", "redo"), ("do", "say", "story"))


class Listener(Protocol):
    """Does what buttons ask for; what it raises is told to the player."""

    async def pressed(
        self, interaction: discord.Interaction, verb: str, adventure_id: int, head_id: int
    ) -> None:
        """A button under an answer was pressed."""

    async def resume(self, interaction: discord.Interaction, turn_id: int) -> None:
        """Take up a turn that failed or was interrupted."""


def listener(interaction: discord.Interaction) -> Listener:
    """The cog that takes turns; it stands above its buttons."""
    return cast("Listener", client_of(interaction).get_cog("Play"))


class StoryButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"story:(?P<verb>[a-z]+):(?P<adventure>\d+):(?P<head>\d+)",
):
    """Acts on an adventure while its story stands at the action under which the button hangs."""

    def __init__(
        self,
        verb: str,
        adventure_id: int,
        head_id: int,
        *,
        label: str = "",
        row: int = 0,
        disabled: bool = False,
    ) -> None:
        self.verb = verb
        self.adventure_id = adventure_id
        self.head_id = head_id
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label,
            style=_STYLES[verb],
            emoji=_EMOJI[verb],
            custom_id=f"story:{verb}:{adventure_id}:{head_id}",
            row=row,
            disabled=disabled,
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(match["verb"], int(match["adventure"]), int(match["head"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says."""
        try:
            await listener(interaction).pressed(interaction, self.verb, self.adventure_id, self.head_id)
        except Exception as error:
            await handle(interaction, error)


class ResumeButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"resume:(?P<turn>\d+)"):
    """Takes up a turn that failed or was interrupted."""

    def __init__(self, turn_id: int, label: str = "") -> None:
        self.turn_id = turn_id
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label, style=discord.ButtonStyle.primary, emoji="🔄", custom_id=f"resume:{turn_id}"
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        return cls(int(match["turn"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Tell the turn's answer again."""
        try:
            await listener(interaction).resume(interaction, self.turn_id)
        except Exception as error:
            await handle(interaction, error)


def story_buttons(texts: Texts, adventure: AdventureRecord, head: Action) -> discord.ui.View:
    """The two rows of buttons under the newest piece of the story."""
    view = discord.ui.View(timeout=None)
    idle = {"retry": head.type is ActionType.START, "undo": head.type is ActionType.START}
    idle["redo"] = adventure.tip_id == head.id
    for row, verbs in enumerate(_ROWS):
        for verb in verbs:
            view.add_item(
                StoryButton(
                    verb,
                    adventure.id,
                    head.id,
                    label=texts(f"button-{verb}"),
                    row=row,
                    disabled=idle.get(verb, False),
                )
            )
    return view


def resume_button(texts: Texts, turn_id: int) -> discord.ui.View:
    """The button under a turn that failed."""
    view = discord.ui.View(timeout=None)
    view.add_item(ResumeButton(turn_id, texts("button-retry")))
    return view

"""/context: how the budget was split, what is in, what is out and why."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import escape_markdown

from bot.client import Questsmith
from bot.explain import Report, Section, percent, sections, summary, tokens
from bot.locale import Texts, texts_for
from bot.picture import Part, Split, render
from cogs.common import adventure_here
from cogs.split import units

_TEXT_LIMIT = 3900
"""Characters, of the 4,000 that a Components V2 message may show in all (discord.md)."""
_ITEMS = 12
_PICTURE = "context.png"


class Context(commands.Cog):
    """Shows the report of the last turn."""

    def __init__(self, bot: Questsmith) -> None:
        self.game = bot.game

    @app_commands.command(name="context")
    @app_commands.guild_only()
    async def context(self, interaction: discord.Interaction) -> None:
        """Show what the narrator saw."""
        adventure = await adventure_here(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        texts = texts_for(adventure.language)
        report = await self.game.report(adventure.id)
        told = await self.game.store.turns.of_output(adventure.head_id) is not None
        heading = texts("context-heading" if told else "context-heading-next", title=adventure.title)
        # There may be hundreds of cards: their sentences are made beside the picture.
        shown, picture = await asyncio.to_thread(_explain, report, texts)
        await interaction.followup.send(
            view=view_of(heading, summary(report, texts), shown, texts),
            file=discord.File(
                io.BytesIO(picture), filename=_PICTURE, description=summary(report, texts)[:1000]
            ),
            ephemeral=True,
        )


def _explain(report: Report, texts: Texts) -> tuple[list[Section], bytes]:
    shown = sections(report, texts)
    return shown, render(picture_of(report, shown, texts))


def picture_of(report: Report, shown: Sequence[Section], texts: Texts) -> Split:
    """The sections as parts of a stacked bar."""
    limit = report["context_tokens"]
    return Split(
        title=texts("context-picture"),
        total=texts("context-picture-total", total=report["total_tokens"], limit=limit),
        limit=limit,
        free_label=texts("context-free"),
        limit_label=texts("context-limit", limit=limit),
        parts=tuple(
            Part(
                label=texts(section.key),
                tokens=section.tokens,
                amount=texts("context-amount", tokens=section.tokens),
                share=texts("context-percent", percent=percent(section.tokens, limit)),
                colour=section.name,
            )
            for section in shown
        ),
        direction=texts.direction,
    )


def view_of(title: str, total: str, shown: Sequence[Section], texts: Texts) -> discord.ui.LayoutView:
    """The Components V2 message: heading, picture, sections; within Discord's limits for any report."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=discord.Colour.blurple())
    heading = texts.directed(f"## {escape_markdown(title)}\n{total}")
    container.add_item(discord.ui.TextDisplay(heading))
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{_PICTURE}", description=total[:250])
    container.add_item(gallery)
    room = _TEXT_LIMIT - units(heading)
    headings = [f"**{texts(section.key)}** · {tokens(section, texts)}" for section in shown]
    for index, section in enumerate(shown):
        # What is still to come keeps a heading's worth of room, so that no section disappears.
        reserve = sum(units(texts.directed(later)) for later in headings[index + 1 :])
        text = _block(headings[index], section.lines, room - reserve, texts)
        room -= units(text)
        container.add_item(discord.ui.TextDisplay(text))
    view.add_item(container)
    return view


def _block(heading: str, lines: Sequence[str], room: int, texts: Texts) -> str:
    """The heading with as many lines as there is room for, and how many there are beside them."""
    for shown in range(min(len(lines), _ITEMS), -1, -1):
        more = [texts("list-more", count=len(lines) - shown)] if shown < len(lines) else []
        text = texts.directed("\n".join([heading, *map(escape_markdown, lines[:shown]), *more]))
        if units(text) <= room:
            return text
    return texts.directed(heading)


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Context(bot))

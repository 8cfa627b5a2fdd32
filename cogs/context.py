"""/context: how the budget was split, what is in, what is out and why."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Questsmith
from bot.explain import Report, Section, percent, sections, summary, tokens
from bot.locale import Texts, texts_for
from bot.picture import Part, Split, render
from cogs.common import adventure_here

_TEXT_LIMIT = 3800
"""Characters of a Components V2 message are 4,000 in all; the rest is for the frame."""
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
        picture = await asyncio.to_thread(render, picture_of(report, texts))
        await interaction.followup.send(
            view=view_of(report, texts, adventure.title),
            file=discord.File(
                io.BytesIO(picture), filename=_PICTURE, description=summary(report, texts)[:1000]
            ),
            ephemeral=True,
        )


def picture_of(report: Report, texts: Texts) -> Split:
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
            for section in sections(report, texts)
        ),
        direction=texts.direction,
    )


def view_of(report: Report, texts: Texts, title: str) -> discord.ui.LayoutView:
    """The Components V2 message: heading, picture, sections."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=discord.Colour.blurple())
    heading = f"## {texts('context-heading', title=title)}\n{summary(report, texts)}"
    container.add_item(discord.ui.TextDisplay(heading))
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{_PICTURE}", description=summary(report, texts)[:250])
    container.add_item(gallery)
    room = _TEXT_LIMIT - len(heading)
    blocks = [_block(section, texts) for section in sections(report, texts)]
    for index, lines in enumerate(blocks):
        # What is still to come keeps a heading's worth of room, so that no section disappears.
        reserve = sum(len(later[0]) + 1 for later in blocks[index + 1 :])
        text = _fit(lines, room - reserve, texts)
        room -= len(text) + 1
        container.add_item(discord.ui.TextDisplay(text))
    view.add_item(container)
    return view


def _block(section: Section, texts: Texts) -> list[str]:
    heading = f"**{texts(section.key)}** · {tokens(section, texts)}"
    lines = [heading, *section.lines[:_ITEMS]]
    if len(section.lines) > _ITEMS:
        lines.append(texts("list-more", count=len(section.lines) - _ITEMS))
    return lines


def _fit(lines: list[str], room: int, texts: Texts) -> str:
    kept = list(lines)
    while len(kept) > 1 and len("\n".join(kept)) > room:
        kept.pop()
    if len(kept) < len(lines):
        more = texts("list-more", count=len(lines) - len(kept))
        if len("\n".join([*kept, more])) <= room:
            kept.append(more)
    return "\n".join(kept)


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Context(bot))

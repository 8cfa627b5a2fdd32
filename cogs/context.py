"""/context: how the budget was split, what is in, what is out and why; now or at any past turn."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.advice import advice
from bot.client import Questsmith
from bot.discretion import for_viewer
from bot.errors import NoAdventure, UnknownTurn
from bot.explain import Report, Section, percent, sections, summary, tokens, turn_line, usage
from bot.game import Seen
from bot.locale import Texts, texts_for
from bot.picture import Part, Split, render
from bot.prices import cost
from bot.store.records import AdventureRecord, TurnRecord
from cogs.common import adventure_here, is_player, require_player
from cogs.viewer import PICTURE, ContextButton, Overview, Place, SectionMenu, overview, section_page

_CHOICES = 25
_CHOICE_LENGTH = 100
_SEARCHED = 500
"""Turns among which the list that Discord shows while somebody types is chosen."""
_DIGITS = 9
"""Of a turn's number; more would be no number for a database."""


class Context(commands.Cog):
    """Shows what the narrator saw. Reports leave the store for a viewer here only."""

    def __init__(self, bot: Questsmith) -> None:
        self.bot = bot
        self.game = bot.game

    async def cog_load(self) -> None:
        """Menus and buttons of earlier days work."""
        self.bot.add_dynamic_items(ContextButton, SectionMenu)

    @app_commands.command(name="context")
    @app_commands.guild_only()
    async def context(
        self, interaction: discord.Interaction, turn: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Show what the narrator saw."""
        adventure = await adventure_here(interaction)
        await require_player(interaction, adventure)
        await interaction.response.defer(ephemeral=True, thinking=True)
        chosen = None if turn is None else await self._chosen(adventure, turn)
        seen = await self._seen(interaction, adventure, chosen)
        view, picture = await self._overview(adventure, seen)
        await interaction.followup.send(view=view, file=picture, ephemeral=True)

    @context.autocomplete("turn")
    async def _turns(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        adventure = await self.game.store.adventures.open_in(interaction.channel_id or 0)
        if adventure is None or not await is_player(interaction, adventure):
            return []
        texts = texts_for(adventure.language)
        found = []
        if _is_number(current.strip()):
            with suppress(UnknownTurn):
                back = await self._chosen(adventure, current)
                line = turn_line(await self.game.store.turns.get(back), texts)
                found.append(_choice(back, texts("context-turn-back", number=current.strip(), turn=line)))
        turns = await self.game.store.turns.reported(adventure.id, _SEARCHED)
        found += await asyncio.to_thread(_matching, turns, current.strip().casefold(), texts)
        return found[:_CHOICES]

    async def open_overview(self, interaction: discord.Interaction, place: Place) -> None:
        """Show the first page in place of the message. Raises what ``_at`` raises."""
        adventure, seen = await self._at(interaction, place)
        view, picture = await self._overview(adventure, seen)
        await interaction.edit_original_response(view=view, attachments=[picture])

    async def open_section(
        self, interaction: discord.Interaction, place: Place, name: str, page: int
    ) -> None:
        """Show a page of a section in place of the message. Raises what ``_at`` raises."""
        adventure, seen = await self._at(interaction, place)
        texts = texts_for(adventure.language)

        def made() -> discord.ui.LayoutView:
            shown = sections(seen.report, texts)
            # Before the first turn a section may go while its menu is looked at.
            section = next((section for section in shown if section.name == name), shown[-1])
            return section_page(section, page, _place(adventure, seen), shown, texts)

        await interaction.edit_original_response(view=await asyncio.to_thread(made), attachments=[])

    async def hand_out(self, interaction: discord.Interaction, place: Place) -> None:
        """Send the whole prompt as files. Raises what ``_at`` raises."""
        adventure, seen = await self._at(interaction, place)
        texts = texts_for(adventure.language)
        files = await asyncio.to_thread(prompt_files, seen.report)
        said = texts("context-prompt" if seen.turn else "context-prompt-next")
        await interaction.followup.send(
            texts.directed(said),
            files=[discord.File(io.BytesIO(content), name) for name, content in files.items()],
            ephemeral=True,
        )

    async def _at(self, interaction: discord.Interaction, place: Place) -> tuple[AdventureRecord, Seen]:
        """What a menu or a button asks for, acknowledged.

        Raises NoAdventure when the adventure is not this channel's, NotAPlayer, UnknownTurn, ReportPruned,
        ContextOverflow.
        """
        adventure = await self.game.store.adventures.get(place.adventure)
        if (adventure.guild_id, adventure.channel_id) != (interaction.guild_id, interaction.channel_id):
            raise NoAdventure
        await require_player(interaction, adventure)
        await interaction.response.defer()
        return adventure, await self._seen(interaction, adventure, place.turn or None)

    async def _seen(
        self, interaction: discord.Interaction, adventure: AdventureRecord, turn_id: int | None
    ) -> Seen:
        """What the narrator saw, as far as the user may see it.

        Raises UnknownTurn, ReportPruned, ContextOverflow.
        """
        seen = await self.game.seen(adventure.id, turn_id)
        return replace(seen, report=for_viewer(seen.report, interaction.user.id, adventure.id))

    async def _chosen(self, adventure: AdventureRecord, wanted: str) -> int:
        """The turn that was chosen (``#57``) or counted back (``1`` is the last). Raises UnknownTurn."""
        number = wanted.strip().removeprefix("#")
        if not _is_number(number):
            raise UnknownTurn(turn=wanted)
        if wanted.strip().startswith("#"):
            return int(number)
        return (await self.game.store.turns.told_back(adventure.id, int(number))).id

    async def _overview(
        self, adventure: AdventureRecord, seen: Seen
    ) -> tuple[discord.ui.LayoutView, discord.File]:
        texts = texts_for(adventure.language)
        base_url = self.game.settings.openai_base_url
        # There may be hundreds of cards: their sentences are made beside the picture.
        shown, picture = await asyncio.to_thread(_explain, adventure, seen, base_url, texts)
        file = discord.File(io.BytesIO(picture), filename=PICTURE, description=shown.total[:1000])
        return overview(shown, _place(adventure, seen), texts), file


def _is_number(typed: str) -> bool:
    return typed.isdecimal() and len(typed) <= _DIGITS and int(typed) > 0


def _matching(turns: Sequence[TurnRecord], typed: str, texts: Texts) -> list[app_commands.Choice[str]]:
    lines = ((turn.id, turn_line(turn, texts)) for turn in turns)
    found = (_choice(turn_id, line) for turn_id, line in lines if typed in line.casefold())
    return list(islice(found, _CHOICES))


def _choice(turn_id: int, name: str) -> app_commands.Choice[str]:
    name = name if len(name) <= _CHOICE_LENGTH else f"{name[: _CHOICE_LENGTH - 1]}…"
    return app_commands.Choice(name=name, value=f"#{turn_id}")


def _explain(
    adventure: AdventureRecord, seen: Seen, base_url: str | None, texts: Texts
) -> tuple[Overview, bytes]:
    report, turn = seen.report, seen.turn
    shown = sections(report, texts)
    required = report["required"]
    return (
        Overview(
            heading=texts("context-heading" if turn else "context-heading-next", title=adventure.title),
            turn=turn_line(turn, texts) if turn else "",
            total=summary(report, texts),
            required=tokens(_as_section(required, shown), texts),
            context_tokens=report["context_tokens"],
            sections=shown,
            advice=advice(report, texts),
            footer=[*_provider(turn, base_url, texts), texts("context-token")],
        ),
        render(picture_of(report, shown, texts)),
    )


def _as_section(required: Mapping[str, Any], shown: Sequence[Section]) -> Section:
    """All that is always in, with the limit that it shares."""
    used = sum(section.tokens for section in shown if section.limit is None)
    return Section("required", "context-always", used, required["limit"], "", (), ())


def _provider(turn: TurnRecord | None, base_url: str | None, texts: Texts) -> list[str]:
    return usage(turn, cost(turn, base_url), texts) if turn else []


def _place(adventure: AdventureRecord, seen: Seen) -> Place:
    # The turn is named, so that the pages stay with it when the story goes on.
    return Place(adventure.id, seen.turn.id if seen.turn else 0)


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


def prompt_files(report: Report) -> dict[str, bytes]:
    """The messages to the letter: for reading, and as they were sent."""
    messages = [{"role": message["role"], "content": message["content"]} for message in report["messages"]]
    text = "\n\n".join(f"--- {message['role']} ---\n\n{message['content']}" for message in messages)
    return {
        "prompt.txt": text.encode(),
        "prompt.json": json.dumps(messages, ensure_ascii=False, indent=2).encode(),
    }


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Context(bot))

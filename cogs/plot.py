"""/plot: the texts that are always with the narrator."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Questsmith
from bot.locale import Texts, texts_for
from bot.store.records import AdventureRecord
from cogs.common import adventure_here, answer, edited, require_owner
from cogs.errors import Form

_FIELDS = ("instructions", "essentials", "summary", "authors_note")
_LIMIT = 4000


class PlotForm(Form):
    """AI instructions, plot essentials, story summary and author's note."""

    def __init__(self, cog: Plot, texts: Texts, adventure: AdventureRecord) -> None:
        super().__init__(title=texts("form-plot"))
        self._cog = cog
        self._texts = texts
        self._adventure = adventure
        self._inputs: dict[str, discord.ui.TextInput[PlotForm]] = {}
        for name in _FIELDS:
            key = name.replace("_", "-")
            text: str = getattr(adventure.plot, name)
            field: discord.ui.TextInput[PlotForm] = discord.ui.TextInput(
                style=discord.TextStyle.paragraph,
                default=text[:_LIMIT] or None,
                max_length=_LIMIT,
                required=False,
            )
            self._inputs[name] = field
            hint = texts("plot-long" if len(text) > _LIMIT else f"section-{key}.hint")
            self.add_item(discord.ui.Label(text=texts(f"section-{key}"), description=hint, component=field))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Save what was changed; the rest stays as it is by now."""
        before = self._adventure.plot
        changed = {
            name: text
            for name, field in self._inputs.items()
            if (text := edited(getattr(before, name), field.value, _LIMIT)) != getattr(before, name)
        }
        adventures = self._cog.game.store.adventures
        await adventures.set_plot(self._adventure.id, replace(before, **changed), before=before)
        self._cog.game.look_after(self._adventure.id)
        names = self._texts.listed(self._texts(f"section-{name.replace('_', '-')}") for name in changed)
        said = self._texts("plot-saved", names=names) if changed else self._texts("plot-same")
        await answer(interaction, self._texts.directed(said))


class Plot(commands.Cog):
    """For the one who started the adventure and the managers of the server."""

    def __init__(self, bot: Questsmith) -> None:
        self.game = bot.game

    @app_commands.command(name="plot")
    @app_commands.guild_only()
    async def plot(self, interaction: discord.Interaction) -> None:
        """Edit the plot in a form."""
        adventure = await adventure_here(interaction)
        await require_owner(interaction, adventure)
        await interaction.response.send_modal(PlotForm(self, texts_for(adventure.language), adventure))


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Plot(bot))

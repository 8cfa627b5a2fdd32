"""/server language | role: what the managers of a server set."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Questsmith
from bot.story.types import LANGUAGES
from cogs.common import answer, texts_in


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Server(commands.GroupCog, group_name="server"):
    """For members with Manage Server."""

    def __init__(self, bot: Questsmith) -> None:
        self.game = bot.game

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Discord hides the commands from others; a server can override that, so it is checked here too."""
        if not interaction.permissions.manage_guild:
            # discord.py hands on only its own errors from here.
            raise app_commands.MissingPermissions(["manage_guild"])
        return True

    @app_commands.command(name="language")
    @app_commands.choices(language=[app_commands.Choice(name=code, value=code) for code in LANGUAGES])
    async def language(
        self, interaction: discord.Interaction, language: app_commands.Choice[str] | None = None
    ) -> None:
        """Set the language of the bot's own texts; without a choice every member's own is used."""
        await self.game.store.guilds.set_language(
            interaction.guild_id or 0, language.value if language else None
        )
        texts = await texts_in(interaction)
        await answer(
            interaction,
            texts.directed(
                texts("server-language", language=texts(f"language-{language.value if language else 'own'}"))
            ),
        )

    @app_commands.command(name="role")
    async def role(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        """Set the role that may change story cards beside members with Manage Server."""
        await self.game.store.guilds.set_card_role(interaction.guild_id or 0, role.id if role else None)
        texts = await texts_in(interaction)
        said = texts("server-role", role=role.mention) if role else texts("server-role-none")
        await answer(interaction, texts.directed(said))


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Server(bot))

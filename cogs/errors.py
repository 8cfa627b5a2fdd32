"""The one place where errors of commands, buttons and forms are answered."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress

import discord
from discord import app_commands

from bot.client import FAILURES, Questsmith
from bot.errors import Forbidden, NoAdventure, PermissionMissing, QuestsmithError, StoreError
from bot.locale import texts_for
from cogs.common import answer, texts_in

log = logging.getLogger(__name__)


async def handle(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer with one sentence.

    In order: 1. what discord.py wrapped is unwrapped; 2. our own errors have their sentence; 3. Discord
    says that a permission is missing; 4. a command outside a server; 5. an interaction that has expired
    or was answered already is only logged; 6. anything else is logged under a short id that the user is told.
    """
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, app_commands.NoPrivateMessage):
        error = NoAdventure()
    elif isinstance(error, app_commands.MissingPermissions):
        error = Forbidden()
    elif isinstance(error, discord.Forbidden):
        error = PermissionMissing(permissions=[])
    if isinstance(error, discord.NotFound | discord.InteractionResponded):
        log.info("An interaction could not be answered: %s", error)
        return
    try:
        texts = await texts_in(interaction)
    except StoreError:
        texts = texts_for(str(interaction.locale))
    if isinstance(error, QuestsmithError):
        sentence = texts.error(error)
    else:
        error_id = secrets.token_hex(3)
        log.error("Error %s in an interaction", error_id, exc_info=error)
        sentence = texts("error-unexpected-id", id=error_id)
    with suppress(*FAILURES):
        await answer(interaction, sentence)


class Form(discord.ui.Modal):
    """A form whose errors are answered like those of a command."""

    async def on_error(  # type: ignore[override]  # discord.py's own Modal narrows it like this
        self, interaction: discord.Interaction, error: Exception, /
    ) -> None:
        """Answer with one sentence."""
        await handle(interaction, error)


async def setup(bot: Questsmith) -> None:
    """Called by discord.py when the extension is loaded."""
    bot.tree.error(handle)

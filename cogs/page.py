"""A message of texts, menus and buttons that keeps Discord's limits (discord.md)."""

from __future__ import annotations

from typing import Any

import discord
from discord.utils import escape_markdown

from bot.locale import Texts
from cogs.split import is_visible, units

TEXT_LIMIT = 3900
"""Characters, of the 4,000 that a Components V2 message may show in all (discord.md)."""


class Page:
    """A message that never grows over what Discord shows."""

    def __init__(self, texts: Texts) -> None:
        self.view = discord.ui.LayoutView(timeout=None)
        self._texts = texts
        self._container: discord.ui.Container[Any] = discord.ui.Container(
            accent_colour=discord.Colour.blurple()
        )
        self.view.add_item(self._container)
        self._room = TEXT_LIMIT

    def reserve(self, text: str) -> None:
        """Keep room for what comes later."""
        self._room -= units(self._texts.directed(text))

    def add_reserved(self, text: str) -> None:
        """Add what room was kept for."""
        self._room += units(self._texts.directed(text))
        self.add(text)

    def add(self, text: str) -> None:
        """Add a text, as many of its lines as there is room for."""
        self.add_directed(self._texts.directed(text))

    def add_directed(self, text: str) -> None:
        """The same with a text whose lines are marked already."""
        lines = text.split("\n")
        while lines and units("\n".join(lines)) > self._room:
            lines.pop()
        text = "\n".join(lines)
        if is_visible(text):
            self._room -= units(text)
            self._container.add_item(discord.ui.TextDisplay(text))

    def add_picture(self, name: str, description: str) -> None:
        """An attached picture."""
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=description[:250])
        self._container.add_item(gallery)

    def add_file(self, name: str) -> None:
        """An attached file."""
        self._container.add_item(discord.ui.File(f"attachment://{name}"))

    def add_row(self, *items: discord.ui.Item[Any]) -> None:
        """A row with a menu, or with buttons."""
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        for item in items:
            row.add_item(item)
        self.view.add_item(row)

    @property
    def room(self) -> int:
        """Characters that it still holds."""
        return self._room


def lines(*lines: str) -> str:
    """One line below the other; empty ones are left out."""
    return "\n".join(line for line in lines if line)


def small(line: str) -> str:
    """Small print, with nothing in it taken for markup."""
    return f"-# {escape_markdown(line)}" if line else ""

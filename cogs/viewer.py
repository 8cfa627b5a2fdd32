"""The messages of ``/context``, and their menu and buttons, which outlive a restart (discord.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self, cast

import discord
from discord.utils import escape_markdown

from bot.explain import Item, Section, percent, short, tokens
from bot.locale import Texts
from cogs.common import client_of
from cogs.errors import handle
from cogs.page import TEXT_LIMIT, Page, lines, small
from cogs.split import is_visible, split, units

PICTURE = "context.png"
_BLOCKS = 10
"""Items on a page, at most."""
_PIECE = 600
"""Characters of a text that are shown in one block."""
_EXCERPT = 150
"""Characters of a text that did not come in; hundreds of them are listed."""
_QUOTE = "> "
_OPTION = 100


class Place(NamedTuple):
    """Which report is looked at."""

    adventure: int
    turn: int
    """0 is the story as it stands, before anything was told."""


class Block(NamedTuple):
    """An item on a page, or a piece of one that is long."""

    item: Item
    text: str
    """Quoted and directed, as it is shown."""
    first: bool


class Listener(Protocol):
    """Does what buttons and menus ask for; what it raises is told to the player."""

    async def open_overview(self, interaction: discord.Interaction, place: Place) -> None:
        """Show the overview."""

    async def open_section(
        self, interaction: discord.Interaction, place: Place, name: str, page: int
    ) -> None:
        """Show a page of a section."""

    async def hand_out(self, interaction: discord.Interaction, place: Place) -> None:
        """Send the whole prompt as files."""


def listener(interaction: discord.Interaction) -> Listener:
    """The cog that knows the reports; it stands above its buttons."""
    return cast("Listener", client_of(interaction).get_cog("Context"))


class ContextButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"context:(?P<verb>overview|page|prompt):(?P<adventure>\d{1,18}):(?P<turn>\d{1,18})"
    r"(?::(?P<section>[a-z_]+):(?P<page>\d{1,9}))?",
):
    """Turns a page, goes back to the overview, or hands out the whole prompt."""

    def __init__(
        self,
        verb: str,
        place: Place,
        section: str = "",
        page: int = 0,
        *,
        label: str = "",
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        self.verb, self.place, self.section, self.page = verb, place, section, page
        where = f":{section}:{page}" if section else ""
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=label,
            emoji=emoji,
            style=discord.ButtonStyle.secondary,
            custom_id=f"context:{verb}:{place.adventure}:{place.turn}{where}",
            disabled=disabled,
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button after a restart."""
        place = Place(int(match["adventure"]), int(match["turn"]))
        return cls(match["verb"], place, match["section"] or "", int(match["page"] or 0))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says."""
        cog = listener(interaction)
        try:
            if self.verb == "prompt":
                await cog.hand_out(interaction, self.place)
            elif self.verb == "page":
                await cog.open_section(interaction, self.place, self.section, self.page)
            else:
                await cog.open_overview(interaction, self.place)
        except Exception as error:
            await handle(interaction, error)


class SectionMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]],
    template=r"context:open:(?P<adventure>\d{1,18}):(?P<turn>\d{1,18})",
):
    """The menu that opens a section."""

    def __init__(
        self,
        place: Place,
        texts: Texts | None = None,
        sections: Sequence[Section] = (),
        opened: str = "",
    ) -> None:
        self.place = place
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"context:open:{place.adventure}:{place.turn}",
            placeholder=texts("context-menu") if texts else None,
            options=[
                discord.SelectOption(
                    label=texts(section.key)[:_OPTION],
                    value=section.name,
                    description=texts.directed(tokens(section, texts))[:_OPTION],
                    default=section.name == opened,
                )
                for section in sections
                if texts
            ],
        )
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu after a restart."""
        return cls(Place(int(match["adventure"]), int(match["turn"])))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open what was picked."""
        try:
            section = cast("list[str]", cast("dict[str, Any]", interaction.data)["values"])[0]
            await listener(interaction).open_section(interaction, self.place, section, 0)
        except Exception as error:
            await handle(interaction, error)


@dataclass(frozen=True, slots=True)
class Overview:
    """What the first page says, in words."""

    heading: str
    turn: str
    """Which turn it is; empty before the first."""
    total: str
    required: str
    """The tokens of what is always in."""
    context_tokens: int
    sections: Sequence[Section]
    advice: Sequence[str]
    footer: Sequence[str]


def overview(shown: Overview, place: Place, texts: Texts) -> discord.ui.LayoutView:
    """Heading, picture, every section in a line or two, what would help, the menu.

    Keeps Discord's limits for any report.
    """
    page = Page(texts)
    page.add(lines(f"## {escape_markdown(shown.heading)}", small(shown.turn), shown.total))
    page.add_picture(PICTURE, shown.total)
    footer = lines(*map(small, shown.footer))
    required = [section for section in shown.sections if section.limit is None]
    rest = [section for section in shown.sections if section.limit is not None]
    page.reserve(footer)
    whole = [f"{texts(section.key)} {texts('context-amount', tokens=section.tokens)}" for section in required]
    page.add(
        lines(
            f"**{texts('context-always')}** · {shown.required}",
            " · ".join(whole),
            *(f"▫️ {texts(section.key)}: {line}" for section in required for line in section.gist),
        )
    )
    for section in rest:
        share = texts("context-percent", percent=percent(section.tokens, shown.context_tokens))
        page.add(
            lines(
                f"**{texts(section.key)}** · {tokens(section, texts)} · {share}",
                *map(escape_markdown, section.gist),
            )
        )
    if shown.advice:
        page.add(
            lines(
                f"**{texts('context-did-not-fit')}**",
                *(f"- {escape_markdown(sentence)}" for sentence in shown.advice),
            )
        )
    page.add_reserved(footer)
    page.add_row(SectionMenu(place, texts, shown.sections))
    page.add_row(_prompt_button(place, texts))
    return page.view


def section_page(
    section: Section, page_number: int, place: Place, sections: Sequence[Section], texts: Texts
) -> discord.ui.LayoutView:
    """One page of a section's items, each with its reason, its cost and its text.

    A page that does not exist is the last one. Keeps Discord's limits for any report.
    """
    heading = f"## {texts(section.key)} · {tokens(section, texts)}"
    about = small(section.about)
    pages = list(
        _pages(section.items, TEXT_LIMIT - units(texts.directed(lines(heading, about))) - 100, texts)
    )
    number = min(page_number, len(pages) - 1)
    page = Page(texts)
    counted = small(texts("context-page", page=number + 1, pages=len(pages))) if len(pages) > 1 else ""
    page.add(lines(heading, about, counted))
    if not section.items:
        page.add(lines(*map(escape_markdown, section.gist)))
    for block in pages[number]:
        # Texts come directed, line by line.
        page.add_directed(lines(texts.directed(_head(block)), block.text))
    page.add_row(SectionMenu(place, texts, sections, section.name))
    turning = [
        ContextButton(
            "page",
            place,
            section.name,
            max(number - 1, 0),
            label=texts("button-previous"),
            emoji="◀️",
            disabled=number == 0,
        ),
        ContextButton(
            "page",
            place,
            section.name,
            number + 1,
            label=texts("button-next"),
            emoji="▶️",
            disabled=number == len(pages) - 1,
        ),
    ]
    back = ContextButton("overview", place, label=texts("button-overview"), emoji="📊")
    page.add_row(*(turning if len(pages) > 1 else ()), back, _prompt_button(place, texts))
    return page.view


def _pages(items: Sequence[Item], room: int, texts: Texts) -> Iterator[list[Block]]:
    """The items in order; each page has room for its blocks. There is one page at least."""
    page: list[Block] = []
    left = room
    for block in (block for item in items for block in _blocks(item, texts)):
        size = _head_room(block, texts) + units(block.text) + 1
        if page and (size > left or len(page) == _BLOCKS):
            yield page
            page, left = [], room
        page.append(block)
        left -= size
    yield page


def _blocks(item: Item, texts: Texts) -> Iterator[Block]:
    text = item.text if item.included or item.status == "no_room" else _excerpt(item.text)
    pieces = split(text, _PIECE) or [""]
    for number, piece in enumerate(pieces):
        lines = (f"{_QUOTE}{escape_markdown(line)}" for line in piece.splitlines() if is_visible(line))
        yield Block(item, texts.directed("\n".join(lines)), number == 0)


def _head(block: Block) -> str:
    if not block.first:
        return "…"
    item = block.item
    # A memory's name is its text, which follows anyway.
    name = "" if item.name == item.text else f" **{escape_markdown(short(item.name))}** —"
    return f"{item.mark}{name} {escape_markdown(item.reason())}"


def _head_room(block: Block, texts: Texts) -> int:
    """Room for the sentence, which is only made for the page that is looked at."""
    return 2 * units(block.item.name[:60]) + 400 if block.first else 8


def _excerpt(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT].rstrip()}…"


def _prompt_button(place: Place, texts: Texts) -> ContextButton:
    return ContextButton("prompt", place, label=texts("button-prompt"), emoji="📄")

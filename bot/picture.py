"""The picture of ``/context``: how the prompt's tokens were split, as one bar against the limit.

Nothing here knows a language: texts come translated, numbers come formatted, and ``direction`` turns
the picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import Literal

from PIL import Image, ImageDraw, ImageFont, features

from bot.paths import DATA
from bot.shaping import visual

WIDTH = 900
"""Pixels. A phone shows some 350 of its own, so nothing is set smaller than 36 pixels."""

COLOURS = {
    "instructions": "#56b4e9",
    "plot_essentials": "#e69f00",
    "cards": "#009e73",
    "summary": "#cc79a7",
    "memories": "#f0e442",
    "history": "#4477c8",
    "authors_note": "#d55e00",
    "last_action": "#f2f3f5",
    "front_memory": "#9467bd",
    "overhead": "#8a8f98",
}
"""Okabe and Ito's colours, which differ for colour-blind eyes too, and three more. Others are drawn grey."""

_GREY = "#8a8f98"
_BACKGROUND = "#1e1f22"
_TRACK = "#2f3137"
_HATCH = "#4b4e57"
_TEXT = "#f2f3f5"
_DIM = "#b5bac1"
_INK = "#141517"
"""On the colours, all of which are light enough for it."""

_MARGIN = 40
_BAR = WIDTH - 2 * _MARGIN
_BAR_HEIGHT = 110
_THINNEST = 12
"""A section with any token at all is this wide, in pixels, gap included."""
_GAP = 3
_SWATCH_WIDTH, _SWATCH_HEIGHT = 52, 42
_INDENT = _SWATCH_WIDTH + 18
_ROW = 60
_BODY = 40
_SMALLEST = 36


@dataclass(frozen=True, slots=True)
class Part:
    """One section of the prompt."""

    label: str
    tokens: int
    amount: str
    """The tokens as they are written in the language."""
    share: str
    """The percentage, likewise."""
    colour: str
    """A key of COLOURS."""


@dataclass(frozen=True, slots=True)
class Split:
    """What the picture shows. Parts stand in the order of the prompt."""

    title: str
    total: str
    """Beside the title: how many tokens are used of how many."""
    parts: Sequence[Part]
    limit: int
    """Tokens at which the bar ends."""
    free_label: str
    limit_label: str
    direction: Literal["ltr", "rtl"] = "ltr"


def render(split: Split, engine: ImageFont.Layout | None = None) -> bytes:
    """Draw the split as a PNG, 900 pixels wide and as high as its legend asks for.

    The same split gives the same bytes. ``engine`` shapes the text; by default it is the best one that this
    machine has. It takes some 50 ms, the first time 150: call it in a thread.
    """
    if engine is None:
        engine = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
    head = _MARGIN + 70
    scale = head + _BAR_HEIGHT + 14
    legend = scale + 74
    page = _Page(legend + _ROW * len(split.parts) + 24, split.direction, engine)
    _draw_head(page, split)
    _draw_bar(page, split, head)
    _draw_scale(page, split, scale)
    _draw_legend(page, split.parts, legend)
    return page.png()


def _draw_head(page: _Page, split: Split) -> None:
    middle = _MARGIN + 22
    total, font, length = page.fitted(split.total, 44, _BAR * 3 // 5)
    page.text(_BAR - length, middle, total, font, _TEXT)
    title, font, _ = page.fitted(split.title, 50, _BAR - length - 40, bold=True)
    page.text(0, middle, title, font, _TEXT)


def _draw_bar(page: _Page, split: Split, top: int) -> None:
    used = sum(part.tokens for part in split.parts)
    sizes = [part.tokens for part in split.parts]
    edges = _edges([*sizes, max(split.limit - used, 0)], _BAR)
    segments = [(*ends, _colour(part)) for part, ends in zip(split.parts, pairwise(edges[:-1]), strict=True)]
    page.bar(top, segments)
    for number, (start, end, _) in enumerate(segments, 1):
        text, font, length = page.fitted(str(number), 44, _BAR, bold=True)
        if end - start >= length + 16:
            page.text((start + end - _GAP - length) // 2, top + _BAR_HEIGHT // 2, text, font, _INK)
    limit = _BAR if used <= split.limit else _BAR * max(split.limit, 0) // used
    page.box(limit - 2, top - 12, 5, _BAR_HEIGHT + 24, _TEXT)


def _draw_scale(page: _Page, split: Split, top: int) -> None:
    middle = top + 30
    text, font, length = page.fitted(split.limit_label, _BODY, _BAR // 2 - 30)
    page.text(_BAR - length, middle, text, font, _TEXT)
    page.free_swatch(middle)
    text, font, _ = page.fitted(split.free_label, _BODY, _BAR // 2 - 30 - _INDENT)
    page.text(_INDENT, middle, text, font, _DIM)


def _draw_legend(page: _Page, parts: Sequence[Part], top: int) -> None:
    amounts = [page.fitted(part.amount, _BODY, 260, bold=True) for part in parts]
    shares = [page.fitted(part.share, _BODY, 200) for part in parts]
    shares_at = _BAR - max((length for _, _, length in shares), default=0)
    amounts_at = shares_at - 36 - max((length for _, _, length in amounts), default=0)
    for index in range(len(parts)):
        page.box(0, top + index * _ROW, _BAR, 1, _TRACK)  # below the letters that reach down to it
    for index, part in enumerate(parts):
        middle = top + index * _ROW + _ROW // 2
        page.swatch(middle, _colour(part), filled=part.tokens > 0)
        number, font, length = page.fitted(str(index + 1), 36, _SWATCH_WIDTH, bold=True)
        page.text((_SWATCH_WIDTH - length) // 2, middle, number, font, _INK if part.tokens else _DIM)
        ink = _TEXT if part.tokens else _DIM
        label, font, _ = page.fitted(part.label, _BODY, amounts_at - 30 - _INDENT)
        page.text(_INDENT, middle, label, font, ink)
        amount, font, length = amounts[index]
        page.text(shares_at - 36 - length, middle, amount, font, ink)
        share, font, length = shares[index]
        page.text(_BAR - length, middle, share, font, _DIM)


def _edges(sizes: Sequence[int], length: int) -> list[int]:
    """Where each of the stacked sizes begins and ends, from 0 to ``length`` pixels.

    Every size above 0 gets its share, and _THINNEST at least, at the cost of those that have more.
    """
    whole = max(sum(sizes), 1)
    shown = sum(size > 0 for size in sizes)
    thinnest = min(_THINNEST, length / max(shown, 1))
    widths = [max(length * size / whole, thinnest) if size > 0 else 0.0 for size in sizes]
    spare = sum(max(width - thinnest, 0.0) for width in widths)
    room = length - thinnest * shown
    edges, end = [0], 0.0
    for width in widths:
        if width:
            end += thinnest + ((width - thinnest) * room / spare if spare else 0.0)
        edges.append(round(end))
    return edges


def _colour(part: Part) -> str:
    return COLOURS.get(part.colour, _GREY)


class _Page:
    """A page that counts pixels from the side where reading begins, inside the margins."""

    def __init__(self, height: int, direction: Literal["ltr", "rtl"], engine: ImageFont.Layout) -> None:
        self._image = Image.new("RGB", (WIDTH, height), _BACKGROUND)
        self._draw = ImageDraw.Draw(self._image)
        self._direction = direction
        self._engine = engine

    def _left(self, start: int, length: int) -> int:
        return _MARGIN + (start if self._direction == "ltr" else _BAR - start - length)

    def box(self, start: int, top: int, length: int, height: int, colour: str) -> None:
        left = self._left(start, length)
        self._draw.rectangle((left, top, left + length - 1, top + height - 1), colour)

    def bar(self, top: int, segments: Sequence[tuple[int, int, str]]) -> None:
        """The track with the segments on it, its corners rounded."""
        bar = _hatching(_BAR, _BAR_HEIGHT).copy()
        draw = ImageDraw.Draw(bar)
        for start, end, colour in segments:
            if end > start:
                left = self._left(start, end - start) - _MARGIN
                draw.rectangle((left, 0, left + end - start - 1, _BAR_HEIGHT), _BACKGROUND)
                near = left if self._direction == "ltr" else left + _GAP
                draw.rectangle((near, 0, near + max(end - start - _GAP, 1) - 1, _BAR_HEIGHT), colour)
        self._image.paste(bar, (_MARGIN, top), _rounded(_BAR, _BAR_HEIGHT, 18))

    def swatch(self, middle: int, colour: str, *, filled: bool) -> None:
        """The colour of a section beside its label; only its outline when nothing is in it."""
        self._swatch(middle, colour, 0)
        if not filled:
            self._swatch(middle, _BACKGROUND, 4)

    def free_swatch(self, middle: int) -> None:
        """The hatching of what is free, beside its label."""
        self._swatch(middle, _hatching(_SWATCH_WIDTH, _SWATCH_HEIGHT), 0)

    def _swatch(self, middle: int, fill: str | Image.Image, inset: int) -> None:
        width, height = _SWATCH_WIDTH - 2 * inset, _SWATCH_HEIGHT - 2 * inset
        left, top = self._left(inset, width), middle - height // 2
        self._image.paste(fill, (left, top, left + width, top + height), _rounded(width, height, 10 - inset))

    def fitted(
        self, text: str, size: int, room: int, *, bold: bool = False
    ) -> tuple[str, ImageFont.FreeTypeFont, int]:
        """The text, set smaller and then shortened until ``room`` pixels hold it; its font; its length."""
        # Line breaks would be drawn as such, and a novel would be measured for seconds.
        text = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text[:200]).strip()
        for points in range(size, min(size, _SMALLEST) - 1, -2):
            font = _font("Bold" if bold else "Regular", points, self._engine)
            length = self._length(text, font)
            if length <= room:
                return text, font, length
        shortest, longest = 0, len(text)
        while shortest < longest:
            middle = (shortest + longest + 1) // 2
            if self._length(text[:middle].rstrip() + "…", font) <= room:
                shortest = middle
            else:
                longest = middle - 1
        text = text[:shortest].rstrip() + "…"
        return text, font, self._length(text, font)

    def _length(self, text: str, font: ImageFont.FreeTypeFont) -> int:
        if self._engine is ImageFont.Layout.RAQM:
            return round(font.getlength(text, direction=self._direction))
        return round(font.getlength(visual(text, self._direction)))

    def text(self, start: int, middle: int, text: str, font: ImageFont.FreeTypeFont, colour: str) -> None:
        """One line; capitals and digits are centred on ``middle``."""
        left = self._left(start, self._length(text, font))
        baseline = middle + round(font.size * 0.357)  # half of the capitals' height of Noto Sans
        if self._engine is ImageFont.Layout.RAQM:
            self._draw.text((left, baseline), text, colour, font, anchor="ls", direction=self._direction)
        else:
            self._draw.text((left, baseline), visual(text, self._direction), colour, font, anchor="ls")

    def png(self) -> bytes:
        buffer = BytesIO()
        self._image.save(buffer, "PNG")
        return buffer.getvalue()


@lru_cache(maxsize=32)
def _font(weight: str, size: int, engine: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(DATA / "fonts" / f"QuestsmithSans-{weight}.ttf", size, layout_engine=engine)


@lru_cache(maxsize=8)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """A mask with smooth corners: drawn four times as large, because Pillow's own are jagged."""
    mask = Image.new("L", (width * 4, height * 4))
    box = (0, 0, width * 4 - 1, height * 4 - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * 4, 255)
    return mask.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=8)
def _hatching(width: int, height: int) -> Image.Image:
    image = Image.new("RGB", (width * 2, height * 2), _TRACK)
    draw = ImageDraw.Draw(image)
    for left in range(-height * 2, width * 2, 32):
        draw.line((left, height * 2, left + height * 2, 0), _HATCH, 5)
    return image.resize((width, height), Image.Resampling.BOX)

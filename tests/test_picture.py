from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Literal

import pytest
from PIL import Image, ImageFont

from bot.picture import COLOURS, WIDTH, Part, Split, render

LEFT, RIGHT = 40, 860
"""Where the bar begins and ends, in pixels from the left."""
IN_BAR = 115
"""A row of pixels at the bar's upper edge, above the numbers."""
FREE = {(0x2F, 0x31, 0x37), (0x4B, 0x4E, 0x57)}

Colour = tuple[int, int, int]
BOTH = pytest.mark.parametrize("engine", [None, ImageFont.Layout.BASIC], ids=["best", "basic"])


def split(
    *sizes: int, limit: int = 1000, direction: Literal["ltr", "rtl"] = "ltr", label: str = "Story cards"
) -> Split:
    return Split(
        title="Context",
        total=f"{sum(sizes):,} of {limit:,} tokens",
        parts=[
            Part(label, size, f"{size:,}", "12.5%", colour)
            for size, colour in zip(sizes, list(COLOURS) * 20, strict=False)
        ],
        limit=limit,
        free_label="free",
        limit_label=f"Limit {limit:,}",
        direction=direction,
    )


def picture(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    assert image.format == "PNG"
    assert image.mode == "RGB"
    return image


def colour(image: Image.Image, x: int, y: int = IN_BAR) -> Colour:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def rgb(key: str) -> Colour:
    value = COLOURS[key]
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def length(image: Image.Image, key: str) -> int:
    """How many pixels of the bar have exactly the colour."""
    return sum(colour(image, x, 165 - 45) == rgb(key) for x in range(LEFT, RIGHT))


def test_it_is_a_picture_that_a_phone_can_show() -> None:
    few, many = picture(render(split(1, 2, 3))), picture(render(split(*range(1, 11))))
    assert few.width == many.width == WIDTH == 900
    assert few.height < many.height < 1000


@BOTH
def test_the_same_split_gives_the_same_bytes(engine: ImageFont.Layout | None) -> None:
    assert render(split(100, 200), engine) == render(split(100, 200), engine)
    assert render(split(100, 200), engine) != render(split(100, 201), engine)


def test_every_section_is_as_long_as_its_share_and_the_rest_is_free() -> None:
    image = picture(render(split(250, 500)))
    one, two, *_ = COLOURS
    assert colour(image, LEFT + 100) == rgb(one)
    assert colour(image, LEFT + 195) == rgb(one)
    assert colour(image, LEFT + 215) == rgb(two)
    assert colour(image, LEFT + 605) == rgb(two)
    assert {colour(image, x) for x in range(LEFT + 620, RIGHT - 30)} >= FREE
    assert abs(length(image, one) - 205) <= 5
    assert abs(length(image, two) - 410) <= 5


def test_arabic_runs_from_the_right() -> None:
    image = picture(render(split(250, 500, direction="rtl")))
    one, two, *_ = COLOURS
    assert colour(image, RIGHT - 100) == rgb(one)
    assert colour(image, RIGHT - 215) == rgb(two)
    assert colour(image, RIGHT - 605) == rgb(two)
    assert {colour(image, x) for x in range(LEFT + 30, RIGHT - 620)} >= FREE


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_legend_begins_where_reading_begins(direction: Literal["ltr", "rtl"]) -> None:
    image = picture(render(split(250, direction=direction)))
    swatch = [x for x in range(WIDTH) if colour(image, x, image.height - 24 - 30 - 18) == rgb("instructions")]
    assert swatch
    assert all(x < 100 if direction == "ltr" else x > 800 for x in swatch)


def test_a_section_of_one_token_can_be_seen() -> None:
    image = picture(render(split(1, 7998, 1, limit=8000)))
    one, _, three, *_ = COLOURS
    assert length(image, three) >= 8
    assert sum(colour(image, x, 165) == rgb(one) for x in range(LEFT, RIGHT)) >= 8


def test_an_empty_section_is_in_the_legend_only() -> None:
    image = picture(render(split(400, 0, 300)))
    _, empty, *_ = COLOURS
    assert length(image, empty) == 0
    row = image.height - 24 - 60 - 30
    assert colour(image, LEFT + 1, row) == rgb(empty)
    assert colour(image, LEFT + 8, row) == colour(image, 5, 5)


def test_the_limit_is_marked_at_the_end_and_inside_when_it_is_exceeded() -> None:
    white = (0xF2, 0xF3, 0xF5)
    assert colour(picture(render(split(500))), RIGHT, 102) == white
    assert colour(picture(render(split(500, direction="rtl"))), LEFT, 102) == white
    assert colour(picture(render(split(2000))), LEFT + 410, 102) == white


def test_colours_are_distinct() -> None:
    assert len(set(COLOURS.values())) == len(COLOURS)


@BOTH
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize(
    "case",
    [
        split(),
        split(0),
        split(0, 0, limit=0),
        split(1, limit=0),
        split(5000, limit=10),
        split(1000),
        split(*[1] * 150, limit=10**9),
        split(10**12, 1, limit=10**12 + 2),
    ],
    ids=["no parts", "nothing", "no limit", "over none", "over", "full", "many", "huge"],
)
def test_extreme_splits_are_drawn(
    case: Split, direction: Literal["ltr", "rtl"], engine: ImageFont.Layout | None
) -> None:
    assert picture(render(replace(case, direction=direction), engine)).width == WIDTH


LONG = {
    "words": "Every word of the story that was told so far " * 20,
    "one word": "م" * 5000,
    "lines": "one\ntwo\r\n\tthree\u2028four",
    "marks": "e" + "\u0301" * 500,
    "unknown": "龙 🐉 \x00 \u202e",
    "nothing": "",
}


@BOTH
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_long_text_stays_in_its_place(
    text: str, direction: Literal["ltr", "rtl"], engine: ImageFont.Layout | None
) -> None:
    part = Part(text, 5, "5", "0.5%", "cards")
    long = Split(text, text, [part], 1000, text, text, direction)
    image = picture(render(long, engine))
    plain = picture(render(replace(long, parts=[replace(part, label="")]), engine))
    background = colour(image, 5, 5)
    for y in range(image.height):
        for x in (*range(30), *range(870, WIDTH)):
            assert colour(image, x, y) == background, (x, y)
    # The numbers of the legend are the same with and without a label.
    middle = image.height - 24 - 30
    numbers = range(690, 860) if direction == "ltr" else range(40, 210)
    for x in numbers:
        for y in range(middle - 20, middle + 20):
            assert colour(image, x, y) == colour(plain, x, y)


@BOTH
def test_a_long_label_is_cut_no_shorter_than_needed(engine: ImageFont.Layout | None) -> None:
    image = picture(render(split(5, label="word " * 100), engine))
    background = colour(image, 5, 5)
    row = range(image.height - 24 - 50, image.height - 24 - 10)
    assert any(colour(image, x, y) != background for x in range(600, 685) for y in row)


@pytest.mark.parametrize(("direction", "text"), [("rtl", "بطاقات القصة"), ("ltr", "Карточки истории")])
def test_labels_are_drawn_in_every_script(direction: Literal["ltr", "rtl"], text: str) -> None:
    def ink(label: str) -> bytes:
        return picture(render(split(5, direction=direction, label=label))).tobytes()

    assert len({ink(text), ink("\u0e01" * len(text)), ink("")}) == 3


def test_arabic_looks_nearly_the_same_without_the_shaping_library() -> None:
    arabic = replace(
        split(500, direction="rtl", label="بطاقات القصة"), title="السياق", limit_label="الحد: 1,000"
    )
    best, basic = (
        Image.open(BytesIO(render(arabic, engine))).convert("L") for engine in (None, ImageFont.Layout.BASIC)
    )
    box = (300, 300, 760, best.height)  # the labels
    inks = [sum(image.crop(box).point(lambda value: value > 90 and 1).tobytes()) for image in (best, basic)]
    assert min(inks) > 1000
    assert abs(inks[0] - inks[1]) < 0.05 * inks[0]

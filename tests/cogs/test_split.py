import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from cogs.split import MESSAGE_LIMIT, is_visible, split, units

FAMILY = "👨‍👩‍👧‍👦"
FLAG = "🇸🇦"
ACCENT = "e\u0301"


def graphemes(text: str) -> list[str]:
    """The text as its reader sees it: white space and code fences aside."""
    seen = ("".join(grapheme.split()) for grapheme in regex.findall(r"\X", text))
    return [grapheme for grapheme in seen if grapheme and is_visible(grapheme)]


def without_fences(text: str) -> str:
    return text.replace("```", "").replace("py", "")


def assert_sendable(pieces: list[str], limit: int = MESSAGE_LIMIT) -> None:
    for piece in pieces:
        assert units(piece) <= limit
        assert is_visible(piece)
        assert piece == piece.strip() or regex.match(r"\s\p{M}", piece)


def test_a_short_text_is_one_piece() -> None:
    assert split("  The door opens.\n\nNobody is there. ") == ["The door opens.\n\nNobody is there."]


def test_exactly_the_limit() -> None:
    assert split("a" * 2000) == ["a" * 2000]
    assert split("😀" * 1000) == ["😀" * 1000]
    assert len(split("😀" * 1000 + "a")) == 2


@pytest.mark.parametrize(
    "text", ["", " \n\t ", "\u200b" * 5000, "\u200b \u2060\n\ufeff" * 900, "\u2800", "\u3164"]
)
def test_nothing_to_see_is_nothing_to_send(text: str) -> None:
    assert split(text) == []
    assert not is_visible(text)


@pytest.mark.parametrize("text", [".", "a", "🙂", "؟", "龍", "1", "<"])
def test_visible(text: str) -> None:
    assert is_visible(f"\u200b {text}\u200d")


def test_invisible_pieces_are_left_out() -> None:
    assert split("Visible." + "\u200b" * 2500 + " \u200b") == ["Visible." + "\u200b" * 1988]


# Where a cut is made


def test_paragraph_before_line_before_sentence_before_word() -> None:
    first, rest = "One two. " * 120, "three four. " * 120
    for mark in ("\n\n", "\n"):
        assert split(first.strip() + mark + rest) == [first.strip(), rest.strip()]
    assert split("x" * 1200 + "\n" + "a b. " * 10 + "\n\n" + rest)[0].endswith("b.")
    sentences = split("Word word word. " * 200)
    assert all(piece.endswith("word.") for piece in sentences)
    words = split("word " * 600)
    assert [set(piece.split()) for piece in words] == [{"word"}, {"word"}]


def test_a_cut_leaves_no_stub() -> None:
    pieces = split("Title\n\n" + "word " * 600)
    assert units(pieces[0]) > 1900


def test_a_closing_quotation_mark_stays_with_its_sentence() -> None:
    assert split("“" + "a" * 1500 + ".” “Next " + "b" * 600)[0].endswith("a.”")
    assert split("「" + "龍" * 1500 + "。」「" + "龍" * 600)[0].endswith("。」")


def test_one_endless_word() -> None:
    pieces = split("a" * 5000)
    assert "".join(pieces) == "a" * 5000
    assert len(pieces) == 3
    assert_sendable(pieces)


@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("Дверь открывается, и никого нет. ", "."),
        ("الباب مفتوح. هل من أحد هنا؟ ", "؟"),
        ("门开了。没有人在那里。", "。"),
        ("ドアが開いた！誰もいない。", "。"),
    ],
)
def test_every_script_is_cut_at_sentences(sentence: str, end: str) -> None:
    pieces = split(sentence * 300)
    assert len(pieces) > 1
    assert_sendable(pieces)
    assert all(piece.endswith((end, "！", ".")) for piece in pieces)
    assert graphemes("".join(pieces)) == graphemes(sentence * 300)


# What is never cut


@pytest.mark.parametrize("grapheme", [FAMILY, FLAG, ACCENT, "👍🏽", "한", "की", "❤️", "\r\n.", " \u0301"])
@pytest.mark.parametrize("shift", range(12))
def test_a_grapheme_is_never_cut(grapheme: str, shift: int) -> None:
    text = "." * shift + grapheme * 1200
    pieces = split(text)
    assert_sendable(pieces)
    assert [g for piece in pieces for g in graphemes(piece)] == graphemes(text)


def test_a_grapheme_over_the_limit_is_sent_in_parts() -> None:
    zalgo = "Z" + "\u0301" * 4500
    pieces = split(zalgo)
    assert pieces[0].startswith("Z")
    assert_sendable(pieces)


WHOLES = [
    "<@123456789012345678>",
    "<@!123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "<:lantern:123456789012345678>",
    "<a:lantern:123456789012345678>",
    "<t:1700000000:R>",
    "</card add:123456789012345678>",
    "https://example.org/a/very/long/path?with=query",
    "[a link with words](https://example.org/path)",
]


@pytest.mark.parametrize("whole", WHOLES)
@pytest.mark.parametrize("filler", ["a", "word ", "龍"])
def test_a_mention_or_a_link_is_never_cut(whole: str, filler: str) -> None:
    for before in range(1990 - len(whole), 2001, 7):
        text = (filler * 2000)[:before] + whole + filler * 200
        pieces = split(text)
        assert_sendable(pieces)
        assert sum(piece.count(whole) for piece in pieces) == 1


def test_a_long_link_moves_to_the_next_piece() -> None:
    link = "https://example.org/" + "a" * 1900
    before = "See " * 50 + "there:"
    assert split(f"{before} {link} there") == [before, f"{link} there"]


def test_a_link_over_the_limit_is_cut() -> None:
    link = "https://example.org/" + "a" * 4000
    pieces = split(f"See {link}")
    assert_sendable(pieces)
    assert "".join("".join(pieces).split()) == f"See{link}"


# Code


def test_a_code_block_is_closed_and_opened_again() -> None:
    code = "\n".join(f"    line({number})" for number in range(300))
    pieces = split(f"Look:\n```py\n{code}\n```\nDone.")
    assert_sendable(pieces)
    assert len(pieces) == 3
    assert pieces[0].startswith("Look:\n```py\n")
    assert pieces[-1].endswith("```\nDone.")
    assert all(piece.count("```") == 2 for piece in pieces)
    assert all(piece.startswith("```py\n    line(") for piece in pieces[1:])
    lines = [line for piece in pieces for line in piece.splitlines() if "line(" in line]
    assert "\n".join(lines) == code


def test_the_last_piece_of_an_open_block_is_closed_too() -> None:
    pieces = split("```\n" + "a b\n" * 1000)
    assert_sendable(pieces)
    assert all(piece.startswith("```\n") and piece.endswith("\n```") for piece in pieces)


def test_no_empty_block_is_left_at_a_cut() -> None:
    before = "a" * 1000 + "\n\n" + "b" * 985
    assert split(f"{before}\n```py\n{'code ' * 300}```")[0].count("```") != 1
    for size in range(1960, 2001):
        for text in (
            "a" * size + "\n```py\ncode\n```\nend",
            "```py\n" + "a " * (size // 2 - 6) + "\n```\nend " * 9,
        ):
            pieces = split(text)
            assert_sendable(pieces)
            assert all(not regex.search(r"```\w*\n*```", piece) for piece in pieces)
            assert all(piece.count("```") % 2 == 0 for piece in pieces)


def test_a_block_on_one_line_is_no_open_block() -> None:
    assert not any("```" in piece for piece in split("```code``` " + "word " * 600)[1:])


def test_an_endless_language_is_no_language() -> None:
    pieces = split("```" + "a" * 5000 + "\ncode")
    assert_sendable(pieces)
    assert without_fences("".join(pieces)).count("a") == 5000


PARTS = st.sampled_from(
    [
        *WHOLES,
        *(
            FAMILY,
            FLAG,
            ACCENT,
            "\n",
            "\n\n",
            " ",
            "  ",
            ". ",
            "。",
            "؟ ",
            "\u200b",
            "\u0301",
            "\r\n",
            "\u00a0",
        ),
        *("word", "слово", "كلمة", "龍", "”", "[", "](", "https://", "<", "<@", "*"),
    ]
)


@given(st.lists(PARTS, max_size=150).map("".join), st.integers(100, 300))
@example("https://" * 60, 100)
@example(" \u0301" * 200, 100)
def test_nothing_is_lost_but_white_space(text: str, limit: int) -> None:
    pieces = split(text, limit)
    assert_sendable(pieces, limit)
    assert [g for piece in pieces for g in graphemes(piece)] == graphemes(text)


@given(st.text(max_size=600), st.integers(100, 200))
def test_any_text(text: str, limit: int) -> None:
    pieces = split(text, limit)
    assert_sendable(pieces, limit)
    if "```" not in text:
        assert "".join(graphemes("".join(pieces))) == "".join(graphemes(text))


FENCED = st.sampled_from(
    [
        "```",
        "\n```\n",
        "```py\n",
        " word ",
        " . ",
        "<@123>",
        FAMILY,
        FLAG,
        " слово ",
        "\n",
        "\n\n",
        " ",
        "\u200b",
    ]
)


@given(st.lists(FENCED, max_size=150).map("".join))
def test_fences_are_paired_wherever_the_cuts_are(text: str) -> None:
    pieces = split(text, 120)
    assert_sendable(pieces, 120)
    assert all(len(regex.findall("```", piece)) % 2 == 0 for piece in pieces[:-1])
    joined = graphemes(without_fences("\n".join(pieces)))
    assert "".join(joined) == "".join(graphemes(without_fences(text)))

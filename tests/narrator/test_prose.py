from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bot.narrator import finish
from bot.story.words import visible


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " \n\t",
            "\u200b",
            "\u200d\u200c",
            "\ufe0f",
            "\u2800\u2800",
            "\u3164",
            "\u115f\u1160",
            "\uffa0",
        ),
        *("\x00\x1b", "\u202e", "\u00ad", "\u0301", "\U000e0041", "\u00a0\u3000", "\u2028", "\ue000"),
    ],
)
def test_invisible(text: str) -> None:
    assert not visible(text)
    assert finish(text) == ""


@pytest.mark.parametrize("text", ["a", "й", "م", "门", "…", "👍", "👩‍👩‍👧", "❤️", "*", "5", "한"])
def test_visible(text: str) -> None:
    assert visible(text)
    assert visible(f"\u200b{text}\n")
    assert finish(f"\u200b {text}\u2060\n") == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The door opens. It is dark and", "The door opens."),
        ("It is dark. You hear", "It is dark."),
        ("A door! A stair? A", "A door! A stair?"),
        ("You wait… Then a", "You wait…"),
        ("You wait... Then a", "You wait..."),
        ('"Come in." The voice', '"Come in."'),
        ("“Come in.” The voice", "“Come in.”"),
        ("(It is cold.) The", "(It is cold.)"),
        ("*It is cold.* The", "*It is cold.*"),
        ("You meet Mr. Halvard and", "You meet Mr. Halvard and"),
        ("It costs 3.50 in", "It costs 3.50 in"),
        ("Ends here.", "Ends here."),
        ("no sentence end", "no sentence end"),
        ("Дверь открыта. Темно и", "Дверь открыта."),
        ("Она шепчет: «Иди!» И", "Она шепчет: «Иди!»"),
        ("انفتح الباب. هل تسمع؟ ثم", "انفتح الباب. هل تسمع؟"),
        ("دروازہ کھلا۔ پھر", "دروازہ کھلا۔"),
        ("門が開く。暗い。そして", "門が開く。暗い。"),
        ("「入れ。」声が", "「入れ。」"),
    ],
)
def test_a_cut_answer_ends_with_a_sentence(text: str, expected: str) -> None:
    assert finish(text, cut=True) == expected
    assert finish(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Narrator: The door opens.", "The door opens."),
        ("**Narrator:** The door opens.", "The door opens."),
        ("assistant:\nThe door opens.", "The door opens."),
        ("Рассказчик: Дверь открыта.", "Дверь открыта."),
        ("الراوي: انفتح الباب.", "انفتح الباب."),
        ("The narrator: a tall man.", "The narrator: a tall man."),
        ("One.\n\n\n\nTwo.\n \n\t\nThree.", "One.\n\nTwo.\n\nThree."),
        ("One.\r\nTwo.", "One.\nTwo."),
        ("se\u200bcret\x07", "secret"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_tidied(text: str, expected: str) -> None:
    assert finish(text) == expected


@pytest.mark.parametrize(
    ("text", "action", "expected"),
    [
        ("> You open the door.\n\nIt is dark.", "> You open the door.", "It is dark."),
        ("You open the door. It is dark.", "> You open the door.", "It is dark."),
        ("you open the door.", "> You open the door.", ""),
        ("> You open the door\nDark.", "> You open the door", "Dark."),
        ("You open the door and go in.", "> You open the door", "You open the door and go in."),
        ("You open the door.", "", "You open the door."),
        ("> Ты открываешь дверь. Темно.", "> Ты открываешь дверь.", "Темно."),
    ],
)
def test_the_echo_of_the_action(text: str, action: str, expected: str) -> None:
    assert finish(text, action=action) == expected


@given(st.text(), st.booleans())
def test_finishing(text: str, cut: bool) -> None:
    once = finish(text, cut=cut)
    assert once == once.strip()
    assert visible(once) or once == ""
    assert "\n\n\n" not in once


@given(
    st.lists(st.sampled_from(["The end", ".", "!", "؟", "。", " ", "e\u0301", "👩‍👩‍👧", "🇫🇷", "นี้", "\ufe0f"]))
)
def test_a_cut_never_splits_a_grapheme(parts: list[str]) -> None:
    whole = finish("".join(parts))
    short = finish("".join(parts), cut=True)
    assert whole.startswith(short)
    clusters = regex.findall(r"\X", whole)
    ends = {0}
    for cluster in clusters:
        ends.add(max(ends) + len(cluster))
    assert len(short) in ends

"""A context report without what others prefer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discretion import for_viewer

ASH, JUNO, HERE = 1, 2, 5
MINE, THEIRS = "Describe meals.", "Describe meals, and never the weather."


NOTE = {"name": "authors_note", "text": "Be calm. Open question: the telling (romance), Mira (hat)."}


def report(instructions: str) -> dict[str, Any]:
    """A report of a prompt with these instructions, told for Juno."""

    def verdict(record_id: int, player: int, text: str, **more: object) -> dict[str, Any]:
        plain = {"id": record_id, "status": "recalled", "text": text, "kind": "preference", "player": player}
        return plain | {"adventure": HERE, "about": "the telling"} | more

    return {
        "canon": [
            verdict(1, ASH, MINE),
            verdict(2, JUNO, THEIRS),
            verdict(3, JUNO, "Mira is tall.", kind="fact"),
            verdict(4, JUNO, "Mira is old.", kind="fact", adventure=6, status="out_of_scope"),
            verdict(5, JUNO, "Mira is kind.", kind="fact", adventure=6),
            verdict(6, JUNO, "No romance.", status="open_question", about="the telling (romance)"),
        ],
        "required": {
            "limit": 9,
            "elements": [{"name": "instructions", "text": instructions}, NOTE, {"name": "x"}],
        },
        "messages": [
            {"role": "system", "content": f"{instructions}\n\nPlot"},
            {"role": "user", "content": f"Hi [{NOTE['text']}]"},
        ],
    }


WHOLE = f"Be brief.\n\n- {MINE}\n- {THEIRS}"


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (WHOLE, f"Be brief.\n\n- {MINE}\n- …"),
        (WHOLE[:-20], f"Be brief.\n\n- {MINE}\n- …"),
        ("Be brief.", "Be brief."),
    ],
    ids=["whole", "cut off", "left out"],
)
def test_what_others_prefer_is_hidden_wherever_it_stands(told: str, shown: str) -> None:
    before = report(told)
    after = for_viewer(before, ASH, HERE)
    assert [record["id"] for record in after["canon"]] == [1, 3, 5]
    assert after["required"]["elements"][0]["text"] == shown
    assert after["messages"][0]["content"] == f"{shown}\n\nPlot"
    assert after["messages"][1]["content"] == "Hi [Be calm. Open question: …, Mira (hat).]"
    assert "weather" not in str(after)
    assert "romance" not in str(after)
    assert before == report(told)


def test_ones_own_wishes_are_shown() -> None:
    after = for_viewer(report(f"- {THEIRS}"), JUNO, HERE)
    assert after["required"]["elements"][0]["text"] == f"- {THEIRS}"

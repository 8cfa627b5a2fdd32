"""The prepared conversations, and what the player of conversations does with broken ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.commands.eval_corrections import RULES, play_lines, run, to_json
from bot.errors import CasesUnreadable

HERE = Path(__file__).parent
GIVEN = HERE / "corrections.jsonl"
MORE = HERE / "more_corrections.jsonl"


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


async def test_every_conversation_passes_without_a_model() -> None:
    result = await play_lines([*lines(GIVEN), *lines(MORE)])
    assert result.failed == []
    assert dict(result.scores) == dict.fromkeys(result.scores, 100.0)


def test_every_rule_is_played_in_every_language() -> None:
    cases = [json.loads(line) for line in (*lines(GIVEN), *lines(MORE))]
    assert {tuple(case["id"].split("-")[:2]) for case in cases} >= {
        (language, rule) for language in ("en", "ru", "ar") for rule in RULES
    }
    assert len({case["id"] for case in cases}) == len(cases)


def case(name: str, *steps: dict[str, Any], language: str = "en") -> str:
    full = [{"session": 1, "adventure": "a", **step} for step in steps]
    return json.dumps({"id": name, "language": language, "steps": full})


GREEN = {"correct": {"subject": "Mira", "attribute": "eye colour", "value": "green", "scope": "adventure"}}


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("{", 0),
        ("[]", 0),
        ('{"id": "en-replace-x", "language": "en"}', 0),
        (case("en-scope-x", GREEN), 0),
        (case("replace", GREEN), 0),
        (case("en-replace-x", GREEN, language="xx"), 0),
        (case("en-replace-x", {"dance": True}), 1),
        (case("en-replace-x", {"say": "Hello.", "undo": True}), 1),
        (case("en-replace-x", {}), 1),
        (case("en-replace-x", {"say": 5}), 1),
        (case("en-replace-x", {"say": "Hello.", "session": "1"}), 1),
        (case("en-replace-x", {"say": "Hello.", "mood": "good"}), 1),
        (case("en-replace-x", {"undo": True}), 1),
        (case("en-replace-x", {"undo": False}), 1),
        (case("en-replace-x", {"answer": "scene"}), 1),
        (case("en-replace-x", {"edit": {"subject": "Mira", "attribute": "eyes", "value": "red"}}), 1),
        (case("en-replace-x", {"forget": {"subject": "Mira", "attribute": "eyes"}}), 1),
        (case("en-replace-x", {"correct": {"subject": "Mira", "attribute": "eyes", "value": ""}}), 1),
        (case("en-replace-x", {"correct": {"subject": "Mira", "hue": "red"}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"glad": True}}), 1),
        (case("en-replace-x", GREEN | {"expect": []}), 1),
        (case("en-replace-x", GREEN | {"expect": {"saved": {"value": "blue"}}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"saved": {"hue": "green"}}}), 1),
        (case("en-replace-x", {"say": "Hello.", "expect": {"saved": {"value": "green"}}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"nothing_saved": True}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"asked": True}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"context_has": ["green"]}}), 1),
        (case("en-replace-x", GREEN, {"say": "I see Mira.", "expect": {"context_lacks": ["green"]}}), 2),
        (case("en-replace-x", GREEN | {"expect": {"confirmed": ["blue"]}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"listed": [{"wording": "blue", "status": "active"}]}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"listed": [{"wording": "green", "status": "old"}]}}), 1),
        (case("en-replace-x", GREEN | {"expect": {"not_listed": [{"wording": "green"}]}}), 1),
    ],
)
async def test_what_is_not_understood_or_does_not_hold_fails(line: str, step: int) -> None:
    result = await play_lines([line])
    assert result.cases == 1
    assert [failed.step for failed in result.failed] == [step]
    assert result.failed[0].why


def test_json_and_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cases.jsonl"
    wrong = GREEN | {"expect": {"asked": True}}
    file.write_text(f"{case('en-replace-x', GREEN)}\n\n{case('en-answer-x', wrong)}\n", encoding="utf-8")
    assert run(str(file), as_json=True) == 1
    assert json.loads(capsys.readouterr().out) == {
        "cases": 2,
        "passed": 1,
        "scores": {"recall": None, "replacement": 100.0, "separation": None, "uncertainty": 0.0},
        "failed": [{"id": "en-answer-x", "step": 1, "why": "asked: False"}],
    }
    file.write_text(case("en-replace-x", GREEN), encoding="utf-8")
    assert run(str(file), as_json=False) == 0
    assert capsys.readouterr().out.startswith("1 / 1\n")


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CasesUnreadable):
        run(str(tmp_path / "none.jsonl"), as_json=True)


async def test_a_score_without_cases_is_none() -> None:
    assert to_json(await play_lines([]))["scores"]["recall"] is None

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.__main__ import main

CASES = Path(__file__).parents[1] / "context" / "triggers.jsonl"
GOOD = {"id": "en-1", "language": "en", "trigger": "elf", "mode": "forms", "text": "Elves!", "match": True}
WRONG = {**GOOD, "id": "en-2", "match": False, "why": "they are no elves"}


def write(folder: Path, *lines: object) -> str:
    file = folder / "cases.jsonl"
    file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), "utf-8")
    return str(file)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUESTSMITH_LANGUAGE", "en")


def test_all_cases_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "triggers", str(CASES), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"cases": 120, "passed": 120, "failed": []}
    assert main(["eval", "triggers", str(CASES)]) == 0
    assert capsys.readouterr().out == "120 of 120 cases pass.\n"


def test_failures_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, GOOD, "", WRONG)
    assert main(["eval", "triggers", file, "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"cases": 2, "passed": 1, "failed": ["en-2"]}
    assert main(["eval", "triggers", file]) == 1
    output = capsys.readouterr().out
    assert "en-1" not in output
    for part in ("en-2", "'elf'", "'Elves!'", "should not", "they are no elves", "1 of 2"):
        assert part in output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "JSON"),
        ("[]", "JSON"),
        ("[" * 100_000, "JSON"),
        ({**GOOD, "text": None}, "text"),
        ({**GOOD, "match": "yes"}, "match"),
        ({**GOOD, "mode": "guess"}, "mode"),
        ({key: value for key, value in GOOD.items() if key != "trigger"}, "trigger"),
    ],
)
def test_a_broken_line_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: object, said: str
) -> None:
    assert main(["eval", "triggers", write(tmp_path, GOOD, line), "--json"]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.splitlines()) == 1
    assert "line 2" in errors
    assert said in errors


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin").write_bytes("é".encode("latin-1"))
    for name in ("nowhere", "latin", "."):
        assert main(["eval", "triggers", str(tmp_path / name)]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1

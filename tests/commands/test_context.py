from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.commands.context import run
from bot.errors import QuestsmithError

LANTERN = Path(__file__).parents[1] / "context" / "lantern.adventure.json"


def sentence(error: QuestsmithError) -> str:
    return f"{error}\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file whose last action does not fit."""
    adventure: dict[str, Any] = json.loads(LANTERN.read_text(encoding="utf-8"))
    adventure["settings"]["context_tokens"] = 5
    file = tmp_path / "small.json"
    file.write_text(json.dumps(adventure), encoding="utf-8")
    return file


def test_one_line_of_json_per_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(LANTERN), str(LANTERN)], as_json=True, layout="classic", sentence=sentence) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0] == lines[1]
    assert json.loads(lines[0])["total_tokens"] == 106


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(LANTERN)], as_json=False, layout=None, sentence=sentence) == 0
    output = capsys.readouterr().out
    assert "106 / 4096 (o200k_base)" in output
    assert "Halvard's tower" in output


def test_overflow_of_the_only_file(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(small)], as_json=True, layout=None, sentence=sentence) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.splitlines()) == 1
    assert "needed='10'" in errors
    assert "limit='5'" in errors


def test_overflow_and_a_broken_file_among_others(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = str(tmp_path / "missing.json")
    files = [str(small), broken, str(LANTERN)]
    assert run(files, as_json=True, layout=None, sentence=sentence) == 1
    output, errors = capsys.readouterr()
    lines = [json.loads(line) for line in output.splitlines()]
    assert lines[0] == {"error": "context_overflow", "needed": 10, "context_tokens": 5}
    assert lines[1]["total_tokens"] == 106
    assert len(errors.splitlines()) == 1
    assert broken in errors


def test_the_other_layout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(LANTERN)], as_json=True, layout="cached", sentence=sentence) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["layout"] == "cached"
    assert report["total_tokens"] == sum(message["tokens"] for message in report["messages"])

    adventure = json.loads(LANTERN.read_text(encoding="utf-8"))
    adventure["standing"] = report["standing"]
    adventure["actions"] += [{"type": "output", "text": "Dust."}, {"type": "do", "text": "> You sneeze."}]
    file = tmp_path / "next.json"
    file.write_text(json.dumps(adventure), encoding="utf-8")
    assert run([str(file)], as_json=True, layout="cached", sentence=sentence) == 0
    later = json.loads(capsys.readouterr().out)
    assert later["cards"]["items"][0]["status"] == "kept"
    assert later["messages"][: len(report["messages"]) - 1] == report["messages"][:-1]


def test_needs_neither_model_nor_discord_nor_database() -> None:
    script = "import sys, bot.commands.context; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"discord", "openai", "sqlalchemy", "aiosqlite", "xllamacpp", "simcord", "requests"}

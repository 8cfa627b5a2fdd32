from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.commands.eval_recall import run
from bot.errors import RecallFileError, SettingsError

TALK: dict[str, Any] = {
    "language": "en",
    "documents": [
        {"id": "1", "session": 1, "author": "Ann", "date": "3 May", "text": "What did you plant?"},
        {"id": "2", "session": 1, "author": "Bob", "date": "3 May", "text": "Roses, along the fence."},
        {"id": "3", "session": 2, "author": "Ann", "date": "9 June", "text": "My cat ran away. " * 200},
        {"id": "4", "session": 2, "author": "Bob", "date": "9 June", "text": "Oh no!"},
    ],
    "queries": [
        {"text": "Where are the roses?", "relevant": ["2"], "kind": "single-hop"},
        {"text": "What about the cat?", "relevant": ["3", "gone"], "kind": "multi-hop"},
        {"text": "Nobody knows.", "relevant": [], "kind": "open"},
    ],
}


def write(file: Path, *lines: object) -> str:
    file.write_text("".join(json.dumps(line) + "\n\n" for line in lines), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("embedder", ["none", "embedded"])
def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], embedder: str) -> None:
    file = write(tmp_path / "talk.jsonl", TALK)
    assert run(file, embedder=embedder, as_json=True) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert err == ""
    assert list(result) == ["overall", "kinds", "tokens", "ms"]
    assert result["overall"] == {"R@5": 75.0, "R@10": 75.0, "R@25": 75.0, "R@50": 75.0}
    assert result["kinds"] == {
        "multi-hop": dict.fromkeys(result["overall"], 50.0),
        "single-hop": dict.fromkeys(result["overall"], 100.0),
    }
    # The cat's text is 1,000 tokens and two: only the largest budget holds it.
    assert result["tokens"] == {"500": 50.0, "1000": 50.0, "2000": 75.0}
    assert result["ms"]["p95"] >= result["ms"]["p50"] >= result["ms"]["ranking_p50"] >= 0


def test_the_order_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = [{"id": str(place), "text": f"gold {place}"} for place in range(20)]
    documents.append({"id": "ring", "text": "gold ring"})
    queries = [{"text": "the gold ring", "relevant": ["ring"]}, {"text": "the gold", "relevant": ["9"]}]
    run(write(tmp_path / "f", {"documents": documents, "queries": queries}), embedder="none", as_json=True)
    assert json.loads(capsys.readouterr().out)["overall"] == {
        "R@5": 50.0,
        "R@10": 100.0,
        "R@25": 100.0,
        "R@50": 100.0,
    }


def test_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(write(tmp_path / "talk.jsonl", TALK), embedder="none", as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["overall", "75.0", "75.0", "75.0", "75.0"]
    assert "1000 tokens" in lines[5]


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        ("{", ":1", ""),
        ('\n{"documents": [{"id": "1"}], "queries": []}', ":2", "documents.0.text"),
        ('{"documents": [], "queries": []}', ":1", "documents"),
        ("", "", "no queries"),
    ],
)
def test_a_broken_file(tmp_path: Path, content: str, place: str, reason: str) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(RecallFileError) as error:
        run(str(file), embedder="none", as_json=True)
    assert error.value.values["file"] == f"{file}{place}"
    assert reason in str(error.value.values["reason"])


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(RecallFileError):
        run(str(tmp_path / "none"), embedder="none", as_json=True)


def test_an_embedder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        run(write(tmp_path / "talk.jsonl", TALK), embedder="clever", as_json=True)

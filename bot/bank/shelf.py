"""One adventure's memories and facts, ready to be ranked.

The story's raw text stands in for a memory that is not written yet, with what stands around it as
lighter fields. Stored memories have none: each tells enough by itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.bank.embed import Vectors
from bot.bank.rank import Document, Index, Meaning
from bot.canon.outdated import NO_CORRECTIONS, Corrections
from bot.canon.recall import AGE
from bot.story import Memory
from bot.story.memories import BankMemory, MemoryStatus

_TOLERANCE = 1e-2
"""How much the length of a stored vector may differ from one."""


class Ranking(NamedTuple):
    """What is on the shelf, and what it is worth now."""

    memories: tuple[Memory, ...]
    """Facts first. The same object as before when nothing has come, gone or changed."""
    relevance: Sequence[float]
    outdated: frozenset[str]
    """The ids of what tells something that a correction has replaced."""


class Shelf:
    """Any thread may call; a call waits while another one works, so the event loop calls in a thread."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._lock = Lock()
        self._index = Index(language)
        self._texts: dict[str, str] = {}
        """What is in the index, by key."""
        self._bare: dict[str, None] = {}
        """Keys of what has no vector yet, in the order in which they came."""
        self._bank: dict[int, Memory] = {}
        self._facts: tuple[tuple[str, str], ...] = ()
        self._fact_vectors: dict[str, Vectors] = {}
        """By text: nobody stores them, and a fact comes back when the story does."""
        self._all: tuple[Memory, ...] | None = ()
        """Facts and memories; None when it has to be put together again, with what is known of it."""
        self._keys: tuple[str, ...] = ()
        self._pinned: list[int] = []
        self._eligible: tuple[frozenset[str], NDArray[np.intp], tuple[str, ...]] | None = None
        """What is left out, and the places and keys of the rest."""
        self._last = -1
        """Index of the last action that any memory covers."""
        self._corrections = NO_CORRECTIONS
        self._unjudged: set[str] = set()
        self._outdated: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def is_bare(self) -> bool:
        """Whether a document has no vector; never waits."""
        return bool(self._bare)

    def memories(self) -> tuple[Memory, ...]:
        """The memories of the bank, oldest first."""
        with self._lock:
            return self._in_order()

    def unread(self, memories: Iterable[BankMemory]) -> list[BankMemory]:
        """Those of whose stretch the raw text is needed."""
        with self._lock:
            return [found for found in memories if _waits(found) and found.key not in self._texts]

    def put(self, memories: Iterable[BankMemory], gone: Iterable[int], raw: Mapping[int, Document]) -> None:
        """Take in what is new or changed; ``raw`` are the stretches of those that wait, by their ids."""
        with self._lock:
            self._all = None
            for memory_id in gone:
                self._drop(memory_id)
            for memory in memories:
                if memory.status is MemoryStatus.STORED:
                    self._put(memory, Document(memory.key, memory.text))
                elif not _waits(memory):
                    self._drop(memory.id)
                elif memory.id in raw:
                    self._put(memory, raw[memory.id])
                else:  # its stretch is here already
                    self._bank[memory.id] = replace(self._bank[memory.id], pinned=memory.pinned)

    def bare(self, count: int | None = None) -> dict[str, str]:
        """The texts of so many documents that have no vector, by key; by default of all."""
        with self._lock:
            return {key: self._texts[key] for key in list(self._bare)[:count]}

    def give(self, vectors: Mapping[str, tuple[str, Vectors]]) -> None:
        """Vectors by key, each with the text that it was made of; a text that has changed gets none."""
        with self._lock:
            for key, (text, vector) in vectors.items():
                if self._texts.get(key) == text:
                    self._index.set_vector(key, vector)
                    self._bare.pop(key, None)
                    if (key, text) in self._facts:
                        self._fact_vectors[text] = vector

    def give_stored(self, stored: Mapping[int, bytes], dimension: int) -> None:
        """Vectors as the store has them, by the memory's id; a broken one counts as none."""
        with self._lock:
            for memory_id, packed in stored.items():
                key = self._bank[memory_id].id if memory_id in self._bank else ""
                vector = _unpacked(packed, dimension)
                if key in self._bare and vector is not None:
                    self._index.set_vector(key, vector)
                    del self._bare[key]

    def rank(
        self,
        query: str,
        meaning: Meaning | None,
        facts: tuple[Memory, ...],
        corrections: Corrections,
        end: int,
    ) -> Ranking:
        """Everything's relevance to the query, in a story of ``end`` actions.

        Some milliseconds with ten thousand memories; more after a correction, when all are looked through.

        What is out of date or lies behind the end is not ranked; it is worth 0. A fact keeps the
        relevance that it has by itself; among equally recent ones the query decides. A pinned memory
        is as relevant as can be.
        """
        with self._lock:
            self._set_facts(facts)
            self._judge(corrections)
            memories = self._everything()
            relevance = self._relevance(query, meaning, end)
            for place, fact in enumerate(facts):
                own = fact.relevance
                relevance[place] = own - AGE * (1 - relevance[place]) if own > 0 else own
            relevance[self._pinned] = 1.0
            return Ranking(memories, array("d", relevance.tobytes()), self._outdated)

    def _relevance(self, query: str, meaning: Meaning | None, end: int) -> NDArray[np.float64]:
        out = self._outdated
        if self._last >= end:
            out |= {told.id for told in self._bank.values() if told.actions and told.actions[1] >= end}
        if not out:
            return self._index.relevance(query, self._keys, meaning=meaning)
        if self._eligible is None or self._eligible[0] != out:
            places = [place for place, key in enumerate(self._keys) if key not in out]
            self._eligible = (
                out,
                np.array(places, dtype=np.intp),
                tuple(self._keys[place] for place in places),
            )
        _, among, keys = self._eligible
        relevance = np.zeros(len(self._keys))
        relevance[among] = self._index.relevance(query, keys, meaning=meaning)
        return relevance

    def _judge(self, corrections: Corrections) -> None:
        if corrections != self._corrections:
            self._corrections = corrections
            self._outdated = frozenset()
            self._unjudged = {memory.id for memory in self._bank.values()}
        if self._unjudged:
            found = {key for key in self._unjudged if corrections.outdated(self._texts[key])}
            self._outdated |= found
            self._unjudged = set()

    def _set_facts(self, facts: tuple[Memory, ...]) -> None:
        now = tuple((fact.id, fact.text) for fact in facts)
        if now == self._facts:
            return
        self._all = None
        for key, _ in set(self._facts) - set(now):
            self._remove(key)
        self._facts = now
        for key, text in now:
            if self._texts.get(key) != text:
                self._add(Document(key, text))
                if text in self._fact_vectors:
                    self._index.set_vector(key, self._fact_vectors[text])
                    del self._bare[key]

    def _everything(self) -> tuple[Memory, ...]:
        if self._all is None:
            told = self._in_order()
            self._all = (*(Memory(key, text) for key, text in self._facts), *told)
            self._keys = tuple(memory.id for memory in self._all)
            self._eligible = None
            self._pinned = [place for place, memory in enumerate(self._all) if memory.pinned]
            self._last = max((memory.actions[1] for memory in told if memory.actions), default=-1)
        return self._all

    def _in_order(self) -> tuple[Memory, ...]:
        return tuple(self._bank[memory_id] for memory_id in sorted(self._bank))

    def _put(self, memory: BankMemory, document: Document) -> None:
        known = self._bank.get(memory.id)
        if known is not None and known.id != memory.key:
            self._drop(memory.id)
        if self._texts.get(memory.key) != document.text:
            self._add(document)
            self._unjudged.add(memory.key)
        self._bank[memory.id] = Memory(
            memory.key,
            document.text,
            (memory.first, memory.last) if memory.first is not None and memory.last is not None else None,
            pinned=memory.pinned,
            author=memory.player_name,
            raw=_waits(memory),
        )

    def _drop(self, memory_id: int) -> None:
        memory = self._bank.pop(memory_id, None)
        if memory is not None:
            self._remove(memory.id)

    def _add(self, document: Document) -> None:
        self._remove(document.id)
        self._index.add(document)
        self._texts[document.id] = document.text
        self._bare[document.id] = None

    def _remove(self, key: str) -> None:
        self._index.remove(key)
        self._texts.pop(key, None)
        self._bare.pop(key, None)
        self._unjudged.discard(key)
        self._outdated -= {key}


def _waits(memory: BankMemory) -> bool:
    return memory.status is MemoryStatus.WAITING


def _unpacked(packed: bytes, dimension: int) -> Vectors | None:
    """A vector as it is stored; None when that is broken."""
    if len(packed) != 4 * dimension:
        return None
    vector: Vectors = np.frombuffer(packed, dtype="<f4").astype(np.float32)
    length = float(np.linalg.norm(vector))
    return vector if abs(length - 1) < _TOLERANCE else None  # what is not finite is not near one either

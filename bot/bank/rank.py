"""Ranking documents by their relevance to the most recent action (context.md, section 3).

A document is a memory, a record of the canon or a stretch of the raw story. Its relevance comes
from two measures that are added on fixed scales, so that the same number means the same in every
adventure and for every query:

* the words that it shares with the query: BM25 with fields, in which the neighbouring text counts
  for less than the document's own, and with a share for the group (a scene, a session) that the
  document belongs to; divided by what the query could give at most, see ``_lexical``;
* the cosine of the two embeddings, as the number of standard deviations by which it is above that
  of unrelated texts (``Scale``).

Only what is eligible is looked at: what is not changes nothing about the others' relevance.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.bank.embed import Scale, Vectors
from bot.bank.terms import Term, asked_for, terms_of

BEFORE = (0.7, 0.35)
"""What a word counts for in the text before the document, and in the one before that; beside 1 in its own."""
AFTER = (0.35,)
"""The same for the text after it, which often says what the document was about."""
GROUP = 0.4
"""What the group counts for beside the document."""
K1, B = 1.2, 0.75
"""BM25's usual constants: how soon a repeated word stops to count, how much long texts are discounted."""
MEANING = 0.1
"""What one standard deviation of the cosine counts for beside the shared words."""

MIDDLE, WIDTH = 0.75, 0.15
"""The logistic curve from a score to a relevance: at ``MIDDLE`` it is one half.

Set by hand on the texts of ``tests/bank/calibration.jsonl``: three languages, short actions and whole
answers of the narrator. By words alone unrelated memories score up to 0.42 there and related ones from
0.59; with the embedded model up to 0.52 and from 0.72. The default threshold of 0.2 lies at 0.54. With
the model, a memory that shares one rare word and the surroundings with the action scores up to 0.74
and passes; by words alone it does not.
"""

_ROW = np.dtype([("length", float), ("own", float), ("group", np.intp), ("embedded", bool)])
"""Of a document: its words over all fields, weighted; those of its own text; its group, -1 for none."""

_Slots = NDArray[np.intp]
_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Document:
    """Something that can be recalled."""

    id: str
    text: str
    before: tuple[str, ...] = ()
    """Where it is a piece of a longer text: what stands before it, the nearest first; two count."""
    after: tuple[str, ...] = ()
    """What stands after it; one counts."""
    group: str | None = None
    """The scene or session that it belongs to."""


class Meaning(NamedTuple):
    """The embedding of a query, of length one, and the scale of the embedder that made it."""

    vector: Vectors
    scale: Scale


class Ranked(NamedTuple):
    """A document's relevance to a query, 0 to 1. The order of relevance is the order of rank."""

    id: str
    relevance: float


def blend(own: Vectors, before: Sequence[Vectors] = (), after: Sequence[Vectors] = ()) -> Vectors:
    """The vector of a document that has neighbours, from the vectors of all the texts."""
    mixed: Vectors = sum(
        (np.float32(weight) * vector for weight, vector in _fields(own, before, after)), 0 * own
    )
    return mixed / np.float32(max(float(np.linalg.norm(mixed)), 1e-9))


class Index:
    """The documents of one adventure. Not safe for use by two threads at a time."""

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._slots: dict[str, int] = {}
        """By id, in the order in which they were added."""
        self._free: list[int] = []
        """Slots of removed documents, to be used again."""
        self._keys: list[tuple[str, ...]] = []
        """By slot: the keys of the document's terms."""
        self._ids: list[str] = []
        self._postings: defaultdict[str, _Postings] = defaultdict(_Postings)
        self._groups: dict[str, int] = {}
        self._table = np.zeros(0, dtype=_ROW)
        self._vectors: Vectors = np.zeros((0, 0), dtype=np.float32)
        self._asked: tuple[tuple[str, ...] | None, _Slots] | None = None
        """What was eligible the last time, and the slots of that; None after a change."""

    def __len__(self) -> int:
        return len(self._slots)

    def add(self, document: Document, vector: Vectors | None = None) -> None:
        """Add a document, or replace the one of that id.

        ``vector`` has length one; without it only words are compared. Raises ValueError when it has
        not as many numbers as those before.
        """
        self.remove(document.id)
        slot = self._free.pop() if self._free else self._new_slot()
        own_length, length = 0, 0.0
        counts: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for place, (weight, text) in enumerate(_fields(document.text, document.before, document.after)):
            terms = terms_of(text, self._language)
            length += weight * len(terms)
            if place == 0:
                own_length = len(terms)
            for key in (key for term in terms for key in term):
                counts[key][0] += weight
                counts[key][1] += place == 0
        for key, (weighted, own) in counts.items():
            self._postings[key].add(slot, weighted, own)
        self._keys[slot] = tuple(counts)
        group = -1 if document.group is None else self._groups.setdefault(document.group, len(self._groups))
        self._table[slot] = (length, own_length, group, vector is not None)
        if vector is not None:
            self._set_vector(slot, vector)
        self._slots[document.id] = slot
        self._ids[slot] = document.id
        self._asked = None

    def set_vector(self, document_id: str, vector: Vectors) -> None:
        """Give a document its vector, or another one. Raises KeyError, and ValueError like ``add``."""
        slot = self._slots[document_id]
        self._set_vector(slot, vector)
        self._table["embedded"][slot] = True

    def remove(self, document_id: str) -> None:
        """Forget a document; nothing happens when there is none of that id."""
        slot = self._slots.pop(document_id, None)
        if slot is None:
            return
        for key in self._keys[slot]:
            self._postings[key].remove(slot)
            if not self._postings[key].rows:
                del self._postings[key]
        self._free.append(slot)
        self._asked = None

    def relevance(
        self, query: str, eligible: Sequence[str] | None = None, *, meaning: Meaning | None = None
    ) -> NDArray[np.float64]:
        """The relevance of each eligible document (default: all), in the order in which they are given.

        Raises KeyError for an id that is not in the index.
        """
        slots = self._slots_of(eligible)
        return _relevance(self._scores(query, slots, meaning))

    def rank(
        self,
        query: str,
        eligible: Sequence[str] | None = None,
        *,
        meaning: Meaning | None = None,
        limit: int | None = None,
    ) -> list[Ranked]:
        """The eligible documents (default: all), the most relevant first, at most ``limit`` of them.

        Equally relevant ones keep the order of ``eligible``. Raises KeyError for an id that is not
        in the index.
        """
        slots = self._slots_of(eligible)
        scores = self._scores(query, slots, meaning)
        best = np.argsort(-scores, kind="stable")[:limit]
        return [
            Ranked(self._ids[slot], value)
            for slot, value in zip(slots[best].tolist(), _relevance(scores[best]).tolist(), strict=True)
        ]

    def _slots_of(self, eligible: Sequence[str] | None) -> _Slots:
        # Ten thousand ids are not looked up again for every query.
        if self._asked is not None and self._asked[0] is eligible:
            return self._asked[1]
        if eligible is None:
            slots = np.fromiter(self._slots.values(), dtype=np.intp)
        else:
            slots = np.fromiter(map(self._slots.__getitem__, dict.fromkeys(eligible)), dtype=np.intp)
        if eligible is None or isinstance(eligible, tuple):
            self._asked = eligible, slots
        return slots

    def _scores(self, query: str, slots: _Slots, meaning: Meaning | None) -> _Floats:
        if not len(slots):
            return np.zeros(0)
        scores = self._shared_words(asked_for(query, self._language), slots)
        if meaning is not None:
            scores += MEANING * self._closeness(meaning, slots)
        return scores

    def _shared_words(self, terms: Mapping[Term, float], slots: _Slots) -> _Floats:
        """What the documents share with the query, 0 to about 2.

        BM25 is measured in the weight of a word that occurs in one document only, and divided by the
        square root of what the query holds of it: a long query shares some words with every text.
        """
        asked = _Asked(self._table, slots, whole=len(slots) == len(self._slots))
        for term, weight in terms.items():
            asked.count([found for key in term if (found := self._postings.get(key))], weight)
        return asked.scores(slots)

    def _closeness(self, meaning: Meaning, slots: _Slots) -> _Floats:
        """How many standard deviations a document is closer than an unrelated one; 0 without a vector."""
        if not self._vectors.shape[1]:
            return np.zeros(len(slots))
        # Not with BLAS: its threads would wait for each other on a busy machine.
        cosines = np.einsum("ij,j->i", self._vectors[: len(self._keys)], meaning.vector)
        known = self._table["embedded"][slots]
        closeness: _Floats = np.where(
            known, (cosines[slots] - meaning.scale.mean) / meaning.scale.spread, 0.0
        )
        return closeness

    def _new_slot(self) -> int:
        slot = len(self._keys)
        self._keys.append(())
        self._ids.append("")
        if slot == len(self._table):
            room = max(64, 2 * slot)
            self._table = np.resize(self._table, room)
            self._grow_vectors()
        return slot

    def _set_vector(self, slot: int, vector: Vectors) -> None:
        if not self._vectors.shape[1]:
            self._vectors = np.zeros((len(self._table), len(vector)), dtype=np.float32)
        self._vectors[slot] = vector

    def _grow_vectors(self) -> None:
        grown: Vectors = np.zeros((len(self._table), self._vectors.shape[1]), dtype=np.float32)
        grown[: len(self._vectors)] = self._vectors
        self._vectors = grown


_Field = TypeVar("_Field")


def _fields(own: _Field, before: Sequence[_Field], after: Sequence[_Field]) -> Iterator[tuple[float, _Field]]:
    """What counts of a document, with its weight; the document itself comes first."""
    yield 1.0, own
    yield from zip(BEFORE, before, strict=False)
    yield from zip(AFTER, after, strict=False)


class _Postings:
    """The documents in which a key occurs."""

    def __init__(self) -> None:
        self.rows: dict[int, tuple[float, float]] = {}
        """By slot: its count over all fields, weighted, and its count in the document's own text."""
        self._arrays: tuple[_Slots, _Floats] | None = None

    def add(self, slot: int, weighted: float, own: float) -> None:
        self.rows[slot] = (weighted, own)
        self._arrays = None

    def remove(self, slot: int) -> None:
        del self.rows[slot]
        self._arrays = None

    def arrays(self) -> tuple[_Slots, _Floats]:
        """The slots, and two rows of counts; made anew only after a change."""
        if self._arrays is None:
            slots = np.fromiter(self.rows, dtype=np.intp, count=len(self.rows))
            self._arrays = slots, np.array(list(self.rows.values())).T
        return self._arrays


class _Asked:
    """The score of one query, term by term."""

    def __init__(self, table: NDArray[np.void], slots: _Slots, *, whole: bool) -> None:
        """``whole``: the slots are all of the index, so that nothing has to be left out."""
        self._eligible: NDArray[np.bool_] | None = None
        if not whole:
            self._eligible = np.zeros(len(table), dtype=bool)
            self._eligible[slots] = True
        self._count = len(slots)
        lengths = table["length"]
        self._norms = _norms(lengths, lengths[slots])
        self._group = table["group"]
        grouped = slots[self._group[slots] >= 0]
        numbers = int(self._group[grouped].max(initial=-1)) + 1
        group_lengths = _sums(self._group[grouped], table["own"][grouped], numbers)
        self._group_norms = _norms(group_lengths, group_lengths[group_lengths > 0])
        self._own = np.zeros(len(table))
        self._shared = np.zeros(numbers)
        self._weight = 0.0

    def count(self, postings: Sequence[_Postings], weight: float) -> None:
        """Add what a term gives; it stands where any of its keys stands."""
        slots, counts = _union(postings)
        if self._eligible is not None:
            among = self._eligible[slots]
            slots, counts = slots[among], counts[:, among]
        weighted, own = counts
        weight *= self._rarity(int(np.count_nonzero(own)))
        self._weight += weight
        self._own[slots] += weight * _saturated(weighted, self._norms[slots])
        if not len(self._shared):
            return
        group = self._group[slots]
        grouped = group >= 0
        in_group = _sums(group[grouped], own[grouped], len(self._shared))
        self._shared += weight * _saturated(in_group, self._group_norms)

    def scores(self, slots: _Slots) -> _Floats:
        """Of the documents in these slots; one without a group counts as its own."""
        weight = math.sqrt(max(self._weight, 1.0))
        own = self._own[slots]
        if not len(self._shared):
            return own / weight
        group = self._group[slots]
        shared = np.append(self._shared, 0.0)[group]
        score: _Floats = own + GROUP * np.where(group >= 0, shared, own)
        return score / ((1 + GROUP) * weight)

    def _rarity(self, documents: int) -> float:
        """The weight of a term, 1 when it is in one document only."""
        return _information(self._count, max(documents, 1)) / _information(self._count, 1)


def _relevance(scores: _Floats) -> _Floats:
    curve: _Floats = 1 / (1 + np.exp((MIDDLE - scores) / WIDTH))
    return curve


def _information(count: int, documents: int) -> float:
    return math.log1p((count - documents + 0.5) / (documents + 0.5))


def _sums(groups: _Slots, values: _Floats, count: int) -> _Floats:
    sums: _Floats = np.bincount(groups, values, count).astype(np.float64)
    return sums


def _norms(lengths: _Floats, among: _Floats) -> _Floats:
    """What BM25 adds to a count, by how long a text is among others."""
    mean = float(among.sum()) / max(len(among), 1)
    return K1 * (1 - B + B * lengths / max(mean, 1.0))


def _saturated(counts: _Floats, norms: _Floats) -> _Floats:
    return counts * (K1 + 1) / (counts + norms)


def _union(postings: Sequence[_Postings]) -> tuple[_Slots, _Floats]:
    """The documents that hold one of the keys, with the count of the key that they hold most often."""
    if len(postings) == 1:
        return postings[0].arrays()
    parts = [each.arrays() for each in postings]
    if not parts:
        return np.zeros(0, dtype=np.intp), np.zeros((2, 0))
    slots, places = np.unique(np.concatenate([part[0] for part in parts]), return_inverse=True)
    counts = np.zeros((2, len(slots)))
    for row, held in zip(counts, np.concatenate([part[1] for part in parts], axis=1), strict=True):
        np.maximum.at(row, places, held)
    return slots, counts

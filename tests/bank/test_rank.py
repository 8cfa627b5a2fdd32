from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bank import Document, Index, Meaning, Ranked, Scale, Vectors, blend

SCALE = Scale(mean=0.1, spread=0.1)

WORDS = ("amber", "bridge", "candle", "dragon", "ember", "forest", "goblet", "harbour")
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
vectors = st.none() | st.integers(0, 7)


@st.composite
def documents(draw: st.DrawFn) -> list[tuple[Document, int | None]]:
    count = draw(st.integers(1, 8))
    return [
        (
            Document(
                f"d{place}",
                draw(texts),
                before=tuple(draw(st.lists(texts, max_size=3))),
                after=tuple(draw(st.lists(texts, max_size=2))),
                group=draw(st.sampled_from([None, "one", "two"])),
            ),
            draw(vectors),
        )
        for place in range(count)
    ]


def unit(place: int | None) -> Vectors | None:
    return None if place is None else np.eye(8, dtype=np.float32)[place]


def index_of(found: list[tuple[Document, int | None]]) -> Index:
    index = Index()
    for document, place in found:
        index.add(document, unit(place))
    return index


def meaning_of(place: int | None) -> Meaning | None:
    vector = unit(place)
    return None if vector is None else Meaning(vector, SCALE)


def ids(index: Index, query: str, meaning: Meaning | None = None) -> list[str]:
    return [found.id for found in index.rank(query, meaning=meaning)]


def relevance(index: Index, query: str, document: str, meaning: Meaning | None = None) -> float:
    return next(found.relevance for found in index.rank(query, meaning=meaning) if found.id == document)


def same(left: list[Ranked], right: list[Ranked]) -> None:
    # Sums of the same numbers in another order may differ in the last digit, and with it equal ranks.
    assert {found.id: pytest.approx(found.relevance) for found in left} == dict(right)


@given(documents(), texts, vectors, st.randoms())
def test_what_is_not_eligible_changes_nothing(
    found: list[tuple[Document, int | None]], query: str, place: int | None, random: Random
) -> None:
    eligible = [one for one in found if random.random() < 0.5]
    chosen = [document.id for document, _ in eligible]
    meaning = meaning_of(place)
    same(
        index_of(found).rank(query, chosen, meaning=meaning), index_of(eligible).rank(query, meaning=meaning)
    )


@given(documents(), documents(), texts, vectors)
def test_an_index_that_has_changed_is_like_a_new_one(
    old: list[tuple[Document, int | None]],
    new: list[tuple[Document, int | None]],
    query: str,
    place: int | None,
) -> None:
    index = index_of(old)
    index.rank(query)  # what it keeps between queries must not grow old
    for document, vector in new[::2]:
        index.add(document, unit(vector))
    for document, _ in old:
        index.remove(document.id)
    for document, vector in new:
        index.add(document, unit(vector))
    order = [document.id for document, _ in new]
    meaning = meaning_of(place)
    assert len(index) == len(new)
    same(index.rank(query, order, meaning=meaning), index_of(new).rank(query, order, meaning=meaning))


def test_rare_words_count_more_than_frequent_ones() -> None:
    index = Index()
    for place in range(6):
        index.add(Document(f"often{place}", f"bridge number {place}"))
    index.add(Document("rare", "a goblet"))
    assert ids(index, "the bridge and the goblet")[0] == "rare"


def test_the_text_before_counts_for_less_than_the_own_and_more_than_the_one_before_it_and_after() -> None:
    index = Index()
    index.add(Document("none", "nothing"))
    index.add(Document("second", "something", before=("a forest", "a dragon")))
    index.add(Document("nearest", "something", before=("a dragon", "a forest")))
    index.add(Document("own", "a dragon", before=("something", "a forest")))
    index.add(Document("third", "something", before=("a forest", "a candle", "a dragon")))
    assert ids(index, "dragon")[:3] == ["own", "nearest", "second"]
    assert relevance(index, "dragon", "third") == relevance(index, "dragon", "none")


def test_the_text_after_counts() -> None:
    index = Index()
    index.add(Document("none", "something", after=("a forest", "a dragon")))
    index.add(Document("after", "something", after=("a dragon",)))
    assert ids(index, "dragon") == ["after", "none"]


def test_a_document_gains_from_its_group() -> None:
    index = Index()
    index.add(Document("elsewhere", "a candle", group="one"))
    index.add(Document("there", "a candle", group="two"))
    index.add(Document("dragon", "the dragon", group="two"))
    assert ids(index, "dragon") == ["dragon", "there", "elsewhere"]


def test_meaning_decides_where_words_do_not() -> None:
    index = Index()
    index.add(Document("far", "a candle"), unit(0))
    index.add(Document("near", "a forest"), unit(1))
    index.add(Document("unknown", "a bridge"))
    assert ids(index, "goblet", meaning_of(1)) == ["near", "unknown", "far"]


def test_an_unrelated_vector_changes_nothing() -> None:
    index = Index()
    index.add(Document("one", "a candle"), np.array([0.1, 0.995], dtype=np.float32))
    meaning = Meaning(np.array([1.0, 0.0], dtype=np.float32), SCALE)
    assert relevance(index, "candle", "one", meaning) == pytest.approx(relevance(index, "candle", "one"))


def test_equally_relevant_documents_keep_the_order_of_the_eligible() -> None:
    index = Index()
    for name in "abc":
        index.add(Document(name, "a candle"))
    assert [found.id for found in index.rank("candle", ["c", "a", "b"])] == ["c", "a", "b"]


def test_at_most_as_many_as_asked_for() -> None:
    index = Index()
    for place in range(100):
        index.add(Document(f"d{place}", "a dragon " * place))
    assert index.rank("dragon", limit=3) == index.rank("dragon")[:3]


def test_nothing_is_eligible() -> None:
    index = Index()
    assert index.rank("dragon") == []
    index.add(Document("one", "a dragon"))
    assert index.rank("dragon", []) == []


def test_what_is_eligible_must_be_there() -> None:
    with pytest.raises(KeyError):
        Index().rank("dragon", ["one"])


def test_vectors_of_two_embedders_do_not_mix() -> None:
    index = Index()
    index.add(Document("one", "a dragon"), np.ones(2, dtype=np.float32))
    with pytest.raises(ValueError, match="2"):
        index.add(Document("two", "a dragon"), np.ones(3, dtype=np.float32))


def test_a_blend_is_closest_to_its_own_text() -> None:
    own, near, far, after = np.eye(4, dtype=np.float32)
    mixed = blend(own, [near, far], [after])
    assert np.linalg.norm(mixed) == pytest.approx(1)
    assert mixed[0] > mixed[1] > mixed[2] > 0
    assert mixed[3] > 0

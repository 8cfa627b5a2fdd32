"""The memory bank: what is written about the story, and what of it belongs to the last action."""

from bot.bank.embed import Embedder, Scale, Vectors, measure_scale, open_embedder
from bot.bank.keeper import Keeper, open_keeper
from bot.bank.rank import AFTER, BEFORE, Document, Index, Meaning, Ranked, blend

__all__ = [
    "AFTER",
    "BEFORE",
    "Document",
    "Embedder",
    "Index",
    "Keeper",
    "Meaning",
    "Ranked",
    "Scale",
    "Vectors",
    "blend",
    "measure_scale",
    "open_embedder",
    "open_keeper",
]

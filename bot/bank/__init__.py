"""Which memories, facts and stretches of the story belong to the last action (context.md, section 3)."""

from bot.bank.embed import Embedder, Scale, Vectors, measure_scale, open_embedder
from bot.bank.rank import AFTER, BEFORE, Document, Index, Meaning, Ranked, blend

__all__ = [
    "AFTER",
    "BEFORE",
    "Document",
    "Embedder",
    "Index",
    "Meaning",
    "Ranked",
    "Scale",
    "Vectors",
    "blend",
    "measure_scale",
    "open_embedder",
]

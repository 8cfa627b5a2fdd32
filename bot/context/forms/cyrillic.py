"""Languages that are written in Cyrillic letters: Russian, Ukrainian, others as if they were Russian."""

from __future__ import annotations

from bot.context.forms.russian import russian_keys
from bot.context.forms.snowball import stemmer
from bot.context.forms.ukrainian import ukrainian_keys


def cyrillic_keys(word: str, language: str, trigger: bool) -> set[str]:
    """Keys in the adventure's language."""
    if language == "sr":
        return {stemmer("sr")(word)}
    find = ukrainian_keys if language == "uk" else russian_keys
    return {"cy:" + key for key in find(word, trigger=trigger)}

"""Texts in English, Russian and Arabic, from the Fluent files in ``data/locales``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from bot.errors import PermissionMissing, QuestsmithError
from bot.paths import DATA
from bot.story.types import LANGUAGES

RIGHT_TO_LEFT = frozenset({"ar"})
_VALUE = 1000
"""Characters."""
_LINE = re.compile(r"^(?P<mark>(?:#{1,3}|-#|-|>>>|>) )?(?P<line>.+)$", re.MULTILINE)
"""A line behind what makes it a heading, a point of a list, a quotation or small print on Discord."""


class Texts:
    """The sentences of one language: ``texts("turn-queued", place=2)``."""

    def __init__(self, language: str, bundle: FluentBundle) -> None:
        self.language = language
        self._bundle = bundle

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """Which way the language is written."""
        return "rtl" if self.language in RIGHT_TO_LEFT else "ltr"

    def has(self, key: str) -> bool:
        """Whether there is a sentence of that key."""
        return self._bundle.has_message(key)

    def __call__(self, key: str, /, **values: str | int | float) -> str:
        """The sentence, with its variables filled in. Raises KeyError for an unknown key."""
        message, _, attribute = key.partition(".")
        entry = self._bundle.get_message(message)
        pattern = entry.attributes[attribute] if attribute else entry.value
        if pattern is None:
            raise KeyError(key)
        text, problems = self._bundle.format_pattern(
            pattern, {name: _shortened(value) for name, value in values.items()}
        )
        if problems:
            raise KeyError(f"{key}: {problems[0]}")
        return str(text)

    def error(self, error: QuestsmithError) -> str:
        """The sentence that tells a person what went wrong and what to do."""
        if isinstance(error, PermissionMissing):
            names = [self(f"permission-{name.replace('_', '-')}") for name in error.permissions]
            return self(error.key, permissions=self.listed(names))
        return self(error.key, **error.values)

    def directed(self, text: str) -> str:
        """The text, each line marked so that a window of the other direction keeps its order too.

        Chat programs lay out a message from left to right, or look for the first letter of a line.
        """
        if self.direction == "ltr":
            return text
        return _LINE.sub("\\g<mark>\u200f\u2067\\g<line>\u2069", text)

    def listed(self, names: Iterable[str]) -> str:
        """Names in a row, a dash when there are none."""
        return f"{self('list-separator')} ".join(names) or "—"


def _shortened(value: str | int | float) -> str | int | float:
    """Fluent refuses a sentence with a longer value in it, and nobody would read that."""
    return value if not isinstance(value, str) or len(value) <= _VALUE else f"{value[:_VALUE]}…"


@cache
def load_texts(folder: Path = DATA / "locales") -> Mapping[str, Texts]:
    """All languages. Raises KeyError when a language is missing, ValueError when a file is broken."""
    texts = {}
    for language in LANGUAGES:
        # Isolation marks keep names of the other direction in place; they are needed, and harmless,
        # only in right-to-left text.
        bundle = FluentBundle([language], use_isolating=language in RIGHT_TO_LEFT)
        files = sorted((folder / language).glob("*.ftl"))
        if not files:
            raise KeyError(language)
        for file in files:
            resource = FluentResource(file.read_text(encoding="utf-8"))
            for entry in resource.body:
                if isinstance(entry, ast.Junk):
                    raise ValueError(f"{file.name} ({language}): {entry.content}")
            bundle.add_resource(resource)
        texts[language] = Texts(language, bundle)
    return texts


def texts_for(*wishes: str | None) -> Texts:
    """The first wish that is a language of ours (``ru``, ``en-GB`` …), English when none is."""
    for wish in wishes:
        if wish and (language := wish.partition("-")[0]) in LANGUAGES:
            return load_texts()[language]
    return load_texts()["en"]

"""Logging to standard error; a secret never reaches it."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.settings import Settings

_HIDDEN = "[hidden]"
_SHORTEST = 8
"""Characters; local servers get keys like "x", and hiding those would spoil every line."""


class Redaction(logging.Formatter):
    """Replaces every secret in the finished line, wherever it came from."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
        # The longest first: one secret may be a part of another.
        kept = {secret for secret in secrets if len(secret) >= _SHORTEST}
        self._secrets = sorted(kept, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """The line without secrets, its trace included."""
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        return line


def set_up_logging(settings: Settings, level: str | None = None) -> None:
    """Log to standard error at the settings' level, or at ``level``."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redaction(settings.secrets))
    logging.basicConfig(level=level or settings.log_level, handlers=[handler], force=True)
    # Every request to the model would be a line of its own.
    for noisy in ("httpx", "httpx2", "httpcore2", "openai", "aiosqlite", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)

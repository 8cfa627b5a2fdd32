"""Reading JSON files that people and other tools wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bot.errors import QuestsmithError


def read_json(path: str | Path, broken: type[QuestsmithError]) -> Any:
    """What a JSON file (UTF-8) holds. Raises ``broken`` with the values file and reason."""
    name = str(path)
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise broken(file=name, reason=error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise broken(file=name, reason=f"not UTF-8 (byte {error.start})") from None
    except json.JSONDecodeError as error:
        reason = f"not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
        raise broken(file=name, reason=reason) from None
    except (ValueError, RecursionError):
        raise broken(file=name, reason="not JSON that can be read") from None

"""Context reports as they are kept beside their turns: JSON, compressed.

A story may have ten thousand cards and memories. The texts of those that the prompt does not hold are
left out: the narrator has not seen them, and they would be stored again at every turn.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

from bot.context import to_json
from bot.context.report import Report, Status
from bot.story import Adventure

_LISTS = ("cards", "memories")
_SLICE = 200
"""Items that are encoded at once."""


def pack(report: Report) -> bytes:
    """The report without the texts of cards and memories that are not in the prompt."""
    plain = to_json(report)
    for name in _LISTS:
        for item in plain[name]["items"]:
            if not Status(item["status"]).included:
                del item["text"]
    squeezed = zlib.compressobj()
    pieces = [squeezed.compress(piece.encode()) for piece in _pieces(plain)]
    return b"".join((*pieces, squeezed.flush()))


def unpack(packed: bytes, adventure: Adventure) -> dict[str, Any]:
    """The report; the texts that were left out are what the adventure's cards and memories say now.

    Of those that are gone the text is empty.
    """
    report: dict[str, Any] = json.loads(zlib.decompress(packed))
    now = {
        "cards": {card.id: card.entry for card in adventure.cards},
        "memories": {memory.id: memory.text for memory in adventure.memories},
    }
    for name, texts in now.items():
        for item in report[name]["items"]:
            if "text" not in item:
                item["text"] = texts.get(item["id"], "")
    return report


def _pieces(value: Any) -> Iterator[str]:
    """JSON bit by bit: while the encoder is at work no other thread runs, and so no event loop."""
    if isinstance(value, dict) and value:
        before = "{"
        for key, part in value.items():
            yield f"{before}{json.dumps(key)}:"
            yield from _pieces(part)
            before = ","
        yield "}"
    elif isinstance(value, list) and len(value) > _SLICE:
        before = "["
        for start in range(0, len(value), _SLICE):
            yield f"{before}{_encoded(value[start : start + _SLICE])[1:-1]}"
            before = ","
        yield "]"
    else:
        yield _encoded(value)


def _encoded(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

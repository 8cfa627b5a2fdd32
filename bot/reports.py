"""Context reports as they are kept beside their turns: JSON, compressed.

A story may have ten thousand cards and memories. The texts of those that the prompt does not hold are
left out: the narrator has not seen them, and they would be stored again at every turn.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.context import to_json
from bot.context.report import CardItem, MemoryItem, Report, Status, plain_item
from bot.story import Adventure
from bot.story.memories import bank_id

_SLICE = 200
"""Items that are encoded at once."""
_USUAL = {"pinned": False, "author": "", "raw": False}
"""Of a memory: what is not written down ten thousand times."""
_DIGITS = 4
"""Of a relevance: all of them together would be half of a large report."""


def pack(report: Report, more: Mapping[str, Any]) -> bytes:
    """The report without the texts of cards and memories that are not in the prompt, and ``more`` of it."""
    short = replace(
        report,
        cards=replace(report.cards, make_items=tuple),
        memories=replace(report.memories, make_items=tuple),
    )
    plain = to_json(short)
    # Made one by one while they are encoded: thousands at once would set off the garbage collector.
    plain["cards"]["items"] = map(_kept, report.cards.make_items())
    plain["memories"]["items"] = map(_kept, report.memories.make_items())
    plain |= more
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
        "memories": {memory.id: memory.text for memory in adventure.memories}
        | {f"canon:{record['id']}": record["text"] for record in report.get("canon", ())},
    }
    for name, texts in now.items():
        for item in report[name]["items"]:
            if "text" not in item:
                item["text"] = texts.get(item["id"], "")
            if name == "memories":
                item |= {field: usual for field, usual in _USUAL.items() if field not in item}
    return report


def used_in(packed: bytes) -> frozenset[str]:
    """What the prompt held: the ids of memories, and ``canon:ID`` of facts and wishes."""
    report: dict[str, Any] = json.loads(zlib.decompress(packed))
    keys = (item["id"] for item in report["memories"]["items"] if Status(item["status"]).included)
    held = {key if (memory_id := bank_id(key)) is None else str(memory_id) for key in keys}
    wishes = (
        record
        for record in report.get("canon", ())
        if record["status"] == "recalled" and record["kind"] == "preference"
    )
    return frozenset(held) | {f"canon:{record['id']}" for record in wishes}


def _kept(item: CardItem | MemoryItem) -> dict[str, Any]:
    plain = plain_item(item)
    if not item.status.included:
        del plain["text"]
    if isinstance(item, MemoryItem):
        plain["relevance"] = round(item.relevance, _DIGITS)
        for name, usual in _USUAL.items():
            if plain[name] == usual:
                del plain[name]
    return plain


def _pieces(value: Any) -> Iterator[str]:
    """JSON bit by bit: while the encoder is at work no other thread runs, and so no event loop."""
    if isinstance(value, dict) and value:
        before = "{"
        for key, part in value.items():
            yield f"{before}{json.dumps(key)}:"
            yield from _pieces(part)
            before = ","
        yield "}"
    elif isinstance(value, Iterator):
        yield "["
        before = ""
        while some := list(islice(value, _SLICE)):
            yield f"{before}{_encoded(some)[1:-1]}"
            before = ","
        yield "]"
    else:
        yield _encoded(value)


def _encoded(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

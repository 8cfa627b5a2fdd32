"""One turn's assembly: the steady turn, and the same in a story a hundred times as long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from time import thread_time

from bot.context import Assembly, assemble
from bot.story import Adventure, ContextSettings, Layout
from tests.bench.stories import large, turns

SMALL = (1_000, 1_000, 1_000)
LARGE = (100_000, 10_000, 10_000)
"""Actions, cards, memories."""

_WARM, _MEASURED = 20, 300


def steady(size: tuple[int, int, int], layout: Layout) -> Iterator[tuple[Adventure, Assembly, float]]:
    """Each turn's adventure, its assembly, and what that took in milliseconds."""
    standing = None
    for turn in turns(large(*size, ContextSettings(layout=layout))):
        adventure = replace(turn, standing=standing)
        begin = thread_time()
        made = assemble(adventure)
        took = (thread_time() - begin) * 1000
        # Only now the last turn's report goes, and with it the story that it was made of.
        assembly = made
        standing = assembly.standing
        yield adventure, assembly, took


def run(size: tuple[int, int, int], layout: Layout) -> dict[str, float]:
    """Half of the turns and all but one in a hundred take no longer than these milliseconds."""
    times = [took for _, _, took in islice(steady(size, layout), _WARM, _WARM + _MEASURED)]
    return percentiles(times)


def percentiles(times: list[float]) -> dict[str, float]:
    """The middle and the worst of a hundred, in milliseconds."""
    ordered = sorted(times)
    return {
        "p50_ms": round(ordered[len(ordered) // 2], 3),
        "p99_ms": round(ordered[len(ordered) * 99 // 100], 3),
    }

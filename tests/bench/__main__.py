"""``make bench``: how long a turn takes, and what a provider's cache sees of a story.

Ends with one JSON object, which is also written to ``bench.json``. Ratios count, not milliseconds:
what is compared is measured in the same run. Assembly and its peer are timed by the processor's time,
in which other programs on the machine have no part; neither waits for anything. A whole turn waits for
the disk and for threads, so it is timed by the clock.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bot.story import ContextSettings, Layout
from tests.bench import assemble, peer, prefix, turn
from tests.bench.stories import large


def main() -> None:
    """Run all parts, one after the other."""
    layouts = {layout.value: layout for layout in Layout}
    results: dict[str, Any] = {}
    for part, size in (("assemble", assemble.SMALL), ("assemble_large", assemble.LARGE)):
        _say(part)
        times = {name: assemble.run(size, layout) for name, layout in layouts.items()}
        # The slower of the two stands for both.
        results[part] = max(times.values(), key=lambda found: found["p50_ms"]) | {"layouts": times}
    _say("peer_trim_messages")
    p50 = peer.run(large(*assemble.SMALL, ContextSettings()))
    results["peer_trim_messages"] = {
        "p50_ms": p50,
        "ratio": round(p50 / results["assemble"]["p50_ms"], 1),
    }
    _say("turn_large")
    results["turn_large"] = turn.run()
    _say("prefix")
    results["prefix"] = prefix.run()
    text = json.dumps(results)
    Path("bench.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")


def _say(part: str) -> None:
    sys.stderr.write(f"{part} ...\n")


if __name__ == "__main__":
    main()

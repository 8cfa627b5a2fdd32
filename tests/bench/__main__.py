"""``make bench``: what a turn costs before the model is asked. Prints one JSON object, and to ``bench.json``.

    {"assemble": {"p50_ms", "p99_ms"}, "encode_prompt": {"p50_ms", "ratio"}}

``assemble`` is the time of one assembly in a long adventure that is being played: 1,000 story cards,
1,000 actions of about 100 tokens, 1,000 memories, a context of 8,192 tokens; every turn adds an action and
an answer. ``encode_prompt`` is the time to encode the last prompt once, from nothing, with tiktoken, and
``ratio`` is how many times longer an assembly takes: it hardly depends on the machine.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bot.context import Assembly, assemble
from bot.context.tokens import get_tokenizer
from bot.scenarios import load_scenarios
from bot.story import Action, ActionType, Adventure, ContextSettings, MatchMode, Memory, Plot, StoryCard

TURNS = 200
WARM_UP = 10
"""Turns that are played first and not counted."""
CARDS = MEMORIES = ACTIONS = 1000
ACTION_WORDS = 85
"""About 100 tokens."""

_NAMES = [
    first + last
    for first in ("Hal", "Mir", "Or", "Bel", "Tam", "Quen", "Ves", "Ash", "Jun", "Row")
    for last in ("vard", "a", "in", "eth", "wick", "doran", "mere", "stow", "ly", "gate")
]
_WORDS = load_scenarios().get("lantern", "en").opening.lower().split()


def prose(chance: random.Random, words: int) -> str:
    """Sentences of ten words, with a name in every second one."""
    sentences = []
    for place in range(max(words // 10, 1)):
        chosen = chance.choices(_WORDS, k=10)
        if place % 2:
            chosen[chance.randrange(10)] = chance.choice(_NAMES)
        sentences.append(" ".join(chosen).capitalize() + ".")
    return " ".join(sentences)


def long_adventure(chance: random.Random) -> Adventure:
    """The adventure at its first measured turn."""
    return Adventure(
        settings=ContextSettings(context_tokens=8192, tokenizer="o200k_base"),
        plot=Plot(prose(chance, 80), prose(chance, 80), prose(chance, 80), prose(chance, 20)),
        cards=tuple(
            StoryCard(
                id=f"card-{number}",
                title=f"Card {number}",
                entry=prose(chance, 60),
                triggers=(chance.choice(_NAMES), f"{chance.choice(_WORDS)} {chance.choice(_WORDS)}"),
                match=chance.choice((MatchMode.FORMS, MatchMode.EXACT, MatchMode.SUBSTRING)),
            )
            for number in range(CARDS)
        ),
        memories=tuple(
            Memory(f"memory-{number}", prose(chance, 40), (number, number + 4), chance.random())
            for number in range(MEMORIES)
        ),
        actions=tuple(action(chance, number) for number in range(ACTIONS)),
    )


def action(chance: random.Random, number: int) -> Action:
    """The player's and the narrator's by turns."""
    kind = ActionType.OUTPUT if number % 2 else ActionType.DO
    return Action(kind, prose(chance, ACTION_WORDS), id=number + 1)


def played(adventure: Adventure, chance: random.Random) -> Adventure:
    """One turn later."""
    number = len(adventure.actions)
    added = (action(chance, number), action(chance, number + 1))
    return replace(adventure, actions=adventure.actions + added)


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def quantile(times: Sequence[float], percent: int) -> float:
    """The time that so many per cent of the turns stay under."""
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


def main() -> None:
    """Measure, print, and write ``bench.json``."""
    chance = random.Random(1)
    adventure = long_adventure(chance)
    times: list[float] = []
    assembly: Assembly = assemble(adventure)
    for _ in range(WARM_UP + TURNS):
        adventure = played(adventure, chance)
        start = time.perf_counter()
        assembly = assemble(adventure)
        times.append((time.perf_counter() - start) * 1000)
    times = times[WARM_UP:]

    count = get_tokenizer(adventure.settings.tokenizer).count_once  # remembers nothing
    texts = [message.content for message in assembly.messages]
    encoded = [timed(lambda: [count(text) for text in texts]) for _ in range(WARM_UP + TURNS)][WARM_UP:]

    assembled, once = quantile(times, 50), quantile(encoded, 50)
    result = {
        "assemble": {"p50_ms": round(assembled, 2), "p99_ms": round(quantile(times, 99), 2)},
        "encode_prompt": {"p50_ms": round(once, 2), "ratio": round(assembled / once, 2)},
    }
    line = json.dumps(result)
    Path("bench.json").write_text(f"{line}\n", encoding="utf-8")
    print(line)  # noqa: T201


if __name__ == "__main__":
    main()

"""Made-up stories of any size. The same seed gives the same story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.story import Action, ActionType, Adventure, ContextSettings, Memory, Plot, StoryCard

_SYLLABLES = (
    "ba",
    "con",
    "dar",
    "el",
    "fi",
    "gor",
    "hal",
    "ing",
    "ka",
    "lo",
    "mer",
    "na",
    "or",
    "pel",
    "qui",
)
_COMMON = ("the", "of", "and", "a", "to", "in", "you", "it", "that", "with", "his", "her", "they", "before")
HELD = 1000
"""Actions in the snapshot of a long story."""
PLOT = Plot(
    instructions="You are the narrator of an interactive story. " * 20,
    essentials="You are Ash, a courier of Halvard. Mira is your sister. " * 12,
    summary="Ash left Halvard with a letter that nobody may read. " * 8,
    authors_note="Short paragraphs. A quiet, uneasy mood.",
)


class Words:
    """Prose without sense."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._words = [
            "".join(self.random.choices(_SYLLABLES, k=self.random.randint(1, 3))) for _ in range(2000)
        ]

    def text(self, words: int) -> str:
        """So many words; about one and a half times as many tokens."""
        chosen = (
            self.random.choice(_COMMON if self.random.random() < 0.5 else self._words) for _ in range(words)
        )
        return " ".join(chosen).capitalize() + "."


def name(number: int) -> str:
    """The trigger of a story card: a word that no text holds by chance."""
    return "Zyx" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def large(actions: int, cards: int, memories: int, settings: ContextSettings) -> Adventure:
    """A story of so many actions of about 100 tokens, in each of which about three cards fire."""
    words = Words(1)
    random = words.random
    texts = [words.text(66) for _ in range(1000)]
    return Adventure(
        settings=settings,
        plot=PLOT,
        cards=tuple(
            StoryCard(str(number), name(number), f"{name(number)} {words.text(30)}", (name(number),))
            for number in range(cards)
        ),
        memories=tuple(
            Memory(str(number), words.text(25), _covered(number, memories, actions), random.random())
            for number in range(memories)
        ),
        actions=tuple(
            Action(
                ActionType.OUTPUT if number % 2 else ActionType.DO,
                f"{' '.join(name(random.randrange(cards)) for _ in range(3))} {random.choice(texts)}",
            )
            for number in range(actions)
        ),
    )


def turns(adventure: Adventure, seed: int = 2) -> Iterator[Adventure]:
    """The same adventure with one more action each time, in snapshots that hold the end of the story.

    What stands from turn to turn is left to the caller.
    """
    words = Words(seed)
    kinds = (ActionType.DO, ActionType.OUTPUT)
    skipped = max(len(adventure.actions) - HELD, 0)
    adventure = replace(adventure, actions=adventure.actions[skipped:], skipped=skipped, skipped_told=skipped)
    while True:
        text = f"{name(words.random.randrange(len(adventure.cards)))} {words.text(66)}"
        action = Action(kinds[(adventure.skipped + len(adventure.actions)) % 2], text)
        adventure = replace(adventure, actions=(*adventure.actions, action))
        yield adventure


def _covered(number: int, memories: int, actions: int) -> tuple[int, int]:
    first = number * actions // memories
    return first, min(first + 3, actions - 1)

"""A story's own sentences, for when nobody has put it into fewer words. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.context.trim import longest_beginning
from bot.story import Action, ActionType
from bot.story.words import sentences

_EACH = 2
"""Sentences of an action, at most."""


def excerpt(actions: Sequence[Action], fits: Callable[[str], bool]) -> str:
    """Whole sentences of the actions, in their order, as many as fit; never nothing.

    The first sentence of each of the narrator's answers comes first, then that of each action of a
    player, then the second ones. Where not even one fits, the beginning of the first.
    """
    told = [sentences(action.text.removeprefix("> ")) for action in actions]
    players = [action.type is not ActionType.OUTPUT for action in actions]
    wanted = sorted(
        ((place, number) for place, found in enumerate(told) for number in range(min(len(found), _EACH))),
        key=lambda one: (one[1], players[one[0]], one[0]),
    )
    taken: set[tuple[int, int]] = set()
    for one in wanted:
        if fits(_joined(told, taken | {one})):
            taken.add(one)
    if taken:
        return _joined(told, taken)
    whole = " ".join(sentence for found in told for sentence in found)
    return longest_beginning(whole, fits) or whole


def _joined(told: Sequence[Sequence[str]], taken: set[tuple[int, int]]) -> str:
    return " ".join(told[place][number] for place, number in sorted(taken))

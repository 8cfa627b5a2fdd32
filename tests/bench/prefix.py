"""How much of each prompt begins like the prompt before it, as a provider's cache sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from bot.context import Message, assemble, get_tokenizer
from bot.narrator import Narrator, embedded_server
from bot.settings import Settings
from bot.story import (
    Action,
    ActionType,
    Adventure,
    ContextSettings,
    Layout,
    Memory,
    Plot,
    Standing,
    StoryCard,
)
from tests.bench.stories import PLOT, Words, name


@dataclass(frozen=True, slots=True)
class Session:
    """A played story: so many turns of about so many tokens, action and answer together."""

    turns: int = 200
    tokens: int = 150
    cards: int = 60
    entry_words: int = 30
    context_tokens: int = 8192
    plot: Plot = PLOT
    memory_every: int = 4
    """Turns."""
    seed: int = 1


SHORT = Session(
    turns=30,
    tokens=50,
    cards=12,
    entry_words=10,
    context_tokens=1536,
    plot=Plot(instructions="You are the narrator of an interactive story."),
)
"""For a small model on a machine that may be busy: it reads some fifty tokens in a second."""


def prompts(session: Session, layout: Layout) -> Iterator[tuple[Message, ...]]:
    """The prompts of a session; two to four cards fire on each turn."""
    words = Words(session.seed)
    random = words.random
    cards = tuple(
        StoryCard(
            str(number), name(number), f"{name(number)} {words.text(session.entry_words)}", (name(number),)
        )
        for number in range(session.cards)
    )
    settings = ContextSettings(context_tokens=session.context_tokens, layout=layout)
    adventure = Adventure(
        settings=settings, plot=session.plot, cards=cards, actions=(_output(words.text(100)),)
    )
    memories: list[Memory] = []
    standing: Standing | None = None
    for turn in range(session.turns):
        fired = [name(random.randrange(session.cards)) for _ in range(random.randint(2, 4))]
        action = Action(ActionType.DO, f"{fired[0]} {words.text(session.tokens // 10)}")
        adventure = replace(
            adventure,
            actions=(*adventure.actions, action),
            memories=tuple(replace(memory, relevance=random.random()) for memory in memories),
            standing=standing,
        )
        assembly = assemble(adventure)
        standing = assembly.standing
        yield assembly.messages
        answer = _output(f"{' '.join(fired[1:])} {words.text(session.tokens // 2)}")
        adventure = replace(adventure, actions=(*adventure.actions, answer))
        if turn % session.memory_every == 0:
            end = len(adventure.actions)
            memories.append(Memory(str(turn), words.text(25), (max(end - 8, 0), end - 1)))


def repeated_share(prompts: Iterable[Sequence[Message]]) -> float:
    """The part of all tokens of the prompts that repeats the beginning of the prompt before."""
    count = get_tokenizer("o200k_base").count_once
    total = repeated = 0
    before = ""
    for messages in prompts:
        text = "".join(f"<{message.role}>\n{message.content}\n" for message in messages)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, text, strict=False)))
        repeated += count(text[:same])
        total += count(text)
        before = text
    return repeated / total


def _output(text: str) -> Action:
    return Action(ActionType.OUTPUT, text)


async def seen_by_model(session: Session) -> float:
    """The part of all prompt tokens that the embedded model had in its cache, as it counts them itself.

    The story is the made-up one: what the model answers plays no part, so it writes one token.
    """
    prompt = cached = 0
    async with embedded_server() as base_url, Narrator(_settings(), base_url) as narrator:
        for messages in prompts(session, Layout.CACHED):
            plain = [{"role": message.role, "content": message.content} for message in messages]
            async with narrator.answer(plain, max_tokens=1) as answer:
                async for _ in answer:
                    pass
            prompt += answer.usage.prompt_tokens or 0
            cached += answer.usage.cached_tokens or 0
    return cached / prompt


def run() -> dict[str, float]:
    """The share in both layouts, and what the embedded model says of ``cached``."""
    shares = {layout.value: repeated_share(prompts(Session(), layout)) for layout in Layout}
    shares["cached_seen_by_model"] = asyncio.run(seen_by_model(SHORT))
    return {name: round(share, 3) for name, share in shares.items()}


def _settings() -> Settings:
    # A file of somebody's own must not change what is measured.
    values: dict[str, Any] = {"_env_file": None}
    return Settings(**values)

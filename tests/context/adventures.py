"""Random adventures for the property tests, made of texts that are hard to count and to cut."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.story import (
    Action,
    ActionType,
    Adventure,
    CardOrder,
    ContextSettings,
    Layout,
    MatchMode,
    Memory,
    Plot,
    StoryCard,
)

FRAGMENTS = (  # hard to count, hard to cut, or triggers
    "tower",
    " the tower",
    "Halvard's",
    " lamp burned",
    " a",
    "'s",
    "'",
    "don't ",
    "!",
    "!\n",
    "})",
    "?!",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    "/",
    "//",
    "/\n",
    "\n/",
    "> You open it.",
    "\u00a0",
    "\u2028",
    "\x1c",
    "\x85",
    "башня",
    " Ведьма ушла.",
    "ёлка",
    "برج",
    " السَّاحِر",
    "،",
    "龙",
    "巨龙出现了。",
    "ドラゴン",
    "塔",
    "มังกร",
    "แม่",
    "e\u0301",
    "\u0301",
    "\u200d",
    "\u200b",
    "🔥",
    "👨‍👩‍👧",
    "🏳️‍🌈",
    "1",
    "12345",
    "<|endoftext|>",
    "_x_",
    "…",
    "「",
)

nasty = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)
prose = st.lists(
    st.sampled_from(
        ["the", "tower", "lamp", "Ведьма", "дракон", "برج", "burned.", "Halvard", "龙出现", "\n\n"]
    ),
    max_size=60,
).map(" ".join)
texts = nasty | prose | st.just("")

actions = st.builds(
    Action,
    type=st.sampled_from([*ActionType, ActionType.DO, ActionType.OUTPUT]),
    text=texts | prose,
)
cards = st.builds(
    StoryCard,
    id=st.uuids().map(str),
    title=st.just("card"),
    entry=texts,
    triggers=st.lists(
        st.sampled_from(["tower", "龙", "дракон", "برج", "#x", "!", "", "a", "Tower"]), max_size=3
    ).map(tuple),
    match=st.sampled_from(list(MatchMode)),
    pinned=st.sampled_from([False, False, False, True]),
    enabled=st.sampled_from([True, True, True, False]),
)
memories = st.builds(
    Memory,
    id=st.uuids().map(str),
    text=texts,
    actions=st.none()
    | st.tuples(st.integers(0, 12), st.integers(0, 14)).map(lambda ends: (min(ends), max(ends))),
    relevance=st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 0.5, 0.9]),
)
plots = st.builds(
    Plot,
    instructions=texts,
    essentials=texts,
    summary=texts,
    authors_note=texts,
    front_memory=nasty | st.just(""),
)
settings = st.builds(
    ContextSettings,
    context_tokens=st.integers(1, 60) | st.integers(40, 400) | st.integers(300, 4000),
    tokenizer=st.sampled_from(["o200k_base", "cl100k_base", "o200k_base", "unheard-of"]),
    memory_bank=st.booleans(),
    layout=st.sampled_from(list(Layout)),
    order=st.sampled_from(list(CardOrder)),
)
adventures = st.builds(
    Adventure,
    settings=settings,
    plot=plots | st.just(Plot()),
    cards=st.lists(cards, max_size=7).map(tuple),
    memories=st.lists(memories, max_size=7).map(tuple),
    actions=st.lists(actions, max_size=14).map(tuple),
)

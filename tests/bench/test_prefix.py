from __future__ import annotations

from bot.story import Layout
from tests.bench.prefix import Session, prompts, repeated_share


def test_most_of_a_cached_prompt_repeats_the_one_before() -> None:
    session = Session(turns=40, context_tokens=3000)
    assert repeated_share(prompts(session, Layout.CACHED)) > 0.75
    assert repeated_share(prompts(session, Layout.CLASSIC)) < 0.2

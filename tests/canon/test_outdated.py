"""Memories that tell what a correction has replaced: never in a prompt (canon.md, section 3)."""

from __future__ import annotations

import pytest

from bot.bank.library import Library
from bot.canon.outdated import Corrections
from bot.canon.recall import recall as recall_records
from bot.story import Scope
from tests.bank.shelves import add, prompt, recall, statuses
from tests.canon.parts import ASH, SETTINGS, Desk

CASES = {
    "en": ("Mira", "eyes", "blue", "green", "Mira's blue eyes shone.", "Mira's eyes are green, not blue."),
    "ru": (
        "Мира",
        "глаза",
        "голубые",
        "зелёные",
        "У Миры голубые глаза.",
        "У Миры зелёные глаза, не голубые.",
    ),
    "ar": ("ميرا", "عيون", "زرقاء", "خضراء", "لمعت عيون ميرا الزرقاء.", "عيون ميرا خضراء وليست زرقاء."),
}


@pytest.mark.parametrize("language", CASES)
async def test_what_was_corrected_stays_out(desk: Desk, language: str) -> None:
    subject, attribute, old, new, stale, fresh = CASES[language]
    adventure = await desk.adventure()
    await desk.store.adventures.set_language(adventure, language)
    one, other = await add(desk.store, adventure, stale, fresh)
    await desk.store.memories.pin(adventure, one, pinned=True)
    library = Library(desk.store)

    async def told() -> tuple[str, dict[str, str]]:
        state = await desk.store.canon.state(adventure, ASH.id)
        snapshot = await desk.store.story.snapshot(adventure, SETTINGS)
        recalled = recall_records(state, snapshot.actions, ASH.id)
        found = await recall(library, desk.store, adventure, subject, recalled)
        return prompt(found), statuses(found)

    assert stale in (await told())[0]
    await desk.save(adventure, subject, attribute, old)
    assert stale in (await told())[0]
    correction = await desk.save(adventure, subject, attribute, new)
    text, status = await told()
    assert stale not in text
    assert status[str(one)] == "superseded"
    assert status[str(other)] != "superseded"
    # Taken back, it holds again; said anew, it does not.
    await desk.canon.undo(correction.record.id)
    assert stale in (await told())[0]
    await desk.save(adventure, subject, attribute, new)
    assert stale not in (await told())[0]
    # Back and forth: what holds now is never out of date.
    await desk.save(adventure, subject, attribute, old)
    assert stale in (await told())[0]


async def test_what_names_a_replaced_value(desk: Desk) -> None:
    adventure, elsewhere = await desk.adventure(), await desk.adventure()
    await desk.save(adventure, "Mira", "eyes", "dark green")
    await desk.save(adventure, "Mira", "eyes", "green")
    await desk.save(adventure, "the tower", "height", "a hundred feet")
    await desk.save(adventure, "the tower", "height", "two hundred feet")
    (mira, *_) = [r for r in await desk.records() if r.subject == "Mira"]
    await desk.store.canon.add_alias(1, "the courier", mira.subject_key)
    state = await desk.store.canon.state(adventure, ASH.id)
    corrections = Corrections.of(state)

    def holds(text: str) -> str | None:
        found = corrections.outdated(text)
        return found.value if found else None

    assert holds("Mira's dark green eyes.") == "green"
    assert holds("The courier has dark green eyes.") == "green"
    assert holds("Mira's eyes are green.") is None
    assert holds("Orm's dark green eyes.") is None
    assert holds("Mira waits.") is None
    assert holds("") is None
    assert holds("The tower is a hundred feet high.") == "two hundred feet"
    assert not Corrections.of(await desk.store.canon.state(elsewhere, ASH.id))


@pytest.mark.parametrize(
    ("said", "stale", "other"),
    [
        ("Mira's eyes are green, not blue.", "Mira's blue eyes shone.", "Mira wears a blue cloak."),
        ("У Миры зелёные глаза, а не голубые.", "У Миры голубые глаза.", "На Мире голубой плащ."),
        ("عيون ميرا خضراء وليست زرقاء.", "لمعت عيون ميرا الزرقاء.", "ترتدي ميرا عباءة زرقاء."),
    ],
)
async def test_what_a_player_calls_wrong_is_out_of_date(
    desk: Desk, said: str, stale: str, other: str
) -> None:
    adventure = await desk.adventure()

    async def corrections() -> Corrections:
        return Corrections.of(await desk.store.canon.state(adventure, ASH.id))

    (confirmation,) = (await desk.say(adventure, said)).confirmations
    found = (await corrections()).outdated(stale)
    assert found is not None
    assert found.id == confirmation.record.id
    assert not (await corrections()).outdated(other)
    assert not (await corrections()).outdated(said)
    await desk.canon.edit(confirmation.record.id, ASH, value=confirmation.wrong)  # it was right after all
    assert not (await corrections()).outdated(stale)
    await desk.canon.undo((await desk.records())[-1].id)
    assert (await corrections()).outdated(stale)
    await desk.canon.undo(confirmation.record.id)
    assert not await corrections()


async def test_a_scene_that_is_over_corrects_nothing(desk: Desk) -> None:
    adventure = await desk.adventure()
    await desk.store.canon.enter_scene(adventure, "the ball")
    await desk.save(adventure, "Mira", "cloak", "black", Scope.SCENE)
    await desk.save(adventure, "Mira", "cloak", "red", Scope.SCENE)
    state = await desk.store.canon.state(adventure, ASH.id)
    assert Corrections.of(state).outdated("Mira's black cloak.")
    await desk.store.canon.enter_scene(adventure, "the road")
    state = await desk.store.canon.state(adventure, ASH.id)
    assert not Corrections.of(state).outdated("Mira's black cloak.")
    await desk.save(adventure, "Mira", "cloak", "green", Scope.CHARACTER)
    state = await desk.store.canon.state(adventure, ASH.id)
    assert Corrections.of(state).outdated("Mira's black cloak.") is not None
    assert Corrections.of(state).outdated("Mira's red cloak.") is not None

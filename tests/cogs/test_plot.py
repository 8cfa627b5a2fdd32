"""/plot: the texts that are always with the narrator."""

from __future__ import annotations

from dataclasses import replace

from bot.story import Plot
from tests.cogs.forms import assert_nothing_pings, fields, said, submit, values
from tests.support.world import World


async def plot(world: World) -> Plot:
    return (await world.adventure()).plot


async def set_plot(world: World, **texts: str) -> Plot:
    adventure = await world.adventure()
    await world.game.store.adventures.set_plot(adventure.id, replace(adventure.plot, **texts))
    return await plot(world)


async def test_the_next_prompt_has_what_was_changed(world: World) -> None:
    await world.begin()
    before = await plot(world)
    shown = await world.ash.slash(world.channel, "plot")
    assert values(shown) == [before.instructions, before.essentials, before.summary, before.authors_note]
    result = await submit(world.ash, shown, f0="Tell it in rhyme.", f1="Ash is a fox.", f3="Slow and sad.")
    assert result.ephemeral
    assert said(result) == (
        "Saved: AI instructions, Plot essentials, Author's note. It counts from the next answer on."
    )
    await world.say("open the door")
    sent = [message["content"] for message in world.provider.requests[0]["messages"]]
    assert "Tell it in rhyme." in sent[0]
    assert "Ash is a fox." in sent[0]
    assert sent[-1].endswith("[Author's note: Slow and sad.]")
    assert not any(before.essentials in content for content in sent)


async def test_nothing_changed(world: World) -> None:
    await world.begin()
    before = await plot(world)
    result = await submit(world.ash, await world.ash.slash(world.channel, "plot"))
    assert said(result) == "Nothing was changed."
    assert await plot(world) == before


async def test_a_text_can_be_emptied(world: World) -> None:
    await world.begin()
    await submit(world.ash, await world.ash.slash(world.channel, "plot"), f1="  ", f3="")
    changed = await plot(world)
    assert (changed.essentials, changed.authors_note) == ("", "")
    assert changed.instructions


async def test_texts_over_the_forms_limit_are_not_cut(world: World) -> None:
    await world.begin()
    long = "".join(f"sentence {number}. " for number in range(600)).strip()
    before = await set_plot(world, essentials=long, front_memory="Remember.")
    shown = await world.ash.slash(world.channel, "plot")
    assert values(shown)[1] == long[:4000]
    assert shown.modal is not None
    assert "the rest stays as it is" in shown.modal["components"][1]["description"]
    await submit(world.ash, shown, f2="So far so good.")
    assert await plot(world) == replace(before, summary="So far so good.")
    shown = await world.ash.slash(world.channel, "plot")
    await submit(world.ash, shown, f1=long[:4000].replace("sentence 0.", "Begin."))
    assert (await plot(world)).essentials == long.replace("sentence 0.", "Begin.")
    await submit(world.ash, await world.ash.slash(world.channel, "plot"), f1="")
    assert (await plot(world)).essentials == ""


async def test_two_who_edit_at_once_keep_both_changes(world: World) -> None:
    await world.begin()
    first = await world.ash.slash(world.channel, "plot")
    second = await world.manager.slash(world.channel, "plot")
    await submit(world.ash, first, f1="Ash is a fox.")
    await submit(world.manager, second, f2="It began with rain.")
    changed = await plot(world)
    assert (changed.essentials, changed.summary) == ("Ash is a fox.", "It began with rain.")


async def test_only_the_owner_and_managers_may(world: World) -> None:
    await world.begin()
    refused = await world.juno.slash(world.channel, "plot")
    assert refused.modal is None
    assert refused.ephemeral
    assert "You may not do this." in said(refused)
    assert (await world.manager.slash(world.channel, "plot")).modal is not None


async def test_without_an_adventure_there_is_no_plot(world: World) -> None:
    assert "No adventure is open in this channel." in said(await world.ash.slash(world.channel, "plot"))


async def test_the_form_keeps_discords_limits(world: World) -> None:
    for language in ("en", "ru", "ar"):
        await world.begin(language=language)
        await set_plot(world, instructions="i" * 9000, essentials="e" * 4000)
        shown = await world.ash.slash(world.channel, "plot")
        assert shown.modal is not None
        assert len(shown.modal["title"]) <= 45
        assert len(shown.modal["components"]) == 4
        for label, field in zip(shown.modal["components"], fields(shown), strict=True):
            assert len(label["label"]) <= 45
            assert len(label["description"]) <= 100
            assert len(field.get("value") or "") <= field["max_length"] == 4000
            assert not field["required"]
        await world.ash.slash(world.channel, "adventure end")
    assert_nothing_pings(world)

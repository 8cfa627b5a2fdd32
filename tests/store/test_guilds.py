from __future__ import annotations

from bot.store.database import Store
from bot.store.records import GuildSettings


async def test_unknown_guild_has_defaults(store: Store) -> None:
    assert await store.guilds.get(2**62) == GuildSettings(2**62, language=None, card_role_id=None)


async def test_settings_are_set_one_by_one(store: Store) -> None:
    await store.guilds.set_language(1, "ru")
    await store.guilds.set_card_role(1, 2**62)
    await store.guilds.set_language(2, "ar")
    assert await store.guilds.get(1) == GuildSettings(1, "ru", 2**62)
    await store.guilds.set_language(1, None)
    assert await store.guilds.get(1) == GuildSettings(1, None, 2**62)
    assert await store.guilds.get(2) == GuildSettings(2, "ar", None)

"""Steps that the tests of the canon take."""

from __future__ import annotations

from itertools import count

from bot.canon import Canon, Confirmation, Correction, Heard, Rules, Speaker
from bot.store import Store
from bot.story import CanonRecord, ContextSettings, Kind, RecordStatus, Scope
from tests.store.parts import new_adventure

ASH = Speaker(7, "Ash")
JUNO = Speaker(8, "Juno")
SETTINGS = ContextSettings()
_channels = count(100)


class Desk:
    """A canon over a store, with as many adventures of one server as a test asks for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.canon = Canon(store, Rules())

    async def adventure(self) -> int:
        return (await new_adventure(self.store, channel_id=next(_channels))).id

    async def say(self, adventure_id: int, text: str, by: Speaker = ASH, event_id: str = "") -> Heard:
        return await self.canon.hear(adventure_id, by, text, event_id)

    async def save(
        self,
        adventure_id: int,
        subject: str,
        attribute: str,
        value: str,
        scope: Scope | None = Scope.ADVENTURE,
        *,
        kind: Kind = Kind.FACT,
        by: Speaker = ASH,
    ) -> Confirmation:
        """A form that is saved and not asked about."""
        heard = await self.canon.correct(adventure_id, by, Correction(subject, attribute, value, kind, scope))
        (confirmation,) = heard.confirmations
        return confirmation

    async def told(self, adventure_id: int, by: Speaker = ASH) -> list[str]:
        """The facts that enter the prompt, by their values' wording."""
        snapshot = await self.store.story.snapshot(adventure_id, SETTINGS)
        full, _ = await self.canon.recall(adventure_id, snapshot, by.id)
        return [memory.text for memory in full.memories if memory.relevance >= 0]

    async def instructions(self, adventure_id: int, by: Speaker = ASH) -> str:
        snapshot = await self.store.story.snapshot(adventure_id, SETTINGS)
        return (await self.canon.recall(adventure_id, snapshot, by.id))[0].plot.instructions

    async def note(self, adventure_id: int) -> str:
        snapshot = await self.store.story.snapshot(adventure_id, SETTINGS)
        return (await self.canon.recall(adventure_id, snapshot, ASH.id))[0].plot.authors_note

    async def listed(self) -> dict[str, RecordStatus]:
        """Values and statuses, of the newest record of each value."""
        return {record.value: record.status for record in await self.store.canon.of_guild(1)}

    async def records(self) -> list[CanonRecord]:
        return await self.store.canon.of_guild(1)

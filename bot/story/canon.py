"""The canon: what players have said to be true, or how they want it told (canon.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """What a record is about. The two are never mixed."""

    FACT = "fact"
    """True inside the fiction."""
    PREFERENCE = "preference"
    """How a player wants it told."""


class Scope(StrEnum):
    """How far a record reaches, the narrowest first."""

    SCENE = "scene"
    ARC = "arc"
    ADVENTURE = "adventure"
    """This telling of the story."""
    CHARACTER = "character"
    """The character's general profile: every adventure of the server."""
    EVERYWHERE = "everywhere"
    """This player, in all conversations."""

    @property
    def width(self) -> int:
        """Grows with the reach; a narrower scope shadows a wider one."""
        return list(Scope).index(self)

    @property
    def inside_adventure(self) -> bool:
        """Whether no other adventure can be meant."""
        return self.width <= Scope.ADVENTURE.width


FACT_SCOPES = (Scope.SCENE, Scope.ARC, Scope.ADVENTURE, Scope.CHARACTER)
PREFERENCE_SCOPES = (Scope.ADVENTURE, Scope.CHARACTER, Scope.EVERYWHERE)


class RecordStatus(StrEnum):
    """What a record is worth now."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    """A later correction says otherwise; the record keeps its text and is never used again."""
    UNRESOLVED = "unresolved"
    """How far it reaches is an open question; no version is told as certain."""
    FORGOTTEN = "forgotten"
    """The player took the correction back."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a correction is said, or a prompt is made."""

    guild_id: int
    adventure_id: int
    scene: str = ""
    """The scene's name; empty before the first scene has got one."""
    arc: int = 1
    """The arcs of an adventure are counted."""

    def key(self, kind: Kind, scope: Scope, player_id: int) -> str:
        """What a record of this scope, said here by this player, belongs to.

        A fact is everybody's; a preference is its player's, so that nobody's takes another's place.
        """
        owners: dict[Scope, str | int] = {
            Scope.SCENE: f"{self.adventure_id}:{self.scene}",
            Scope.ARC: f"{self.adventure_id}:{self.arc}",
            Scope.ADVENTURE: self.adventure_id,
            Scope.CHARACTER: self.guild_id,
            Scope.EVERYWHERE: player_id,
        }
        own = f":{player_id}" if kind is Kind.PREFERENCE and scope is not Scope.EVERYWHERE else ""
        return f"{scope}:{owners[scope]}{own}"


@dataclass(frozen=True, slots=True)
class CanonRecord:
    """One correction, with its origin."""

    id: int
    kind: Kind
    subject: str
    attribute: str
    value: str
    wording: str
    """The sentence as the player reads it."""
    scope: Scope
    persists: bool
    """Whether the player meant it to last."""
    status: RecordStatus
    place: Place
    """Where it was said; with the scope, where it holds."""
    scope_key: str
    """``Place.key``: records with the same one reach exactly as far."""
    subject_key: str
    attribute_key: str
    player_id: int
    player_name: str
    action_id: int
    """The head of the story when it was said; the record goes and comes back with it."""
    created_at: datetime
    successor_id: int | None = None
    """The record that supersedes it."""
    superseded_at: datetime | None = None
    pinned: bool = False
    """It matters although nobody has spoken of its subject lately."""
    wrong: str = ""
    """What the player said to be wrong: "blue" in "green, not blue"."""

    @property
    def live(self) -> bool:
        """Whether it may matter to a prompt."""
        return self.status in (RecordStatus.ACTIVE, RecordStatus.UNRESOLVED)


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record that is about to be written."""

    kind: Kind
    subject: str
    attribute: str
    value: str
    wording: str
    scope: Scope
    scope_key: str
    subject_key: str
    attribute_key: str
    persists: bool
    options: tuple[Scope, ...] = ()
    """The scopes that the player may choose from; when there are any, the record is unresolved."""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class CanonChange:
    """What a decision does to the canon, in one transaction."""

    new: NewRecord | None = None
    settles: int | None = None
    """The unresolved record that gets ``scope``."""
    scope: Scope | None = None
    scope_key: str = ""
    supersedes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CanonState:
    """The canon as a decision sees it."""

    place: Place
    records: tuple[CanonRecord, ...] = ()
    """The server's, and the player's that hold everywhere; oldest first, without forgotten ones."""
    gone: frozenset[int] = frozenset()
    """The records among them whose action was undone, or stands on another branch."""
    answers: Mapping[tuple[Kind, str, str], Scope] = field(default_factory=dict)
    """What this adventure's players answered, by kind, subject and attribute."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of subjects, and the keys of those."""

    @property
    def present(self) -> tuple[CanonRecord, ...]:
        """The records whose action is on the story's path."""
        return tuple(record for record in self.records if record.id not in self.gone)

    def said_by(self, player_id: int) -> CanonState:
        """Without what others prefer: it neither contradicts nor is replaced."""
        records = (r for r in self.records if r.kind is Kind.FACT or r.player_id == player_id)
        return replace(self, records=tuple(records))


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """How far does a correction reach? Asked once; answered with a button, now or after a restart."""

    id: int
    record: CanonRecord
    options: tuple[Scope, ...]

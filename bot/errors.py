"""One tree of errors.

Every class says in one line what happened. ``key`` names the sentence in ``data/locales`` that the
player or the owner reads; ``values`` fill its variables. The edges (command line, cogs) translate;
nothing below them holds prose.
"""

from __future__ import annotations

from collections.abc import Sequence


class QuestsmithError(Exception):
    """Anything that Questsmith can explain to a person."""

    key = "error-unexpected"

    def __init__(self, **values: str | int) -> None:
        self.values = values
        super().__init__(self.key, values)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value!r}" for name, value in self.values.items())])


class ContextOverflow(QuestsmithError):
    """The last action and the front memory alone are larger than the context."""

    key = "error-context-overflow"

    def __init__(self, needed: int, context_tokens: int) -> None:
        self.needed = needed
        self.context_tokens = context_tokens
        # As text: these numbers are compared with settings, where nobody writes 4,096.
        super().__init__(needed=str(needed), limit=str(context_tokens))


class SettingsError(QuestsmithError):
    """A setting has a value that cannot work. Values: name, reason."""

    key = "error-setting"


class AdventureFileError(QuestsmithError):
    """An adventure file cannot be read. Values: file, reason."""

    key = "error-adventure-file"


class GoldenFileError(QuestsmithError):
    """A golden set cannot be read. Values: file, reason."""

    key = "error-golden-file"


class CasesUnreadable(QuestsmithError):
    """A file of cases cannot be read. Values: file, reason."""

    key = "error-cases-file"


class BrokenCase(QuestsmithError):
    """A line of a file of cases is broken. Values: file, line, reason (json, missing, wrong), field."""

    key = "error-case"


class ScenarioError(QuestsmithError):
    """A scenario file is broken. Values: file, reason."""

    key = "error-scenario"


class UnknownScenario(QuestsmithError):
    """There is no scenario of that name. Values: name, known."""

    key = "error-scenario-unknown"


class StoreError(QuestsmithError):
    """The database cannot be used."""

    key = "error-store"


class StoreNewer(StoreError):
    """The database was written by a newer version of Questsmith. Values: file."""

    key = "error-store-newer"


class StoreUnwritable(StoreError):
    """The database cannot be opened or written. Values: file, reason."""

    key = "error-store-unwritable"


class NarratorError(QuestsmithError):
    """The language model gave no usable answer. Values: model, host."""

    key = "error-narrator"


class NarratorUnreachable(NarratorError):
    """Nothing answers at the model's address, or not in time."""

    key = "error-narrator-unreachable"


class NarratorKeyRefused(NarratorError):
    """The provider refuses the API key."""

    key = "error-narrator-key"


class NarratorModelUnknown(NarratorError):
    """The provider does not know the model."""

    key = "error-narrator-model"


class NarratorBusy(NarratorError):
    """The provider asks to slow down, or the quota is used up."""

    key = "error-narrator-busy"


class NarratorContextTooLong(NarratorError):
    """The provider says that the prompt is longer than the model's window."""

    key = "error-narrator-too-long"


class NarratorBroken(NarratorError):
    """The answer broke off in the middle."""

    key = "error-narrator-broken"


class NarratorEmpty(NarratorError):
    """The answer holds nothing that can be seen."""

    key = "error-narrator-empty"


class EmbeddedModelMissing(NarratorError):
    """The model file or the engine of the embedded narrator is not installed. Values: reason."""

    key = "error-narrator-embedded"


class EmbedderFailed(QuestsmithError):
    """The embedder gave no usable vectors. Values: model, reason."""

    key = "error-embedder"


class RecallFileError(QuestsmithError):
    """A file of documents and queries cannot be read. Values: file, reason."""

    key = "error-recall-file"


class TurnError(QuestsmithError):
    """A turn cannot be taken."""

    key = "error-turn"


class DuplicateTurn(TurnError):
    """This event has been handled already."""

    key = "error-turn-duplicate"


class NothingToUndo(TurnError):
    """The story is at its beginning."""

    key = "error-nothing-to-undo"


class NothingToRedo(TurnError):
    """Nothing was undone."""

    key = "error-nothing-to-redo"


class NothingToRetry(TurnError):
    """There is no answer that could be told anew."""

    key = "error-nothing-to-retry"


class StaleButton(TurnError):
    """The button belongs to an answer that is not the latest."""

    key = "error-stale-button"


class UnknownTurn(TurnError):
    """There is no such told turn in this adventure. Values: turn."""

    key = "error-turn-unknown"


class ReportPruned(TurnError):
    """What the narrator saw at this turn is not kept any more. Values: turn."""

    key = "error-report-pruned"


class EmptyAction(TurnError):
    """The action holds no text."""

    key = "error-empty-action"


class TypedCommand(TurnError):
    """A command was sent as a message. Values: command."""

    key = "error-typed-command"


class Stopping(TurnError):
    """The bot is shutting down and takes no new turns."""

    key = "error-stopping"


class AdventureError(QuestsmithError):
    """An adventure cannot be used this way."""

    key = "error-adventure"


class NoAdventure(AdventureError):
    """No adventure is open in this channel."""

    key = "error-no-adventure"


class AdventureOpen(AdventureError):
    """Another adventure is open in this channel. Values: title."""

    key = "error-adventure-open"


class NoThreads(AdventureError):
    """Discord makes no threads in a channel of this kind."""

    key = "error-no-threads"


class UnknownAdventure(AdventureError):
    """There is no such adventure on this server."""

    key = "error-adventure-unknown"


class CardError(QuestsmithError):
    """A story card cannot be saved."""

    key = "error-card"


class UnknownCard(CardError):
    """There is no such story card. Values: name."""

    key = "error-card-unknown"


class CardInvalid(CardError):
    """A field of the story card cannot be saved.

    Values: field, reason (missing, too-long, too-many, pattern); limit; trigger and problem of a pattern.
    """

    key = "error-card-invalid"


class PortUnusable(QuestsmithError):
    """The sandbox cannot serve its page on the port. Values: port."""

    key = "error-port"


class CanonError(QuestsmithError):
    """A correction cannot be saved."""

    key = "error-canon"


class CorrectionUnclear(CanonError):
    """A correction lacks something, or says too much.

    Values: reason (subject, value, denied, long, mention, contradiction, ambiguous, scope, unclear;
    store when the database cannot be written).
    """

    key = "error-correction"


class UnknownRecord(CanonError):
    """There is no such record, or its question was answered."""

    key = "error-record-unknown"


class RecordOutdated(CanonError):
    """A later correction has replaced the record."""

    key = "error-record-outdated"


class NotNarrated(CanonError):
    """The message is nothing that the narrator has told in the channel's adventure."""

    key = "error-not-narrated"


class UnknownMemory(QuestsmithError):
    """There is no such memory in this adventure, or it was deleted; or what was typed fits several."""

    key = "error-memory-unknown"


class MemoryInvalid(QuestsmithError):
    """A memory's text is empty or too long.

    Values: reason (missing, too-long), limit (characters).
    """

    key = "error-memory"


class MemoryChanged(QuestsmithError):
    """Somebody else has changed the memory in between."""

    key = "error-memory-changed"


class StalePage(QuestsmithError):
    """The page shows the memories of another adventure than the one in the channel."""

    key = "error-memory-page"


class Forbidden(QuestsmithError):
    """The member may not do this."""

    key = "error-forbidden"


class NotTheirs(Forbidden):
    """Somebody else said it, and the member does not manage the server, or it is a preference."""

    key = "error-not-theirs"


class NotAPlayer(Forbidden):
    """The member does not play in this adventure."""

    key = "error-not-a-player"


class DiscordError(QuestsmithError):
    """Discord cannot be used."""

    key = "error-discord"


class TokenMissing(DiscordError):
    """DISCORD_TOKEN is not set."""

    key = "error-token-missing"


class TokenRefused(DiscordError):
    """Discord refuses the token."""

    key = "error-token-refused"


class DiscordUnreachable(DiscordError):
    """Discord does not answer, or not as it should."""

    key = "error-discord-unreachable"


class IntentMissing(DiscordError):
    """The message content intent is not switched on."""

    key = "error-intent-missing"


class PermissionMissing(DiscordError):
    """The bot lacks permissions in the channel; empty when Discord did not say which."""

    key = "error-permission-missing"

    def __init__(self, permissions: Sequence[str]) -> None:
        self.permissions = tuple(permissions)
        super().__init__(permissions=", ".join(permissions))

"""The one typed place for configuration: the environment and the file ``.env``."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import SettingsError
from bot.story import CardOrder, ContextSettings, Layout

EMBEDDED_MODEL = "SmolLM2-135M-Instruct"
EMBEDDED_LANGUAGES = frozenset({"en"})
"""What the embedded model can write; anything else comes out as words without sense."""
EMBEDDED_WINDOW = 8192
"""Tokens that the embedded model can see, prompt and reply together."""
_PASSWORD = re.compile(r"://[^/@:]*:([^/@]+)@")


class EmbedderKind(StrEnum):
    """What makes vectors of memories, to compare them by meaning."""

    EMBEDDED = "embedded"
    PROVIDER = "provider"
    NONE = "none"


class Settings(BaseSettings):
    """Every field is an environment variable; its description is the README's table."""

    model_config = SettingsConfigDict(
        env_prefix="QUESTSMITH_",
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("DISCORD_TOKEN", "discord_token"),
        description="The bot's token from the Discord developer portal. Needed by `run` only.",
    )
    openai_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("OPENAI_API_KEY", "openai_api_key"),
        description="The key of an OpenAI-compatible provider. "
        "Without key and base URL the embedded model narrates.",
    )
    openai_base_url: str | None = Field(
        default=None,
        validation_alias=AliasChoices("OPENAI_BASE_URL", "openai_base_url"),
        repr=False,  # an address may hold a password
        description="The address of an OpenAI-compatible provider, up to and with `/v1`.",
    )
    openai_model: str = Field(
        default="gpt-4.1-mini",
        min_length=1,
        validation_alias=AliasChoices("OPENAI_MODEL", "openai_model"),
        description="The model's name at the provider.",
    )
    database_url: str = Field(
        default="sqlite+aiosqlite:///questsmith.db",
        repr=False,
        description="Where adventures are kept, as an SQLAlchemy URL.",
    )
    context_tokens: int | None = Field(
        default=None,
        ge=256,
        description="Tokens of the prompt. Default: 8192, with the embedded model 1024.",
    )
    reply_tokens: int | None = Field(
        default=None,
        ge=16,
        description="Tokens of an answer at most. Default: 400, with the embedded model 120.",
    )
    model_window: int | None = Field(
        default=None,
        ge=512,
        description="Tokens that the model can see. When it is set, prompt and reply must fit in it.",
    )
    tokenizer: str | None = Field(
        default=None,
        description="`o200k_base` or `cl100k_base`. Default: the model's own, where it is known.",
    )
    layout: Layout | None = Field(
        default=None,
        description="How the prompt is laid out: `cached`, which changes only near its end so that a "
        "provider's cache keeps hitting, or `classic`. Default: `cached`, with the embedded model `classic`.",
    )
    cut_back: float = Field(
        default=ContextSettings().cut_back,
        ge=0.1,
        le=1.0,
        description="Layout `cached`: the fraction of the history's share that stays when it is cut back.",
    )
    order: CardOrder = Field(
        default=CardOrder.RANK,
        description="Order of story cards and memories in the prompt: `rank`, `sandwich` or `story`.",
    )
    memory_bank: bool = Field(
        default=True, description="Whether memories are written and take part in the prompt."
    )
    memory_capacity: int = Field(
        default=400,
        ge=1,
        description="Memories of each adventure at most; when there are more, the least used is forgotten.",
    )
    memory_threshold: float = Field(
        default=0.2, ge=0.0, le=1.0, description="Relevance (0 to 1) below which a memory stays out."
    )
    summary: bool = Field(
        default=True,
        description="Whether new adventures have their story summary kept up to date; "
        "`/adventure summary` changes it for each.",
    )
    summary_tokens: int | None = Field(
        default=None,
        ge=32,
        description="Tokens of a story summary at most. Default: 400, with the embedded model 120.",
    )
    daily_tokens: int = Field(
        default=0,
        ge=0,
        description="Tokens a day (UTC), of prompts and answers, after which memories and summaries wait "
        "for the next day; turns go on. 0 is no limit.",
    )
    keep_reports: int = Field(
        default=200,
        ge=0,
        description="Turns of each adventure, the newest, of which `/context` can still show what the "
        "narrator saw; 0 keeps all.",
    )
    embedder: EmbedderKind = Field(
        default=EmbedderKind.EMBEDDED,
        description="What memories are compared with, beside their words: `embedded` (a model on this "
        "machine), `provider` (its embeddings endpoint) or `none`.",
    )
    embedder_model: str = Field(
        default="text-embedding-3-small",
        min_length=1,
        description="The embedding model's name at the provider.",
    )
    temperature: float | None = Field(
        default=None,
        ge=0.0,
        le=2.0,
        description="Sampling temperature. Default: the provider's, with the embedded model 0.6.",
    )
    top_p: float | None = Field(
        default=None,
        gt=0.0,
        le=1.0,
        description="Nucleus sampling. Default: the provider's, with the embedded model 0.95.",
    )
    connect_timeout: float = Field(default=10.0, gt=0, description="Seconds to reach the model's address.")
    answer_timeout: float = Field(
        default=120.0, gt=0, description="Seconds that the model may be silent before the turn is given up."
    )
    stream_interval: float = Field(
        default=1.25, ge=0.0, description="Seconds between two edits of an answer that is being written."
    )
    shutdown_grace: float = Field(
        default=20.0, ge=0.0, description="Seconds that turns in flight get to finish when the bot stops."
    )
    language: Literal["en", "ru", "ar"] = Field(
        default="en", description="Language where nothing else tells it: `en`, `ru` or `ar`."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="How much is logged."
    )

    @field_validator("openai_base_url")
    @classmethod
    def _http(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        return value

    @property
    def secrets(self) -> list[str]:
        """What must never be shown: the token, the key, and passwords inside addresses."""
        values = [value.get_secret_value() for value in (self.discord_token, self.openai_api_key) if value]
        for address in (self.openai_base_url or "", self.database_url):
            values += _PASSWORD.findall(address)
        return [value for value in values if value]

    @property
    def embedded(self) -> bool:
        """Whether the model on this machine narrates."""
        return self.openai_api_key is None and self.openai_base_url is None

    @property
    def model(self) -> str:
        """The model's name, as it is sent to the provider."""
        return EMBEDDED_MODEL if self.embedded else self.openai_model

    @property
    def summary_limit(self) -> int:
        """Tokens of a story summary."""
        return self.summary_tokens or (120 if self.embedded else 400)

    def context(self) -> ContextSettings:
        """What assembly works with. Raises SettingsError when prompt and reply exceed the window."""
        from bot.context.tokens import tokenizer_for_model  # the tables are large: loaded when needed

        context = self.context_tokens or (1024 if self.embedded else 8192)
        reply = self.reply_tokens or (120 if self.embedded else 400)
        window = self.model_window or (EMBEDDED_WINDOW if self.embedded else None)
        if window is not None and context + reply > window:
            raise SettingsError(
                name="QUESTSMITH_CONTEXT_TOKENS",
                reason=f"{context} + {reply} > {window} (QUESTSMITH_MODEL_WINDOW)",
            )
        return ContextSettings(
            context_tokens=context,
            reply_tokens=reply,
            tokenizer=self.tokenizer or tokenizer_for_model(self.model),
            memory_bank=self.memory_bank,
            memory_threshold=self.memory_threshold,
            layout=self.layout or (Layout.CLASSIC if self.embedded else Layout.CACHED),
            order=self.order,
            cut_back=self.cut_back,
        )


def load_settings(**overrides: object) -> Settings:
    """Read the environment. Raises SettingsError that names the variable, never its value."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        name = field if field.isupper() else f"QUESTSMITH_{field.upper()}"
        raise SettingsError(name=name, reason=str(first["msg"])) from None
    except UnicodeDecodeError as error:
        raise SettingsError(name=".env", reason=error.reason) from None

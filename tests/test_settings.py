import os
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.settings import EMBEDDED_MODEL, EMBEDDED_WINDOW, EmbedderKind, Settings, load_settings
from bot.story import CardOrder, ContextSettings, Layout

TOKEN = "MTIzNDU2.secret-token.abcdef"
KEY = "sk-secret-key-123456"


VARIABLES: list[tuple[str, str, str, object]] = [
    ("OPENAI_BASE_URL", "http://localhost:1/v1", "openai_base_url", "http://localhost:1/v1"),
    ("OPENAI_MODEL", "a-model", "openai_model", "a-model"),
    ("QUESTSMITH_DATABASE_URL", "sqlite+aiosqlite:///x.db", "database_url", "sqlite+aiosqlite:///x.db"),
    ("QUESTSMITH_CONTEXT_TOKENS", "4096", "context_tokens", 4096),
    ("QUESTSMITH_REPLY_TOKENS", "200", "reply_tokens", 200),
    ("QUESTSMITH_MODEL_WINDOW", "8192", "model_window", 8192),
    ("QUESTSMITH_TOKENIZER", "cl100k_base", "tokenizer", "cl100k_base"),
    ("QUESTSMITH_LAYOUT", "classic", "layout", Layout.CLASSIC),
    ("QUESTSMITH_CUT_BACK", "0.7", "cut_back", 0.7),
    ("QUESTSMITH_KEEP_REPORTS", "3", "keep_reports", 3),
    ("QUESTSMITH_ORDER", "sandwich", "order", CardOrder.SANDWICH),
    ("QUESTSMITH_MEMORY_BANK", "false", "memory_bank", False),
    ("QUESTSMITH_MEMORY_CAPACITY", "7", "memory_capacity", 7),
    ("QUESTSMITH_SUMMARY", "false", "summary", False),
    ("QUESTSMITH_SUMMARY_TOKENS", "200", "summary_tokens", 200),
    ("QUESTSMITH_DAILY_TOKENS", "100000", "daily_tokens", 100_000),
    ("QUESTSMITH_MEMORY_THRESHOLD", "0.5", "memory_threshold", 0.5),
    ("QUESTSMITH_EMBEDDER", "provider", "embedder", EmbedderKind.PROVIDER),
    ("QUESTSMITH_EMBEDDER_MODEL", "a-model", "embedder_model", "a-model"),
    ("QUESTSMITH_TEMPERATURE", "1.1", "temperature", 1.1),
    ("QUESTSMITH_TOP_P", "0.9", "top_p", 0.9),
    ("QUESTSMITH_CONNECT_TIMEOUT", "5", "connect_timeout", 5.0),
    ("QUESTSMITH_ANSWER_TIMEOUT", "60", "answer_timeout", 60.0),
    ("QUESTSMITH_STREAM_INTERVAL", "2", "stream_interval", 2.0),
    ("QUESTSMITH_SHUTDOWN_GRACE", "0", "shutdown_grace", 0.0),
    ("QUESTSMITH_LANGUAGE", "ar", "language", "ar"),
    ("QUESTSMITH_LOG_LEVEL", "DEBUG", "log_level", "DEBUG"),
]


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory and an environment without our variables."""
    for name in os.environ:
        if name.upper().startswith(("QUESTSMITH_", "OPENAI_", "DISCORD_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_everything_is_optional() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.openai_api_key is None
    assert settings.openai_base_url is None
    assert settings.embedded
    assert settings.model == EMBEDDED_MODEL
    assert settings.secrets == []


@pytest.mark.parametrize(("variable", "text", "field", "value"), VARIABLES)
def test_variables(
    variable: str, text: str, field: str, value: object, monkeypatch: pytest.MonkeyPatch, directory: Path
) -> None:
    monkeypatch.setenv(variable, text)
    assert getattr(load_settings(), field) == value
    monkeypatch.delenv(variable)
    (directory / ".env").write_text(f"{variable}={text}\n")
    assert getattr(load_settings(), field) == value
    (directory / ".env").unlink()
    assert getattr(load_settings(**{field: value}), field) == value


def test_every_field_is_tested_above_or_a_secret() -> None:
    tested = {field for _, _, field, _ in VARIABLES}
    assert tested | {"discord_token", "openai_api_key"} == set(Settings.model_fields)


def test_secrets_are_read_but_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:base-password@localhost/v1")
    monkeypatch.setenv("QUESTSMITH_DATABASE_URL", "postgresql+asyncpg://me:db-password@localhost/story")
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    secrets = [TOKEN, KEY, "base-password", "db-password"]
    assert settings.secrets == secrets
    shown = f"{settings!r} {settings} {settings.model_dump_json(include={'discord_token', 'openai_api_key'})}"
    assert not any(secret in shown for secret in secrets)


@pytest.mark.parametrize("variable", ["OPENAI_API_KEY", "OPENAI_BASE_URL"])
def test_a_key_or_an_address_replaces_the_embedded_model(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "http://localhost:1/v1")
    monkeypatch.setenv("OPENAI_MODEL", "their-model")
    assert not load_settings().embedded
    assert load_settings().model == "their-model"


def test_empty_values_are_no_values(monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
    names = [
        "DISCORD_TOKEN",
        "OPENAI_API_KEY",
        "OPENAI_MODEL",
        "QUESTSMITH_TEMPERATURE",
        "QUESTSMITH_LANGUAGE",
    ]
    for name in names:
        monkeypatch.setenv(name, "")
    assert load_settings() == Settings()
    assert load_settings().openai_model == "gpt-4.1-mini"
    for name in names:
        monkeypatch.delenv(name)
    (directory / ".env").write_text("".join(f"{name}=\n" for name in names))
    assert load_settings() == Settings()
    assert load_settings().embedded


def test_the_environment_is_stronger_than_the_file(monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
    (directory / ".env").write_text("OPENAI_MODEL=from-file\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("OPENAI_MODEL", "from-environment")
    assert load_settings().openai_model == "from-environment"
    assert load_settings(openai_model="from-caller").openai_model == "from-caller"


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_the_file_may_have_comments_quotes_and_a_byte_order_mark(start: str, directory: Path) -> None:
    text = f'{start}DISCORD_TOKEN="{TOKEN}"\r\n# a comment\r\nexport OPENAI_MODEL = модель  # why not\r\n'
    (directory / ".env").write_bytes(text.encode())
    settings = load_settings()
    assert settings.secrets == [TOKEN]
    assert settings.openai_model == "модель"


def test_a_file_in_another_encoding(directory: Path) -> None:
    (directory / ".env").write_bytes("OPENAI_MODEL=модель".encode("cp1251"))
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert caught.value.values["name"] == ".env"
    assert "\\xec" not in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("OPENAI_BASE_URL", "localhost-value"),
        ("QUESTSMITH_CONTEXT_TOKENS", "many-values"),
        ("QUESTSMITH_CONTEXT_TOKENS", "255"),
        ("QUESTSMITH_REPLY_TOKENS", "15"),
        ("QUESTSMITH_MODEL_WINDOW", "511"),
        ("QUESTSMITH_LAYOUT", "strange-value"),
        ("QUESTSMITH_ORDER", "strange-value"),
        ("QUESTSMITH_MEMORY_BANK", "strange-value"),
        ("QUESTSMITH_MEMORY_CAPACITY", "0"),
        ("QUESTSMITH_SUMMARY_TOKENS", "31"),
        ("QUESTSMITH_DAILY_TOKENS", "-1"),
        ("QUESTSMITH_MEMORY_THRESHOLD", "1.01"),
        ("QUESTSMITH_EMBEDDER", "strange-value"),
        ("QUESTSMITH_TEMPERATURE", "-0.5"),
        ("QUESTSMITH_TOP_P", "0.0"),
        ("QUESTSMITH_CONNECT_TIMEOUT", "-1.5"),
        ("QUESTSMITH_ANSWER_TIMEOUT", "strange-value"),
        ("QUESTSMITH_STREAM_INTERVAL", "-0.25"),
        ("QUESTSMITH_SHUTDOWN_GRACE", "-0.25"),
        ("QUESTSMITH_LANGUAGE", "strange-value"),
        ("QUESTSMITH_LOG_LEVEL", "strange-value"),
    ],
)
def test_a_wrong_value_is_named_by_its_variable_and_not_repeated(
    variable: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert caught.value.values["name"] == variable
    assert caught.value.values["reason"]
    assert text not in str(caught.value)
    assert caught.value.__suppress_context__


# What assembly works with


def test_the_embedded_model_gets_a_small_context() -> None:
    context = load_settings().context()
    assert (context.context_tokens, context.reply_tokens) == (1024, 120)
    assert context.tokenizer == EMBEDDED_MODEL


def test_a_providers_model_gets_a_large_context_and_its_own_tokenizer() -> None:
    context = load_settings(openai_api_key=KEY).context()
    assert (context.context_tokens, context.reply_tokens) == (8192, 400)
    assert context.tokenizer == "o200k_base"
    assert load_settings(openai_api_key=KEY, openai_model="gpt-4").context().tokenizer == "cl100k_base"


def test_what_is_set_is_what_assembly_gets() -> None:
    context = load_settings(
        context_tokens=2000,
        reply_tokens=100,
        tokenizer="cl100k_base",
        memory_bank=False,
        memory_threshold=0.7,
        order=CardOrder.STORY,
    ).context()
    assert context == ContextSettings(
        context_tokens=2000,
        reply_tokens=100,
        tokenizer="cl100k_base",
        memory_bank=False,
        memory_threshold=0.7,
        order=CardOrder.STORY,
    )


def test_a_small_model_writes_small_summaries() -> None:
    assert load_settings().summary_limit == 120
    assert load_settings(openai_api_key=KEY).summary_limit == 400
    assert load_settings(summary_tokens=200).summary_limit == 200


def test_prompt_and_reply_must_fit_in_the_window() -> None:
    fits = {"openai_api_key": KEY, "context_tokens": 900, "reply_tokens": 100, "model_window": 1000}
    assert load_settings(**fits).context().context_tokens == 900
    with pytest.raises(SettingsError) as caught:
        load_settings(**(fits | {"reply_tokens": 101})).context()
    assert caught.value.values["name"] == "QUESTSMITH_CONTEXT_TOKENS"


def test_the_embedded_models_window_is_known() -> None:
    assert load_settings(context_tokens=EMBEDDED_WINDOW - 120).context()
    with pytest.raises(SettingsError):
        load_settings(context_tokens=EMBEDDED_WINDOW - 119).context()
    assert load_settings(openai_api_key=KEY, context_tokens=100_000).context()

import logging
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from bot.logs import set_up_logging
from bot.settings import Settings

TOKEN = "MTIzNDU2.secret-token.abcdef"
KEY = "sk-secret-key"
LONGER_KEY = f"{KEY}-longer"
SECRETS = (TOKEN, KEY, "db-password")

log = logging.getLogger("bot.example")


@pytest.fixture(autouse=True)
def _root_logger() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def settings(**values: object) -> Settings:
    given: dict[str, object] = {
        "discord_token": SecretStr(TOKEN),
        "openai_api_key": SecretStr(KEY),
        "database_url": "postgresql+asyncpg://me:db-password@localhost/story",
    }
    return Settings(**(given | values))  # type: ignore[arg-type]


def test_a_secret_in_a_message_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings())
    for secret in SECRETS:
        log.error("Authorization: Bot %s!" % secret)  # noqa: UP031
    err = capsys.readouterr().err
    assert not any(secret in err for secret in SECRETS)
    assert err.count("Bot [hidden]!") == 3


def test_a_secret_in_the_arguments_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings())
    log.warning("Headers: %r, %s", {"Authorization": TOKEN}, [KEY])
    err = capsys.readouterr().err
    assert "Headers: {'Authorization': '[hidden]'}, ['[hidden]']" in err


def test_a_secret_in_a_trace_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings())
    try:
        try:
            raise ValueError(TOKEN)
        except ValueError as error:
            raise RuntimeError(f"key {KEY}") from error
    except RuntimeError:
        log.exception("Failed", stack_info=True)
    err = capsys.readouterr().err
    assert "RuntimeError: key [hidden]" in err
    assert "ValueError: [hidden]" in err
    assert not any(secret in err for secret in SECRETS)


def test_a_secret_of_another_librarys_logger_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings())
    logging.getLogger("discord.http").error("token %s", TOKEN)
    assert capsys.readouterr().err.endswith("discord.http: token [hidden]\n")


def test_a_secret_that_is_part_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings(discord_token=SecretStr(KEY), openai_api_key=SecretStr(LONGER_KEY)))
    log.error("%s and %s", LONGER_KEY, KEY)
    assert "[hidden] and [hidden]\n" in capsys.readouterr().err


def test_a_made_up_key_does_not_spoil_the_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings(discord_token=None, openai_api_key=SecretStr("x")))
    log.error("exit")
    assert capsys.readouterr().err.endswith("ERROR   bot.example: exit\n")


def test_nothing_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings())
    log.error("a line")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("level", "override", "shown"),
    [("INFO", None, True), ("WARNING", None, False), ("WARNING", "INFO", True)],
)
def test_level(level: str, override: str | None, shown: bool, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings(log_level=level), override)
    log.info("a line")
    assert ("a line" in capsys.readouterr().err) is shown


def test_requests_to_the_model_are_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(settings())
    logging.getLogger("httpx2").info("HTTP Request: POST")
    logging.getLogger("openai._base_client").info("Retrying")
    assert capsys.readouterr().err == ""

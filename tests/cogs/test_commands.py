"""The command tree: what Discord accepts, what every cog keeps, and when it is sent."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import regex

from bot.client import EXTENSIONS, command_payload
from bot.locale import load_texts
from bot.paths import DATA
from bot.story.types import LANGUAGES
from tests.support.world import World

NAME = regex.compile(r"^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$")
"""Discord's rule for the names of commands and options."""
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
SUBCOMMAND, GROUP = 1, 2
MESSAGE_MENU = 3

Node = Mapping[str, Any]


async def payload(world: World) -> list[Node]:
    """The slash commands as the running bot sends them."""
    return [node for node in command_payload(world.bot.tree) if node["type"] != MESSAGE_MENU]


def nodes(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """The command and everything below it, each with its path."""
    path = (*path, node["name"])
    yield path, node
    for option in node.get("options", ()):
        yield from nodes(option, path)


def everything(commands: list[Node]) -> Iterator[tuple[tuple[str, ...], Node]]:
    for command in commands:
        yield from nodes(command)


def is_command(path: tuple[str, ...], node: Node) -> bool:
    return len(path) == 1 or node["type"] in (SUBCOMMAND, GROUP)


def in_language(node: Node, field: str, language: str) -> str:
    text: str = node[field] if language == "en" else node[f"{field}_localizations"][language]
    return text


async def test_all_commands_are_there(world: World) -> None:
    ash = set(world.ash.available_commands(world.channel))
    assert ash == {
        *(
            f"adventure {name}"
            for name in ("start", "list", "info", "resume", "end", "mode", "scene", "summary")
        ),
        *(f"card {name}" for name in ("add", "edit", "remove", "list", "show", "test")),
        *(f"memory {name}" for name in ("correct", "remember", "alias")),
        *(f"memory {name}" for name in ("list", "search", "add", "edit", "forget", "pin", "history")),
        *("do", "say", "story", "continue", "retry", "undo", "redo"),
        *("plot", "context"),
    }
    managers = set(world.manager.available_commands(world.channel))
    assert managers - ash == {"server language", "server role"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_names_and_descriptions_keep_discords_rules(world: World, language: str) -> None:
    for path, node in everything(await payload(world)):
        name = in_language(node, "name", language)
        assert NAME.match(name), path
        assert name == name.lower(), path
        assert 1 <= len(in_language(node, "description", language)) <= 100, path
        for choice in node.get("choices", ()):
            assert 1 <= len(in_language(choice, "name", language)) <= 100, path


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_two_siblings_share_a_name(world: World, language: str) -> None:
    commands = await payload(world)
    families = [commands, *(node.get("options", ()) for _, node in everything(commands))]
    families += [node.get("choices", ()) for _, node in everything(commands)]
    for family in families:
        names = [in_language(node, "name", language) for node in family]
        assert len(set(names)) == len(names)


async def test_numbers_and_sizes_keep_discords_limits(world: World) -> None:
    commands = await payload(world)
    assert len(commands) <= 100
    for path, node in everything(commands):
        assert len(node.get("options", ())) <= 25, path
        assert len(node.get("choices", ())) <= 25, path
        options = [option for option in node.get("options", ()) if option["type"] > GROUP]
        required = [option.get("required", False) for option in options]
        assert required == sorted(required, reverse=True), path
    for command in commands:
        # Discord counts names, descriptions and values; of the translations only the longest.
        size = 0
        for _, node in nodes(command):
            for field in ("name", "description"):
                size += max(len(in_language(node, field, language)) for language in LANGUAGES)
            for choice in node.get("choices", ()):
                size += max(len(in_language(choice, "name", language)) for language in LANGUAGES)
                size += len(str(choice["value"]))
        assert size <= 8000, command["name"]


async def test_the_english_names_are_those_in_the_code(world: World) -> None:
    texts = load_texts()["en"]
    for path, node in everything(await payload(world)):
        key = f"command-{'-'.join(path)}" if is_command(path, node) else f"option-{path[-1]}"
        assert texts(key) == node["name"], path
        assert texts(f"{key}.description") == node["description"], path


async def test_every_command_option_and_choice_is_translated(world: World) -> None:
    for path, node in everything(await payload(world)):
        for named in (node, *node.get("choices", ())):
            assert set(named["name_localizations"]) == set(TRANSLATIONS), path
        assert set(node["description_localizations"]) == set(TRANSLATIONS), path
        for language in TRANSLATIONS:
            assert in_language(node, "description", language) != node["description"], path


async def test_no_text_is_left_over(world: World) -> None:
    used = set()
    for path, node in everything(await payload(world)):
        used.add(f"command-{'-'.join(path)}" if is_command(path, node) else f"option-{path[-1]}")
    source = (DATA / "locales" / "en" / "commands.ftl").read_text(encoding="utf-8")
    assert set(regex.findall(r"^([a-z-]+) =", source, regex.MULTILINE)) == used | {"menu-correct"}


async def test_the_menu_of_a_message(world: World) -> None:
    (menu,) = [node for node in command_payload(world.bot.tree) if node["type"] == MESSAGE_MENU]
    names = [in_language(menu, "name", language) for language in LANGUAGES]
    assert names == ["Correct this…", "Поправить…", "تصحيح هذا…"]
    assert not menu.get("description")
    assert menu["contexts"] == [0]


async def test_every_command_of_every_cog_is_for_servers_only(world: World) -> None:
    assert len(world.bot.cogs) == len(EXTENSIONS) - 1  # cogs.errors has no commands
    for command in world.bot.tree.walk_commands():
        while command.parent is not None:
            command = command.parent
        assert command.guild_only, command.qualified_name
    # On the wire: only the context of a server.
    assert all(command["contexts"] == [0] for command in await payload(world))


def syncs(world: World) -> int:
    """How often the bot has sent its commands."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in world.env.http_requests
    )


async def test_commands_are_sent_once_and_again_only_when_they_change(world: World) -> None:
    assert syncs(world) == 1
    await world.restart()
    assert syncs(world) == 1
    await world.game.store.notes.set("commands", "of an older version")
    await world.restart()
    assert syncs(world) == 2
    await world.begin()


async def test_a_refused_sync_is_logged_and_the_bot_plays_on(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.game.store.notes.set("commands", "of an older version")
    world.env.inject_error("PUT", "/applications/*/commands", status=403, message="Missing Access")
    with caplog.at_level(logging.ERROR, "bot.client"):
        await world.restart()
    assert "Discord refused the commands" in caplog.text
    assert await world.game.store.notes.get("commands") == "of an older version"
    await world.begin()
    world.provider.say("The hinges complain.")
    await world.say("open the door")
    assert world.last().content == "The hinges complain."
    before = syncs(world)
    await world.restart()  # it is tried again
    assert syncs(world) == before + 1


async def test_translations_that_discord_does_not_take_leave_the_english_commands(world: World) -> None:
    await world.game.store.notes.set("commands", "of an older version")
    world.env.inject_error("PUT", "/applications/*/commands", status=400, code=50035, message="Invalid Form")
    before = syncs(world)
    await world.restart()
    assert syncs(world) == before + 2
    sent = [request.json for request in world.env.http_requests if request.path.endswith("/commands")][-1]
    assert isinstance(sent, list)
    assert "card" in [command["name"] for command in sent]
    assert not any(command.get("name_localizations") for command in sent)
    await world.begin()

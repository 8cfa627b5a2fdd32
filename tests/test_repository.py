"""The repository itself: exact versions, nothing of the machine it was made on, imports point downwards."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOT_OURS = {"questsmith", "pip", "setuptools", "uv"}
"""Distributions in the environment that are the project itself or came with the environment."""


def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if names.returncode:
        pytest.skip("not a clone")
    return [ROOT / name for name in names.stdout.split("\0") if name and (ROOT / name).is_file()]


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_installed_version_is_pinned() -> None:
    project = pyproject()
    uv = project["tool"]["uv"]
    wanted = [
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
        *uv["constraint-dependencies"],
        *uv["build-constraint-dependencies"],
        *project["build-system"]["requires"],
    ]
    pins = re.findall(r"^([\w.-]+)(?:\[\w+\])?==([\w.]+)$", "\n".join(wanted), re.MULTILINE)
    assert len(pins) == len(wanted), "only exact versions"
    pinned = {normal(name): version for name, version in pins}
    installed = {normal(found.name): found.version for found in distributions()}
    assert {
        name: version
        for name, version in installed.items()
        if name not in NOT_OURS and pinned.get(name) != version
    } == {}


def test_no_file_names_a_registry_or_a_place_on_this_machine() -> None:
    # Put together here, so that this file does not find itself.
    registries = ["pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "crates" + ".io"]
    places = ["home/[a-z]", "Users/[a-z]", *(f"{name}/" for name in ("ro" + "ot", "wo" + "rk"))]
    telltales = re.compile(
        "|".join([*map(re.escape, registries), *(rf"(?<![\w.*)-])/{name}" for name in places)])
    )
    for path in tracked():
        assert path.name not in ("uv.lock", ".env"), "stays out of git"
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found = telltales.search(text)
        assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()}"


LAYERS: dict[str, tuple[str, ...]] = {
    # who may import whom; one's own room is always allowed
    "bot.errors": (),
    "bot.paths": (),
    "bot.queues": (),
    "bot.story": ("bot.locale",),
    "bot.locale": ("bot.errors", "bot.paths", "bot.story"),
    "bot.settings": ("bot.errors", "bot.story", "bot.context"),
    "bot.context": ("bot.errors", "bot.story"),
    "bot.formats": ("bot.errors", "bot.story", "bot.context"),
    "bot.store": ("bot.errors", "bot.story"),
    "bot.narrator": ("bot.errors", "bot.settings", "bot.story"),
}
LOW = (
    *LAYERS,
    "bot.scenarios",
    "bot.explain",
    "bot.picture",
    "bot.shaping",
    "bot.logs",
    "bot.docs",
    "bot.turns",
)
"""Rooms that know neither the game nor Discord."""
HIGH = ("bot.game", "bot.app", "bot.client", "bot.sandbox", "bot.commands", "bot.__main__", "cogs")
DISCORD = ("bot.client", "bot.sandbox", "cogs")
PURE = {"bot", "numpy", "re2", "regex", "Stemmer", "tiktoken", "tiktoken_ext"}


def room(module: str, rooms: tuple[str, ...]) -> str | None:
    return next((name for name in rooms if module == name or module.startswith(f"{name}.")), None)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for top in ("bot", "cogs"):
        for path in sorted((ROOT / top).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_imports_point_downwards() -> None:
    seen = 0
    for name, tree in modules():
        for target in imported(tree):
            here, there = room(name, tuple(LAYERS)), room(target, (*LOW, *HIGH))
            if there is None or there == here:
                continue
            seen += 1
            if here is not None:
                assert there in LAYERS[here], f"{name} imports {target}"
            elif room(name, LOW):
                assert there in LOW, f"{name} imports {target}"
    assert seen > 50


def test_discord_is_known_only_to_its_faces() -> None:
    known = {
        name
        for name, tree in modules()
        for target in imported(tree)
        if target.split(".")[0] in ("discord", "simcord")
    }
    assert known
    assert {name for name in known if not room(name, DISCORD)} == set()


def test_nobody_imports_the_cogs_but_the_client() -> None:
    for name, tree in modules():
        if not room(name, ("cogs", "bot.client")):
            assert not any(target.startswith("cogs") for target in imported(tree)), name


def test_assembly_knows_only_the_story_and_a_tokenizer() -> None:
    for name, tree in modules():
        if room(name, ("bot.context",)):
            tops = {target.split(".")[0] for target in imported(tree)}
            assert tops - PURE <= sys.stdlib_module_names, name

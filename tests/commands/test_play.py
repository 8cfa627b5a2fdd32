"""``questsmith play``: a scripted narrator, real files, a real terminal."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from bot.paths import DATA
from bot.scenarios import load_scenarios
from tests.support.command import Terminal, environment, ran, started
from tests.support.provider import KEY, Provider, Refusal, Reply

LINES = "open the door\nlook around\nclimb the stairs\n"
ANSWERS = ("The door sighs open.", "Moss and old stone.", "The stairs hum under you.")


async def test_a_script_is_played_to_its_end_and_resumed(provider: Provider, tmp_path: Path) -> None:
    provider.say(*ANSWERS)
    env = environment(provider)
    async with started(tmp_path, "play", "lantern", "--db", "story.db", env=env) as process:
        out, err = await process.communicate(LINES.encode())
        assert (process.returncode, err) == (0, b"")
    assert [line for line in out.decode().splitlines() if line in ANSWERS] == list(ANSWERS)

    provider.say("A bell, far up.")
    resumed = await ran(tmp_path, "play", "--resume", "--db", "story.db", env=env, lines="listen")
    assert (resumed.code, resumed.err) == (0, "")
    shown = resumed.out.splitlines()
    places = [shown.index(line) for line in (*ANSWERS, "> You listen.", "A bell, far up.")]
    assert places == sorted(places)
    sent = [message["content"] for message in provider.requests[-1]["messages"]]
    assert all(any(answer in content for content in sent) for answer in ANSWERS)


async def test_what_a_line_can_be(provider: Provider, tmp_path: Path) -> None:
    lines = [
        '"Who is there?"',
        "// a remark",
        "((another))",
        "",
        "   ",
        "/say Hello.",
        "/story It rains.",
        "/continue",
        "/do",
        "/dance",
        "/do wave",
        "открываю дверь",
        "أفتح الباب",
        "go 🗝️ in",
    ]
    script = "\r\n".join(lines).encode()  # as a Windows editor saves it, without an end of the last line
    played = await ran(tmp_path, "play", "lantern", env=environment(provider), lines=script)
    # An action without words is refused, and a script ends at the first thing that went wrong.
    assert played.code == 1
    assert played.err == "Write what you do or say; this was empty.\n"
    assert len(provider.requests) == 4

    lines.remove("/do")
    played = await ran(
        tmp_path, "play", "lantern", env=environment(provider), lines="\r\n".join(lines).encode()
    )
    assert (played.code, played.err) == (0, "")
    assert [line for line in played.out.splitlines() if line.startswith(">")] == [
        '> You say "Who is there?"',
        '> You say "Hello."',
        "> You wave.",
        "> You: открываю дверь.",
        "> You: أفتح الباب.",
        "> You go 🗝️ in.",
    ]
    assert "It rains." in played.out
    assert "There is no command /dance." in played.out
    assert "remark" not in str(provider.requests)
    assert "\r" not in str(provider.requests[-1])


async def test_commands_of_a_script(provider: Provider, tmp_path: Path) -> None:
    provider.say("The door is stuck.", "The door gives way.", "You step inside.")
    lines = "open the door\n/retry\nenter\n/undo\n/redo\n/context\n/help\n/quit\nnever played\n"
    played = await ran(tmp_path, "play", "lantern", env=environment(provider), lines=lines)
    assert (played.code, played.err) == (0, "")
    assert played.out.count("The door gives way.") == 2  # told, and again after the undo
    assert played.out.count("You step inside.") == 2
    assert "never played" not in played.out
    assert len(provider.requests) == 3
    assert "8,192" in played.out
    assert "/undo, /redo" in played.out


@pytest.mark.parametrize(
    ("language", "aside", "correct", "confirmed", "asked", "answered"),
    [
        (
            "en",
            "((Petra's eyes are green, not blue.))",
            "/correct Petra | hair | red",
            "Saved for this story: Petra's eyes are green. Before: blue.",
            "/answer 4 (every story)",
            "Saved for every story: Petra — hair: white.",
        ),
        (
            "ru",
            "Поправка: у Петры зелёные глаза, а не голубые.",
            "/correct Петра | волосы | рыжие",
            "Сохранено для этой истории: У Петры зелёные глаза. Раньше: голубые.",
            "/answer 4 (во всех историях)",
            "Сохранено для всех историй: Петра — волосы: white.",
        ),
        (
            "ar",
            "((عينا ميرا خضراوان وليستا زرقاوين.))",
            "/correct ميرا | الشعر | أحمر",
            "حُفظ لهذه القصة: عينا ميرا خضراوان. من قبل: زرقاوين.",
            "/answer 4 (كل القصص)",
            "حُفظ لكل القصص: ميرا — الشعر: white.",
        ),
    ],
)
async def test_corrections(
    provider: Provider,
    tmp_path: Path,
    language: str,
    aside: str,
    correct: str,
    confirmed: str,
    asked: str,
    answered: str,
) -> None:
    env = environment(provider, QUESTSMITH_LANGUAGE=language)
    name, white = correct.split(" ")[1], correct.rsplit("|", 1)[0] + "| white"
    played = await ran(tmp_path, "play", "lantern", env=env, lines=f"{aside}\n// brb\n/answer 1")
    assert played.code == 1  # there is nothing to answer
    assert plain(played.out).rstrip().endswith(confirmed)
    # The name is known in another story, so it is asked how far this reaches.
    lines = "\n".join((correct, f"look at {name}", "/answer 9", "/answer 4", white))
    played = await ran(tmp_path, "play", "magpie", env=env, lines=lines)
    assert (played.code, played.err) == (0, "")
    assert plain(played.out).count(asked) == 3  # also after the turn, and after what is no answer
    assert answered in plain(played.out)
    assert len(provider.requests) == 1


def plain(text: str) -> str:
    """Without marks of direction."""
    return "".join(letter for letter in text if letter not in "\u2068\u2069\u200e")


async def test_an_action_that_is_too_long_is_refused_with_both_numbers(
    provider: Provider, tmp_path: Path
) -> None:
    env = environment(provider, QUESTSMITH_CONTEXT_TOKENS="1000")
    played = await ran(tmp_path, "play", "lantern", env=env, lines="shout " + "very loudly " * 1000)
    assert played.code == 1
    assert "1000 fit" in played.err
    assert provider.requests == []
    resumed = await ran(tmp_path, "play", "--resume", env=env, lines="whisper")
    assert (resumed.code, resumed.err) == (0, "")
    assert "loudly" not in str(provider.requests)


async def test_the_language_of_the_story(provider: Provider, tmp_path: Path) -> None:
    for language, words in (("ru", "открываю дверь"), ("ar", "أفتح الباب")):
        env = environment(provider, QUESTSMITH_LANGUAGE=language)
        played = await ran(tmp_path, "play", "lantern", env=env, lines=f"{words}\n/help")
        assert (played.code, played.err) == (0, "")
        assert any(ord(letter) > 0x400 for letter in played.out.split("/help")[-1])
        assert words.split()[-1] in str(provider.requests[-1])


async def test_the_settings_may_stand_in_a_file(provider: Provider, tmp_path: Path) -> None:
    tmp_path.joinpath(".env").write_text("QUESTSMITH_LANGUAGE=ru\n", encoding="utf-8")
    played = await ran(tmp_path, "play", "nowhere", env=environment(provider))
    assert played.code == 1
    assert played.err.startswith("Сценария «nowhere» нет")


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (Refusal(401, "Incorrect API key provided."), "refuses the API key"),
        (Refusal(404, "The model does not exist.", code="model_not_found"), "does not know the model"),
        (Refusal(429, "Slow down."), "is busy or its quota is used up"),
        (Reply("The door", broken=True), "broke off in the middle"),
    ],
    ids=["key", "model", "busy", "broken"],
)
async def test_a_narrator_that_fails_keeps_the_action(
    provider: Provider, tmp_path: Path, entry: Refusal | Reply, says: str
) -> None:
    provider.script(entry)
    env = environment(provider)
    failed = await ran(tmp_path, "play", "lantern", env=env, lines=LINES)
    assert failed.code == 1
    assert says in failed.err
    assert failed.err.count("\n") == 1
    assert KEY not in failed.err + failed.out
    provider.say("At last it opens.")
    again = await ran(tmp_path, "play", "--resume", env=env, lines="/retry")
    assert (again.code, again.err) == (0, "")
    assert "/retry asks for it" in again.out
    assert again.out.rstrip().endswith("At last it opens.")
    assert again.out.count("> You open the door.") == 1


async def test_a_narrator_that_is_not_there(tmp_path: Path) -> None:
    failed = await ran(tmp_path, "play", "lantern", env=environment(), lines="wait")
    assert failed.code == 1
    assert failed.err.startswith("The narrator (gpt-4o-mini at 127.0.0.1) does not answer.")
    assert failed.err.count("\n") == 1


async def test_a_database_from_a_newer_version(provider: Provider, tmp_path: Path) -> None:
    file = tmp_path / "story.db"
    env = environment(provider)
    await ran(tmp_path, "play", "lantern", "--db", "story.db", env=env)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999_tomorrow'")
    database.close()
    refused = await ran(tmp_path, "play", "lantern", "--db", "story.db", env=env)
    assert refused.code == 1
    assert refused.err == (
        f"The database {file} was written by a newer version of Questsmith. "
        "Update Questsmith, or choose another database.\n"
    )


async def test_a_database_that_cannot_be_written(provider: Provider, tmp_path: Path) -> None:
    tmp_path.joinpath("text.db").write_text("This is no database at all, only a text.\n" * 50)
    for name in ("no/such/folder/story.db", ".", "text.db"):
        refused = await ran(tmp_path, "play", "lantern", "--db", name, env=environment(provider))
        assert refused.code == 1
        assert "cannot be opened or written" in refused.err
        assert refused.err.count("\n") == 1


async def test_nothing_to_resume(provider: Provider, tmp_path: Path) -> None:
    refused = await ran(tmp_path, "play", "--resume", env=environment(provider), lines=LINES)
    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert provider.requests == []


async def test_an_unknown_scenario_ends_nothing(provider: Provider, tmp_path: Path) -> None:
    env = environment(provider)
    await ran(tmp_path, "play", "lantern", env=env, lines="look around")
    refused = await ran(tmp_path, "play", "nowhere", env=env)
    assert (refused.code, refused.err) == (
        1,
        "There is no scenario “nowhere”. Choose one of these: lantern, magpie, saffron.\n",
    )
    resumed = await ran(tmp_path, "play", "--resume", env=env)
    assert resumed.code == 0
    assert "> You look around." in resumed.out


async def test_a_broken_scenario_is_named(
    provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "scenarios"
    shutil.copytree(DATA / "scenarios", folder)
    broken = folder / "lantern" / "en.toml"
    broken.write_text(broken.read_text(encoding="utf-8").replace("opening =", "openning ="), encoding="utf-8")
    monkeypatch.setattr("bot.app.load_scenarios", partial(load_scenarios, folder))
    env = environment(provider)
    refused = await ran(tmp_path, "play", "lantern", env=env, lines=LINES)
    assert refused.code == 1
    assert refused.err.startswith("The scenario lantern/en.toml is broken: ")
    assert refused.err.count("\n") == 1
    for others in (("magpie",), ("lantern", "--language", "ru")):
        played = await ran(tmp_path, "play", *others, env=env, lines="look")
        assert (played.code, played.err) == (0, "")


async def test_in_a_terminal(provider: Provider, tmp_path: Path) -> None:
    async with Terminal.open(tmp_path, "play", "lantern", env=environment(provider)) as terminal:
        await terminal.expect("The Lantern of Halvard")
        await terminal.expect("/help shows more")
        await terminal.expect("\n> ")
        release = provider.hold("The door opens. Behind it waits a cat.", at=4)
        terminal.type("open the door\n")
        await terminal.expect("> You open the door.")
        await terminal.expect("The door opens.")  # the first sentence, while the second is being written
        release.set()
        await terminal.expect(" Behind it waits a cat.")
        await terminal.expect("\n> ")
        terminal.type("/retry\n")
        await terminal.expect("The story goes on (2).")
        terminal.type("/undo\n")
        await terminal.expect("pointing in.")
        terminal.type("/redo\n")
        await terminal.expect("The story goes on (2).")
        terminal.type("/context\n")
        await terminal.expect("8,192")
        terminal.type("/help\n")
        await terminal.expect("/continue")
        terminal.type("/redo\n")
        await terminal.expect("nothing to bring back")  # and the game goes on
        terminal.type("\x04")  # Ctrl+D
        assert await terminal.ended() == 0
        assert "Traceback" not in terminal.seen


async def test_ctrl_c_loses_nothing(provider: Provider, tmp_path: Path) -> None:
    env = environment(provider)
    async with Terminal.open(tmp_path, "play", "lantern", env=env) as terminal:
        await terminal.expect("\n> ")
        terminal.type("\x03")  # at the prompt
        assert await terminal.ended() == 130
        assert "Traceback" not in terminal.seen
    provider.hold("Never told.", at=1)
    async with Terminal.open(tmp_path, "play", "--resume", env=env) as terminal:
        await terminal.expect("\n> ")
        terminal.type("open the door\n")
        await provider.arrived(1)
        terminal.type("\x03")
        assert await terminal.ended() == 130
        assert "Traceback" not in terminal.seen
        assert "Error" not in terminal.seen
    resumed = await ran(tmp_path, "play", "--resume", env=env, lines="/retry")
    assert (resumed.code, resumed.err) == (0, "")
    assert "> You open the door." in resumed.out
    assert "/retry asks for it" in resumed.out
    assert "The story goes on (2)." in resumed.out


async def test_an_interrupt_ends_a_script_that_waits_for_its_next_line(
    provider: Provider, tmp_path: Path
) -> None:
    async with started(tmp_path, "play", "lantern", env=environment(provider)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"look around\n")
        async for line in process.stdout:
            if b"goes on" in line:
                break
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 130
        assert process.stderr is not None
        assert await process.stderr.read() == b""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.commands.eval_order import eval_order, wilson
from bot.context import assemble
from bot.formats.golden import load_golden
from bot.locale import texts_for
from bot.narrator import Usage
from bot.paths import DATA
from bot.settings import Settings
from bot.story import CardOrder, ContextSettings, Layout
from bot.story.types import LANGUAGES
from tests.support.provider import Provider, Refusal, Reply

TEXTS = texts_for("en")
ORDERS = [order.value for order in CardOrder]
STORY: dict[str, Any] = {
    "format": "questsmith.adventure",
    "version": 1,
    "plot": {"instructions": "Answer."},
    "cards": [
        {"id": "odo", "triggers": ["Odo"], "entry": "Odo takes buttons."},
        {"id": "pim", "triggers": ["Pim"], "entry": "Pim is afraid of geese."},
        {"id": "far", "triggers": ["Far"], "entry": "Far is an island."},
    ],
    "memories": [
        {"id": "swan", "text": "Hobb keeps a swan.", "relevance": 0.4},
        {"id": "hat", "text": "The hat cost an apple.", "relevance": 0.5},
    ],
    "actions": [
        {"type": "start", "text": "Wenna lives in a hut."},
        {"type": "output", "text": "Odo looks at Pim."},
    ],
}
QUESTIONS: list[dict[str, Any]] = [
    {"id": "fare", "text": "What is the fare?", "answers": ["Button", "coin"], "passages": ["card:odo"]},
    {"id": "far", "text": "What is that?", "answers": ["island"], "passages": ["card:far"]},
    {
        "id": "swan",
        "text": "Whose is the swan?",
        "answers": ["hobb"],
        "passages": ["memory:swan"],
        "relevances": {"swan": 0.9},
    },
    {"id": "hut", "text": "Who lives there?", "answers": ["Wénna"], "passages": ["action:0"]},
]
RIGHT = ["He takes BUTTONS.", "It is an island.", "It is Hobb's.", "Wenna does."]


def golden(folder: Path, *, questions: Any = QUESTIONS, story: Any = STORY) -> str:
    file = folder / "golden.json"
    stories = [{"adventure": story, "questions": questions}]
    text = json.dumps({"format": "questsmith.golden", "version": 1, "stories": stories}, ensure_ascii=False)
    file.write_text(text, encoding="utf-8")
    return str(file)


def rows(output: str) -> list[list[str]]:
    """The table's lines, split at their columns."""
    return [line.split() for line in output.splitlines() if line.startswith(("classic", "cached"))]


async def measure(file: str, settings: Settings, **options: Any) -> int:
    return await eval_order(file, settings=settings, texts=TEXTS, **options)


@pytest.mark.parametrize(
    ("right", "asked", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval(right: int, asked: int, low: float, high: float) -> None:
    assert wilson(right, asked) == pytest.approx((low, high), abs=5e-5)


async def test_the_table(
    tmp_path: Path, settings: Settings, provider: Provider, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.say(*RIGHT)
    provider.say(RIGHT[0], "No idea.", RIGHT[2], "No idea.")
    provider.script(*[Reply("No idea.", prompt_tokens=50, cached_tokens=None)] * 4)
    file = golden(tmp_path)
    assert await measure(file, settings) == 0
    output, progress = capsys.readouterr()
    assert rows(output)[:3] == [
        ["classic", "rank", "4/4", "100%", "51%–100%", "3/4", "400", "64%", "—", "0"],
        ["classic", "sandwich", "2/4", "50%", "15%–85%", "3/4", "400", "64%", "—", "0"],
        ["classic", "story", "0/4", "0%", "0%–49%", "3/4", "200", "—", "—", "0"],
    ]
    assert [row[:2] for row in rows(output)] == [[layout, order] for layout in Layout for order in ORDERS]
    assert file in output
    assert "gpt-4o-mini" in output
    assert "Wilson" in output
    assert "weak" not in output
    assert "classic rank" in progress


async def test_every_question_is_the_last_action_in_every_order(
    tmp_path: Path, settings: Settings, provider: Provider
) -> None:
    await measure(golden(tmp_path), settings)
    for request in provider.requests:
        assert request["temperature"] == 0.0
        assert request["seed"] == provider.requests[0]["seed"]
    prompts = [request["messages"][-1]["content"] for request in provider.requests[: 3 * len(QUESTIONS)]]
    for prompt, question in zip(prompts, QUESTIONS * 3, strict=True):
        assert prompt.splitlines()[-1] == question["text"]
    swan_first = [prompt.index("Hobb keeps") < prompt.index("The hat") for prompt in prompts]
    assert swan_first[:4] == [False, False, True, False]  # by their relevance to the question
    assert swan_first[8:] == [True] * 4  # by their own order, as they belong to no action


async def test_in_layout_cached_the_story_is_played_up_to_the_question(
    tmp_path: Path, settings: Settings, provider: Provider
) -> None:
    actions = [
        {"type": "start", "text": "Wenna lives in a hut."},
        {"type": "do", "text": "> You look for Pim."},
        {"type": "output", "text": "Odo is there."},
    ]
    file = golden(tmp_path, story={**STORY, "actions": actions}, questions=QUESTIONS[2:3])
    await measure(file, settings)
    classic, cached = (provider.requests[place]["messages"] for place in (0, 3))
    assert [message["role"] for message in classic] == ["system", "user"]
    roles = [message["role"] for message in cached]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    # Pim's card and the memories stand where the player's turn called for them; Odo's card is new.
    turn, question = cached[3]["content"], cached[5]["content"]
    for text in ("afraid of geese", "keeps a swan", "an apple"):
        assert text in turn
        assert text not in question
    assert "takes buttons" in question
    assert question.endswith(QUESTIONS[2]["text"])


async def test_the_seed_is_left_out_where_it_is_refused(
    tmp_path: Path, settings: Settings, provider: Provider
) -> None:
    provider.script(Refusal(400, "Unsupported parameter", param="seed"))
    assert await measure(golden(tmp_path), settings, questions=1) == 0
    assert "seed" in provider.requests[0]
    assert all("seed" not in request for request in provider.requests[1:])


async def test_json(
    tmp_path: Path, settings: Settings, provider: Provider, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.say(*RIGHT[:3], "No idea.")
    file = golden(tmp_path)

    def price(usage: Usage) -> float:
        return (usage.prompt_tokens or 0) / 1000

    assert await measure(file, settings, as_json=True, price=price) == 0
    result = json.loads(capsys.readouterr().out)
    variants = result.pop("variants")
    assert result == {
        "file": file,
        "model": "gpt-4o-mini",
        "embedded": False,
        "context_tokens": 8192,
        "seed": 1,
        "questions": 4,
        "interval": "wilson 95 %",
    }
    answers = variants[0].pop("answers")
    assert variants[0] == {
        "layout": "classic",
        "order": "rank",
        "asked": 4,
        "right": 3,
        "failed": 0,
        "accuracy": 0.75,
        "accuracy_interval": pytest.approx([0.3006, 0.9544], abs=5e-5),
        "in_prompt": 3,
        "prompt_tokens": 400,
        "reply_tokens": 12,
        "cached_tokens": 256,
        "cached_share": 0.64,
        "cost": pytest.approx(0.4),
    }
    assert answers[1] == {
        "question": "far",
        "text": RIGHT[1],
        "right": True,
        "in_prompt": False,
        "error": None,
    }
    assert [answer["right"] for answer in answers] == [True, True, True, False]
    assert len(variants) == 6


async def test_the_bar_in_a_terminal(
    tmp_path: Path,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    await measure(golden(tmp_path), settings, questions=1)
    steps = capsys.readouterr().err.split("\r")
    assert steps[6] == f"[{'#' * 20}....] 5/6 cached story\x1b[K"
    assert steps[1] == f"[{'.' * 24}] 0/6 classic rank\x1b[K"
    assert steps[-1] == "\x1b[K"  # nothing of it is left in the terminal


async def test_a_price_that_is_not_known(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    def price(usage: Usage) -> float | None:
        return None

    await measure(golden(tmp_path), settings, price=price)
    assert rows(capsys.readouterr().out)[0][8] == "—"


async def test_a_question_that_fails_is_counted_and_reported(
    tmp_path: Path, settings: Settings, provider: Provider, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.script(Reply(RIGHT[0]), Refusal(429), Reply(RIGHT[2], broken=True), Reply(RIGHT[3]))
    provider.script(Reply(""), Refusal(500), Reply(RIGHT[2]))
    file = golden(tmp_path)
    assert await measure(file, settings) == 1
    output = capsys.readouterr().out
    assert rows(output)[0] == ["classic", "rank", "2/4", "50%", "15%–85%", "3/4", "200", "64%", "—", "2"]
    assert rows(output)[1][-1] == "2"
    for variant, question, reason in (
        ("classic rank", "far", "busy"),
        ("classic rank", "swan", "broke off"),
        ("classic sandwich", "fare", "said nothing"),
        ("classic sandwich", "far", "does not answer"),
    ):
        line = next(line for line in output.splitlines() if line.startswith(f"{variant}, {question}:"))
        assert reason in line
    provider.script(Reply(RIGHT[0]), Refusal(429))
    assert await measure(file, settings, as_json=True) == 1
    answers = json.loads(capsys.readouterr().out)["variants"][0]["answers"]
    assert answers[1] == {
        "question": "far",
        "text": "",
        "right": False,
        "in_prompt": False,
        "error": "error-narrator-busy",
    }


@pytest.mark.parametrize("refusal", [Refusal(401), Refusal(404, "model_not_found"), Refusal(500)])
async def test_a_model_that_cannot_be_used_at_all(
    tmp_path: Path,
    settings: Settings,
    provider: Provider,
    capsys: pytest.CaptureFixture[str],
    refusal: Refusal,
) -> None:
    provider.script(refusal)
    assert await measure(golden(tmp_path), settings) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.splitlines()[-1].startswith("Nothing was measured:")
    assert len(provider.requests) == 1


async def test_fewer_questions_are_spread_over_the_file(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    for wanted, asked in ((1, ["fare"]), (2, ["fare", "swan"]), (9, ["fare", "far", "swan", "hut"])):
        await measure(golden(tmp_path), settings, questions=wanted, as_json=True)
        answers = json.loads(capsys.readouterr().out)["variants"][0]["answers"]
        assert [answer["question"] for answer in answers] == asked


async def test_a_question_that_does_not_fit_fails(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = [QUESTIONS[0], {**QUESTIONS[3], "text": "Who? " * 400}]
    small = settings.model_copy(update={"context_tokens": 256})
    assert await measure(golden(tmp_path, questions=questions), small) == 1
    output = capsys.readouterr().out
    assert rows(output)[0][-1] == "1"
    assert "does not fit" in output


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"questions": []}, "stories[0].questions"),
        ({"questions": [{**QUESTIONS[0], "answers": []}]}, "stories[0].questions[0].answers"),
        ({"questions": [{**QUESTIONS[0], "answers": [" "]}]}, "stories[0].questions[0].answers[0]"),
        ({"questions": [QUESTIONS[0], {"id": "x"}]}, "stories[0].questions[1].text"),
        ({"questions": [{**QUESTIONS[0], "anwsers": ["x"]}]}, "stories[0].questions[0].anwsers"),
        ({"questions": [{**QUESTIONS[0], "passages": ["odo"]}]}, "stories[0].questions[0].passages[0]"),
        ({"questions": [{**QUESTIONS[0], "passages": ["card:nobody"]}]}, "card:nobody"),
        ({"questions": [{**QUESTIONS[0], "passages": ["action:2"]}]}, "action:2"),
        ({"questions": [{**QUESTIONS[0], "relevances": {"odo": 0.5}}]}, "memory:odo"),
        (
            {"questions": [{**QUESTIONS[0], "relevances": {"hat": 2}}]},
            "stories[0].questions[0].relevances.hat",
        ),
        ({"questions": [QUESTIONS[0], QUESTIONS[0]]}, "'fare'"),
        ({"story": {**STORY, "actions": [{"type": "shout"}]}}, "stories[0].adventure: actions[0].type"),
    ],
)
def test_a_broken_file_is_one_sentence_that_names_the_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], said: str
) -> None:
    file = golden(tmp_path, **change)
    assert main(["eval", "order", file]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.splitlines()) == 1
    assert file in errors
    assert said in errors


@pytest.mark.parametrize(("content", "said"), [("{\n]", "line 2"), ("[]", "file"), ("\xff", "UTF-8")])
def test_a_file_that_is_no_golden_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    file = tmp_path / "golden.json"
    file.write_bytes(content.encode("latin-1"))
    assert main(["eval", "order", str(file), "--json", "--questions", "3"]) == 1
    errors = capsys.readouterr().err
    assert len(errors.splitlines()) == 1
    assert said in errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_golden_sets_that_ship(language: str) -> None:
    questions = load_golden(DATA / "golden" / f"{language}.json")
    assert len(questions) >= 8
    positions = set()
    for question in questions:
        assert question.story.language == language
        assert not question.answered_by(question.text), question.id
        report = assemble(question.asked(ContextSettings())).report
        texts = {f"card:{card.id}": card.text for card in report.cards.items if card.status.included}
        texts |= {
            f"memory:{found.id}": found.text for found in report.memories.items if found.status.included
        }
        texts |= {f"action:{action.index}": action.text for action in report.history.items}
        standing = question.passages & texts.keys()
        assert standing, question.id
        assert all(question.answered_by(texts[passage]) for passage in standing), question.id
        positions |= {card.position for card in report.cards.items if f"card:{card.id}" in standing}
    assert len(positions) >= 4  # else no order would be told from another


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("зелён", "У неё ЗЕЛЕНЫЙ кушак."),
        ("قائدة", "هي القَائِدَة"),
        ("أزرار", "يأخذ ازرارا"),
        ("cafe", "In the CAFÉ."),
        ("two  eggs", "It is two\neggs."),
    ],
)
def test_an_answer_is_found_in_any_spelling(tmp_path: Path, answer: str, text: str) -> None:
    file = golden(tmp_path, questions=[{**QUESTIONS[0], "answers": ["nothing", answer]}])
    (question,) = load_golden(file)
    assert question.answered_by(text)
    assert not question.answered_by("")

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import babel
import pytest
import regex
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from bot.errors import QuestsmithError
from bot.locale import load_texts, texts_for
from bot.paths import DATA
from bot.story.types import LANGUAGES, MatchMode

NUMBERS = (0, 1, 2, 3, 5, 11, 21, 100)
PLURALS = ("zero", "one", "two", "few", "many", "other")
NAME = regex.compile(r"^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$")
"""Discord's rule for the names of commands and options."""

every_language = pytest.mark.parametrize("language", LANGUAGES)
translations = pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])


class Shape(Visitor):
    """What a pattern refers to and how it branches."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.branches: list[tuple[str, list[str]]] = []
        """The variable of every select expression, and the names of its variants."""

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the visitor's name
        self.variables.add(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802 - the visitor's name
        assert isinstance(node.selector, ast.VariableReference)
        self.branches.append((node.selector.id.name, [variant_name(variant) for variant in node.variants]))
        self.generic_visit(node)

    def samples(self, variable: str) -> tuple[str | int, ...]:
        """Values that lead through every branch."""
        names = {name for selector, names in self.branches if selector == variable for name in names}
        if not names:
            return ("words", 3)
        return NUMBERS if names & {*PLURALS, "0"} else tuple(sorted(names))


def variant_name(variant: ast.Variant) -> str:
    return variant.key.name if isinstance(variant.key, ast.Identifier) else str(variant.key.value)


def files(language: str) -> set[str]:
    return {file.name for file in (DATA / "locales" / language).glob("*.ftl")}


@cache
def shapes(language: str) -> Mapping[str, Shape]:
    """Every message and attribute (``form-card-title.hint``) of a language."""
    return dict(_shapes(language))


def _shapes(language: str) -> Iterator[tuple[str, Shape]]:
    seen: set[str] = set()
    for name in sorted(files(language)):
        source = (DATA / "locales" / language / name).read_text(encoding="utf-8")
        for entry in FluentParser().parse(source).body:
            if isinstance(entry, ast.BaseComment):
                continue
            assert isinstance(entry, ast.Message), f"{name}: {source[entry.span.start : entry.span.end]}"  # type: ignore[union-attr]
            assert entry.id.name not in seen, entry.id.name
            seen.add(entry.id.name)
            parts = [("", entry.value), *((f".{part.id.name}", part.value) for part in entry.attributes)]
            for attribute, pattern in parts:
                if pattern is not None:
                    shape = Shape()
                    shape.visit(pattern)
                    yield f"{entry.id.name}{attribute}", shape


def spoken(language: str, key: str) -> Iterator[str]:
    """The sentence for every combination of sample values."""
    shape = shapes(language)[key]
    names = sorted(shape.variables)
    for values in itertools.product(*(shape.samples(name) for name in names)):
        yield load_texts()[language](key, **dict(zip(names, values, strict=True)))


def subclasses(kind: type[QuestsmithError]) -> Iterator[type[QuestsmithError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from subclasses(child)


@translations
def test_a_translation_has_the_same_files_and_keys(language: str) -> None:
    assert files(language) == files("en")
    assert set(shapes(language)) == set(shapes("en"))


@translations
def test_a_translation_uses_the_same_variables(language: str) -> None:
    for key, shape in shapes("en").items():
        assert shapes(language)[key].variables == shape.variables, key


@translations
def test_a_translation_has_the_same_literal_branches(language: str) -> None:
    def literals(shape: Shape) -> set[tuple[str, str]]:
        return {(name, key) for name, keys in shape.branches for key in keys if key not in (*PLURALS, "0")}

    for key, shape in shapes("en").items():
        assert literals(shapes(language)[key]) == literals(shape), key


@every_language
def test_plurals_have_all_the_forms_of_the_language(language: str) -> None:
    plural_form = babel.Locale(language).plural_form
    needed = {plural_form(number) for number in range(1, 200)}
    for key, shape in shapes(language).items():
        for variable, names in shape.branches:
            forms = set(names) & set(PLURALS)
            if len(forms) > 1:  # with the default alone the branch is not about grammar
                assert needed <= forms, f"{key}: {variable}"


@every_language
def test_every_sentence_can_be_said(language: str) -> None:
    for key in shapes(language):
        for sentence in spoken(language, key):
            assert sentence.strip() == sentence, key
            assert sentence, key


@every_language
def test_a_sentence_does_not_hide_the_number(language: str) -> None:
    """“One” may stand for 1 and “two” for 2 only: Russian puts 21 into the same form as 1."""
    for key, shape in shapes(language).items():
        counted = [name for name in shape.variables if shape.samples(name) is NUMBERS]
        others = {name: shape.samples(name)[0] for name in shape.variables}
        for name in counted:
            sentences = {load_texts()[language](key, **{**others, name: number}) for number in NUMBERS}
            assert len(sentences) == len(NUMBERS), f"{key}: {name}"


@every_language
def test_every_error_has_its_sentence_and_every_sentence_its_error(language: str) -> None:
    keys = {error.key for error in subclasses(QuestsmithError)}
    said = {key for key in shapes(language) if key.startswith("error-")}
    assert said == keys | {"error-unexpected-id"}


@every_language
def test_every_choice_has_a_name(language: str) -> None:
    names = [f"language-{code}" for code in (*LANGUAGES, "own")]
    names += [f"match-{mode}" for mode in MatchMode]
    names += [f"mode-{mode}" for mode in ("do", "say", "story")]
    for name in names:
        assert 1 <= len(load_texts()[language](name)) <= 100, name


@every_language
def test_names_of_commands_and_options_keep_discords_rule(language: str) -> None:
    texts = load_texts()[language]
    keys = [key for key in shapes(language) if key.startswith(("command-", "option-")) and "." not in key]
    groups: dict[str, list[str]] = {}
    for key in keys:
        name = texts(key)
        assert NAME.match(name), key
        assert name == name.lower(), key
        assert 1 <= len(texts(f"{key}.description")) <= 100, key
        parent = "option" if key.startswith("option-") else key.rpartition("-")[0]
        groups.setdefault(parent, []).append(name)
    families = ("adventure", "card", "memory", "server")
    assert {"command", "option", *(f"command-{family}" for family in families)} == set(groups)
    for parent, names in groups.items():
        assert len(set(names)) == len(names), parent


@every_language
def test_labels_fit_where_discord_shows_them(language: str) -> None:
    texts = load_texts()[language]
    for key in shapes(language):
        if key.endswith(".hint"):
            limit = 100
        elif key.startswith(("form-", "section-")):
            limit = 45
        elif key.startswith("button-"):
            limit = 80
        elif key == "adventure-pick":
            limit = 150
        else:
            continue
        assert 1 <= len(texts(key)) <= limit, key


@every_language
def test_help_holds_nothing_that_argparse_would_fill_in(language: str) -> None:
    for key in shapes(language):
        assert not key.startswith("help-") or "%" not in load_texts()[language](key), key


@translations
def test_a_command_that_a_sentence_names_exists_under_that_name(language: str) -> None:
    texts = load_texts()[language]
    for key, names in {
        "adventure-ended": ("adventure", "resume"),
        "adventure-none": ("adventure", "start"),
        "error-no-adventure": ("adventure", "start"),
        "error-adventure-open": ("adventure", "end"),
        "error-memory-unknown": ("memory", "list"),
        "error-memory-page": ("memory", "list"),
        "memories-none": ("memory", "add"),
    }.items():
        group, command = names
        path = f"/{texts(f'command-{group}')} {texts(f'command-{group}-{command}')}"
        assert all(path in sentence for sentence in spoken(language, key)), key


@every_language
def test_a_button_that_a_sentence_names_exists_under_that_name(language: str) -> None:
    button = load_texts()[language]("button-retry")
    for key in (
        "error-narrator",
        "error-narrator-unreachable",
        "error-narrator-busy",
        "error-narrator-broken",
        "error-narrator-empty",
        "turn-interrupted",
    ):
        assert all(button in sentence for sentence in spoken(language, key)), key


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("ru",), "ru"),
        (("ru-RU",), "ru"),
        (("en-GB",), "en"),
        (("ar-EG",), "ar"),
        ((None, "ar"), "ar"),
        (("xx", "ru", "ar"), "ru"),
        (("xx",), "en"),
        ((None,), "en"),
        (("",), "en"),
        ((), "en"),
    ],
)
def test_the_first_wish_that_is_known_counts(wishes: tuple[str | None, ...], language: str) -> None:
    assert texts_for(*wishes).language == language


def test_only_arabic_is_written_from_right_to_left() -> None:
    assert [texts.direction for texts in load_texts().values()] == ["ltr", "ltr", "rtl"]


def test_values_keep_their_direction_in_arabic_text() -> None:
    assert "\u2068Lantern\u2069" in texts_for("ar")("context-heading", title="Lantern")
    assert "\u2068" not in texts_for("ru")("context-heading", title="Lantern")


def test_arabic_lines_are_marked_behind_what_discord_reads_as_markup() -> None:
    arabic, english = texts_for("ar"), texts_for("en")
    text = "## عنوان\nنص\n\n-# صغير\n>>> قول"
    assert english.directed(text) == text
    assert arabic.directed(text) == (
        "## \u200f\u2067عنوان\u2069\n\u200f\u2067نص\u2069\n\n"
        "-# \u200f\u2067صغير\u2069\n>>> \u200f\u2067قول\u2069"
    )


def test_a_value_that_is_too_long_for_fluent_is_shortened() -> None:
    said = texts_for("en")("error-card-unknown", name="x" * 9000)
    assert "x" * 1000 + "…" in said
    assert len(said) < 1100


def test_unknown_keys_and_missing_values_are_errors() -> None:
    texts = texts_for("en")
    assert not texts.has("no-such-key")
    with pytest.raises(KeyError):
        texts("no-such-key")
    with pytest.raises(KeyError):
        texts("form-plot.hint")
    with pytest.raises(KeyError, match="title"):
        texts("context-heading")


def test_an_error_is_said_with_its_values() -> None:
    class Example(QuestsmithError):
        key = "error-card-unknown"

    assert "Grey Tower" in texts_for("ru").error(Example(name="Grey Tower"))


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / language).mkdir()
        (tmp_path / language / "good.ftl").write_text("greeting = Hello\n")
    (tmp_path / "ar" / "broken.ftl").write_text("greeting = { $name\n")
    with pytest.raises(ValueError, match=r"broken\.ftl \(ar\)"):
        load_texts(tmp_path)


def test_a_missing_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="en"):
        load_texts(tmp_path)

from pathlib import Path

import pytest

from bot import docs
from bot.settings import Settings, load_settings


def test_the_readme_has_todays_table() -> None:
    readme = (docs.ROOT / "README.md").read_text(encoding="utf-8")
    assert docs.with_table(readme) == readme, "run `make docs`"


def test_the_example_is_todays() -> None:
    assert (docs.ROOT / ".env.example").read_text(encoding="utf-8") == docs.example(), "run `make docs`"


def test_the_table_has_every_variable_with_a_description() -> None:
    rows = [row.strip("|").split("|") for row in docs.table().splitlines()[2:]]
    assert [row[0].strip(" `") for row in rows] == [
        docs.variable(name, field) for name, field in Settings.model_fields.items()
    ]
    assert all(len(row) == 3 and row[2].strip() for row in rows)


def test_only_the_table_is_replaced() -> None:
    before, after = "# Title\n\ntext\n", "\n\n## More\n"
    readme = f"{before}{docs.BEGIN}\nold\n{docs.END}{after}"
    assert docs.with_table(readme) == f"{before}{docs.BEGIN}\n{docs.table()}\n{docs.END}{after}"


def test_the_example_with_nothing_changed_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, field in Settings.model_fields.items():
        monkeypatch.delenv(docs.variable(name, field), raising=False)
    monkeypatch.chdir(tmp_path)
    default = load_settings()
    lines = [
        line.removeprefix("# ")
        for line in docs.example().splitlines()
        if line.removeprefix("# ").split("=")[0].isupper() and "=" in line
    ]
    assert len(lines) == len(Settings.model_fields)
    (tmp_path / ".env").write_text("\n".join(lines), encoding="utf-8")
    assert load_settings() == default

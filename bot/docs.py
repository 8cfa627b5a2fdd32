"""The parts of the documentation that are made from the settings: ``python -m bot.docs`` writes them."""

from __future__ import annotations

from pathlib import Path

from pydantic import AliasChoices
from pydantic.fields import FieldInfo

from bot.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- settings: begin -->", "<!-- settings: end -->"


def variable(name: str, field: FieldInfo) -> str:
    """The environment variable of a setting."""
    alias = field.validation_alias
    return str(alias.choices[0]) if isinstance(alias, AliasChoices) else f"QUESTSMITH_{name.upper()}"


def table() -> str:
    """The settings as a Markdown table."""
    rows = ["| variable | default | what it does |", "| --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default is None else f"`{_written(field.default)}`"
        rows.append(f"| `{variable(name, field)}` | {default} | {field.description} |")
    return "\n".join(rows)


def example() -> str:
    """The file ``.env.example``: every setting with its description, commented out."""
    blocks = ["# Copy this file to .env and fill in what you need; everything is optional but the token."]
    for name, field in Settings.model_fields.items():
        value = "" if field.default is None else _written(field.default)
        description = (field.description or "").replace("`", "")
        blocks.append(f"# {description}\n# {variable(name, field)}={value}")
    return "\n\n".join(blocks) + "\n"


def with_table(readme: str) -> str:
    """The README with the table of today."""
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def main() -> None:
    """Write both files."""
    readme = ROOT / "README.md"
    readme.write_text(with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")
    (ROOT / ".env.example").write_text(example(), encoding="utf-8")


if __name__ == "__main__":
    main()

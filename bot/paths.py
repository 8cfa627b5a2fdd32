"""Where the scenarios, locales and fonts lie: beside the packages, or inside an installed wheel."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent

DATA = next(folder for folder in (_HERE / "_data", _HERE.parent / "data") if folder.is_dir())

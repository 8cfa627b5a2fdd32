"""``questsmith eval WHAT FILE``: parts of Questsmith, measured with a file of cases.

``triggers``: does a story card's trigger occur in a text (context.md, section 4)? One JSON object a
line: ``id``, ``language``, ``trigger``, ``mode``, ``text``, ``match``, and ``why`` if there is a reason.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, StrictBool, StrictStr, ValidationError

from bot.context.triggers import count_uses
from bot.errors import BrokenCase, CasesUnreadable
from bot.locale import Texts
from bot.story import MatchMode


class TriggerCase(BaseModel):
    """A trigger, a text, and whether the one occurs in the other."""

    model_config = ConfigDict(frozen=True)

    id: StrictStr
    language: StrictStr
    trigger: StrictStr
    mode: MatchMode
    text: StrictStr
    match: StrictBool
    why: StrictStr = ""

    def holds(self) -> bool:
        """Whether it is so."""
        return (count_uses(self.mode, self.trigger, self.text, self.language) > 0) is self.match


Case = TypeVar("Case", bound=BaseModel)


def eval_triggers(file: str, *, as_json: bool, texts: Texts) -> int:
    """Print a summary or ``{"cases": n, "passed": n, "failed": [ids]}``; the exit code is 1 if a case fails.

    Raises CasesUnreadable, BrokenCase.
    """
    cases = list(read_cases(file, TriggerCase))
    failed = [case for case in cases if not case.holds()]
    passed = len(cases) - len(failed)
    if as_json:
        summary = {"cases": len(cases), "passed": passed, "failed": [case.id for case in failed]}
        _print(json.dumps(summary, ensure_ascii=False))
    else:
        for case in failed:
            expected = texts("eval-triggers-missed" if case.match else "eval-triggers-found")
            _print(f"{case.id} ({case.mode}): {expected}. {case.why}".rstrip())
            _print(f"    {case.trigger!r}")
            _print(f"    {case.text!r}")
        _print(texts("eval-passed", passed=passed, cases=len(cases)))
    return int(bool(failed))


def read_cases(file: str, shape: type[Case]) -> Iterator[Case]:
    """The cases in a file of JSON lines (UTF-8). Raises CasesUnreadable, BrokenCase."""
    try:
        lines = Path(file).read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise CasesUnreadable(file=file, reason=error.strerror or "?") from None
    except UnicodeDecodeError:
        raise CasesUnreadable(file=file, reason="UTF-8") from None
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _read_case(line, shape, file, str(number))


def _read_case(line: str, shape: type[Case], file: str, number: str) -> Case:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BrokenCase(file=file, line=number, reason="json", field="")
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        reason = "missing" if first["type"] == "missing" else "wrong"
        raise BrokenCase(file=file, line=number, reason=reason, field=str(first["loc"][0])) from None


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")

"""What a person sees of an answer, and how they fill in a form."""

from __future__ import annotations

from typing import Any

from simcord import MemberActor
from simcord.results import InteractionResult

from tests.support.world import World


def said(result: InteractionResult) -> str:
    """Everything that the bot answered, for the user's eyes or for everybody's."""
    answers = [result.response, *result.followups]
    return "\n".join(answer.content for answer in answers if answer is not None)


def fields(shown: InteractionResult) -> list[dict[str, Any]]:
    """The text inputs and menus of the form that was shown, from top to bottom."""
    assert shown.modal is not None, said(shown)
    return [label["component"] for label in shown.modal["components"]]


def values(shown: InteractionResult) -> list[str]:
    """What stands in the form when it opens."""
    return [field.get("value") or "" for field in fields(shown)]


async def submit(member: MemberActor, shown: InteractionResult, **typed: str) -> InteractionResult:
    """Send the form; ``f0`` is its first field. What is not typed stays as it was shown."""
    filled: dict[str, Any] = {field["custom_id"]: _stands(field) for field in fields(shown)}
    for place, text in typed.items():
        field = fields(shown)[int(place[1:])]
        filled[field["custom_id"]] = [text] if "options" in field else text
    return await member.submit_modal(shown, filled)


def _stands(field: dict[str, Any]) -> str | list[str]:
    if "options" in field:
        return [option["value"] for option in field["options"] if option.get("default")]
    return field.get("value") or ""


def assert_nothing_pings(world: World) -> None:
    """No message that the bot has sent so far may mention anybody, whatever is in it."""
    checked = 0
    for request in world.env.http_requests:
        sent = request.json.get("data", request.json) if isinstance(request.json, dict) else None
        if isinstance(sent, dict) and request.method == "POST" and ("content" in sent or "flags" in sent):
            checked += 1
            if sent.get("content"):
                assert sent["allowed_mentions"] == {"parse": []}, request
    assert checked

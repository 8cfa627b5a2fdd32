"""What a turn cost, from the price table of ``genai-prices``: no network, and only as new as the package."""

from __future__ import annotations

from decimal import Decimal

from bot.settings import EMBEDDED_MODEL
from bot.store.records import TurnRecord

_OPENAI = "https://api.openai.com/v1"


def load() -> None:
    """Read the table. Where Python has to compile it first, that takes a second and all of its attention."""
    import genai_prices.data  # noqa: F401 - loaded only where a provider narrates


def cost(turn: TurnRecord, base_url: str | None) -> Decimal | None:
    """US dollars at the provider with that address, OpenAI without one; None when it is not known.

    The embedded model costs nothing.
    """
    if turn.model == EMBEDDED_MODEL:
        return Decimal(0)
    if turn.model is None or turn.prompt_tokens is None or turn.reply_tokens is None:
        return None
    from genai_prices import Usage, calc_price

    usage = Usage(
        input_tokens=turn.prompt_tokens,
        cache_read_tokens=min(turn.cached_tokens or 0, turn.prompt_tokens),
        output_tokens=turn.reply_tokens,
    )
    try:
        return calc_price(
            usage,
            turn.model,
            provider_api_url=base_url or _OPENAI,
            genai_request_timestamp=turn.created_at,
        ).total_price
    except (LookupError, ValueError):  # the table does not know the provider, the model or its cache
        return None

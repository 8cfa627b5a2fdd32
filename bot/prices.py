"""What answers cost, from the price table of ``genai-prices``: no network, and only as new as the package."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from bot.narrator import Usage
from bot.settings import EMBEDDED_MODEL
from bot.store.records import TurnRecord

_OPENAI = "https://api.openai.com/v1"


def load() -> None:
    """Read the table. Where Python has to compile it first, that takes a second and all of its attention."""
    import genai_prices.data  # noqa: F401 - loaded only where a provider narrates


def cost(turn: TurnRecord, base_url: str | None) -> Decimal | None:
    """What the turn cost at the provider with that address; None when it is not known."""
    if turn.model is None:
        return None
    usage = Usage(turn.prompt_tokens, turn.reply_tokens, turn.cached_tokens)
    return price(usage, turn.model, base_url, turn.created_at)


def price(usage: Usage, model: str, base_url: str | None, at: datetime | None = None) -> Decimal | None:
    """US dollars at the provider with that address, OpenAI without one; now, or at a moment.

    None when provider, model or tokens are not known. The embedded model costs nothing.
    """
    if model == EMBEDDED_MODEL:
        return Decimal(0)
    if usage.prompt_tokens is None or usage.reply_tokens is None:
        return None
    from genai_prices import Usage as Billed
    from genai_prices import calc_price

    billed = Billed(
        input_tokens=usage.prompt_tokens,
        cache_read_tokens=min(usage.cached_tokens or 0, usage.prompt_tokens),
        output_tokens=usage.reply_tokens,
    )
    try:
        return calc_price(
            billed, model, provider_api_url=base_url or _OPENAI, genai_request_timestamp=at
        ).total_price
    except (LookupError, ValueError):  # the table does not know the provider, the model or its cache
        return None

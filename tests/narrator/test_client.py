from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot import errors
from bot.narrator import Answer, Narrator, Usage
from bot.settings import Settings
from tests.support.provider import KEY, Provider, Refusal, Reply

MESSAGES = [
    {"role": "system", "content": "You narrate."},
    {"role": "user", "content": "> You open the door."},
]


def settings(base_url: str, **changes: object) -> Settings:
    values: dict[str, object] = {
        "openai_api_key": KEY,
        "openai_base_url": base_url,
        "openai_model": "storyteller",
    }
    return Settings.model_validate(values | changes)


@asynccontextmanager
async def open_narrator(provider: Provider, **changes: object) -> AsyncIterator[Narrator]:
    async with Narrator(settings(provider.base_url, **changes)) as narrator:
        yield narrator


async def hear(narrator: Narrator, max_tokens: int = 50) -> tuple[list[str], Answer]:
    async with narrator.answer(MESSAGES, max_tokens=max_tokens) as answer:
        return [piece async for piece in answer], answer


async def test_pieces_usage_and_reason(provider: Provider) -> None:
    provider.script(Reply("The door opens.", prompt_tokens=12, cached_tokens=8))
    async with open_narrator(provider) as narrator:
        pieces, answer = await hear(narrator)
    assert pieces == ["The", " door", " opens."]
    assert answer.usage == Usage(prompt_tokens=12, reply_tokens=3, cached_tokens=8)
    assert answer.finish_reason == "stop"
    assert not answer.cut


async def test_the_request(provider: Provider) -> None:
    async with open_narrator(provider, temperature=0.7, top_p=0.9) as narrator:
        await hear(narrator, 77)
    assert provider.requests == [
        {
            "model": "storyteller",
            "messages": MESSAGES,
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": 77,
            "temperature": 0.7,
            "top_p": 0.9,
        }
    ]
    assert provider.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_sampling_is_left_to_the_provider(provider: Provider) -> None:
    async with open_narrator(provider) as narrator:
        await hear(narrator)
    assert provider.requests[0].keys() == {"model", "messages", "stream", "stream_options", "max_tokens"}


async def test_the_default_answer_is_numbered(provider: Provider) -> None:
    async with open_narrator(provider) as narrator:
        assert "".join((await hear(narrator))[0]) == "The story goes on (1)."
        assert "".join((await hear(narrator))[0]) == "The story goes on (2)."


async def test_unknown_cache_and_cut(provider: Provider) -> None:
    provider.script(Reply("On and on", finish_reason="length", cached_tokens=None))
    async with open_narrator(provider) as narrator:
        _, answer = await hear(narrator)
    assert answer.cut
    assert answer.usage.cached_tokens is None


async def test_pieces_come_as_they_are_written(provider: Provider) -> None:
    release = provider.hold("One two.", at=1)
    async with (
        open_narrator(provider) as narrator,
        narrator.answer(MESSAGES, max_tokens=9) as answer,
    ):
        assert await anext(answer) == "One"
        release.set()
        assert await anext(answer) == " two."


@pytest.mark.parametrize(
    ("refusal", "expected"),
    [
        (Refusal(401), errors.NarratorKeyRefused),
        (Refusal(403), errors.NarratorKeyRefused),
        (Refusal(404), errors.NarratorModelUnknown),
        (Refusal(400, "gpt-9 is not a valid model ID"), errors.NarratorModelUnknown),
        (Refusal(400, "The model `gpt-9` does not exist"), errors.NarratorModelUnknown),
        (Refusal(402, "Insufficient credits"), errors.NarratorBusy),
        (Refusal(429), errors.NarratorBusy),
        (Refusal(503), errors.NarratorBusy),
        (Refusal(400, "No.", code="context_length_exceeded"), errors.NarratorContextTooLong),
        (Refusal(400, "No.", type="exceed_context_size_error"), errors.NarratorContextTooLong),
        (
            Refusal(
                400,
                "'max_tokens' or 'max_completion_tokens' is too large: 900. This model's maximum "
                "context length is 1024 tokens and your request has 800 input tokens",
                param="max_tokens",
            ),
            errors.NarratorContextTooLong,
        ),
        (
            Refusal(400, "This endpoint's maximum context length is 8192 tokens. However, you requested"),
            errors.NarratorContextTooLong,
        ),
        (Refusal(413), errors.NarratorContextTooLong),
        (Refusal(500), errors.NarratorUnreachable),
        (Refusal(400, "Messages must alternate."), errors.NarratorError),
    ],
)
async def test_refusals(provider: Provider, refusal: Refusal, expected: type[Exception]) -> None:
    provider.script(refusal)
    async with open_narrator(provider) as narrator:
        with pytest.raises(errors.NarratorError) as caught:
            await hear(narrator)
        assert type(caught.value) is expected
        assert caught.value.values == {"model": "storyteller", "host": "127.0.0.1"}
        assert len(provider.requests) == 1
        assert (await hear(narrator))[0], "the narrator can be asked again"


async def test_the_key_is_not_told(provider: Provider, caplog: pytest.LogCaptureFixture) -> None:
    provider.script(Refusal(401, f"Incorrect API key provided: {KEY}"))
    async with open_narrator(provider) as narrator:
        with pytest.raises(errors.NarratorKeyRefused) as caught:
            await hear(narrator)
    assert KEY not in f"{caught.value!r} {caught.value.__cause__!r} {caplog.text}"


async def test_a_key_that_fits_into_no_header(provider: Provider) -> None:
    async with open_narrator(provider, openai_api_key="ключ") as narrator:
        with pytest.raises(errors.NarratorKeyRefused):
            await hear(narrator)


async def test_a_passing_fault_is_tried_once_more(provider: Provider) -> None:
    provider.script(Refusal(500, headers={"retry-after-ms": "1"}))
    async with open_narrator(provider) as narrator:
        assert (await hear(narrator))[0]
    assert len(provider.requests) == 2


@pytest.mark.parametrize(
    ("refusal", "gone", "new"),
    [
        (Refusal(400, "Unrecognized request argument: stream_options"), "stream_options", None),
        (Refusal(422, "Extra inputs are not permitted", param="stream_options"), "stream_options", None),
        (
            Refusal(400, "Unsupported parameter: use 'max_completion_tokens' instead.", param="max_tokens"),
            "max_tokens",
            "max_completion_tokens",
        ),
        (Refusal(400, "Unsupported value: 'temperature' does not support 0.7"), "temperature", None),
        (Refusal(400, "Unsupported parameter", param="top_p"), "top_p", None),
    ],
)
async def test_refused_parameters_are_left_out_and_remembered(
    provider: Provider, refusal: Refusal, gone: str, new: str | None
) -> None:
    provider.script(refusal)
    async with open_narrator(provider, temperature=0.7, top_p=0.9) as narrator:
        await hear(narrator)
        await hear(narrator)
    first, *others = provider.requests
    assert len(others) == 2
    for request in others:
        assert request.keys() == (first.keys() - {gone}) | ({new} if new else set())


async def test_a_provider_that_refuses_for_ever(provider: Provider) -> None:
    provider.script(*[Refusal(400, "stream_options and max_tokens are unknown")] * 9)
    async with open_narrator(provider) as narrator:
        with pytest.raises(errors.NarratorError):
            await hear(narrator)
    assert len(provider.requests) == 3


@pytest.mark.parametrize(
    "reply",
    [
        Reply("The door", broken=True),
        Reply("The door", error={"message": "overloaded", "code": 502}),
        Reply("The door", error={"message": "slow down", "code": 429}),
        Reply("The door", finish_reason=None),
        Reply("The door", raw=b"data: {not json}\n\n"),
        Reply("The door", raw=b"data: [1]\n\n"),
        Reply("", raw=b"data: 1\n\n"),
        Reply("", raw=b'data: {"choices": [{"delta": "The door"}]}\n\n'),
        Reply("", raw=b'data: {"choices": [{"delta": {"content": 7}}]}\n\n'),
        Reply("The door", raw=b"data: \xff\xfe\n\n"),
        Reply("", finish_reason=None),
        Reply("", broken=True),
        Reply("", error={"message": "overloaded", "code": 502}),
    ],
)
async def test_a_broken_stream(provider: Provider, reply: Reply) -> None:
    provider.script(reply)
    heard = ""

    async def listen(narrator: Narrator) -> None:
        nonlocal heard
        async with narrator.answer(MESSAGES, max_tokens=9) as answer:
            async for piece in answer:
                heard += piece

    async with open_narrator(provider) as narrator:
        with pytest.raises(errors.NarratorBroken) as caught:
            await listen(narrator)
    assert heard == reply.text
    assert caught.value.values == {"model": "storyteller", "host": "127.0.0.1"}


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ({"message": "slow down", "code": 429}, errors.NarratorBusy),
        ({"message": "too long", "type": "exceed_context_size_error"}, errors.NarratorContextTooLong),
    ],
)
async def test_an_error_instead_of_the_first_piece(
    provider: Provider, error: dict[str, object], expected: type[Exception]
) -> None:
    provider.script(Reply("", error=error))
    async with open_narrator(provider) as narrator:
        with pytest.raises(expected):
            await hear(narrator)


async def test_nothing_but_a_filter(provider: Provider) -> None:
    provider.script(Reply("", finish_reason="content_filter"))
    async with open_narrator(provider) as narrator:
        with pytest.raises(errors.NarratorEmpty):
            await hear(narrator)


async def test_an_empty_answer_is_an_answer(provider: Provider) -> None:
    provider.say("")
    async with open_narrator(provider) as narrator:
        assert (await hear(narrator))[0] == []


async def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1?key=secret"
        async with Narrator(settings(address)) as narrator:
            with pytest.raises(errors.NarratorUnreachable) as caught:
                await hear(narrator)
    assert caught.value.values == {"model": "storyteller", "host": "127.0.0.1"}


@pytest.mark.parametrize(("at", "expected"), [(0, errors.NarratorUnreachable), (1, errors.NarratorBroken)])
async def test_silence(provider: Provider, at: int, expected: type[Exception]) -> None:
    provider.hold("One two.", at=at)
    async with open_narrator(provider, answer_timeout=0.3) as narrator:
        with pytest.raises(expected):
            await hear(narrator)
    await provider.gone.wait()


async def test_no_address() -> None:
    with pytest.raises(errors.SettingsError):
        Narrator(settings("http://[::1/v1"))


async def test_leaving_early_ends_the_answer(provider: Provider) -> None:
    provider.hold("One two.", at=1)
    async with open_narrator(provider) as narrator:
        async with narrator.answer(MESSAGES, max_tokens=9) as answer:
            await anext(answer)
        await provider.gone.wait()


@pytest.mark.parametrize("at", [0, 1])
async def test_cancellation_ends_the_answer(provider: Provider, at: int) -> None:
    provider.hold("One two.", at=at)
    async with open_narrator(provider) as narrator:
        turn = asyncio.create_task(hear(narrator))
        await provider.arrived(1)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        await provider.gone.wait()


async def test_answers_side_by_side(provider: Provider) -> None:
    release = provider.hold("Late.")
    provider.say("Soon.")
    async with open_narrator(provider) as narrator:
        late = asyncio.create_task(hear(narrator))
        await provider.arrived(1)
        assert (await hear(narrator))[0] == ["Soon."]
        assert not late.done()
        release.set()
        assert (await late)[0] == ["Late."]


async def test_no_proxy_to_this_machine(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with open_narrator(provider) as narrator:
        assert (await hear(narrator))[0]

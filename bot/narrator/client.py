"""The client of any OpenAI-compatible provider: one streamed answer at a time, every failure explained."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import httpx2
import openai
from openai.types.chat import ChatCompletionChunk

from bot import errors
from bot.settings import Settings

log = logging.getLogger(__name__)

OPENAI = "https://api.openai.com/v1"
"""The provider of a key without an address."""
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|context (length|size|window)"
    r"|prompt is too long|input is too long|too many (input )?tokens",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model_not_found|model[^.]*(not found|does not exist)|not a valid model|unknown model|invalid model",
    re.IGNORECASE,
)
_RETRIES = 1  # of the client library, with its pauses, before the first token


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost, in the provider's own tokens; None where it does not say."""

    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    cached_tokens: int | None = None
    """Of the prompt's tokens, those that came from the provider's cache."""


class Answer:
    """An answer that is being written: iterate over it for its pieces of text."""

    def __init__(self, narrator: Narrator, stream: openai.AsyncStream[ChatCompletionChunk]) -> None:
        self.usage = Usage()
        """Known at the end of the iteration, where the provider counts."""
        self.finish_reason: str | None = None
        """Why the model stopped, in the provider's words: ``stop``, ``length``, ``content_filter`` …"""
        self._narrator = narrator
        self._stream = stream
        self._begun = False

    @property
    def cut(self) -> bool:
        """Whether the answer ended because its tokens were used up."""
        return self.finish_reason == "length"

    def __aiter__(self) -> Answer:
        return self

    async def __anext__(self) -> str:
        """The next piece of text, never empty. Raises NarratorError."""
        while True:
            with self._narrator.explained(begun=self._begun):
                async with asyncio.timeout(self._narrator.answer_timeout):
                    chunk = await anext(self._stream, None)
            if chunk is None:
                self._check_end()
                raise StopAsyncIteration
            try:
                piece = self._read(chunk)
            except (AttributeError, TypeError):  # the client library does not check what a chunk holds
                raise self._narrator.error(errors.NarratorBroken) from None
            if piece:
                self._begun = True
                return piece

    def _read(self, chunk: ChatCompletionChunk) -> str:
        if chunk.usage:
            details = chunk.usage.prompt_tokens_details
            self.usage = Usage(
                chunk.usage.prompt_tokens,
                chunk.usage.completion_tokens,
                details.cached_tokens if details else None,
            )
        piece = ""
        for choice in chunk.choices or ():  # some providers send null where OpenAI sends an empty list
            self.finish_reason = choice.finish_reason or self.finish_reason
            if choice.delta and choice.delta.content:
                piece += choice.delta.content
        return piece

    def _check_end(self) -> None:
        if self.finish_reason is None:  # the connection was closed politely, but too early
            raise self._narrator.error(errors.NarratorBroken)
        if self.finish_reason == "content_filter" and not self._begun:
            raise self._narrator.error(errors.NarratorEmpty)


class Narrator:
    """A language model at an OpenAI-compatible address. Use it as an async context manager.

    Raises only NarratorError and its kind, with the values ``model`` and ``host``. Parameters that
    the provider refuses are left out from then on.
    """

    def __init__(self, settings: Settings, base_url: str | None = None, *, seed: int | None = None) -> None:
        """``base_url`` is the embedded server's; without it the settings' (or OpenAI's) address is used.

        ``seed`` asks for the same answer to the same prompt, as far as the provider can.
        Raises SettingsError when that is no address.
        """
        self.model = settings.model
        self.answer_timeout = settings.answer_timeout
        address = base_url or settings.openai_base_url or OPENAI
        self.host = host_of(address)
        key = settings.openai_api_key
        self._client = openai.AsyncOpenAI(
            base_url=address,
            api_key=key.get_secret_value() if key else "none",  # a server of one's own asks for none
            max_retries=_RETRIES,
            http_client=openai.DefaultAsyncHttpxClient(
                base_url=address,
                timeout=httpx2.Timeout(settings.answer_timeout, connect=settings.connect_timeout),
                trust_env=not is_loopback(self.host),  # no proxy between us and this machine
            ),
        )
        self._limit = "max_tokens"
        self._refused: set[str] = set()
        self._options: dict[str, Any] = {"stream_options": {"include_usage": True}}
        if settings.temperature is not None:
            self._options["temperature"] = settings.temperature
        if settings.top_p is not None:
            self._options["top_p"] = settings.top_p
        if seed is not None:
            self._options["seed"] = seed

    async def __aenter__(self) -> Narrator:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.close()

    @property
    def takes_schema(self) -> bool:
        """Whether the provider has not yet refused a JSON schema for the answer."""
        return "response_format" not in self._refused

    @asynccontextmanager
    async def answer(
        self,
        messages: Sequence[Mapping[str, str]],
        *,
        max_tokens: int,
        schema: Mapping[str, object] | None = None,
    ) -> AsyncIterator[Answer]:
        """Ask for an answer of at most ``max_tokens``; leaving the block ends it at the provider too.

        ``messages`` are mappings with ``role`` and ``content``, as the provider reads them. With a JSON
        schema the answer follows it where ``takes_schema`` stays true.

        Raises NarratorUnreachable (nothing for ``connect_timeout`` or ``answer_timeout`` seconds),
        NarratorKeyRefused, NarratorModelUnknown, NarratorBusy, NarratorContextTooLong or
        NarratorError; iterating may also raise NarratorBroken and NarratorEmpty.
        """
        with self.explained(begun=False):
            async with asyncio.timeout(self.answer_timeout):
                stream = await self._open(messages, max_tokens, schema)
        async with stream:
            yield Answer(self, stream)

    async def _open(
        self, messages: Sequence[Mapping[str, str]], max_tokens: int, schema: Mapping[str, object] | None
    ) -> openai.AsyncStream[ChatCompletionChunk]:
        while True:
            options = {name: value for name, value in self._options.items() if name not in self._refused}
            options[self._limit] = max_tokens
            if schema is not None and self.takes_schema:
                options["response_format"] = {
                    "type": "json_schema",
                    "json_schema": {"name": "answer", "strict": True, "schema": schema},
                }
            # As they are: the library would compare each message with every type of message, for longer
            # than the whole prompt takes to assemble.
            options["extra_body"] = {"messages": messages}
            request: Any = self._client.chat.completions.create
            try:
                stream: openai.AsyncStream[ChatCompletionChunk] = await request(
                    model=self.model, messages=[], stream=True, **options
                )
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if not self._adapt(error, options):
                    raise
            else:
                return stream

    def _adapt(self, error: openai.APIStatusError, options: dict[str, Any]) -> bool:
        """Leave out or rename the parameter that the provider refuses; false when it is none of ours."""
        said = _said(error)
        if _TOO_LONG.search(said):  # such messages name max_tokens too
            return False
        if self._limit in said and self._limit == "max_tokens":
            self._limit = "max_completion_tokens"
            return True
        if "response_format" in options and ("response_format" in said or "json_schema" in said):
            self._refused.add("response_format")
            log.info("%s takes no JSON schema for %s", self.host, self.model)
            return True
        for name in ("stream_options", "temperature", "top_p", "seed"):
            if name in options and name in said:
                self._refused.add(name)
                log.info("%s takes no %s for %s", self.host, name, self.model)
                return True
        return False

    def error(self, kind: type[errors.NarratorError]) -> errors.NarratorError:
        """An error of that kind, about this model at this host."""
        return kind(model=self.model, host=self.host)

    @contextmanager
    def explained(self, *, begun: bool) -> Iterator[None]:
        """Turn whatever the client library raises into an error of ours.

        ``begun``: whether text has come already; then every failure is a NarratorBroken.
        """
        kind: type[errors.NarratorError]
        try:
            yield
        except TimeoutError:
            kind = errors.NarratorUnreachable
        except openai.APIStatusError as error:
            kind = _kind_of_status(error)
            if kind is errors.NarratorError:
                log.warning("%s refused the request for %s: %s", self.host, self.model, error.message)
        except openai.APIConnectionError as error:
            kind = errors.NarratorUnreachable if _before_response(error) else errors.NarratorBroken
        except openai.APIError as error:  # an error object where a chunk was expected
            kind = _kind_in_stream(error)
        except UnicodeEncodeError:  # a key that does not fit into a header
            kind = errors.NarratorKeyRefused
        except (openai.OpenAIError, httpx2.HTTPError, httpx2.StreamError, ValueError):  # no JSON, no UTF-8
            kind = errors.NarratorBroken
        else:
            return
        raise self.error(errors.NarratorBroken if begun else kind) from None


def _said(error: openai.APIError) -> str:
    return f"{error.code} {error.type} {error.param} {error.message} {error.body}"


def _kind_of_status(error: openai.APIStatusError) -> type[errors.NarratorError]:
    said = _said(error)
    status = error.status_code
    if status in (401, 403):
        return errors.NarratorKeyRefused
    if status in (402, 429, 503, 529):  # out of credit, too fast, overloaded (529 is Anthropic's)
        return errors.NarratorBusy
    if status == 413 or _TOO_LONG.search(said):
        return errors.NarratorContextTooLong
    if status == 404 or _NO_MODEL.search(said):
        return errors.NarratorModelUnknown
    return errors.NarratorUnreachable if status >= 500 else errors.NarratorError


def _kind_in_stream(error: openai.APIError) -> type[errors.NarratorError]:
    if _TOO_LONG.search(_said(error)):
        return errors.NarratorContextTooLong
    return errors.NarratorBusy if error.code in ("429", "rate_limit_exceeded") else errors.NarratorBroken


def _before_response(error: openai.APIConnectionError) -> bool:
    """Whether the connection failed on the way there, or by silence; else it broke while it was read."""
    broke = (httpx2.ReadError, httpx2.RemoteProtocolError)
    return not isinstance(error.__cause__, broke)


def host_of(address: str) -> str:
    """The host of a provider's address. Raises SettingsError when that is no address."""
    try:
        return httpx2.URL(address).host
    except httpx2.InvalidURL as error:
        raise errors.SettingsError(name="OPENAI_BASE_URL", reason=str(error)) from None


def is_loopback(host: str) -> bool:
    """Whether the host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

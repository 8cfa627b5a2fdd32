"""The same story through ``langchain_core.messages.trim_messages``: history only, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

import tiktoken
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, trim_messages

from bot.context.tokens import get_tokenizer
from bot.story import Action, ActionType, Adventure

_MEASURED = 10


def run(adventure: Adventure) -> float:
    """Half of the calls take no longer than these milliseconds."""
    encoding = _encoding()

    def count(messages: Sequence[BaseMessage]) -> int:
        return sum(len(encoding.encode(str(message.content))) for message in messages)

    messages = [_message(action) for action in adventure.actions]
    times = []
    for _ in range(_MEASURED):
        begin = thread_time()
        trim_messages(messages, strategy="last", max_tokens=8192, token_counter=count)
        times.append((thread_time() - begin) * 1000)
    return round(sorted(times)[_MEASURED // 2], 3)


def _message(action: Action) -> BaseMessage:
    narrated = action.type in (ActionType.START, ActionType.OUTPUT)
    return AIMessage(content=action.text) if narrated else HumanMessage(content=action.text)


def _encoding() -> tiktoken.Encoding:
    # Ours, because tiktoken would fetch the vocabulary.
    return get_tokenizer("o200k_base").encoding

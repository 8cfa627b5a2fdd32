"""Counting chat messages from the counts of their parts, exactly.

A run is a row of neighbouring messages. Its first and its last message are open: what is joined
before or after it in the same role becomes part of them. The messages between are counted for good.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from bot.context.pieces import Measure, Piece

Role = Literal["system", "user", "assistant"]

MESSAGE_OVERHEAD = 4
"""Tokens billed for every message beside its content: its role and its delimiters."""


class Run(NamedTuple):
    """Messages that were counted and may be joined with others. Not their texts."""

    role: Role
    """Of the first message."""
    first: Piece
    between: tuple[int, ...] = ()
    """The tokens of the messages between the first and the last, with the overhead."""
    last_role: Role | None = None
    """None where the first message is the only one."""
    last: Piece | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """The tokens of each message, with the overhead."""
        if self.last is None:
            return (_closed(self.first),)
        return (_closed(self.first), *self.between, _closed(self.last))

    @property
    def open_tokens(self) -> int:
        """The tokens while the last message may go on."""
        return self.total + (self.last or self.first).closing

    @property
    def total(self) -> int:
        """The tokens of all messages."""
        total = _closed(self.first)
        return total if self.last is None else total + sum(self.between) + _closed(self.last)


def follow(measure: Measure, left: Run, right: Run) -> Run:
    """The run of both, one after the other."""
    end_role, end = (left.role, left.first) if left.last is None else (left.last_role, left.last)
    role, first, between, last_role, last = right
    if end_role == role:
        met = measure.join(end, first)
        if left.last is None:
            return Run(role, met, between, last_role, last)
        if last is None:
            return Run(left.role, left.first, left.between, role, met)
        return Run(left.role, left.first, (*left.between, _closed(met), *between), last_role, last)
    inner = left.between if left.last is None else (*left.between, _closed(left.last))
    if last is None:
        return Run(left.role, left.first, inner, role, first)
    return Run(left.role, left.first, (*inner, _closed(first), *between), last_role, last)


def run_of(measure: Measure, parts: Iterable[tuple[Role, Piece]]) -> Run | None:
    """The run of parts of messages, one after the other."""
    pieces: list[tuple[Role, Piece]] = []
    open_role: Role | None = None
    joined: Piece | None = None
    for role, piece in parts:
        if role == open_role:
            joined = measure.join(joined, piece)
            continue
        if open_role is not None and joined is not None:
            pieces.append((open_role, joined))
        open_role, joined = role, piece
    if open_role is None or joined is None:
        return None
    if not pieces:
        return Run(open_role, joined)
    (role, first), *between = pieces
    return Run(role, first, tuple(_closed(piece) for _, piece in between), open_role, joined)


def _closed(piece: Piece) -> int:
    return piece.tokens - piece.closing + MESSAGE_OVERHEAD

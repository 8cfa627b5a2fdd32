"""Keeping what was made of a large tuple for as long as it is in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

T = TypeVar("T")

ELEMENTS = 100_000
"""How many elements of tuples are kept at most, over all adventures; at least the last tuple is."""


class Remembered(Generic[T]):
    """Makes something of a tuple (and of what else it depends on) once.

    Tuples are told apart by identity: comparing ten thousand cards would take longer than a turn.
    Any thread may call.
    """

    def __init__(self, make: Callable[..., T]) -> None:
        self._make = make
        self._kept: OrderedDict[tuple[int, tuple[Hashable, ...]], tuple[tuple[Any, ...], T]] = OrderedDict()
        self._elements = 0
        self._lock = Lock()

    def __call__(self, subject: tuple[Any, ...], *rest: Hashable) -> T:
        """``make(subject, *rest)``, or what that made before."""
        key = (id(subject), rest)
        with self._lock:
            found = self._kept.get(key)
            # The tuple is kept beside what was made of it, so that its id stays its own.
            if found is not None:
                self._kept.move_to_end(key)
                return found[1]
        made = self._make(subject, *rest)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = (subject, made)
                self._elements += len(subject)
            while self._elements > ELEMENTS and len(self._kept) > 1:
                _, (oldest, _) = self._kept.popitem(last=False)
                self._elements -= len(oldest)
            return made

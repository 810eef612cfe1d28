"""A transaction's body awaits nothing but the database."""

from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, TypeVar

from .base import Sql

T = TypeVar("T")


class Guarded(Awaitable[T]):
    """Runs a body step by step, and stops it when it waits while none of the transaction's verbs is under way: it
    would hold its locks for as long as the world takes."""

    def __init__(self, body: Awaitable[T], tx: Sql) -> None:
        self._body = body
        self._tx = tx

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self._body.__await__()
        step: Callable[[], Any] = partial(next, steps)
        while True:
            try:
                awaited = step()
            except StopIteration as end:
                return end.value
            if not self._tx.is_waiting:
                steps.close()
                raise RuntimeError("a transaction awaited something other than the database")
            try:
                answer = yield awaited
            except BaseException as thrown:
                step = partial(steps.throw, thrown)
            else:
                step = partial(steps.send, answer)

"""Answers that stay right for as long as a panel keeps its version, whoever writes it and through whatever server:
tabs of one person, pages come back to and scripts that poll ask again for what is as before."""

from collections import OrderedDict
from collections.abc import Hashable

MOST_BYTES = 16_000_000
LARGEST = 2_000_000


class Remembered:
    """The bytes of answers, those asked for last. A key names all that an answer depends on: the panel and its
    version, and what its reader may see."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, answer: bytes) -> None:
        if len(answer) > LARGEST or key in self._kept:
            return
        self._kept[key] = answer
        self._bytes += len(answer)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])

"""What the server answers, in no protocol's own terms, and what it was asked."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Call:
    """`arguments` as text go out letter by letter, whole JSON or not."""

    name: str
    arguments: dict[str, Any] | str = field(default_factory=dict[str, Any])

    @property
    def letters(self) -> str:
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True)
class Reply:
    """An answer, or an error with `status`. `cut` drops the connection before the end of the stream, `ends_early` ends
    the stream there as if all were well, `garbage` is sent instead of it. `stop` is why the model stopped, `usage` are
    the tokens read and written (None: not told), `waits` keeps the stream open."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    cut: bool = False
    ends_early: bool = False
    garbage: bytes = b""
    stop: Literal["length", "content_filter"] | None = None
    usage: tuple[int, int] | None = (120, 12)
    waits: bool = False


@dataclass(frozen=True)
class Asked:
    """One request, as it came."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        return json.loads(self.raw)

    @property
    def text(self) -> str:
        """All texts in it, one after the other, whatever the protocol: what a model reads."""
        return "\n".join(_texts(self.body))

    def find(self, pattern: str) -> str:
        """The last place in the texts that fits, by its first group."""
        found = re.findall(pattern, self.text)
        assert found, f"nothing in the request fits {pattern!r}"
        return found[-1]


Step = Reply | Callable[[Asked], Reply]


def _texts(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    if isinstance(part, dict):
        return [text for value in part.values() for text in _texts(value)]  # pyright: ignore[reportUnknownVariableType] any JSON
    if isinstance(part, list):
        return [text for one in part for text in _texts(one)]  # pyright: ignore[reportUnknownVariableType] any JSON
    return []


def pieces(text: str, size: int = 7) -> list[str]:
    """As a stream brings it: a few letters at a time."""
    return [text[start : start + size] for start in range(0, len(text), size)]

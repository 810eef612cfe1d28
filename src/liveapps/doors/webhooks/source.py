"""What a source has to say: whether a delivery is really its own, and which one it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from .signatures import Headers


class Identity(NamedTuple):
    """`key` is the id of a delivery, `digest` what it says: another digest under the same key is a mistake."""

    key: str
    digest: str


@dataclass(frozen=True)
class Source:
    """`signed(secret, headers, body, now)` judges the raw bytes; `identity(headers, body)` is asked after that."""

    signed: Callable[[str, Headers, bytes, datetime], bool]
    identity: Callable[[Headers, bytes], Identity]

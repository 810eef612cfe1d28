"""GitHub: HMAC in `X-Hub-Signature-256`, id in `X-GitHub-Delivery`. A redelivery keeps its id."""

from datetime import datetime

from .signatures import Headers, digest, hex_signed, id_or_digest
from .source import Identity, Source


def signed(secret: str, headers: Headers, body: bytes, now: datetime) -> bool:
    return hex_signed(secret, body, headers.get("x-hub-signature-256"))


def identity(headers: Headers, body: bytes) -> Identity:
    return Identity(id_or_digest(headers.get("x-github-delivery"), body), digest(body))


SOURCE = Source(signed, identity)

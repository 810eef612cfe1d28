"""Any system: HMAC in `X-Signature-256`, or the secret as a Bearer token; id in `Idempotency-Key`."""

from datetime import datetime

from .signatures import Headers, bearer, digest, hex_signed, id_or_digest
from .source import Identity, Source


def signed(secret: str, headers: Headers, body: bytes, now: datetime) -> bool:
    given = headers.get("x-signature-256")
    # A signature that is there must be right: a token beside it does not heal it.
    return bearer(secret, headers) if given is None else hex_signed(secret, body, given)


def identity(headers: Headers, body: bytes) -> Identity:
    return Identity(id_or_digest(headers.get("idempotency-key"), body), digest(body))


SOURCE = Source(signed, identity)

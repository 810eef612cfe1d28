"""Standard Webhooks: the id, the time and the body are signed together, so an old delivery cannot be sent again."""

import base64
import binascii
from datetime import datetime

from .signatures import Headers, base64_signed, digest, id_or_digest
from .source import Identity, Source

WINDOW_SECONDS = 300


def signed(secret: str, headers: Headers, body: bytes, now: datetime) -> bool:
    name, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = _key(secret)
    if not name or not key or not _recent(moment, now):
        return False
    content = b".".join((name.encode(errors="replace"), moment.encode(), body))
    # Several while a sender changes its secret: one that is right is enough.
    given = [one.removeprefix("v1,") for one in headers.get("webhook-signature", "").split() if one.startswith("v1,")]
    return any(base64_signed(key, content, one) for one in given)


def _recent(moment: str, now: datetime) -> bool:
    whole = moment.isascii() and moment.isdecimal() and len(moment) < 12
    return whole and abs(now.timestamp() - int(moment)) <= WINDOW_SECONDS


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        return b""


def identity(headers: Headers, body: bytes) -> Identity:
    return Identity(id_or_digest(headers.get("webhook-id"), body), digest(body))


SOURCE = Source(signed, identity)

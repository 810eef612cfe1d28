"""Jira Cloud: HMAC in `X-Hub-Signature`, id in `X-Atlassian-Webhook-Identifier`. A retry keeps its id."""

from datetime import datetime

from .signatures import Headers, digest, hex_signed, id_or_digest
from .source import Identity, Source


def signed(secret: str, headers: Headers, body: bytes, now: datetime) -> bool:
    return hex_signed(secret, body, headers.get("x-hub-signature"))


def identity(headers: Headers, body: bytes) -> Identity:
    return Identity(id_or_digest(headers.get("x-atlassian-webhook-identifier"), body), digest(body))


SOURCE = Source(signed, identity)

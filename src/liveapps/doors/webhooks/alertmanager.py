"""Prometheus Alertmanager, payload version 4: the secret as a Bearer token, and no id of a delivery.

It sends the same alerts again and again, and two of a cluster send them both, each with an address of its own. So
what the alerts say is the identity, and not the bytes: which they are, since when, how they stand, and their words.
"""

from datetime import datetime
from typing import Any, cast

import orjson

from .signatures import Headers, bearer, digest
from .source import Identity, Source

_SAYS = ("fingerprint", "startsAt", "status", "annotations")


def signed(secret: str, headers: Headers, body: bytes, now: datetime) -> bool:
    return bearer(secret, headers)


def identity(headers: Headers, body: bytes) -> Identity:
    said = sorted(
        orjson.dumps([alert.get(name) for name in _SAYS], option=orjson.OPT_SORT_KEYS) for alert in _alerts(body)
    )
    key = digest(b"\n".join(said)) if said else digest(body)
    return Identity(key, key)


def _alerts(body: bytes) -> list[dict[str, Any]]:
    try:
        payload: object = orjson.loads(body)
    except orjson.JSONDecodeError:
        return []
    alerts = cast("dict[str, Any]", payload).get("alerts") if isinstance(payload, dict) else None
    found = cast("list[Any]", alerts) if isinstance(alerts, list) else list[Any]()
    return [cast("dict[str, Any]", one) for one in found if isinstance(one, dict)]


SOURCE = Source(signed, identity)

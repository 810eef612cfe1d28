"""What the sources share: HMAC over the raw bytes, compared in constant time."""

import base64
import hashlib
import hmac
from collections.abc import Mapping

Headers = Mapping[str, str]
"""Names in lower case are enough: HTTP headers are looked up without regard to case."""

LONGEST_ID = 200


def hex_signed(secret: str, body: bytes, given: str | None) -> bool:
    """`sha256=` and the HMAC-SHA-256 of the body in hexadecimal."""
    right = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return given is not None and same(right, given)


def bearer(secret: str, headers: Headers) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and same(secret, given.strip())


def base64_signed(key: bytes, content: bytes, given: str) -> bool:
    return same(base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode(), given)


def same(right: str, given: str) -> bool:
    """Takes as long for a wrong one, wherever it differs."""
    return hmac.compare_digest(right.encode(), given.encode(errors="replace"))


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def id_or_digest(given: str | None, body: bytes) -> str:
    """The sender's own id of a delivery, or its content when it gives none."""
    if not given or not given.strip():
        return digest(body)
    return given.strip() if len(given) <= LONGEST_ID else digest(given.encode(errors="replace"))

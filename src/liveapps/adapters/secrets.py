"""Secrets that must be read again are kept encrypted, each bound to whom it belongs to.

The key is LIVEAPPS_SECRET_KEY, or else a file in the data folder that only its owner may read, made at first use.
"""

import base64
import binascii
import os
import tempfile
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from liveapps.panels.errors import Refusal

VARIABLE = "LIVEAPPS_SECRET_KEY"
FILE = "secret.key"
FORM = "v1."
_NONCE = 12


class SealedSecrets:
    """Implements `ports.Secrets` with AES-GCM; the owner is part of what is authenticated."""

    def __init__(self, data: Path, given: str | None = None) -> None:
        """`given` is the key as text, instead of the file. Raises Refusal `invalid_input` when it is no key."""
        self._file = data / FILE
        self._cipher = _cipher(given, VARIABLE) if given else None

    def seal(self, secret: str, owner: str) -> str:
        nonce = os.urandom(_NONCE)
        sealed = nonce + self._ready().encrypt(nonce, secret.encode(), owner.encode())
        return FORM + base64.b64encode(sealed).decode()

    def unseal(self, sealed: str, owner: str) -> str:
        try:
            raw = base64.b64decode(sealed.removeprefix(FORM), validate=True)
            return self._ready().decrypt(raw[:_NONCE], raw[_NONCE:], owner.encode()).decode()
        except (InvalidTag, ValueError):
            raise Refusal(
                "secret_unreadable",
                "A secret that is kept here cannot be read with the key that this server has.",
                f'Give the server the key it was sealed with ({VARIABLE}, or the file "{FILE}"), or make a new secret.',
            ) from None

    def _ready(self) -> AESGCM:
        if self._cipher is None:
            self._cipher = _cipher(_kept_key(self._file), FILE)
        return self._cipher


def _kept_key(file: Path) -> str:
    """The key in the file. Of two processes that make it at once, one wins and both read the same."""
    if not file.exists():
        # Readable by its owner alone from the start.
        handle, fresh = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        with open(handle, "w") as opened:
            opened.write(base64.b64encode(AESGCM.generate_key(256)).decode())
            opened.flush()
            os.fsync(opened.fileno())
        try:
            os.link(fresh, file)
        except FileExistsError:
            pass
        finally:
            os.unlink(fresh)
    return file.read_text("ascii").strip()


def _cipher(text: str, where: str) -> AESGCM:
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != 32:
        raise Refusal(
            "invalid_input",
            f"{where} holds no key.",
            "It takes 32 random bytes in base64, as `openssl rand -base64 32` makes them.",
        )
    return AESGCM(key)

"""Passwords and tokens. Only hashes are kept; nothing here is ever logged."""

import asyncio
import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

TOKEN_PREFIX = "la_"  # noqa: S105 a public prefix, so that a leaked token can be recognised

_hasher = PasswordHasher()
# Hashing takes 64 MiB and a good part of a second: two at a time, so that signing in cannot exhaust the server.
_pool = ThreadPoolExecutor(2, thread_name_prefix="liveapps-argon2")
_NOBODY = _hasher.hash(secrets.token_urlsafe(16))


async def hash_password(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(_pool, _hasher.hash, password)


async def verify_password(password: str, kept: str | None) -> bool:
    """Takes as long for a login that does not exist, so that time tells nothing."""
    return await asyncio.get_running_loop().run_in_executor(_pool, _verify, password, kept or _NOBODY)


def _verify(password: str, kept: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def new_token(prefix: str = "") -> str:
    """256 random bits as text."""
    return prefix + secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """A token has enough randomness of its own: a plain SHA-256 is a safe key to look it up by."""
    return hashlib.sha256(token.encode()).hexdigest()

"""Receipts kept under idempotency keys on PostgreSQL."""

from datetime import datetime

from .base import Sql
from .driver import Connection


class ReceiptSql(Sql):
    """In a transaction that writes, asking for a receipt also takes its key: the same request sent twice at once
    waits there, and then finds what the first one kept."""

    def __init__(self, connection: Connection, workspace: str, *, locks: bool) -> None:
        super().__init__(connection, workspace, locks=locks)
        self._claimed: set[tuple[str, str]] = set()

    async def kept_receipt(self, scope: str, key: str) -> tuple[str, str] | None:
        if self._locks:
            await self._run("claim_key", scope, key)
        found = await self._one("kept_receipt", scope, key)
        if found is None and self._locks:
            self._claimed.add((scope, key))
        return (found[0], found[1]) if found else None

    async def keep_receipt(self, scope: str, key: str, request_hash: str, receipt: str, at: datetime) -> None:
        how = "keep_claimed" if (scope, key) in self._claimed else "keep_receipt"
        await self._run(how, scope, key, request_hash, receipt, at.isoformat())

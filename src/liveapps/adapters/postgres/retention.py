"""Forgetting for good, on PostgreSQL."""

from collections.abc import Iterable
from datetime import datetime

from liveapps.adapters.schema.forgetting import OF_PANEL, OF_ROW, OF_THREAD, before_text
from liveapps.ports import Dated, Key

from .panels import PanelSql


class RetentionSql(PanelSql):
    async def oldest_version(self, panel: str) -> int | None:
        return await self._value("oldest_version", panel)

    async def due(self, what: Dated, before: datetime, limit: int) -> list[Key]:
        return [(first, second) for first, second in await self._all(f"due_{what}", before_text(before), limit)]

    async def forget(self, what: Dated, keys: Iterable[Key]) -> None:
        listed = list(keys)
        await self._run(f"forget_old_{what}", [first for first, _ in listed], [second for _, second in listed])

    async def panels_with_old_versions(self, before: datetime) -> list[str]:
        return [record[0] for record in await self._all("panels_with_old_versions", before_text(before))]

    async def forget_versions(self, panel: str, before: datetime, limit: int) -> int:
        head = await self.lock_panel(panel)
        if head is None:
            return 0
        gone = await self._all("forget_versions", panel, before_text(before), limit, head.version)
        rows = await self._all("forget_row_versions", panel, limit)
        return len(gone) + len(rows)

    async def old_trash(self, before: datetime, limit: int) -> list[Key]:
        return [(panel, row) for panel, row in await self._all("old_trash", before_text(before), limit)]

    async def forget_rows(self, panel: str, rows: Iterable[str], before: datetime) -> int:
        await self.lock_panel(panel)
        found = await self._all("still_in_trash", panel, list(rows), before_text(before))
        going = [record[0] for record in found]
        await self._run("uncount_rows", panel, going)
        await self._run("drop_empty_versions", panel, going)
        for table in OF_ROW:
            sql = f"DELETE FROM {table} WHERE workspace = $1 AND panel = $2 AND row = ANY($3::text[])"  # noqa: S608 names of our tables
            await self._select(sql, panel, going)
        await self._run("drop_rows", panel, going)
        return len(going)

    async def threads_in_old_trash(self, before: datetime) -> list[str]:
        return [record[0] for record in await self._all("threads_in_old_trash", before_text(before))]

    async def forget_thread(self, thread: str) -> None:
        await self._run("forget_run_events_of_thread", thread)
        for table in OF_THREAD:
            await self._select(f"DELETE FROM {table} WHERE workspace = $1 AND thread = $2", thread)  # noqa: S608 names of our tables
        await self._select("DELETE FROM thread WHERE workspace = $1 AND id = $2", thread)

    async def panels_in_old_trash(self, before: datetime) -> list[str]:
        return [record[0] for record in await self._all("panels_in_old_trash", before_text(before))]

    async def forget_head(self, panel: str, before: datetime) -> bool:
        return bool(await self._all("forget_head", panel, before_text(before)))

    async def headless_panels(self) -> list[str]:
        return [record[0] for record in await self._all("headless_panels")]

    async def forget_rest(self, panel: str, limit: int) -> int:
        if await self.panel(panel) is not None:
            return 0
        done = len(await self._all("forget_jobs_of_panel", panel))
        done += len(await self._all("forget_deliveries_of_panel", panel, limit))
        for table, key in OF_PANEL.items():
            if done >= limit:
                break
            done += len(await self._select(_some_of(table, key), panel, limit - done))
        return done


def _some_of(table: str, key: tuple[str, ...]) -> str:
    rest = ", ".join(f"t.{name}" for name in key)
    found = f"SELECT {rest} FROM {table} AS t WHERE t.workspace = $1 AND t.panel = $2 LIMIT $3"  # noqa: S608 names of our tables
    return f"DELETE FROM {table} AS t WHERE t.workspace = $1 AND t.panel = $2 AND ({rest}) IN ({found}) RETURNING 1"  # noqa: S608 names of our tables

"""Forgetting for good, on SQLite."""

from collections.abc import Iterable
from datetime import datetime

from liveapps.adapters.schema.forgetting import OF_PANEL, OF_ROW, OF_THREAD, before_text
from liveapps.ports import Dated, Key

from .base import ids_json, text
from .panels import PanelSql


class RetentionSql(PanelSql):
    async def oldest_version(self, panel: str) -> int | None:
        return self._value("oldest_version", panel=panel)

    async def due(self, what: Dated, before: datetime, limit: int) -> list[Key]:
        return [(first, second) for first, second in self._all(f"due_{what}", before=before_text(before), limit=limit)]

    async def forget(self, what: Dated, keys: Iterable[Key]) -> None:
        self._run(f"forget_old_{what}", keys=text(list(keys)))

    async def panels_with_old_versions(self, before: datetime) -> list[str]:
        return [record[0] for record in self._all("panels_with_old_versions", before=before_text(before))]

    async def forget_versions(self, panel: str, before: datetime, limit: int) -> int:
        head = await self.lock_panel(panel)
        if head is None:
            return 0
        limits = {"before": before_text(before), "limit": limit, "newest": head.version}
        gone = self._all("forget_versions", panel=panel, **limits)
        rows = self._all("forget_row_versions", panel=panel, limit=limit)
        return len(gone) + len(rows)

    async def old_trash(self, before: datetime, limit: int) -> list[Key]:
        found = self._all("old_trash", before=before_text(before), limit=limit)
        return [(panel, row) for panel, row in found]

    async def forget_rows(self, panel: str, rows: Iterable[str], before: datetime) -> int:
        await self.lock_panel(panel)
        found = self._all("still_in_trash", panel=panel, rows=ids_json(rows), before=before_text(before))
        asked = {"panel": panel, "rows": ids_json(record[0] for record in found)}
        self._run("uncount_rows", **asked)
        self._run("drop_empty_versions", **asked)
        for table in OF_ROW:
            self._select(
                f"DELETE FROM {table} WHERE workspace = :w AND panel = :panel "  # noqa: S608 names of our tables
                "AND row IN (SELECT value FROM json_each(:rows))",
                asked,
            )
        self._run("drop_rows", **asked)
        return len(found)

    async def threads_in_old_trash(self, before: datetime) -> list[str]:
        return [record[0] for record in self._all("threads_in_old_trash", before=before_text(before))]

    async def forget_thread(self, thread: str) -> None:
        self._run("forget_run_events_of_thread", thread=thread)
        for table in OF_THREAD:
            self._select(f"DELETE FROM {table} WHERE workspace = :w AND thread = :thread", {"thread": thread})  # noqa: S608 names of our tables
        self._select("DELETE FROM thread WHERE workspace = :w AND id = :thread", {"thread": thread})

    async def panels_in_old_trash(self, before: datetime) -> list[str]:
        return [record[0] for record in self._all("panels_in_old_trash", before=before_text(before))]

    async def forget_head(self, panel: str, before: datetime) -> bool:
        return bool(self._all("forget_head", panel=panel, before=before_text(before)))

    async def headless_panels(self) -> list[str]:
        return [record[0] for record in self._all("headless_panels")]

    async def forget_rest(self, panel: str, limit: int) -> int:
        if await self.panel(panel) is not None:
            return 0
        done = len(self._all("forget_jobs_of_panel", panel=panel))
        done += len(self._all("forget_deliveries_of_panel", panel=panel, limit=limit))
        for table, key in OF_PANEL.items():
            if done >= limit:
                break
            done += len(self._select(_some_of(table, key), {"panel": panel, "limit": limit - done}))
        return done


def _some_of(table: str, key: tuple[str, ...]) -> str:
    rest = ", ".join(key)
    found = f"SELECT {rest} FROM {table} WHERE workspace = :w AND panel = :panel LIMIT :limit"  # noqa: S608 names of our tables
    return f"DELETE FROM {table} WHERE workspace = :w AND panel = :panel AND ({rest}) IN ({found}) RETURNING 1"  # noqa: S608 names of our tables

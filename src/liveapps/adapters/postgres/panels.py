"""Panels, rows and history on PostgreSQL."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import orjson
from pydantic import TypeAdapter

from liveapps.panels.history import RowBefore, Version
from liveapps.panels.instance import BlockState
from liveapps.panels.notices import Notice
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Annotation, Row, rows_of_json
from liveapps.panels.stored import current_text, read_panel, read_states
from liveapps.panels.template import Collection
from liveapps.people.policy import RowScope
from liveapps.people.users import User
from liveapps.ports import Counts, RowInPlace, RowsFound, RowsQuery

from .base import Sql, text
from .driver import Record
from .people import user_of
from .rows import LISTED_JSON, ROW_JSON, columns, key_columns, place_columns
from .slicing import Sliced

STATES: TypeAdapter[list[BlockState]] = TypeAdapter(list[BlockState])
HEAD = ("id", "agent", "owner", "template", "template_version", "version", "created_at", "updated_at", "trashed_at")
CHANGED = ("id", "template", "template_version", "version", "updated_at", "trashed_at")
NOTE = ("id", "row", "text", "by", "at")
NOTICE = ("id", "person", "panel", "row", "text", "alert", "by", "at", "read_at")
FROM_ROWS = f"SELECT {ROW_JSON} FROM panel_row WHERE workspace = $1 AND panel = $2"  # noqa: S608 constants only

ROW_IN_PLACE = f"""SELECT {ROW_JSON},
  (SELECT max(position) FROM panel_row WHERE workspace = $1 AND panel = $2 AND collection = $3), content, freshness
FROM panel_row LEFT JOIN block_state
  ON block_state.workspace = $1 AND block_state.panel = $2 AND target = $3
WHERE panel_row.workspace = $1 AND panel_row.panel = $2 AND collection = $3 AND id = $4"""  # noqa: S608 constants only


class PanelSql(Sql):
    async def lock_panel(self, panel: str) -> Panel | None:
        found = await self._one("lock_panel", panel)
        return _panel(found) if found else None

    async def lock_panel_for(self, panel: str, person: str | None) -> tuple[Panel | None, User | None]:
        ((*found,),) = await self._all("lock_panel_for", panel, person)
        head, writer = found[: len(HEAD)], found[len(HEAD) :]
        return _panel(head) if head[0] else None, user_of(writer) if writer[0] else None

    async def panel(self, panel: str) -> Panel | None:
        found = await self._one("panel", panel)
        return _panel(found) if found else None

    async def panels(self) -> list[Panel]:
        return [_panel(record) for record in await self._all("panels")]

    async def panels_in_trash(self) -> list[Panel]:
        return [_panel(record) for record in await self._all("panels_in_trash")]

    async def count_panels(self, agent: str) -> int:
        if self._locks:
            await self._run("lock_agent", agent)
        return int(await self._value("count_panels", agent))

    async def insert_panel(self, panel: Panel) -> None:
        await self._run("add_panel", *_head(panel, HEAD))

    async def save_panel(self, panel: Panel) -> None:
        await self._run("put_panel", *_head(panel, CHANGED))

    async def touch_panel(self, panel: Panel) -> None:
        touched = panel.model_dump(mode="json", include={"version", "updated_at"})
        await self._run("touch_panel", panel.id, touched["version"], touched["updated_at"])

    async def rows(self, panel: str, collection: str, ids: Iterable[str] | None = None) -> list[Row]:
        if ids is None:
            return await self._rows("AND collection = $3 ORDER BY position, id", panel, collection)
        return await self._rows("AND collection = $3 AND id = ANY($4::text[])", panel, collection, list(ids))

    async def row_in_place(self, panel: str, collection: str, row: str) -> RowInPlace | None:
        found = await self._select(ROW_IN_PLACE, panel, collection, row)
        if not found:
            return None
        json, last_position, content, freshness = found[0]
        (state,) = read_states([(collection, content, freshness)])
        return RowInPlace(rows_of_json([json])[0], state, last_position)

    async def rows_by_id(self, panel: str, ids: Iterable[str]) -> list[Row]:
        return await self._rows("AND id = ANY($3::text[])", panel, list(ids))

    async def rows_by_key(self, panel: str, collection: str, keys: Iterable[str]) -> list[Row]:
        return await self._rows("AND collection = $3 AND match_key = ANY($4::text[])", panel, collection, list(keys))

    async def _rows(self, condition: str, *values: Any) -> list[Row]:
        return rows_of_json(record[0] for record in await self._select(f"{FROM_ROWS} {condition}", *values))

    async def save_rows(
        self, panel: str, rows: Sequence[tuple[Row, str | None]], collections: Sequence[Collection]
    ) -> None:
        if not rows:
            return
        if len(rows) > 1:
            await self._run("free_keys", panel, [row.id for row, _ in rows], [key for _, key in rows])
        await self._run("put_rows", panel, *columns(rows, collections))

    async def place_rows(self, panel: str, rows: Sequence[Row]) -> None:
        await self._run("place_rows", panel, *place_columns(rows))

    async def compare_anew(self, panel: str, collection: Collection) -> None:
        if rows := await self.rows(panel, collection.id):
            await self._run("put_row_keys", panel, *key_columns(rows, collection))

    async def count_rows(self, panel: str, collection: str) -> int:
        return int(await self._value("count_rows", panel, collection))

    async def last_position(self, panel: str, collection: str) -> float:
        return float(await self._value("last_position", panel, collection))

    async def gap_above(
        self, panel: str, collection: str, stage: str | None, before: str
    ) -> tuple[float | None, float] | None:
        below = await self._value("position_of", panel, collection, before, stage)
        if below is None:
            return None
        return await self._value("position_above", panel, collection, stage, below, before), float(below)

    async def find_rows(self, query: RowsQuery) -> RowsFound:
        sliced = Sliced(query)
        groups = [sliced.read_group(record) for record in await self._select(*sliced.groups())] if sliced.group else []
        if sliced.groups_hold_all:
            total = matching = sum(count for _, count, _ in groups)
        else:
            total = matching = int((await self._select(*sliced.count_visible()))[0][0])
        found = await self._select(*sliced.page(LISTED_JSON))
        if query.slice.cuts:
            matching = int(found[0][1] if found else (await self._select(*sliced.count_matching()))[0][0])
        return RowsFound([record[0] for record in found], matching, total, groups, sliced.next(matching))

    async def rows_json(self, panel: str, collection: str, scope: RowScope) -> bytes:
        seen = "trashed_at IS NULL AND (private = 0 OR $4 OR owner = $5)"
        joined = await self._select(
            f"SELECT convert_to(string_agg(body::text, ',' ORDER BY position, id), 'UTF8') FROM panel_row "  # noqa: S608 constants only
            f"WHERE workspace = $1 AND panel = $2 AND collection = $3 AND {seen}",
            panel,
            collection,
            scope.everything,
            scope.owner,
        )
        return joined[0][0] or b""

    async def rows_in_trash(self, panel: str, collection: str, scope: RowScope, limit: int) -> tuple[list[Row], int]:
        seen = (panel, collection, scope.everything, scope.owner)
        rows = await self._rows(
            "AND collection = $3 AND trashed_at IS NOT NULL AND (private = 0 OR $4 OR owner = $5) "
            "ORDER BY trashed_at DESC, id LIMIT $6",
            *seen,
            limit,
        )
        return rows, int(await self._value("count_rows_in_trash", *seen))

    async def counts(self, panel: str, collection: Collection, scope: RowScope) -> Counts:
        sliced = Sliced(RowsQuery(panel, collection, scope))
        ((total, unconfirmed, without),) = await self._select(*sliced.tally())
        return Counts(int(total), int(unconfirmed), int(without))

    async def states(self, panel: str, targets: Iterable[str] | None = None) -> list[BlockState]:
        found = await self._all("states", panel, None if targets is None else list(targets))
        return read_states((target, content, freshness) for target, content, freshness in found)

    async def save_states(self, panel: str, states: Sequence[BlockState]) -> None:
        await self._run(
            "put_states",
            panel,
            [state.target for state in states],
            [state.content.model_dump_json() if state.content else None for state in states],
            [state.freshness.model_dump_json() if state.freshness else None for state in states],
        )

    async def append_version(self, version: Version) -> None:
        await self._run(
            "add_version",
            version.panel,
            version.version,
            version.kind,
            version.origin.model_dump_json(),
            text(version.targets),
            STATES.dump_json(version.states).decode(),
            version.template.model_dump_json() if version.template else None,
            len(version.rows),
        )
        if version.rows:
            await self._run(
                "add_row_versions",
                version.panel,
                [one.row for one in version.rows],
                [one.version for one in version.rows],
                [one.collection for one in version.rows],
                [None if one.before is None else text(one.before) for one in version.rows],
            )

    async def versions(self, panel: str, before: int | None, limit: int, scope: RowScope) -> list[tuple[Version, int]]:
        found = await self._all("versions", panel, scope.everything, scope.owner, before, limit)
        return [(_version(panel, record, []), record[6]) for record in found]

    async def version(self, panel: str, version: int) -> Version | None:
        found = await self._one("version", panel, version)
        if found is None:
            return None
        rows = [_before(record) for record in await self._all("rows_of_version", panel, version)]
        return _version(panel, found, rows)

    async def versions_after(self, panel: str, version: int) -> list[Version]:
        rows: dict[int, list[RowBefore]] = {}
        for record in await self._all("rows_of_versions_after", panel, version):
            rows.setdefault(record[2], []).append(_before(record))
        found = await self._all("versions_after", panel, version)
        return [_version(panel, record, rows.get(record[0], [])) for record in found]

    async def row_history(self, panel: str, row: str, after: int = 0) -> list[tuple[Version, RowBefore]]:
        history: list[tuple[Version, RowBefore]] = []
        for number, kind, origin, targets, row_count, collection, before in await self._all(
            "row_history", panel, row, after
        ):
            version = _version(panel, (number, kind, origin, targets, "[]", None, row_count), [])
            history.append((version, _before((row, collection, number, before))))
        return history

    async def add_annotation(self, panel: str, annotation: Annotation) -> None:
        values = annotation.model_dump(mode="json")
        by = annotation.by.model_dump_json()
        await self._run("add_annotation", panel, annotation.row, annotation.id, annotation.text, by, values["at"])

    async def annotations(self, panel: str, row: str) -> list[Annotation]:
        found = await self._all("annotations", panel, row)
        return [Annotation.model_validate_json(text(_by_name(NOTE, record))) for record in found]

    async def add_notice(self, notice: Notice) -> None:
        alert = notice.alert.model_dump_json() if notice.alert else None
        whole = {**notice.model_dump(mode="json"), "by": notice.by.model_dump_json(), "alert": alert}
        places = ("person", "id", "panel", "row", "text", "alert", "by", "at", "read_at")
        await self._run("add_notice", *(whole[name] for name in places))

    async def notices(self, person: str) -> list[Notice]:
        found = await self._all("notices", person)
        return [Notice.model_validate_json(text(_by_name(NOTICE, record))) for record in found]

    async def read_notices(self, person: str, at: datetime) -> None:
        await self._run("read_notices", person, at.isoformat())

    async def grants(self, panel: str) -> set[str]:
        return {record[0] for record in await self._all("grants", panel)}

    async def grant(self, panel: str, tool: str, by: str, at: datetime) -> None:
        await self._run("grant", panel, tool, by, at.isoformat())

    async def revoke(self, panel: str, tool: str) -> None:
        await self._run("revoke", panel, tool)


def _head(panel: Panel, names: Iterable[str]) -> list[Any]:
    whole = {**panel.model_dump(mode="json", exclude={"template"}), "template": panel.template.model_dump_json()}
    return [whole[name] for name in names]


def _panel(record: Record) -> Panel:
    return read_panel(dict(zip(HEAD, record, strict=True)))


def _version(panel: str, record: Record, rows: list[RowBefore]) -> Version:
    number, kind, origin, targets, states, template, _ = record
    whole = (
        f'{{"panel":{text(panel)},"version":{number},"kind":{text(kind)},"origin":{origin},"targets":{targets},'
        f'"states":{states},"template":{current_text(template) if template else "null"}}}'
    )
    return Version.model_validate_json(whole).model_copy(update={"rows": rows})


def _before(record: Record) -> RowBefore:
    row, collection, version, before = record
    return RowBefore(
        row=row, collection=collection, version=version, before=None if before is None else orjson.loads(before)
    )


def _by_name(names: tuple[str, ...], record: Record) -> dict[str, Any]:
    """A record whose `by` and `alert` are documents."""
    values = dict(zip(names, record, strict=True))
    documents = {name: orjson.loads(values[name]) for name in ("by", "alert") if values.get(name)}
    return {**values, **documents}

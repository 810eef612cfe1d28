"""Panels, rows and history on SQLite."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import orjson
from pydantic import TypeAdapter

from liveapps.panels.history import RowBefore, Version
from liveapps.panels.instance import BlockState
from liveapps.panels.notices import Notice
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Annotation, Row
from liveapps.panels.stored import current_text, read_panel, read_states
from liveapps.panels.template import Collection
from liveapps.people.policy import RowScope
from liveapps.ports import Counts, RowsFound, RowsQuery

from .base import Record, Sql, ids_json, text
from .slicing import Sliced

ROWS: TypeAdapter[list[Row]] = TypeAdapter(list[Row])
STATES: TypeAdapter[list[BlockState]] = TypeAdapter(list[BlockState])
HEAD = ("id", "agent", "owner", "template", "template_version", "version", "created_at", "updated_at", "trashed_at")
COLUMNS = ("stage", "owner", "private", "position", "unconfirmed_since", "trashed_at", "version")
REST = {"stage_moved_by", "facts", "suggestions", "dismissed", "shipped", "notes", "born"}

# The row as JSON text, made by SQLite: 2,000 rows are then parsed in one go. `version` comes last, so that
# the closing brace cut off before `rest` is surely that of the object itself.
ROW_JSON = """rtrim(json_object('id', id, 'collection', collection, 'values', json(data), 'stage', stage,
  'owner', owner, 'private', json(iif(private, 'true', 'false')), 'unconfirmed_since', unconfirmed_since,
  'trashed_at', trashed_at, 'position', position, 'version', version), '}') || ',' || substr(rest, 2)"""
FROM_ROWS = f"SELECT {ROW_JSON} FROM panel_row WHERE workspace = :w AND panel = :panel"  # noqa: S608 constants only


class PanelSql(Sql):
    async def lock_panel(self, panel: str) -> Panel | None:
        return await self.panel(panel)

    async def panel(self, panel: str) -> Panel | None:
        found = self._one("panel", panel=panel)
        return _panel(found) if found else None

    async def panels(self) -> list[Panel]:
        return [_panel(record) for record in self._all("panels")]

    async def count_panels(self, agent: str) -> int:
        return int(self._value("count_panels", agent=agent))

    async def insert_panel(self, panel: Panel) -> None:
        self._run("add_panel", **_head(panel))

    async def save_panel(self, panel: Panel) -> None:
        self._run("put_panel", **_head(panel))

    async def rows(self, panel: str, collection: str, ids: Iterable[str] | None = None) -> list[Row]:
        values = {"panel": panel, "collection": collection}
        if ids is None:
            return self._rows("AND collection = :collection ORDER BY position, id", values)
        asked = ids_json(ids)
        return self._rows(
            "AND collection = :collection AND id IN (SELECT value FROM json_each(:ids))", {**values, "ids": asked}
        )

    async def rows_by_id(self, panel: str, ids: Iterable[str]) -> list[Row]:
        return self._rows("AND id IN (SELECT value FROM json_each(:ids))", {"panel": panel, "ids": ids_json(ids)})

    async def rows_by_key(self, panel: str, collection: str, keys: Iterable[str]) -> list[Row]:
        return self._rows(
            "AND collection = :collection AND match_key IN (SELECT value FROM json_each(:keys))",
            {"panel": panel, "collection": collection, "keys": ids_json(keys)},
        )

    def _rows(self, condition: str, values: dict[str, Any]) -> list[Row]:
        return _parse(self._select(f"{FROM_ROWS} {condition}", values))

    async def save_rows(self, panel: str, rows: Sequence[tuple[Row, str | None]]) -> None:
        if len(rows) > 1:  # one row has nobody to exchange its key with
            self._run_many("free_key", ({"panel": panel, "row": row.id, "match_key": key} for row, key in rows))
        self._run_many("put_row", (_row_record(panel, row, key) for row, key in rows))

    async def count_rows(self, panel: str, collection: str) -> int:
        return int(self._value("count_rows", panel=panel, collection=collection))

    async def last_position(self, panel: str, collection: str) -> float:
        return float(self._value("last_position", panel=panel, collection=collection) or 0)

    async def gap_above(
        self, panel: str, collection: str, stage: str | None, before: str
    ) -> tuple[float | None, float] | None:
        gap = self._gap(panel, collection, stage, before)
        if gap is not None and _no_room(*gap):
            self._run("spread_positions", panel=panel, collection=collection)
            return self._gap(panel, collection, stage, before)
        return gap

    def _gap(self, panel: str, collection: str, stage: str | None, before: str) -> tuple[float | None, float] | None:
        place = {"panel": panel, "collection": collection, "stage": stage}
        below = self._value("position_of", row=before, **place)
        if below is None:
            return None
        return self._value("position_above", position=below, row=before, **place), float(below)

    async def find_rows(self, query: RowsQuery) -> RowsFound:
        sliced = Sliced(query)
        total = self._select(sliced.count_visible(), sliced.values)[0][0]
        matching = self._select(sliced.count_matching(), sliced.values)[0][0]
        groups = [sliced.read_group(record) for record in self._select(sliced.groups(), sliced.values)]
        found = _parse(self._select(sliced.page(ROW_JSON), sliced.values))
        return RowsFound(found, int(matching), int(total), groups if query.slice.group else [], sliced.next(matching))

    async def counts(self, panel: str, collection: Collection, scope: RowScope) -> Counts:
        sliced = Sliced(RowsQuery(panel, collection, scope))
        total, unconfirmed, without = self._select(sliced.tally(), sliced.values)[0]
        return Counts(int(total), int(unconfirmed or 0), int(without or 0))

    async def states(self, panel: str, targets: Iterable[str] | None = None) -> list[BlockState]:
        wanted = None if targets is None else set(targets)
        found = (
            (target, content, freshness)
            for target, content, freshness in self._all("states", panel=panel)
            if wanted is None or target in wanted
        )
        return read_states(found)

    async def save_states(self, panel: str, states: Sequence[BlockState]) -> None:
        self._run_many(
            "put_state",
            (
                {
                    "panel": panel,
                    "target": state.target,
                    "content": state.content.model_dump_json() if state.content else None,
                    "freshness": state.freshness.model_dump_json() if state.freshness else None,
                }
                for state in states
            ),
        )

    async def append_version(self, version: Version) -> None:
        self._run(
            "add_version",
            panel=version.panel,
            version=version.version,
            kind=version.kind,
            origin=version.origin.model_dump_json(),
            targets=text(version.targets),
            states=STATES.dump_json(version.states).decode(),
            template=version.template.model_dump_json() if version.template else None,
            row_count=len(version.rows),
        )
        self._run_many(
            "add_row_version",
            (
                {
                    "panel": version.panel,
                    "row": one.row,
                    "version": one.version,
                    "collection": one.collection,
                    "before": None if one.before is None else text(one.before),
                }
                for one in version.rows
            ),
        )

    async def versions(self, panel: str, before: int | None, limit: int, scope: RowScope) -> list[tuple[Version, int]]:
        may_see = {"owner": scope.owner, "everything": scope.everything}
        found = self._all("versions", panel=panel, before=before or 2**62, limit=limit, **may_see)
        return [(_version(panel, record, []), record[6]) for record in found]

    async def version(self, panel: str, version: int) -> Version | None:
        found = self._one("version", panel=panel, version=version)
        if found is None:
            return None
        rows = [_before(record) for record in self._all("rows_of_version", panel=panel, version=version)]
        return _version(panel, found, rows)

    async def versions_after(self, panel: str, version: int) -> list[Version]:
        rows: dict[int, list[RowBefore]] = {}
        for record in self._all("rows_of_versions_after", panel=panel, version=version):
            rows.setdefault(record[2], []).append(_before(record))
        found = self._all("versions_after", panel=panel, version=version)
        return [_version(panel, record, rows.get(record[0], [])) for record in found]

    async def row_history(self, panel: str, row: str, after: int = 0) -> list[tuple[Version, RowBefore]]:
        history: list[tuple[Version, RowBefore]] = []
        for number, kind, origin, targets, row_count, collection, before in self._all(
            "row_history", panel=panel, row=row, after=after
        ):
            version = _version(panel, (number, kind, origin, targets, "[]", None, row_count), [])
            history.append((version, _before((row, collection, number, before))))
        return history

    async def add_annotation(self, panel: str, annotation: Annotation) -> None:
        values = annotation.model_dump(mode="json")
        self._run("add_annotation", **{**values, "panel": panel, "by": annotation.by.model_dump_json()})

    async def annotations(self, panel: str, row: str) -> list[Annotation]:
        return [
            Annotation.model_validate_json(text({**_named(record), "by": orjson.loads(record[3])}))
            for record in self._all("annotations", panel=panel, row=row)
        ]

    async def add_notice(self, notice: Notice) -> None:
        self._run("add_notice", **{**notice.model_dump(mode="json"), "by": notice.by.model_dump_json()})

    async def notices(self, person: str) -> list[Notice]:
        names = ("id", "person", "panel", "row", "text", "by", "at", "read_at")
        return [
            Notice.model_validate_json(text({**dict(zip(names, record, strict=True)), "by": orjson.loads(record[5])}))
            for record in self._all("notices", person=person)
        ]

    async def read_notices(self, person: str, at: datetime) -> None:
        self._run("read_notices", person=person, at=at.isoformat())

    async def kept_receipt(self, scope: str, key: str) -> tuple[str, str] | None:
        found = self._one("kept_receipt", scope=scope, key=key)
        return (found[0], found[1]) if found else None

    async def keep_receipt(self, scope: str, key: str, request_hash: str, receipt: str, at: datetime) -> None:
        self._run("keep_receipt", scope=scope, key=key, request_hash=request_hash, receipt=receipt, at=at.isoformat())

    async def grants(self, panel: str) -> set[str]:
        return {record[0] for record in self._all("grants", panel=panel)}

    async def grant(self, panel: str, tool: str, by: str, at: datetime) -> None:
        self._run("grant", panel=panel, tool=tool, by=by, at=at.isoformat())

    async def revoke(self, panel: str, tool: str) -> None:
        self._run("revoke", panel=panel, tool=tool)


def _no_room(above: float | None, below: float) -> bool:
    """Floats run out after some fifty moves into the same gap."""
    return above is not None and not above < (above + below) / 2 < below


def _head(panel: Panel) -> dict[str, Any]:
    return {**panel.model_dump(mode="json"), "template": panel.template.model_dump_json()}


def _panel(record: Record) -> Panel:
    return read_panel(dict(zip(HEAD, record, strict=True)))


def _row_record(panel: str, row: Row, key: str | None) -> dict[str, Any]:
    whole = row.model_dump(mode="json")
    return {
        "panel": panel,
        "id": row.id,
        "collection": row.collection,
        "match_key": key,
        "data": text(whole["values"]),
        "rest": text({name: whole[name] for name in REST}),
        **{name: whole[name] for name in COLUMNS},
    }


def _parse(records: list[Record]) -> list[Row]:
    return ROWS.validate_json("[" + ",".join(record[0] for record in records) + "]")


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


def _named(record: Record) -> dict[str, Any]:
    return dict(zip(("id", "row", "text", "by", "at"), record, strict=True))

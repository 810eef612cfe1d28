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
from liveapps.panels.row_keys import NUMBER_COLUMNS, TEXT_COLUMNS, KeyMaker, KeyMakers
from liveapps.panels.rows import Annotation, Row, Values, row_texts, rows_of_json, time_text
from liveapps.panels.stored import current_text, read_panel, read_states
from liveapps.panels.template import Collection
from liveapps.people.policy import RowScope
from liveapps.people.users import User
from liveapps.ports import Counts, RowInPlace, RowsFound, RowsQuery

from .base import Record, Sql, ids_json, text
from .people import user_of
from .slicing import SEEN, Sliced

STATES: TypeAdapter[list[BlockState]] = TypeAdapter(list[BlockState])
HEAD = ("id", "agent", "owner", "template", "template_version", "version", "created_at", "updated_at", "trashed_at")
NOTICE = ("id", "person", "panel", "row", "text", "alert", "by", "at", "read_at")

LISTED_JSON = "CAST(body AS BLOB)"
"""The row as lists give it."""
ROW_JSON = "CAST(substr(body, 1, length(body) - 1) || ',' || substr(kept, 2) AS BLOB)"
"""The row, whole."""
SELECT_BODIES = "SELECT body FROM panel_row WHERE workspace = :w AND panel = :panel"
FROM_ROWS = f"SELECT {ROW_JSON} FROM panel_row WHERE workspace = :w AND panel = :panel"  # noqa: S608 constants only

ROW_IN_PLACE = f"""SELECT {ROW_JSON},
  (SELECT max(position) FROM panel_row WHERE workspace = :w AND panel = :panel AND collection = :collection),
  content, freshness
FROM panel_row AS r LEFT JOIN block_state AS s ON s.workspace = :w AND s.panel = :panel AND s.target = :collection
WHERE r.workspace = :w AND r.panel = :panel AND r.id = :row AND +r.collection = :collection"""  # noqa: S608 constants only


class PanelSql(Sql):
    async def lock_panel(self, panel: str) -> Panel | None:
        return await self.panel(panel)

    async def lock_panel_for(self, panel: str, person: str | None) -> tuple[Panel | None, User | None]:
        found = self._one("person", id=person) if person else None
        return await self.panel(panel), user_of(found) if found else None

    async def panel(self, panel: str) -> Panel | None:
        found = self._one("panel", panel=panel)
        return _panel(found) if found else None

    async def panels(self) -> list[Panel]:
        return [_panel(record) for record in self._all("panels")]

    async def panels_in_trash(self) -> list[Panel]:
        return [_panel(record) for record in self._all("panels_in_trash")]

    async def count_panels(self, agent: str) -> int:
        return int(self._value("count_panels", agent=agent))

    async def insert_panel(self, panel: Panel) -> None:
        self._run("add_panel", **_head(panel))

    async def save_panel(self, panel: Panel) -> None:
        self._run("put_panel", **_head(panel))

    async def touch_panel(self, panel: Panel) -> None:
        self._run("touch_panel", **panel.model_dump(mode="json", include={"id", "version", "updated_at"}))

    async def rows(self, panel: str, collection: str, ids: Iterable[str] | None = None) -> list[Row]:
        values = {"panel": panel, "collection": collection}
        if ids is None:
            return self._rows("AND collection = :collection ORDER BY position, id", values)
        asked = ids_json(ids)
        return self._rows(
            # The plus keeps SQLite from going through the whole collection for it.
            "AND +collection = :collection AND id IN (SELECT value FROM json_each(:ids))",
            {**values, "ids": asked},
        )

    async def row_in_place(self, panel: str, collection: str, row: str) -> RowInPlace | None:
        found = self._select(ROW_IN_PLACE, {"panel": panel, "collection": collection, "row": row})
        if not found:
            return None
        json, last_position, content, freshness = found[0]
        (state,) = read_states([(collection, content, freshness)])
        return RowInPlace(rows_of_json([json])[0], state, last_position)

    async def rows_by_id(self, panel: str, ids: Iterable[str]) -> list[Row]:
        return self._rows("AND id IN (SELECT value FROM json_each(:ids))", {"panel": panel, "ids": ids_json(ids)})

    async def rows_by_key(self, panel: str, collection: str, keys: Iterable[str]) -> list[Row]:
        return self._rows(
            "AND collection = :collection AND match_key IN (SELECT value FROM json_each(:keys))",
            {"panel": panel, "collection": collection, "keys": ids_json(keys)},
        )

    def _rows(self, condition: str, values: dict[str, Any]) -> list[Row]:
        return rows_of_json(record[0] for record in self._select(f"{FROM_ROWS} {condition}", values))

    async def save_rows(
        self, panel: str, rows: Sequence[tuple[Row, str | None]], collections: Sequence[Collection]
    ) -> None:
        if len(rows) > 1:  # one row has nobody to exchange its key with
            self._run_many("free_key", ({"panel": panel, "row": row.id, "match_key": key} for row, key in rows))
        makers = KeyMakers(collections)
        self._run_many("put_row", (_row_record(panel, row, key, makers.of(row.collection)) for row, key in rows))

    async def place_rows(self, panel: str, rows: Sequence[Row]) -> None:
        self._run_many("place_row", (_place_record(panel, row) for row in rows))

    async def compare_anew(self, panel: str, collection: Collection) -> None:
        maker, rows = KeyMaker(collection), await self.rows(panel, collection.id)
        self._run_many(
            "put_row_keys", ({"panel": panel, "id": row.id, **_key_record(maker, row.values)} for row in rows)
        )

    async def count_rows(self, panel: str, collection: str) -> int:
        return int(self._value("count_rows", panel=panel, collection=collection))

    async def last_position(self, panel: str, collection: str) -> float:
        return float(self._value("last_position", panel=panel, collection=collection) or 0)

    async def gap_above(
        self, panel: str, collection: str, stage: str | None, before: str
    ) -> tuple[float | None, float] | None:
        place = {"panel": panel, "collection": collection, "stage": stage}
        below = self._value("position_of", row=before, **place)
        if below is None:
            return None
        return self._value("position_above", position=below, row=before, **place), float(below)

    async def find_rows(self, query: RowsQuery) -> RowsFound:
        sliced = Sliced(query)
        by_group = self._select(sliced.groups(), sliced.values) if query.slice.group else []
        groups = [sliced.read_group(record) for record in by_group]
        if sliced.groups_hold_all:
            total = matching = sum(count for _, count, _ in groups)
        else:
            total = matching = int(self._select(sliced.count_visible(), sliced.values)[0][0])
        found = self._select(sliced.page(LISTED_JSON), sliced.values)
        if query.slice.cuts:
            matching = int(found[0][0] if found else self._select(sliced.count_matching(), sliced.values)[0][0])
        return RowsFound([record[1] for record in found], matching, total, groups, sliced.next(matching))

    async def rows_json(self, panel: str, collection: str, scope: RowScope) -> bytes:
        seen = {"panel": panel, "collection": collection, "owner": scope.owner, "everything": scope.everything}
        ordered = f"{SELECT_BODIES} AND collection = :collection AND {SEEN} ORDER BY position, id"
        # Joined where they are: 2,000 values would have to be made only to be joined here.
        joined = self._select(f"SELECT CAST(group_concat(body, ',') AS BLOB) FROM ({ordered})", seen)[0][0]  # noqa: S608 constants only
        return joined or b""

    async def rows_in_trash(self, panel: str, collection: str, scope: RowScope, limit: int) -> tuple[list[Row], int]:
        seen = {"panel": panel, "collection": collection, "owner": scope.owner, "everything": scope.everything}
        rows = self._rows(
            "AND collection = :collection AND trashed_at IS NOT NULL "
            "AND (private = 0 OR :everything OR owner = :owner) ORDER BY trashed_at DESC, id LIMIT :limit",
            {**seen, "limit": limit},
        )
        return rows, int(self._value("count_rows_in_trash", **seen))

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
        documents = {
            "by": notice.by.model_dump_json(),
            "alert": notice.alert.model_dump_json() if notice.alert else None,
        }
        self._run("add_notice", **{**notice.model_dump(mode="json"), **documents})

    async def notices(self, person: str) -> list[Notice]:
        return [_notice(record) for record in self._all("notices", person=person)]

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


def _head(panel: Panel) -> dict[str, Any]:
    return {**panel.model_dump(mode="json"), "template": panel.template.model_dump_json()}


def _panel(record: Record) -> Panel:
    return read_panel(dict(zip(HEAD, record, strict=True)))


def _place_record(panel: str, row: Row) -> dict[str, Any]:
    body, kept = row_texts(row)
    return {
        "panel": panel,
        "id": row.id,
        "collection": row.collection,
        "stage": row.stage,
        "owner": row.owner,
        "private": row.private,
        "position": row.position,
        "unconfirmed_since": time_text(row.unconfirmed_since),
        "trashed_at": time_text(row.trashed_at),
        "version": row.version,
        "body": body,
        "kept": kept,
    }


def _row_record(panel: str, row: Row, key: str | None, maker: KeyMaker) -> dict[str, Any]:
    return {**_place_record(panel, row), "match_key": key, **_key_record(maker, row.values)}


def _key_record(maker: KeyMaker, values: Values) -> dict[str, Any]:
    keys = maker.of(values)
    return {
        **dict(zip(TEXT_COLUMNS, keys.texts, strict=True)),
        **dict(zip(NUMBER_COLUMNS, keys.numbers, strict=True)),
        "other_keys": text(keys.others),
    }


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


def _notice(record: Record) -> Notice:
    values = dict(zip(NOTICE, record, strict=True))
    documents = {name: orjson.loads(values[name]) if values[name] else None for name in ("by", "alert")}
    return Notice.model_validate_json(text({**values, **documents}))


def _named(record: Record) -> dict[str, Any]:
    return dict(zip(("id", "row", "text", "by", "at"), record, strict=True))

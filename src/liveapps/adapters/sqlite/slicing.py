"""A slice as SQL. `panels/slicing.py` says what each part means; this gives the same rows in the same order.

Names of fields and options are slugs of a validated template and stand in the SQL; every value is bound.
"""

import base64
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, cast

from liveapps.blocks.base import Condition, Op
from liveapps.panels.errors import Refusal
from liveapps.panels.fields import NUMERIC, Field
from liveapps.panels.numbers import canonical_number
from liveapps.panels.row_keys import columns_of
from liveapps.panels.slice_check import check_slice, family_of
from liveapps.panels.texts import fold
from liveapps.ports import RowsQuery

from .base import Record, text

SEEN = "trashed_at IS NULL AND (private = 0 OR :everything OR owner = :owner)"
"""The rows that a scope sees."""
_ORDERED: dict[Op, str] = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


class Sliced:
    """The statements for one query, and the values they share."""

    def __init__(self, query: RowsQuery) -> None:
        check_slice(query.slice, query.collection.fields)
        self._query = query
        self._fields = {field.id: field for field in query.collection.fields}
        self._columns = columns_of(query.collection)
        self._offset = _read_cursor(query.cursor)
        self.values: dict[str, Any] = {
            "panel": query.panel,
            "collection": query.collection.id,
            "owner": query.scope.owner,
            "everything": query.scope.everything,
            "zone": query.time_zone,
        }
        self._visible = f"workspace = :w AND panel = :panel AND collection = :collection AND {SEEN}"
        self._satisfied = " AND ".join(["1", *self._conditions()])
        self._matching = f"{self._visible} AND {self._satisfied}"

    @property
    def groups_hold_all(self) -> bool:
        """Whether each visible row is in one group, so that nothing else need be counted."""
        asked = self._query.slice
        return asked.group is not None and not asked.cuts and family_of(self._fields[asked.group]) != "tags"

    def count_visible(self) -> str:
        # Of the two indexes that have all it takes, the narrow one.
        return f"SELECT count(*) FROM panel_row INDEXED BY ix_panel_row_stages WHERE {self._visible}"  # noqa: S608 see above

    def count_matching(self) -> str:
        return f"SELECT {self._limited('count(*)')} FROM panel_row WHERE {self._matching}"  # noqa: S608 see above

    def page(self, columns: str) -> str:
        """The rows of the page, each after how many match (None when all do). Rows that are cut or sorted are gone
        through once; an index has the others in order."""
        left = self._query.limit
        if self._query.slice.limit is not None:
            left = max(0, min(left, self._query.slice.limit - self._offset))
        part = f"LIMIT {left} OFFSET {self._offset}"
        if not (self._query.slice.cuts or self._query.slice.sort):
            return f"SELECT NULL, {columns} FROM panel_row WHERE {self._visible} ORDER BY position, id {part}"  # noqa: S608 see above
        keys = [self._key(self._fields[sort.field]) for sort in self._query.slice.sort]
        sorting = "".join(f", {key} AS key_{place}" for place, key in enumerate(keys))
        order = ", ".join([*self._sorted(f"key_{place}" for place in range(len(keys))), "place", "found"])
        return (
            f"WITH matching AS MATERIALIZED (SELECT id AS found, position AS place{sorting} FROM panel_row "  # noqa: S608 see above
            f"WHERE {self._matching}), "
            f"page AS (SELECT *, (SELECT {self._limited('count(*)')} FROM matching) AS matches FROM matching "
            f"ORDER BY {order} {part}) "
            f"SELECT matches, {columns} FROM page CROSS JOIN panel_row "
            f"ON workspace = :w AND panel = :panel AND id = found ORDER BY {order}"
        )

    def _limited(self, count: str) -> str:
        limit = self._query.slice.limit
        return count if limit is None else f"min({count}, {limit})"

    def next(self, matching: int) -> str | None:
        end = self._offset + self._query.limit
        return base64.urlsafe_b64encode(str(end).encode()).decode() if end < matching else None

    def tally(self) -> str:
        """Visible rows, unconfirmed ones, and those whose stage is no option."""
        stages = ", ".join(f"'{name}'" for name in self._query.collection.stages)
        without = f"sum(stage IS NULL OR stage NOT IN ({stages}))" if stages else "0"
        source = f"panel_row INDEXED BY ix_panel_row_stages WHERE {self._visible}"
        return f"SELECT count(*), sum(unconfirmed_since IS NOT NULL), {without} FROM {source}"  # noqa: S608 see above

    def measure(self, name: str | None) -> str:
        """Visible rows, whether one of them is private, and of those that match: their count, and how many numbers
        the field has, their sum, least and most."""
        satisfied = f"FILTER (WHERE {self._satisfied})"
        number = self._column(self._fields[name]) if name else "NULL"
        numbers = (
            f"count({number}) {satisfied}, sum({number}) {satisfied}, "
            f"min({number}) {satisfied}, max({number}) {satisfied}"
        )
        return f"SELECT count(*), max(private), count(*) {satisfied}, {numbers} FROM panel_row WHERE {self._visible}"  # noqa: S608 see above

    def groups(self) -> str:
        field = self._fields[self._query.slice.group or ""]
        rows = f"SELECT * FROM panel_row WHERE {self._matching}"  # noqa: S608 see above
        if self._query.slice.limit is not None:
            rows += f" ORDER BY {self._order()} LIMIT {self._query.slice.limit}"
        down = any(sort.field == field.id and sort.descending for sort in self._query.slice.sort)
        grouped = self._options(field, rows) if family_of(field) == "option" else self._others(field, rows)
        return f"{grouped} GROUP BY 1 ORDER BY key IS NULL, key {'DESC' if down else ''}"

    def _others(self, field: Field, rows: str) -> str:
        sums = "".join(f", sum({self._column(one)})" for one in self._summed())
        source, key, spelling = self._group_source(field, rows)
        return f"SELECT {key} AS key, min({spelling}), count(*){sums} FROM {source}"  # noqa: S608 see above

    def _options(self, field: Field, rows: str) -> str:
        """First by id, which an index may have in order already; then an id that is no option joins the empty ones."""
        total = "".join(f", sum(sum_{place})" for place, _ in enumerate(self._summed()))
        named = "".join(f", sum({self._column(one)}) AS sum_{place}" for place, one in enumerate(self._summed()))
        by_id = f"SELECT {self._column(field)} AS id, count(*) AS many{named} FROM ({rows}) AS r GROUP BY 1"  # noqa: S608 see above
        place = _place("id", field)
        return f"SELECT {place} AS key, iif({place} IS NULL, NULL, id), sum(many){total} FROM ({by_id})"  # noqa: S608 see above

    def read_group(self, record: Record) -> tuple[Any, int, dict[str, float]]:
        _, value, count, *totals = record
        sums = {
            one.id: canonical_number(total)
            for one, total in zip(self._summed(), totals, strict=True)
            if total is not None
        }
        return _as_shown(self._fields[self._query.slice.group or ""], value), int(count), sums

    def _group_source(self, field: Field, rows: str) -> tuple[str, str, str]:
        """Where groups are counted, by which key, and under which name."""
        if family_of(field) == "tags":
            return f"({rows}) AS r LEFT JOIN {_each_tag(field)}", "fold(tag.value)", "tag.value"
        key = self._key(field, by_day=family_of(field) == "moment")
        if family_of(field) == "text":
            return (
                f"({rows}) AS r",
                key,
                f"iif({key} IS NULL, NULL, as_text(json_extract(body, '$.values.{field.id}')))",
            )
        return f"({rows}) AS r", key, key

    def _summed(self) -> list[Field]:
        fields = self._query.collection.fields if self._query.sums else []
        return [field for field in fields if field.type in NUMERIC]

    def _order(self) -> str:
        keys = (self._key(self._fields[sort.field]) for sort in self._query.slice.sort)
        return ", ".join([*self._sorted(keys), "position", "id"])

    def _sorted(self, keys: Iterable[str]) -> Iterator[str]:
        for key, sort in zip(keys, self._query.slice.sort, strict=True):
            yield f"{key} IS NULL"
            yield f"{key} {'DESC' if sort.descending else 'ASC'}"

    def _conditions(self) -> list[str]:
        asked = self._query.slice
        parts = [self._test(condition, self._fields[condition.field]) for condition in asked.where]
        if asked.unconfirmed is not None:
            parts.append(f"unconfirmed_since IS {'NOT ' if asked.unconfirmed else ''}NULL")
        if words := fold(asked.search):
            parts.append(self._mentions(words))
        return parts

    def _test(self, condition: Condition, field: Field) -> str:
        match condition.op:
            case "is_empty":
                return f"({self._filled(field)}) = 0"
            case "is_not_empty":
                return f"({self._filled(field)}) = 1"
            case "is_not" | "not_in":
                opposite: Op = "is" if condition.op == "is_not" else "in"
                return f"coalesce({self._test(condition.model_copy(update={'op': opposite}), field)}, 0) = 0"
            case "in":
                return self._any_of(cast("list[Any]", condition.value), field)
            case op:
                return self._comparison(op, condition.value, field)

    def _any_of(self, listed: list[Any], field: Field) -> str:
        """One bound value however long the list: a long chain of ORs would be more than SQLite parses."""
        wanted = [self._resolved(one) for one in listed]
        days = [one for one in wanted if _is_day(field, one)]
        others = [one for one in wanted if not _is_day(field, one)]
        if family_of(field) == "tags":
            return _has_tag(field, self._among(field, others))
        tests = [f"{self._key(field, by_day=True)} {self._among(field, days)}"] if days else []
        tests += [f"{self._column(field)} {self._among(field, others)}"] if others else []
        return f"({' OR '.join(tests)})"

    def _among(self, field: Field, wanted: list[Any]) -> str:
        bound = self._bind(text([_target(field, one) for one in wanted]))
        return f"IN (SELECT value FROM json_each({bound}))"  # noqa: S608 see above

    def _resolved(self, wanted: Any) -> Any:
        """{"days_ago": n} becomes the date it is."""
        if not isinstance(wanted, dict):
            return wanted
        return (self._query.today - timedelta(days=cast("dict[str, int]", wanted)["days_ago"])).isoformat()

    def _comparison(self, op: Op, wanted: Any, field: Field) -> str:
        family, wanted = family_of(field), self._resolved(wanted)
        if family == "tags":
            return _has_tag(field, f"= {self._bind(fold(wanted))}")
        key = self._key(field, by_day=True) if _is_day(field, wanted) else self._column(field)
        target = self._bind(_target(field, wanted))
        if op == "contains":
            return f"instr({key}, {target}) > 0"
        return f"{key} {'=' if op == 'is' else _ORDERED[op]} {target}"

    def _key(self, field: Field, *, by_day: bool = False) -> str:
        """What a field is compared by; NULL when it is empty or left from when the field had another type."""
        match family_of(field):
            case "option":
                return _place(self._column(field), field)
            case "moment" if by_day:
                return f"local_day({self._column(field)}, :zone)"
            case "tags":
                return _joined_tags(field)
            case _:
                return self._column(field)

    def _column(self, field: Field) -> str:
        """Where the key of a field is kept."""
        if field.type == "stage":
            return "stage"
        return self._columns.get(field.id, f"(other_keys ->> '$.{field.id}')")

    def _filled(self, field: Field) -> str:
        if family_of(field) == "tags":
            return f"EXISTS (SELECT 1 FROM {_each_key(field)})"  # noqa: S608 see above
        return f"({self._key(field)}) IS NOT NULL"

    def _mentions(self, words: str) -> str:
        bound = self._bind(words)
        parts = [part for field in self._query.collection.fields if (part := self._searched(field, bound, words))]
        return f"({' OR '.join(parts)})" if parts else "0"

    def _searched(self, field: Field, bound: str, words: str) -> str | None:
        match family_of(field):
            case "text":
                return f"instr({self._key(field)}, {bound}) > 0"
            case "option":
                hits = [f"'{option.id}'" for option in field.options if words in fold(option.title)]
                return f"{self._column(field)} IN ({', '.join(hits)})" if hits else None
            case "tags":
                return f"EXISTS (SELECT 1 FROM {_each_key(field)} WHERE instr(tag.value, {bound}) > 0)"  # noqa: S608 see above
            case _:
                return None

    def _bind(self, value: Any) -> str:
        name = f"p{len(self.values)}"
        self.values[name] = value
        return f":{name}"


def _is_day(field: Field, wanted: Any) -> bool:
    """A moment compared with a date: by the date on which it falls."""
    return family_of(field) == "moment" and len(wanted) == len("2026-11-30")


def _target(field: Field, wanted: Any) -> Any:
    match family_of(field):
        case "text" | "tags":
            return fold(wanted)
        case "number":
            return float(wanted)
        case "option" | "date" | "moment" | "flag":
            return wanted


def _place(column: str, field: Field) -> str:
    whens = " ".join(f"WHEN '{option.id}' THEN {place}" for place, option in enumerate(field.options))
    return f"CASE {column} {whens} END"


def _as_shown(field: Field, value: Any) -> Any:
    """A key as the value it stands for: numbers are kept as reals."""
    match family_of(field):
        case "flag" if value is not None:
            return bool(value)
        case "number" if value is not None:
            return canonical_number(value)
        case _:
            return value


def _each_tag(field: Field) -> str:
    """The tags of a row `r` as a table `tag`, as they are written; no rows for what is not a list."""
    path = f"r.body, '$.values.{field.id}'"
    return f"json_each(iif(json_type({path}) = 'array', json_extract({path}), '[]')) AS tag"


def _each_key(field: Field) -> str:
    """The tags of a row as they are compared."""
    return f"json_each(other_keys, '$.{field.id}') AS tag"


def _has_tag(field: Field, matching: str) -> str:
    return f"EXISTS (SELECT 1 FROM {_each_key(field)} WHERE tag.value {matching})"  # noqa: S608 see above


def _joined_tags(field: Field) -> str:
    return f"(SELECT nullif(rtrim(group_concat(tag.value, ', ')), '') FROM {_each_key(field)})"  # noqa: S608 see above


def _read_cursor(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        offset = int(base64.urlsafe_b64decode(cursor.encode()))
    except ValueError:
        offset = -1
    if not 0 <= offset < 2**31:
        raise Refusal(
            "invalid_slice", "The cursor could not be read.", "Send the cursor of the previous page as it was."
        )
    return offset

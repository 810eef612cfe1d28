"""A slice as SQL. `panels/slicing.py` says what each part means; this gives the same rows in the same order.

Names of fields and options are slugs of a validated template and stand in the SQL; every value is bound.
"""

import base64
from collections.abc import Iterable, Iterator
from datetime import timedelta
from math import fsum
from typing import Any, cast

from liveapps.blocks.base import Condition, Op
from liveapps.panels.dates import zone_of
from liveapps.panels.errors import Refusal
from liveapps.panels.fields import NUMERIC, Field
from liveapps.panels.numbers import canonical_number
from liveapps.panels.slice_check import check_slice, family_of
from liveapps.panels.texts import fold
from liveapps.ports import RowsQuery

from .driver import Record
from .keys import TYPES, Bind, Keys, is_day, spelling_of, tag_list, target_of, written_tags

_ORDERED: dict[Op, str] = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
Statement = tuple[Any, ...]
"""SQL and the values it binds, from $2 on."""


class Sliced:
    """The statements for one query. Each binds what its conditions bind, and no more."""

    def __init__(self, query: RowsQuery) -> None:
        check_slice(query.slice, query.collection.fields)
        self._query = query
        self._fields = {field.id: field for field in query.collection.fields}
        self._keys = Keys(query.collection)
        self._offset = _read_cursor(query.cursor)
        self._bind = Bind()
        bind = self._bind
        self._visible = (
            f"workspace = $1 AND panel = {bind(query.panel)} AND collection = {bind(query.collection.id)} "
            f"AND trashed_at IS NULL "
            f"AND (private = 0 OR {bind(query.scope.everything, 'bool')} OR owner = {bind(query.scope.owner, 'text')})"
        )
        self._prefix = bind.values
        self._conditions = " AND ".join(["true", *self._tests()])
        self._matching = f"{self._visible} AND {self._conditions}"

    @property
    def group(self) -> Field | None:
        return self._fields[self._query.slice.group] if self._query.slice.group else None

    def page(self, columns: str) -> Statement:
        """The rows of the page, each with how many match (None when all do). Rows that are cut or sorted are gone
        through once; an index has the others in order."""
        left = self._query.limit
        if self._query.slice.limit is not None:
            left = max(0, min(left, self._query.slice.limit - self._offset))
        part = f"LIMIT {left} OFFSET {self._offset}"
        if not (self._query.slice.cuts or self._query.slice.sort):
            sql = f"SELECT {columns}, NULL FROM panel_row WHERE {self._visible} ORDER BY position, id {part}"  # noqa: S608 see above
            return sql, *self._prefix
        keys = [self._keys.compared(self._fields[sort.field]) for sort in self._query.slice.sort]
        sorting = "".join(f", {key} AS key_{place}" for place, key in enumerate(keys))
        order = ", ".join([*self._sorted(f"key_{place}" for place in range(len(keys))), "place", "found"])
        count = "count(*)" if self._query.slice.limit is None else f"least(count(*), {self._query.slice.limit})"
        return (
            f"WITH matching AS MATERIALIZED (SELECT id AS found, position AS place{sorting} FROM panel_row "  # noqa: S608 see above
            f"WHERE {self._matching}), "
            f"page AS (SELECT * FROM matching ORDER BY {order} {part}) "
            f"SELECT {columns}, (SELECT {count} FROM matching) FROM page "
            f"JOIN panel_row ON workspace = $1 AND panel = $2 AND id = found ORDER BY {order}",
            *self._bind.values,
        )

    @property
    def groups_hold_all(self) -> bool:
        """Whether each visible row is in one group, so that nothing else need be counted."""
        asked = self._query.slice
        return self.group is not None and not asked.cuts and family_of(self.group) != "tags"

    def count_visible(self) -> Statement:
        return f"SELECT count(*) FROM panel_row WHERE {self._visible}", *self._prefix  # noqa: S608 see above

    def count_matching(self) -> Statement:
        count = "count(*)" if self._query.slice.limit is None else f"least(count(*), {self._query.slice.limit})"
        return f"SELECT {count} FROM panel_row WHERE {self._matching}", *self._bind.values  # noqa: S608 see above

    def next(self, matching: int) -> str | None:
        end = self._offset + self._query.limit
        return base64.urlsafe_b64encode(str(end).encode()).decode() if end < matching else None

    def tally(self) -> Statement:
        """Visible rows, unconfirmed ones, and those whose stage is no option."""
        stages = ", ".join(f"'{name}'" for name in self._query.collection.stages)
        without = f"count(*) FILTER (WHERE stage IS NULL OR stage NOT IN ({stages}))" if stages else "0"
        return (
            f"SELECT count(*), count(unconfirmed_since), {without} FROM panel_row WHERE {self._visible}",  # noqa: S608 see above
            *self._prefix,
        )

    def measure(self, name: str | None) -> Statement:
        """Visible rows, whether one of them is private, and of those that match: their count, and how many numbers
        the field has, their sum, least and most. Numbers have 15 digits at most, so a sum of decimals is exact."""
        satisfied = f"FILTER (WHERE {self._conditions})"
        number = self._keys.kept(self._fields[name]) if name else "NULL::float8"
        numbers = (
            f"count({number}) {satisfied}, sum({number}::numeric) {satisfied}, "
            f"min({number}) {satisfied}, max({number}) {satisfied}"
        )
        return (
            f"SELECT count(*), max(private), count(*) {satisfied}, {numbers} FROM panel_row WHERE {self._visible}",  # noqa: S608 see above
            *self._bind.values,
        )

    def groups(self) -> Statement:
        """The groups with their smallest spelling, their count, and all numbers of each numeric field: the sum is
        made here, because floats added in any other way differ in the last digits."""
        field = self.group
        assert field is not None
        bind = self._bind.copy()
        down = any(sort.field == field.id and sort.descending for sort in self._query.slice.sort)
        numbers = "".join(f", array_agg({self._keys.kept(one)})" for one in self._summed())
        rows = f"SELECT * FROM panel_row WHERE {self._matching}"  # noqa: S608 see above
        if self._query.slice.limit is not None:
            rows += f" ORDER BY {self._order()} LIMIT {self._query.slice.limit}"
        source, key, spelling = self._group_source(field, rows, bind)
        return (
            f"SELECT min({spelling}), count(*){numbers} FROM {source} "  # noqa: S608 see above
            f"GROUP BY {key} ORDER BY {key} IS NULL, {key} {'DESC' if down else ''}",
            *bind.values,
        )

    def read_group(self, record: Record) -> tuple[Any, int, dict[str, float]]:
        value, count, *columns = record
        assert self.group is not None
        match family_of(self.group):
            case "flag" if value is not None:
                value = bool(value)
            case "number" if value is not None and value.is_integer() and abs(value) < 1e15:
                value = int(value)
            case _:
                pass
        sums: dict[str, float] = {}
        for one, column in zip(self._summed(), columns, strict=True):
            if numbers := [number for number in column if number is not None]:
                sums[one.id] = canonical_number(fsum(numbers))
        return value, int(count), sums

    def _group_source(self, field: Field, rows: str, bind: Bind) -> tuple[str, str, str]:
        """Where groups are counted, by which key, and under which name."""
        family = family_of(field)
        if family == "tags":
            tags = f"jsonb_array_elements_text({tag_list(field)}), json_array_elements_text({written_tags(field)})"
            # A row stands once in the group of a tag, however often it has it.
            each = (
                f"SELECT DISTINCT ON (key) key, spelling FROM ROWS FROM ({tags}) WITH ORDINALITY "  # noqa: S608 see above
                "AS each (key, spelling, place) ORDER BY key, place"
            )
            source = f"({rows}) AS r LEFT JOIN LATERAL ({each}) AS tag ON true"
            return source, 'tag.key COLLATE "C"', 'tag.spelling COLLATE "C"'
        key = self._keys.compared(field, zone=self._zone(bind) if family == "moment" else None)
        if family not in ("text", "option"):
            return f"({rows}) AS r", key, key
        spelling = spelling_of(field) if family == "text" else self._keys.kept(field)
        return f"({rows}) AS r", key, f"CASE WHEN {key} IS NOT NULL THEN {spelling} END"

    def _summed(self) -> list[Field]:
        fields = self._query.collection.fields if self._query.sums else []
        return [field for field in fields if field.type in NUMERIC]

    def _order(self) -> str:
        keys = (self._keys.compared(self._fields[sort.field]) for sort in self._query.slice.sort)
        return ", ".join([*self._sorted(keys), "position", "id"])

    def _sorted(self, keys: Iterable[str]) -> Iterator[str]:
        for key, sort in zip(keys, self._query.slice.sort, strict=True):
            yield f"{key} IS NULL"
            yield f"{key} {'DESC' if sort.descending else 'ASC'}"

    def _zone(self, bind: Bind) -> str:
        zone_of(self._query.time_zone)  # refused here rather than by the database
        return bind(self._query.time_zone, "text")

    def _tests(self) -> list[str]:
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
                return f"NOT {self._filled(field)}"
            case "is_not_empty":
                return self._filled(field)
            case "is_not" | "not_in":
                opposite: Op = "is" if condition.op == "is_not" else "in"
                return f"({self._test(condition.model_copy(update={'op': opposite}), field)}) IS NOT TRUE"
            case "in":
                return self._any_of(cast("list[Any]", condition.value), field)
            case op:
                return self._comparison(op, condition.value, field)

    def _any_of(self, listed: list[Any], field: Field) -> str:
        wanted = [self._resolved(one) for one in listed]
        if family_of(field) == "tags":
            return f"{tag_list(field)} ?| {self._bind([fold(one) for one in wanted], 'text[]')}"
        parts: list[str] = []
        for by_day in (True, False):
            if some := [target_of(field, one) for one in wanted if is_day(field, one) == by_day]:
                key = self._compared(field, by_day=by_day)
                parts.append(f"{key} = ANY({self._bind(some, f'{TYPES[family_of(field)]}[]')})")
        return f"({' OR '.join(parts)})"

    def _resolved(self, wanted: Any) -> Any:
        """{"days_ago": n} becomes the date it is."""
        if not isinstance(wanted, dict):
            return wanted
        return (self._query.today - timedelta(days=cast("dict[str, int]", wanted)["days_ago"])).isoformat()

    def _comparison(self, op: Op, wanted: Any, field: Field) -> str:
        wanted = self._resolved(wanted)
        if family_of(field) == "tags":
            return f"{tag_list(field)} ? {self._bind(fold(wanted), 'text')}"
        key = self._compared(field, by_day=is_day(field, wanted))
        target = self._bind(target_of(field, wanted), TYPES[family_of(field)])
        if op == "contains":
            return f"strpos({key}, {target}) > 0"
        return f"{key} {'=' if op == 'is' else _ORDERED[op]} {target}"

    def _compared(self, field: Field, *, by_day: bool) -> str:
        return self._keys.compared(field, zone=self._zone(self._bind)) if by_day else self._keys.kept(field)

    def _filled(self, field: Field) -> str:
        if family_of(field) == "tags":
            return f"(jsonb_array_length({tag_list(field)}) > 0)"
        return f"({self._keys.compared(field)} IS NOT NULL)"

    def _mentions(self, words: str) -> str:
        bound = self._bind(words, "text")
        parts = [part for field in self._query.collection.fields if (part := self._keys.searched(field, bound, words))]
        return f"({' OR '.join(parts)})" if parts else "false"


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

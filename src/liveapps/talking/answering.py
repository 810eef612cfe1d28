"""What an agent shows: rows read against their fields, with the origin that the server can prove."""

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import ValidationError

from liveapps.blocks.base import JsonObject
from liveapps.blocks.catalogue import BLOCK, Block, Content, traits_of
from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.fields import Field
from liveapps.panels.origin import Locale
from liveapps.panels.powers import Tool, may_refresh
from liveapps.panels.provenance import Provenance, Window, proves, read_as_shown
from liveapps.panels.rows import Values
from liveapps.panels.sources import ToolPolicy
from liveapps.panels.values import read_stage, read_value
from liveapps.writing.contents import check_fits, read_content


@dataclass(frozen=True)
class Shown:
    """What is to be shown, before it has an id and a place in a thread."""

    block: Block
    fields: list[Field]
    key: list[str]
    rows: list[Values]
    provenance: Provenance | None
    content: Content | None = None


def shown_content(content: JsonObject, block: JsonObject, title: str) -> Shown:
    """A block with content of its own. Its data is the agent's: no reading is looked for. Raises Refusal."""
    made = read_block(block, title)
    if traits_of(made).holds == "nothing":
        return Shown(made, [], [], [], None)
    read = read_content({"kind": made.kind} | content)
    check_fits(made, read)
    return Shown(made, [], [], [], None, read)


def shown_reading(reading: Reading, policy: ToolPolicy, tool: Tool | None, block: JsonObject, title: str) -> Shown:
    """All rows of a reading, under the names that the tool gives them. `tool` is what is known of it now."""
    fields = reading.fields or policy.fields or _plain_fields(reading.rows)
    rows = [_read(fields, row) for row in reading.rows]
    return Shown(read_block(block, title), fields, policy.key, rows, provenance_of(reading, policy, tool, len(rows)))


def shown_rows(
    rows: list[Values],
    fields: list[Field],
    columns: dict[str, str],
    readings: list[Reading],
    policies: dict[str, ToolPolicy],
    describe: Callable[[str], Tool | None],
    block: JsonObject,
    locale: Locale,
) -> Shown:
    """In doubt no origin: it is stamped only when exactly one reading of this run contains the rows.

    `columns` are the fields that the reading calls otherwise. Raises Refusal `field_not_found` when they name no
    field of the block, `invalid_value` for a cell that its field cannot hold.
    """
    known = {field.id: field for field in fields}
    for name in columns:
        if name not in known:
            raise not_found("field_not_found", "field", name, known)
    made = read_block(block, str(block.get("title", "")))
    read = [_read_as_shown(fields, row, locale) for row in rows]
    proving = [one for one in readings if _proves(one, policies, rows, fields, columns, locale)]
    if len(proving) != 1:
        return Shown(made, fields, [], read, None)
    reading = proving[0]
    policy = policies.get(reading.tool, ToolPolicy())
    origin = provenance_of(reading, policy, describe(reading.tool), len(rows), columns)
    return Shown(made, fields, _key(policy.key, fields, columns), read, origin)


def shown_again(answer: Answer, reading: Reading, policy: ToolPolicy, tool: Tool | None) -> Shown:
    """The drawing of an answer over a newer reading of its tool: the same columns under the same names."""
    columns = answer.provenance.columns if answer.provenance else {}
    fields = answer.fields if policy.fields or columns else _plain_fields(reading.rows)
    renamed = [{field.id: row.get(columns.get(field.id, field.id)) for field in fields} for row in reading.rows]
    rows = [_read(fields, row) for row in renamed]
    return Shown(answer.block, fields, answer.key, rows, provenance_of(reading, policy, tool, len(rows), columns))


def provenance_of(
    reading: Reading, policy: ToolPolicy, tool: Tool | None, shown: int, columns: dict[str, str] | None = None
) -> Provenance:
    """`shown` rows of the reading: fewer than the tool returned (the ledger keeps so many, and an agent may show some
    of them) are a part of it, and say so."""
    count = reading.row_count or 0
    return Provenance(
        reading=reading.id,
        tool=reading.tool,
        arguments=reading.arguments,
        collected_at=reading.ended_at or reading.started_at,
        status=(reading.status or "complete") if shown >= count else "partial",
        declared=reading.declared if shown >= count else max(count, reading.declared or 0),
        window=_window(policy.window, reading, tool),
        columns=columns or {},
        repeatable=tool is not None and may_refresh(tool),
        file=reading.file,
    )


def _window(window: Window | None, reading: Reading, tool: Tool | None) -> Window | None:
    """As the boss declared it, and only while the tool still takes that argument."""
    if window is None or tool is None or window.argument not in tool.parameters.get("properties", {}):
        return None
    current = reading.arguments.get(window.argument)
    return window.model_copy(update={"current": current if type(current) is int else None})


def _proves(
    reading: Reading,
    policies: dict[str, ToolPolicy],
    rows: list[Values],
    fields: list[Field],
    columns: dict[str, str],
    locale: Locale,
) -> bool:
    known = reading.fields or policies.get(reading.tool, ToolPolicy()).fields
    described = {field.id: field for field in known}
    return reading.outcome == "done" and proves(reading.rows, rows, fields, columns, locale, described)


def _key(key: list[str], fields: list[Field], columns: dict[str, str]) -> list[str]:
    """The key of a tool's rows in the words of the block; none when part of it is not shown."""
    shown = {columns.get(field.id, field.id): field.id for field in fields}
    return [shown[name] for name in key] if all(name in shown for name in key) else []


def read_block(raw: JsonObject, title: str) -> Block:
    """A block to show, with the ids that every block needs. Raises Refusal `invalid_content`."""
    whole = {"id": "shown", "title": title, **raw}
    if raw.get("kind") in ("table", "kanban", "card_grid"):
        whole.setdefault("of", "shown")
    try:
        return BLOCK.validate_python(whole)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
        raise Refusal(
            "invalid_content",
            f"The block is not valid: {'.'.join(str(part) for part in first['loc'])}: {first['msg']}",
            "Mend it and show it again.",
        ) from None


def _read(fields: list[Field], row: Values) -> Values:
    """Tools write in plain JSON: numbers as numbers, dates in ISO. What no field names is left out."""
    values: Values = {}
    for field in fields:
        raw = row.get(field.id)
        if raw is None:
            continue
        if field.type == "stage":
            values[field.id] = read_stage(field, raw)
        else:
            values[field.id] = read_value(field, raw, locale="en", time_zone="UTC")
    return values


def _read_as_shown(fields: list[Field], row: Values, locale: Locale) -> Values:
    """An agent writes for people, too: its texts are read in their locale."""
    cells = {field.id: (field, row.get(field.id)) for field in fields}
    return {
        name: read_stage(field, raw) if field.type == "stage" else read_as_shown(field, raw, locale)
        for name, (field, raw) in cells.items()
        if raw is not None
    }


def _plain_fields(rows: list[Values]) -> list[Field]:
    """Fields for a tool nobody described: numbers as numbers, the rest as text, under the tool's own names."""
    names = list(dict.fromkeys(name for row in rows[:50] for name in row if _is_slug(name)))
    return [
        Field(id=name, title=name.replace("_", " "), type="number" if _all_numbers(rows, name) else "text")
        for name in names[:200]
    ]


def _all_numbers(rows: list[Values], name: str) -> bool:
    values = [row.get(name) for row in rows if row.get(name) is not None]
    return bool(values) and all(isinstance(one, int | float) and not isinstance(one, bool) for one in values)


def _is_slug(name: str) -> bool:
    return name[:1].isalpha() and name.isascii() and name.lower() == name and name.replace("_", "").isalnum()

"""What an agent shows: rows read against their fields, with the origin that the server can prove."""

from dataclasses import dataclass

from pydantic import ValidationError

from liveapps.blocks.base import JsonObject
from liveapps.blocks.catalogue import BLOCK, Block
from liveapps.conversation.readings import Reading
from liveapps.panels.errors import Refusal
from liveapps.panels.fields import Field
from liveapps.panels.provenance import Provenance, contains
from liveapps.panels.rows import Values
from liveapps.panels.sources import ToolPolicy
from liveapps.panels.values import read_stage, read_value


@dataclass(frozen=True)
class Shown:
    """What is to be shown, before it has an id and a place in a thread."""

    block: Block
    fields: list[Field]
    key: list[str]
    rows: list[Values]
    provenance: Provenance | None


def shown_reading(reading: Reading, policy: ToolPolicy, block: JsonObject, title: str) -> Shown:
    fields = policy.fields or _plain_fields(reading.rows)
    rows = [_read(fields, row) for row in reading.rows]
    return Shown(read_block(block, title), fields, policy.key, rows, provenance_of(reading, policy))


def shown_rows(
    rows: list[Values], fields: list[Field], readings: list[Reading], policies: dict[str, ToolPolicy], block: JsonObject
) -> Shown:
    """In doubt no origin: it is stamped only when exactly one reading of this run contains the rows."""
    proving = [reading for reading in readings if reading.outcome == "done" and contains(reading.rows, rows)]
    read = [_read(fields, row) for row in rows]
    made = read_block(block, str(block.get("title", "")))
    if len(proving) != 1:
        return Shown(made, fields, [], read, None)
    policy = policies.get(proving[0].tool, ToolPolicy())
    known = {field.id for field in fields}
    key = policy.key if set(policy.key) <= known else []
    return Shown(made, fields, key, read, provenance_of(proving[0], policy))


def provenance_of(reading: Reading, policy: ToolPolicy) -> Provenance:
    window = policy.window
    if window is not None:
        current = reading.arguments.get(window.argument)
        window = window.model_copy(update={"current": current if isinstance(current, int) else None})
    return Provenance(
        reading=reading.id,
        tool=reading.tool,
        arguments=reading.arguments,
        collected_at=reading.ended_at or reading.started_at,
        status=reading.status or "complete",
        declared=reading.declared,
        window=window,
    )


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

"""Raw values, read against the fields of a collection: whole, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from liveapps.panels.errors import Refusal
from liveapps.panels.fields import Field
from liveapps.panels.limits import Limits, rows_over_limit
from liveapps.panels.origin import Locale
from liveapps.panels.rows import Values, key_of
from liveapps.panels.template import Collection, Template
from liveapps.panels.values import read_stage, read_values


@dataclass(frozen=True)
class Incoming:
    """One row as read. `unknown_stage` is a stage that is no option: the card stands under "No stage"."""

    values: Values
    stage: str | None
    key: str | None
    unknown_stage: str | None = None


def read_row(template: Template, collection: Collection, raw: Values, locale: Locale) -> Values:
    """Raises Refusal `field_not_found` or `invalid_value`. The stage is not a value: it is moved."""
    stage = collection.stage_field
    if stage is not None and stage.id in raw:
        raise Refusal(
            "invalid_value",
            f'"{stage.id}" is the stage of the card, which is moved, not set.',
            "Move the card: POST …/rows/{row}/move with the stage.",
            field=stage.id,
            type="stage",
        )
    return read_values(collection.fields, raw, locale=locale, time_zone=template.time_zone)


def read_shipment(
    template: Template, collection: Collection, rows: Sequence[Values], locale: Locale, limits: Limits
) -> list[Incoming]:
    """Reads a whole list. Raises Refusal naming the row (counted from 1) and field that is wrong."""
    limit = limits.rows(collection.rows)
    if len(rows) > limit:
        raise rows_over_limit(collection.id, collection.rows, len(rows), limit)
    if not collection.key:
        raise Refusal(
            "key_missing",
            f'Collection "{collection.id}" declares no key, so a list could not be matched with the rows it has.',
            "Declare the key fields in the template, or add rows one by one.",
            collection=collection.id,
        )
    read = [_read_one(template, collection, raw, locale, number) for number, raw in enumerate(rows, 1)]
    _refuse_repeats(collection, read)
    return read


def _read_one(template: Template, collection: Collection, raw: Values, locale: Locale, number: int) -> Incoming:
    stage_field = collection.stage_field
    stage, unknown, rest = None, None, raw
    if stage_field is not None and stage_field.id in raw:
        rest = {name: value for name, value in raw.items() if name != stage_field.id}
        stage, unknown = _lenient_stage(stage_field, raw[stage_field.id])
    try:
        values = read_values(collection.fields, rest, locale=locale, time_zone=template.time_zone)
    except Refusal as wrong:
        wrong.facts["row_number"] = number
        raise
    key = key_of(values, collection.key)
    if key is None:
        raise Refusal(
            "key_missing",
            f"Row {number} has no value for a key field ({', '.join(collection.key)}).",
            "Give every row a value for each key field, and send the whole list again.",
            collection=collection.id,
            row_number=number,
            key=collection.key,
        )
    return Incoming(values, stage, key, unknown)


def _lenient_stage(field: Field, raw: object) -> tuple[str | None, str | None]:
    """A list may carry stages of another system: an unknown one is told, not refused."""
    if raw is None or raw == "":
        return None, None
    try:
        return read_stage(field, raw), None
    except Refusal:
        return None, str(raw)[:80]


def _refuse_repeats(collection: Collection, rows: Sequence[Incoming]) -> None:
    seen: dict[str | None, int] = {}
    for number, row in enumerate(rows, 1):
        if row.key in seen:
            raise Refusal(
                "duplicate_key",
                f"Rows {seen[row.key]} and {number} have the same key ({', '.join(collection.key)}): {row.key}.",
                "Send each row once, or declare more key fields in the template.",
                collection=collection.id,
                row_number=number,
                first_row_number=seen[row.key],
                key=collection.key,
            )
        seen[row.key] = number

"""What a value is compared by, as SQL: the keys that `panels/slicing.py` lists, each NULL when the value is empty
or left from when the field had another type."""

from typing import Any

from liveapps.panels.fields import Field
from liveapps.panels.slice_check import Family, family_of
from liveapps.panels.texts import fold

TYPES: dict[Family, str] = {
    "text": "text",
    "option": "int",
    "number": "float8",
    "date": "text",
    "moment": "text",
    "flag": "int",
    "tags": "text",
}
"""The type of each key, and so of what it is compared with."""

_DAY = (
    r"(?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    r"|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)"
)
"""A day of the calendar from the year 1 on, leap years and all. Casting would raise an error for other texts."""
_MOMENT = _DAY + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"
_BLANKS = "".join(f"\\u{code:04x}" for code in range(0x3001) if chr(code).isspace())
"""All that `str.strip` takes off."""


class Bind:
    """Binds values one after another: $2, $3, …; $1 is the workspace."""

    def __init__(self, values: tuple[Any, ...] = ()) -> None:
        self.values = values

    def __call__(self, value: Any, type_: str = "text") -> str:
        self.values = (*self.values, value)
        return f"${len(self.values) + 1}::{type_}"

    def copy(self) -> "Bind":
        return Bind(self.values)


def key_of(field: Field, *, zone: str | None = None) -> str:
    """With a zone, the key of a moment is the date on which it falls there."""
    raw = f"(data->>'{field.id}')"
    match family_of(field):
        case "text":
            folded = f"(folded->>'{field.id}')"
            return f"(CASE jsonb_typeof(folded->'{field.id}') WHEN 'string' THEN {folded} END) COLLATE \"C\""
        case "option":
            return _place(field)
        case "number":
            return number_of(field)
        case "date":
            return f"(CASE WHEN {raw} ~ '^{_DAY}$' THEN {raw} END) COLLATE \"C\""
        case "moment":
            key = raw if zone is None else _local_day(raw, zone)
            return f"(CASE WHEN {raw} ~ '^{_MOMENT}$' THEN {key} END) COLLATE \"C\""
        case "flag":
            return f"(CASE data->'{field.id}' WHEN 'true' THEN 1 WHEN 'false' THEN 0 END)"
        case "tags":
            each = f"jsonb_array_elements_text({tag_list(field)}) WITH ORDINALITY AS each (tag, place)"
            return f"(SELECT nullif(rtrim(string_agg(tag, ', ' ORDER BY place)), '') FROM {each}) COLLATE \"C\""  # noqa: S608 slugs only


def target_of(field: Field, wanted: Any) -> Any:
    """What a value of a slice compares as."""
    match family_of(field):
        case "text" | "tags":
            return fold(wanted)
        case "option":
            return [option.id for option in field.options].index(wanted)
        case "number":
            return float(wanted)
        case "flag":
            return int(wanted)
        case "date" | "moment":
            return wanted


def is_day(field: Field, wanted: Any) -> bool:
    """A moment compared with a date: by the date on which it falls."""
    return family_of(field) == "moment" and len(wanted) == len("2026-11-30")


def number_of(field: Field) -> str:
    """A number, or the number that a plain decimal in a text is. What no float holds is none."""
    raw = f"(data->>'{field.id}')"
    plain = f"btrim({raw}, E'{_BLANKS}')"
    # Rounded where floats end: a text may hold a number that is too small for one, and casting would raise an error.
    exact = f"round({plain}::numeric, 300)"
    return (
        f"(CASE jsonb_typeof(data->'{field.id}') WHEN 'number' THEN {raw}::float8 "
        f"WHEN 'string' THEN CASE WHEN {plain} ~ '^-?[0-9]+(\\.[0-9]+)?$' THEN "
        f"CASE WHEN abs({exact}) < 1.797693134862315e308 THEN {exact}::float8 END END END)"
    )


def spelling_of(field: Field) -> str:
    """A text as it is written. A number among texts is written as Python writes it."""
    if field.type == "stage":
        return "stage"
    raw = f"(data->>'{field.id}')"
    size = f"abs({raw}::numeric)"
    # Python leaves out the exponent between 0.0001 and 1e16; jsonb always does.
    long = f"{size} >= 1e16 OR ({size} < 0.0001 AND {size} > 0)"
    as_float = f"CASE WHEN {long} THEN {raw}::float8::text ELSE {raw} END"
    return f"(CASE jsonb_typeof(data->'{field.id}') WHEN 'number' THEN {as_float} ELSE {raw} END) COLLATE \"C\""


def tag_list(field: Field, column: str = "folded") -> str:
    """The tags of a row, folded or as they are; none for what is not a list."""
    tags = f"{column}->'{field.id}'"
    return f"(CASE jsonb_typeof({tags}) WHEN 'array' THEN {tags} ELSE '[]' END)"


def searched(field: Field, bound: str, words: str) -> str | None:
    """Whether the words that are bound are part of the field; None for a field that is not searched."""
    match family_of(field):
        case "text":
            return f"strpos({key_of(field)}, {bound}) > 0"
        case "option":
            hits = [str(place) for place, option in enumerate(field.options) if words in fold(option.title)]
            return f"{_place(field)} IN ({', '.join(hits)})" if hits else None
        case "tags":
            each = f"jsonb_array_elements_text({tag_list(field)}) AS each (tag)"
            return f"EXISTS (SELECT 1 FROM {each} WHERE strpos(tag, {bound}) > 0)"  # noqa: S608 slugs only
        case "number" | "date" | "moment" | "flag":
            return None


def _place(field: Field) -> str:
    """The place of an option in the field."""
    if field.type == "stage":
        whens = " ".join(f"WHEN '{option.id}' THEN {place}" for place, option in enumerate(field.options))
        return f"(CASE stage {whens} END)"
    whens = " ".join(f"WHEN '\"{option.id}\"' THEN {place}" for place, option in enumerate(field.options))
    return f"(CASE data->'{field.id}' {whens} END)"


def _local_day(raw: str, zone: str) -> str:
    """Beyond the first and the last year there is no date: then the day is that of the text itself."""
    local = f"({raw}::timestamptz AT TIME ZONE {zone})"
    inside = f"{local} >= '0001-01-01' AND {local} < '10000-01-01'"
    return f"CASE WHEN {inside} THEN to_char({local}, 'YYYY-MM-DD') ELSE left({raw}, 10) END"

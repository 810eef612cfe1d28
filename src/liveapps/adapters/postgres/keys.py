"""What a value is compared by, as SQL: the keys that `panels/slicing.py` lists, each NULL when the value is empty
or left from when the field had another type."""

from typing import Any

from liveapps.panels.fields import Field
from liveapps.panels.row_keys import columns_of
from liveapps.panels.slice_check import Family, family_of
from liveapps.panels.template import Collection
from liveapps.panels.texts import fold

TYPES: dict[Family, str] = {
    "text": "text",
    "option": "text",
    "number": "float8",
    "date": "text",
    "moment": "text",
    "flag": "float8",
    "tags": "text",
}
"""The type of each key, and so of what it is compared with."""


class Bind:
    """Binds values one after another: $2, $3, …; $1 is the workspace."""

    def __init__(self, values: tuple[Any, ...] = ()) -> None:
        self.values = values

    def __call__(self, value: Any, type_: str = "text") -> str:
        self.values = (*self.values, value)
        return f"${len(self.values) + 1}::{type_}"

    def copy(self) -> "Bind":
        return Bind(self.values)


class Keys:
    """Where the keys of a collection's fields are kept."""

    def __init__(self, collection: Collection) -> None:
        self._columns = columns_of(collection)

    def kept(self, field: Field) -> str:
        """The key of a field; of an option its id."""
        if field.type == "stage":
            return "stage"
        if field.id in self._columns:
            return self._columns[field.id]
        number = TYPES[family_of(field)] == "float8"
        return f"((other_keys->>'{field.id}')::float8)" if number else f"((other_keys->>'{field.id}') COLLATE \"C\")"

    def compared(self, field: Field, *, zone: str | None = None) -> str:
        """What rows are sorted and grouped by. With a zone, the key of a moment is the date on which it falls there."""
        match family_of(field):
            case "option":
                whens = " ".join(f"WHEN '{option.id}' THEN {place}" for place, option in enumerate(field.options))
                return f"(CASE {self.kept(field)} {whens} END)"
            case "moment" if zone is not None:
                return f'({_local_day(self.kept(field), zone)} COLLATE "C")'
            case "tags":
                each = f"jsonb_array_elements_text({tag_list(field)}) WITH ORDINALITY AS each (tag, place)"
                joined = "nullif(rtrim(string_agg(tag, ', ' ORDER BY place)), '')"
                return f'(SELECT {joined} FROM {each}) COLLATE "C"'  # noqa: S608 slugs only
            case _:
                return self.kept(field)

    def searched(self, field: Field, bound: str, words: str) -> str | None:
        """Whether the words that are bound are part of the field; None for a field that is not searched."""
        match family_of(field):
            case "text":
                return f"strpos({self.kept(field)}, {bound}) > 0"
            case "option":
                hits = [f"'{option.id}'" for option in field.options if words in fold(option.title)]
                return f"{self.kept(field)} IN ({', '.join(hits)})" if hits else None
            case "tags":
                each = f"jsonb_array_elements_text({tag_list(field)}) AS each (tag)"
                return f"EXISTS (SELECT 1 FROM {each} WHERE strpos(tag, {bound}) > 0)"  # noqa: S608 slugs only
            case "number" | "date" | "moment" | "flag":
                return None


def target_of(field: Field, wanted: Any) -> Any:
    """What a value of a slice compares as."""
    match family_of(field):
        case "text" | "tags":
            return fold(wanted)
        case "number" | "flag":
            return float(wanted)
        case "option" | "date" | "moment":
            return wanted


def is_day(field: Field, wanted: Any) -> bool:
    """A moment compared with a date: by the date on which it falls."""
    return family_of(field) == "moment" and len(wanted) == len("2026-11-30")


def spelling_of(field: Field) -> str:
    """A text as it is written. A number among texts is written as Python writes it."""
    raw = f"(body->'values'->>'{field.id}')"
    size = f"abs({raw}::numeric)"
    # Python leaves out the exponent between 0.0001 and 1e16.
    long = f"{size} >= 1e16 OR ({size} < 0.0001 AND {size} > 0)"
    as_float = f"CASE WHEN {long} THEN {raw}::float8::text ELSE {raw} END"
    return (
        f"(CASE json_typeof(body->'values'->'{field.id}') WHEN 'number' THEN {as_float} ELSE {raw} END) COLLATE \"C\""
    )


def tag_list(field: Field) -> str:
    """The tags of a row as they are compared; none for what is not a list."""
    tags = f"other_keys->'{field.id}'"
    return f"(CASE jsonb_typeof({tags}) WHEN 'array' THEN {tags} ELSE '[]' END)"


def written_tags(field: Field) -> str:
    """The tags of a row as they are written."""
    tags = f"body->'values'->'{field.id}'"
    return f"(CASE json_typeof({tags}) WHEN 'array' THEN {tags} ELSE '[]' END)"


def _local_day(raw: str, zone: str) -> str:
    """Beyond the first and the last year there is no date: then the day is that of the text itself."""
    local = f"({raw}::timestamptz AT TIME ZONE {zone})"
    inside = f"{local} >= '0001-01-01' AND {local} < '10000-01-01'"
    return f"CASE WHEN {inside} THEN to_char({local}, 'YYYY-MM-DD') ELSE left({raw}, 10) END"

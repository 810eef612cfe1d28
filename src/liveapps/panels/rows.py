"""A row: its values, the facts about who set them, and what others propose."""

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import orjson
from pydantic import ConfigDict, TypeAdapter

from liveapps.blocks.base import Model

from .errors import Refusal
from .fields import Door
from .origin import Actor, Origin

Value = str | float | int | bool | list[str] | None
Values = dict[str, Any]
"""Values by field id, already in their canonical form (see `values.py`). The stage is never among them."""


class Fact(Model):
    """How a value came to be: the door used, never the writer's own word."""

    door: Door
    by: Actor
    at: datetime


class Suggestion(Model):
    """A value someone other than its owner proposes; a person accepts or dismisses it."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    value: Any
    door: Door
    by: Actor
    at: datetime
    run: str | None = None


class ListedRow(Model):
    """A row as lists give it. `id` is stamped at birth and never changes; `version` is the panel's version when it
    last changed. `stage` holds what was asked for even when it is no longer a valid option: the board then shows the
    card under "No stage".

    In lists, an attribute that is as here by default is left out: of most rows there is little more to say than
    their values.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    id: str
    collection: str
    values: Values = {}
    stage: str | None = None
    stage_moved_by: Fact | None = None
    owner: str | None = None
    private: bool = False
    facts: dict[str, Fact] = {}
    suggestions: dict[str, Suggestion] = {}
    unconfirmed_since: datetime | None = None
    trashed_at: datetime | None = None
    position: float = 0.0
    notes: int = 0
    version: int = 0


class Row(ListedRow):
    """A row, whole. `dismissed` remembers what a person turned down, so that it is not proposed again. `shipped`
    tells that a list once contained the row, so that a complete list without it can say "not confirmed since".
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    born: Fact
    dismissed: Values = {}
    shipped: bool = False


LISTED = frozenset(ListedRow.model_fields)
UNLISTED = frozenset(Row.model_fields) - LISTED
_LISTED_ROWS: TypeAdapter[list[ListedRow]] = TypeAdapter(list[ListedRow])
_ROWS: TypeAdapter[list[Row]] = TypeAdapter(list[Row])


def row_texts(row: Row) -> tuple[str, str]:
    """A row as two JSON objects: as lists give it, and what else there is of it."""
    listed = row.model_dump_json(include=set(LISTED), exclude_defaults=True)
    return listed, row.model_dump_json(include=set(UNLISTED), exclude_defaults=True)


def time_text(moment: datetime | None) -> str | None:
    """A time as JSON has it, so that texts of times sort as they do."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def listed_rows_of_json(rows: Iterable[bytes]) -> list[ListedRow]:
    return _LISTED_ROWS.validate_json(b"[%b]" % b",".join(rows))


def rows_of_json(rows: Iterable[bytes]) -> list[Row]:
    """Rows from their whole JSON: thousands are read in one go."""
    return _ROWS.validate_json(b"[%b]" % b",".join(rows))


class Annotation(Model):
    """Only ever added. Author and time are stamped by the server."""

    id: str
    row: str
    text: str
    by: Actor
    at: datetime


def key_taken() -> Refusal:
    """What a store says when a write would make two rows of one key, by whatever way."""
    return Refusal(
        "duplicate_key",
        "Another row has this key, and two rows of a list cannot have one: this would make a duplicate.",
        "Change or remove the other row first, or give this one another key.",
    )


def fact(origin: Origin) -> Fact:
    return Fact(door=origin.door, by=origin.actor, at=origin.at)


def match_key(row: Row, key: Iterable[str]) -> str | None:
    """The key under which a row is kept. A private row is recognised among its owner's alone: a list neither
    finds it nor is kept out by it."""
    return own_key(row.owner, row.values, key) if row.private else key_of(row.values, key)


def yields(row: Row) -> bool:
    """A row in the trash lets go of its key, and a hidden one must not be the reason of a refusal."""
    return row.private or row.trashed_at is not None


def own_key(owner: str | None, values: Mapping[str, Any], key: Iterable[str]) -> str | None:
    found = key_of(values, key)
    return None if found is None else f"{owner}:{found}"


def key_of(values: Mapping[str, Any], key: Iterable[str]) -> str | None:
    """The text by which a re-sent list recognises a row, or None when a key field has no value.

    Composed and decomposed accents are the same letter here, so "São" in either form finds one row.
    """
    parts: list[Any] = []
    for name in key:
        value = values.get(name)
        if value is None or value == "":
            return None
        parts.append(unicodedata.normalize("NFC", value).strip() if isinstance(value, str) else value)
    return orjson.dumps(parts).decode() if parts else None

"""The sentences of the re-slice language and the tables they are said about."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from liveapps.conversation.reslice import understand
from liveapps.conversation.views import Ask, Understood
from liveapps.panels.fields import Field
from liveapps.panels.origin import Locale
from liveapps.panels.slices import Slice

_HERE = Path(__file__).parent
_TABLES = json.loads((_HERE / "reslice_tables.json").read_text("utf-8"))
TODAY = date.fromisoformat(_TABLES["today"])


@dataclass(frozen=True)
class Table:
    fields: list[Field]
    rows: list[dict[str, Any]]
    nouns: list[str]

    def understand(
        self, text: str, current: Slice | None = None, locale: Locale = "pt-BR", asked: bool = False
    ) -> Understood | Ask:
        return understand(
            text,
            fields=self.fields,
            rows=self.rows,
            current=current or Slice(),
            locale=locale,
            today=TODAY,
            time_zone=_TABLES["time_zone"],
            nouns=self.nouns,
            asked=asked,
        )


@dataclass(frozen=True)
class Sentence:
    """`expect` is None when the sentence is for the agent. `held_out` ones were written before the grammar; `first` is
    what became of those that it met unseen: "right", "wrong" or an unneeded "question"."""

    table: str
    locale: Locale
    text: str
    current: Slice
    expect: Slice | None
    held_out: bool
    first: str = ""


def slice_from(short: dict[str, Any]) -> Slice:
    """{"where": [[field, op, value]], "sort": ["-field"]} and the other parts of a slice as they are."""
    names = ("field", "op", "value")
    cuts = [dict(zip(names, cut, strict=False)) for cut in short.get("where", [])]
    sort = [{"field": key.lstrip("-"), "descending": key.startswith("-")} for key in short.get("sort", [])]
    return Slice.model_validate({**short, "where": cuts, "sort": sort})


def comparable(slice: Slice) -> dict[str, Any]:
    """The order in which conditions were said does not matter."""
    return {**slice.model_dump(), "where": sorted(slice.model_dump()["where"], key=repr)}


def _table(raw: dict[str, Any]) -> Table:
    fields = [Field.model_validate(field) for field in raw["fields"]]
    ids = [field.id for field in fields]
    return Table(fields, [dict(zip(ids, row, strict=True)) for row in raw["rows"]], raw["nouns"])


def _sentence(raw: dict[str, Any]) -> Sentence:
    expect = None if raw["expect"] == "ask" else slice_from(raw["expect"])
    current = slice_from(raw.get("current", {}))
    held_out, first = raw.get("held_out", False), raw.get("first", "")
    return Sentence(raw["table"], raw["locale"], raw["text"], current, expect, held_out, first)


def _sentences(file: str) -> list[Sentence]:
    return [_sentence(raw) for raw in json.loads((_HERE / file).read_text("utf-8"))]


TABLES = {name: _table(raw) for name, raw in _TABLES["tables"].items()}
KNOWN = _sentences("reslice_sentences.json")
UNSEEN = _sentences("reslice_unseen.json")
"""As people type in a hurry: written without a look at the grammar, which met them all at once."""
SENTENCES = [*KNOWN, *UNSEEN]

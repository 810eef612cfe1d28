"""Whose value is it. One rule for all writers: what a person set, only a person changes.

Anyone else's differing value goes beside it as a suggestion, which a person accepts or dismisses. The stage
belongs to whoever moved the card, never to whoever sent the list again.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .fields import Field
from .origin import Origin
from .rows import Row, Suggestion, Values, fact
from .template import Collection

STAGE = "stage"
"""The name under which a proposed stage stands among the suggestions, whatever the stage field is called."""


@dataclass
class Outcome:
    """A row after a write, and the names of the fields whose new value went beside the one that stays."""

    row: Row
    suggested: list[str] = field(default_factory=list[str])


def born(
    row_id: str,
    collection: Collection,
    values: Values,
    stage: str | None,
    origin: Origin,
    position: float,
    version: int,
) -> Row:
    """A new row. A person's values are theirs from the start; so are anchored values, by the door used. An anchored
    value through a door that may not state it only stands beside the row as a suggestion."""
    anchors = {one.id: one.anchor.doors for one in collection.fields if one.anchor}
    given = {name: value for name, value in values.items() if value is not None}
    # A key is what the row is recognised by: without it the next list would not find the row.
    shut = {name for name, doors in anchors.items() if origin.door not in doors and name not in collection.key}
    stated = {name: value for name, value in given.items() if name not in shut}
    row = Row(
        id=row_id,
        collection=collection.id,
        values=stated,
        stage=stage,
        stage_moved_by=fact(origin) if origin.by_hand and stage else None,
        owner=origin.actor.id if origin.by_hand else None,
        private=collection.private_rows and origin.by_hand,
        facts={name: fact(origin) for name in sorted(stated) if origin.by_hand or name in anchors},
        shipped=not origin.by_hand,
        position=position,
        born=fact(origin),
        version=version,
    )
    for name, value in given.items():
        if name in shut:
            row = _suggest(row, name, value, origin).row
    return row


def set_value(row: Row, what: Field, value: Any, origin: Origin) -> Outcome:
    """Applies one value, or puts it beside the one that its owner keeps."""
    if row.values.get(what.id) == value:
        return Outcome(_without_suggestion(row, what.id))
    if not may_state(row, what, origin):
        return _suggest(row, what.id, value, origin)
    facts = {name: one for name, one in row.facts.items() if name != what.id}
    if origin.by_hand or what.anchor:
        facts[what.id] = fact(origin)
    values = {name: one for name, one in row.values.items() if name != what.id}
    if value is not None:
        values[what.id] = value
    return Outcome(_without_suggestion(row.model_copy(update={"values": values, "facts": facts}), what.id))


def may_state(row: Row, what: Field, origin: Origin) -> bool:
    """An anchored field takes a fact only through its doors; any field keeps what a person set."""
    if what.anchor and origin.door not in what.anchor.doors:
        return False
    held = row.facts.get(what.id)
    return origin.by_hand or held is None or held.by.kind != "person"


def resent(row: Row, collection: Collection, values: Values, stage: str | None, origin: Origin) -> Outcome:
    """A list contains the row again: fields of the source follow it, everything else stays as it was left."""
    outcome = Outcome(row)
    for name, value in values.items():
        what = collection.field(name)
        empty = row.values.get(name) is None and name not in row.facts
        if name in collection.key or (what.belongs_to == "panel" and not empty):
            continue
        step = set_value(outcome.row, what, value, origin)
        outcome.row = step.row
        outcome.suggested += step.suggested
    kept = _stage_after(outcome.row, collection, stage)
    if (kept, None, True) != (outcome.row.stage, outcome.row.unconfirmed_since, outcome.row.shipped):
        outcome.row = outcome.row.model_copy(update={"stage": kept, "unconfirmed_since": None, "shipped": True})
    return outcome


def _stage_after(row: Row, collection: Collection, stage: str | None) -> str | None:
    what = collection.stage_field
    if what is None or stage is None:
        return row.stage
    if what.belongs_to == "source":
        return stage
    never_placed = row.stage is None and row.stage_moved_by is None
    return stage if never_placed else row.stage


def moved(row: Row, stage: str | None, position: float, origin: Origin) -> Row:
    """A person moves the card: from now on the stage is theirs."""
    if row.stage == stage:
        return row.model_copy(update={"position": position})
    plain = _without_suggestion(row, STAGE)
    return plain.model_copy(update={"stage": stage, "position": position, "stage_moved_by": fact(origin)})


def propose_stage(row: Row, stage: str, origin: Origin) -> Outcome:
    """An agent would move the card: a person decides."""
    return _suggest(row, STAGE, stage, origin)


def absent(row: Row, now: datetime) -> Row:
    """A complete list does not contain the row. The absence may be the finder's fault: mark, never delete."""
    if not row.shipped or row.unconfirmed_since is not None or row.trashed_at is not None:
        return row
    return row.model_copy(update={"unconfirmed_since": now})


def settled(row: Row, name: str, accept: bool, origin: Origin) -> Row:
    """A person accepts a suggestion (the value becomes theirs) or dismisses it (and is not asked again)."""
    suggestion = row.suggestions[name]
    plain = _without_suggestion(row, name)
    if not accept:
        return plain.model_copy(update={"dismissed": {**row.dismissed, name: suggestion.value}})
    if name == STAGE:
        return plain.model_copy(update={"stage": suggestion.value, "stage_moved_by": fact(origin)})
    values = {key: one for key, one in plain.values.items() if key != name}
    if suggestion.value is not None:
        values[name] = suggestion.value
    return plain.model_copy(update={"values": values, "facts": {**plain.facts, name: fact(origin)}})


def _suggest(row: Row, name: str, value: Any, origin: Origin) -> Outcome:
    if name in row.dismissed and row.dismissed[name] == value:
        return Outcome(row)
    waiting = row.suggestions.get(name)
    if waiting is not None and waiting.value == value:
        return Outcome(row)
    new = Suggestion(value=value, door=origin.door, by=origin.actor, at=origin.at, run=origin.run)
    return Outcome(row.model_copy(update={"suggestions": {**row.suggestions, name: new}}), [name])


def _without_suggestion(row: Row, name: str) -> Row:
    if name not in row.suggestions:
        return row
    rest = {key: one for key, one in row.suggestions.items() if key != name}
    return row.model_copy(update={"suggestions": rest})

"""What each version changed, kept as it was before: enough to look at, compare and restore."""

from collections.abc import Iterable
from typing import Any, Literal

import orjson

from liveapps.blocks.base import Model, Slug

from .instance import BlockState
from .origin import Origin
from .rows import Row, Values
from .template import Template

WriteKind = Literal[
    "create_panel",
    "change_template",
    "set_block",
    "mark_failed",
    "ship",
    "compute",
    "add_row",
    "patch_row",
    "move_card",
    "remove_row",
    "restore_row",
    "annotate",
    "settle_suggestion",
    "restore_version",
    "trash_panel",
    "restore_panel",
]

MOVING = ("version", "notes")
"""Attributes of a row that follow from other things and are not part of its history."""


class RowBefore(Model):
    """The attributes of a row that a version changed, as they were; None when the row was born in it."""

    row: str
    collection: Slug
    version: int
    before: dict[str, Any] | None


class Version(Model):
    """One write that changed something: who, when, where from, and the state before of all it touched."""

    panel: str
    version: int
    kind: WriteKind
    origin: Origin
    targets: list[Slug] = []
    rows: list[RowBefore] = []
    states: list[BlockState] = []
    template: Template | None = None


def template_at(now: Template, later: Iterable[Version]) -> Template:
    """The template as it was before some later versions, newest first."""
    return next((version.template for version in reversed(list(later)) if version.template), now)


def before_of(old: Row, new: Row) -> dict[str, Any]:
    """The attributes of `new` that differ, as `old` had them. Values are kept field by field."""
    changed = {name for name in Row.model_fields if name not in MOVING and getattr(old, name) != getattr(new, name)}
    before = old.model_dump(mode="json", include=changed)
    if "values" in changed:
        before["values"] = _values_before(old.values, new.values)
    return before


def _values_before(was: Values, now: Values) -> Values:
    return {name: was.get(name) for name in {*was, *now} if was.get(name) != now.get(name)}


def as_it_was(row: Row, befores: Iterable[RowBefore]) -> Row | None:
    """Undoes changes, newest first; None when that leads back before the row was born."""
    state = row.model_dump(mode="json")
    for change in befores:
        if change.before is None:
            return None
        for name, value in change.before.items():
            state[name] = {**state["values"], **value} if name == "values" else value
    state["values"] = {name: value for name, value in state["values"].items() if value is not None}
    return Row.model_validate_json(orjson.dumps(state))

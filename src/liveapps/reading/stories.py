"""History as sentences need it: who did what to a row, from where, before and after."""

from typing import Any

from liveapps.panels.history import RowBefore, Version
from liveapps.panels.rows import Row

from .views import FieldChange, RowEvent, VersionView

_TOLD = ("stage", "trashed_at", "unconfirmed_since")


def row_story(row: Row, history: list[tuple[Version, RowBefore]]) -> list[RowEvent]:
    """Newest first. What each step led to is found by walking back from the row as it is now."""
    state: dict[str, Any] = row.model_dump(mode="json")
    events: list[RowEvent] = []
    for version, before in history:
        events.append(_event(version, _changes(state, before)))
        _undo(state, before)
    return events


def _changes(state: dict[str, Any], before: RowBefore) -> list[FieldChange]:
    if before.before is None:
        return []
    changed = [
        FieldChange(field=name, before=was, after=state["values"].get(name))
        for name, was in before.before.get("values", {}).items()
    ]
    return changed + [
        FieldChange(field=name, before=before.before[name], after=state[name])
        for name in _TOLD
        if name in before.before
    ]


def _undo(state: dict[str, Any], before: RowBefore) -> None:
    for name, was in (before.before or {}).items():
        state[name] = {**state["values"], **was} if name == "values" else was


def _event(version: Version, changes: list[FieldChange]) -> RowEvent:
    return RowEvent(
        version=version.version,
        kind=version.kind,
        at=version.origin.at,
        by=version.origin.actor,
        door=version.origin.door,
        tool=version.origin.tool,
        changes=changes,
    )


def version_view(version: Version, rows: int) -> VersionView:
    return VersionView(
        version=version.version,
        at=version.origin.at,
        by=version.origin.actor,
        door=version.origin.door,
        kind=version.kind,
        tool=version.origin.tool,
        rows_changed=rows,
        targets=version.targets,
    )

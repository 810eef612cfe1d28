"""Who may read and do what: pure functions, the only place where rights are decided."""

from dataclasses import dataclass

from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.panels.template import Collection

from .users import User


@dataclass(frozen=True)
class SharedReader:
    """Any surface that several people share: agent context, chips, search, exports for links. Sees no private row."""

    agent: str | None = None


@dataclass(frozen=True)
class PersonReader:
    user: User


Reader = PersonReader | SharedReader


@dataclass(frozen=True)
class RowScope:
    """Which rows of a panel may be seen: the public ones, and the private ones of `owner` (or of all)."""

    owner: str | None = None
    everything: bool = False


def may_see(reader: Reader, panel: Panel) -> bool:
    audience = panel.template.audience
    if isinstance(reader, SharedReader):
        return audience.who != "only_me"
    user = reader.user
    if user.id == panel.owner or user.role == "admin":
        return True
    if audience.who == "teams":
        return bool(set(audience.teams) & set(user.teams))
    return audience.who == "everyone"


def rows_of(reader: Reader) -> RowScope:
    if isinstance(reader, SharedReader):
        return RowScope()
    return RowScope(owner=reader.user.id, everything=reader.user.role == "admin")


def may_redesign(user: User, panel: Panel) -> bool:
    return user.role in ("boss", "admin") or user.id == panel.owner


def may_look_after_sources(user: User) -> bool:
    return user.role in ("boss", "admin")


def editable_fields(collection: Collection) -> list[str]:
    """Fields a person may set by hand: all but the stage, which is moved, and anchors closed to the board."""
    return [
        field.id
        for field in collection.fields
        if field.type != "stage" and (field.anchor is None or "board" in field.anchor.doors)
    ]


def stage_is_ours(collection: Collection) -> bool:
    """A stage that mirrors an outside status has no handle: only its source changes it."""
    stage = collection.stage_field
    return stage is not None and stage.belongs_to == "panel"


def sees_row(scope: RowScope, row: Row) -> bool:
    return not row.private or scope.everything or (scope.owner is not None and row.owner == scope.owner)

"""Who may read and do what: pure functions, the only place where rights are decided."""

from dataclasses import dataclass

from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.panels.template import Collection

from .users import User


@dataclass(frozen=True)
class SharedReader:
    """Any surface that several people share: agent context, chips, search, exports for links. Sees no private row, and
    as `agent` only the panels that it keeps or was given to read."""

    agent: str | None = None


@dataclass(frozen=True)
class PersonReader:
    user: User


@dataclass(frozen=True)
class HostReader:
    """A person whose assistant reads for them in another host. What it reads leaves the house, so they see no private
    row there, not even their own, and no panel that is theirs alone."""

    user: User


Reader = PersonReader | SharedReader | HostReader


@dataclass(frozen=True)
class RowScope:
    """Which rows of a panel may be seen: the public ones, and the private ones of `owner` (or of all)."""

    owner: str | None = None
    everything: bool = False


def may_see(reader: Reader, panel: Panel) -> bool:
    audience = panel.template.audience
    if isinstance(reader, SharedReader):
        is_given = reader.agent in (None, panel.agent, *audience.agents)
        return audience.who != "only_me" and is_given
    if isinstance(reader, HostReader) and audience.who == "only_me":
        return False
    user = reader.user
    if user.id == panel.owner or user.role == "admin":
        return True
    if audience.who == "teams":
        return bool(set(audience.teams) & set(user.teams))
    return audience.who == "everyone"


def rows_of(reader: Reader) -> RowScope:
    if not isinstance(reader, PersonReader):
        return RowScope()
    return RowScope(owner=reader.user.id, everything=reader.user.role == "admin")


def may_redesign(user: User, panel: Panel) -> bool:
    return user.role in ("boss", "admin") or user.id == panel.owner


def may_give_to_agents(user: User | None) -> bool:
    """What one agent keeps is read by another only when a boss says so: neither owner nor agent can."""
    return user is not None and user.role in ("boss", "admin")


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

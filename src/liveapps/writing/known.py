"""What a write needs to know, reread after the panel's lock is held: that and no more."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from liveapps.panels.errors import Refusal
from liveapps.panels.history import RowBefore, Version, template_at
from liveapps.panels.instance import BlockState
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.places import between
from liveapps.panels.powers import Tool
from liveapps.panels.rows import Row, Values, key_of, match_key, own_key
from liveapps.panels.template import Collection, Template
from liveapps.people.policy import PersonReader, SharedReader, may_see, rows_of, sees_row
from liveapps.people.users import User
from liveapps.ports import Tx

from .house_rules import HouseRules
from .incoming import Incoming, read_row, read_shipment
from .parts import contents, shipments, within
from .writes import (
    AddRow,
    Annotate,
    ChangeTemplate,
    Compute,
    CreatePanel,
    MarkFailed,
    MoveCard,
    PatchRow,
    RemoveRow,
    RestorePanel,
    RestoreRow,
    RestoreVersion,
    SetBlock,
    SettleSuggestion,
    Ship,
    Write,
)

Describe = Callable[[str], Tool | None]


@dataclass
class Known:
    """`user` is the person writing, None for an agent or the system. `rows` are all those the write may touch;
    `values` and `incoming` are what the write brings, already read against the fields; `key_owner` is the row that
    has the key they make. `counts` and `rekeyed` speak of the collections that a redesign delivers or matches
    otherwise than before; `parts` is what there is to know for each list of a computed panel; `oldest` is
    the first version whose history is still kept. `crowded` are all rows of a collection in which no place
    is left above the card that another one should stand over."""

    panel: Panel | None
    user: User | None
    rules: HouseRules
    describe: Describe
    values: Values = field(default_factory=dict[str, Any])
    incoming: list[Incoming] = field(default_factory=list[Incoming])
    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    by_key: dict[str, Row] = field(default_factory=dict[str, Row])
    key_owner: Row | None = None
    states: dict[str, BlockState] = field(default_factory=dict[str, BlockState])
    row_count: int = 0
    panel_count: int = 0
    last_position: float = 0.0
    gap: tuple[float | None, float] | None = None
    crowded: list[Row] = field(default_factory=list[Row])
    history: list[tuple[Version, RowBefore]] = field(default_factory=list[tuple[Version, RowBefore]])
    later: list[Version] = field(default_factory=list[Version])
    oldest: int = 1
    counts: dict[str, int] = field(default_factory=dict[str, int])
    rekeyed: dict[str, list[Row]] = field(default_factory=dict[str, "list[Row]"])
    parts: dict[str, "Known"] = field(default_factory=dict[str, "Known"])

    @property
    def limits(self) -> Limits:
        return self.rules.limits

    def is_open(self, origin: Origin, *, trashed: bool = False) -> bool:
        """Whether the panel is there for this writer. An agent writes only to its own panels."""
        if self.panel is None or (self.panel.trashed_at is not None) != trashed:
            return False
        if self.user is not None:
            return may_see(PersonReader(self.user), self.panel)
        return origin.actor.kind == "system" or (origin.actor.kind == "agent" and origin.actor.id == self.panel.agent)

    def sees(self, row: Row) -> bool:
        """An agent sees no private row, whoever it works for."""
        return sees_row(rows_of(PersonReader(self.user) if self.user else SharedReader()), row)

    def state(self, target: str) -> BlockState:
        return self.states.get(target) or BlockState(target=target)


async def learn(tx: Tx, write: Write, origin: Origin, rules: HouseRules, describe: Describe) -> Known:
    """Locks the panel, then reads what deciding on this write takes: of a panel that the writer may not see
    nothing, so that no later refusal can tell that it is there.

    Raises Refusal `sign_in_required` for a person who is no more."""
    person = origin.actor.id if origin.is_person else None
    panel, user = await tx.lock_panel_for(write.panel, person)
    if person is not None and user is None:
        raise Refusal("sign_in_required", "Your account no longer exists.", "Sign in again.")
    known = Known(panel, user, rules, describe)
    if isinstance(write, CreatePanel):
        known.panel_count = await tx.count_panels(write.agent)
    elif panel is not None and known.is_open(origin, trashed=isinstance(write, RestorePanel)):
        await _learn_rest(tx, panel, write, origin, known)
    return known


async def _learn_rest(tx: Tx, panel: Panel, write: Write, origin: Origin, known: Known) -> None:
    match write:
        case AddRow():
            await _learn_new_row(tx, panel, write, origin, known)
        case Ship():
            await _learn_shipment(tx, panel, write, origin, known)
        case Compute():
            await _learn_parts(tx, panel, write, origin, known)
        case PatchRow() | MoveCard() | RemoveRow() | RestoreRow() | Annotate() | SettleSuggestion():
            await _learn_row(tx, panel, write, origin, known)
        case SetBlock():
            await _learn_states(tx, panel, [write.block], known)
        case MarkFailed():
            await _learn_states(tx, panel, write.targets, known)
        case RestoreVersion():
            known.oldest = await tx.oldest_version(panel.id) or panel.version
            if write.version < known.oldest:
                return
            known.later = await tx.versions_after(panel.id, write.version)
            touched = {row.row for version in known.later for row in version.rows}
            asked = {write.row} if write.row is not None else touched
            _index(known, await tx.rows_by_id(panel.id, asked))
            whole = write.row is None and write.tab is None
            template = template_at(panel.template, known.later) if whole else panel.template
            await _learn_redesign(tx, panel, template, known)
        case ChangeTemplate():
            await _learn_redesign(tx, panel, write.template, known)
        case RestorePanel():
            known.panel_count = await tx.count_panels(panel.agent)
        case _:
            pass


async def _learn_redesign(tx: Tx, panel: Panel, template: Template, known: Known) -> None:
    """What is there must fit the new template: its contents, how many rows it has, and under which keys."""
    await _learn_states(tx, panel, None, known)
    before = {one.id: one for one in panel.template.collections}
    for one in template.collections:
        old = before.get(one.id)
        if old is None or old.rows != one.rows:
            known.counts[one.id] = await tx.count_rows(panel.id, one.id)
        if old is None or old.key != one.key:
            known.rekeyed[one.id] = await tx.rows(panel.id, one.id)


async def _learn_states(tx: Tx, panel: Panel, targets: Iterable[str] | None, known: Known) -> None:
    known.states = {state.target: state for state in await tx.states(panel.id, targets)}


async def _learn_tail(tx: Tx, panel: Panel, collection: str, known: Known) -> None:
    known.row_count = await tx.count_rows(panel.id, collection)
    known.last_position = await tx.last_position(panel.id, collection)


async def _learn_new_row(tx: Tx, panel: Panel, write: AddRow, origin: Origin, known: Known) -> None:
    collection = panel.template.collection(write.collection)
    known.values = read_row(panel.template, collection, write.values, origin.locale)
    await _learn_tail(tx, panel, collection.id, known)
    await _learn_states(tx, panel, [collection.id], known)
    private_to = origin.actor.id if collection.private_rows and origin.by_hand else None
    key = own_key(private_to, known.values, collection.key) if private_to else key_of(known.values, collection.key)
    await _learn_key_owner(tx, panel, collection, key, known)


async def _learn_row(
    tx: Tx,
    panel: Panel,
    write: PatchRow | MoveCard | RemoveRow | RestoreRow | Annotate | SettleSuggestion,
    origin: Origin,
    known: Known,
) -> None:
    collection = panel.template.collection(write.collection)
    found = await tx.row_in_place(panel.id, collection.id, write.row)
    if found is None or not known.sees(found.row):
        return
    row = found.row
    _index(known, [row])
    known.states = {found.state.target: found.state}
    known.last_position = found.last_position
    if isinstance(write, MoveCard) and write.before is not None:
        await _learn_gap(tx, panel, write, write.before, known)
    if isinstance(write, PatchRow):
        known.values = read_row(panel.template, collection, write.set, origin.locale)
        if set(collection.key) & set(known.values):
            changed = row.model_copy(update={"values": {**row.values, **known.values}})
            await _learn_key_owner(tx, panel, collection, match_key(changed, collection.key), known)
    if isinstance(write, PatchRow | MoveCard) and write.based_on is not None and row.version > write.based_on:
        known.history = await tx.row_history(panel.id, row.id, write.based_on)
        known.oldest = await tx.oldest_version(panel.id) or panel.version
    if isinstance(write, RestoreRow):
        known.row_count = await tx.count_rows(panel.id, collection.id)
        await _learn_key_owner(tx, panel, collection, match_key(row, collection.key), known)


async def _learn_gap(tx: Tx, panel: Panel, write: MoveCard, before: str, known: Known) -> None:
    """The place above a card that the writer sees."""
    if any(known.sees(row) for row in await tx.rows(panel.id, write.collection, [before])):
        known.gap = await tx.gap_above(panel.id, write.collection, write.stage, before)
    if known.gap is not None and between(*known.gap) is None:
        known.crowded = await tx.rows(panel.id, write.collection)


async def _learn_key_owner(tx: Tx, panel: Panel, collection: Collection, key: str | None, known: Known) -> None:
    """Two rows must not become one: who has that key already?"""
    if key is not None:
        known.key_owner = next(iter(await tx.rows_by_key(panel.id, collection.id, [key])), None)


async def _learn_shipment(tx: Tx, panel: Panel, write: Ship, origin: Origin, known: Known) -> None:
    collection = panel.template.collection(write.collection)
    known.incoming = read_shipment(panel.template, collection, write.rows, origin.locale, known.limits)
    await _learn_tail(tx, panel, collection.id, known)
    await _learn_states(tx, panel, [collection.id], known)
    # A complete list speaks of every row, a partial one only of those it contains.
    if write.mode == "complete":
        found = await tx.rows(panel.id, collection.id)
    else:
        found = await tx.rows_by_key(panel.id, collection.id, [one.key for one in known.incoming if one.key])
    _index(known, found)
    known.by_key = {key: row for row in found if (key := match_key(row, collection.key)) is not None}


async def _learn_parts(tx: Tx, panel: Panel, write: Compute, origin: Origin, known: Known) -> None:
    for part in shipments(panel, write):
        alone = known.parts[part.collection] = Known(panel, known.user, known.rules, known.describe)
        with within(part.collection):
            await _learn_shipment(tx, panel, part, origin, alone)
    await _learn_states(tx, panel, [part.block for part in contents(panel, write)], known)


def _index(known: Known, rows: Iterable[Row]) -> None:
    known.rows.update({row.id: row for row in rows})

"""A list of rows arrives, from a tool, an agent or a script. It never takes back what a person did."""

from liveapps.panels.instance import Freshness, Status
from liveapps.panels.limits import rows_over_limit
from liveapps.panels.origin import Origin
from liveapps.panels.ownership import absent, born, resent
from liveapps.panels.receipts import Proposed, RefusedValue
from liveapps.panels.rows import Row
from liveapps.panels.template import Collection
from liveapps.ports import Ids

from ..change import Change, Draft
from ..incoming import Incoming
from ..known import Known
from ..writes import Ship
from .rights import open_panel


class Tally:
    """What the receipt will say."""

    def __init__(self) -> None:
        self.added: list[str] = []
        self.changed: list[str] = []
        self.unchanged = 0
        self.refused: list[RefusedValue] = []
        self.suggestions: list[Proposed] = []
        self.unconfirmed: list[str] = []
        self.confirmed_again: list[str] = []
        self.in_trash: list[str] = []
        self.note: str | None = None


def ship(known: Known, write: Ship, origin: Origin, ids: Ids) -> Change:
    draft, tally = Draft(open_panel(known, write.panel, origin), origin, "ship"), Tally()
    take_in(draft, tally, known, write, origin, ids)
    return draft.finish(**vars(tally))


def take_in(draft: Draft, tally: Tally, known: Known, write: Ship, origin: Origin, ids: Ids) -> None:
    """Brings a list into a change. `known` is what there is to know for this list alone."""
    collection = draft.panel.template.collection(write.collection)
    _refuse_over_limit(known, collection)
    position = known.last_position
    met: set[str] = set()
    for one in known.incoming:
        row = known.by_key.get(one.key or "")
        if row is None:
            position += 1
            row = born(ids.new(), collection, one.values, one.stage, origin, position, draft.next_version)
            row = row.model_copy(update={"shipped": True})
            draft.put(None, row)
            tally.added.append(row.id)
            tally.suggestions += [Proposed(row=row.id, field=name) for name in row.suggestions]
        else:
            _meet_again(draft, tally, collection, row, one, origin)
        met.add(row.id)
        _tell_unknown_stage(tally, row, one, collection)
    status, tally.note = _proven(write)
    if status == "complete":
        _mark_absent(draft, tally, known, met, origin)
    state = known.state(collection.id)
    freshness = _freshness(write, status, tally.note, origin)
    draft.put_state(state, state.model_copy(update={"freshness": freshness}))


def _meet_again(draft: Draft, tally: Tally, collection: Collection, row: Row, one: Incoming, origin: Origin) -> None:
    if row.trashed_at is not None:
        tally.in_trash.append(row.id)
        return
    outcome = resent(row, collection, one.values, one.stage, origin)
    tally.suggestions += [Proposed(row=row.id, field=name) for name in outcome.suggested]
    if row.unconfirmed_since is not None:
        tally.confirmed_again.append(row.id)
    if draft.put(row, outcome.row):
        tally.changed.append(row.id)
    else:
        tally.unchanged += 1


def _mark_absent(draft: Draft, tally: Tally, known: Known, met: set[str], origin: Origin) -> None:
    for row in known.rows.values():
        if row.id not in met and draft.put(row, absent(row, origin.at)):
            tally.unconfirmed.append(row.id)


def _proven(write: Ship) -> tuple[Status, str | None]:
    """Complete only if declared complete and proven: as many rows as declared, and none cut on the way."""
    received = len(write.rows)
    if write.truncated:
        return "partial", f"The source cut its list: {received} rows came."
    if write.declared_count is not None and write.declared_count != received:
        return "partial", f"{received} of {write.declared_count} rows came."
    if write.mode == "complete" and write.declared_count is None:
        return "partial", f"{received} rows came; how many there are was not declared."
    return ("complete" if write.mode == "complete" else "partial"), None


def _freshness(write: Ship, status: Status, note: str | None, origin: Origin) -> Freshness:
    return Freshness(
        collected_at=origin.collected_at or origin.at,
        status=status,
        tool=origin.tool,
        reading=origin.reading,
        triggered_by=origin.actor,
        message=note,
        shown=len(write.rows),
        declared=write.declared_count,
    )


def _tell_unknown_stage(tally: Tally, row: Row, one: Incoming, collection: Collection) -> None:
    if one.unknown_stage is not None and collection.stage_field is not None:
        tally.refused.append(
            RefusedValue(
                row=row.id,
                field=collection.stage_field.id,
                code="stage_not_found",
                message=f'"{one.unknown_stage}" is not one of: {", ".join(collection.stages)}.',
            )
        )


def _refuse_over_limit(known: Known, collection: Collection) -> None:
    limit = known.limits.rows(collection.rows)
    after = known.row_count + sum(1 for one in known.incoming if (one.key or "") not in known.by_key)
    if after > limit:
        raise rows_over_limit(collection.id, collection.rows, after, limit)

"""What happens to one row: added, changed field by field, moved, removed, restored, settled."""

from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.fields import NUMERIC, Field
from liveapps.panels.instance import Freshness
from liveapps.panels.limits import rows_over_limit
from liveapps.panels.notices import Notice
from liveapps.panels.numbers import canonical_number
from liveapps.panels.origin import Origin
from liveapps.panels.ownership import STAGE, Outcome, born, moved, propose_stage, set_value, settled
from liveapps.panels.panel import Panel
from liveapps.panels.places import between, numbered_anew
from liveapps.panels.receipts import Proposed
from liveapps.panels.rows import Annotation, Row, Value, match_key
from liveapps.panels.template import Collection
from liveapps.panels.texts import can_keep
from liveapps.panels.values import read_stage
from liveapps.people.policy import stage_is_ours
from liveapps.ports import Ids

from ..change import Change, Draft
from ..known import Known
from ..writes import AddRow, Annotate, MoveCard, PatchRow, RemoveRow, RestoreRow, SettleSuggestion
from .conflicts import refuse_stale
from .rights import open_panel, open_row


def add(known: Known, write: AddRow, origin: Origin, ids: Ids) -> Change:
    panel = open_panel(known, write.panel, origin)
    collection = panel.template.collection(write.collection)
    _refuse_over_limit(known, collection)
    if not known.values:
        raise Refusal(
            "invalid_value",
            "A new row needs at least one value.",
            f"Give a value for one of: {', '.join(field.id for field in collection.fields)}.",
            collection=collection.id,
        )
    _refuse_taken_key(known, collection)
    draft = Draft(panel, origin, "add_row")
    row = born(
        ids.new(),
        collection,
        known.values,
        _stage(collection, write.stage),
        origin,
        known.last_position + 1,
        draft.next_version,
    )
    draft.put(None, row)
    _stamp_hand_kept(draft, known, row, origin)
    return draft.finish(added=[row.id], suggestions=[Proposed(row=row.id, field=name) for name in row.suggestions])


def patch(known: Known, write: PatchRow, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    collection = panel.template.collection(write.collection)
    row = open_row(known, write.row)
    if not write.set and not write.add:
        raise Refusal(
            "nothing_to_change",
            "The change names no field.",
            f"Name at least one of: {', '.join(field.id for field in collection.fields)}.",
            row=row.id,
        )
    # An increment cannot clash: it says "two more", whatever the value is by now.
    refuse_stale(known, row, set(known.values), write.based_on)
    outcome = Outcome(row)
    for name, value in {**known.values, **_increments(collection, row, write)}.items():
        step = set_value(outcome.row, collection.field(name), value, origin)
        outcome.row, outcome.suggested = step.row, outcome.suggested + step.suggested
    if match_key(outcome.row, collection.key) != match_key(row, collection.key):
        _refuse_taken_key(known, collection)
    draft = Draft(panel, origin, "patch_row")
    return _finish_row(draft, known, row, outcome, origin)


def _increments(collection: Collection, row: Row, write: PatchRow) -> dict[str, Value]:
    """A number has 15 digits: ten times 0.1 is 1, not 0.9999."""
    sums: dict[str, Value] = {}
    for name, amount in write.add.items():
        field = collection.field(name)
        if field.type not in NUMERIC or name in write.set or name in collection.key:
            raise _not_added(field, f"it is a {field.type}" + _why_not(name, collection, write))
        try:
            sums[name] = canonical_number(float(row.values.get(name) or 0) + amount)
        except (TypeError, ValueError):
            raise _not_added(field, "the sum would be no number") from None
    return sums


def _why_not(name: str, collection: Collection, write: PatchRow) -> str:
    if name in write.set:
        return " and is also set by the same change"
    return " of the key by which the row is recognised" if name in collection.key else ""


def _not_added(field: Field, why: str) -> Refusal:
    return Refusal(
        "invalid_value",
        f'"{field.id}" cannot be added to: {why}.',
        "Use add only for number, money and percent fields, and not together with set.",
        field=field.id,
        type=field.type,
    )


def move(known: Known, write: MoveCard, origin: Origin) -> Change:
    """Only a person's move changes a stage; an agent's move becomes a suggestion."""
    panel = open_panel(known, write.panel, origin)
    collection = panel.template.collection(write.collection)
    row = open_row(known, write.row)
    if not stage_is_ours(collection):
        raise Refusal(
            "stage_owned",
            f'The stage of "{collection.id}" belongs to its source and is not moved here.',
            "Change the status where it lives, then refresh.",
            collection=collection.id,
        )
    stage = _stage(collection, write.stage)
    refuse_stale(known, row, {STAGE}, write.based_on)
    draft = Draft(panel, origin, "move_card")
    if origin.by_hand:
        outcome = Outcome(moved(row, stage, _position(draft, known, write, row), origin))
    elif stage is None or stage == row.stage:
        outcome = Outcome(row)
    else:
        outcome = propose_stage(row, stage, origin)
    return _finish_row(draft, known, row, outcome, origin)


def _position(draft: Draft, known: Known, write: MoveCard, row: Row) -> float:
    if write.before is None:
        return row.position if write.stage == row.stage else known.last_position + 1
    if known.gap is None:
        raise Refusal(
            "row_not_found",
            f'The card "{write.before}" is not in that stage.',
            "Leave out `before` to put the card at the end, or name a card of the stage it goes to.",
            row=write.before,
            stage=write.stage,
        )
    place = between(*known.gap)
    return _make_room(draft, known, row.id, write.before) if place is None else place


def _make_room(draft: Draft, known: Known, card: str, before: str) -> float:
    """The others take new places too, as part of the change: going back finds them where they were."""
    places = numbered_anew(known.crowded, card, before)
    for other in known.crowded:
        if other.id != card:
            draft.put(other, other.model_copy(update={"position": places[other.id]}))
    return places[card]


def remove(known: Known, write: RemoveRow, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    row = open_row(known, write.row)
    draft = Draft(panel, origin, "remove_row")
    gone = Outcome(row.model_copy(update={"trashed_at": origin.at}))
    return _finish_row(draft, known, row, gone, origin)


def restore(known: Known, write: RestoreRow, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    collection = panel.template.collection(write.collection)
    row = open_row(known, write.row, trashed=True)
    _refuse_over_limit(known, collection)
    if known.key_owner is not None and known.key_owner.id != row.id:
        _refuse_taken_key(known, collection)
    draft = Draft(panel, origin, "restore_row")
    back = Outcome(row.model_copy(update={"trashed_at": None}))
    return _finish_row(draft, known, row, back, origin)


def annotate(known: Known, write: Annotate, origin: Origin, ids: Ids) -> Change:
    """Appends, and nothing else: no one's note can be changed or lost."""
    panel = open_panel(known, write.panel, origin)
    row = open_row(known, write.row)
    if not can_keep(write.text):
        raise Refusal(
            "invalid_value",
            "The note has a character that cannot be kept: NUL (U+0000), or half of a pair.",
            "Send the note without it.",
            row=row.id,
        )
    draft = Draft(panel, origin, "annotate")
    draft.put(row, row.model_copy(update={"notes": row.notes + 1}))
    note = Annotation(id=ids.new(), row=row.id, text=write.text, by=origin.actor, at=origin.at)
    draft.annotations.append(note)
    if row.owner is not None and row.owner != origin.actor.id:
        draft.notices.append(_notice(panel, row, row.owner, note, ids))
    return draft.finish(changed=[row.id])


def _notice(panel: Panel, row: Row, owner: str, note: Annotation, ids: Ids) -> Notice:
    return Notice(id=ids.new(), person=owner, panel=panel.id, row=row.id, text=note.text, by=note.by, at=note.at)


def settle(known: Known, write: SettleSuggestion, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    row = open_row(known, write.row)
    if not origin.by_hand:
        raise Refusal(
            "forbidden",
            "Only a person accepts or dismisses a suggestion.",
            "Leave it to the person who reads the panel.",
            row=row.id,
            field=write.field,
        )
    if write.field not in row.suggestions:
        raise not_found("field_not_found", "suggestion", write.field, row.suggestions)
    draft = Draft(panel, origin, "settle_suggestion")
    outcome = Outcome(settled(row, write.field, write.accept, origin))
    return _finish_row(draft, known, row, outcome, origin)


def _finish_row(draft: Draft, known: Known, old: Row, outcome: Outcome, origin: Origin) -> Change:
    proposed = [Proposed(row=old.id, field=name) for name in outcome.suggested]
    if not draft.put(old, outcome.row):
        return draft.finish(unchanged=1, suggestions=proposed)
    _stamp_hand_kept(draft, known, old, origin)
    return draft.finish(changed=[old.id], suggestions=proposed)


def _stamp_hand_kept(draft: Draft, known: Known, row: Row, origin: Origin) -> None:
    """A list that people keep by hand is as old as their last change; one from a tool keeps its tool's age. A
    private row leaves no trace in what everyone reads."""
    if row.private:
        return
    state = known.state(row.collection)
    if state.freshness is not None and (state.freshness.tool is not None or state.freshness.status == "error"):
        return
    now = Freshness(collected_at=origin.at, status="complete", triggered_by=origin.actor)
    draft.put_state(state, state.model_copy(update={"freshness": now}))


def _stage(collection: Collection, raw: str | None) -> str | None:
    if raw is None:
        return None
    field = collection.stage_field
    if field is None:
        raise not_found("stage_not_found", "stage", raw, ())
    return read_stage(field, raw)


def _refuse_over_limit(known: Known, collection: Collection) -> None:
    limit = known.limits.rows(collection.rows)
    if known.row_count >= limit:
        raise rows_over_limit(collection.id, collection.rows, known.row_count + 1, limit)


def _refuse_taken_key(known: Known, collection: Collection) -> None:
    other = known.key_owner
    if other is not None:
        in_trash = other.trashed_at is not None
        raise Refusal(
            "duplicate_key",
            f"{'A row in the trash' if in_trash else 'Another row'} has this key ({', '.join(collection.key)}).",
            f"{'Restore' if in_trash else 'Change'} that row instead, or give this one another key.",
            collection=collection.id,
            key=collection.key,
            row=other.id,
            in_trash=in_trash,
        )

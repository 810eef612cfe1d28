"""Judges a history: what was acknowledged against what is kept. Pure, and shared by all proofs that write at random.

A panel keeps what it is now and, for each version, what that version changed as it was before. So the state right after
any version is found by walking back from now, and each acknowledged write must show its effect in the state right after
its own version: then the effect is there today, or a later version that is kept overwrote it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from liveapps.blocks.catalogue import Content
from liveapps.panels.history import RowBefore, Version, as_it_was
from liveapps.panels.instance import BlockState
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Annotation, Row, Values, key_of, match_key
from liveapps.panels.template import Template
from liveapps.writing import writes as w

ALWAYS_NEW = ("create_panel", "trash_panel", "restore_panel", "change_template")
"""Kinds of write that always make a version, as these proofs use them: no redesign here repeats a template."""


@dataclass(frozen=True)
class Done:
    """A write that was acknowledged. `by_hand`: a person stated the values, so each of them counts at once."""

    write: w.Write
    receipt: Receipt
    by: str
    by_hand: bool = True


@dataclass(frozen=True)
class Kept:
    """All that a store has of one panel, rows in the trash among it."""

    panel: Panel
    rows: list[Row]
    versions: list[Version]
    states: list[BlockState]
    notes: list[Annotation]


Seen = Mapping[int, Mapping[str, Row]]
"""The living rows by id that readers were shown, by the version they were shown at."""


def violations(
    log: Sequence[Done], kept: Kept, seen: Seen | None = None, unanswered: Sequence[w.Write] = ()
) -> list[str]:
    """What is wrong with a history, in a sentence each. `log` holds every write that was acknowledged, once however
    often it was sent, and `unanswered` those of which nobody knows; nothing else wrote."""
    try:
        story = Story(kept)
    except Exception as broken:
        return [f"the history cannot be walked back: {broken!r}"]
    return [
        *_gaps(kept),
        *_claims(log, story, unanswered),
        *_keys(story),
        *_notes(log, kept),
        *(f"{one.write.kind} at {one.receipt.version}: {told}" for one in log for told in _effect(one, story)),
        *_sights(seen or {}, story),
    ]


@dataclass
class Story:
    """The states of a panel at all its versions."""

    kept: Kept
    versions: dict[int, Version] = field(init=False)
    lives: dict[str, list[tuple[int, Row]]] = field(init=False)
    """Each row's states with the version that made them, newest first, down to its birth."""

    def __post_init__(self) -> None:
        self.versions = {one.version: one for one in self.kept.versions}
        changes: dict[str, list[RowBefore]] = {}
        for version in sorted(self.versions, reverse=True):
            for before in self.versions[version].rows:
                changes.setdefault(before.row, []).append(before)
        rows = {row.id: row for row in self.kept.rows}
        if missing := set(changes) - set(rows):
            raise ValueError(f"rows with a history are gone: {missing}")
        self.lives = {name: list(_walk_back(row, changes.get(name, []))) for name, row in rows.items()}

    def row(self, name: str, version: int) -> Row | None:
        """A row right after a version; None before its birth."""
        return next((row for since, row in self.lives.get(name, []) if since <= version), None)

    def rows(self, version: int) -> dict[str, Row]:
        found = {name: self.row(name, version) for name in self.lives}
        return {name: row for name, row in found.items() if row is not None}

    def living(self, version: int) -> dict[str, Row]:
        return {name: row for name, row in self.rows(version).items() if row.trashed_at is None}

    def state(self, target: str, version: int) -> BlockState:
        now = {state.target: state for state in self.kept.states}.get(target) or BlockState(target=target)
        later = (self.versions[number] for number in sorted(self.versions) if number > version)
        before = (state for one in later for state in one.states if state.target == target)
        return next(before, now)

    def template(self, version: int) -> Template:
        later = (self.versions[number] for number in sorted(self.versions) if number > version)
        return next((one.template for one in later if one.template), self.kept.panel.template)


def _walk_back(row: Row, changes: Sequence[RowBefore]) -> Iterator[tuple[int, Row]]:
    """Raises ValueError unless the changes lead back to the birth of the row, and end there."""
    state = row
    for number, change in enumerate(changes):
        yield change.version, state
        before = as_it_was(state, [change])
        if (before is None) != (number == len(changes) - 1):
            raise ValueError(f"the history of row {row.id} does not end at its birth")
        state = before or state
    if not changes:
        raise ValueError(f"row {row.id} has no history")


def same(one: Row | None, other: Row | None) -> bool:
    """Whether two states of a row are equal in all that is part of its history."""
    return plain(one) == plain(other)


def plain(row: Row | None) -> Row | None:
    return row and row.model_copy(update={"version": 0, "notes": 0})


def _gaps(kept: Kept) -> Iterator[str]:
    numbers = sorted(one.version for one in kept.versions)
    if numbers != list(range(1, kept.panel.version + 1)):
        yield f"the panel is at {kept.panel.version}, its versions are {numbers}"


def _claims(log: Sequence[Done], story: Story, unanswered: Sequence[w.Write]) -> Iterator[str]:
    """Each version is one acknowledged write, or one of those of which nobody knows; and the other way round."""
    claimed: dict[int, Done] = {}
    for one in sorted(log, key=_is_doubtful):
        version, told = one.receipt.version, story.versions.get(one.receipt.version)
        fits = told is not None and (told.kind, told.origin.actor.id) == (one.write.kind, one.by)
        if _is_doubtful(one):
            if fits and version not in claimed:
                claimed[version] = one
        elif _made_a_version(one):
            if not fits:
                yield f"{one.write.kind} was acknowledged as version {version}, which is {told and told.kind}"
            elif version in claimed:
                yield f"two writes were acknowledged as version {version}"
            claimed[version] = one
    left = [write.kind for write in unanswered]
    for number in sorted(set(story.versions) - set(claimed)):
        kind = story.versions[number].kind
        if kind not in left:
            yield f"version {number} ({kind}) is no write that anyone asked for"
        else:
            left.remove(kind)


def _made_a_version(one: Done) -> bool:
    return one.write.kind in ALWAYS_NEW or bool(one.receipt.targets)


def _is_doubtful(one: Done) -> bool:
    """Going back may change the template alone, or nothing: the receipt does not tell the two apart."""
    return one.write.kind == "restore_version" and not one.receipt.targets


def _keys(story: Story) -> Iterator[str]:
    """At no version did two living rows have one key."""
    for version in story.versions:
        keys = {one.id: one.key for one in story.template(version).collections}
        taken: set[tuple[str, str]] = set()
        for row in story.living(version).values():
            key = match_key(row, keys.get(row.collection, []))
            if key is not None and (row.collection, key) in taken:
                yield f"two rows had the key {key} at version {version}"
            taken.add((row.collection, key or row.id))


def _notes(log: Sequence[Done], kept: Kept) -> Iterator[str]:
    """Notes only add: each is there once, by who wrote it, and counted at its row."""
    found = [(note.row, note.text, note.by.id) for note in kept.notes]
    for one in log:
        if isinstance(one.write, w.Annotate):
            times = found.count((one.write.row, one.write.text, one.by))
            if times != 1:
                yield f'the note "{one.write.text}" of {one.by} is there {times} times'
    for row in kept.rows:
        if row.notes != sum(note.row == row.id for note in kept.notes):
            yield f"row {row.id} counts {row.notes} notes"


def _sights(seen: Seen, story: Story) -> Iterator[str]:
    """What readers were shown at a version is what walking back to it shows."""
    for version, shown in seen.items():
        then = story.living(version)
        if {name: plain(row) for name, row in shown.items()} != {name: plain(row) for name, row in then.items()}:
            yield f"readers were shown other rows at version {version} than its history tells"


def _effect(one: Done, story: Story) -> Iterator[str]:
    """What is missing of a write in the state right after its version."""
    write, version = one.write, one.receipt.version
    match write:
        case w.AddRow():
            yield from _added(write, one.receipt, story)
        case w.PatchRow():
            yield from _patched(one, write, story)
        case w.MoveCard():
            yield from _moved(one, write, story)
        case w.RemoveRow() | w.RestoreRow():
            row = story.row(write.row, version)
            if row is None or (row.trashed_at is not None) != isinstance(write, w.RemoveRow):
                yield f"row {write.row} is not where it was put"
        case w.SettleSuggestion():
            row = story.row(write.row, version)
            if row is None or write.field in row.suggestions:
                yield f"the suggestion for {write.field} still waits"
        case w.Ship():
            yield from _shipped({write.collection: write.rows}, one.receipt, story)
        case w.SetBlock():
            yield from _filled({write.block: write.content}, version, story)
        case w.Compute():
            yield from _shipped(write.rows, one.receipt, story)
            yield from _filled(write.contents, version, story)
        case w.MarkFailed():
            yield from _failed(write, version, story)
        case w.CreatePanel() | w.ChangeTemplate():
            if story.template(version) != write.template:
                yield "the template is not there"
        case w.RestoreVersion():
            yield from _restored(write, one.receipt, story)
        case w.TrashPanel() | w.RestorePanel():
            yield from _binned(story)
        case w.Annotate():
            pass  # notes are no part of versions: see _notes


def _added(write: w.AddRow, receipt: Receipt, story: Story) -> Iterator[str]:
    (name,) = receipt.added
    row = story.row(name, receipt.version)
    if row is None or row.trashed_at is not None or (row.values, row.stage) != (write.values, write.stage):
        yield f"row {name} is not there as it was added"
    if story.row(name, receipt.version - 1) is not None:
        yield f"row {name} was there before it was added"


def _patched(one: Done, write: w.PatchRow, story: Story) -> Iterator[str]:
    before, after = story.row(write.row, one.receipt.version - 1), story.row(write.row, one.receipt.version)
    if after is None:
        yield f"row {write.row} is gone"
        return
    for name, value in write.set.items():
        if after.values.get(name) != value and (one.by_hand or not _proposed(after, name, value)):
            yield f"{name} of row {write.row} is {after.values.get(name)!r} and not {value!r}"
    if one.receipt.changed and before is not None:
        for name, amount in write.add.items():
            if (after.values.get(name) or 0) - (before.values.get(name) or 0) != amount and one.by_hand:
                yield f"{name} of row {write.row} did not rise by {amount}"
        yield from _frame(before, after, {*write.set, *write.add})


def _frame(before: Row, after: Row, named: set[str]) -> Iterator[str]:
    """Nothing but the named fields changed."""
    for name in {*before.values, *after.values} - named:
        if before.values.get(name) != after.values.get(name):
            yield f"{name} of row {after.id} changed although nobody named it"
    for what, of in _OTHERS.items():
        if of(before) != of(after):
            yield f"{what} of row {after.id} changed although nobody named it"


_OTHERS: dict[str, Callable[[Row], object]] = {
    "the stage": lambda row: (row.stage, row.stage_moved_by),
    "the place": lambda row: (row.position, row.trashed_at, row.collection),
    "the owner": lambda row: (row.owner, row.private, row.born, row.shipped),
}


def _moved(one: Done, write: w.MoveCard, story: Story) -> Iterator[str]:
    row = story.row(write.row, one.receipt.version)
    if row is None or (row.stage != write.stage and (one.by_hand or not _proposed(row, "stage", write.stage))):
        yield f"card {write.row} is not at {write.stage}"
    before = story.row(write.row, one.receipt.version - 1)
    if one.receipt.changed and row is not None and before is not None and row.values != before.values:
        yield f"a move changed the values of {write.row}"


def _proposed(row: Row, name: str, value: object) -> bool:
    """Whether a value stands beside the one that its owner keeps, or was turned down before."""
    beside = row.suggestions.get(name)
    return (beside is not None and beside.value == value) or row.dismissed.get(name) == value


def _shipped(lists: Mapping[str, Sequence[Values]], receipt: Receipt, story: Story) -> Iterator[str]:
    before, after = story.rows(receipt.version - 1), story.rows(receipt.version)
    for name, rows in lists.items():
        key = story.template(receipt.version).collection(name).key
        keys = {match_key(row, key) for row in after.values() if row.collection == name}
        for number, values in enumerate(rows):
            if key_of(values, key) not in keys:
                yield f"row {number} of the list for {name} is not there"
    if set(receipt.added) != set(after) - set(before):
        yield "other rows were born than those that were told"
    for name, row in before.items():
        if row.trashed_at is None and after[name].trashed_at is not None:
            yield f"a list removed row {name}"
        if row.stage is not None and after[name].stage != row.stage:
            yield f"a list moved card {name}"
    for name in receipt.unconfirmed:
        if after[name].unconfirmed_since is None:
            yield f"row {name} is not marked"


def _filled(contents: Mapping[str, Content], version: int, story: Story) -> Iterator[str]:
    for block, content in contents.items():
        if story.state(block, version).content != content:
            yield f"the content of {block} is not there"


def _failed(write: w.MarkFailed, version: int, story: Story) -> Iterator[str]:
    for target in write.targets:
        before, after = story.state(target, version - 1), story.state(target, version)
        if after.freshness is None or after.freshness.status != "error" or before.content != after.content:
            yield f"{target} is not marked, or lost what it had"


def _restored(write: w.RestoreVersion, receipt: Receipt, story: Story) -> Iterator[str]:
    version = receipt.version
    then, after = story.rows(write.version), story.rows(version)
    # Going back to what is there already makes no version.
    before = story.rows(version - 1) if receipt.targets else after
    for name in after:
        wanted, got = then.get(name), after[name]
        if not _goes_back(write, after[name], story, version):
            if not same(before.get(name), got):
                yield f"row {name} changed although another part went back"
        elif wanted is None:
            if got.trashed_at is None:
                yield f"row {name}, born later, is not in the trash"
        elif not same(wanted, got):
            yield f"row {name} is not as it was at {write.version}"
    if write.tab is None and write.row is None and story.template(version) != story.template(write.version):
        yield f"the template is not that of {write.version}"


def _goes_back(write: w.RestoreVersion, row: Row, story: Story, version: int) -> bool:
    if write.row is not None:
        return row.id == write.row
    template = story.template(version)
    return write.tab is None or row.collection in template.targets(template.tab(write.tab))


def _binned(story: Story) -> Iterator[str]:
    last = max(_of_kind(story, ("trash_panel", "restore_panel")), key=lambda one: one.version)
    if (story.kept.panel.trashed_at is not None) != (last.kind == "trash_panel"):
        yield "the panel is not where it was put last"


def _of_kind(story: Story, kinds: Iterable[str]) -> list[Version]:
    return [one for one in story.versions.values() if one.kind in kinds]

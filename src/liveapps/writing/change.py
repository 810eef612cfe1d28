"""What a write is about to do, before anything is saved."""

from dataclasses import dataclass, field
from typing import Any

from liveapps.panels.history import RowBefore, Version, WriteKind, before_of
from liveapps.panels.instance import BlockState
from liveapps.panels.notices import Notice
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Annotation, Row, match_key, yields
from liveapps.panels.template import Template


@dataclass(frozen=True)
class Change:
    """Everything one transaction saves. `version` is None when nothing changed: then nothing is saved. `placed` are
    rows whose values and key are as before; the other `rows` come with their key."""

    panel: Panel
    receipt: Receipt
    version: Version | None = None
    created: bool = False
    rows: list[tuple[Row, str | None]] = field(default_factory=list[tuple[Row, str | None]])
    placed: list[Row] = field(default_factory=list[Row])
    states: list[BlockState] = field(default_factory=list[BlockState])
    annotations: list[Annotation] = field(default_factory=list[Annotation])
    notices: list[Notice] = field(default_factory=list[Notice])

    @property
    def tabs(self) -> list[str]:
        """The tabs that show something this change touched; a redesign touches all of them."""
        template = self.panel.template
        if self.version is None:
            return []
        if self.version.template is not None:
            return [tab.id for tab in template.tabs]
        touched = {name for target in self.version.targets for name in template.tabs_showing(target)}
        return [tab.id for tab in template.tabs if tab.id in touched]


@dataclass
class Draft:
    """Gathers the parts of a change while a decision is being made.

    `panel` is the head as it will be; `template` the former one, when it was redesigned; `created` and
    `moved` (in or out of the trash) tell of changes to the head alone.
    """

    panel: Panel
    origin: Origin
    kind: WriteKind
    template: Template | None = None
    created: bool = False
    moved: bool = False
    _old: dict[str, Row | None] = field(default_factory=dict[str, "Row | None"])
    _new: dict[str, Row] = field(default_factory=dict[str, Row])
    _states: dict[str, tuple[BlockState, BlockState]] = field(default_factory=dict[str, tuple[BlockState, BlockState]])
    annotations: list[Annotation] = field(default_factory=list[Annotation])
    notices: list[Notice] = field(default_factory=list[Notice])
    rekeyed: dict[str, tuple[Row, str | None]] = field(default_factory=dict[str, "tuple[Row, str | None]"])
    """By id, the rows of collections that a redesign matches otherwise, with their new key. A key is no part of
    the history of a row."""

    @property
    def next_version(self) -> int:
        return self.panel.version + 1

    def standing(self, row: Row) -> Row:
        """The row as this change leaves it."""
        return self._new.get(row.id, row)

    def put(self, old: Row | None, new: Row) -> bool:
        """Adds a row as it will be; False when that is what it already was."""
        if old is not None and old == new:
            return False
        self._old.setdefault(new.id, old)
        self._new[new.id] = new
        return True

    def put_state(self, old: BlockState, new: BlockState) -> None:
        self._states[new.target] = (old, new)

    def finish(self, **receipt: Any) -> Change:
        """The change, with versions stamped. Without any part it is empty and keeps the panel's version."""
        touched = self._touched()
        if not (self._new or self._states or self.template or self.created or self.moved):
            return Change(self.panel, Receipt(panel=self.panel.id, version=self.panel.version, **receipt))
        number = self.next_version
        panel = self.panel.model_copy(update={"version": number, "updated_at": self.origin.at})
        rows = [row.model_copy(update={"version": number}) for row in self._new.values()]
        version = Version(
            panel=panel.id,
            version=number,
            kind=self.kind,
            origin=self.origin,
            targets=touched,
            rows=[self._before(row, number) for row in rows],
            states=[old for old, _ in self._states.values()],
            template=self.template,
        )
        return Change(
            panel=panel,
            receipt=Receipt(panel=panel.id, version=number, targets=touched, **receipt),
            version=version,
            created=self.created,
            rows=[(row, key) for row, key in self._keyed(panel.template, rows) if not self._is_placed(row)],
            placed=[row for row in rows if self._is_placed(row)],
            states=[new for _, new in self._states.values()],
            annotations=self.annotations,
            notices=self.notices,
        )

    def _touched(self) -> list[str]:
        return sorted({row.collection for row in self._new.values()} | set(self._states))

    def _before(self, row: Row, number: int) -> RowBefore:
        old = self._old[row.id]
        before = None if old is None else before_of(old, row)
        return RowBefore(row=row.id, collection=row.collection, version=number, before=before)

    def _is_placed(self, row: Row) -> bool:
        """Whether the row keeps its key by itself. One that yields may have to let go of it for another."""
        old = self._old.get(row.id)
        if old is None or row.id in self.rekeyed or yields(old) or yields(row):
            return False
        return old.values == row.values

    def _keyed(self, template: Template, rows: list[Row]) -> list[tuple[Row, str | None]]:
        """Each row with its key. One in the trash, or a hidden one, lets go of a key that another one has."""
        fields = {one.id: one.key for one in template.collections}
        keys = {row.id: match_key(row, fields.get(row.collection, [])) for row in rows}
        taken: set[tuple[str, str | None]] = set()
        for row in sorted(rows, key=yields):
            if yields(row) and (row.collection, keys[row.id]) in taken:
                keys[row.id] = None
            taken.add((row.collection, keys[row.id]))
        keys.update({name: key for name, (_, key) in self.rekeyed.items()})
        others = [row for name, (row, _) in self.rekeyed.items() if name not in self._new]
        return [(row, keys[row.id]) for row in [*rows, *others]]

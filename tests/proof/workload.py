"""Writes at random: every verb a panel knows, chosen from what a reader of the panel sees."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from liveapps.blocks.text import TextContent
from liveapps.panels.rows import ListedRow
from liveapps.panels.template import Template, read_template
from liveapps.reading.views import PanelView
from liveapps.writing import writes as w
from tests.support.world import FIELDS, STAGES

STAGE_IDS = [stage["id"] for stage in STAGES]
LIST = "customers"
TASKS = "tasks"
KEYS = [f"C-{number}" for number in range(24)]


MANY = 12


def template_json(title: str = "Carteira", **more: Any) -> dict[str, Any]:
    """Three tabs, with a list that arrives again, one that people keep, a text, and an alert over many customers. No
    tab names a tool."""
    return {
        **more,
        "title": title,
        "alerts": [{"id": "many", "title": "Muitos clientes", "over": LIST, "threshold": MANY}],
        "collections": [
            {"id": LIST, "title": "Clientes", "key": ["code"], "fields": FIELDS},
            {"id": TASKS, "title": "Tarefas", "fields": [{"id": "what", "title": "O quê", "type": "text"}]},
        ],
        "tabs": [
            {"id": "board", "title": "Quadro", "blocks": [{"kind": "kanban", "id": "cards", "of": LIST}]},
            {"id": "work", "title": "Tarefas", "blocks": [{"kind": "table", "id": "todo", "of": TASKS}]},
            {
                "id": "words",
                "title": "Resumo",
                "blocks": [{"kind": "text", "id": "summary"}, {"kind": "table", "id": "grid", "of": LIST}],
            },
        ],
    }


def template(title: str = "Carteira") -> Template:
    return read_template(template_json(title))


def computed_template(title: str = "Carteira") -> Template:
    """The same, filled by a calculator."""
    return read_template(template_json(title, calculator={"tool": "month", "fills": [LIST, "summary"]}))


class Workload:
    """Makes one write after another for a panel. The same seed and the same views give the same writes. `redesigned`
    makes a template of a title."""

    def __init__(self, panel: str, seed: int, name: str, redesigned: Callable[[str], Template] = template) -> None:
        self._panel = panel
        self._redesigned = redesigned
        self._random = Random(seed)
        self._name = name
        self._numbers = count()
        self._removed: list[tuple[str, str]] = []

    def next(self, view: PanelView | None, weights: dict[str, int]) -> w.Write:
        """The next write of somebody who does what `weights` says. `view` is None while the panel is in the trash."""
        while view is not None:
            (verb,) = self._random.choices(list(weights), list(weights.values()))
            make: Callable[[PanelView], w.Write | None] = getattr(self, f"_{verb}")
            write = make(view)
            if write is not None:
                return write
        return w.RestorePanel(panel=self._panel)

    def _said(self) -> str:
        """A text that nobody else ever says."""
        return f"{self._name} {next(self._numbers)}"

    def _row(self, view: PanelView, collection: str | None = None) -> ListedRow | None:
        rows = [row for one in view.collections.values() for row in one.rows or []]
        found = [row for row in rows if collection in (None, row.collection)]
        return self._random.choice(found) if found else None

    def _add(self, view: PanelView) -> w.Write:
        if self._random.random() < 0.3:
            return w.AddRow(panel=self._panel, collection=TASKS, values={"what": self._said()})
        values = {"code": self._said(), "company": self._said(), "revenue": self._random.randrange(100)}
        return w.AddRow(panel=self._panel, collection=LIST, values=values, stage=self._random.choice(STAGE_IDS))

    def _patch(self, view: PanelView) -> w.Write | None:
        row = self._row(view)
        if row is None:
            return None
        names = ["what"] if row.collection == TASKS else self._random.sample(["company", "next_step"], 2)
        based_on = self._random.choice([None, None, None, view.version])
        return w.PatchRow(
            panel=self._panel,
            collection=row.collection,
            row=row.id,
            set={name: self._said() for name in names},
            based_on=based_on,
        )

    def _more(self, view: PanelView) -> w.Write | None:
        row = self._row(view, LIST)
        add: dict[str, float] = {"revenue": self._random.randrange(1, 9)}
        return row and w.PatchRow(panel=self._panel, collection=LIST, row=row.id, add=add)

    def _move(self, view: PanelView) -> w.Write | None:
        row, other = self._row(view, LIST), self._row(view, LIST)
        if row is None or other is None:
            return None
        before = other.id if other.stage in STAGE_IDS and other.id != row.id else None
        stage = other.stage if before else self._random.choice(STAGE_IDS)
        return w.MoveCard(panel=self._panel, collection=LIST, row=row.id, stage=stage, before=before)

    def _annotate(self, view: PanelView) -> w.Write | None:
        row = self._row(view)
        return row and w.Annotate(panel=self._panel, collection=row.collection, row=row.id, text=self._said())

    def _remove(self, view: PanelView) -> w.Write | None:
        row = self._row(view)
        if row is None:
            return None
        self._removed.append((row.collection, row.id))
        return w.RemoveRow(panel=self._panel, collection=row.collection, row=row.id)

    def _restore_row(self, view: PanelView) -> w.Write | None:
        if not self._removed:
            return None
        collection, row = self._removed.pop()
        return w.RestoreRow(panel=self._panel, collection=collection, row=row)

    def _settle(self, view: PanelView) -> w.Write | None:
        rows = [row for row in view.collections[LIST].rows or [] if row.suggestions]
        if not rows:
            return None
        row = self._random.choice(rows)
        return w.SettleSuggestion(
            panel=self._panel,
            collection=LIST,
            row=row.id,
            field=self._random.choice(sorted(row.suggestions)),
            accept=self._random.random() < 0.7,
        )

    def _ship(self, view: PanelView) -> w.Write:
        keys = self._random.sample(KEYS, self._random.randrange(1, len(KEYS)))
        rows = [{"code": key, "company": self._said(), "stage": self._random.choice(STAGE_IDS)} for key in keys]
        complete = self._random.random() < 0.5
        mode = "complete" if complete else "partial"
        return w.Ship(
            panel=self._panel, collection=LIST, rows=rows, mode=mode, declared_count=len(rows) if complete else None
        )

    def _compute(self, view: PanelView) -> w.Write:
        rows = [{"code": key, "revenue": self._random.randrange(100)} for key in self._random.sample(KEYS, 6)]
        text = TextContent(markdown=self._said())
        return w.Compute(panel=self._panel, rows={LIST: rows}, contents={"summary": text})

    def _set_block(self, view: PanelView) -> w.Write:
        return w.SetBlock(panel=self._panel, block="summary", content=TextContent(markdown=self._said()))

    def _fail(self, view: PanelView) -> w.Write:
        target = self._random.choice([LIST, "summary"])
        return w.MarkFailed(panel=self._panel, targets=[target], code="tool_timeout", message=self._said())

    def _redesign(self, view: PanelView) -> w.Write:
        return w.ChangeTemplate(panel=self._panel, template=self._redesigned(self._said()))

    def _go_back(self, view: PanelView) -> w.Write:
        return w.RestoreVersion(
            panel=self._panel, version=self._random.randint(max(1, view.version - 30), view.version)
        )

    def _go_back_in_part(self, view: PanelView) -> w.Write | None:
        version = self._random.randint(max(1, view.version - 30), view.version)
        row = self._row(view)
        if row is None or self._random.random() < 0.5:
            return w.RestoreVersion(panel=self._panel, version=version, tab=self._random.choice(["board", "work"]))
        return w.RestoreVersion(panel=self._panel, version=version, row=row.id)

    def _trash(self, view: PanelView) -> w.Write:
        return w.TrashPanel(panel=self._panel)


OVER_HTTP = {
    "add": 4,
    "patch": 6,
    "more": 6,
    "move": 5,
    "annotate": 4,
    "remove": 2,
    "restore_row": 3,
    "settle": 4,
    "ship": 2,
    "set_block": 2,
    "redesign": 1,
    "go_back": 1,
    "trash": 1,
}
"""How often a person does what."""
PERSON = {**{verb: often for verb, often in OVER_HTTP.items() if verb != "ship"}, "go_back_in_part": 2}
AGENT = {"patch": 3, "move": 2, "annotate": 1, "add": 1}
SOURCE = {"ship": 4, "compute": 2, "fail": 1}

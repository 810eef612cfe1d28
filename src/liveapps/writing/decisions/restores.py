"""Going back to an earlier version: a new write that undoes the later ones, row by row."""

from liveapps.panels.errors import Refusal
from liveapps.panels.history import RowBefore, as_it_was, template_at
from liveapps.panels.instance import BlockState
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.retention import forgotten_version
from liveapps.panels.rows import Row
from liveapps.panels.template import Template

from ..change import Change, Draft
from ..known import Known
from ..writes import RestoreVersion
from .panels import check_tools, rekey
from .rights import open_panel, open_row, owner_or_boss


def restore(known: Known, write: RestoreVersion, origin: Origin) -> Change:
    """Rows born later go to the trash, never away; annotations stay, for they only ever add. Rows that the writer
    may not see stay as their owner left them."""
    panel = open_panel(known, write.panel, origin)
    owner_or_boss(known, panel)
    if write.version > panel.version:
        raise Refusal(
            "version_not_found",
            f"This panel has no version {write.version}; its newest is {panel.version}.",
            "List the versions: GET /api/panels/{panel}/versions.",
            version=write.version,
            newest=panel.version,
        )
    if write.version < known.oldest:
        raise forgotten_version(write.version, known.oldest, known.rules.retention.versions_days)
    part = _Part(panel, write)
    template = _still_given(template_at(panel.template, known.later), panel) if part.whole else panel.template
    redesigned = template != panel.template
    if redesigned:
        check_tools(template, known)
    changed = panel.model_copy(
        update={"template": template, "template_version": panel.template_version + redesigned},
    )
    if write.row is not None:
        open_row(known, write.row, trashed=None)
    draft = Draft(changed, origin, "restore_version", template=panel.template if redesigned else None)
    back, trashed = _put_rows(draft, known, part, origin)
    for then in _states_then(known).values():
        if part.has_target(then.target):
            draft.put_state(known.state(then.target), then)
    rekey(draft, known)
    return draft.finish(changed=back, in_trash=trashed)


def _still_given(template: Template, panel: Panel) -> Template:
    """Which agents read the panel is no part of its history: what a boss took back stays taken back."""
    audience = template.audience.model_copy(update={"agents": panel.template.audience.agents})
    return template.model_copy(update={"audience": audience})


class _Part:
    """What of the panel goes back."""

    def __init__(self, panel: Panel, write: RestoreVersion) -> None:
        self._row = write.row
        self._targets = None if write.tab is None else set(panel.template.targets(panel.template.tab(write.tab)))
        self.whole = write.row is None and write.tab is None

    def has_row(self, row: Row) -> bool:
        return row.id == self._row if self._row is not None else self.has_target(row.collection)

    def has_target(self, target: str) -> bool:
        """The state of a list is not that of one row in it."""
        return self._row is None and (self._targets is None or target in self._targets)


def _put_rows(draft: Draft, known: Known, part: _Part, origin: Origin) -> tuple[list[str], list[str]]:
    """The ids of the rows that came back to what they were, and of those that went to the trash."""
    befores = _befores(known)
    back: list[str] = []
    trashed: list[str] = []
    for row in filter(part.has_row, filter(known.sees, known.rows.values())):
        then = as_it_was(row, befores.get(row.id, []))
        if then is None:
            if row.trashed_at is None and draft.put(row, row.model_copy(update={"trashed_at": origin.at})):
                trashed.append(row.id)
        elif draft.put(row, then):
            back.append(row.id)
    return back, trashed


def _befores(known: Known) -> dict[str, list[RowBefore]]:
    found: dict[str, list[RowBefore]] = {}
    for version in known.later:
        for before in version.rows:
            found.setdefault(before.row, []).append(before)
    return found


def _states_then(known: Known) -> dict[str, BlockState]:
    """The oldest kept state of each target is the one it had at the version asked for."""
    return {state.target: state for version in known.later for state in version.states}

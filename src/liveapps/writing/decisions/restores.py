"""Going back to an earlier version: a new write that undoes the later ones, row by row."""

from liveapps.panels.errors import Refusal
from liveapps.panels.history import RowBefore, as_it_was
from liveapps.panels.instance import BlockState
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.panels.template import Template

from ..change import Change, Draft
from ..known import Known
from ..writes import RestoreVersion
from .panels import check_refreshers
from .rights import open_panel, owner_or_boss


def restore(known: Known, write: RestoreVersion, origin: Origin) -> Change:
    """Rows born later go to the trash, never away; annotations stay, for they only ever add."""
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
    template = _template_then(panel, known)
    if template != panel.template:
        check_refreshers(template, known.describe)
    changed = panel.model_copy(
        update={
            "template": template,
            "template_version": panel.template_version + (template != panel.template),
        }
    )
    draft = Draft(changed, origin, "restore_version", template=panel.template if template != panel.template else None)
    for row in known.rows.values():
        draft.put(row, _row_then(row, known, origin))
    for then in _states_then(known).values():
        draft.put_state(known.state(then.target), then)
    trashed = [row.id for row in known.rows.values() if _born_later(row, known)]
    return draft.finish(changed=sorted(known.rows), in_trash=trashed)


def _row_then(row: Row, known: Known, origin: Origin) -> Row:
    then = as_it_was(row, _befores(row, known))
    if then is None:
        return row if row.trashed_at else row.model_copy(update={"trashed_at": origin.at})
    return then.model_copy(update={"notes": row.notes, "version": row.version})


def _born_later(row: Row, known: Known) -> bool:
    return any(before.before is None for before in _befores(row, known))


def _befores(row: Row, known: Known) -> list[RowBefore]:
    return [before for version in known.later for before in version.rows if before.row == row.id]


def _states_then(known: Known) -> dict[str, BlockState]:
    """The oldest kept state of each target is the one it had at the version asked for."""
    return {state.target: state for version in known.later for state in version.states}


def _template_then(panel: Panel, known: Known) -> Template:
    return next((version.template for version in reversed(known.later) if version.template), panel.template)

"""Creating, redesigning, trashing and restoring a panel."""

from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.instance import BlockState
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.powers import may_refresh, not_a_refresher
from liveapps.panels.template import RefreshByTool, Template

from ..change import Change, Draft
from ..known import Describe, Known
from ..writes import ChangeTemplate, CreatePanel, RestorePanel, TrashPanel
from .rights import open_panel, owner_or_boss


def create(known: Known, write: CreatePanel, origin: Origin) -> Change:
    if known.panel_count >= known.limits.panels_per_agent:
        raise Refusal(
            "limit_reached",
            f'Agent "{write.agent}" already keeps {known.panel_count} panels, which is the limit.',
            "Trash a panel that is no longer used, or add a tab to one that is.",
            agent=write.agent,
            count=known.panel_count,
            limit=known.limits.panels_per_agent,
        )
    check_refreshers(write.template, known.describe)
    panel = Panel(
        id=write.panel,
        agent=write.agent,
        owner=origin.actor.id,
        template=write.template,
        created_at=origin.at,
        updated_at=origin.at,
    )
    return Draft(panel, origin, "create_panel", created=True).finish()


def change_template(known: Known, write: ChangeTemplate, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    owner_or_boss(known, panel)
    if write.based_on is not None and write.based_on != panel.template_version:
        raise Refusal(
            "version_conflict",
            "The template was changed after you read it.",
            "Read the panel again and redo the change on its current template.",
            field="template",
            based_on=write.based_on,
            current_version=panel.template_version,
        )
    if write.template == panel.template:
        return Draft(panel, origin, "change_template").finish()
    check_refreshers(write.template, known.describe)
    _refuse_lost_kind(panel, write.template, known)
    changed = panel.model_copy(update={"template": write.template, "template_version": panel.template_version + 1})
    return Draft(changed, origin, "change_template", template=panel.template).finish()


def check_refreshers(template: Template, describe: Describe) -> None:
    """Runs on every path by which a template gets in: only tools known to be read-only refresh."""
    for tab in template.tabs:
        if not isinstance(tab.refresh, RefreshByTool):
            continue
        tool = describe(tab.refresh.tool)
        if tool is None:
            raise not_found("tool_not_found", "tool", tab.refresh.tool, ())
        if not may_refresh(tool):
            raise not_a_refresher(tab.id, tool.name, tool.power)


def _refuse_lost_kind(panel: Panel, template: Template, known: Known) -> None:
    """Content that is there keeps its kind: a block id cannot silently become another kind of block."""
    kinds = {block.id: block.kind for block in template.blocks()}
    for block in panel.template.blocks():
        state: BlockState | None = known.states.get(block.id)
        if state and state.content and kinds.get(block.id, block.kind) != block.kind:
            raise Refusal(
                "invalid_template",
                f'Block "{block.id}" holds {block.kind} content and cannot become {kinds[block.id]}.',
                "Give the new block another id.",
                block=block.id,
                kind=block.kind,
            )


def trash(known: Known, write: TrashPanel, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    owner_or_boss(known, panel)
    return _with_trash(panel, origin, trashed=True)


def restore(known: Known, write: RestorePanel, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin, trashed=True)
    owner_or_boss(known, panel)
    return _with_trash(panel, origin, trashed=False)


def _with_trash(panel: Panel, origin: Origin, *, trashed: bool) -> Change:
    changed = panel.model_copy(update={"trashed_at": origin.at if trashed else None})
    return Draft(changed, origin, "trash_panel" if trashed else "restore_panel", moved=True).finish()

"""Creating, redesigning, trashing and restoring a panel."""

from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.limits import rows_over_limit
from liveapps.panels.origin import Origin
from liveapps.panels.panel import Panel
from liveapps.panels.powers import may_refresh, not_a_refresher
from liveapps.panels.rows import Row, match_key, yields
from liveapps.panels.template import RefreshByTool, Template
from liveapps.people.policy import may_give_to_agents

from ..change import Change, Draft
from ..known import Known
from ..writes import ChangeTemplate, CreatePanel, RestorePanel, TrashPanel
from .rights import open_panel, owner_or_boss


def create(known: Known, write: CreatePanel, origin: Origin) -> Change:
    if origin.actor.kind == "agent" and origin.actor.id != write.agent:
        raise Refusal("forbidden", "An agent keeps only its own panels.", "Create the panel for yourself.")
    _refuse_one_too_many(known, write.agent)
    _refuse_unfit_readers([], write.template, known)
    check_tools(write.template, known)
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
    _refuse_unfit_readers(panel.template.audience.agents, write.template, known)
    check_tools(write.template, known)
    _refuse_lost_kind(write.template, known)
    _refuse_over_limit(write.template, known)
    changed = panel.model_copy(update={"template": write.template, "template_version": panel.template_version + 1})
    draft = Draft(changed, origin, "change_template", template=panel.template)
    rekey(draft, known)
    return draft.finish()


def _refuse_unfit_readers(before: list[str], template: Template, known: Known) -> None:
    """Which other agents read a panel is for a boss to say, and only agents that are there can."""
    agents = template.audience.agents
    if set(agents) == set(before):
        return
    if not may_give_to_agents(known.user):
        raise Refusal(
            "forbidden",
            "Only an agent boss gives a panel to other agents to read.",
            'Leave "audience.agents" as it is, or ask an agent boss.',
            agents=agents,
        )
    for agent in agents:
        if agent not in known.rules.agents and agent not in before:
            raise not_found("agent_not_found", "agent", agent, known.rules.agents)


def check_tools(template: Template, known: Known) -> None:
    """Runs on every path by which a template gets in: only tools known to be read-only refresh, and only calculators
    of this installation compute."""
    calculator = template.calculator
    if calculator is not None and calculator.tool not in known.rules.calculators:
        raise not_found("tool_not_found", "tool", calculator.tool, known.rules.calculators)
    for tab in template.tabs:
        if not isinstance(tab.refresh, RefreshByTool):
            continue
        tool = known.describe(tab.refresh.tool)
        if tool is None:
            raise not_found("tool_not_found", "tool", tab.refresh.tool, ())
        if not may_refresh(tool):
            raise not_a_refresher(tab.id, tool.name, tool.power)


def rekey(draft: Draft, known: Known) -> None:
    """Rows of a collection that is matched by other fields than before are kept under their new key."""
    for collection in draft.panel.template.collections:
        rows = [draft.standing(row) for row in known.rekeyed.get(collection.id, [])]
        owners: dict[str, Row] = {}
        for row in sorted(rows, key=yields):
            key = match_key(row, collection.key)
            other = None if key is None else owners.setdefault(key, row)
            if other is None or other is row:
                draft.rekeyed[row.id] = (row, key)
            elif yields(row):
                draft.rekeyed[row.id] = (row, None)
            else:
                raise Refusal(
                    "duplicate_key",
                    f'Two rows of "{collection.id}" would have the same key ({", ".join(collection.key)}).',
                    "Choose key fields that tell the rows apart, or change one of the rows first.",
                    collection=collection.id,
                    key=collection.key,
                )


def _refuse_lost_kind(template: Template, known: Known) -> None:
    """Content that is there keeps its kind: a block id cannot silently become another kind of block."""
    for block in template.blocks():
        state = known.states.get(block.id)
        if state and state.content and state.content.kind != block.kind:
            raise Refusal(
                "invalid_template",
                f'"{block.id}" holds {state.content.kind} content and cannot become {block.kind}.',
                "Give the new block another id.",
                block=block.id,
                kind=state.content.kind,
            )


def _refuse_over_limit(template: Template, known: Known) -> None:
    for collection in template.collections:
        count, limit = known.counts.get(collection.id, 0), known.limits.rows(collection.rows)
        if count > limit:
            raise rows_over_limit(collection.id, collection.rows, count, limit)


def _refuse_one_too_many(known: Known, agent: str) -> None:
    if known.panel_count >= known.limits.panels_per_agent:
        raise Refusal(
            "limit_reached",
            f'Agent "{agent}" already keeps {known.panel_count} panels, which is the limit.',
            "Trash a panel that is no longer used, or add a tab to one that is.",
            agent=agent,
            count=known.panel_count,
            limit=known.limits.panels_per_agent,
        )


def trash(known: Known, write: TrashPanel, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin)
    owner_or_boss(known, panel)
    return _with_trash(panel, origin, trashed=True)


def restore(known: Known, write: RestorePanel, origin: Origin) -> Change:
    panel = open_panel(known, write.panel, origin, trashed=True)
    owner_or_boss(known, panel)
    _refuse_one_too_many(known, panel.agent)
    return _with_trash(panel, origin, trashed=False)


def _with_trash(panel: Panel, origin: Origin, *, trashed: bool) -> Change:
    changed = panel.model_copy(update={"trashed_at": origin.at if trashed else None})
    return Draft(changed, origin, "trash_panel" if trashed else "restore_panel", moved=True).finish()

"""Builds what a reader is given of a panel: a copy, with the flags of what this reader may do."""

from datetime import datetime

from liveapps.blocks.action_buttons import ActionButtonsBlock
from liveapps.panels.instance import BlockState
from liveapps.panels.panel import Panel
from liveapps.panels.powers import authorises_itself
from liveapps.panels.rows import ListedRow
from liveapps.panels.template import Collection
from liveapps.people.policy import (
    PersonReader,
    Reader,
    SharedReader,
    editable_fields,
    may_give_to_agents,
    may_redesign,
    may_see,
    stage_is_ours,
)
from liveapps.people.users import User
from liveapps.ports import Counts, Tools

from .ages import tab_view, worst
from .views import ButtonCan, CollectionView, PanelCan, PanelSummary, PanelView, RowsCan


def panel_view(
    panel: Panel,
    reader: Reader,
    states: dict[str, BlockState],
    collections: dict[str, CollectionView],
    users: list[User],
    grants: set[str],
    tools: Tools,
    now: datetime,
    alerting: int,
    due: dict[str, datetime],
) -> PanelView:
    """`due` is when scheduled tabs are refreshed next."""
    return PanelView(
        id=panel.id,
        agent=panel.agent,
        version=panel.version,
        updated_at=panel.updated_at,
        template=panel.template,
        states=states,
        collections=collections,
        tabs=[tab_view(panel.template, tab, states, now, due.get(tab.id)) for tab in panel.template.tabs],
        buttons=_buttons(panel, grants, tools),
        readers=_readers(panel, users),
        alerting=alerting,
        can=_panel_can(panel, reader),
    )


def summary(panel: Panel, agent_name: str, states: dict[str, BlockState], now: datetime, alerting: int) -> PanelSummary:
    tabs = [tab_view(panel.template, tab, states, now) for tab in panel.template.tabs]
    return PanelSummary(
        id=panel.id,
        agent=panel.agent,
        agent_name=agent_name,
        title=panel.template.title,
        version=panel.version,
        updated_at=panel.updated_at,
        tabs=tabs,
        status=worst(tab.status for tab in tabs),
        alerting=alerting,
    )


def collection_view(
    collection: Collection, counts: Counts, rows: list[ListedRow] | None, reader: Reader
) -> CollectionView:
    return CollectionView(
        id=collection.id,
        count=counts.rows,
        unconfirmed=counts.unconfirmed,
        without_stage=counts.without_stage,
        rows=rows,
        can=_rows_can(collection, reader),
    )


def _rows_can(collection: Collection, reader: Reader) -> RowsCan:
    if isinstance(reader, SharedReader):
        return RowsCan()
    return RowsCan(
        add=True,
        edit=editable_fields(collection),
        move=stage_is_ours(collection),
        remove=True,
        annotate=True,
    )


def _panel_can(panel: Panel, reader: Reader) -> PanelCan:
    if not isinstance(reader, PersonReader):
        return PanelCan()
    redesigns = may_redesign(reader.user, panel)
    by_tool = any(tab.refresh and tab.refresh.by == "tool" for tab in panel.template.tabs)
    runs = by_tool or panel.template.calculator is not None
    return PanelCan(
        redesign=redesigns,
        give=may_give_to_agents(reader.user),
        refresh_all=panel.template.semantics == "sync" and runs,
        trash=redesigns,
        restore=redesigns,
    )


def _buttons(panel: Panel, grants: set[str], tools: Tools) -> dict[str, ButtonCan]:
    return {
        f"{block.id}.{button.id}": button_can(button.tool, grants, tools)
        for block in panel.template.blocks()
        if isinstance(block, ActionButtonsBlock)
        for button in block.buttons
    }


def button_can(name: str, grants: set[str], tools: Tools) -> ButtonCan:
    """The same rule the press itself obeys, so that no button is drawn that would be refused."""
    tool = tools.describe(name)
    if tool is None:
        return ButtonCan(press=False, why="tool_not_found")
    allowed = authorises_itself(tool) or name in grants
    return ButtonCan(press=allowed, why=None if allowed else "tool_not_granted")


def _readers(panel: Panel, users: list[User]) -> list[str]:
    """Who may see the panel, by name: the screen never just says "private" or "shared"."""
    return [user.name for user in users if may_see(PersonReader(user), panel)]

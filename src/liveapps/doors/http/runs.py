"""Runs of agents, for those who look after them."""

from typing import Annotated

from fastapi import APIRouter, Query

from liveapps.conversation.run_pages import RunLine, RunPage
from liveapps.conversation.savings import Savings

from .visitor import Visit

router = APIRouter(prefix="/api/runs", tags=["agents"])


@router.get("")
async def list_runs(
    visit: Visit,
    agent: Annotated[str | None, Query(max_length=63)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[RunLine]:
    """The last runs, of one agent or of all, newest first."""
    return await visit.house.runs.recent(visit.user, agent, limit)


@router.get("/savings")
async def what_was_saved(visit: Visit, agent: Annotated[str | None, Query(max_length=63)] = None) -> Savings:
    """How many further questions were cuts of an answer that no model was asked for, and about what that saved."""
    return await visit.house.runs.savings(visit.user, agent)


@router.get("/{run}")
async def open_run(run: str, visit: Visit) -> RunPage:
    """What a run did, step by step: models, tools and writes with sizes, tokens, cost and time, and no content."""
    return await visit.house.runs.open(visit.user, run)

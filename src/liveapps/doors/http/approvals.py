"""A person decides about a call that an agent asked for."""

from fastapi import APIRouter

from liveapps.conversation.approvals import Decided, Decision

from .visitor import Visit

router = APIRouter(prefix="/api", tags=["chat"])


@router.post("/approvals/{approval}")
async def decide(approval: str, body: Decision, visit: Visit) -> Decided:
    """Only the owner of the thread decides. Sent again, a decision answers as before and nothing is called twice."""
    return await visit.house.supervisor.decide(visit.user, approval, body, visit.locale)

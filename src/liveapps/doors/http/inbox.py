"""What I was told: notes on my rows, and alerts that I follow."""

from fastapi import APIRouter

from liveapps.reading.views import InboxNotice

from .visitor import Visit

router = APIRouter(prefix="/api", tags=["inbox"])


@router.get("/inbox")
async def inbox(visit: Visit) -> list[InboxNotice]:
    return await visit.house.facade.inbox(visit.user)


@router.post("/inbox/read", status_code=204)
async def read_inbox(visit: Visit) -> None:
    await visit.house.facade.read_inbox(visit.user)

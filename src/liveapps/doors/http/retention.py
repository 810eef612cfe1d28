"""How long things are kept."""

from fastapi import APIRouter

from liveapps.panels.retention import Retention

from .visitor import Visit

router = APIRouter(prefix="/api", tags=["retention"])


@router.get("/retention")
async def read_retention(visit: Visit) -> Retention:
    """In days; null is for ever. What is older is forgotten for good, at the latest a day later."""
    return visit.house.retention

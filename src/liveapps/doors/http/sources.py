"""How the sources of tools are doing, for whoever looks after them."""

from fastapi import APIRouter

from liveapps.panels.source_state import SourceState

from .visitor import Visit

router = APIRouter(prefix="/api/sources", tags=["sources"])


@router.get("")
async def list_sources(visit: Visit) -> list[SourceState]:
    """Each source with its tools and their power, and with what went wrong last. For agent bosses."""
    return visit.house.sources.list(visit.user)


@router.post("/{source}/retry")
async def retry_source(source: str, visit: Visit) -> SourceState:
    """Opens the source now, also while it is paused. Whether that succeeded is in its state."""
    return await visit.house.sources.retry(visit.user, source)

"""Jobs for those who look after the installation: what waits, what failed for good, and another try."""

from fastapi import APIRouter

from liveapps.automating.jobs import JobView
from liveapps.panels.jobs import JobStatus

from .visitor import Visit

router = APIRouter(prefix="/api/jobs", tags=["jobs"])


@router.get("")
async def list_jobs(visit: Visit, status: JobStatus | None = None) -> list[JobView]:
    """The newest 500, newest first; `status=dead` lists those that were tried as often as they may be."""
    return await visit.house.jobs.list(visit.user, status)


@router.post("/{job}/retry", status_code=204)
async def retry_job(job: str, visit: Visit) -> None:
    """Lets a dead job wait again, as if it were new."""
    await visit.house.jobs.retry(visit.user, job)

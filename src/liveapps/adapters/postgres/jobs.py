"""Jobs and leases on PostgreSQL."""

from collections.abc import Iterable
from datetime import UTC, datetime

import orjson

from liveapps.panels.jobs import Job, JobStatus

from .base import Sql, text
from .driver import Record

JOB = (
    *("id", "task", "key", "status", "run_at", "attempts", "holder", "lease_until", "error", "created_at"),
    "ended_at",
)


class JobSql(Sql):
    async def put_job(self, job: Job) -> bool:
        return await self._value("put_job", *_values(job)) == job.id

    async def drop_job(self, key: str) -> None:
        await self._run("drop_job", key)

    async def claim_jobs(self, holder: str, now: datetime, lease_until: datetime, limit: int) -> list[Job]:
        claimed = await self._all("claim_jobs", holder, _moment(now), _moment(lease_until), limit)
        return sorted(map(_job, claimed), key=lambda job: (job.run_at, job.id))

    async def extend_lease(self, job: str, holder: str, lease_until: datetime) -> bool:
        return await self._one("extend_lease", job, holder, _moment(lease_until)) is not None

    async def settle_job(self, job: Job, holder: str) -> bool:
        if await self._one("take_out_job", job.id, holder) is None:
            return False
        await self.put_job(job)
        return True

    async def retry_job(self, job: str, at: datetime) -> bool:
        found = await self._one("take_out_dead_job", job)
        if found is None:
            return False
        await self.put_job(_job(found).again(at))
        return True

    async def job(self, job: str) -> Job | None:
        found = await self._one("job", job)
        return _job(found) if found else None

    async def jobs(self, status: JobStatus | None, limit: int) -> list[Job]:
        return [_job(record) for record in await self._all("jobs", status, limit)]

    async def next_job_at(self) -> datetime | None:
        found = await self._value("next_job_at")
        return datetime.fromisoformat(found) if found else None

    async def due_times(self, keys: Iterable[str]) -> dict[str, datetime]:
        return {key: datetime.fromisoformat(at) for key, at in await self._all("due_times", list(keys))}

    async def forget_jobs(self, before: datetime) -> int:
        return len(await self._all("forget_jobs", _moment(before)))

    async def take_lease(self, name: str, holder: str, now: datetime, until: datetime) -> bool:
        return await self._one("take_lease", name, holder, _moment(now), _moment(until)) is not None

    async def drop_lease(self, name: str, holder: str) -> None:
        await self._run("drop_lease", name, holder)


def _moment(at: datetime) -> str:
    """In UTC, written so that it sorts as text as it does as a time."""
    return at.astimezone(UTC).isoformat()


def _values(job: Job) -> tuple[str | int | None, ...]:
    return (
        job.id,
        job.task.kind,
        job.task.model_dump_json(),
        job.key,
        job.key if job.status == "waiting" else None,
        job.status,
        _moment(job.run_at),
        job.attempts,
        job.holder,
        _moment(job.lease_until) if job.lease_until else None,
        job.error,
        _moment(job.created_at),
        _moment(job.ended_at) if job.ended_at else None,
    )


def _job(record: Record) -> Job:
    values = dict(zip(JOB, record, strict=True))
    return Job.model_validate_json(text({**values, "task": orjson.loads(values["task"])}))

"""Jobs and leases on SQLite."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import orjson

from liveapps.panels.jobs import Job, JobStatus

from .base import Record, Sql, ids_json, text

_JOB = (
    *("id", "task", "key", "status", "run_at", "attempts", "holder", "lease_until", "error", "created_at"),
    "ended_at",
)


class JobSql(Sql):
    async def put_job(self, job: Job) -> bool:
        return self._value("put_job", **_values(job)) == job.id

    async def drop_job(self, key: str) -> None:
        self._run("drop_job", key=key)

    async def claim_jobs(self, holder: str, now: datetime, lease_until: datetime, limit: int) -> list[Job]:
        times = {"now": _moment(now), "lease_until": _moment(lease_until)}
        claimed = [_job(record) for record in self._all("claim_jobs", holder=holder, limit=limit, **times)]
        return sorted(claimed, key=lambda job: (job.run_at, job.id))

    async def extend_lease(self, job: str, holder: str, lease_until: datetime) -> bool:
        return self._one("extend_lease", id=job, holder=holder, lease_until=_moment(lease_until)) is not None

    async def settle_job(self, job: Job, holder: str) -> bool:
        if self._one("take_out_job", id=job.id, holder=holder) is None:
            return False
        await self.put_job(job)
        return True

    async def retry_job(self, job: str, at: datetime) -> bool:
        found = self._one("take_out_dead_job", id=job)
        if found is None:
            return False
        await self.put_job(_job(found).again(at))
        return True

    async def job(self, job: str) -> Job | None:
        found = self._one("job", id=job)
        return _job(found) if found else None

    async def jobs(self, status: JobStatus | None, limit: int) -> list[Job]:
        return [_job(record) for record in self._all("jobs", status=status, limit=limit)]

    async def next_job_at(self) -> datetime | None:
        found = self._value("next_job_at")
        return datetime.fromisoformat(found) if found else None

    async def due_times(self, keys: Iterable[str]) -> dict[str, datetime]:
        return {key: datetime.fromisoformat(at) for key, at in self._all("due_times", keys=ids_json(keys))}

    async def forget_jobs(self, before: datetime) -> int:
        self._run("forget_jobs", before=_moment(before))
        return self._connection.changes()

    async def take_lease(self, name: str, holder: str, now: datetime, until: datetime) -> bool:
        times = {"now": _moment(now), "until": _moment(until)}
        return self._one("take_lease", name=name, holder=holder, **times) is not None

    async def drop_lease(self, name: str, holder: str) -> None:
        self._run("drop_lease", name=name, holder=holder)


def _moment(at: datetime) -> str:
    """In UTC, written so that it sorts as text as it does as a time."""
    return at.astimezone(UTC).isoformat()


def _values(job: Job) -> dict[str, Any]:
    times = {
        "run_at": job.run_at,
        "created_at": job.created_at,
        "ended_at": job.ended_at,
        "lease_until": job.lease_until,
    }
    return {
        **job.model_dump(include={"id", "key", "status", "attempts", "holder", "error"}),
        **{name: _moment(at) if at else None for name, at in times.items()},
        "kind": job.task.kind,
        "task": job.task.model_dump_json(),
        "waiting_key": job.key if job.status == "waiting" else None,
    }


def _job(record: Record) -> Job:
    values = dict(zip(_JOB, record, strict=True))
    return Job.model_validate_json(text({**values, "task": orjson.loads(values["task"])}))

"""Jobs as those see them who look after the installation: what waits, what failed for good, and another try."""

from collections.abc import Callable
from datetime import datetime

from liveapps.blocks.base import Model
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.jobs import Job, JobStatus, TaskKind
from liveapps.people.policy import PersonReader, may_see
from liveapps.people.users import User
from liveapps.ports import Clock, Store, Tx

SHOWN = 500


class JobView(Model):
    """One job without what it says: only its kind and its panel, if it is about one."""

    id: str
    kind: TaskKind
    panel: str | None
    status: JobStatus
    run_at: datetime
    attempts: int
    error: str | None
    created_at: datetime
    ended_at: datetime | None


class Jobs:
    """Of a panel that they may not see, a boss learns nothing here either. `nudge` lets the worker look at once."""

    def __init__(self, store: Store, clock: Clock, nudge: Callable[[], None]) -> None:
        self._store = store
        self._clock = clock
        self._nudge = nudge

    async def list(self, user: User, status: JobStatus | None) -> list[JobView]:
        """The newest `SHOWN`, newest first. Raises Refusal `forbidden` unless a boss or an admin asks."""
        _refuse_others(user)

        async def body(tx: Tx) -> list[JobView]:
            sees = await _sight(tx, user)
            return [_view(job) for job in await tx.jobs(status, SHOWN) if sees(job)]

        return await self._store.read(body)

    async def retry(self, user: User, job: str) -> None:
        """Lets a dead job wait again. Raises Refusal `job_not_found`, also when it is not dead."""
        _refuse_others(user)

        async def body(tx: Tx) -> None:
            found = await tx.job(job)
            sees = await _sight(tx, user)
            if found is None or not sees(found) or not await tx.retry_job(job, self._clock.now()):
                step = "Only a job that failed for good is tried again: GET /api/jobs?status=dead lists them."
                raise gone("job_not_found", "job", job, step)

        await self._store.write(body)
        self._nudge()


def _refuse_others(user: User) -> None:
    if user.role not in ("boss", "admin"):
        raise Refusal("forbidden", "Only an agent boss or an admin sees the jobs.", "Ask an agent boss.")


async def _sight(tx: Tx, user: User) -> Callable[[Job], bool]:
    """Which jobs a person sees: an admin all, a boss those of the panels they see."""
    seen = {panel.id for panel in await tx.panels() if may_see(PersonReader(user), panel)}
    return lambda job: user.role == "admin" or (panel := _panel_of(job)) is None or panel in seen


def _panel_of(job: Job) -> str | None:
    return None if job.task.kind == "keep_house" else job.task.panel


def _view(job: Job) -> JobView:
    shown = job.model_dump(include={"id", "status", "run_at", "attempts", "error", "created_at", "ended_at"})
    return JobView(kind=job.task.kind, panel=_panel_of(job), **shown)

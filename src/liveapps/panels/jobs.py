"""A job: work that a write left to be done after it, kept in the same transaction so that neither is lost."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field as Constraint

from liveapps.blocks.base import Model, Slug

from .alerts import AlertStatus

JobStatus = Literal["waiting", "running", "done", "dead"]
TaskKind = Literal["refresh_tab", "judge_alerts", "mail_alert", "keep_house"]


class RefreshTab(Model):
    """The time of a tab's schedule has come."""

    kind: Literal["refresh_tab"] = "refresh_tab"
    panel: str
    tab: Slug


class JudgeAlerts(Model):
    """A waiting period of an alert is over, or a day has passed for one that speaks of days."""

    kind: Literal["judge_alerts"] = "judge_alerts"
    panel: str


class MailAlert(Model):
    """One person is told by e-mail that an alert changed its status."""

    kind: Literal["mail_alert"] = "mail_alert"
    panel: str
    alert: Slug
    title: str
    person: str
    status: AlertStatus
    value: float | None = None
    at: datetime


class KeepHouse(Model):
    """What is older than the retention says is forgotten."""

    kind: Literal["keep_house"] = "keep_house"


Task = Annotated[RefreshTab | JudgeAlerts | MailAlert | KeepHouse, Constraint(discriminator="kind")]


class Job(Model):
    """`key` stands for what the job is about: only one with a key waits at a time. A `running` one belongs to
    `holder` until `lease_until`; then its server is taken for gone, and another may have it. `dead` was tried
    as often as it may be: it stays to be seen, and can be tried again."""

    id: str
    task: Task
    key: str | None = None
    status: JobStatus = "waiting"
    run_at: datetime
    attempts: int = 0
    holder: str | None = None
    lease_until: datetime | None = None
    error: str | None = None
    created_at: datetime
    ended_at: datetime | None = None

    def again(self, at: datetime) -> "Job":
        """The same work as a new job would do it."""
        return Job(id=self.id, task=self.task, key=self.key, run_at=at, created_at=self.created_at)

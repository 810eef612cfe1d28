"""Who does which job: one handler for each kind of task."""

from dataclasses import dataclass
from typing import Protocol, TypeVar, assert_never

from liveapps.panels.jobs import JudgeAlerts, KeepHouse, MailAlert, RefreshTab, Task

Kind = TypeVar("Kind", contravariant=True)


class Handler(Protocol[Kind]):
    async def do(self, task: Kind) -> None:
        """Returns when it is done; what it raises makes the job be tried again later. It may be done twice: a server
        can go away between the deed and the note of it."""
        ...


@dataclass(frozen=True)
class Handlers:
    """A kind of task without its handler does not type-check."""

    refresh_tab: Handler[RefreshTab]
    judge_alerts: Handler[JudgeAlerts]
    mail_alert: Handler[MailAlert]
    keep_house: Handler[KeepHouse]

    async def do(self, task: Task) -> None:
        match task:
            case RefreshTab():
                await self.refresh_tab.do(task)
            case JudgeAlerts():
                await self.judge_alerts.do(task)
            case MailAlert():
                await self.mail_alert.do(task)
            case KeepHouse():
                await self.keep_house.do(task)
            case _:
                assert_never(task)

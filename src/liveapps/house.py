"""The verbs of the house, wired: all that a door may call."""

from dataclasses import dataclass

from liveapps.access.accounts import Accounts
from liveapps.acting.endpoints import Endpoints
from liveapps.acting.hooks import Hooks
from liveapps.acting.press import Presser
from liveapps.acting.refresh import Refresher
from liveapps.ports import Clock, Ids, Wakeup
from liveapps.reading.facade import Facade
from liveapps.talking.answers import Answers
from liveapps.talking.supervisor import Supervisor
from liveapps.talking.threads import Threads
from liveapps.writing.funnel import Funnel


@dataclass(frozen=True)
class House:
    accounts: Accounts
    funnel: Funnel
    facade: Facade
    refresher: Refresher
    presser: Presser
    endpoints: Endpoints
    hooks: Hooks
    threads: Threads
    answers: Answers
    supervisor: Supervisor
    wakeup: Wakeup
    clock: Clock
    ids: Ids
    demo: bool = False

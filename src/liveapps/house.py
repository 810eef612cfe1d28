"""The verbs of the house, wired: all that a door may call."""

from dataclasses import dataclass

from liveapps.access.accounts import Accounts
from liveapps.acting.calculate import Calculators
from liveapps.acting.endpoints import Endpoints
from liveapps.acting.hooks import Hooks
from liveapps.acting.press import Presser
from liveapps.acting.refresh import Refresher
from liveapps.acting.sources import SourceDesk
from liveapps.automating.alert_rules import AlertRules
from liveapps.automating.jobs import Jobs
from liveapps.handing.desk import Handing
from liveapps.panels.retention import Retention
from liveapps.ports import Clock, Ids, Wakeup
from liveapps.reading.facade import Facade
from liveapps.talking.agent_setups import AgentSetups
from liveapps.talking.answers import Answers
from liveapps.talking.attachments import Attachments
from liveapps.talking.run_pages import RunPages
from liveapps.talking.supervisor import Supervisor
from liveapps.talking.threads import Threads
from liveapps.writing.funnel import Funnel


@dataclass(frozen=True)
class House:
    accounts: Accounts
    funnel: Funnel
    facade: Facade
    refresher: Refresher
    calculators: Calculators
    presser: Presser
    sources: SourceDesk
    endpoints: Endpoints
    hooks: Hooks
    alerts: AlertRules
    jobs: Jobs
    threads: Threads
    answers: Answers
    agents: AgentSetups
    attachments: Attachments
    supervisor: Supervisor
    runs: RunPages
    handing: Handing
    wakeup: Wakeup
    clock: Clock
    ids: Ids
    retention: Retention
    demo: bool = False

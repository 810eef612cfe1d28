"""The one place that chooses and wires."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from fastapi import FastAPI

from liveapps import __version__
from liveapps.access.accounts import Accounts
from liveapps.acting.calculate import Calculators
from liveapps.acting.endpoints import Endpoints
from liveapps.acting.executor import Executor
from liveapps.acting.hooks import Hooks
from liveapps.acting.leases import Leases
from liveapps.acting.press import Presser
from liveapps.acting.refresh import Refresher
from liveapps.acting.sources import SourceDesk
from liveapps.adapters.calculators.processes import CalculatorProcesses
from liveapps.adapters.files.reader import FileProcesses
from liveapps.adapters.mcp_client import McpSources
from liveapps.adapters.offline_agent.runtime import OfflineAgent
from liveapps.adapters.postgres.store import PostgresStore
from liveapps.adapters.postgres.wakeup import PostgresWakeup
from liveapps.adapters.pydantic_ai.lazy import ModelAgents
from liveapps.adapters.python_tools import PythonTools
from liveapps.adapters.secrets import VARIABLE, SealedSecrets
from liveapps.adapters.smtp import VARIABLE as MAIL_PASSWORD
from liveapps.adapters.smtp import SmtpMail
from liveapps.adapters.sqlite.store import SqliteStore
from liveapps.adapters.system import ProcessWakeup, SystemClock, SystemIds
from liveapps.adapters.telemetry import Telemetry, telemetry_from
from liveapps.adapters.toolbox import ToolBox
from liveapps.automating.alert_rules import AlertRules
from liveapps.automating.alerts import Judging
from liveapps.automating.handlers import Handlers
from liveapps.automating.housekeeping import Housekeeping
from liveapps.automating.jobs import Jobs
from liveapps.automating.mailing import Mailing
from liveapps.automating.refreshing import Refreshing
from liveapps.automating.worker import Worker
from liveapps.conversation.agents import Agent
from liveapps.doors.agui.routes import agui_router
from liveapps.doors.http.app import include_api, include_web
from liveapps.doors.http.tracing import Traced
from liveapps.doors.http.visitor import sender
from liveapps.doors.mcp.http import McpOverHttp
from liveapps.doors.webhooks.routes import router as webhooks
from liveapps.handing.wiring import wire_handing
from liveapps.house import House
from liveapps.panels.powers import ROW_TOOL, Tool
from liveapps.panels.sources import ToolPolicy, policies
from liveapps.ports import AgentRuntime, Clock, Ids, Store, Wakeup
from liveapps.reading.facade import Facade
from liveapps.settings import Settings
from liveapps.talking.agent_keys import AgentKeys
from liveapps.talking.agent_setups import AgentSetups
from liveapps.talking.agent_tools.kit import Verbs
from liveapps.talking.answers import Answers
from liveapps.talking.attachments import Attachments
from liveapps.talking.run_pages import RunPages
from liveapps.talking.supervisor import Supervisor
from liveapps.talking.threads import Threads
from liveapps.writing.funnel import Funnel
from liveapps.writing.house_rules import HouseRules

SHARED_GRACE = timedelta(minutes=30)
"""How old a call must be, on a database that several servers share, to be taken for one whose server is gone."""
ROW = Tool(name=ROW_TOOL, title="Update a row", power="row_write")


@dataclass
class Parts:
    """What an embedder or a test brings: Python functions as tools, with what is said of them, and runtimes instead of
    those that the agents' configuration names. Without `traces`, nothing of them is even made."""

    clock: Clock
    ids: Ids
    functions: PythonTools
    runtime: Callable[[Agent], AgentRuntime] | None = None
    policies: dict[str, ToolPolicy] = field(default_factory=dict[str, ToolPolicy])
    traces: Telemetry | None = None


def default_parts() -> Parts:
    return Parts(SystemClock(), SystemIds(), PythonTools(), traces=telemetry_from(os.environ))


@dataclass
class Running:
    """A wired house and what must be started and closed around it."""

    house: House
    store: Store
    sources: McpSources
    executor: Executor
    worker: Worker
    housekeeping: Housekeeping
    settings: Settings
    wakeup: PostgresWakeup | None = None
    traces: Telemetry | None = None

    async def start(self) -> None:
        if self.wakeup is not None:
            await self.wakeup.start()
        await self.sources.start()
        # Other servers on the same database may be in the midst of theirs.
        grace = SHARED_GRACE if self.wakeup else timedelta()
        if self.wakeup is None:
            await self.house.supervisor.end_orphans()
        await self.executor.end_orphans(grace)
        self.house.supervisor.watch()
        await self.housekeeping.plan()
        self.worker.start()

    def end_streams(self) -> None:
        """Lets go of all who follow something: the server is about to stop."""
        self.house.wakeup.stop()
        self.house.supervisor.let_go()

    async def close(self) -> None:
        await self.worker.close()
        await self.house.refresher.close()
        await self.house.calculators.close()
        await self.house.supervisor.close()
        await self.sources.close()
        if self.wakeup is not None:
            await self.wakeup.close()
        await self.store.close()
        if self.traces is not None:
            await asyncio.to_thread(self.traces.close)


def open_store(data: Path, database: str | None) -> Store:
    """PostgreSQL at an address, else one SQLite file in the data folder.

    Raises Refusal `data_damaged` or `data_newer`.
    """
    if database is None:
        return SqliteStore(data / "liveapps.db")
    return PostgresStore(database)


def build_house(settings: Settings, parts: Parts | None = None) -> Running:
    """Opens the data folder. Raises Refusal `data_damaged` or `data_newer`."""
    use = parts or default_parts()
    store = open_store(settings.data, settings.database)
    sources = McpSources(settings.sources, clock=use.clock, logs=settings.data / "logs")
    tools = ToolBox(use.functions, sources, built_in=[ROW])
    agents = {agent.id: agent for agent in settings.agents}
    said = policies(settings.sources) | use.policies
    local = ProcessWakeup()
    shared = PostgresWakeup(settings.database, local, use.clock) if settings.database else None
    wakeup: Wakeup = shared or local
    names = {agent.id: agent.name for agent in settings.agents}
    facade = Facade(store, tools, use.clock, names, settings.retention)
    calculations = CalculatorProcesses(settings.calculators, logs=settings.data / "logs")
    rules = HouseRules(
        limits=settings.limits, retention=settings.retention, calculators=calculations.names(), agents=list(agents)
    )
    funnel = Funnel(store, tools, use.ids, wakeup, rules, use.traces)
    executor = Executor(store, tools, use.clock, use.ids, use.traces)
    leases = Leases(store, use.clock, use.ids)
    calculators = Calculators(facade, funnel, calculations, leases, store, use.clock, use.ids)
    secrets = SealedSecrets(settings.data, os.environ.get(VARIABLE))
    endpoints = Endpoints(facade, store, secrets, use.clock, use.ids)
    threads = Threads(store, use.clock, agents)
    attachments = Attachments(store, FileProcesses(settings.data / "logs"), use.clock, use.ids)
    refresher = Refresher(facade, funnel, executor, tools, leases, calculators)
    mail = SmtpMail(settings.mail, os.environ.get(MAIL_PASSWORD)) if settings.mail else None
    housekeeping = Housekeeping(store, settings.retention, use.clock, use.ids)
    handlers = Handlers(
        refresh_tab=Refreshing(store, refresher, use.clock, use.ids),
        judge_alerts=Judging(store, wakeup, use.clock, use.ids),
        mail_alert=Mailing(store, mail, settings.public_address),
        keep_house=housekeeping,
    )
    worker = Worker(store, use.clock, use.ids, handlers)
    answers = Answers(store, facade, funnel, executor, tools, said, use.clock, use.ids)
    keys = AgentKeys(store, secrets, os.environ, use.clock)
    models = ModelAgents(keys, use.clock)
    house = House(
        accounts=Accounts(store, use.clock, use.ids),
        funnel=funnel,
        facade=facade,
        refresher=refresher,
        calculators=calculators,
        presser=Presser(facade, funnel, executor, tools, store, use.clock),
        sources=SourceDesk(sources),
        endpoints=endpoints,
        hooks=Hooks(endpoints, funnel, store, settings.limits, use.clock, use.ids),
        alerts=AlertRules(facade, funnel, store, mails=settings.mail is not None),
        jobs=Jobs(store, use.clock, worker.nudge),
        threads=threads,
        attachments=attachments,
        answers=answers,
        agents=AgentSetups(agents, keys, models),
        supervisor=Supervisor(
            store,
            threads,
            attachments,
            facade,
            executor,
            funnel,
            use.runtime or (lambda agent: OfflineAgent() if agent.runtime == "offline" else models),
            said,
            Verbs(store, facade, refresher, answers, use.ids),
            use.clock,
            use.ids,
            use.traces,
        ),
        runs=RunPages(store),
        handing=wire_handing(facade, funnel, refresher, agents, store, settings.address, use.clock, use.ids),
        wakeup=wakeup,
        clock=use.clock,
        ids=use.ids,
        retention=settings.retention,
        demo=settings.demo,
    )
    return Running(house, store, sources, executor, worker, housekeeping, settings, shared, use.traces)


def build_app(running: Running) -> FastAPI:
    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncGenerator[None]:
        await running.start()
        async with mcp.running():
            yield
        await running.close()

    mcp = McpOverHttp(lambda: running.house, running.settings)
    app = FastAPI(
        title="Live Apps", version=__version__, openapi_url=None, docs_url=None, redoc_url=None, lifespan=life
    )
    app.state.house = running.house
    add_routes(app, mcp)
    if running.traces is not None:
        app.add_middleware(Traced, traces=running.traces)
    return app


def add_routes(app: FastAPI, mcp: McpOverHttp | None = None) -> None:
    """All doors that are reached over HTTP. The web app comes last: it answers every other address."""
    include_api(app)
    app.include_router(agui_router(sender))
    app.include_router(webhooks)
    if mcp is not None:
        mcp.add_to(app)
    include_web(app)

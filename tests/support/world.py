"""A whole house on a real SQLite file in a temporary folder: only the clock and the tools are the test's own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from fastapi import FastAPI

from liveapps.adapters.python_tools import PythonTools
from liveapps.adapters.system import SystemIds
from liveapps.adapters.telemetry import Telemetry
from liveapps.bootstrap import Parts, Running, build_app, build_house
from liveapps.conversation.agents import Agent
from liveapps.house import House
from liveapps.panels.calculators import InstalledCalculator
from liveapps.panels.fields import Door
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Actor, Locale, Origin
from liveapps.panels.powers import Power
from liveapps.panels.receipts import Receipt
from liveapps.panels.retention import Retention
from liveapps.panels.rows import Row
from liveapps.panels.sources import Source, ToolPolicy
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.people.users import Role, User
from liveapps.ports import AgentRuntime, Tx
from liveapps.reading.views import PanelView
from liveapps.settings import MailServer, Settings
from liveapps.writing.writes import CreatePanel, Ship, Write

from .clock import FixedClock

AGENT = "sales"
ADDRESS = "https://apps.example.com"
CALCULATORS = [
    InstalledCalculator(id=name, call=f"tests.support.calculating:{name}", title=name, seconds=seconds, megabytes=256)
    for name, seconds in {
        **dict.fromkeys(("month", "given", "surroundings", "waits", "answers", "prints", "raises", "eats"), 20.0),
        **dict.fromkeys(("fails", "shouts", "leaves", "formless", "missing"), 20.0),
        "loops": 1.0,
    }.items()
]
COUNTED = {"kind": "structured", "path": "rows", "total": "total", "truncated": "truncated"}
STAGES = [{"id": "new", "title": "Novo"}, {"id": "talking", "title": "Negociando"}, {"id": "won", "title": "Ganho"}]
FIELDS: list[dict[str, Any]] = [
    {"id": "code", "title": "Código", "type": "text"},
    {"id": "company", "title": "Empresa", "type": "text", "role": "title"},
    {"id": "email", "title": "E-mail", "type": "email"},
    {"id": "revenue", "title": "Receita", "type": "money", "currency": "BRL", "role": "value"},
    {"id": "due", "title": "Prazo", "type": "date", "role": "due"},
    {"id": "next_step", "title": "Próximo passo", "type": "text", "belongs_to": "panel"},
    {"id": "stage", "title": "Etapa", "type": "stage", "role": "stage", "options": STAGES},
]


def panel_template(**changes: Any) -> dict[str, Any]:
    """One tab with a table and a board over the same customers, refreshed by the tool "crm.list"."""
    template: dict[str, Any] = {
        "title": "Carteira",
        "collections": [{"id": "customers", "title": "Clientes", "key": ["code"], "fields": FIELDS}],
        "tabs": [
            {
                "id": "main",
                "title": "Clientes",
                "refresh": {
                    "by": "tool",
                    "tool": "crm.list",
                    "into": [{"target": "customers", "extract": COUNTED, "mode": "complete"}],
                },
                "blocks": [
                    {"kind": "table", "id": "grid", "of": "customers"},
                    {"kind": "kanban", "id": "board", "of": "customers"},
                ],
            }
        ],
    }
    return {**template, **changes}


@dataclass
class World:
    running: Running
    app: FastAPI
    clock: FixedClock
    functions: PythonTools
    crm: list[dict[str, Any]]
    people: dict[str, User] = field(default_factory=dict[str, User])

    @property
    def house(self) -> House:
        return self.running.house

    async def person(self, login: str, role: Role = "user", teams: list[str] | None = None) -> User:
        if login not in self.people:
            name = login.capitalize()
            self.people[login] = await self.house.accounts.create_user(login, name, role, None, teams)
        return self.people[login]

    async def origin(self, login: str = "ana", door: Door = "board", locale: Locale = "pt-BR", **more: Any) -> Origin:
        user = await self.person(login)
        actor = Actor(kind="person", id=user.id, name=user.name)
        return Origin(door=door, actor=actor, at=self.clock.now(), locale=locale, **more)

    def agent_origin(self, **more: Any) -> Origin:
        actor = Actor(kind="agent", id=AGENT, name="Vendas")
        return Origin(door="chat", actor=actor, at=self.clock.now(), **more)

    async def write(self, write: Write, by: str | Origin = "ana", key: str | None = None) -> Receipt:
        origin = by if isinstance(by, Origin) else await self.origin(by)
        return await self.house.funnel.write(write, origin, key=key)

    async def panel(self, by: str = "ana", **changes: Any) -> str:
        """Creates a panel and returns its id."""
        template = read_template(panel_template(**changes))
        return (await self.write(CreatePanel(panel=self.house.ids.new(), agent=AGENT, template=template), by)).panel

    async def ship(self, panel: str, rows: list[dict[str, Any]], **more: Any) -> Receipt:
        """A list arrives from a tool that the system asked."""
        origin = Origin(door="refresh", actor=Actor(kind="system", id="refresh"), at=self.clock.now(), tool="crm.list")
        return await self.write(Ship(panel=panel, collection="customers", rows=rows, **more), origin)

    async def view(self, panel: str, login: str = "ana") -> PanelView:
        return await self.house.facade.panel(PersonReader(await self.person(login)), panel)

    async def rows(self, panel: str, login: str = "ana", collection: str = "customers") -> dict[str, Row]:
        """The rows one person sees, by code, whole."""
        view = await self.view(panel, login)
        by_id = (await self.whole(view))[1]
        return {str(row.values.get("code")): by_id[row.id] for row in view.collections[collection].rows or []}

    async def whole(self, view: PanelView) -> tuple[int, dict[str, Row]]:
        """The rows of a view whole, by id, and the version of the panel by now."""
        listed = [row.id for one in view.collections.values() for row in one.rows or []]

        async def body(tx: Tx) -> tuple[int, dict[str, Row]]:
            head = await tx.panel(view.id)
            assert head is not None
            return head.version, {row.id: row for row in await tx.rows_by_id(view.id, listed)}

        return await self.running.store.read(body)

    async def row(self, panel: str, code: str, login: str = "ana") -> Row:
        return (await self.rows(panel, login))[code]

    async def client(self, login: str = "ana", language: str = "pt-BR") -> httpx2.AsyncClient:
        """A signed-in browser."""
        user = await self.person(login)
        _, token, _ = await self.house.accounts.open_session(user)
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(self.app),
            base_url="http://testserver",
            cookies={"liveapps_session": token},
            headers={"X-LiveApps": "1", "Accept-Language": language},
        )

    def tool(self, name: str, function: Callable[..., Any], power: Power = "read") -> None:
        self.functions.register(name, function, power=power)


async def make_world(
    data: Path,
    *,
    limits: Limits | None = None,
    runtime: Callable[[Agent], AgentRuntime] | None = None,
    policies: dict[str, ToolPolicy] | None = None,
    database: str | None = None,
    mail: MailServer | None = None,
    retention: Retention | None = None,
    sources: list[Source] | None = None,
    tools: Sequence[str] = ("crm.list",),
    agent: dict[str, Any] | None = None,
    traces: Telemetry | None = None,
) -> World:
    """`policies` says of Python tools what a configuration says of a source's; `database` is the address of an empty
    PostgreSQL database to keep everything in, instead of a file; `mail` is where e-mail is handed over; `tools` are
    those of the agent, and `agent` is what more its configuration says."""
    clock, functions = FixedClock(), PythonTools(timeout_seconds=2)
    crm: list[dict[str, Any]] = []

    def list_customers() -> dict[str, Any]:
        return {"rows": crm, "total": len(crm), "truncated": False}

    functions.register("crm.list", list_customers, power="read")
    selling = Agent(id=AGENT, name="Vendas", tools=[*tools], **(agent or {}))
    settings = Settings(
        data=data,
        database=database,
        sources=sources or [],
        agents=[selling],
        limits=limits or Limits(),
        calculators=CALCULATORS,
        retention=retention or Retention(),
        mail=mail,
        public_address=ADDRESS,
    )
    running = build_house(settings, Parts(clock, SystemIds(), functions, runtime, policies or {}, traces))
    await running.start()
    world = World(running, build_app(running), clock, functions, crm)
    await world.person("ana")
    await world.person("bia", "boss")
    return world

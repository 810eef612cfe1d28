"""Calling tools as a host does: in memory, in both eras of the protocol, as one person or another."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal
from uuid import uuid4

from fastmcp import Client
from mcp.client.extension import advertise
from mcp_types import CallToolResult, TextContent

from liveapps.doors.mcp.server import build_server
from liveapps.doors.mcp.tools import DECISION
from liveapps.doors.mcp.turns import UI
from liveapps.doors.mcp.widgets import NAMES, Widgets
from liveapps.people.users import User
from tests.support.world import World

Era = Literal["auto", "legacy"]
ERAS: tuple[Era, ...] = ("auto", "legacy")
"""`auto` settles on the newest revision, which has no sessions; `legacy` shakes hands."""
PAGES = Widgets({name: f"<!doctype html><title>{name}</title>" for name in NAMES})
ROWS = [
    {"code": "C-1", "company": "Embraer", "email": "ana@embraer.com.br", "revenue": 100, "stage": "new"},
    {"code": "C-2", "company": "Padaria São João", "revenue": 20},
    {"code": "C-3", "company": "Riotur", "revenue": 5},
]


@dataclass(frozen=True)
class Answer:
    """What came back: the hand-off, its sentence, and what only a widget sees."""

    handoff: dict[str, Any]
    sentence: str
    is_error: bool
    meta: dict[str, Any]

    @property
    def output(self) -> dict[str, Any]:
        assert not self.is_error, self.handoff
        return self.handoff["output"]

    @property
    def error(self) -> dict[str, Any]:
        assert self.is_error, self.handoff
        assert self.handoff["output"] is None
        return self.handoff["error"]

    @property
    def instruction(self) -> str:
        return self.handoff["agent_directions"]["assistant_instruction"]

    @property
    def token(self) -> str:
        return self.meta[DECISION]["token"]


class Assistant:
    """An assistant in another host, with the tools of one person."""

    def __init__(self, client: Client[Any], conversation: str | None = None) -> None:
        self.client = client
        self._meta = {"openai/session": conversation} if conversation else None

    async def call(self, tool: str, /, **arguments: Any) -> Answer:
        return read(await self.raw(tool, arguments))

    async def raw(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        return await self.client.call_tool_mcp(tool, arguments, meta=self._meta)

    async def decide(self, asked: Answer, event: str, **more: Any) -> Answer:
        """As the widget does that drew what was asked."""
        return await self.call(
            "resolve_decision", token=asked.token, event=widget_event(event, asked.output["proposal"], **more)
        )


def widget_event(event: str, proposal: str, **more: Any) -> dict[str, Any]:
    return {"schema_version": 1, "event": event, "event_id": str(uuid4()), "proposal": proposal, **more}


def read(result: CallToolResult) -> Answer:
    """Every answer has the same form, and one sentence that says what its directions say."""
    told = result.structured_content
    assert told is not None
    assert set(told) == {"schema_version", "output", "agent_directions", "error"}
    assert set(told["agent_directions"]) == {"assistant_instruction", "reason"}
    assert len(result.content) == 1
    assert isinstance(result.content[0], TextContent)
    assert result.content[0].text == told["agent_directions"]["assistant_instruction"]
    assert (told["error"] is None) != (told["output"] is None)
    return Answer(told, result.content[0].text, bool(result.is_error), dict(result.meta or {}))


@asynccontextmanager
async def assistant(
    world: World,
    login: str = "ana",
    era: Era = "auto",
    *,
    conversation: str | None = None,
    draws: bool = True,
    **options: Any,
) -> AsyncGenerator[Assistant]:
    """`draws`: the host shows widgets, and says so where it says anything."""
    user = await world.person(login)

    async def who() -> User:
        return user

    server = build_server(lambda: world.house, who, widgets=PAGES, **options)
    extensions = [advertise(UI, {"mimeTypes": ["text/html;profile=mcp-app"]})] if draws else None
    async with Client(server, mode=era, extensions=extensions) as client:
        yield Assistant(client, conversation)


async def carteira(world: World, **changes: Any) -> str:
    """The panel of customers with three rows."""
    panel = await world.panel(**changes)
    await world.ship(panel, ROWS)
    return panel

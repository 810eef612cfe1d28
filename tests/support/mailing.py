"""An agent that sends letters through a tool that acts on the world, for tests of what a person must decide."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from liveapps.conversation.approvals import Approval
from liveapps.conversation.threads import Called
from liveapps.conversation.views import ThreadView
from liveapps.people.users import User
from liveapps.ports import AgentTools, RunSink, Turn
from tests.support.chat import Script
from tests.support.patience import until
from tests.support.world import World, make_world

MAIL = "crm.send_mail"
LETTER: dict[str, Any] = {"to": "embraer@example.com", "copies": 1}


@dataclass
class Post:
    """The letters that went out, and a gate at which the tool waits when it is told to."""

    sent: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    gate: asyncio.Event | None = None
    raises: Exception | None = None

    async def send(self, to: str, copies: int = 1) -> dict[str, Any]:
        """Sends a letter."""
        self.sent.append({"to": to, "copies": copies})
        if self.gate is not None:
            await self.gate.wait()
        if self.raises is not None:
            raise self.raises
        return {"sent": to}


async def write_letter(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    """Asks for a letter when it is spoken to, and says what came of it when it goes on."""
    if turn.text is not None:
        await sink.say("Vou escrever.")
        await tools.call(MAIL, LETTER)
        await sink.say("Ninguém chega aqui sem decisão.")
        return
    last = calls(turn.history)[-1]
    await sink.say(f"{last.status}: {last.preview}")


def calls(messages: Any) -> list[Called]:
    return [one.body for one in messages if isinstance(one.body, Called)]


async def mail_world(
    folder: Path, post: Post, script: Script | None = None, *, power: Any = "domain", **more: Any
) -> World:
    talks = script or Script([write_letter])
    world = await make_world(folder, runtime=lambda _: talks, tools=["crm.list", MAIL], **more)
    world.functions.register(MAIL, post.send, power=power, title="Enviar carta")
    return world


@dataclass
class Talk:
    """One person in one thread of a world."""

    world: World
    user: User
    thread: str

    async def says(self, text: str | None = "Escreva à Embraer", **more: Any) -> str:
        """Starts a run and returns its id once it has ended."""
        run = self.world.house.ids.new()
        start = self.world.house.supervisor.start
        started = await start(self.user, "sales", self.thread, run, text, "pt-BR", **more)
        await self.ended()
        return started.id

    async def view(self) -> ThreadView:
        return await self.world.house.threads.open(self.user, self.thread)

    async def ended(self) -> ThreadView:
        async def is_over() -> bool:
            return (await self.view()).active_run is None

        await until(is_over)
        return await self.view()

    async def waiting(self) -> list[Approval]:
        return await self.world.house.supervisor.waiting(self.user, self.thread)

    async def called(self) -> Called:
        """The last call of the thread, as it stands."""
        return calls((await self.view()).messages)[-1]

    async def said(self) -> list[str]:
        return [one.body.text for one in (await self.view()).messages if one.body.kind == "answered"]


async def talk(world: World, login: str = "ana") -> Talk:
    return Talk(world, await world.person(login), world.house.ids.new())

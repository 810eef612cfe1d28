"""People at a real server, all at once, who remember what they were told and what was never answered."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

import httpx2

from liveapps.writing.writes import CreatePanel, Write
from tests.proof.history import Done
from tests.proof.requests import receipt_of, send, view_of
from tests.proof.server import PEOPLE, Server
from tests.proof.workload import OVER_HTTP, Workload, template


@dataclass(frozen=True)
class Asked:
    """A write under the key it was sent with, and who sent it."""

    write: Write
    key: str
    login: str


@dataclass
class Crowd:
    """`log` has what was acknowledged; `cut` what was sent and never answered; `failed` what the server answered that
    it could not do, with its answer."""

    server: Server
    panel: str
    log: list[Done] = field(default_factory=list[Done])
    asked: list[Asked] = field(default_factory=list[Asked])
    cut: list[Asked] = field(default_factory=list[Asked])
    failed: list[tuple[Asked, httpx2.Response]] = field(default_factory=list[tuple[Asked, httpx2.Response]])
    refused: Counter[str] = field(default_factory=Counter[str])
    rounds: int = 0

    async def write(self, until: asyncio.Event) -> None:
        """Everybody writes until they are told to stop, or the server is gone."""
        self.rounds += 1
        await asyncio.gather(*(self._write(number, until) for number in range(len(PEOPLE))))

    async def _write(self, number: int, until: asyncio.Event) -> None:
        login = PEOPLE[number]
        name = f"{login} {self.rounds}"
        workload = Workload(self.panel, 100 * self.rounds + number, name)
        async with self.server.client(login) as client:
            while not until.is_set():
                try:
                    view = await view_of(client, self.panel)
                except httpx2.TransportError:
                    return
                except httpx2.HTTPStatusError as away:
                    if away.response.status_code != 503:
                        raise
                    continue
                asked = Asked(workload.next(view, OVER_HTTP), f"{name} {len(self.asked)}", login)
                self.asked.append(asked)
                try:
                    answer = await send(client, asked.write, asked.key)
                except httpx2.TransportError:
                    self.cut.append(asked)
                    return
                self.take(asked, answer)

    async def until(self, reached: Callable[[], bool]) -> None:
        """Waits for something to become of what they write; a minute is more than anything takes."""
        async with asyncio.timeout(60):
            while not reached():
                await asyncio.sleep(0.001)

    async def acknowledged(self, count: int) -> None:
        """Waits for so many more writes to be acknowledged."""
        enough = len(self.log) + count
        await self.until(lambda: len(self.log) >= enough)

    async def not_done(self, count: int) -> None:
        """Waits for so many more writes that the server could not do."""
        enough = len(self.failed) + count
        await self.until(lambda: len(self.failed) >= enough)

    def take(self, asked: Asked, answer: httpx2.Response) -> None:
        if answer.status_code >= 500:
            self.failed.append((asked, answer))
        elif answer.is_success:
            # A list that a person sends is an import, which does not speak for the person.
            by_hand = asked.write.kind != "ship"
            receipt = receipt_of(answer).model_copy(update={"replayed": False})
            self.log.append(Done(asked.write, receipt, self.server.ids[asked.login], by_hand=by_hand))
        else:
            self.refused[answer.json()["code"]] += 1

    async def repeat(self, asked: Asked) -> httpx2.Response:
        async with self.server.client(asked.login) as client:
            return await send(client, asked.write, asked.key)


async def gathered(server: Server) -> Crowd:
    """A crowd before a new panel, its making in the log."""
    crowd = Crowd(server, "")
    making = Asked(CreatePanel(panel="", agent="sales", template=template()), f"create {uuid4()}", "ana")
    crowd.take(making, await crowd.repeat(making))
    crowd.panel = crowd.log[0].receipt.panel
    return crowd

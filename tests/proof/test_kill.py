"""A server that is killed in the midst of writes: what it acknowledged is there, and nothing is there by halves."""

import asyncio
import json

from tests.proof.crowd import Crowd, gathered
from tests.proof.history import violations
from tests.proof.keeping import kept
from tests.proof.requests import receipt_of
from tests.proof.server import Server

ROUNDS = 3
ANSWERS = 60
"""How many writes of a round are acknowledged before the server is killed."""


async def killed_while_writing(server: Server, crowd: Crowd) -> None:
    writing = asyncio.create_task(crowd.write(asyncio.Event()))
    await crowd.acknowledged(ANSWERS)
    server.kill()
    await writing


async def told(server: Server, crowd: Crowd) -> list[str]:
    async with server.store() as store:
        return violations(crowd.log, await kept(store, crowd.panel), unanswered=[one.write for one in crowd.cut])


async def missed(server: Server, panel: str, version: int) -> int:
    """The version that a screen learns of when it comes back with an older one."""
    have = {"have": f"{panel}:{version}"}
    async with server.client() as client, client.stream("GET", "/api/events", params=have) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                return int(json.loads(line[6:])["version"])
    raise AssertionError("the stream ended")


async def test_what_a_killed_server_acknowledged_is_kept_and_the_rest_is_there_whole_or_not_at_all(
    server: Server,
) -> None:
    crowd, unanswered = await gathered(server), 0
    for _ in range(ROUNDS):
        await killed_while_writing(server, crowd)
        unanswered += len(crowd.cut)
        assert await told(server, crowd) == []
        await asyncio.to_thread(server.start)
        newest = max(one.receipt.version for one in crowd.log)
        assert await missed(server, crowd.panel, newest - 1) >= newest

        # Who was not answered sends it again, under the same key. Then it is known what each of these writes did, and
        # all of it must be there whole and once: also what had been done before the server could say so.
        again, crowd.cut = crowd.cut, []
        first = [(asked, await crowd.repeat(asked)) for asked in again]
        for asked, answer in first:
            crowd.take(asked, answer)
            if answer.is_success:
                assert receipt_of(await crowd.repeat(asked)).replayed
        assert await told(server, crowd) == []
    assert crowd.failed == []
    assert unanswered, "the server was always killed while nobody waited for an answer"

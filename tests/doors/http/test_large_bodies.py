"""A body over the cap is refused before it fills the memory, whether it says how large it is or not."""

import tracemalloc
from collections.abc import AsyncGenerator

import pytest

from liveapps.doors.http.bodies import LARGEST_BODY
from liveapps.doors.http.headers import HEADERS
from tests.doors.http.asking import ROWS, nobody, problem, script
from tests.support.world import World

CHUNK = b" " * 1_000_000
JSON = {"Content-Type": "application/json"}


async def chunks(total: int) -> AsyncGenerator[bytes]:
    """A body that does not say how large it is."""
    for _ in range(total // len(CHUNK)):
        yield CHUNK


@pytest.mark.parametrize("path", [ROWS, "/api/session", "/api/agents/sales/agui", "/healthz", "/nope"])
async def test_a_body_over_the_cap_is_refused(world: World, path: str) -> None:
    panel = await world.panel()
    async with await script(world) as client:
        answer = await client.post(path.format(panel=panel), content=chunks(2 * LARGEST_BODY), headers=JSON)
    if path in ("/healthz", "/nope"):
        # Nothing reads the body there.
        problem(answer, 405, "invalid_request")
    else:
        told = problem(answer, 413, "payload_too_large")
        assert told["facts"]["limit_bytes"] <= LARGEST_BODY
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


async def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_read(world: World) -> None:
    panel = await world.panel()
    read = 0

    async def body() -> AsyncGenerator[bytes]:
        nonlocal read
        for _ in range(30):
            read += 1
            yield CHUNK

    async with await script(world) as client:
        headers = {**JSON, "Content-Length": str(LARGEST_BODY + 1)}
        answer = await client.post(ROWS.format(panel=panel), content=body(), headers=headers)
    problem(answer, 413, "payload_too_large")
    assert read == 0


async def test_what_nobody_sends_is_capped_too(world: World) -> None:
    async with nobody(world) as client:
        answer = await client.post("/api/panels", content=chunks(2 * LARGEST_BODY), headers=JSON)
    problem(answer, 413, "payload_too_large")


async def test_the_memory_stays_flat_however_much_is_sent(world: World) -> None:
    panel = await world.panel()
    async with await script(world) as client:
        tracemalloc.start()
        answer = await client.post(ROWS.format(panel=panel), content=chunks(40 * LARGEST_BODY), headers=JSON)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    problem(answer, 413, "payload_too_large")
    assert peak < 3 * LARGEST_BODY


async def test_a_large_list_within_the_cap_goes_through(world: World) -> None:
    panel = await world.panel()
    rows = [{"code": f"C-{number}", "next_step": "x" * 5_000} for number in range(1_000)]
    async with await script(world) as client:
        answer = await client.post(f"/api/panels/{panel}/collections/customers/shipments", json={"rows": rows})
    assert (answer.status_code, len(answer.json()["added"])) == (200, 1_000)

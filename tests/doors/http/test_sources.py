"""Who looks after the sources sees how each is doing and has one tried now; others learn nothing of them."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest

from liveapps.people.users import Role
from tests.doors.http.asking import problem
from tests.support.refreshing import refreshed_by, world_with
from tests.support.sources import raw_source
from tests.support.world import World


@pytest.fixture
def turn(tmp_path: Path) -> Callable[[str], object]:
    """Changes how the source behaves from its next start on."""
    return (tmp_path / "state").write_text


@pytest.fixture
async def connected(tmp_path: Path) -> AsyncGenerator[World]:
    """A house with one source."""
    source = raw_source(
        "--state",
        str(tmp_path / "state"),
        transport={"env": {"RAW_KEY": "hunter2"}},
        patience={"failures": 1, "pause_seconds": 30},
        tools={"rows": {"title": "Clientes"}, "slow": {"power": "domain"}},
    )
    async with world_with(source, tmp_path / "data") as made:
        yield made


@pytest.mark.parametrize("role", ["boss", "admin"])
async def test_a_boss_sees_each_source_with_its_tools_and_their_power(connected: World, role: Role) -> None:
    await connected.person("caio", role)
    async with await connected.client("caio") as client:
        (seen,) = (await client.get("/api/sources")).json()
    assert (seen["name"], seen["kind"], seen["state"], seen["failures"]) == ("raw", "stdio", "ready", 0)
    assert (seen["last_error"], seen["opens_again_at"]) == (None, None)
    powers = {tool["name"]: (tool["title"], tool["power"]) for tool in seen["tools"]}
    assert powers["raw.rows"] == ("Clientes", "read")
    assert powers["raw.slow"] == ("slow", "domain")


async def test_others_learn_nothing_of_the_sources(connected: World) -> None:
    async with await connected.client("ana") as client:
        for method, path in (("GET", ""), ("POST", "/raw/retry"), ("POST", "/nothing/retry")):
            problem(await client.request(method, f"/api/sources{path}"), 403, "forbidden")


async def test_a_paused_source_says_until_when_and_why_and_is_tried_when_a_boss_asks(
    connected: World, turn: Callable[[str], object]
) -> None:
    panel = await connected.panel(**refreshed_by("raw.dies", {}))
    turn("down")
    async with await connected.client("bia") as client:
        assert (await client.post(f"/api/panels/{panel}/tabs/main/refresh")).json()["code"] == "source_failed"
        (paused,) = (await client.get("/api/sources")).json()
        assert (paused["state"], paused["failures"]) == ("paused", 1)
        assert paused["opens_again_at"] == "2026-11-30T15:00:30Z"
        assert paused["last_error"]["message"] == 'The source "raw" broke off the call.'
        still = (await client.post("/api/sources/raw/retry")).json()
        assert (still["state"], still["failures"]) == ("paused", 2)
        assert still["last_error"]["message"] == 'The source "raw" could not be opened: its program ended.'
        assert "hunter2" not in str(still)
        turn("")
        again = (await client.post("/api/sources/raw/retry")).json()
        assert (again["state"], again["failures"], again["opens_again_at"]) == ("ready", 0, None)
        told = problem(await client.post("/api/sources/rew/retry"), 404, "source_not_found")
        assert told["facts"]["near"] == ["raw"]

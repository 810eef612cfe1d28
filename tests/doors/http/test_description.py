"""The description of the API says what a client must know: how problems look, how to sign in, and what must be sent."""

from typing import Any

import pytest

from tests.doors.http.asking import script
from tests.support.world import World


@pytest.fixture
async def description(world: World) -> dict[str, Any]:
    async with await script(world) as client:
        return (await client.get("/api/openapi.json")).json()


def operations(description: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = {
        f"{method.upper()} {path}": operation
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
    assert len(found) > 60
    return found


async def test_every_route_says_how_a_problem_looks(description: dict[str, Any]) -> None:
    for label, operation in operations(description).items():
        for status in ("4XX", "5XX"):
            content = operation["responses"][status]["content"]
            assert content["application/problem+json"]["schema"]["$ref"].endswith("/Problem"), label
        assert "422" not in operation["responses"], label
    assert {"code", "facts", "next_step"} <= set(description["components"]["schemas"]["Problem"]["required"])


async def test_every_route_but_the_open_ones_says_how_one_signs_in(description: dict[str, Any]) -> None:
    open_ones = {label for label, operation in operations(description).items() if "security" not in operation}
    assert open_ones == {"POST /api/session", "POST /hooks/{endpoint}"}
    assert set(description["components"]["securitySchemes"]) == {"token", "session"}


async def test_what_tells_the_members_of_a_union_apart_must_be_sent(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    for name in ("TextBlock", "KanbanBlock", "RefreshByTool", "NewPanel"):
        for whole in (one for one in schemas if one.partition("-")[0] == name):
            told_by = "by" if name.startswith("Refresh") else "kind"
            assert told_by in schemas[whole]["required"], whole


async def test_an_export_is_described_as_the_file_that_it_is(description: dict[str, Any]) -> None:
    answers = operations(description)["GET /api/panels/{panel}/export"]["responses"]["200"]
    assert list(answers["content"]) == ["text/csv"]

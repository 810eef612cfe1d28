"""Two server processes on one PostgreSQL: each call may meet the other one, and it makes no difference."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fastmcp import Client

from tests.proof.server import CONFIG, Server
from tests.support.postgres import empty_database

from .asking import ERAS, Assistant, Era

FIELDS = [
    {"id": "company", "title": "Empresa", "type": "text", "role": "title"},
    {
        "id": "stage",
        "title": "Etapa",
        "type": "stage",
        "role": "stage",
        "options": [{"id": "new", "title": "Novo"}, {"id": "won", "title": "Ganho"}],
    },
]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Server, Server]]:
    with empty_database() as database:
        one, other = (Server(folder(tmp_path_factory), database) for _ in range(2))
        one.settle()
        try:
            one.start()
            other.start()
            yield one, other
        finally:
            one.kill()
            other.kill()


def folder(factory: pytest.TempPathFactory) -> Path:
    made = factory.mktemp("server")
    (made / "liveapps.toml").write_text(CONFIG)
    return made


@asynccontextmanager
async def both(servers: tuple[Server, Server], era: Era, login: str = "ana") -> AsyncGenerator[list[Assistant]]:
    token = servers[0].credentials(login)["Authorization"].removeprefix("Bearer ")
    one, other = (Client(f"{server.address}/mcp", auth=token, mode=era) for server in servers)
    async with one, other:
        yield [Assistant(one, f"chat {era}"), Assistant(other, f"chat {era}")]


async def made_panel(ana: Assistant, title: str) -> str:
    rows = [{"company": "Embraer", "stage": "new"}]
    made = await ana.call("create_panel", title=title, fields=FIELDS, key=["company"], rows=rows)
    return made.output["panel"]


@pytest.mark.parametrize("era", ERAS)
async def test_a_question_asked_at_one_server_is_answered_at_the_other(
    servers: tuple[Server, Server], era: Era
) -> None:
    # The older era does not say in each call that it shows widgets; the newer one would, for a host that does.
    async with both(servers, "legacy") as (one, other):
        panel = await made_panel(one, f"Carteira {era}")
        asked = await one.call("move_card", panel=panel, row="Embraer", stage="won")
        decided = await other.decide(asked, "moved_card", stage="won")
        assert decided.output["status"] == "confirmed"
        again = await one.decide(asked, "moved_card", stage="won")
        assert again.error["code"] == "proposal_decided"
        told = await other.call("query_rows", panel=panel)
        assert (told.output["rows"][0]["stage"], len(told.output["missed"])) == ("won", 1)
        assert (await one.call("list_panels")).output["missed"] == []


async def test_a_decision_sent_to_both_servers_at_once_counts_once(servers: tuple[Server, Server]) -> None:
    async with both(servers, "legacy") as (one, other):
        panel = await made_panel(one, "De uma vez")
        for stage in ("won", "new", "won", "new"):
            asked = await one.call("move_card", panel=panel, row="Embraer")
            answers = await asyncio.gather(
                *(server.decide(asked, "moved_card", stage=stage) for server in (one, other, one, other))
            )
            assert sorted(one.is_error for one in answers) == [False, True, True, True]
            assert {one.error["code"] for one in answers if one.is_error} == {"proposal_decided"}
        moves = (await one.call("changes_since", panel=panel, version=1)).output["version"]
    async with servers[0].client() as client:
        versions = (await client.get(f"/api/panels/{panel}/versions")).json()
    assert [version["kind"] for version in versions].count("move_card") == 4
    assert versions[0]["version"] == moves


@pytest.mark.parametrize("era", ERAS)
async def test_the_same_write_at_both_servers_at_once_is_done_once(servers: tuple[Server, Server], era: Era) -> None:
    async with both(servers, era) as (one, other):
        panel = await made_panel(one, f"Notas {era}")
        note = {"panel": panel, "row": "Embraer", "text": "Ligou"}
        answers = await asyncio.gather(*(server.call("annotate", **note) for server in (one, other, one, other)))
        assert sorted(answer.output["receipt"]["replayed"] for answer in answers) == [False, True, True, True]
        rows = (await one.call("query_rows", panel=panel)).output["rows"]
        assert rows[0]["notes"] == 1


@pytest.mark.parametrize("era", ERAS)
async def test_a_loop_is_noticed_whichever_server_answers(servers: tuple[Server, Server], era: Era) -> None:
    async with both(servers, era) as (one, other):
        panel = await made_panel(one, f"Laço {era}")
        await one.call("query_rows", panel=panel)
        await other.call("query_rows", panel=panel)
        assert (await one.call("query_rows", panel=panel)).error["code"] == "duplicate_call"
        assert (await other.call("query_rows", panel=panel)).error["code"] == "duplicate_call"


async def test_nothing_of_one_person_reaches_another_over_either_server(servers: tuple[Server, Server]) -> None:
    async with both(servers, "legacy") as (ana, _), both(servers, "legacy", "hugo") as (_, hugo):
        panel = await made_panel(ana, "Compartilhada")
        asked = await ana.call("move_card", panel=panel, row="Embraer", stage="won")
        stolen = await hugo.decide(asked, "moved_card", stage="won")
        assert stolen.error["code"] == "proposal_not_found"
        assert (await hugo.call("list_panels")).output["missed"] == []

"""The database at the start: brought to the current tables by one process, never touched when it is not ours."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from liveapps.adapters.postgres import patience
from liveapps.adapters.postgres.driver import connect
from liveapps.adapters.postgres.prepare import prepare
from liveapps.adapters.postgres.store import PostgresStore
from liveapps.adapters.schema import HEAD
from liveapps.adapters.schema.tables import metadata
from liveapps.adapters.schema.upgrade import upgrade
from liveapps.panels.errors import Refusal
from tests.store import nouns
from tests.store.test_revisions import config
from tests.support.postgres import ask, empty_database

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


@pytest.fixture
def database() -> Generator[str]:
    with empty_database() as dsn:
        yield dsn


@pytest.fixture
async def connection(database: str) -> AsyncGenerator[AsyncConnection]:
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: connect(database))
    async with engine.connect() as opened:
        yield opened
    await engine.dispose()


def tables(connection: sa.Connection) -> dict[str, list[str]]:
    """Everything in the database but Alembic's own table: columns with their types and collations, and indexes."""
    looked = sa.text(
        "SELECT table_name, concat_ws(' ', column_name, data_type, collation_name, is_nullable) "
        "FROM information_schema.columns WHERE table_schema = 'public' "
        "UNION ALL SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2"
    )
    found: dict[str, list[str]] = {}
    for table, part in connection.execute(looked):
        found.setdefault(str(table), []).append(str(part))
    found.pop("alembic_version", None)
    return found


ONLY_SQLITE = "ix_panel_row_keys"


async def test_the_revisions_lead_to_exactly_the_tables_the_code_knows(connection: AsyncConnection) -> None:
    await connection.run_sync(upgrade)
    found = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata))
    found = [one for one in found if getattr(one[1], "name", None) != ONLY_SQLITE]
    made = await connection.run_sync(tables)
    assert found == []
    assert made.keys() == metadata.tables.keys()
    texts = [part for parts in made.values() for part in parts if " text " in part]
    assert len(texts) > 50
    assert [part for part in texts if " text C " not in part] == []


async def test_the_revisions_go_forth_and_back_and_forth_again(connection: AsyncConnection) -> None:
    await connection.run_sync(upgrade)
    first = await connection.run_sync(tables)
    await connection.run_sync(lambda sync: command.downgrade(config(sync), "base"))
    assert await connection.run_sync(tables) == {}
    await connection.run_sync(upgrade)
    assert await connection.run_sync(tables) == first


def test_processes_that_start_at_once_on_an_empty_database_all_find_it_made(database: str) -> None:
    start = "import sys; from liveapps.adapters.postgres.prepare import prepare; prepare(sys.argv[1])"
    started = [subprocess.Popen([sys.executable, "-c", start, database]) for _ in range(4)]
    assert [process.wait(60) for process in started] == [0] * 4
    assert ask(database, "SELECT version_num FROM alembic_version") == [(HEAD,)]


async def test_a_second_start_finds_everything(database: str) -> None:
    first = PostgresStore(database)
    await first.write(lambda tx: tx.insert_panel(nouns.panel()))
    await first.close()
    again = PostgresStore(database)
    assert await again.read(lambda tx: tx.panel("p1")) == nouns.panel()
    await again.close()


def test_a_database_of_a_newer_version_is_left_as_it_is(database: str) -> None:
    prepare(database)
    ask(database, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refusal) as refused:
        PostgresStore(database)
    assert refused.value.code == "data_newer"
    assert refused.value.facts["revision"] == "9999"
    assert ask(database, "SELECT version_num FROM alembic_version") == [("9999",)]


def test_a_database_of_another_program_is_not_taken_over(database: str) -> None:
    ask(database, "CREATE TABLE session (id int)")
    with pytest.raises(Refusal) as refused:
        PostgresStore(database)
    assert refused.value.code == "invalid_input"
    assert "database of its own" in refused.value.next_step
    assert ask(database, TABLES) == [("session",)]


def test_a_database_that_cannot_be_reached_is_told_of_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "TRIES", 2)
    with pytest.raises(Refusal) as refused:
        PostgresStore("postgresql://ana:s3cret@127.0.0.1:1/carteira")
    told = f"{refused.value.message} {refused.value.next_step} {refused.value.facts}"
    assert '"carteira"' in told
    assert "s3cret" not in told


async def test_a_store_is_opened_where_an_event_loop_runs_and_used_in_another(database: str) -> None:
    """As a server does: wired before its loop starts."""
    store = PostgresStore(database)

    async def use() -> list[object]:
        found = await store.read(lambda tx: tx.panels())
        await store.close()
        return list(found)

    assert await asyncio.to_thread(asyncio.run, use()) == []

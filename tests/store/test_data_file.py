"""The data file: found again at the next start, never touched when it cannot be read."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from liveapps.adapters.schema import HEAD
from liveapps.adapters.sqlite.store import SqliteStore
from liveapps.panels.errors import Refusal
from tests.store import nouns
from tests.store.nouns import plain_row

ROWS = [plain_row(f"r{number:04}", float(number), values={"company": "São João " * 9}) for number in range(500)]


async def written(folder: Path) -> Path:
    """A data file with a panel and rows, closed."""
    path = folder / "liveapps.db"
    store = SqliteStore(path)
    await store.write(lambda tx: tx.insert_panel(nouns.panel()))
    await store.write(lambda tx: tx.save_rows("p1", [(row, row.id) for row in ROWS], []))
    await store.close()
    return path


def refused(path: Path) -> Refusal:
    """What opening the file is refused with. Nothing of the folder has changed afterwards."""
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    with pytest.raises(Refusal) as refusal:
        SqliteStore(path)
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == before
    assert refusal.value.next_step
    assert str(path.parent) not in f"{refusal.value.message} {refusal.value.next_step} {refusal.value.facts}"
    return refusal.value


async def test_a_second_start_finds_everything(tmp_path: Path) -> None:
    path = await written(tmp_path)
    again = SqliteStore(path)
    assert await again.read(lambda tx: tx.panel("p1")) == nouns.panel()
    assert await again.read(lambda tx: tx.rows("p1", "customers")) == ROWS
    await again.close()


async def test_the_folder_of_the_data_is_made_when_it_is_missing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "not" / "there" / "liveapps.db")
    assert await store.read(lambda tx: tx.panels()) == []
    await store.close()


async def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "liveapps.db").touch()
    store = SqliteStore(tmp_path / "liveapps.db")
    assert await store.read(lambda tx: tx.panels()) == []
    await store.close()


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
async def test_a_file_that_was_cut_is_damaged_and_stays_as_it_is(tmp_path: Path, share: float) -> None:
    path = await written(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    assert refused(path).code == "data_damaged"


@pytest.mark.parametrize("page", [0, 1, 5, 20])
async def test_a_file_with_a_page_overwritten_is_damaged_and_stays_as_it_is(tmp_path: Path, page: int) -> None:
    path = await written(tmp_path)
    whole = bytearray(path.read_bytes())
    whole[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    path.write_bytes(whole)
    assert refused(path).code == "data_damaged"


@pytest.mark.parametrize("text", ["Esta não é uma base.\n", "x" * 10_000], ids=["short", "long"])
def test_a_text_file_is_not_taken_for_data_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "liveapps.db"
    path.write_text(text, "utf-8")
    found = refused(path)
    assert (found.code, found.facts) == ("data_damaged", {"where": "liveapps.db"})


def test_a_database_of_another_program_is_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "liveapps.db"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE notes (text)")
    foreign.close()
    assert refused(path).code == "data_damaged"


async def test_a_file_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    path = await written(tmp_path)
    with sqlite3.connect(path) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    newer.close()
    found = refused(path)
    assert found.code == "data_newer"
    assert found.facts == {"where": "liveapps.db", "revision": "9999", "known": HEAD}


WRITER = """
import asyncio, pathlib, sys
from liveapps.adapters.sqlite.store import SqliteStore
from tests.store.nouns import plain_row

async def main():
    store = SqliteStore(pathlib.Path(sys.argv[1]))
    for number in range(1_000_000):
        row = plain_row(f"r{number:07}", float(number))
        await store.write(lambda tx: tx.save_rows("p1", [(row, row.id)], []))
        print(row.id, flush=True)

asyncio.run(main())
"""


def killed(path: Path) -> list[str]:
    """Kills a program in the midst of its writes; the ids of the rows it was told are kept."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline().strip() for _ in range(50)]
        writer.send_signal(signal.SIGKILL)
        return told + [line.strip() for line in writer.stdout if line.endswith("\n")]


async def test_what_was_acknowledged_is_there_after_the_program_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "liveapps.db"
    told = await asyncio.to_thread(killed, path)
    store = SqliteStore(path)
    kept = [row.id for row in await store.read(lambda tx: tx.rows("p1", "customers"))]
    await store.close()
    assert len(told) >= 50
    assert kept[: len(told)] == told
    # At most the one write that was under way when the program ended was not told of.
    assert len(kept) - len(told) in (0, 1)

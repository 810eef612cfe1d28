"""The three arms, with the same verbs. Each tells its CPU seconds and memory, its own process only."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, Protocol

import apsw

from tests.support.postgres import ask

from .client import Client
from .data import template
from .rows_table import open_table

TICK = os.sysconf("SC_CLK_TCK")
PAGE_PATH = "&".join(
    (
        'where=[{"field":"country","op":"is","value":"Brasil"},{"field":"invoices","op":"gt","value":5}]',
        "sort=-revenue",
        "limit=50",
    )
)


class Arm(Protocol):
    name: str
    database: str | None

    async def start(self, folder: Path) -> None: ...
    async def ship(self, rows: list[dict[str, Any]]) -> None: ...
    async def prepare(self) -> None:
        """Called once the rows are there."""
        ...

    async def move(self, number: int, stage: str, lane: int = 0) -> None: ...
    async def page(self) -> int: ...
    async def count(self) -> dict[str, int]: ...
    async def read_all(self) -> int: ...
    def cpu(self) -> float: ...
    def on_disk(self) -> int: ...
    async def stop(self) -> None: ...


class Raw:
    """The database in this process."""

    name = "raw"

    def __init__(self, database: str | None = None) -> None:
        self.database = database

    async def start(self, folder: Path) -> None:
        self._file = folder / "raw.db"
        self._table = await open_table(self.database or str(self._file))
        self._ids: list[int] = []

    async def ship(self, rows: list[dict[str, Any]]) -> None:
        await self._table.ship(rows)

    async def prepare(self) -> None:
        self._ids = await self._table.ids()

    async def move(self, number: int, stage: str, lane: int = 0) -> None:
        await self._table.move(self._ids[number], stage)

    async def page(self) -> int:
        return len(json.loads(await self._table.page()))

    async def count(self) -> dict[str, int]:
        return {str(stage): count for stage, count in json.loads(await self._table.count_by_stage())}

    async def read_all(self) -> int:
        return (await self._table.read_all()).count(b'"values":')

    def cpu(self) -> float:
        return time.process_time()

    def on_disk(self) -> int:
        return _bytes_of(self.database, self._file)

    async def stop(self) -> None:
        pass


class _Server:
    """A server in a process of its own, and one connection per lane."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._clients: list[Client] = []

    async def _launch(self, module: str, where: str, *more: str) -> None:
        self.port = _free_port()
        self._process = subprocess.Popen([sys.executable, "-m", module, where, str(self.port), *more])
        await _until_it_listens(self.port)
        self._clients = [Client(self.port) for _ in range(16)]

    def cpu(self) -> float:
        assert self._process is not None
        stat = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICK

    def memory(self) -> int:
        """Resident bytes."""
        assert self._process is not None
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    async def stop(self) -> None:
        for client in self._clients:
            await client.close()
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=30)


def _bytes_of(database: str | None, file: Path) -> int:
    if database:
        return int(ask(database, "SELECT pg_database_size(current_database())")[0][0])
    connection: Any = apsw.Connection(str(file))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    return file.stat().st_size


class ThinApp(_Server):
    name = "thin"

    def __init__(self, database: str | None = None) -> None:
        super().__init__()
        self.database = database

    async def start(self, folder: Path) -> None:
        self._ids: list[int] = []
        self._file = folder / "thin.db"
        await self._launch("bench.thin", self.database or str(self._file))

    def on_disk(self) -> int:
        return _bytes_of(self.database, self._file)

    async def ship(self, rows: list[dict[str, Any]]) -> None:
        await self._clients[0].send("POST", "/ship", rows)

    async def prepare(self) -> None:
        self._ids = await self._clients[0].send("GET", "/ids")

    async def move(self, number: int, stage: str, lane: int = 0) -> None:
        await self._clients[lane].send("POST", f"/rows/{self._ids[number]}/move", {"stage": stage})

    async def page(self) -> int:
        return len(await self._clients[0].send("GET", "/page"))

    async def count(self) -> dict[str, int]:
        return {str(stage): count for stage, count in await self._clients[0].send("GET", "/count")}

    async def read_all(self) -> int:
        return (await self._clients[0].fetch("GET", "/rows")).count(b'"values":')


class Product(_Server):
    name = "product"

    def __init__(self, mode: str = "inline", database: str | None = None) -> None:
        super().__init__()
        self._mode = mode
        self.database = database
        self._ids: list[str] = []
        self._events: AsyncGenerator[bytes] | None = None

    async def start(self, folder: Path) -> None:
        await self.open(folder)
        body = {"agent": "bench", "template": template(self._mode)}
        self.panel = (await self._clients[0].send("POST", "/api/panels", body))["panel"]
        self._rows = f"/api/panels/{self.panel}/collections/rows/rows"

    def on_disk(self) -> int:
        return _bytes_of(self.database, self.folder / "liveapps.db")

    async def open(self, folder: Path) -> float:
        """Starts the server over what is there; the seconds until it has answered a reader."""
        self.above, self.folder = folder, folder / "product"
        self.folder.mkdir(parents=True, exist_ok=True)
        started = time.perf_counter()
        await self._launch("bench.product", str(self.folder), *([self.database] if self.database else []))
        token = (self.folder / "token").read_text()
        self._clients = [Client(self.port, {"Authorization": f"Bearer {token}"}) for _ in range(16)]
        await self._clients[0].send("GET", "/api/panels")
        return time.perf_counter() - started

    async def ship(self, rows: list[dict[str, Any]]) -> None:
        path = f"/api/panels/{self.panel}/collections/rows/shipments"
        await self._clients[0].send("POST", path, {"mode": "complete", "rows": rows, "declared_count": len(rows)})

    async def prepare(self) -> None:
        cursor: str | None = ""
        while cursor is not None:
            asked = f"{self._rows}?limit=500" + (f"&cursor={cursor}" if cursor else "")
            page = await self._clients[0].send("GET", asked)
            self._ids += [one["id"] for one in page["rows"]]
            cursor = page["next"]

    async def move(self, number: int, stage: str, lane: int = 0) -> None:
        await self._clients[lane].send("POST", f"{self._rows}/{self._ids[number]}/move", {"stage": stage})

    async def page(self) -> int:
        return len((await self._clients[0].send("GET", f"{self._rows}?{_quoted(PAGE_PATH)}"))["rows"])

    async def count(self) -> dict[str, int]:
        page = await self._clients[0].send("GET", f"{self._rows}?group=stage&sums=false&limit=1")
        return {str(one["value"]): one["count"] for one in page["groups"]}

    async def read_all(self) -> int:
        return (await self._clients[0].fetch("GET", f"/api/panels/{self.panel}")).count(b'"values":')

    async def seen(self, number: int, stage: str) -> float:
        """The seconds from sending a change until a second client has heard of it and read the row."""
        if self._events is None:
            self._events = self._clients[15].events("/api/events")
            async for line in self._events:
                if line.startswith(b": connected"):
                    break
        started = time.perf_counter()
        moving = asyncio.create_task(self.move(number, stage))
        async for line in self._events:
            if self.panel.encode() in line:
                break
        await self._clients[1].send("GET", f"{self._rows}/{self._ids[number]}")
        spent = time.perf_counter() - started
        await moving
        return spent


def _quoted(query: str) -> str:
    return query.replace('"', "%22").replace(" ", "%20").replace("{", "%7B").replace("}", "%7D")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def _until_it_listens(port: int) -> None:
    for _ in range(3_000):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        await asyncio.sleep(0.01)
    raise RuntimeError("the server did not start")

"""A server as people run it: a process of its own, that can be killed and started again on what it left."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx2

from liveapps.adapters.postgres.store import PostgresStore
from liveapps.adapters.sqlite.store import SqliteStore
from liveapps.ports import Store
from liveapps.serving import accounts_of
from tests.support.postgres import ask
from tests.support.serving import free_port

CONFIG = '[limits]\npanels_per_agent = 1000\n[[agents]]\nid = "sales"\nname = "Vendas"\n'
PEOPLE = ("ana", "bia", "carla", "davi", "elis", "fabio", "gil", "hugo")
OTHERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


class Server:
    """`ids` and the tokens are by login; everybody is a boss."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder = folder
        self.database = database
        self.ids: dict[str, str] = {}
        self._tokens: dict[str, str] = {}
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def settle(self) -> None:
        """Makes the data, and the people in it."""
        (self.folder / "liveapps.toml").write_text(CONFIG)
        asyncio.run(self._settle())

    async def _settle(self) -> None:
        async with accounts_of(self.folder, self.database) as accounts:
            for login in PEOPLE:
                user = await accounts.create_user(login, login.capitalize(), "boss", None)
                _, self._tokens[login] = await accounts.create_token(user, "proof")
                self.ids[login] = user.id

    def start(self) -> None:
        """Returns when the server answers."""
        assert self._process is None
        command = [sys.executable, "-m", "liveapps", "serve", "--data", str(self.folder), "--port", str(self._port)]
        command += ["--config", str(self.folder / "liveapps.toml")]
        command += ["--database", self.database] if self.database else []
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        for _ in range(1_200):
            assert self._process.poll() is None, (self.folder / "server.log").read_text()
            with suppress(httpx2.TransportError):
                httpx2.get(f"{self.address}/readyz", timeout=60).raise_for_status()
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Ends the process at once, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None

    def ended(self) -> int:
        """The code with which it ends by itself."""
        assert self._process is not None
        code = self._process.wait(30)
        self._process = None
        return code

    def client(self, login: str = "ana") -> httpx2.AsyncClient:
        return httpx2.AsyncClient(base_url=self.address, headers=self.credentials(login), timeout=60)

    def credentials(self, login: str = "ana") -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[login]}"}

    @asynccontextmanager
    async def store(self) -> AsyncGenerator[Store]:
        """What the server has written, opened beside it, or after the database has noticed that it was killed."""
        if self.database is None:
            store: Store = SqliteStore(self.folder / "liveapps.db")
        else:
            while self._process is None and ask(self.database, OTHERS):
                await asyncio.sleep(0.01)
            store = PostgresStore(self.database)
        try:
            yield store
        finally:
            await store.close()

"""Copies what was committed from the log into the file, beside the writer: it would wait for the disk meanwhile."""

import logging
import threading
from pathlib import Path

import apsw

from .connection import connect
from .driver import Connection

log = logging.getLogger("liveapps.sqlite")

ENOUGH = 1_000
"""Pages in the log from which on they are copied."""
TOO_MANY = 16_000
"""Pages (64 MiB) from which on the writer does it itself: it writes faster than they are copied."""


class Checkpoints:
    def __init__(self, path: Path, writer: Connection) -> None:
        self._path = path
        self._stirred = threading.Event()
        self._closing = False
        writer.set_wal_hook(self._committed)
        self._writer = writer
        self._thread = threading.Thread(target=self._live, name="liveapps-checkpoints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing = True
        self._stirred.set()
        self._thread.join()

    def _committed(self, _: object, __: str, pages: int) -> int:
        """SQLite calls this after each commit, in place of its own checkpoint."""
        if pages >= TOO_MANY:
            _checkpoint(self._writer)
        elif pages >= ENOUGH:
            self._stirred.set()
        return apsw.SQLITE_OK

    def _live(self) -> None:
        connection = connect(self._path)
        while not self._closing:
            self._stirred.wait()
            self._stirred.clear()
            _checkpoint(connection)
        connection.close()


def _checkpoint(connection: Connection) -> None:
    """As far as it goes without waiting for anyone. What it cannot copy now stays in the log, and is not lost."""
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except apsw.Error as failed:
        log.warning("the log could not be copied into the file: %s", type(failed).__name__)

"""A small HTTP/1.1 client: a general one costs more than the servers it would measure."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import orjson


class Client:
    """One kept-alive connection. Raises RuntimeError for an answer that is not 2xx."""

    def __init__(self, port: int, headers: dict[str, str] | None = None) -> None:
        self._port = port
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.fetch(method, path, body)
        return orjson.loads(answer) if answer else None

    async def fetch(self, method: str, path: str, body: Any = None) -> bytes:
        """The answer as it came: to read it is not the server's work."""
        reader, writer = await self._connected()
        data = b"" if body is None else orjson.dumps(body)
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{self._headers}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        await writer.drain()
        status, length = await self._head(reader)
        answer = await reader.readexactly(length)
        if not 200 <= status < 300:
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]!r}")
        return answer

    async def events(self, path: str) -> AsyncGenerator[bytes]:
        """The lines of a stream of events, on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{self._headers}\r\n".encode())
        while line := await reader.readline():
            yield line
        writer.close()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        # A server closes what was silent for a while, such as during the turn of another arm.
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**26)
        return self._streams

    @staticmethod
    async def _head(reader: asyncio.StreamReader) -> tuple[int, int]:
        lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        found = dict(line.lower().split(b": ", 1) for line in lines[1:] if b": " in line)
        return int(lines[0].split()[1]), int(found.get(b"content-length", b"0"))

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

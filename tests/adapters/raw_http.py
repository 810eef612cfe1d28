"""An MCP server over HTTP written by hand, of the older kind that keeps a session for each client."""

import gzip
import json
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ROWS = {"rows": [{"code": "C-0"}], "total": 1}
PART, HUGE_PARTS = b"x" * 1_000_000, 40
PACKED = gzip.compress(PART * HUGE_PARTS)


class Server(ThreadingHTTPServer):
    """`sessions` are the clients it knows: who empties it has restarted the server."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sessions: set[str] = set()
        self.called: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/mcp"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def ours(self) -> Server:
        assert isinstance(self.server, Server)
        return self.server

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        method, call = asked["method"], asked.get("id")
        if method == "server/discover":
            self._say(call, error={"code": -32601, "message": "Method not found"})
        elif method == "initialize":
            session = f"s{len(self.ours.sessions)}-{id(asked)}"
            self.ours.sessions.add(session)
            version = asked["params"]["protocolVersion"]
            info = {"name": "raw", "version": "1"}
            done: dict[str, Any] = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
            self._say(call, {"mcp-session-id": session}, result=done)
        elif self.headers.get("mcp-session-id") not in self.ours.sessions:
            self._send(404, b"")
        elif call is None:
            self._send(202, b"")
        elif method == "tools/list":
            names = ("rows", "huge", "huge_in_parts", "packed", "no_text")
            tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
            self._say(call, result={"tools": tools})
        else:
            self.ours.called.append(asked["params"]["name"])
            self._answer(call, asked["params"]["name"])

    def do_GET(self) -> None:
        self._send(405, b"")

    def do_DELETE(self) -> None:
        self._send(200, b"")

    def _answer(self, call: Any, tool: str) -> None:
        match tool:
            case "huge" | "huge_in_parts":
                self._send_huge(call, declared=tool == "huge")
            case "packed":
                self._send(200, PACKED, {"content-encoding": "gzip"})
            case "no_text":
                whole = json.dumps({"jsonrpc": "2.0", "id": call, "result": {"content": [], "text": "HERE"}})
                self._send(200, whole.encode().replace(b"HERE", b"\xff\xfe"))
            case _:
                self._say(call, result={"content": [], "structuredContent": ROWS})

    def _send_huge(self, call: Any, *, declared: bool) -> None:
        """Made while it is sent: what is held in memory is what the other side holds."""
        head = f'{{"jsonrpc":"2.0","id":{call},"result":{{"content":[],"text":"'.encode()
        parts = [head, *[PART] * HUGE_PARTS, b'"}}']
        size = sum(map(len, parts))
        self._head(200, {"content-length": str(size)} if declared else {"transfer-encoding": "chunked"})
        with suppress(ConnectionError):  # a declared size is enough: the rest is not read
            for part in parts:
                self.wfile.write(part if declared else f"{len(part):x}\r\n".encode() + part + b"\r\n")
            if not declared:
                self.wfile.write(b"0\r\n\r\n")

    def _say(self, call: Any, headers: dict[str, str] | None = None, **said: Any) -> None:
        self._send(200, json.dumps({"jsonrpc": "2.0", "id": call, **said}).encode(), headers)

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self._head(status, {"content-length": str(len(body)), **(headers or {})})
        self.wfile.write(body)

    def _head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def raw_http_server() -> Generator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=30)

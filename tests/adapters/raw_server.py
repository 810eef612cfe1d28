"""An MCP server written by hand, for what no library lets a server do. It speaks on its standard input and output.

`--state FILE`: words in that file change how it behaves while it runs: "down" (it ends when it is started), "mute"
(it answers nothing), "writer" (the tool `rows` no longer says that it only reads), "gone" (it has no such tool).
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

arguments = argparse.ArgumentParser()
arguments.add_argument("--state", type=Path)
arguments.add_argument("--starts", type=Path)
arguments.add_argument("--banner", default="")
options = arguments.parse_args()


def state() -> str:
    return options.state.read_text() if options.state and options.state.exists() else ""


def write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def say(message: dict[str, Any]) -> None:
    write(json.dumps({"jsonrpc": "2.0", **message}).encode())


def result(structured: Any = None, text: str = "") -> dict[str, Any]:
    content = [{"type": "text", "text": text or json.dumps(structured)}]
    return {"content": content} if structured is None else {"content": content, "structuredContent": structured}


def rows(count: int = 2, declared: int | None = None, **more: Any) -> dict[str, Any]:
    found = [{"code": f"C-{n}", "company": f"Empresa {n}"} for n in range(count)]
    return result({"rows": found, "total": count if declared is None else declared, **more})


def huge(call: Any, size: int, id_last: bool = False) -> None:
    body = b'"result":{"content":[],"structuredContent":{"rows":[{"id":77,"text":"' + b"x" * size + b'"}]}}'
    head = f'"jsonrpc":"2.0","id":{json.dumps(call)}'.encode()
    write(b"{" + b",".join([body, head] if id_last else [head, body]) + b"}")


def bytes_in_text(call: Any, text: str) -> None:
    """`text` in hexadecimal."""
    whole = json.dumps({"jsonrpc": "2.0", "id": call, "result": result({"rows": [{"code": "HERE"}], "total": 1})})
    write(whole.encode().replace(b"HERE", bytes.fromhex(text)))


def chat(call: Any) -> None:
    write(b"Loading plugins... 100%")
    write(b"\xff\xfe not even text")
    write(b'{"level": "info", "message": "a log of my own", "id": 1}')
    say({"id": call, "result": rows()})


def prose(call: Any) -> None:
    say({"id": call, "result": result(text="There are several customers, most of them in Brazil.")})


def hidden_error(call: Any) -> None:
    say({"id": call, "result": {**result(text="Database error: no such table: clients"), "isError": False}})


def refusal(call: Any, text: str = "the ledger is closed") -> None:
    say({"id": call, "result": {**result(text=text), "isError": True}})


def protocol_error(call: Any, code: int) -> None:
    say({"id": call, "error": {"code": code, "message": "the ledger is closed"}})


def slow(call: Any, seconds: float) -> None:
    time.sleep(seconds)
    say({"id": call, "result": rows()})


def tell(call: Any) -> None:
    """Says that its tools changed, and only then answers."""
    say({"method": "notifications/tools/list_changed"})
    say({"id": call, "result": result(text="told")})


def die(call: Any, midway: bool = False) -> None:
    sys.stderr.write("fatal: password=hunter2\n")
    sys.stderr.flush()
    if midway:
        sys.stdout.write('{"jsonrpc":"2.0","id":')
        sys.stdout.flush()
    os._exit(3)


def silent(call: Any) -> None:
    pass


def tell_process(call: Any) -> None:
    say({"id": call, "result": result({"id": os.getpid()})})


def surroundings(call: Any) -> None:
    say({"id": call, "result": result(dict(os.environ))})


def stuck(call: Any) -> None:
    time.sleep(600)


def list_rows(call: Any, count: int = 2) -> None:
    say({"id": call, "result": rows(count)})


def cut(call: Any) -> None:
    say({"id": call, "result": rows(2, declared=9, truncated=True)})


TOOLS: dict[str, Callable[..., None]] = {
    "rows": list_rows,
    "cut": cut,
    "huge": huge,
    "bytes_in_text": bytes_in_text,
    "chat": chat,
    "prose": prose,
    "hidden_error": hidden_error,
    "refusal": refusal,
    "protocol_error": protocol_error,
    "slow": slow,
    "silent": silent,
    "stuck": stuck,
    "dies": die,
    "process": tell_process,
    "surroundings": surroundings,
    "tell": tell,
}


def listed() -> list[dict[str, Any]]:
    now = state()
    found: list[dict[str, Any]] = [
        {"name": name, "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}} for name in TOOLS
    ]
    if "writer" in now:
        found[0]["annotations"] = {"readOnlyHint": False}
    return found[1:] if "gone" in now else found


def answer(asked: dict[str, Any]) -> None:
    method, call, given = asked.get("method"), asked.get("id"), asked.get("params", {})
    match method:
        case "initialize":
            capabilities = {"tools": {"listChanged": True}}
            info = {"name": "raw", "version": "1"}
            version = given["protocolVersion"]
            say({"id": call, "result": {"protocolVersion": version, "capabilities": capabilities, "serverInfo": info}})
        case "tools/list":
            say({"id": call, "result": {"tools": listed()}})
        case "tools/call":
            TOOLS[given["name"]](call, **given.get("arguments", {}))
        case _ if call is not None:
            say({"id": call, "error": {"code": -32601, "message": "Method not found"}})
        case _:
            pass


if options.starts:
    with options.starts.open("a") as starts:
        starts.write("started\n")
if "down" in state():
    sys.exit(1)
if options.banner:
    write(options.banner.encode())
for line in sys.stdin.buffer:
    if "mute" not in state():
        answer(json.loads(line))

"""The server itself: HTTP/1.1 on a port of this machine, one scripted answer for each request."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from . import chat, messages, responses
from .script import Asked, Reply, Step

Wire = Literal["openai-chat", "openai", "anthropic"]
WIRES: tuple[Wire, ...] = ("openai-chat", "openai", "anthropic")


@dataclass
class Provider:
    """`asked` are the requests that came, in their order. `steps` answer them; when none is left, the server fails."""

    address: str = ""
    steps: list[Step] = field(default_factory=list[Step])
    asked: list[Asked] = field(default_factory=list[Asked])

    def plays(self, *steps: Step) -> None:
        self.steps += steps

    def base_url(self, wire: Wire) -> str:
        """Anthropic's clients add "/v1" themselves."""
        return self.address if wire == "anthropic" else f"{self.address}/v1"

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        step = self.steps.pop(0) if self.steps else Reply(status=500)
        return step if isinstance(step, Reply) else step(asked)


@asynccontextmanager
async def provider(*steps: Step) -> AsyncGenerator[Provider]:
    made, tasks = Provider(steps=list(steps)), set[asyncio.Task[None]]()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_serve(made, reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    made.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _serve(made: Provider, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while asked := await _read(reader):
                await _answer(made.reply(asked), asked, len(made.asked), writer)
    finally:
        writer.close()


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    line = (await reader.readline()).decode().split()
    if not line:
        return None
    headers: dict[str, str] = {}
    while head := (await reader.readline()).decode().strip():
        name, _, value = head.partition(":")
        headers[name.lower()] = value.strip()
    return Asked(line[1].partition("?")[0], headers, await reader.readexactly(int(headers.get("content-length", "0"))))


async def _answer(reply: Reply, asked: Asked, number: int, writer: asyncio.StreamWriter) -> None:
    if reply.status != 200:
        await _fail(reply, asked, writer)
        return
    events = _WIRES[asked.path](reply, asked.body["model"], number)
    if not asked.body.get("stream"):
        await _whole(events, asked, writer)
        return
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    if reply.garbage:
        await _chunk(writer, reply.garbage.decode())
        events = []
    half = len(events) // 2 + 1
    for event in events[:half] if reply.cut or reply.waits or reply.ends_early else events:
        named = f"event: {event['type']}\n" if "type" in event else ""
        await _chunk(writer, f"{named}data: {json.dumps(event, ensure_ascii=False)}\n\n")
    if reply.waits:
        await asyncio.sleep(3_600)
    if reply.cut:
        raise ConnectionResetError
    if asked.path == chat.PATH and not reply.ends_early:
        await _chunk(writer, "data: [DONE]\n\n")
    writer.write(b"0\r\n\r\n")
    await writer.drain()


_WIRES = {chat.PATH: chat.events, responses.PATH: responses.events, messages.PATH: messages.events}


async def _chunk(writer: asyncio.StreamWriter, text: str) -> None:
    raw = text.encode()
    writer.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
    await writer.drain()


async def _fail(reply: Reply, asked: Asked, writer: asyncio.StreamWriter) -> None:
    body = messages.error(reply.status) if asked.path == messages.PATH else chat.error(reply.status)
    await _json(writer, f"{reply.status} No", body, reply.headers)


async def _whole(events: list[dict[str, Any]], asked: Asked, writer: asyncio.StreamWriter) -> None:
    """The same answer to who asked for no stream."""
    await _json(writer, "200 OK", _gathered(events, asked.path), {})


def _gathered(events: Sequence[dict[str, Any]], path: str) -> dict[str, Any]:
    if path == responses.PATH:
        return events[-1]["response"]
    if path == messages.PATH:
        text = "".join(one["delta"].get("text", "") for one in events if one["type"] == "content_block_delta")
        end = next(one for one in events if one["type"] == "message_delta")
        usage = events[0]["message"]["usage"] | end["usage"]
        blocks = [{"type": "text", "text": text}]
        return events[0]["message"] | {"content": blocks, "stop_reason": "end_turn", "usage": usage}
    text = "".join(one["choices"][0]["delta"].get("content", "") for one in events if one["choices"])
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}, "logprobs": None}
    return events[-1] | {"object": "chat.completion", "choices": [choice]}


async def _json(writer: asyncio.StreamWriter, status: str, body: dict[str, Any], headers: dict[str, str]) -> None:
    raw = json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", "content-type: application/json", f"content-length: {len(raw)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + raw)
    await writer.drain()

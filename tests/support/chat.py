"""Talking to an agent as an AG-UI client does."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx2

from liveapps.ports import AgentTools, RunSink, Turn

Event = dict[str, Any]


def run_input(text: str, thread: str | None = None, run: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "threadId": thread or str(uuid4()),
        "runId": run or str(uuid4()),
        "messages": [{"id": "m1", "role": "user", "content": text}],
        "tools": [],
        "context": [],
        "state": {},
        "forwardedProps": {},
        **more,
    }


def events_of(body: str) -> list[Event]:
    return [json.loads(line[6:]) for line in body.splitlines() if line.startswith("data: ")]


async def say(client: httpx2.AsyncClient, text: str, thread: str | None = None, agent: str = "sales") -> list[Event]:
    """Says something and returns all events of the run."""
    answer = await client.post(f"/api/agents/{agent}/agui", json=run_input(text, thread), timeout=30)
    assert answer.status_code == 200, answer.text
    return events_of(answer.text)


@dataclass
class Script:
    """A runtime that does what a test tells it."""

    steps: list[Any] = field(default_factory=list[Any])

    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        for step in self.steps:
            await step(turn, tools, sink)

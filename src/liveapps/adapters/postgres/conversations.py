"""Threads, runs, answers and the tool ledger on PostgreSQL."""

from datetime import datetime
from typing import Any

import orjson

from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.conversation.threads import Message, Run, Thread

from .base import Sql, text
from .driver import Record

THREAD = ("id", "agent", "owner", "title", "created_at", "updated_at")
MESSAGE = ("id", "thread", "seq", "run", "at", "body")
RUN = ("id", "thread", "agent", "status", "started_at", "ended_at", "error")


class ConversationSql(Sql):
    async def thread(self, thread: str) -> Thread | None:
        found = await self._one("lock_thread" if self._locks else "thread", thread)
        return _thread(found) if found else None

    async def threads(self, owner: str) -> list[Thread]:
        return [_thread(record) for record in await self._all("threads", owner)]

    async def save_thread(self, thread: Thread) -> None:
        whole = thread.model_dump(mode="json")
        await self._run("put_thread", *(whole[name] for name in THREAD))

    async def append_message(self, message: Message) -> Message:
        # Under the lock of the thread: two messages at once must not get one place.
        await self._one("lock_thread", message.thread)
        placed = message.model_copy(update={"seq": int(await self._value("next_seq", message.thread))})
        await self.save_message(placed)
        return placed

    async def save_message(self, message: Message) -> None:
        whole = message.model_dump(mode="json")
        places = ("thread", "id", "seq", "run", "at")
        await self._run("put_message", *(whole[name] for name in places), text(whole["body"]))

    async def messages(self, thread: str) -> list[Message]:
        found = await self._all("messages", thread)
        return [Message.model_validate_json(text(_with_json(MESSAGE, record, "body"))) for record in found]

    async def run(self, run: str) -> Run | None:
        found = await self._one("run", run)
        return _run(found) if found else None

    async def active_run(self, thread: str) -> Run | None:
        found = await self._one("running_of", thread)
        return _run(found) if found else None

    async def active_runs(self) -> list[Run]:
        return [_run(record) for record in await self._all("running")]

    async def save_run(self, run: Run) -> None:
        whole = run.model_dump(mode="json")
        whole["error"] = None if run.error is None else text(run.error)
        await self._run("put_run", *(whole[name] for name in RUN))

    async def append_run_event(self, run: str, seq: int, event: str) -> None:
        await self._run("add_run_event", run, seq, event)

    async def run_events(self, run: str, after: int) -> list[tuple[int, str]]:
        return [(record[0], record[1]) for record in await self._all("run_events", run, after)]

    async def answer(self, answer: str) -> Answer | None:
        found = await self._value("answer", answer)
        return Answer.model_validate_json(found) if found else None

    async def answers(self, thread: str) -> list[Answer]:
        return [Answer.model_validate_json(record[0]) for record in await self._all("answers", thread)]

    async def save_answer(self, answer: Answer) -> None:
        await self._run("put_answer", answer.id, answer.thread, answer.model_dump_json())

    async def save_reading(self, reading: Reading) -> None:
        body = reading.model_dump_json()
        at = reading.started_at.isoformat()
        since = at if reading.outcome == "running" else None
        await self._run("put_reading", reading.id, reading.run, reading.panel, reading.tool, at, since, body)

    async def reading(self, reading: str) -> Reading | None:
        found = await self._value("reading", reading)
        return Reading.model_validate_json(found) if found else None

    async def readings_of_run(self, run: str) -> list[Reading]:
        return [Reading.model_validate_json(record[0]) for record in await self._all("readings_of_run", run)]

    async def open_readings(self, by: datetime) -> list[Reading]:
        found = await self._all("open_readings", by.isoformat())
        return [Reading.model_validate_json(record[0]) for record in found]


def _thread(record: Record) -> Thread:
    return Thread.model_validate_json(text(dict(zip(THREAD, record, strict=True))))


def _run(record: Record) -> Run:
    return Run.model_validate_json(text(_with_json(RUN, record, "error")))


def _with_json(names: tuple[str, ...], record: Record, document: str) -> dict[str, Any]:
    values = dict(zip(names, record, strict=True))
    if values[document] is not None:
        values[document] = orjson.loads(values[document])
    return values

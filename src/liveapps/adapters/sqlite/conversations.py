"""Threads, runs, answers and the tool ledger on SQLite."""

from datetime import datetime
from typing import Any

import orjson

from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.conversation.threads import Message, Run, Thread

from .base import Record, Sql, text

THREAD = ("id", "agent", "owner", "title", "created_at", "updated_at")
MESSAGE = ("id", "thread", "seq", "run", "at", "body")
RUN = ("id", "thread", "agent", "status", "started_at", "ended_at", "error")


class ConversationSql(Sql):
    async def thread(self, thread: str) -> Thread | None:
        found = self._one("thread", id=thread)
        return _thread(found) if found else None

    async def threads(self, owner: str) -> list[Thread]:
        return [_thread(record) for record in self._all("threads", owner=owner)]

    async def save_thread(self, thread: Thread) -> None:
        self._run("put_thread", **thread.model_dump(mode="json"))

    async def append_message(self, message: Message) -> Message:
        placed = message.model_copy(update={"seq": int(self._value("next_seq", thread=message.thread))})
        await self.save_message(placed)
        return placed

    async def save_message(self, message: Message) -> None:
        values = message.model_dump(mode="json")
        self._run("put_message", **{**values, "body": text(values["body"])})

    async def messages(self, thread: str) -> list[Message]:
        return [
            Message.model_validate_json(text(_with_json(MESSAGE, record, "body")))
            for record in self._all("messages", thread=thread)
        ]

    async def run(self, run: str) -> Run | None:
        found = self._one("run", id=run)
        return _run(found) if found else None

    async def active_run(self, thread: str) -> Run | None:
        found = self._one("running_of", thread=thread)
        return _run(found) if found else None

    async def active_runs(self) -> list[Run]:
        return [_run(record) for record in self._all("running")]

    async def save_run(self, run: Run) -> None:
        values = run.model_dump(mode="json")
        self._run("put_run", **{**values, "error": None if run.error is None else text(run.error)})

    async def append_run_event(self, run: str, seq: int, event: str) -> None:
        self._run("add_run_event", run=run, seq=seq, event=event)

    async def run_events(self, run: str, after: int) -> list[tuple[int, str]]:
        return [(record[0], record[1]) for record in self._all("run_events", run=run, after=after)]

    async def answer(self, answer: str) -> Answer | None:
        found = self._value("answer", id=answer)
        return Answer.model_validate_json(found) if found else None

    async def answers(self, thread: str) -> list[Answer]:
        return [Answer.model_validate_json(record[0]) for record in self._all("answers", thread=thread)]

    async def save_answer(self, answer: Answer) -> None:
        self._run("put_answer", id=answer.id, thread=answer.thread, body=answer.model_dump_json())

    async def save_reading(self, reading: Reading) -> None:
        at = reading.started_at.isoformat()
        self._run(
            "put_reading",
            id=reading.id,
            run=reading.run,
            panel=reading.panel,
            tool=reading.tool,
            at=at,
            open_since=at if reading.outcome == "running" else None,
            body=reading.model_dump_json(),
        )

    async def reading(self, reading: str) -> Reading | None:
        found = self._value("reading", id=reading)
        return Reading.model_validate_json(found) if found else None

    async def readings_of_run(self, run: str) -> list[Reading]:
        return [Reading.model_validate_json(record[0]) for record in self._all("readings_of_run", run=run)]

    async def open_readings(self, by: datetime) -> list[Reading]:
        found = self._all("open_readings", by=by.isoformat())
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

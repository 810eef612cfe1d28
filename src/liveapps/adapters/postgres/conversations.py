"""Threads, runs, answers and the tool ledger on PostgreSQL."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import orjson

from liveapps.conversation.answers import Answer
from liveapps.conversation.approvals import Approval
from liveapps.conversation.readings import Reading
from liveapps.conversation.savings import Talk
from liveapps.conversation.search import said_in
from liveapps.conversation.threads import Message, Run, Thread
from liveapps.panels.texts import fold
from liveapps.ports import ThreadFound

from .base import Sql, text
from .driver import Record

THREAD = ("id", "agent", "owner", "title", "created_at", "updated_at", "pinned", "seen", "deleted_at")
MESSAGE = ("id", "thread", "seq", "run", "at", "body")
RUN = (
    *("id", "thread", "agent", "status", "started_at", "ended_at", "error", "alive_until", "stop_asked", "trace"),
    "usage",
)


class ConversationSql(Sql):
    async def thread(self, thread: str) -> Thread | None:
        found = await self._one("lock_thread" if self._locks else "thread", thread)
        return _thread(found) if found else None

    async def threads(self, owner: str, terms: Sequence[str], limit: int) -> list[ThreadFound]:
        return [_found(record) for record in await self._all("threads", owner, list(terms), limit)]

    async def save_thread(self, thread: Thread) -> None:
        whole = {**thread.model_dump(mode="json"), "pinned": int(thread.pinned)}
        await self._run("put_thread", *(whole[name] for name in THREAD), fold(thread.title))

    async def append_message(self, message: Message) -> Message:
        # Under the lock of the thread: two messages at once must not get one place.
        await self._one("lock_thread", message.thread)
        placed = message.model_copy(update={"seq": int(await self._value("next_seq", message.thread))})
        await self.save_message(placed)
        return placed

    async def save_message(self, message: Message) -> None:
        whole = message.model_dump(mode="json")
        places = ("thread", "id", "seq", "run", "at")
        words = fold(said_in(message.body)) or None
        await self._run("put_message", *(whole[name] for name in places), text(whole["body"]), words)

    async def messages(self, thread: str) -> list[Message]:
        found = await self._all("messages", thread)
        return [Message.model_validate_json(text(_with_json(MESSAGE, record, "body"))) for record in found]

    async def set_aside(self, thread: str, seq: int) -> None:
        moved = await self._all("set_aside", thread, seq)
        ids = [answer for _, answer in moved if answer is not None]
        if moved:
            await self._run("set_aside_answers", thread, ids, moved[0][0])

    async def messages_set_aside(self, thread: str) -> list[tuple[int, Message]]:
        return [
            (attempt, Message.model_validate_json(text(_with_json(MESSAGE, record, "body"))))
            for attempt, *record in await self._all("messages_set_aside", thread)
        ]

    async def answers_set_aside(self, thread: str, attempt: int) -> list[Answer]:
        found = await self._all("answers_set_aside", thread, attempt)
        return [Answer.model_validate_json(record[0]) for record in found]

    async def run(self, run: str) -> Run | None:
        found = await self._one("run", run)
        return _run(found) if found else None

    async def active_run(self, thread: str) -> Run | None:
        found = await self._one("running_of", thread)
        return _run(found) if found else None

    async def active_runs(self) -> list[Run]:
        return [_run(record) for record in await self._all("running")]

    async def recent_runs(self, agent: str | None, limit: int) -> list[Run]:
        if agent is None:
            return [_run(record) for record in await self._all("recent_runs", limit)]
        return [_run(record) for record in await self._all("recent_runs_of", agent, limit)]

    async def talk(self, agent: str | None) -> Talk:
        threads, said, sliced = (await self._all("talk", agent))[0]
        return Talk(threads, said, sliced)

    async def save_run(self, run: Run) -> None:
        whole = _run_values(run)
        await self._run("put_run", *(whole[name] for name in RUN))

    async def keep_alive(self, runs: Iterable[str], until: datetime) -> None:
        await self._run("keep_alive", list(runs), until.isoformat())

    async def ask_stop(self, run: str) -> None:
        await self._run("ask_stop", run)

    async def still_to_do(self, runs: Iterable[str]) -> dict[str, bool]:
        return {record[0]: bool(record[1]) for record in await self._all("still_to_do", list(runs))}

    async def append_run_events(self, run: str, after: int, events: Sequence[str]) -> bool:
        return len(await self._all("add_run_events", run, after, list(events))) == len(events)

    async def run_events(self, run: str, after: int) -> list[tuple[int, str]]:
        return [(record[0], record[1]) for record in await self._all("run_events", run, after)]

    async def approval(self, approval: str) -> Approval | None:
        found = await self._value("approval", approval)
        return Approval.model_validate_json(found) if found else None

    async def approvals(self, thread: str) -> list[Approval]:
        return [Approval.model_validate_json(record[0]) for record in await self._all("approvals", thread)]

    async def save_approval(self, approval: Approval) -> None:
        await self._run("put_approval", approval.id, approval.thread, approval.model_dump_json())

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


def _thread(record: Sequence[Any]) -> Thread:
    values = dict(zip(THREAD, record, strict=True))
    return Thread.model_validate_json(text({**values, "pinned": bool(values["pinned"])}))


def _found(record: Record) -> ThreadFound:
    *thread, run, unread, found, _ = record
    message = None if found is None else Message.model_validate_json(_message_json(found))
    return ThreadFound(_thread(thread), run, unread, message)


def _message_json(found: str) -> str:
    return text(dict(zip(MESSAGE, orjson.loads(found), strict=True)))


def _run(record: Record) -> Run:
    values = dict(zip(RUN, record, strict=True))
    documents = {name: None if values[name] is None else orjson.loads(values[name]) for name in ("error", "usage")}
    return Run.model_validate_json(text({**values, **documents, "stop_asked": bool(values["stop_asked"])}))


def _run_values(run: Run) -> dict[str, Any]:
    error = None if run.error is None else text(run.error)
    whole = run.model_dump(mode="json")
    return {**whole, "error": error, "usage": text(whole["usage"]), "stop_asked": int(run.stop_asked)}


def _with_json(names: tuple[str, ...], record: Record, document: str) -> dict[str, Any]:
    values = dict(zip(names, record, strict=True))
    if values[document] is not None:
        values[document] = orjson.loads(values[document])
    return values

"""Threads, runs, answers and the tool ledger on SQLite."""

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

from .base import Record, Sql, ids_json, text

THREAD = ("id", "agent", "owner", "title", "created_at", "updated_at", "pinned", "seen", "deleted_at")
MESSAGE = ("id", "thread", "seq", "run", "at", "body")
RUN = (
    *("id", "thread", "agent", "status", "started_at", "ended_at", "error", "alive_until", "stop_asked", "trace"),
    "usage",
)


class ConversationSql(Sql):
    async def thread(self, thread: str) -> Thread | None:
        found = self._one("thread", id=thread)
        return _thread(found) if found else None

    async def threads(self, owner: str, terms: Sequence[str], limit: int) -> list[ThreadFound]:
        found = self._all("threads", owner=owner, terms=text(list(terms)), limit=limit)
        return [_found(record) for record in found]

    async def save_thread(self, thread: Thread) -> None:
        values = thread.model_dump(mode="json")
        self._run("put_thread", **{**values, "pinned": int(thread.pinned), "words": fold(thread.title)})

    async def append_message(self, message: Message) -> Message:
        placed = message.model_copy(update={"seq": int(self._value("next_seq", thread=message.thread))})
        await self.save_message(placed)
        return placed

    async def save_message(self, message: Message) -> None:
        values = message.model_dump(mode="json")
        words = fold(said_in(message.body)) or None
        self._run("put_message", **{**values, "body": text(values["body"]), "words": words})

    async def messages(self, thread: str) -> list[Message]:
        return [
            Message.model_validate_json(text(_with_json(MESSAGE, record, "body")))
            for record in self._all("messages", thread=thread)
        ]

    async def set_aside(self, thread: str, seq: int) -> None:
        moved = self._all("set_aside", thread=thread, seq=seq)
        ids = ids_json(answer for _, answer in moved if answer is not None)
        if moved:
            self._run("set_aside_answers", thread=thread, attempt=moved[0][0], ids=ids)

    async def messages_set_aside(self, thread: str) -> list[tuple[int, Message]]:
        return [
            (attempt, Message.model_validate_json(text(_with_json(MESSAGE, tuple(record), "body"))))
            for attempt, *record in self._all("messages_set_aside", thread=thread)
        ]

    async def answers_set_aside(self, thread: str, attempt: int) -> list[Answer]:
        found = self._all("answers_set_aside", thread=thread, attempt=attempt)
        return [Answer.model_validate_json(record[0]) for record in found]

    async def run(self, run: str) -> Run | None:
        found = self._one("run", id=run)
        return _run(found) if found else None

    async def active_run(self, thread: str) -> Run | None:
        found = self._one("running_of", thread=thread)
        return _run(found) if found else None

    async def active_runs(self) -> list[Run]:
        return [_run(record) for record in self._all("running")]

    async def recent_runs(self, agent: str | None, limit: int) -> list[Run]:
        if agent is None:
            return [_run(record) for record in self._all("recent_runs", limit=limit)]
        return [_run(record) for record in self._all("recent_runs_of", agent=agent, limit=limit)]

    async def talk(self, agent: str | None) -> Talk:
        threads, said, sliced = self._all("talk", agent=agent)[0]
        return Talk(threads, said or 0, sliced or 0)

    async def save_run(self, run: Run) -> None:
        self._run("put_run", **_run_values(run))

    async def keep_alive(self, runs: Iterable[str], until: datetime) -> None:
        self._run("keep_alive", runs=ids_json(runs), until=until.isoformat())

    async def ask_stop(self, run: str) -> None:
        self._run("ask_stop", id=run)

    async def still_to_do(self, runs: Iterable[str]) -> dict[str, bool]:
        return {record[0]: bool(record[1]) for record in self._all("still_to_do", runs=ids_json(runs))}

    async def append_run_events(self, run: str, after: int, events: Sequence[str]) -> bool:
        added = self._all("add_run_events", run=run, after=after, events=text(list(events)))
        return len(added) == len(events)

    async def run_events(self, run: str, after: int) -> list[tuple[int, str]]:
        return [(record[0], record[1]) for record in self._all("run_events", run=run, after=after)]

    async def approval(self, approval: str) -> Approval | None:
        found = self._value("approval", id=approval)
        return Approval.model_validate_json(found) if found else None

    async def approvals(self, thread: str) -> list[Approval]:
        return [Approval.model_validate_json(record[0]) for record in self._all("approvals", thread=thread)]

    async def save_approval(self, approval: Approval) -> None:
        body = approval.model_dump_json()
        self._run("put_approval", id=approval.id, thread=approval.thread, body=body)

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
    values = dict(zip(THREAD, record, strict=True))
    return Thread.model_validate_json(text({**values, "pinned": bool(values["pinned"])}))


def _found(record: Record) -> ThreadFound:
    *thread, run, unread, found, _ = record
    message = None if found is None else Message.model_validate_json(_message_json(found))
    return ThreadFound(_thread(tuple(thread)), run, bool(unread), message)


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

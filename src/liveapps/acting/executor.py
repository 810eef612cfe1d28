"""The one place where tools are called, whoever asks: each call leaves a reading in the ledger."""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from liveapps.blocks.base import JsonObject
from liveapps.conversation.readings import Reading
from liveapps.panels.errors import Refusal
from liveapps.panels.extracts import Extract
from liveapps.panels.origin import Actor
from liveapps.panels.powers import Power, Tool
from liveapps.ports import Clock, Fact, Ids, RawResult, Store, Tools, Traces, Tx

from .arguments import check_arguments
from .extract import Extracted, extract, only_list, refuse_failure, refuse_unkept

KEPT_ROWS = 2_000
"""How many rows of an answer the ledger keeps: as many as a chat or an inline collection can show."""


@dataclass(frozen=True)
class Call:
    """What a call returned. `extracted` is None when the answer holds no list and none was asked for."""

    reading: Reading
    result: RawResult
    extracted: Extracted | None


class Executor:
    """Opens no transaction while a tool runs: the ledger is written before and after."""

    def __init__(self, store: Store, tools: Tools, clock: Clock, ids: Ids, traces: Traces | None = None) -> None:
        self._store, self._tools, self._clock, self._ids = store, tools, clock, ids
        self._traces = traces

    def describe(self, name: str) -> Tool | None:
        """What is known of a tool now."""
        return self._tools.describe(name)

    async def run(
        self,
        name: str,
        arguments: JsonObject,
        *,
        actor: Actor,
        run: str | None = None,
        panel: str | None = None,
        extract: Extract | None = None,
        at_most: Power | None = None,
    ) -> Call:
        """Without `extract`, rows are kept only when the structured output holds exactly one list. `at_most` is the
        power that the call was allowed for.

        Raises Refusal `invalid_input` before anything is called; `tool_not_found`, `tool_not_read_only`,
        `tool_not_granted`, `tool_timeout`, `source_failed`, `tool_failed` or `tool_output_unreadable` after, with the
        fact `reading`.
        """
        tool = self._tools.describe(name)
        if tool is not None:
            check_arguments(tool, arguments)
        reading = Reading(
            id=self._ids.new(),
            tool=name,
            arguments=arguments,
            actor=actor,
            run=run,
            panel=panel,
            started_at=self._clock.now(),
        )
        if self._traces is None:
            return await self._made(reading, extract, at_most)
        facts: dict[str, Fact] = {
            "gen_ai.tool.name": name,
            "liveapps.reading": reading.id,
            "liveapps.arguments_bytes": len(json.dumps(arguments)),
        }
        with self._traces.span(f"execute_tool {name}", facts) as span:
            call = await self._made(reading, extract, at_most)
            span.told({"liveapps.result_bytes": size_of(call.result), "liveapps.rows": call.reading.row_count or 0})
            return call

    async def _made(self, reading: Reading, extract: Extract | None, at_most: Power | None) -> Call:
        await self._save(reading)
        try:
            result = await self._tools.call(reading.tool, reading.arguments, at_most)
            # Large answers take long to read; other requests go on meanwhile.
            done, extracted = await asyncio.to_thread(_finished, reading, result, extract)
        except Refusal as refusal:
            await self._fail(reading, refusal.message)
            facts = refusal.facts | {"reading": reading.id}
            raise Refusal(refusal.code, refusal.message, refusal.next_step, **facts) from refusal
        except asyncio.CancelledError:
            # Shielded: who cancels may do so again while the ledger is being closed.
            await asyncio.shield(self._fail(reading, "The call was cancelled."))
            raise
        except Exception:
            await self._fail(reading, "The call broke off.")
            raise
        done = done.model_copy(update={"ended_at": self._clock.now()})
        await self._save(done)
        return Call(done, result, extracted)

    async def end_orphans(self, grace: timedelta) -> None:
        """Calls that a former process left open ended with it. Younger ones than `grace` may be another server's."""
        by = self._clock.now() - grace
        for reading in await self._store.read(lambda tx: tx.open_readings(by)):
            await self._fail(reading, "The server was restarted during this call.")

    async def _save(self, reading: Reading) -> None:
        async def body(tx: Tx) -> None:
            await tx.save_reading(reading)

        await self._store.write(body)

    async def _fail(self, reading: Reading, message: str) -> None:
        ended = {"ended_at": self._clock.now(), "outcome": "failed", "status": "error", "message": message}
        await self._save(reading.model_copy(update=ended))


def size_of(result: RawResult) -> int:
    """How much a tool answered, in bytes."""
    return len(result.text.encode()) if result.text else len(json.dumps(result.structured, default=str))


def _finished(reading: Reading, result: RawResult, how: Extract | None) -> tuple[Reading, Extracted | None]:
    extracted = _judged(result, how, reading.tool)
    rows = extracted.rows if extracted else None
    changes: dict[str, Any] = {"outcome": "done", "status": "complete", "result_hash": _hash(result)}
    if extracted is not None and rows is not None:
        doubt = _doubt(len(rows), extracted)
        changes |= {"rows": rows[:KEPT_ROWS], "row_count": len(rows), "declared": extracted.declared}
        changes |= {"status": "partial", "message": doubt} if doubt else {}
    return reading.model_copy(update=changes), extracted


def _judged(result: RawResult, how: Extract | None, tool: str) -> Extracted | None:
    refuse_unkept(result, tool)
    if how is not None:
        return extract(result, how, tool=tool)
    refuse_failure(result, tool)
    return only_list(result)


def _doubt(count: int, extracted: Extracted) -> str | None:
    """Why the list may not be the whole, if there is a reason."""
    if extracted.declared is not None and extracted.declared != count:
        return f"Rows received: {count}; declared by the source: {extracted.declared}."
    return f"Rows received: {count}; the source says that there are more." if extracted.truncated else None


def _hash(result: RawResult) -> str:
    whole = json.dumps([result.structured, result.text, result.is_error], sort_keys=True, default=str)
    return hashlib.sha256(whole.encode()).hexdigest()

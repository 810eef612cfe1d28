"""Every call of a tool, whoever asks, leaves a reading that tells how it began and how it ended."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from liveapps.acting.executor import Executor
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.extracts import FromStructured
from liveapps.panels.origin import Actor
from liveapps.panels.powers import Power, Tool
from liveapps.ports import RawResult
from tests.acting.recording_store import RecordingStore

ANA = Actor(kind="person", id="u1", name="Ana")
AT_ROWS = FromStructured(path="rows", total="total")
TOOL = Tool(
    name="crm.list",
    parameters={"properties": {"country": {}, "limit": {}}, "required": ["country"], "additionalProperties": False},
    power="read",
)
BRAZIL = {"country": "Brazil"}


class Ticking:
    """A clock that moves one second at each look, and ids that count."""

    def __init__(self) -> None:
        self._ticks = 0

    def now(self) -> datetime:
        self._ticks += 1
        return datetime(2026, 11, 30, tzinfo=UTC) + timedelta(seconds=self._ticks)

    def new(self) -> str:
        self._ticks += 1
        return f"r{self._ticks}"


class OneTool:
    def __init__(self, answer: Callable[[], Awaitable[RawResult]]) -> None:
        self.calls: list[dict[str, Any]] = []
        self._answer = answer

    def describe(self, name: str) -> Tool | None:
        return TOOL if name == TOOL.name else None

    def names(self) -> list[str]:
        return [TOOL.name]

    async def call(self, name: str, arguments: dict[str, Any], at_most: Power | None = None) -> RawResult:
        if name != TOOL.name:
            raise not_found("tool_not_found", "tool", name, self.names())
        self.calls.append(arguments)
        return await self._answer()


class Bench:
    def __init__(self, answer: Callable[[], Awaitable[RawResult]]) -> None:
        self.store, self.tools = RecordingStore(), OneTool(answer)
        ticking = Ticking()
        self.executor = Executor(self.store, self.tools, ticking, ticking)

    async def refused(self, name: str = "crm.list", arguments: dict[str, Any] = BRAZIL) -> Refusal:
        with pytest.raises(Refusal) as refusal:
            await self.executor.run(name, arguments, actor=ANA, extract=AT_ROWS)
        return refusal.value


def answering(structured: Any = None, text: str = "", is_error: bool = False) -> Bench:
    async def answer() -> RawResult:
        return RawResult(structured=structured, text=text, is_error=is_error)

    return Bench(answer)


def breaking(problem: Exception) -> Bench:
    async def answer() -> RawResult:
        raise problem

    return Bench(answer)


async def test_a_call_is_in_the_ledger_before_the_tool_runs_and_no_transaction_waits_for_it() -> None:
    async def answer() -> RawResult:
        assert [state.outcome for state in bench.store.saved] == ["running"]
        assert not bench.store.is_open
        return RawResult(structured={"rows": [], "total": 0}, text="", is_error=False)

    bench = Bench(answer)
    call = await bench.executor.run("crm.list", BRAZIL, actor=ANA, run="run1", panel="p1", extract=AT_ROWS)
    began, ended = bench.store.states_of(call.reading.id)
    assert (began.tool, began.arguments, began.actor, began.run, began.panel) == ("crm.list", BRAZIL, ANA, "run1", "p1")
    assert (began.ended_at, ended.outcome, ended) == (None, "done", call.reading)
    assert ended.ended_at is not None
    assert ended.ended_at > ended.started_at


async def test_a_complete_list_is_read_with_its_rows_and_the_count_its_source_declared() -> None:
    rows = [{"id": "C-1"}, {"id": "C-2"}]
    call = await answering({"rows": rows, "total": 2}).executor.run("crm.list", BRAZIL, actor=ANA, extract=AT_ROWS)
    reading = call.reading
    assert (reading.status, reading.rows, reading.row_count, reading.declared) == ("complete", rows, 2, 2)
    assert reading.message is None
    assert call.extracted is not None
    assert call.extracted.rows == rows


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"rows": [{"id": 1}], "total": 40}, "Rows received: 1; declared by the source: 40."),
        ({"rows": [{"id": 1}, {"id": 2}], "total": 1}, "Rows received: 2; declared by the source: 1."),
        ({"rows": [{"id": 1}], "has_more": True}, "Rows received: 1; the source says that there are more."),
    ],
)
async def test_a_list_that_may_not_be_the_whole_is_partial_and_says_why(answer: dict[str, Any], message: str) -> None:
    call = await answering(answer).executor.run("crm.list", BRAZIL, actor=ANA, extract=AT_ROWS)
    assert (call.reading.status, call.reading.message) == ("partial", message)


async def test_the_ledger_keeps_the_first_two_thousand_rows_and_the_count_of_all() -> None:
    rows = [{"n": n} for n in range(2_001)]
    call = await answering({"rows": rows, "total": 2_001}).executor.run("crm.list", BRAZIL, actor=ANA, extract=AT_ROWS)
    assert (len(call.reading.rows), call.reading.row_count, call.reading.status) == (2_000, 2_001, "complete")
    assert call.extracted is not None
    assert call.extracted.rows == rows


async def test_equal_answers_have_equal_hashes() -> None:
    async def hash_of(answer: Any) -> str | None:
        call = await answering(answer).executor.run("crm.list", BRAZIL, actor=ANA)
        return call.reading.result_hash

    assert await hash_of({"a": 1, "b": 2}) == await hash_of({"b": 2, "a": 1})
    assert await hash_of({"a": 1}) != await hash_of({"a": 2})


async def test_without_a_declared_way_only_the_one_list_of_objects_is_kept() -> None:
    one = await answering({"rows": [{"id": 1}]}).executor.run("crm.list", BRAZIL, actor=ANA)
    assert (one.reading.rows, one.reading.status, one.reading.declared) == ([{"id": 1}], "complete", None)
    none = await answering(text="The shop is open.").executor.run("crm.list", BRAZIL, actor=ANA)
    assert (none.extracted, none.reading.row_count, none.reading.outcome) == (None, None, "done")


@pytest.mark.parametrize(
    ("bench", "code"),
    [
        (answering(text="the ledger is closed", is_error=True), "tool_failed"),
        (answering(text="Database error: no such table"), "tool_failed"),
        (answering(text="Many customers"), "tool_output_unreadable"),
        (breaking(Refusal("source_failed", "The source is gone.", "Try again.", source="crm")), "source_failed"),
    ],
)
async def test_a_failure_is_in_the_ledger_and_its_refusal_names_the_reading(bench: Bench, code: str) -> None:
    refusal = await bench.refused()
    ended = bench.store.saved[-1]
    assert (refusal.code, refusal.facts["reading"]) == (code, ended.id)
    assert (ended.outcome, ended.status, ended.message, ended.rows) == ("failed", "error", refusal.message, [])


async def test_an_error_fails_the_call_also_when_nobody_asked_for_rows() -> None:
    for bench in (answering(text="closed", is_error=True), answering({"result": "Error: closed"})):
        with pytest.raises(Refusal) as refusal:
            await bench.executor.run("crm.list", BRAZIL, actor=ANA)
        assert refusal.value.code == "tool_failed"
        assert bench.store.saved[-1].outcome == "failed"


async def test_one_refusal_shared_by_two_calls_names_to_each_its_own_reading() -> None:
    shared = Refusal("source_failed", "The source is gone.", "Try again.")
    bench = breaking(shared)
    first, second = await bench.refused(), await bench.refused()
    assert first.facts["reading"] != second.facts["reading"]
    assert shared.facts == {}


async def test_a_tool_that_is_not_there_is_refused_with_the_names_that_are() -> None:
    bench = answering({})
    refusal = await bench.refused("crm.lists")
    assert (refusal.code, refusal.facts["near"]) == ("tool_not_found", ["crm.list"])
    assert bench.store.saved[-1].outcome == "failed"


@pytest.mark.parametrize(
    ("arguments", "argument", "near"),
    [({}, "country", ["country"]), ({"country": "Brazil", "limits": 3}, "limits", ["limit"])],
)
async def test_arguments_that_cannot_be_right_are_refused_before_anything_is_called(
    arguments: dict[str, Any], argument: str, near: list[str]
) -> None:
    bench = answering({})
    refusal = await bench.refused(arguments=arguments)
    assert (refusal.code, refusal.facts["argument"], refusal.facts["near"]) == ("invalid_input", argument, near)
    assert refusal.facts["choices"] == ["country", "limit"]
    assert (bench.tools.calls, bench.store.saved) == ([], [])


async def test_a_cancelled_call_does_not_stay_running_in_the_ledger() -> None:
    started = asyncio.Event()

    async def answer() -> RawResult:
        started.set()
        await asyncio.Event().wait()
        raise AssertionError

    bench = Bench(answer)
    running = asyncio.create_task(bench.executor.run("crm.list", BRAZIL, actor=ANA))
    await started.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (bench.store.saved[-1].outcome, bench.store.saved[-1].message) == ("failed", "The call was cancelled.")


async def test_a_call_that_broke_by_accident_does_not_stay_running_and_its_text_is_not_kept() -> None:
    bench = breaking(RuntimeError("password=hunter2"))
    with pytest.raises(RuntimeError):
        await bench.executor.run("crm.list", BRAZIL, actor=ANA)
    assert (bench.store.saved[-1].outcome, bench.store.saved[-1].message) == ("failed", "The call broke off.")

"""From the click to the commit there is one trace, and nothing in it that a person, a row or a tool said."""

import json
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanContext

from liveapps.adapters.telemetry import Telemetry, telemetry_from
from liveapps.conversation.usage import ModelUse
from liveapps.panels.errors import Refusal
from liveapps.ports import AgentTools, RunSink, Turn
from liveapps.writing.writes import AddRow
from tests.support.chat import Script, run_input
from tests.support.patience import until
from tests.support.world import World, make_world, panel_template

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
SECRETS = (
    *("Segredo da Ana", "segredo@example.com", "só entre nós", "resposta do modelo", "C-segredo", "Panela secreta"),
    *("postgres://user", "razão do segredo"),
)
"""A private row, an argument, what was said and answered, a title, an exception: each once in what happens here."""


class Listening:
    """What was exported."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.telemetry = Telemetry(provider)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self.exporter.get_finished_spans()

    def named(self, start: str) -> ReadableSpan:
        found = [span for span in self.spans if span.name.startswith(start)]
        assert len(found) == 1, [span.name for span in self.spans]
        return found[0]

    def text(self) -> str:
        return "\n".join(span.to_json() for span in self.spans)


@pytest.fixture
def heard() -> Listening:
    return Listening()


@pytest.fixture
def script() -> Script:
    return Script([works])


async def works(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    await sink.used(ModelUse(model="openai:small", input_tokens=120, output_tokens=30, cost=0.002), 0.5)
    await tools.call("crm.list", {})
    await sink.say("resposta do modelo")
    made = await tools.create_panel(panel_template(title="Panela secreta"))
    await tools.ship_rows(made.panel, "customers", [{"code": "C-segredo", "email": "segredo@example.com"}])


@pytest.fixture
async def world(tmp_path: Path, heard: Listening, script: Script) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: script, traces=heard.telemetry)
    made.crm.append({"code": "C-1", "company": "Segredo da Ana"})
    yield made
    await made.running.close()


async def ask(world: World, heard: Listening, text: str = "só entre nós", **headers: str) -> str:
    """Says something and returns the id of the run, once its span has ended too."""
    client, run = await world.client(), str(uuid4())

    async def is_exported() -> bool:
        return any((span.attributes or {}).get("liveapps.run") == run for span in heard.spans)

    answer = await client.post(
        "/api/agents/sales/agui", json=run_input(text, run=run), headers={"traceparent": PARENT, **headers}, timeout=30
    )
    assert answer.status_code == 200
    await until(is_exported)
    return run


def parent_of(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent else None


def context_of(span: ReadableSpan) -> SpanContext:
    context = span.get_span_context()
    assert context is not None
    return context


def id_of(span: ReadableSpan) -> int:
    return context_of(span).span_id


def traces_in(heard: Listening) -> set[int]:
    return {context_of(span).trace_id for span in heard.spans}


async def test_a_run_is_one_trace_from_the_click_to_the_commit(world: World, heard: Listening) -> None:
    run = await ask(world, heard)
    click, agent = heard.named("POST /api/agents/{agent}/agui"), heard.named("invoke_agent sales")
    assert parent_of(click) == int(PARENT.split("-")[2], 16)
    assert parent_of(agent) == id_of(click)
    for name in ("chat openai:small", "execute_tool crm.list", "write create_panel", "write ship"):
        assert parent_of(heard.named(name)) == id_of(agent)
    assert traces_in(heard) == {int(TRACE, 16)}
    kept = await world.running.store.read(lambda tx: tx.run(run))
    assert kept is not None
    assert (kept.trace, kept.usage[0].input_tokens) == (TRACE, 120)


async def test_a_span_says_how_much_and_how_it_ended(world: World, heard: Listening) -> None:
    await ask(world, heard)
    agent, tool, ship = (heard.named(name).attributes or {} for name in ("invoke_agent", "execute_tool", "write ship"))
    assert (agent["liveapps.outcome"], agent["gen_ai.usage.output_tokens"]) == ("finished", 30)
    assert (tool["liveapps.rows"], tool["liveapps.arguments_bytes"]) == (1, 2)
    assert ship["liveapps.rows"] == 1


async def test_nothing_that_was_said_or_kept_is_in_a_trace(world: World, heard: Listening, script: Script) -> None:
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "private_rows": True}])
    values = {"code": "C-9", "company": "Segredo da Ana"}
    await world.write(AddRow(panel=panel, collection="customers", values=values))
    await ask(world, heard)
    client = await world.client()
    await client.get("/api/threads", params={"search": "razão do segredo"})

    async def breaks(*_: Any) -> None:
        raise RuntimeError("postgres://user:secret@host")

    async def refuses(*_: Any) -> None:
        raise Refusal("source_failed", "razão do segredo", "segredo@example.com", fact="Segredo da Ana")

    async def asks_for_what_is_not_there(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        with pytest.raises(Refusal, match="C-segredo"):
            await tools.patch_row(panel, "customers", "C-segredo", {"company": "Segredo da Ana"})

    for step in (breaks, refuses, asks_for_what_is_not_there):
        script.steps = [step]
        await ask(world, heard)
    told = heard.text()
    assert len(heard.spans) > 10
    assert [secret for secret in SECRETS if secret in told] == []
    assert await world.running.store.read(lambda tx: tx.count_rows(panel, "customers")) == 1


async def test_what_is_searched_here_would_be_found_if_it_were_told(world: World, heard: Listening) -> None:
    with heard.telemetry.span("x", {"told": "Segredo da Ana"}):
        pass
    assert "Segredo da Ana" in heard.text()


async def test_a_call_that_fails_tells_its_code(world: World, heard: Listening, script: Script) -> None:
    async def calls(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await tools.call("crm.list", {"unknown": "segredo@example.com"})

    world.functions.register("crm.broken", _breaks, power="read")
    script.steps = [calls]
    run = await ask(world, heard)
    told = heard.named("invoke_agent").attributes or {}
    assert (told["liveapps.outcome"], told["liveapps.code"]) == ("failed", "invalid_input")
    assert "segredo" not in heard.text()
    kept = await world.running.store.read(lambda tx: tx.run(run))
    assert kept is not None
    assert kept.status == "failed"


def _breaks() -> None:
    raise ValueError("segredo@example.com")


@pytest.mark.parametrize("parent", ["", "nonsense", "00-0-0-00", PARENT + "x" * 200])
async def test_a_parent_that_is_none_begins_a_trace_of_its_own(world: World, heard: Listening, parent: str) -> None:
    await ask(world, heard, traceparent=parent)
    assert int(TRACE, 16) not in traces_in(heard)
    assert len(traces_in(heard)) == 1


def test_traces_are_kept_only_where_they_are_sent_somewhere() -> None:
    assert telemetry_from({}) is None
    assert telemetry_from({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}) is None
    kept = telemetry_from({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"})
    assert kept is not None
    kept.close()


async def test_without_traces_no_layer_of_them_stands_in_the_way(tmp_path: Path) -> None:
    plain = await make_world(tmp_path)
    assert "Traced" not in str(plain.app.user_middleware)
    await plain.running.close()


def test_without_traces_the_library_that_sends_them_is_not_even_loaded() -> None:
    look = (
        "import sys, liveapps.bootstrap, json; print(json.dumps([n for n in sys.modules if 'opentelemetry.sdk' in n]))"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == []

"""Traces by OpenTelemetry, for whoever sets its standard variables (OTEL_EXPORTER_OTLP_ENDPOINT and others).

What travels are ids, sizes, counts, codes and times. No text of a person, a model, a tool or an exception does.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from time import time_ns
from typing import TYPE_CHECKING

from liveapps.panels.errors import Refusal
from liveapps.ports import Fact, Span

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as OtelSpan

WHERE = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
OFF = "OTEL_SDK_DISABLED"


def telemetry_from(environ: Mapping[str, str]) -> "Telemetry | None":
    """None when the variables name nowhere to send traces to: then nothing of it is even loaded."""
    if environ.get(OFF, "").lower() == "true" or not any(environ.get(name) for name in WHERE):
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {} if environ.get("OTEL_SERVICE_NAME") else {"service.name": "liveapps"}
    provider = TracerProvider(resource=Resource.create(named))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Telemetry(provider)


class Telemetry:
    """Implements `ports.Traces`."""

    def __init__(self, provider: "TracerProvider") -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("liveapps")

    @contextmanager
    def span(self, name: str, facts: Mapping[str, Fact], *, parent: str | None = None) -> Generator[Span]:
        from opentelemetry.propagate import extract
        from opentelemetry.trace import StatusCode

        context = extract({"traceparent": parent}) if parent else None
        with self._tracer.start_as_current_span(
            name, context, attributes=facts, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield _Span(span)
            except BaseException as problem:
                # The code of a refusal, or the kind of an exception: what it says may quote anything.
                span.set_attribute("error.type", _kind_of(problem))
                span.set_status(StatusCode.ERROR)
                raise

    def past(self, name: str, seconds: float, facts: Mapping[str, Fact]) -> None:
        end = time_ns()
        span = self._tracer.start_span(name, start_time=end - int(seconds * 1e9), attributes=facts)
        span.end(end)

    def trace(self) -> str | None:
        from opentelemetry.trace import format_trace_id, get_current_span

        context = get_current_span().get_span_context()
        return format_trace_id(context.trace_id) if context.is_valid else None

    def close(self) -> None:
        """Sends what is left. May take as long as the other side does, so not on the event loop."""
        self._provider.shutdown()


class _Span:
    """Implements `ports.Span`."""

    def __init__(self, span: "OtelSpan") -> None:
        self._span = span

    def named(self, name: str) -> None:
        self._span.update_name(name)

    def told(self, facts: Mapping[str, Fact]) -> None:
        self._span.set_attributes(facts)


def _kind_of(problem: BaseException) -> str:
    return problem.code if isinstance(problem, Refusal) else type(problem).__name__

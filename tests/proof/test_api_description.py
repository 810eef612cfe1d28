"""The API does what its description says, whatever is sent to it: asked by a machine that has read nothing else."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis.openapi
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.core import NOT_SET
from schemathesis.specs.openapi import checks

from liveapps.bootstrap import add_routes
from liveapps.panels.template import read_template
from liveapps.writing import writes as w
from tests.proof.requests import receipt_of, send
from tests.proof.server import Server
from tests.proof.workload import LIST, template_json

PROFILE = settings(
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)

LEFT_OUT = {"GET /api/events"}
"""A stream that does not end: test_events.py listens to it."""

CHECKS: Any = checks
EXCLUDED: list[Any] = [CHECKS.positive_data_acceptance]
"""That all which fits the schema is taken. A schema cannot say which fields a panel has, which templates hold together,
or that a text has no NUL; and where a whole number is meant, models here do not take 1.0. Such requests are answered
with 422 and the reason, which the other checks hold against the description."""
ONCE: list[Any] = [CHECKS.ignored_auth]
"""Asks twice more, without a token and with a wrong one: done where the answer is a success, once for each address."""


def described() -> Iterator[tuple[str, Any]]:
    """The operations that the API says it has. What the library calls them has parts without types."""
    app = FastAPI(title="Live Apps")
    add_routes(app)
    description: Any = schemathesis.openapi.from_dict(app.openapi())
    for found in description.get_all_operations():
        operation = found.ok()
        yield operation.label, operation


OPERATIONS: dict[str, Any] = dict(described())
HOOK = {
    "id": "feed",
    "title": "Entrada",
    "source": "generic",
    "into": LIST,
    "fields": {"code": "id", "company": "name"},
}
ALERT = {"id": "few", "title": "Poucos", "over": LIST, "test": "below", "threshold": 3}


@pytest.fixture
def place(server: Server) -> dict[str, Any]:
    """The names of things that are there, by how addresses call them. Others are names of nothing."""
    return asyncio.run(_made(server))


async def _made(server: Server) -> dict[str, Any]:
    async with server.client() as client:
        whole = read_template(template_json(hooks=[HOOK]))
        panel = receipt_of(await send(client, w.CreatePanel(panel="", agent="sales", template=whole))).panel
        listed = w.Ship(panel=panel, collection=LIST, rows=[{"code": "C-1", "company": "Embraer"}])
        (row,) = receipt_of(await send(client, listed)).added
        held = w.PatchRow(panel=panel, collection=LIST, row=row, set={"company": "Riotur"})
        for write in (held, listed):
            receipt_of(await send(client, write))
    named = {"panel": panel, "collection": LIST, "row": row, "field": "company", "block": "summary", "tab": "words"}
    return {**named, "version": 2, "hook": "feed", "alert": "many", "tool": "crm.list", "agent": "sales"}


def path_of(operation: Any, place: dict[str, Any]) -> dict[str, Any]:
    return {one.name: place.get(one.name, "1") for one in operation.path_parameters}


def ask(server: Server, case: Any, excluded: list[Any]) -> int:
    """Asks, and holds the answer against the description; its status."""
    answer = case.call_and_validate(
        base_url=server.address, headers=server.credentials(), excluded_checks=excluded, timeout=60
    )
    return answer.status_code


@pytest.mark.parametrize("label", sorted(OPERATIONS.keys() - LEFT_OUT))
def test_whatever_is_asked_is_answered_as_described(server: Server, place: dict[str, Any], label: str) -> None:
    operation = OPERATIONS[label]
    there = path_of(operation, place)
    examine(server, operation.as_strategy(), 2)
    examine(server, operation.as_strategy(path_parameters=there), 2)
    if operation.body or operation.query or operation.headers:
        # What breaks the description in one place, and must be refused for it.
        examine(server, operation.as_strategy(GenerationMode.NEGATIVE, path_parameters=there), 3)


def examine(server: Server, strategy: Any, examples: int) -> None:
    @settings(PROFILE, max_examples=examples)
    @given(case=strategy)
    def asked(case: Any) -> None:
        ask(server, case, EXCLUDED + ONCE)

    asked()


WORKS: list[tuple[str, dict[str, Any] | None]] = [
    ("GET /api/me", None),
    ("PATCH /api/me", {"locale": "en"}),
    ("GET /api/agents", None),
    ("GET /api/panels", None),
    ("GET /api/panels/{panel}", None),
    ("GET /api/panels/{panel}/collections/{collection}/rows", None),
    ("GET /api/panels/{panel}/collections/{collection}/rows/{row}", None),
    ("GET /api/panels/{panel}/export", None),
    ("GET /api/panels/{panel}/versions", None),
    ("GET /api/panels/{panel}/versions/{version}", None),
    ("GET /api/panels/{panel}/context", None),
    ("GET /api/panels/{panel}/alerts", None),
    ("GET /api/panels/{panel}/hooks", None),
    ("GET /api/threads", None),
    ("GET /api/inbox", None),
    ("POST /api/inbox/read", None),
    ("GET /api/retention", None),
    ("GET /api/sources", None),
    ("GET /api/jobs", None),
    ("POST /api/panels/{panel}/collections/{collection}/rows", {"values": {"code": "C-2"}, "stage": "new"}),
    ("POST /api/panels/{panel}/collections/{collection}/shipments", {"rows": [{"code": "C-3"}]}),
    ("POST /api/panels/{panel}/collections/{collection}/rows/{row}/suggestions/{field}", {"accept": True}),
    ("PATCH /api/panels/{panel}/collections/{collection}/rows/{row}", {"add": {"revenue": 2}}),
    ("POST /api/panels/{panel}/collections/{collection}/rows/{row}/move", {"stage": "won"}),
    ("POST /api/panels/{panel}/collections/{collection}/rows/{row}/annotations", {"text": "Ligou hoje"}),
    ("DELETE /api/panels/{panel}/collections/{collection}/rows/{row}", None),
    ("POST /api/panels/{panel}/collections/{collection}/rows/{row}/restore", None),
    ("PUT /api/panels/{panel}/blocks/{block}", {"content": {"kind": "text", "markdown": "Olá"}}),
    ("POST /api/panels/{panel}/alerts", ALERT),
    ("PUT /api/panels/{panel}/alerts/{alert}", {**ALERT, "id": "many"}),
    ("PUT /api/panels/{panel}/alerts/{alert}/following", {"by_email": False}),
    ("DELETE /api/panels/{panel}/alerts/{alert}/following", None),
    ("DELETE /api/panels/{panel}/alerts/{alert}", None),
    ("POST /api/panels/{panel}/hooks/{hook}/endpoint", None),
    ("POST /api/panels/{panel}/hooks/{hook}/try", {"payload": {"id": "C-9", "name": "Vale"}}),
    ("GET /api/panels/{panel}/hooks/{hook}/deliveries", None),
    ("DELETE /api/panels/{panel}/hooks/{hook}/endpoint", None),
    ("POST /api/panels/{panel}/versions/{version}/restore", None),
    ("PUT /api/panels/{panel}/template", {"template": template_json("Outra", hooks=[HOOK])}),
    ("DELETE /api/panels/{panel}", None),
    ("POST /api/panels/{panel}/restore", None),
    ("POST /api/panels", {"agent": "sales", "template": template_json("Nova")}),
]
"""In this order."""


def test_what_works_is_answered_as_described_too(server: Server, place: dict[str, Any]) -> None:
    for label, body in WORKS:
        operation = OPERATIONS[label]
        query = {"collection": LIST} if operation.query.get("collection") else {}
        case = operation.Case(path_parameters=path_of(operation, place), query=query, body=body or NOT_SET)
        assert ask(server, case, EXCLUDED) < 300, label

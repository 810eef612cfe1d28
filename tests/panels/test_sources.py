"""What the boss says of a source and of its tools."""

import tomllib
from typing import Any

import pytest
from pydantic import ValidationError

from liveapps.panels.extracts import FromStructured
from liveapps.panels.provenance import Window
from liveapps.panels.sources import FREE_TEXT, Source, Stdio, ToolPolicy, policies, power_of

CRM: dict[str, Any] = {
    "name": "crm",
    "transport": {"kind": "stdio", "command": "python", "args": ["server.py"]},
    "tools": {
        "list_customers": {"power": "read", "key": ["id"], "fields": [{"id": "id", "title": "Id", "type": "text"}]}
    },
}

TOML = """
name = "crm"
timeout_seconds = 10
transport = { kind = "stdio", command = "python", args = ["server.py"], pass_env = ["CRM_KEY"] }

[tools.list_invoices]
extract = { kind = "structured", path = "rows", total = "total", truncated = "truncated" }
window = { argument = "days" }
key = ["invoice_id"]
fields = [
  { id = "invoice_id", title = "Fatura", type = "text", role = "title" },
  { id = "total", title = "Total", type = "money", currency = "USD" },
]
"""


def test_a_source_is_read_from_toml() -> None:
    source = Source.model_validate(tomllib.loads(TOML))
    assert source.transport == Stdio(command="python", args=["server.py"], pass_env=["CRM_KEY"])
    policy = source.tools["list_invoices"]
    assert (policy.key, policy.window) == (["invoice_id"], Window(argument="days", days=[7, 30, 90]))
    assert policy.extract == FromStructured(path="rows", total="total", truncated="truncated")
    assert [(field.id, field.type, field.currency) for field in policy.fields] == [
        ("invoice_id", "text", None),
        ("total", "money", "USD"),
    ]


def test_a_policy_is_found_by_the_full_name_of_its_tool() -> None:
    assert list(policies([Source.model_validate(CRM)])) == ["crm.list_customers"]


@pytest.mark.parametrize(
    ("stated", "says_read_only", "power"),
    [(None, True, "read"), (None, False, "domain"), ("domain", True, "domain"), ("read", False, "read")],
)
def test_the_word_of_the_boss_then_the_annotation_then_no(stated: Any, says_read_only: bool, power: str) -> None:
    assert power_of(ToolPolicy(power=stated), says_read_only=says_read_only, parameters={}) == power


@pytest.mark.parametrize("argument", sorted(FREE_TEXT))
def test_a_tool_that_takes_free_text_is_feared_unless_it_is_known_to_read(argument: str) -> None:
    parameters = {"properties": {argument.upper(): {"type": "string"}}}
    assert power_of(ToolPolicy(), says_read_only=False, parameters=parameters) == "generic_write"
    assert power_of(ToolPolicy(), says_read_only=True, parameters=parameters) == "read"


@pytest.mark.parametrize(
    "wrong",
    [
        {"transport": {"kind": "http", "url": "file:///etc/passwd"}},
        {"transport": {"kind": "carrier_pigeon"}},
        {"transport": {"kind": "stdio", "command": "python", "shell": True}},
        {"timeout_seconds": 0},
        {"name": "CRM do Brasil"},
        {"tools": {"list": {"key": ["code"], "fields": [{"id": "id", "title": "Id", "type": "text"}]}}},
    ],
)
def test_a_configuration_that_cannot_work_is_refused(wrong: dict[str, Any]) -> None:
    Source.model_validate(CRM)
    with pytest.raises(ValidationError):
        Source.model_validate(CRM | wrong)

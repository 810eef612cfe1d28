"""The official conformance suite, with every scenario of it accounted for: it applies, or there is a reason.

It calls tools and resources of its own (`test_…`) to look at what a server *can* do; a server of real tools has none.
"""

import asyncio
import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest

from liveapps.settings import Settings

from .programs import run, signed_in_server
from .test_inspector import token_in

REVISIONS = ("2025-11-25", "2026-07-28")
APPLIES = {
    "caching",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
    "logging-set-level",
    "ping",
    "prompts-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-initialize",
    "server-stateless",
    "tools-list",
}
OWN_TOOLS = "it calls a tool of the suite's own, which only shows what a library can do"
OWN_RESOURCES = "it reads a resource of the suite's own; ours are the widgets"
NO_PROMPTS = "there are no prompts"
NO_SESSIONS = "no session is kept: each request stands alone, so that any server can answer it"
NO_INPUT = "no tool asks the host for input: a person is asked in a widget or in the web app, so that any host will do"
OTHER: dict[str, str] = {
    "completion-complete": "nothing is completed",
    "server-session-lifecycle": NO_SESSIONS,
    "server-sse-*": NO_SESSIONS,
    "tools-call-*": OWN_TOOLS,
    "json-schema-2020-12": OWN_TOOLS,
    "elicitation-*": NO_INPUT,
    "input-required-result-*": NO_INPUT,
    "resources-read-*": OWN_RESOURCES,
    "resources-templates-read": OWN_RESOURCES,
    "resources-subscribe": "widgets do not change while they are looked at, so nothing is subscribed to",
    "resources-unsubscribe": "the same",
    "prompts-get-*": NO_PROMPTS,
    "http-custom-header-server-validation": "no argument of a tool travels in a header",
    "sep-2640-skills-*": "an extension that is not offered",
    "tasks-*": "an extension that is not offered: no call takes long enough",
}
PARTS_THAT_NEED_TOOLS_OF_THE_SUITE = {
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    data = tmp_path_factory.mktemp("conformance")
    with signed_in_server(Settings(data=data), asyncio.run(token_in(data))) as running:
        yield f"{running}/mcp"


def reason(scenario: str) -> str | None:
    return next((why for name, why in OTHER.items() if re.fullmatch(name.replace("*", ".*"), scenario)), None)


def test_every_scenario_of_the_suite_applies_or_has_a_reason_not_to() -> None:
    listed = run("conformance", "list", "--server").stdout
    scenarios = set(re.findall(r"^ +- (\S+) \[", listed, re.MULTILINE))
    assert len(scenarios) > 50
    assert scenarios >= APPLIES
    assert [one for one in sorted(scenarios - APPLIES) if reason(one) is None] == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_whatever_applies_is_kept_in_full(address: str, tmp_path: Path, revision: str) -> None:
    run("conformance", "server", "--url", address, "--suite", "all", "--spec-version", revision, "-o", str(tmp_path))
    looked_at, wrong = set[str](), list[str]()
    for report in tmp_path.glob("server-*/checks.json"):
        scenario = re.sub(r"^server-(.*)-\d{4}-\d\d-\d\dT.*$", r"\1", report.parent.name)
        if scenario not in APPLIES:
            continue
        looked_at.add(scenario)
        for check in json.loads(report.read_text("utf-8")):
            allowed = check["id"] in PARTS_THAT_NEED_TOOLS_OF_THE_SUITE
            if check["status"] not in ("SUCCESS", "SKIPPED", "INFO") and not allowed:
                wrong.append(f"{scenario}: {check['id']}: {check.get('errorMessage')}")
    assert wrong == []
    assert len(looked_at) >= 7

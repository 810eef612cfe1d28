"""The real @ag-ui/client, over the network: against the demo with its real MCP source, and an agent that must ask."""

import asyncio
from collections.abc import Generator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from examples.crm import database
from examples.crm.demo import demo_settings
from liveapps.adapters.python_tools import PythonTools
from liveapps.adapters.system import SystemClock, SystemIds
from liveapps.bootstrap import Parts
from liveapps.conversation.agents import Agent
from liveapps.serving import accounts_of
from liveapps.settings import Settings
from tests.support.agui import VERSIONS, install_older_client, talk
from tests.support.chat import Script
from tests.support.live import live_server
from tests.support.mailing import LETTER, MAIL, Post, write_letter

install_older = pytest.fixture(scope="module", autouse=True)(install_older_client)
versions = pytest.mark.parametrize("version", VERSIONS)


async def token_in(data: Path) -> str:
    async with accounts_of(data) as accounts:
        user = await accounts.create_user("ana", "Ana", "user", None)
        return (await accounts.create_token(user, "test"))[1]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, str]]:
    """The address of a running demo and a token."""
    data = tmp_path_factory.mktemp("demo")
    database.prepare(data / "crm.db", date.today())
    token = asyncio.run(token_in(data))
    with live_server(demo_settings(data, "127.0.0.1", 0)) as address:
        yield address, token


@pytest.fixture
def mail(tmp_path: Path) -> Generator[tuple[str, str, Post]]:
    """The address of a server whose agent sends letters, a token, and the letters that went out."""
    token, post, functions = asyncio.run(token_in(tmp_path)), Post(), PythonTools()
    functions.register(MAIL, post.send, power="domain", title="Enviar carta")
    parts = Parts(SystemClock(), SystemIds(), functions, lambda _: Script([write_letter]))
    settings = Settings(data=tmp_path, agents=[Agent(id="sales", name="Vendas", tools=[MAIL])])
    with live_server(settings, parts) as address:
        yield address, token, post


def texts(heard: dict[str, Any]) -> list[str]:
    return [str(one["content"]) for one in heard["messages"] if one["role"] == "assistant" and one.get("content")]


@versions
def test_a_client_gets_the_call_the_text_and_the_block_without_a_warning(demo: tuple[str, str], version: str) -> None:
    heard = talk(version, *demo, "commercial", {"say": "Mostre os clientes do Brasil"})
    assert heard["warnings"] == []
    assert heard["runs"][0]["events"][-1] == "RUN_FINISHED"
    blocks = [one for one in heard["messages"] if one["role"] == "activity"]
    assert [block["activityType"] for block in blocks] == ["liveapps.block"]
    answer = blocks[0]["content"]["answer"]
    assert len(answer["rows"]) == 5
    assert answer["provenance"]["arguments"] == {"country": "Brazil"}
    assert [one["tools"] for one in heard["messages"] if one.get("tools")] == [["crm.list_customers"]]
    assert "Encontrei 5 clientes." in texts(heard)


@versions
def test_a_thread_goes_on_with_the_next_thing_said(demo: tuple[str, str], version: str) -> None:
    heard = talk(version, *demo, "commercial", {"say": "Mostre os clientes"}, {"say": "Mostre os clientes do Brasil"})
    assert [run["outcome"] for run in heard["runs"]] == ["success", "success"]
    assert [one["role"] for one in heard["messages"] if one["role"] == "user"] == ["user", "user"]
    assert heard["warnings"] == []


def test_without_a_model_what_is_not_understood_is_said_so(demo: tuple[str, str]) -> None:
    heard = talk("1.0", *demo, "commercial", {"say": "Mande um e-mail para os clientes do Brasil"})
    assert [one for one in heard["messages"] if one["role"] == "activity"] == []
    assert "offline" in " ".join(texts(heard))


@versions
def test_a_client_is_told_what_waits_and_lets_it_happen_once(mail: tuple[str, str, Post], version: str) -> None:
    address, token, post = mail
    heard = talk(version, address, token, "sales", {"say": "Escreva"}, {"answer": {"approved": True}})
    asked, went_on = heard["runs"]
    assert (asked["outcome"], went_on["outcome"], post.sent) == ("interrupt", "success", [LETTER])
    interrupt = asked["interrupts"][0]
    assert interrupt["reason"] == "tool_call"
    assert interrupt["responseSchema"]["required"] == ["approved"]
    assert went_on["events"].count("TOOL_CALL_RESULT") == 1
    assert [one["role"] for one in heard["messages"]] == ["user", "assistant", "assistant", "tool", "assistant"]
    assert texts(heard)[-1].startswith("done:")
    assert heard["warnings"] == []


@versions
@pytest.mark.parametrize("step", [{"answer": {"approved": False, "reason": "Não"}}, {"cancel": True}])
def test_a_client_that_declines_or_cancels_keeps_it_from_happening(
    mail: tuple[str, str, Post], version: str, step: dict[str, Any]
) -> None:
    address, token, post = mail
    heard = talk(version, address, token, "sales", {"say": "Escreva"}, step)
    assert (heard["runs"][1]["outcome"], post.sent) == ("success", [])
    assert texts(heard)[-1].startswith("declined:")


@versions
def test_a_client_may_change_the_arguments_but_not_the_tool(mail: tuple[str, str, Post], version: str) -> None:
    address, token, post = mail
    mended = {"to": "riotur@example.com", "copies": 3}
    heard = talk(
        version, address, token, "sales", {"say": "Escreva"}, {"answer": {"approved": True, "editedArgs": mended}}
    )
    assert (heard["runs"][1]["outcome"], post.sent) == ("success", [mended])

"""A Python function becomes a tool: its signature is checked, its power is stated, its failures are refusals."""

import asyncio
import logging
import threading
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel

from liveapps.adapters.python_tools import PythonTools
from liveapps.panels.errors import Refusal


class Sale(BaseModel):
    day: date
    total: Decimal


def sales(country: str, days: int = 30) -> list[Sale]:
    """Sales of a country."""
    return [Sale(day=date(2026, 11, 30), total=Decimal("1.50"))] if country == "Brazil" and days else []


@pytest.fixture
def tools() -> PythonTools:
    tools = PythonTools()
    tools.register("shop.sales", sales, power="read", title="Sales")
    return tools


async def refused(tools: PythonTools, name: str, arguments: dict[str, Any]) -> Refusal:
    async with asyncio.timeout(30):
        with pytest.raises(Refusal) as refusal:
            await tools.call(name, arguments)
    return refusal.value


def test_a_function_is_described_by_its_signature_and_docstring(tools: PythonTools) -> None:
    tool = tools.describe("shop.sales")
    assert tool is not None
    assert (tool.title, tool.description, tool.power) == ("Sales", "Sales of a country.", "read")
    assert tool.parameters["required"] == ["country"]
    assert tool.parameters["properties"]["days"]["type"] == "integer"
    assert tools.names() == ["shop.sales"]


async def test_what_a_function_returns_is_structured_output_made_of_json_values(tools: PythonTools) -> None:
    result = await tools.call("shop.sales", {"country": "Brazil"})
    assert (result.structured, result.text) == ([{"day": "2026-11-30", "total": "1.50"}], "")


async def test_text_stays_text(tools: PythonTools) -> None:
    tools.register("shop.hello", lambda: "good morning", power="read")
    result = await tools.call("shop.hello", {})
    assert (result.structured, result.text) == (None, "good morning")


async def test_a_coroutine_is_awaited_and_a_plain_function_leaves_the_event_loop_free(tools: PythonTools) -> None:
    async def here() -> str:
        return threading.current_thread().name

    def elsewhere() -> str:
        return threading.current_thread().name

    tools.register("shop.here", here, power="read")
    tools.register("shop.elsewhere", elsewhere, power="read")
    assert (await tools.call("shop.here", {})).text == threading.current_thread().name
    assert (await tools.call("shop.elsewhere", {})).text != threading.current_thread().name


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [({}, "country"), ({"country": "Brazil", "days": "many"}, "days"), ({"country": "Brazil", "day": 3}, "day")],
)
async def test_wrong_arguments_are_refused_by_name_without_running(
    tools: PythonTools, arguments: dict[str, Any], argument: str
) -> None:
    refusal = await refused(tools, "shop.sales", arguments)
    assert (refusal.code, refusal.facts["problems"][0]["argument"]) == ("invalid_input", argument)
    assert refusal.next_step == "Its arguments are: country, days."


async def test_a_tool_that_is_not_there_is_refused_with_the_names_that_are(tools: PythonTools) -> None:
    refusal = await refused(tools, "shop.sale", {})
    assert (refusal.code, refusal.facts["near"]) == ("tool_not_found", ["shop.sales"])


async def test_a_refusal_of_the_function_passes_as_it_is(tools: PythonTools) -> None:
    def refuses() -> None:
        raise Refusal("limit_reached", "Too many.", "Send fewer.", limit=3)

    tools.register("shop.refuses", refuses, power="domain")
    refusal = await refused(tools, "shop.refuses", {})
    assert (refusal.code, refusal.facts) == ("limit_reached", {"limit": 3})


async def test_any_other_exception_is_a_failure_whose_text_goes_nowhere(
    tools: PythonTools, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(password: str) -> None:
        raise ValueError(f"{password} was not accepted")

    tools.register("shop.breaks", breaks, power="domain")
    with caplog.at_level(logging.DEBUG):
        refusal = await refused(tools, "shop.breaks", {"password": "hunter2"})
    assert refusal.code == "tool_failed"
    assert "shop.breaks" in caplog.text
    assert "hunter2" not in caplog.text + str(refusal.envelope())


async def test_a_function_that_returns_what_json_cannot_say_is_a_failure(tools: PythonTools) -> None:
    tools.register("shop.strange", lambda: {"lock": threading.Lock()}, power="read")
    assert (await refused(tools, "shop.strange", {})).code == "tool_failed"


async def test_a_slow_function_is_refused() -> None:
    async def sleeps() -> None:
        await asyncio.Event().wait()

    tools = PythonTools(timeout_seconds=0.05)
    tools.register("shop.sleeps", sleeps, power="read")
    refusal = await refused(tools, "shop.sleeps", {})
    assert (refusal.code, refusal.facts) == ("tool_timeout", {"tool": "shop.sleeps", "seconds": 0.05})


def test_two_functions_of_one_name_stop_the_start(tools: PythonTools) -> None:
    with pytest.raises(ValueError, match=r'two tools are named "shop\.sales"'):
        tools.register("shop.sales", sales, power="read")


def test_a_function_whose_arguments_have_no_names_is_not_taken(tools: PythonTools) -> None:
    def anything(*values: int) -> int:
        return sum(values)

    with pytest.raises(ValueError, match='its argument "values" has no name of its own'):
        tools.register("shop.sum", anything, power="read")

"""All tools answer at one place, wherever they live."""

import pytest

from liveapps.adapters.mcp_client import McpSources
from liveapps.adapters.python_tools import PythonTools
from liveapps.adapters.toolbox import ToolBox
from liveapps.panels.errors import Refusal
from liveapps.panels.powers import ROW_TOOL, Tool
from liveapps.panels.sources import Source
from tests.support.clock import FixedClock

LOST = Source.model_validate(
    {
        "name": "lost",
        "transport": {"kind": "stdio", "command": "/nowhere/program"},
        "tools": {"rows": {"power": "read"}},
    }
)


@pytest.fixture
def toolbox() -> ToolBox:
    functions = PythonTools()
    functions.register("shop.hello", lambda: "good morning", power="read")
    functions.register("shop.refuses", _refuses, power="domain")
    row_tool = Tool(name=ROW_TOOL, power="row_write")
    return ToolBox(McpSources([LOST], clock=FixedClock()), functions, built_in=[row_tool])


def _refuses() -> None:
    raise Refusal("limit_reached", "Too many.", "Send fewer.")


async def code_of(toolbox: ToolBox, name: str) -> str:
    with pytest.raises(Refusal) as refusal:
        await toolbox.call(name, {})
    return refusal.value.code


async def test_each_tool_is_described_and_called_where_it_lives(toolbox: ToolBox) -> None:
    assert toolbox.names() == [ROW_TOOL, "lost.rows", "shop.hello", "shop.refuses"]
    powers = {name: tool.power for name in toolbox.names() if (tool := toolbox.describe(name))}
    assert powers == {ROW_TOOL: "row_write", "lost.rows": "read", "shop.hello": "read", "shop.refuses": "domain"}
    assert (await toolbox.call("shop.hello", {})).text == "good morning"


async def test_the_refusal_of_a_part_is_passed_on(toolbox: ToolBox) -> None:
    assert await code_of(toolbox, "shop.refuses") == "limit_reached"


async def test_a_tool_of_a_source_that_is_down_is_not_said_to_be_missing(toolbox: ToolBox) -> None:
    assert await code_of(toolbox, "lost.rows") == "source_failed"
    assert await code_of(toolbox, "lost.never_seen") == "source_failed"


async def test_a_tool_that_is_nowhere_is_refused_with_the_names_of_all(toolbox: ToolBox) -> None:
    with pytest.raises(Refusal) as refusal:
        await toolbox.call("shop.hallo", {})
    assert (refusal.value.code, refusal.value.facts["near"][0]) == ("tool_not_found", "shop.hello")
    assert refusal.value.facts["choices"] == sorted(toolbox.names())


async def test_the_tool_that_updates_a_row_is_known_but_not_called_as_one(toolbox: ToolBox) -> None:
    assert await code_of(toolbox, ROW_TOOL) == "invalid_request"

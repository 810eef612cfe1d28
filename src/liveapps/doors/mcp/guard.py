"""What is looked at before a tool runs: its name, how much was sent, and whether the arguments can be read.

A call that is wrong is answered by a hand-off, like one that fails: short, typed, without what was sent.
"""

import json
from collections.abc import Callable
from typing import Any

import pydantic
from fastmcp import FastMCP
from fastmcp.exceptions import ValidationError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import ToolResult
from mcp_types import CallToolRequestParams

from liveapps.conversation.handoffs import HandOff
from liveapps.handing.calls import Call
from liveapps.handing.factory import refuse
from liveapps.handing.outputs import Output
from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.panels.texts import can_keep

from .names import moved, refuse_unknown
from .tools import result_of
from .turns import Who, caller_of

LARGEST_ARGUMENTS = 1_000_000
"""Bytes of one call's arguments as JSON."""


class Guard(Middleware):
    def __init__(self, server: FastMCP, house: Callable[[], House], who: Who, former: dict[str, str]) -> None:
        self._server = server
        self._house = house
        self._who = who
        self._former = former

    async def on_call_tool(
        self, context: MiddlewareContext[CallToolRequestParams], call_next: CallNext[CallToolRequestParams, ToolResult]
    ) -> ToolResult:
        name, arguments = context.message.name, context.message.arguments or {}
        renamed = moved(self._former, name)
        if renamed is None:
            await refuse_unknown(self._server, name)
        refusal = renamed or _unreadable(arguments)
        if refusal is None:
            try:
                return await call_next(context)
            except ValidationError as wrong:
                refusal = _invalid(wrong)
        return await self._refused(name, refusal)

    async def _refused(self, tool: str, refusal: Refusal) -> ToolResult:
        house = self._house()
        try:
            caller = await caller_of(house, self._who)
        except Refusal as nobody:
            return result_of(refuse(nobody), HandOff[Output])
        handed = await house.handing.calls.refused(caller, Call(tool, "read", {}), refusal)
        return result_of(handed, HandOff[Output])


def _unreadable(arguments: dict[str, Any]) -> Refusal | None:
    size = len(json.dumps(arguments))
    if size > LARGEST_ARGUMENTS:
        return Refusal(
            "payload_too_large",
            f"The arguments are larger than {LARGEST_ARGUMENTS} bytes.",
            "Send the rows in several calls.",
            limit_bytes=LARGEST_ARGUMENTS,
            bytes=size,
        )
    if not can_keep(arguments):
        return Refusal(
            "invalid_input",
            "The arguments have a character that cannot be kept: NUL (U+0000), or half of a pair.",
            "Send the text without it.",
        )
    return None


def _invalid(wrong: ValidationError) -> Refusal:
    """Which arguments are wrong and what would be right, never what was sent."""
    cause = wrong.__cause__
    problems: list[dict[str, str]] = []
    if isinstance(cause, pydantic.ValidationError):
        problems = [
            {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"]}
            for one in cause.errors(include_url=False, include_context=False, include_input=False)
        ]
    first = problems[0] if problems else {"at": "arguments", "problem": "unreadable"}
    return Refusal(
        "invalid_input",
        f"The arguments are not valid: {first['at']}: {first['problem']}",
        "Mend the places named in facts.problems and call once more.",
        problems=problems[:20],
    )

"""Python functions as tools, with checked arguments and a power stated by whoever registers them."""

import asyncio
import inspect
import logging
import traceback
from collections.abc import Callable
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import from_json, to_json

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.powers import Power, Tool, refuse_greater
from liveapps.ports import RawResult

log = logging.getLogger(__name__)


class PythonTools:
    """Behind the port `Tools`. A plain function runs in a thread; one that outlives the limit is left behind there."""

    def __init__(self, *, timeout_seconds: float = 20) -> None:
        self._seconds = timeout_seconds
        self._tools: dict[str, tuple[Tool, type[BaseModel], Callable[..., Any]]] = {}

    def register(self, name: str, function: Callable[..., Any], *, power: Power, title: str = "") -> None:
        """`name` is "source.tool". The signature gives the arguments, the docstring the description."""
        if name in self._tools:
            raise ValueError(f'two tools are named "{name}"')
        arguments = _arguments_of(name, function)
        tool = Tool(
            name=name,
            title=title or name,
            description=inspect.getdoc(function) or "",
            parameters=arguments.model_json_schema(),
            power=power,
        )
        self._tools[name] = (tool, arguments, function)

    def describe(self, name: str) -> Tool | None:
        return self._tools[name][0] if name in self._tools else None

    def names(self) -> list[str]:
        return list(self._tools)

    async def call(self, name: str, arguments: JsonObject, at_most: Power | None = None) -> RawResult:
        """What a function returns is its structured output; text stays text. Refusals pass as they are.

        Raises Refusal `tool_not_found`, `tool_not_read_only`, `tool_not_granted`, `invalid_input`, `tool_timeout`, or
        `tool_failed` for any other exception.
        """
        if name not in self._tools:
            raise not_found("tool_not_found", "tool", name, self._tools)
        tool, model, function = self._tools[name]
        refuse_greater(tool, at_most)
        checked = _checked(name, model, arguments)
        try:
            async with asyncio.timeout(self._seconds):
                return _answer(await _run(function, checked))
        except Refusal:
            raise
        except TimeoutError:
            raise _timed_out(name, self._seconds) from None
        except Exception as problem:
            raise _failed(name, problem) from None


def _answer(returned: object) -> RawResult:
    if isinstance(returned, str):
        return RawResult(structured=None, text=returned, is_error=False)
    return RawResult(structured=from_json(to_json(returned, inf_nan_mode="null")), text="", is_error=False)


async def _run(function: Callable[..., Any], arguments: JsonObject) -> Any:
    if inspect.iscoroutinefunction(function):
        return await function(**arguments)
    return await asyncio.to_thread(function, **arguments)


def _arguments_of(name: str, function: Callable[..., Any]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise ValueError(f'"{name}" cannot be a tool: its argument "{parameter.name}" has no name of its own')
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], default)
    return create_model(name, __config__=ConfigDict(extra="forbid"), **fields)


def _checked(name: str, model: type[BaseModel], arguments: JsonObject) -> JsonObject:
    try:
        given = model.model_validate(arguments)
    except ValidationError as wrong:
        problems = [
            {"argument": ".".join(map(str, error["loc"])), "problem": error["msg"]}
            for error in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise Refusal(
            "invalid_input",
            f'"{name}" does not take these arguments: {problems[0]["argument"]}: {problems[0]["problem"]}.',
            f"Its arguments are: {', '.join(model.model_fields) or 'none'}.",
            tool=name,
            problems=problems[:20],
        ) from None
    return {field: getattr(given, field) for field in model.model_fields}


def _timed_out(name: str, seconds: float) -> Refusal:
    return Refusal(
        "tool_timeout",
        f'"{name}" did not answer within {seconds:g} seconds.',
        "Try again, or ask it for less.",
        tool=name,
        seconds=seconds,
    )


def _failed(name: str, problem: Exception) -> Refusal:
    """The place is logged, the exception's own text is not: it may quote a secret."""
    log.error(
        'tool "%s" raised %s\n%s', name, type(problem).__name__, "".join(traceback.format_tb(problem.__traceback__))
    )
    return Refusal(
        "tool_failed",
        f'"{name}" broke off with {type(problem).__name__}.',
        "Check its arguments and try again; whoever runs this installation finds the place in the log.",
        tool=name,
        first_lines="",
    )

"""How a tool of this door is made: a thin function that says what it does, and all that hosts are told of it."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Concatenate, Literal, ParamSpec, cast, get_type_hints

import pydantic_core
from fastmcp import FastMCP
from fastmcp.apps.config import AppConfig
from fastmcp.tools.base import ToolResult
from mcp_types import TextContent, ToolAnnotations
from pydantic import Field

from liveapps.conversation.handoffs import HandOff
from liveapps.conversation.hosts import CallKind
from liveapps.handing.calls import Begun, Call
from liveapps.handing.factory import Done, Handed, refuse
from liveapps.handing.outputs import Output
from liveapps.house import House
from liveapps.panels.errors import Refusal

from .turns import Turn, Who, caller_of
from .widgets import Widgets

P = ParamSpec("P")
Body = Callable[Concatenate[Turn, P], Awaitable[Done]]
DECISION = "liveapps/decision"
"""Where a widget finds the token of its decision: beside the answer, never in it."""
PanelName = Annotated[str, Field(description="The panel's id, or its exact title.", max_length=200)]
CollectionName = Annotated[
    str | None, Field(description="The collection's id. Leave it out when the panel has only one.", max_length=120)
]
RowName = Annotated[str, Field(description="The row's id from query_rows, or its exact title.", max_length=500)]


@dataclass(frozen=True)
class Kit:
    """What the tools of one server are made with."""

    server: FastMCP
    house: Callable[[], House]
    who: Who
    widgets: Widgets
    widget_tools: Literal["app", "both"]

    def tool(
        self,
        title: str,
        kind: CallKind,
        output: type[Output],
        *,
        reads: bool = False,
        destructive: bool = False,
        idempotent: bool = True,
        open_world: bool = False,
        widget: str | None = None,
    ) -> Callable[[Body[P]], None]:
        """The docstring of the function is what a model is told of the tool."""
        form = HandOff[output]  # pyright: ignore[reportInvalidTypeArguments] the form of this tool's answers

        def register(body: Body[P]) -> None:
            name = body.__name__
            self.server.tool(
                _callable(body, name, self._answer(body, name, kind, form)),
                name=name,
                title=title,
                description=inspect.getdoc(body),
                annotations=ToolAnnotations(
                    title=title,
                    read_only_hint=reads or kind == "read",
                    destructive_hint=destructive,
                    idempotent_hint=idempotent,
                    open_world_hint=open_world,
                ),
                app=AppConfig(
                    resource_uri=self.widgets.uri(widget) if widget else None,
                    visibility=["app"] if kind == "widget" and self.widget_tools == "app" else ["model", "app"],
                ),
                output_schema=lean(form.model_json_schema(mode="serialization")),
            )

        return register

    def _answer(
        self, body: Callable[..., Awaitable[Done]], tool: str, kind: CallKind, form: type[HandOff[Any]]
    ) -> Callable[..., Awaitable[ToolResult]]:
        async def answer(**arguments: Any) -> ToolResult:
            house = self.house()
            try:
                caller = await caller_of(house, self.who)
            except Refusal as refusal:
                return result_of(refuse(refusal), form)
            call = Call(tool, kind, pydantic_core.to_jsonable_python(arguments))

            async def work(begun: Begun) -> Done:
                return await body(Turn(caller, begun, house.handing), **arguments)

            return result_of(await house.handing.calls.answer(caller, call, work), form)

        return answer


def lean(schema: Any) -> Any:
    """The schema of an answer as hosts keep it for months: open to what is added later, and without what a reader of
    answers has no use for."""
    if isinstance(schema, list):
        return [lean(one) for one in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    said = cast("dict[str, Any]", schema)
    kept = {name: value for name, value in said.items() if name not in ("default", "additionalProperties")}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    # What is called "title" or "default" among properties is a property.
    return {name: _each(value) if name in ("properties", "$defs") else lean(value) for name, value in kept.items()}


def _each(named: dict[str, Any]) -> dict[str, Any]:
    return {name: lean(value) for name, value in named.items()}


def result_of(handed: Handed, form: type[HandOff[Any]]) -> ToolResult:
    """Held against the form of the tool's answers before it leaves."""
    told = form.model_validate_json(handed.handoff.model_dump_json())
    meta = None
    if handed.token is not None:
        meta = {DECISION: {"token": handed.token}}
    return ToolResult(
        content=[TextContent(type="text", text=handed.sentence)],
        structured_content=told.model_dump(mode="json"),
        is_error=handed.is_error,
        meta=meta,
    )


def _callable(
    body: Callable[..., Any], name: str, answer: Callable[..., Awaitable[ToolResult]]
) -> Callable[..., Awaitable[ToolResult]]:
    """`answer` under the signature of `body`, without the turn: what hosts are told, and arguments are read by."""
    parameters = list(inspect.signature(body).parameters.values())[1:]
    hints = get_type_hints(body, include_extras=True)
    names = [one.name for one in parameters]
    told: Any = answer
    told.__name__ = name
    told.__signature__ = inspect.Signature(
        [one.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[one.name]) for one in parameters],
        return_annotation=ToolResult,
    )
    told.__annotations__ = {**{one: hints[one] for one in names}, "return": ToolResult}
    return answer

"""Routes that are asked often. They are declared, described and checked like any other, but a request with nothing
wrong in it goes straight to its function: FastAPI's general way of finding out what a function takes costs more than a
whole write. A request with something wrong goes that way, and is told there."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, cast, get_args, get_origin

from fastapi import Request, Response
from fastapi.params import Header
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.types import Message, Receive, Scope, Send

from .visitor import Visit, visitor

Endpoint = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class _Asked:
    """A parameter read from the address or a header: how it is called there, and what it must be."""

    name: str
    alias: str
    default: Any
    read: TypeAdapter[Any]


class _Plan:
    """What a function takes, found out once. Raises TypeError for one that cannot be called straight."""

    def __init__(self, endpoint: Endpoint, in_path: frozenset[str]) -> None:
        self.endpoint = endpoint
        self.path: list[str] = []
        self.query: list[_Asked] = []
        self.headers: list[_Asked] = []
        self.body: tuple[str, type[BaseModel]] | None = None
        self.visit = ""
        for name, one in inspect.signature(endpoint).parameters.items():
            self._take(name, one, in_path)
        if not self.visit:
            raise TypeError(f"{endpoint.__name__} asks for no visitor")

    def _take(self, name: str, one: inspect.Parameter, in_path: frozenset[str]) -> None:
        kind: Any = one.annotation
        if kind is Visit:
            self.visit = name
        elif name in in_path:
            if kind is not str:
                raise TypeError(f'the part "{name}" of the address is not a plain text')
            self.path.append(name)
        elif (model := _model(kind)) is not None:
            self.body = name, model
        else:
            header = _header(kind)
            alias = (header.alias if header else None) or name
            asked = _Asked(name, alias, one.default, TypeAdapter[Any](kind))
            (self.headers if header else self.query).append(asked)

    def read(self, request: Request, body: bytes) -> dict[str, Any]:
        """The arguments. Raises ValidationError or KeyError when one is wrong or missing."""
        given: dict[str, Any] = {name: request.path_params[name] for name in self.path}
        if self.query:
            _read_all(self.query, request.query_params, given)
        if self.headers:
            _read_all(self.headers, request.headers, given)
        if self.body is not None:
            name, model = self.body
            if request.headers["content-type"].partition(";")[0] != "application/json":
                raise KeyError("content-type")
            given[name] = model.model_validate_json(body)
        return given


def _read_all(asked: list[_Asked], source: Any, given: dict[str, Any]) -> None:
    for one in asked:
        text = source.get(one.alias)
        if text is not None:
            given[one.name] = one.read.validate_strings(text)
        elif one.default is inspect.Parameter.empty:
            raise KeyError(one.alias)


def _model(kind: Any) -> type[BaseModel] | None:
    is_model = isinstance(kind, type) and issubclass(kind, BaseModel)
    return cast("type[BaseModel]", kind) if is_model else None


def _header(kind: Any) -> Header | None:
    if get_origin(kind) is not Annotated:
        return None
    return next((part for part in get_args(kind) if isinstance(part, Header)), None)


class StraightRoute(APIRoute):
    """Give it to a router as `route_class`. Its functions take a `Visit`, texts of the path, parameters of the query
    or headers, and at most one body; they return a Response or a model."""

    def __init__(self, path: str, endpoint: Endpoint, **more: Any) -> None:
        super().__init__(path, endpoint, **more)
        self._plan = _Plan(endpoint, frozenset(self.param_convertors))

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        request = Request(scope, receive, send)
        visit = await visitor(request)
        body = await request.body()
        try:
            given = self._plan.read(request, body)
        except (ValidationError, KeyError):
            await super().handle(scope, _again(body), send)
            return
        given[self._plan.visit] = visit
        answer = await self._plan.endpoint(**given)
        await self._told(answer)(scope, receive, send)

    def _told(self, answer: Any) -> Response:
        if isinstance(answer, Response):
            return answer
        json = cast("BaseModel", answer).model_dump_json()
        return Response(json, self.status_code or 200, media_type="application/json")


def _again(body: bytes) -> Receive:
    """What was read already, to be read once more."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive

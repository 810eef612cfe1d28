"""The description of the API, completed: how one signs in, and what a problem looks like on every route."""

from collections.abc import Iterator
from typing import Any, cast

from fastapi import FastAPI

from .problems import Problem
from .visitor import COOKIE

SCHEMA = "#/components/schemas/Problem"
PROBLEM = {
    "description": "It was not done. `code`, `facts` and `next_step` say why, and what to do instead.",
    "content": {"application/problem+json": {"schema": {"$ref": SCHEMA}}},
}
SIGN_IN: dict[str, Any] = {
    "token": {"type": "http", "scheme": "bearer", "description": "An API token, for scripts."},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "A browser that signed in."},
}
OPEN = ("/api/session", "post")


def complete_description(app: FastAPI) -> None:
    """FastAPI writes what each route takes and gives; it knows neither of our problems nor of who is asked in."""
    written = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(written())
        return written()

    app.openapi = openapi


def _complete(document: dict[str, Any]) -> None:
    parts = document["components"]
    for name in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(name, None)
    parts["schemas"]["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    parts["securitySchemes"] = SIGN_IN
    for name, told_by in list(_told_apart(document)):
        schema = parts["schemas"][name]
        schema["required"] = sorted({*schema.get("required", []), told_by})
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            operation["responses"].pop("422", None)
            operation["responses"].update({"4XX": PROBLEM, "5XX": PROBLEM})
            if path.startswith("/api/") and (path, method) != OPEN:
                operation["security"] = [{name: []} for name in SIGN_IN]


def _told_apart(part: Any) -> Iterator[tuple[str, str]]:
    """The members of unions, and the property by which each is told apart: it has a default, and must be sent."""
    if isinstance(part, dict):
        union = cast("dict[str, Any]", part)
        told_by: dict[str, Any] = union.get("discriminator", {})
        for reference in told_by.get("mapping", {}).values():
            yield reference.rpartition("/")[2], told_by["propertyName"]
        for value in union.values():
            yield from _told_apart(value)
    elif isinstance(part, list):
        for value in cast("list[Any]", part):
            yield from _told_apart(value)

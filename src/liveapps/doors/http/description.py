"""The description of the API, completed: how one signs in, and what a problem looks like on every route."""

from typing import Any

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
            document = written()
            _tell_problems_and_sign_in(document)
        return written()

    app.openapi = openapi


def _tell_problems_and_sign_in(document: dict[str, Any]) -> None:
    parts = document["components"]
    for name in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(name, None)
    parts["schemas"]["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    parts["securitySchemes"] = SIGN_IN
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            operation["responses"].pop("422", None)
            operation["responses"].update({"4XX": PROBLEM, "5XX": PROBLEM})
            if path.startswith("/api/") and (path, method) != OPEN:
                operation["security"] = [{name: []} for name in SIGN_IN]

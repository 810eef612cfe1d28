"""Errors as RFC 9457 problem+json: a code, the facts and the next step. Never an exception's own text."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from liveapps.blocks.base import Model
from liveapps.panels.errors import Code, Refusal

from .bodies import LARGEST_BODY, BodyTooLarge

log = logging.getLogger("liveapps.http")

STATUS: dict[Code, int] = {
    "sign_in_required": 401,
    "invalid_credentials": 401,
    "signature_refused": 401,
    "forbidden": 403,
    "origin_refused": 403,
    "tool_not_granted": 403,
    "too_many_attempts": 429,
    "payload_too_large": 413,
    "file_too_large": 413,
    "version_conflict": 409,
    "run_busy": 409,
    "approval_decided": 409,
    "approval_expired": 409,
    "stage_owned": 409,
    "idempotency_mismatch": 409,
    "account_unknown": 403,
    "duplicate_call": 429,
    "proposal_decided": 409,
    "proposal_expired": 409,
    "proposal_stale": 409,
    "proposal_token_required": 403,
    "too_many_calls": 429,
    "source_failed": 502,
    "mail_failed": 502,
    "tool_failed": 502,
    "tool_output_unreadable": 502,
    "tool_timeout": 504,
    "answer_cut": 502,
    "answer_empty": 502,
    "model_busy": 502,
    "model_key_missing": 409,
    "model_key_refused": 502,
    "model_not_configured": 409,
    "model_not_found": 502,
    "model_quota_spent": 502,
    "model_rejected": 502,
    "model_timeout": 504,
    "model_unavailable": 502,
    "internal_error": 500,
    "data_damaged": 503,
    "data_newer": 503,
    "secret_unreadable": 503,
    "outcome_unknown": 503,
    "storage_away": 503,
    "storage_full": 503,
}


class Problem(Model):
    """`type` is stable per code; `title` is plain English; screens translate `code` with `facts`."""

    type: str
    title: str
    status: int
    code: str
    facts: dict[str, Any]
    next_step: str


def status_of(code: Code) -> int:
    if code in STATUS:
        return STATUS[code]
    return 404 if code.endswith("_not_found") and code != "stage_not_found" else 422


def problem(refusal: Refusal) -> Response:
    status = status_of(refusal.code)
    body = Problem(
        type=f"about:blank#{refusal.code}",
        title=refusal.message,
        status=status,
        code=refusal.code,
        facts=refusal.facts,
        next_step=refusal.next_step,
    )
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if status == 429:
        headers["Retry-After"] = str(refusal.facts.get("retry_after_seconds", 60))
    return _answer(body, headers)


def _answer(body: Problem, headers: Mapping[str, str] | None) -> Response:
    return JSONResponse(body.model_dump(mode="json"), body.status, headers, media_type="application/problem+json")


def _bad_request(error: RequestValidationError) -> Refusal:
    problems = [{"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"]} for one in error.errors()]
    first = problems[0] if problems else {"at": "body", "problem": "unreadable"}
    return Refusal(
        "invalid_request",
        f"The request is not valid: {first['at']}: {first['problem']}",
        "Mend the places named in facts.problems and send the whole request again.",
        problems=problems[:20],
    )


def install(app: FastAPI) -> None:
    async def on_refusal(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        return problem(error)

    async def on_bad_request(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem(_bad_request(error))

    async def on_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _unrouted(error)

    async def on_too_large(_: Request, __: Exception) -> Response:
        return problem(_too_large())

    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(BodyTooLarge, on_too_large)
    app.add_exception_handler(HTTPException, on_http)
    app.add_middleware(Crashes)


class Crashes:
    """Answers for a crash from within the other layers, so that this answer too carries their headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def noting(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception as error:
            if scope["type"] != "http" or started:
                raise
            log.error("unexpected error at %s %s", scope["method"], scope["path"], exc_info=error)
            crash = Refusal(
                "internal_error", "Something went wrong on the server.", "Try again; if it stays, see the log."
            )
            await problem(crash)(scope, receive, send)


def _too_large() -> Refusal:
    return Refusal(
        "payload_too_large",
        f"The body is larger than {LARGEST_BODY} bytes.",
        "Send the rows in several lists.",
        limit_bytes=LARGEST_BODY,
    )


def _unrouted(error: HTTPException) -> Response:
    body = Problem(
        type="about:blank",
        title=str(error.detail),
        status=error.status_code,
        code="invalid_request",
        facts={},
        next_step="See the API description at /api/openapi.json.",
    )
    return _answer(body, error.headers)

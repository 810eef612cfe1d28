"""The one error of the house: a stable code, the facts, and what to do next."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Literal, get_args

Code = Literal[
    "account_unknown",
    "agent_not_found",
    "alert_not_found",
    "ambiguous_target",
    "answer_cut",
    "answer_empty",
    "approval_decided",
    "approval_expired",
    "approval_not_found",
    "attachment_not_found",
    "block_not_found",
    "button_not_found",
    "collection_not_found",
    "data_damaged",
    "data_newer",
    "delivery_not_found",
    "duplicate_call",
    "duplicate_key",
    "email_missing",
    "endpoint_not_found",
    "event_unknown",
    "field_not_found",
    "file_too_large",
    "file_unreadable",
    "files_full",
    "forbidden",
    "hook_not_found",
    "idempotency_mismatch",
    "internal_error",
    "invalid_content",
    "invalid_credentials",
    "invalid_input",
    "invalid_request",
    "invalid_slice",
    "invalid_template",
    "invalid_value",
    "job_not_found",
    "key_missing",
    "limit_reached",
    "mail_failed",
    "mail_not_configured",
    "model_busy",
    "model_key_missing",
    "model_key_refused",
    "model_not_configured",
    "model_not_found",
    "model_quota_spent",
    "model_rejected",
    "model_timeout",
    "model_unavailable",
    "no_refresh",
    "nothing_to_change",
    "origin_refused",
    "outcome_unknown",
    "panel_not_found",
    "payload_too_large",
    "payload_unmapped",
    "proposal_decided",
    "proposal_expired",
    "proposal_not_found",
    "proposal_stale",
    "proposal_token_required",
    "row_id_required",
    "row_not_found",
    "rows_limit",
    "run_busy",
    "run_limit_requests",
    "run_limit_seconds",
    "run_limit_tokens",
    "run_limit_tool_calls",
    "run_not_found",
    "secret_unreadable",
    "session_not_found",
    "sign_in_required",
    "signature_refused",
    "source_failed",
    "source_not_found",
    "stage_not_found",
    "stage_owned",
    "storage_away",
    "storage_full",
    "tab_not_found",
    "thread_not_found",
    "too_many_calls",
    "tool_failed",
    "tool_not_found",
    "tool_not_granted",
    "tool_not_read_only",
    "tool_output_unreadable",
    "tool_renamed",
    "tool_timeout",
    "too_many_attempts",
    "version_conflict",
    "version_not_found",
]
CODES: tuple[str, ...] = get_args(Code)


class Refusal(Exception):
    """What was asked did not happen, and nothing was changed.

    `facts` are plain JSON values that a screen can put in a sentence of its own language;
    `next_step` says what to call or do instead.
    """

    def __init__(self, code: Code, message: str, next_step: str, **facts: Any) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.next_step = next_step
        self.facts = facts

    def envelope(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": self.message,
            "next_step": self.next_step,
            "facts": self.facts,
        }


def not_found(code: Code, what: str, name: str, choices: Iterable[str]) -> Refusal:
    """A name that is not there, with the valid choices (at most 50 of them) and the nearest ones."""
    known = sorted(choices)
    near = get_close_matches(name, known, n=3)
    step = f"Use one of: {', '.join(known[:50])}." if known else f"There is no {what} here yet."
    return Refusal(code, f'There is no {what} "{name}".', step, **{what: name}, choices=known[:50], near=near)


def gone(code: Code, what: str, name: str, next_step: str) -> Refusal:
    """A thing that is missing or hidden: both answer alike, so no choices are listed."""
    return Refusal(code, f'There is no {what} "{name}".', next_step, **{what: name})

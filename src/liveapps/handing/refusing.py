"""Refusals as hand-offs: the same code and facts as everywhere, with a next step for who calls tools."""

from liveapps.conversation.handoffs import HandOffError, Outcome
from liveapps.panels.errors import Code, Refusal

OUTCOMES: dict[Code, Outcome] = {
    "account_unknown": "not_allowed",
    "agent_not_found": "choose_a_target",
    "ambiguous_target": "name_one",
    "data_damaged": "ask_for_help",
    "data_newer": "ask_for_help",
    "duplicate_call": "answer_now",
    "forbidden": "not_allowed",
    "internal_error": "ask_for_help",
    "nothing_to_change": "left_as_it_was",
    "outcome_unknown": "look_first",
    "proposal_decided": "read_again",
    "proposal_expired": "expired",
    "proposal_stale": "stale",
    "proposal_token_required": "person_decides",
    "secret_unreadable": "ask_for_help",
    "sign_in_required": "not_allowed",
    "source_failed": "wait",
    "storage_away": "wait",
    "storage_full": "ask_for_help",
    "tool_failed": "wait",
    "tool_not_granted": "not_allowed",
    "tool_not_read_only": "not_allowed",
    "tool_renamed": "use_new_name",
    "tool_timeout": "wait",
    "too_many_calls": "answer_now",
    "version_conflict": "read_again",
}
"""What an assistant does after each code; after any other of a thing that is not there it chooses another, and else it
mends the call or tells why it is not possible."""
MENDABLE: frozenset[Code] = frozenset(
    {
        "duplicate_key",
        "event_unknown",
        "invalid_content",
        "invalid_input",
        "invalid_request",
        "invalid_slice",
        "invalid_template",
        "invalid_value",
        "key_missing",
        "payload_too_large",
        "row_id_required",
        "rows_limit",
        "stage_not_found",
    }
)
RETRYABLE: frozenset[Code] = frozenset(
    {"source_failed", "storage_away", "tool_failed", "tool_timeout", "too_many_calls", "run_busy"}
)
NEXT_STEPS: dict[Code, str] = {
    "panel_not_found": "Call list_panels and use the id of one of them. A panel that only its owner reads is opened in "
    "the web app, not here.",
    "row_not_found": "Call query_rows and use the id of a row. A private row is opened in the web app, not here.",
    "version_not_found": "Call open_panel and use its version.",
    "version_conflict": "Call query_rows to read the row again, then propose the change on what is there now.",
    "row_id_required": "Call query_rows and use the id of a row.",
    "sign_in_required": "Connect again with a valid token.",
    "internal_error": "Try again later, or look at the log of the server.",
}
"""For codes whose usual next step speaks of routes."""


def outcome_of(code: Code) -> Outcome:
    if code in OUTCOMES:
        return OUTCOMES[code]
    if code in MENDABLE:
        return "mend_the_call"
    return "choose_a_target" if code.endswith("_not_found") else "not_possible"


def error_of(refusal: Refusal) -> HandOffError:
    return HandOffError(
        code=refusal.code,
        message=refusal.message,
        next_step=NEXT_STEPS.get(refusal.code, _without_routes(refusal.next_step)),
        retryable=refusal.code in RETRYABLE,
        facts=refusal.facts,
    )


def _without_routes(step: str) -> str:
    """Routes of the API say nothing to who calls tools."""
    return step if "/api/" not in step and "POST …" not in step else "Read the panel again with open_panel."

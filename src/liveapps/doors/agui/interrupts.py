"""Calls that wait for a person, as AG-UI interrupts, and the answers that any client may give to them.

The payload of an answer is the one that AG-UI clients know: approved, and perhaps edited arguments and a reason.
"""

from collections.abc import Sequence
from typing import Any

from ag_ui.core import Interrupt, ResumeEntry
from pydantic import Field, ValidationError

from liveapps.blocks.base import JsonObject, Model
from liveapps.conversation.approvals import Approval, Decision, Reason
from liveapps.panels.errors import Refusal
from liveapps.panels.texts import can_keep

ANSWER_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean", "description": "Whether the call is made."},
        "editedArgs": {"type": "object", "description": "Arguments to call it with instead of those asked for."},
        "reason": {"type": "string", "maxLength": 1000, "description": "What the agent is told about a refusal."},
    },
    "required": ["approved"],
    "additionalProperties": False,
}


class Answer(Model):
    approved: bool
    edited_args: JsonObject | None = Field(default=None, alias="editedArgs")
    reason: Reason = ""


def interrupt_of(approval: Approval) -> Interrupt:
    return Interrupt(
        id=approval.id,
        reason="tool_call",
        message=f'Allow "{approval.title}"?',
        tool_call_id=approval.call,
        response_schema=ANSWER_SCHEMA,
        expires_at=approval.expires_at.isoformat(),
        metadata={"liveapps": {"tool": approval.tool, "title": approval.title, "power": approval.power}},
    )


def decisions_in(entries: Sequence[ResumeEntry]) -> dict[str, Decision]:
    """Which tool is called was asked, and is not for the answer to say. An interrupt that is cancelled is declined.

    Raises Refusal `invalid_request` for an answer that is not of the schema, or two to one interrupt.
    """
    decisions: dict[str, Decision] = {}
    for entry in entries:
        if not can_keep([entry.interrupt_id, entry.payload]):
            raise _refused(entry, "it has a character that cannot be kept: NUL (U+0000), or half of a pair")
        if entry.interrupt_id in decisions:
            raise _refused(entry, "it is answered twice")
        decisions[entry.interrupt_id] = _decision(entry)
    return decisions


def _decision(entry: ResumeEntry) -> Decision:
    if entry.status == "cancelled":
        return Decision(approve=False)
    try:
        answer = Answer.model_validate(entry.payload)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "payload"
        raise _refused(entry, f"{where}: {first['msg']}") from None
    return Decision(approve=answer.approved, reason=answer.reason, arguments=answer.edited_args)


def _refused(entry: ResumeEntry, why: str) -> Refusal:
    return Refusal(
        "invalid_request",
        f'The answer to the interrupt "{entry.interrupt_id}" is not valid: {why}.',
        'Send one for each: {"status": "resolved", "payload": {"approved": true}}, or {"status": "cancelled"}.',
        interrupt=entry.interrupt_id,
    )

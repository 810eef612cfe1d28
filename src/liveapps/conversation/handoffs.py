"""A hand-off: what a tool tells an assistant in another host. Facts, and one short line about what happens next.

The line comes from the closed table below, by outcome. Nothing that a row, a person or a model wrote is ever in it.
"""

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import SerializeAsAny, StringConstraints, WithJsonSchema, model_validator

from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.errors import Code

Outcome = Literal[
    "listed",
    "no_panels",
    "opened",
    "rows_found",
    "rows_cut",
    "nothing_found",
    "changes_found",
    "nothing_changed",
    "refreshed",
    "refresh_failed",
    "noted",
    "created",
    "saved",
    "saved_in_part",
    "left_as_it_was",
    "already_done",
    "asked",
    "confirmed",
    "cancelled",
    "picked",
    "stale",
    "expired",
    "mend_the_call",
    "choose_a_target",
    "name_one",
    "person_decides",
    "not_allowed",
    "read_again",
    "answer_now",
    "wait",
    "not_possible",
    "ask_for_help",
    "look_first",
    "use_new_name",
]
Instruction = Annotated[str, StringConstraints(min_length=1, max_length=400)]


class AgentDirections(Model):
    """What the assistant does next, in one short line, and why."""

    assistant_instruction: Instruction
    reason: Instruction | None = None


def _say(instruction: str, reason: str | None = None) -> AgentDirections:
    return AgentDirections(assistant_instruction=instruction, reason=reason)


DIRECTIONS: dict[Outcome, AgentDirections] = {
    "listed": _say("Answer from output.panels; open one with open_panel when the user needs what is in it."),
    "no_panels": _say("Say that there is no panel to read from here yet; offer to create one with create_panel."),
    "opened": _say("Answer from output and say how old the data is; use query_rows for rows that are not shown."),
    "rows_found": _say("Answer from output.rows and give the count with its denominator: matching of total."),
    "rows_cut": _say(
        "Say that this is one page, and how many of how many it has; pass output.next as cursor for more.",
        "Not all matching rows are in this answer.",
    ),
    "nothing_found": _say("Say that no row matches, out of how many; do not guess any."),
    "changes_found": _say("Tell the user what changed, from output; continue from output.version."),
    "nothing_changed": _say("Nothing has changed since; continue with what you have."),
    "refreshed": _say("Tell the user what the refresh brought; query_rows reads the new rows."),
    "refresh_failed": _say(
        "Say that the refresh failed and that the data shown is the last good one, with its age.",
        "The source did not answer as expected; nothing was lost.",
    ),
    "noted": _say("Tell the user that the note was added; do not add it again."),
    "created": _say("Tell the user that the panel was made and give output.link."),
    "saved": _say("Tell the user what was saved, from output.receipt; do not send it again."),
    "saved_in_part": _say(
        "Tell the user what was saved and what stands beside as a suggestion, from output.receipt.",
        "What a person set stays until a person changes it.",
    ),
    "left_as_it_was": _say("Say that it was so already; nothing was changed."),
    "already_done": _say("This was done already: go on from output.receipt and do not send it again."),
    "asked": _say(
        "Wait: the user decides, in the widget or at {link}. Then call check_decision; never decide for them.",
        "Only the user can confirm.",
    ),
    "confirmed": _say("The user confirmed and it is done; go on from output and do not propose it again."),
    "cancelled": _say("The user cancelled; accept that and do not propose it again unless they ask."),
    "picked": _say("The user chose output.chosen; go on with that row."),
    "stale": _say(
        "Tell the user that the row has changed meanwhile; read it again and propose anew if they still want it.",
        "What was proposed no longer fits what is there.",
    ),
    "expired": _say("The question was left unanswered too long; propose it anew if the user still wants it."),
    "mend_the_call": _say("Mend the arguments as error.next_step says, then call once more."),
    "choose_a_target": _say("Choose one of error.facts.near or ask the user which one they mean."),
    "name_one": _say("Ask the user which of error.facts.candidates they mean, then use its id."),
    "person_decides": _say("Ask the user to decide in the widget or at {link}; you cannot decide for them."),
    "not_allowed": _say("Tell the user that this is not allowed, and whom to ask; do not try another way."),
    "read_again": _say("Read the row again and tell the user what changed before you propose anything."),
    "answer_now": _say(
        "Stop calling this tool; answer with what you have.",
        "The same call gives the same answer: nothing has changed.",
    ),
    "wait": _say("Tell the user that it does not work right now; try the same call once more in a moment."),
    "not_possible": _say("Tell the user why this is not possible, from error.message; do not repeat the call."),
    "ask_for_help": _say("Tell the user that the server failed and to ask whoever looks after it; do not retry."),
    "look_first": _say("Look whether it was saved before you send it again."),
    "use_new_name": _say("Call the tool by its new name, which is in error.facts.tool."),
}

OutputT = TypeVar("OutputT", bound=Model)


class HandOffError(Model):
    """`retryable`: the very same call may succeed later."""

    code: Annotated[Code, WithJsonSchema({"type": "string", "description": "One of a closed list."})]
    message: str
    next_step: str
    retryable: bool
    facts: JsonObject = {}


class HandOff(Model, Generic[OutputT]):
    """Every tool answers in this form: an `output`, or an `error` and none, never neither."""

    schema_version: Literal[1] = 1
    output: SerializeAsAny[OutputT] | None
    agent_directions: AgentDirections
    error: HandOffError | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "HandOff[OutputT]":
        if (self.output is None) == (self.error is None):
            raise ValueError("a hand-off has an output or an error")
        return self


def directions(outcome: Outcome, link: str = "") -> AgentDirections:
    """`link` is an address of our own web app; the few lines that lead there take it."""
    said = DIRECTIONS[outcome]
    return said.model_copy(update={"assistant_instruction": said.assistant_instruction.replace("{link}", link)})

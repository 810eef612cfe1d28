"""The one place where hand-offs are made."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

from liveapps.conversation.handoffs import AgentDirections, HandOff, Outcome, directions
from liveapps.conversation.hosts import CallFacts
from liveapps.panels.errors import Refusal

from .outputs import Missed, Output
from .refusing import error_of, outcome_of

OutputT = TypeVar("OutputT", bound=Output)


@dataclass(frozen=True)
class Done:
    """What a call led to. `sameness` is what must be different for it to count as another answer; left out, all of
    the output. `token` lets a widget answer for the person: it never enters what an assistant reads."""

    outcome: Outcome
    output: Output
    facts: CallFacts = field(default_factory=CallFacts)
    link: str = ""
    sameness: Any = None
    token: str | None = None
    replayed: bool = False


@dataclass(frozen=True)
class Handed:
    """A hand-off, its one sentence for hosts that read text alone, and what only a widget gets."""

    handoff: HandOff[Output]
    outcome: Outcome
    token: str | None = None

    @property
    def is_error(self) -> bool:
        return self.handoff.error is not None

    @property
    def sentence(self) -> str:
        return self.handoff.agent_directions.assistant_instruction


def hand_over(done: Done, missed: list[Missed]) -> Handed:
    outcome: Outcome = "already_done" if done.replayed else done.outcome
    output = done.output.model_copy(update={"missed": missed}) if missed else done.output
    handoff = HandOff[Output](output=output, agent_directions=directions(outcome, done.link))
    return Handed(handoff, outcome, done.token)


def refuse(refusal: Refusal, link: str = "") -> Handed:
    outcome = outcome_of(refusal.code)
    said: AgentDirections = directions(outcome, link)
    return Handed(HandOff[Output](output=None, agent_directions=said, error=error_of(refusal)), outcome)

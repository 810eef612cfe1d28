"""What was answered without a model, and about how much that saved: measured, with what it is measured from."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from liveapps.blocks.base import Model

from .threads import Run


@dataclass(frozen=True)
class Talk:
    """How often people of some threads said something to an agent, and how often they cut an answer by words."""

    threads: int
    said: int
    sliced: int


class Savings(Model):
    """Of `follow_ups`, what was said after the first sentence of a thread, `without_model` were cuts of an answer.
    What each would have cost is that of the middle one of the last `runs_measured` answers: None without any."""

    follow_ups: int
    without_model: int
    runs_measured: int
    seconds_saved: float | None
    tokens_saved: int | None


def savings(talk: Talk, runs: Sequence[Run]) -> Savings:
    """`runs` are the last ones; those that did not end with an answer measure nothing."""
    answered = [run for run in runs if run.status == "finished" and run.ended_at is not None]
    seconds = [(run.ended_at - run.started_at).total_seconds() for run in answered if run.ended_at is not None]
    tokens = [sum(use.input_tokens + use.output_tokens for use in run.usage) for run in answered]
    return Savings(
        follow_ups=max(talk.said - talk.threads, 0) + talk.sliced,
        without_model=talk.sliced,
        runs_measured=len(answered),
        seconds_saved=talk.sliced * median(seconds) if seconds else None,
        tokens_saved=round(talk.sliced * median(tokens)) if tokens else None,
    )

"""What cuts by words saved, held against what an answer of the agent costs."""

from datetime import UTC, datetime, timedelta

from liveapps.conversation.savings import Talk, savings
from liveapps.conversation.threads import Run, RunStatus
from liveapps.conversation.usage import ModelUse

AT = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


def run(seconds: float, tokens: int, status: RunStatus = "finished") -> Run:
    return Run(
        id=f"{seconds}",
        thread="t",
        agent="sales",
        status=status,
        started_at=AT,
        ended_at=AT + timedelta(seconds=seconds),
        usage=[ModelUse(model="m", input_tokens=tokens - 1, output_tokens=1)],
    )


def test_each_cut_saves_the_time_and_tokens_of_the_middle_answer() -> None:
    saved = savings(Talk(threads=2, said=5, sliced=10), [run(20, 900), run(30, 1_000), run(500, 9_000)])
    assert (saved.follow_ups, saved.without_model) == (13, 10)
    assert (saved.seconds_saved, saved.tokens_saved, saved.runs_measured) == (300, 10_000, 3)


def test_runs_that_gave_no_answer_measure_nothing() -> None:
    saved = savings(Talk(threads=1, said=1, sliced=4), [run(1, 10, "failed"), run(2, 20, "cancelled")])
    assert (saved.follow_ups, saved.runs_measured, saved.seconds_saved, saved.tokens_saved) == (4, 0, None, None)

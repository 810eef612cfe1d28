"""What keeps failing is left alone for a while, and never for good."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from liveapps.panels.breaker import CLOSED, Breaker, Patience

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PATIENCE = Patience(failures=3, pause_seconds=30, longest_pause_seconds=100)
STEPS = ["enter", "failed", "answered", "left", "retried"]
OUTCOMES = st.lists(st.sampled_from(["failed", "answered", "left"]), max_size=40)


def after(*outcomes: str, patience: Patience = PATIENCE) -> Breaker:
    """As it stands after calls that follow one another, each made as soon as it is let in."""
    breaker, now = CLOSED, NOON
    for outcome in outcomes:
        now = max(now, breaker.opens_again_at or now)
        breaker = ended(outcome, breaker.entered(), breaker, now, patience)
    return breaker


def ended(outcome: str, breaker: Breaker, since: Breaker, now: datetime, patience: Patience = PATIENCE) -> Breaker:
    if outcome == "answered":
        return CLOSED
    return breaker.left(since) if outcome == "left" else breaker.failed(since, now, patience)


def pause(failures: int) -> timedelta | None:
    breaker = CLOSED
    for _ in range(failures):
        breaker = breaker.failed(breaker, NOON, PATIENCE)
    return breaker.opens_again_at - NOON if breaker.opens_again_at else None


def test_a_few_failures_are_borne() -> None:
    breaker = after("failed", "failed")
    assert (breaker.failures, breaker.refuses(NOON)) == (2, False)


def test_after_failures_in_a_row_calls_are_refused_until_it_opens_again() -> None:
    breaker = after("failed", "failed", "failed")
    assert breaker.opens_again_at == NOON + timedelta(seconds=30)
    assert breaker.refuses(NOON + timedelta(seconds=29))
    assert not breaker.refuses(NOON + timedelta(seconds=30))


def test_a_success_in_between_begins_the_count_anew() -> None:
    assert after("failed", "failed", "answered", "failed", "failed").opens_again_at is None


def test_each_failed_try_doubles_the_pause_up_to_the_longest() -> None:
    seconds = [found.total_seconds() if (found := pause(failures)) else None for failures in range(8)]
    assert seconds == [None, None, None, 30, 60, 100, 100, 100]


def test_a_thousand_failures_pause_no_longer_than_the_longest() -> None:
    assert pause(1_000) == timedelta(seconds=100)


def test_one_call_alone_is_let_in_to_try() -> None:
    later = NOON + timedelta(seconds=31)
    open_again = after("failed", "failed", "failed")
    trying = open_again.entered()
    assert trying.refuses(later)
    assert trying.left(CLOSED).refuses(later)  # a call of before the pause ended
    assert not trying.left(open_again).refuses(later)  # the one that tries was cancelled: another one may


def test_a_try_of_an_earlier_pause_that_ends_late_lets_no_second_one_in() -> None:
    earlier = after("failed", "failed", "failed")
    later = earlier.entered().failed(earlier, NOON, PATIENCE)
    assert later.entered().left(earlier).refuses(NOON + timedelta(seconds=99))


def test_calls_that_were_under_way_together_fail_as_one() -> None:
    first = CLOSED.failed(CLOSED, NOON, PATIENCE)
    assert first.failed(CLOSED, NOON, PATIENCE) == first
    assert first.failed(first, NOON, PATIENCE).failures == 2


def test_a_call_that_fails_late_does_not_prolong_the_pause() -> None:
    breaker = after("failed", "failed", "failed")
    assert breaker.failed(CLOSED, NOON + timedelta(seconds=20), PATIENCE) == breaker


@given(OUTCOMES)
def test_whatever_happened_it_opens_again_and_a_success_closes_it(outcomes: list[str]) -> None:
    breaker = after(*outcomes)
    assert not breaker.refuses(breaker.opens_again_at or NOON)
    assert after(*outcomes, "answered") == CLOSED


@given(OUTCOMES, st.integers(1, 5))
def test_it_is_open_exactly_after_enough_failures_in_a_row(outcomes: list[str], enough: int) -> None:
    told = [outcome for outcome in outcomes if outcome != "left"]
    in_a_row = next((n for n, outcome in enumerate(reversed(told)) if outcome == "answered"), len(told))
    breaker = after(*outcomes, patience=Patience(failures=enough))
    assert (breaker.failures, breaker.opens_again_at is not None) == (in_a_row, in_a_row >= enough)


@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 60)), max_size=60))
def test_however_calls_overlap_no_two_try_at_once_and_none_waits_longer_than_the_longest_pause(
    steps: list[tuple[str, int]],
) -> None:
    breaker, now, under_way = CLOSED, NOON, list[Breaker]()
    for step, seconds in steps:
        now += timedelta(seconds=seconds)
        if step == "enter" and not breaker.refuses(now):
            under_way.append(breaker)
            breaker = breaker.entered()
        elif step == "retried":
            breaker = breaker.failed(breaker, now, PATIENCE)
        elif step != "enter" and under_way:
            breaker = ended(step, breaker, under_way.pop(0), now)
        if breaker.opens_again_at is not None:
            assert sum(since.opens_again_at == breaker.opens_again_at for since in under_way) <= 1
            assert breaker.opens_again_at <= now + timedelta(seconds=PATIENCE.longest_pause_seconds)


def test_a_longest_pause_shorter_than_the_first_is_refused() -> None:
    with pytest.raises(ValidationError, match="longest_pause_seconds is shorter"):
        Patience(pause_seconds=60, longest_pause_seconds=30)

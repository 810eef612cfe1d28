"""Earlier attempts hang where they were set aside, however often that happened."""

from datetime import UTC, datetime

from liveapps.conversation.attempts import attempt_heads
from liveapps.conversation.threads import Message, Said

AT = datetime(2026, 11, 30, tzinfo=UTC)


def message(seq: int) -> Message:
    return Message(id=f"m{seq}", thread="t", seq=seq, at=AT, body=Said(text=""))


def heads(counting: list[int], set_aside: list[tuple[int, int]]) -> list[tuple[int, str | None]]:
    aside = [(number, message(seq)) for number, seq in set_aside]
    return [(head.number, head.after) for head in attempt_heads([message(seq) for seq in counting], aside)]


def test_an_attempt_comes_after_the_message_before_it() -> None:
    assert heads([1, 2, 5], [(1, 3), (1, 4)]) == [(1, "m2")]


def test_the_first_message_said_anew_has_nothing_before_it() -> None:
    assert heads([3], [(1, 1), (1, 2)]) == [(1, None)]


def test_the_same_place_said_anew_twice_has_two_attempts() -> None:
    assert heads([1, 6], [(1, 2), (1, 3), (2, 4), (2, 5)]) == [(1, "m1"), (2, "m1")]


def test_an_attempt_within_a_later_attempt_hangs_there() -> None:
    """3 was said anew as 4; then 2 was said anew as 5, and 4 went with it."""
    assert heads([1, 5], [(2, 2), (1, 3), (2, 4)]) == [(1, "m2"), (2, "m1")]


def test_without_earlier_attempts_there_are_none() -> None:
    assert heads([1, 2], []) == []

"""Calls that come again. A host may send one twice, and a model may call in a loop: neither does a thing twice."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from liveapps.panels.errors import Refusal

from .hosts import HostCall

WINDOW = timedelta(minutes=5)
"""The same arguments again within this time are the same call."""
SAME_ANSWERS = 2
"""A question is answered so often while nothing changes; the next time it is refused."""
MOST_CALLS = 100
"""Of one tool, within the window of one conversation."""


def refuse_flood(before: Iterable[HostCall], tool: str) -> None:
    count = sum(1 for call in before if call.tool == tool)
    if count >= MOST_CALLS:
        raise Refusal(
            "too_many_calls",
            f'"{tool}" was called {count} times within {_minutes()} minutes.',
            f"Answer with what you have, or wait {_minutes()} minutes.",
            tool=tool,
            count=count,
            limit=MOST_CALLS,
            retry_after_seconds=int(WINDOW.total_seconds()),
        )


def key_of(before: Iterable[HostCall], call: HostCall) -> str:
    """Under what this call keeps what it does: for a repeat, the same as the call that it repeats. One that was refused
    did nothing, so it may be tried again."""
    same = [one for one in before if one.asked == call.asked and one.status != "refused"]
    match call.kind:
        case "write":
            # Those that repeat it are no first ones, whichever server's clock they were stamped by.
            return min((one for one in same if not one.replayed), key=_when, default=call).id
        case "ask":
            last = max(same, key=_when, default=call)
            return last.facts.proposal or last.key
        case _:
            return call.id


def refuse_third(before: Iterable[HostCall], asked: str, answered: str | None = None) -> None:
    """Raises Refusal `duplicate_call` when the last answers to this call were all the same; with `answered`, the same
    as this one."""
    same = [one for one in before if one.asked == asked and one.status == "done"]
    last = [one.answered for one in sorted(same, key=_when)[-SAME_ANSWERS:]]
    if len(last) < SAME_ANSWERS or len({*last, answered or last[-1]}) > 1:
        return
    raise Refusal(
        "duplicate_call",
        f"The same call was answered {len(same)} times already, and nothing has changed.",
        "Answer with what you have.",
        times=len(same),
    )


def _minutes() -> int:
    return int(WINDOW.total_seconds() // 60)


def _when(call: HostCall) -> tuple[datetime, str]:
    return call.at, call.id

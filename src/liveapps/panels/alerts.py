"""An alert: a measure over the rows of a collection, held against a threshold. Declared in the template; judged inside
every write that touches its collection, whoever writes."""

from datetime import datetime, timedelta
from math import floor, log10
from operator import ge, gt, le, lt
from typing import Annotated, Any, Literal, cast

from pydantic import Field as Constraint

from liveapps.blocks.base import Condition, Label, Model, Slug

from .numbers import MAX_DIGITS, canonical_number

AlertStatus = Literal["normal", "pending", "alerting", "recovering", "no_data", "error"]
"""Grafana's words. `pending` holds, but not yet for long enough; `recovering` no longer holds, but is kept firing."""

TOLD: frozenset[AlertStatus] = frozenset({"normal", "alerting", "no_data", "error"})
"""What people are told of. The two waits are nothing that anyone can act upon."""
FIRING: frozenset[AlertStatus] = frozenset({"alerting", "recovering"})

Measure = Literal["count", "sum", "average", "least", "most"]
Outcome = float | str | None
"""What a measure gave: a number; nothing, when there is nothing to judge; or, in words, why the numbers are old."""

_TESTS = {"above": gt, "at_least": ge, "below": lt, "at_most": le}


class Alert(Model):
    """`measure` of the rows that satisfy `where` (of their `field`, unless it counts) is `above`, … the `threshold`."""

    id: Slug
    title: Label
    over: Slug
    where: Annotated[list[Condition], Constraint(max_length=30)] = []
    measure: Measure = "count"
    field: Slug | None = None
    test: Literal["above", "at_least", "below", "at_most"] = "above"
    threshold: float
    pending_minutes: Annotated[int, Constraint(ge=0, le=10_080)] = 0
    keep_firing_minutes: Annotated[int, Constraint(ge=0, le=10_080)] = 0

    def holds(self, value: float) -> bool:
        return bool(_TESTS[self.test](value, self.threshold))

    @property
    def speaks_of_days(self) -> bool:
        """Midnight alone can change what it measures."""
        return any(_speaks_of_days(condition.value) for condition in self.where)


def _speaks_of_days(value: Any) -> bool:
    """{"days_ago": n} is the only value that is an object."""
    values = cast("list[Any]", value) if isinstance(value, list) else [value]
    return any(isinstance(one, dict) for one in values)


class AlertState(Model):
    """How an alert stands. `told` is the last status people were told of, `due_at` when waiting ends by itself.

    `value` is None wherever a private row may be in it: what is not kept cannot leave the house.
    """

    alert: Slug
    status: AlertStatus = "normal"
    since: datetime
    value: float | None = None
    told: AlertStatus = "normal"
    due_at: datetime | None = None
    message: str | None = None


class Follower(Model):
    """A person who is told of an alert: in the inbox always, by e-mail if they want."""

    panel: str
    alert: Slug
    person: str
    by_email: bool = False


def value_of(
    measure: Measure, rows: int, numbers: int, total: float | None, least: float | None, most: float | None
) -> float | None:
    """What is measured of `rows` that match, from the `numbers` among them. Like all numbers it has 15 digits."""
    if measure == "count":
        return rows
    if total is None or least is None or most is None:
        return 0 if measure == "sum" else None
    whole = _rounded(float(total), max(abs(least), abs(most)) * numbers)
    found = {"sum": whole, "average": whole / numbers, "least": least, "most": most}[measure]
    return canonical_number(float(found))


def _rounded(total: float, size: float) -> float:
    """A sum to the digits that numbers of this size carry: cents that cancel leave nothing behind, and "above 0" does
    not go off at 0.1 + 0.2 - 0.3."""
    return round(total, MAX_DIGITS - 1 - floor(log10(size))) if size else 0.0


def begin(alert: Alert, now: datetime, told: AlertStatus = "normal") -> AlertState:
    """A rule that is new, or means something else now: before its first measure it has no data, which is no news.

    `told` is what people were told while it meant something else.
    """
    return AlertState(alert=alert.id, status="no_data", since=now, told=told)


def step(alert: Alert, state: AlertState, outcome: Outcome, now: datetime) -> AlertState:
    """How the alert stands after one more measure. People are to be told when `told` is another than before: never
    the same twice in a row, whatever it waited for in between."""
    status = _status_after(alert, state, outcome, now)
    since = state.since if status == state.status else now
    wait = _wait(alert, status)
    return AlertState(
        alert=alert.id,
        status=status,
        since=since,
        value=None if isinstance(outcome, str) else outcome,
        told=status if status != state.status and status in TOLD else state.told,
        due_at=since + wait if wait else None,
        message=outcome if isinstance(outcome, str) else None,
    )


def _status_after(alert: Alert, state: AlertState, outcome: Outcome, now: datetime) -> AlertStatus:
    if isinstance(outcome, str):
        return "error"
    if outcome is None:
        return "no_data"
    if alert.holds(outcome):
        return "alerting" if state.status in FIRING else _waited(alert, state, "pending", "alerting", now)
    return _waited(alert, state, "recovering", "normal", now) if state.status in FIRING else "normal"


def _waited(alert: Alert, state: AlertState, waiting: AlertStatus, after: AlertStatus, now: datetime) -> AlertStatus:
    """`after`, once `waiting` has lasted as long as it must; at once where nothing is to be waited for."""
    wait = _wait(alert, waiting)
    begun = state.since if state.status == waiting else now
    return after if now - begun >= wait else waiting


def _wait(alert: Alert, status: AlertStatus) -> timedelta:
    """How long a status lasts at least; zero for those that do not end by themselves."""
    minutes = {"pending": alert.pending_minutes, "recovering": alert.keep_firing_minutes}
    return timedelta(minutes=minutes.get(status, 0))

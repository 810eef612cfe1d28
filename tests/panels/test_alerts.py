"""How an alert stands after each measure, what people are told of it, and what a rule may say."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.panels.alerts import FIRING, Alert, AlertState, AlertStatus, Outcome, begin, step
from liveapps.panels.dates import next_midnight
from liveapps.panels.errors import Refusal
from liveapps.panels.template import read_template
from tests.support.world import FIELDS, panel_template

AT = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
RULE: dict[str, Any] = {"id": "many_open", "title": "Mais de 20 abertos", "over": "customers", "threshold": 20}
OLD = "The source did not answer."
Life = list[tuple[int, Outcome]]
"""What was measured, each with the minutes since the measure before."""


def rule(**changes: Any) -> Alert:
    return Alert.model_validate({**RULE, **changes})


def live(alert: Alert, life: Life) -> list[AlertState]:
    """How the alert stands after each measure."""
    now, state = AT, begin(alert, AT)
    states: list[AlertState] = []
    for minutes, outcome in life:
        now += timedelta(minutes=minutes)
        state = step(alert, state, outcome, now)
        states.append(state)
    return states


def statuses(alert: Alert, *life: tuple[int, Outcome]) -> list[AlertStatus]:
    return [state.status for state in live(alert, list(life))]


def told(alert: Alert, *life: tuple[int, Outcome]) -> list[AlertStatus]:
    """The messages that people got: one each time they are to know something else."""
    known: AlertStatus = "normal"
    messages: list[AlertStatus] = []
    for state in live(alert, list(life)):
        if state.told != known:
            known = state.told
            messages.append(known)
    return messages


def test_a_limit_passed_three_times_in_a_row_gives_one_message() -> None:
    assert told(rule(), (0, 21), (1, 21), (1, 21)) == ["alerting"]


def test_back_below_the_limit_gives_one_message_and_above_again_another() -> None:
    assert told(rule(), (0, 19), (1, 21), (1, 19), (1, 19), (1, 21)) == ["alerting", "normal", "alerting"]


@pytest.mark.parametrize(
    ("test", "firing"), [("above", [21]), ("at_least", [20, 21]), ("below", [19]), ("at_most", [19, 20])]
)
def test_each_comparison_fires_where_it_says(test: str, firing: list[int]) -> None:
    found = [value for value in (19, 20, 21) if statuses(rule(test=test), (0, value)) == ["alerting"]]
    assert found == firing


def test_what_must_hold_for_a_while_alerts_only_after_it_and_says_until_when_it_waits() -> None:
    alert = rule(pending_minutes=10)
    assert statuses(alert, (0, 21), (9, 30), (1, 21), (1, 21)) == ["pending", "pending", "alerting", "alerting"]
    assert live(alert, [(0, 21), (9, 30)])[-1].due_at == AT + timedelta(minutes=10)
    assert live(alert, [(0, 21), (10, 21)])[-1].due_at is None


def test_a_wait_that_comes_to_nothing_is_not_told() -> None:
    assert told(rule(pending_minutes=10), (0, 21), (9, 19), (1, 21), (9, 19)) == []


def test_a_wait_that_was_broken_begins_again() -> None:
    assert statuses(rule(pending_minutes=10), (0, 21), (9, 19), (1, 21), (9, 21), (1, 21))[-2:] == [
        "pending",
        "alerting",
    ]


def test_what_is_kept_firing_ends_only_after_it_and_a_relapse_is_not_told() -> None:
    alert = rule(keep_firing_minutes=5)
    assert statuses(alert, (0, 21), (1, 19), (4, 19), (1, 19)) == ["alerting", "recovering", "recovering", "normal"]
    assert told(alert, (0, 21), (1, 19), (1, 21), (1, 19), (4, 21)) == ["alerting"]
    assert told(alert, (0, 21), (1, 19), (5, 19)) == ["alerting", "normal"]


def test_numbers_that_cannot_be_trusted_are_an_error_that_the_next_good_ones_end() -> None:
    states = live(rule(), [(0, 21), (1, OLD), (1, OLD), (1, 21)])
    assert [state.status for state in states] == ["alerting", "error", "error", "alerting"]
    assert [(state.value, state.message) for state in states[:2]] == [(21, None), (None, OLD)]
    assert told(rule(), (0, 21), (1, OLD), (1, OLD), (1, 21)) == ["alerting", "error", "alerting"]


def test_an_alert_that_loses_its_data_says_so_and_one_that_never_had_any_does_not() -> None:
    assert told(rule(), (0, 5), (1, None), (1, None), (1, 5)) == ["no_data", "normal"]
    assert told(rule(), (0, None), (1, None), (1, 5)) == []


def test_a_rule_that_means_something_else_begins_anew_and_only_news_are_told() -> None:
    """People know that it alerts. If the new rule alerts too, they know already; if not, they are told once."""
    state = begin(rule(threshold=10), AT, "alerting")
    assert step(rule(threshold=10), state, 21, AT).told == "alerting"
    after = step(rule(threshold=30), state, 21, AT)
    assert (after.status, after.told) == ("normal", "normal")


OUTCOMES = st.one_of(st.sampled_from([19.0, 20.0, 21.0]), st.just(None), st.just(OLD))
LIVES = st.lists(st.tuples(st.integers(0, 7), OUTCOMES), max_size=30)


@given(pending=st.sampled_from([0, 1, 5]), keep=st.sampled_from([0, 1, 5]), life=LIVES)
def test_whatever_is_measured_no_message_comes_twice_in_a_row(pending: int, keep: int, life: Life) -> None:
    alert = rule(pending_minutes=pending, keep_firing_minutes=keep)
    messages: list[AlertStatus] = ["normal"]
    before = begin(alert, AT)
    for state in live(alert, life):
        if state.told != before.told:
            assert state.told == state.status != messages[-1]
            messages.append(state.told)
        assert state.told == messages[-1]
        before = state


@given(pending=st.sampled_from([0, 1, 5]), keep=st.sampled_from([0, 1, 5]), life=LIVES)
def test_it_alerts_exactly_when_it_held_for_the_pending_period_and_ends_after_the_other(
    pending: int, keep: int, life: Life
) -> None:
    """Against an account of its own: since when it held, or did not, without a break."""
    alert = rule(pending_minutes=pending, keep_firing_minutes=keep)
    minute, since, held, firing = 0, 0, None, False
    for (minutes, outcome), state in zip(life, live(alert, life), strict=True):
        minute += minutes
        holds = alert.holds(outcome) if isinstance(outcome, float) else None
        if holds != held:
            since, held = minute, holds
        if holds is None:
            firing = False
        elif holds:
            firing = firing or minute - since >= pending
        else:
            firing = firing and minute - since < keep
        assert (state.status in FIRING) == firing
        assert (state.due_at is None) == (state.status not in ("pending", "recovering"))


@given(pending=st.sampled_from([0, 1, 5]), keep=st.sampled_from([0, 1, 5]), life=LIVES, outcome=OUTCOMES)
def test_the_same_measure_at_the_same_moment_changes_nothing(
    pending: int, keep: int, life: Life, outcome: Outcome
) -> None:
    alert = rule(pending_minutes=pending, keep_firing_minutes=keep)
    once = live(alert, [*life, (0, outcome)])
    assert live(alert, [*life, (0, outcome), (0, outcome)]) == [*once, once[-1]]


def test_a_good_rule_comes_back_as_it_was_declared() -> None:
    whole = {
        **RULE,
        "measure": "sum",
        "field": "revenue",
        "where": [
            {"field": "stage", "op": "is", "value": "new"},
            {"field": "due", "op": "lt", "value": {"days_ago": 3}},
        ],
        "test": "at_least",
        "threshold": 1000.5,
        "pending_minutes": 30,
        "keep_firing_minutes": 60,
    }
    template = read_template(panel_template(alerts=[whole]))
    assert read_template(template.model_dump_json()).alert("many_open") == Alert.model_validate(whole)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "rows of no collection": ({"over": "clients"}, 'collection "clients", which does not exist'),
    "a count of a field": ({"field": "revenue"}, "counts rows and takes no field"),
    "a sum of nothing": ({"measure": "sum"}, "needs the field that it takes the sum of"),
    "a sum of an unknown field": ({"measure": "sum", "field": "turnover"}, '"turnover"'),
    "a sum of texts": ({"measure": "sum", "field": "company"}, "is a text and no number"),
    "a condition on an unknown field": ({"where": [{"field": "city", "op": "is", "value": "x"}]}, '"city"'),
    "a stage that is none": ({"where": [{"field": "stage", "op": "is", "value": "lost"}]}, "makes no sense"),
    "a threshold without end": ({"threshold": float("inf")}, "needs a threshold that is a number"),
    "a threshold that is no number": ({"threshold": float("nan")}, "needs a threshold that is a number"),
    "a negative wait": ({"pending_minutes": -1}, "greater than or equal to 0"),
    "a wait of more than a week": ({"keep_firing_minutes": 10_081}, "less than or equal to 10080"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_rule_that_cannot_be_judged_is_refused_with_its_name_and_the_reason(case: str) -> None:
    changes, named = REFUSED[case]
    with pytest.raises(Refusal) as refused:
        read_template(panel_template(alerts=[{**RULE, **changes}]))
    assert refused.value.code == "invalid_template"
    said = str(refused.value.facts["problems"])
    assert named in said
    assert "many_open" in said or "minutes" in said


def test_two_rules_with_one_id_are_refused() -> None:
    with pytest.raises(Refusal, match='alert id "many_open" is used twice'):
        read_template(panel_template(alerts=[RULE, RULE]))


def test_renaming_a_field_that_a_rule_speaks_of_is_refused_and_names_the_rule() -> None:
    renamed = [{**one, "id": "income"} if one["id"] == "revenue" else one for one in FIELDS]
    collections = [{"id": "customers", "title": "Clientes", "key": ["code"], "fields": renamed}]
    summed = {**RULE, "measure": "sum", "field": "revenue"}
    with pytest.raises(Refusal, match='alert "many_open" measures field "revenue"'):
        read_template(panel_template(collections=collections, alerts=[summed]))


@pytest.mark.parametrize(
    ("where", "speaks"),
    [
        ([{"field": "due", "op": "lt", "value": {"days_ago": 3}}], True),
        ([{"field": "due", "op": "in", "value": ["2026-11-30", {"days_ago": 3}]}], True),
        ([{"field": "company", "op": "is", "value": "days_ago"}], False),
        ([], False),
    ],
)
def test_a_rule_knows_whether_midnight_alone_can_change_it(where: list[dict[str, Any]], speaks: bool) -> None:
    assert rule(where=where).speaks_of_days is speaks


@pytest.mark.parametrize(
    ("now", "zone", "expected"),
    [
        (datetime(2026, 12, 1, 2, 59, tzinfo=UTC), "America/Sao_Paulo", datetime(2026, 12, 1, 3, 0, tzinfo=UTC)),
        (datetime(2026, 12, 1, 3, 0, tzinfo=UTC), "America/Sao_Paulo", datetime(2026, 12, 2, 3, 0, tzinfo=UTC)),
        (datetime(2026, 11, 30, 15, 0, tzinfo=UTC), "Asia/Tokyo", datetime(2026, 12, 1, 15, 0, tzinfo=UTC)),
        # Clocks went forward at midnight: the fourth of November 2018 began at one o'clock.
        (datetime(2018, 11, 3, 15, 0, tzinfo=UTC), "America/Sao_Paulo", datetime(2018, 11, 4, 3, 0, tzinfo=UTC)),
    ],
)
def test_the_next_midnight_is_that_of_the_time_zone(now: datetime, zone: str, expected: datetime) -> None:
    assert next_midnight(now, zone) == expected

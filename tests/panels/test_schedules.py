"""When a scheduled tab is refreshed: by the clock on the wall, also where that is moved."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from liveapps.panels.errors import Refusal
from liveapps.panels.schedules import Schedule, next_time, spread_of
from liveapps.panels.template import read_template
from tests.support.world import panel_template

SAO_PAULO, NEW_YORK = "America/Sao_Paulo", "America/New_York"


def schedule(cron: str, time_zone: str | None = None, jitter: int = 0) -> Schedule:
    return Schedule(cron=cron, time_zone=time_zone, jitter_seconds=jitter)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def times(cron: str, zone: str, after: datetime, count: int) -> list[str]:
    """The next times, as the clocks of UTC show them."""
    found: list[str] = []
    for _ in range(count):
        after = next_time(schedule(cron), zone, after, 0)
        found.append(f"{after:%m-%d %H:%M}")
    return found


def with_schedule(schedule: Any, **changes: Any) -> dict[str, Any]:
    template = panel_template(**changes)
    template["tabs"][0]["schedule"] = schedule
    return template


def problem_of(template: dict[str, Any]) -> str:
    with pytest.raises(Refusal) as refused:
        read_template(template)
    assert refused.value.code == "invalid_template"
    return refused.value.message


@pytest.mark.parametrize(
    ("cron", "expected"),
    [
        ("0 8 * * *", "2026-12-01T08:00-03:00"),
        ("0 8 * * sat", "2026-12-05T08:00-03:00"),
        ("*/15 * * * *", "2026-11-30T12:15-03:00"),
        ("30 18 1 * *", "2026-12-01T18:30-03:00"),
        ("0 0 29 2 *", "2028-02-29T00:00-03:00"),
        ("0 9 L * *", "2026-12-31T09:00-03:00"),
    ],
)
def test_a_schedule_is_read_by_the_clock_of_the_panel(cron: str, expected: str) -> None:
    assert next_time(schedule(cron), SAO_PAULO, at("2026-11-30T12:00-03:00"), 0) == at(expected)


def test_a_zone_of_its_own_goes_before_that_of_the_panel() -> None:
    after = at("2026-11-30T12:00-03:00")
    assert next_time(schedule("0 8 * * *", "Asia/Tokyo"), SAO_PAULO, after, 0) == at("2026-12-01T08:00+09:00")


def test_an_hour_that_does_not_exist_counts_once_when_the_clocks_have_changed() -> None:
    """On 2026-03-08, 02:00 in New York was followed by 03:00."""
    found = times("30 2 * * *", NEW_YORK, at("2026-03-07T12:00-05:00"), 3)
    assert found == ["03-08 07:00", "03-09 06:30", "03-10 06:30"]


def test_an_hour_that_exists_twice_counts_once() -> None:
    """On 2026-11-01, 01:59 in New York was followed by 01:00."""
    assert times("30 1 * * *", NEW_YORK, at("2026-10-31T12:00-04:00"), 2) == ["11-01 05:30", "11-02 06:30"]
    in_the_second = at("2026-11-01T01:10-05:00")
    assert times("30 1 * * *", NEW_YORK, in_the_second, 1) == ["11-02 06:30"]


def test_what_comes_every_hour_goes_on_by_the_clock() -> None:
    assert times("0 * * * *", NEW_YORK, at("2026-11-01T00:30-04:00"), 3) == [
        "11-01 05:00",
        "11-01 06:00",
        "11-01 07:00",
    ]


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))


@given(
    cron=st.sampled_from(["30 1 * * *", "30 2 * * *", "*/7 * * * *", "0 */3 * * *", "15 2,3 * * sun", "5 4 1 * mon"]),
    zone=st.sampled_from([NEW_YORK, SAO_PAULO, "Europe/Lisbon", "Australia/Lord_Howe", "UTC"]),
    after=MOMENTS,
    jitter=st.integers(0, 3_600),
    spread=st.floats(0, 1),
)
def test_the_next_time_is_later_and_none_lies_between(
    cron: str, zone: str, after: datetime, jitter: int, spread: float
) -> None:
    one = schedule(cron, jitter=jitter)
    found = next_time(one, zone, after, spread)
    assert found > after
    between = after + (found - after) * 0.5
    assert next_time(one, zone, between, spread) == found


def test_jitter_moves_a_tab_by_the_same_time_each_time_and_skips_none() -> None:
    spread = spread_of("p1", "main")
    after, found = at("2026-11-30T12:00-03:00"), list[datetime]()
    for _ in range(4):
        after = next_time(schedule("*/10 * * * *", jitter=600), SAO_PAULO, after, spread)
        found.append(after)
    assert {later - sooner for sooner, later in pairwise(found)} == {timedelta(minutes=10)}
    assert found[0] == next_time(schedule("*/10 * * * *", jitter=600), SAO_PAULO, at("2026-11-30T12:00-03:00"), spread)


def test_tabs_that_name_the_same_minute_are_spread_over_the_jitter() -> None:
    after = at("2026-11-30T12:00-03:00")
    one = schedule("0 8 * * *", jitter=60)
    start = at("2026-12-01T08:00-03:00")
    late = {
        (next_time(one, SAO_PAULO, after, spread_of(f"p{number}", "main")) - start).seconds for number in range(200)
    }
    assert len(late) > 40
    assert max(late) <= 60


@pytest.mark.parametrize(
    ("cron", "said"),
    [
        ("0 8 * * 1 2026", "five fields"),
        ("*/10 * * * * *", "once a minute is the most often"),
        ("0 8 *     *", "five fields"),
        ("61 * * * *", "Bad minute"),
        ("0 8 * * someday", "Bad day-of-week"),
        ("0 8 31 2 *", "Bad day-of-month"),
        ("* * */20 * 1L", "never comes"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_quoting_it(cron: str, said: str) -> None:
    problem = problem_of(with_schedule({"cron": cron}))
    assert "tabs.0.schedule.cron" in problem
    assert f'"{cron}"' in problem
    assert said in problem


def test_an_unknown_time_zone_is_refused_with_an_example() -> None:
    problem = problem_of(with_schedule({"cron": "0 8 * * *", "time_zone": "Brasilia"}))
    assert "tabs.0.schedule.time_zone" in problem
    assert '"Brasilia"' in problem
    assert "America/Sao_Paulo" in problem


@pytest.mark.parametrize("refresh", [None, {"by": "agent", "prompt": "Refaça a pauta"}], ids=["by hand", "by agent"])
def test_only_a_tab_that_a_tool_refreshes_takes_a_schedule(refresh: Any) -> None:
    template = with_schedule({"cron": "0 8 * * *"})
    read_template(template)
    template["tabs"][0]["refresh"] = refresh
    assert 'tab "main" has a schedule, but no tool refreshes it' in problem_of(template)


def test_what_an_agent_made_is_never_refreshed_without_a_person() -> None:
    assert "only when a person confirms" in problem_of(with_schedule({"cron": "0 8 * * *"}, semantics="generate"))

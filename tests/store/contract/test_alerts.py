"""A store measures what the pure functions say a rule means, and keeps how alerts stand and who follows them."""

from decimal import Decimal
from math import floor, log10
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from liveapps.adapters.system import SystemIds
from liveapps.panels.alerts import Alert, AlertState, Follower
from liveapps.panels.notices import AlertNews
from liveapps.panels.numbers import canonical_number
from liveapps.panels.rows import Row
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, key_of_value
from liveapps.ports import Measured, Store, Tx
from tests.store import nouns
from tests.store.nouns import AT, LATER, plain_row
from tests.store.slices import COLLECTION, FIELDS, STAGE, TODAY, ZONE, conditions, rows

MEASURES = ["count", "sum", "average", "least", "most"]


def rule(measure: str = "count", field: str = "a_number", **changes: Any) -> Alert:
    plain = {"id": "rule", "title": "Regra", "over": "customers", "measure": measure, "threshold": 1}
    return Alert.model_validate({**plain, **({} if measure == "count" else {"field": field}), **changes})


def expected(alert: Alert, kept: list[Row]) -> Measured:
    """What the rule means, by `panels/slicing.py` and the addition of decimals."""
    living = [row for row in kept if row.trashed_at is None]
    values = [{**row.values, STAGE: row.stage} for row in living]
    found = apply_slice(Slice(where=alert.where), values, COLLECTION.fields, today=TODAY, time_zone=ZONE)
    keys = [key_of_value(FIELDS[alert.field], values[index].get(alert.field)) for index in found] if alert.field else []
    return Measured(
        figure(alert.measure, len(found), [key for key in keys if key is not None]), len(living), hides(living)
    )


def hides(living: list[Row]) -> bool:
    return any(row.private for row in living)


def figure(measure: str, count: int, numbers: list[float]) -> float | None:
    if measure == "count":
        return count
    if not numbers:
        return 0 if measure == "sum" else None
    total = sum(Decimal(str(number)) for number in numbers)
    size = max(abs(number) for number in numbers) * len(numbers)
    whole = round(float(total), 14 - floor(log10(size))) if size else 0.0
    found = {"sum": whole, "average": whole / len(numbers), "least": min(numbers), "most": max(numbers)}
    return canonical_number(float(found[measure]))


async def measured(store: Store, alert: Alert, kept: list[Row]) -> Measured:
    panel = SystemIds().new()
    await store.write(lambda tx: tx.save_rows(panel, [(row, None) for row in kept], [COLLECTION]))
    return await store.read(lambda tx: tx.measure(panel, COLLECTION, alert, TODAY, ZONE))


# Each example fills a panel of its own, so the store may be the same for all of them.
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    kept=rows(),
    where=st.lists(conditions(), max_size=2),
    measure=st.sampled_from(MEASURES),
    field=st.sampled_from(["a_number", "a_money"]),
)
async def test_a_store_measures_like_the_pure_functions_private_rows_included(
    store: Store, kept: list[Row], where: list[dict[str, Any]], measure: str, field: str
) -> None:
    alert = rule(measure, field, where=where)
    assert await measured(store, alert, kept) == expected(alert, kept)


NUMBERS: dict[str, list[Any]] = {
    "cents": [0.1] * 10,
    "cents that cancel": [0.1, 0.2, -0.3],
    "sizes far apart": [1e21, 0.1, -1e21],
    "texts of a former type": ["0.7", 0.1, " 0.2", "x", None, True],
    "large whole numbers": [999_999_999_999_999] * 3,
    "the smallest": [1e-300, -1e-300, 1e300],
    "none at all": ["x", None],
    "no rows": [],
}


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("case", NUMBERS)
async def test_numbers_that_are_hard_to_add_are_measured_alike(store: Store, case: str, measure: str) -> None:
    kept = [plain_row(f"r{number}", values={"a_number": value}) for number, value in enumerate(NUMBERS[case])]
    assert await measured(store, rule(measure), kept) == expected(rule(measure), kept)


async def test_a_row_in_the_trash_is_not_measured_and_hides_nothing(store: Store) -> None:
    kept = [plain_row("r1", values={"a_number": 1}), plain_row("r2", private=True, owner="ana", trashed_at=AT)]
    assert await measured(store, rule(), kept) == Measured(1, 1, private=False)
    kept[1] = kept[1].model_copy(update={"trashed_at": None})
    assert await measured(store, rule(), kept) == Measured(2, 2, private=True)


async def test_a_private_row_is_told_of_also_where_the_rule_does_not_measure_it(store: Store) -> None:
    """How many public rows there are is no secret: a count that equals it would tell that no private row matches."""
    kept = [plain_row("r1", values={"a_text": "sim"}), plain_row("r2", private=True, values={"a_text": "não"})]
    alert = rule(where=[{"field": "a_text", "op": "is", "value": "sim"}])
    assert await measured(store, alert, kept) == Measured(1, 2, private=True)


def state(alert: str = "rule", **changes: Any) -> AlertState:
    plain = AlertState(
        alert=alert, status="pending", since=AT, value=20.5, told="normal", due_at=LATER, message="São João"
    )
    return plain.model_copy(update=changes)


async def test_how_an_alert_stands_comes_back_whole_and_is_written_over(store: Store) -> None:
    async def body(tx: Tx) -> None:
        await tx.save_alert_state("p1", state("b"))
        await tx.save_alert_state("p1", state("a"))
        await tx.save_alert_state("p2", state("a"))
        await tx.save_alert_state("p1", state("a", status="alerting", due_at=None, value=None))

    await store.write(body)
    kept = await store.read(lambda tx: tx.alert_states("p1"))
    assert kept == [state("a", status="alerting", due_at=None, value=None), state("b")]


async def test_the_alerts_that_fire_are_counted_by_panel(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for panel, name, status in (
            *(("p1", "a", "alerting"), ("p1", "b", "recovering"), ("p1", "c", "pending")),
            *(("p2", "a", "normal"), ("p3", "a", "error"), ("p4", "a", "alerting")),
        ):
            await tx.save_alert_state(panel, state(name, status=status))

    await store.write(body)
    assert await store.read(lambda tx: tx.firing_alerts()) == {"p1": 2, "p4": 1}


def follower(alert: str = "rule", person: str = "ana", panel: str = "p1", *, by_email: bool = False) -> Follower:
    return Follower(panel=panel, alert=alert, person=person, by_email=by_email)


async def test_a_follower_changes_how_they_are_told_and_leaves(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for one in (follower(), follower(person="bia"), follower("other"), follower(panel="p2")):
            await tx.follow(one)
        await tx.follow(follower(by_email=True))
        await tx.unfollow("p1", "rule", "bia")
        await tx.unfollow("p1", "rule", "nobody")

    await store.write(body)
    assert await store.read(lambda tx: tx.followers("p1", "rule")) == [follower(by_email=True)]
    assert await store.read(lambda tx: tx.followers("p1")) == [follower("other"), follower(by_email=True)]
    assert await store.read(lambda tx: tx.followers("p2")) == [follower(panel="p2")]


async def test_a_forgotten_alert_leaves_neither_state_nor_followers(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for panel, name in (("p1", "rule"), ("p1", "other"), ("p2", "rule")):
            await tx.save_alert_state(panel, state(name))
            await tx.follow(follower(name, panel=panel))
        await tx.drop_alert("p1", "rule")

    await store.write(body)
    assert await store.read(lambda tx: tx.alert_states("p1")) == [state("other")]
    assert await store.read(lambda tx: tx.followers("p1")) == [follower("other")]
    assert await store.read(lambda tx: tx.alert_states("p2")) == [state()]
    assert await store.read(lambda tx: tx.followers("p2")) == [follower(panel="p2")]


async def test_a_notice_of_an_alert_comes_back_whole_and_is_about_no_row(store: Store) -> None:
    news = AlertNews(alert="rule", title="Mais de 20 não atendidos", status="alerting", value=21.5)
    told = [nouns.notice("n1", row=None, text="", alert=news), nouns.notice("n2")]

    async def body(tx: Tx) -> None:
        for one in told:
            await tx.add_notice(one)

    await store.write(body)
    assert await store.read(lambda tx: tx.notices("ana")) == [told[1], told[0]]

"""A store finds the same rows, in the same order and groups, as the pure functions that say what a slice means."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from liveapps.adapters.system import SystemIds
from liveapps.panels.errors import Refusal
from liveapps.panels.rows import Row, Values
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, groups_of
from liveapps.people.policy import RowScope, sees_row
from liveapps.ports import RowsFound, RowsQuery, Store
from tests.store.nouns import listed, plain_row
from tests.store.slices import COLLECTION, STAGE, TODAY, ZONE, rows, slices

SCOPES = [RowScope(), RowScope(owner="ana"), RowScope(everything=True)]


def query(panel: str, asked: Slice, scope: RowScope, limit: int = 100, cursor: str | None = None) -> RowsQuery:
    return RowsQuery(panel, COLLECTION, scope, asked, TODAY, ZONE, limit, cursor)


async def pages(store: Store, panel: str, asked: Slice, scope: RowScope, size: int) -> list[RowsFound]:
    """All pages of a slice, each asked for by the cursor of the one before."""
    found: list[RowsFound] = []
    cursor: str | None = None
    while not found or cursor is not None:
        asking = query(panel, asked, scope, size, cursor)
        page = await store.read(lambda tx, asking=asking: tx.find_rows(asking))
        cursor = page.next
        found.append(page)
    return found


def values_of(row: Row) -> Values:
    return {**row.values, STAGE: row.stage}


# Each example fills a panel of its own, so the store may be the same for all of them.
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kept=rows(), asked=slices(), scope=st.sampled_from(SCOPES), size=st.integers(1, 5))
async def test_a_store_slices_like_the_pure_functions(
    store: Store, kept: list[Row], asked: Slice, scope: RowScope, size: int
) -> None:
    panel = SystemIds().new()
    await store.write(lambda tx: tx.save_rows(panel, [(row, None) for row in kept], [COLLECTION]))
    found = await pages(store, panel, asked, scope, size)

    visible = [row for row in kept if row.trashed_at is None and sees_row(scope, row)]
    values = [values_of(row) for row in visible]
    how: dict[str, Any] = {"today": TODAY, "time_zone": ZONE}
    how["unconfirmed"] = {index for index, row in enumerate(visible) if row.unconfirmed_since is not None}
    expected = [visible[index] for index in apply_slice(asked, values, COLLECTION.fields, **how)]
    assert [row for page in found for row in page.rows] == [listed(row) for row in expected]
    assert {page.matching for page in found} == {len(expected)}
    assert {page.total for page in found} == {len(visible)}
    assert [len(page.rows) for page in found[:-1]] == [size] * (len(found) - 1)
    assert found[0].groups == groups_of(asked, values, COLLECTION.fields, **how)


async def sliced(store: Store, values: list[Any], field: str, **asked: Any) -> RowsFound:
    """Rows with one field each, sliced."""
    kept = [plain_row(f"r{number:04}", values={field: value}) for number, value in enumerate(values)]
    await store.write(lambda tx: tx.save_rows("p1", [(row, None) for row in kept], [COLLECTION]))
    return await store.read(lambda tx: tx.find_rows(query("p1", Slice.model_validate(asked), RowScope(), 5_000)))


async def test_numbers_sort_as_numbers_even_when_a_redesign_left_them_as_text(store: Store) -> None:
    found = await sliced(store, [10, 9, "100", None], "a_number", sort=[{"field": "a_number"}])
    assert [row.values["a_number"] for row in found.rows] == [9, 10, "100", None]


async def test_a_choice_among_thousands_of_values_is_no_harder_than_one(store: Store) -> None:
    names = [f"Cliente {number}" for number in range(3_000)]
    where = [{"field": "a_text", "op": "in", "value": names[:2_500]}]
    assert (await sliced(store, names, "a_text", where=where)).matching == 2_500


async def test_the_first_rows_of_a_list_end_where_they_were_told_to_over_all_pages(store: Store) -> None:
    kept = [plain_row(f"r{number}", values={"a_number": number}) for number in range(9)]
    await store.write(lambda tx: tx.save_rows("p1", [(row, None) for row in kept], [COLLECTION]))
    asked = Slice.model_validate({"sort": [{"field": "a_number", "descending": True}], "limit": 5})
    found = await pages(store, "p1", asked, RowScope(), 3)
    assert [[row.values["a_number"] for row in page.rows] for page in found] == [[8, 7, 6], [5, 4]]
    assert {page.matching for page in found} == {5}


async def test_sums_of_large_whole_numbers_do_not_overflow(store: Store) -> None:
    large = 999_999_999_999_999
    found = await sliced(store, [large] * 20_000, "a_number", group="a_boolean")
    assert found.groups == [(None, 20_000, {"a_number": pytest.approx(large * 20_000, rel=1e-14)})]


async def test_a_list_is_grouped_by_the_local_day_of_a_moment(store: Store) -> None:
    """22:30 in São Paulo is half past one of the next day in UTC."""
    moments = ["2026-11-30T01:30:00Z", "2026-11-30T02:59:59Z", "2026-11-30T03:00:00Z"]
    found = await sliced(store, moments, "a_datetime", group="a_datetime")
    assert [(value, count) for value, count, _ in found.groups] == [("2026-11-29", 2), ("2026-11-30", 1)]


@pytest.mark.parametrize("cursor", ["nonsense", "", "LTU=", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "é"])
async def test_a_cursor_that_no_page_gave_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(Refusal) as refused:
        await store.read(lambda tx: tx.find_rows(query("p1", Slice(), RowScope(), cursor=cursor)))
    assert refused.value.code == "invalid_slice"


async def test_an_unknown_field_in_a_slice_is_refused_and_never_ignored(store: Store) -> None:
    asked = Slice.model_validate({"where": [{"field": "nope", "op": "is", "value": "x"}]})
    with pytest.raises(Refusal) as refused:
        await store.read(lambda tx: tx.find_rows(query("p1", asked, RowScope())))
    assert (refused.value.code, refused.value.facts["field"]) == ("field_not_found", "nope")

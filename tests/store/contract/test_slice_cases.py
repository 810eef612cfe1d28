"""What random slices meet too seldom: the values at which a database and Python part ways."""

from typing import Any

import pytest

from liveapps.panels.slices import Slice
from liveapps.panels.slicing import apply_slice, groups_of
from liveapps.people.policy import RowScope
from liveapps.ports import RowsQuery, Store
from tests.store.nouns import plain_row
from tests.store.slices import COLLECTION, TODAY, ZONE

ZONES = [ZONE, "Asia/Tokyo", "UTC"]
MOMENTS = [
    "0001-01-01T00:00:00Z",
    "0001-01-02T01:00:00Z",
    "1913-12-31T23:59:59Z",
    "2026-11-30T02:59:59Z",
    "2026-11-30T15:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-11-30T24:00:00Z",
    "2026-11-30T12:00:60Z",
    "2026-11-30T12:00:00+00:00",
]
DAYS = ["0000-01-01", "0001-01-01", "2023-02-29", "2024-02-29", "1900-02-29", "2000-02-29", "2026-04-31", "9999-12-31"]
NUMBERS = [" 9 ", "\u00a07\u2003", "-2.5", "007", "1e3", "+1", "", "９", "9" * 400, f"0.{'0' * 400}1", 1e300, -1e-300]
TEXTS = [1e21, 1e-7, 0.0001, 0.00001, 1e15, 1e16, -1.5e-9, 123456789.5, 10**14, 0, "1e+21", "10", True, ["a"]]
FOLDED = [
    "ẞ",
    "ss",
    "ﬁm",
    "FIM",
    "ς",
    "σ",
    "İ",
    "i",
    "Ꭰ",
    "ꭰ",
    "\u0345",
    "ι",
    " a\u2028b ",
    "A\x1cB",
    "\u200b",
    "ª",
    "º",
]
TAGS = [
    ["b", "a"],
    ["a", "b"],
    ["a\u0301", "b"],
    ["\u0301"],
    ["São"],
    ["sao", "x"],
    [],
    ["a, b"],
    ["\u0301", "z"],
]


async def check(store: Store, field: str, values: list[Any], **asked: Any) -> None:
    """The store finds and groups these values as the pure functions do, in any zone and both directions."""
    kept = [plain_row(f"r{number:04}", values={field: value}) for number, value in enumerate(values)]
    await store.write(lambda tx: tx.save_rows("p1", [(row, None) for row in kept], [COLLECTION]))
    for zone in ZONES:
        for descending in (False, True):
            sliced = Slice.model_validate({"sort": [{"field": field, "descending": descending}], **asked})
            query = RowsQuery("p1", COLLECTION, RowScope(), sliced, TODAY, zone, 1_000)
            found = await store.read(lambda tx, query=query: tx.find_rows(query))
            pure = [row.values for row in kept], COLLECTION.fields
            indexes = apply_slice(sliced, *pure, today=TODAY, time_zone=zone)
            assert [row.id for row in found.rows] == [kept[index].id for index in indexes]
            assert found.groups == groups_of(sliced, *pure, today=TODAY, time_zone=zone)


CASES = {
    "a_datetime": MOMENTS,
    "a_date": DAYS,
    "a_number": NUMBERS,
    "a_text": [*TEXTS, *FOLDED],
    "a_tags": TAGS,
    "a_boolean": [True, False, None, 1, "true"],
    "a_choice": ["won", "new", "b", "gone", None, True],
}


@pytest.mark.parametrize("field", CASES)
async def test_values_that_are_hard_to_compare_are_sorted_and_grouped_alike(store: Store, field: str) -> None:
    await check(store, field, CASES[field], group=field)


@pytest.mark.parametrize("field", CASES)
@pytest.mark.parametrize("op", ["is_empty", "is_not_empty"])
async def test_all_stores_agree_on_what_is_empty(store: Store, field: str, op: str) -> None:
    await check(store, field, CASES[field], where=[{"field": field, "op": op}])


@pytest.mark.parametrize("op", ["is", "gt", "lte"])
@pytest.mark.parametrize("day", ["0001-01-01", "1913-12-31", "2026-11-29", "2026-11-30", "9999-12-31"])
async def test_a_moment_at_the_edge_of_a_day_or_of_time_falls_on_one_date(store: Store, op: str, day: str) -> None:
    await check(store, "a_datetime", MOMENTS, where=[{"field": "a_datetime", "op": op, "value": day}])


@pytest.mark.parametrize("words", ["ss", "fim", "σ", "i", "ab", "a b", "Ꭰ", "1e", "0001", "ao"])
@pytest.mark.parametrize("field", ["a_text", "a_tags"])
async def test_words_are_found_however_they_are_folded(store: Store, field: str, words: str) -> None:
    await check(store, field, CASES[field], search=words)
    await check(store, field, CASES[field], where=[{"field": field, "op": "contains", "value": words}])


@pytest.mark.parametrize("numbers", [[0.1, 0.2, -0.3], [1e21, 0.1, -1e21], [0.1] * 10, ["0.7", 0.1, " 0.2"]])
async def test_sums_are_those_of_exact_addition(store: Store, numbers: list[Any]) -> None:
    await check(store, "a_number", numbers, group="a_boolean")

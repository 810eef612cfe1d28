"""Tags on PostgreSQL."""

from tests.store.contract.test_slice_cases import check
from tests.store.postgres.house import Process


async def test_a_row_that_has_one_tag_in_two_spellings_is_counted_once_under_the_first(one: Process) -> None:
    """No door lets such a row in, but an older format may have."""
    await check(one.store, "a_tags", [["São", "sao"], ["sao", "SÃO", "x"], ["SAO"]], group="a_tags")

"""Several servers share the jobs of one database: each job is done by one of them."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.automating.working import Shop
from tests.store.contract.conftest import STORES
from tests.support.clock import FixedClock


@pytest.mark.parametrize("kind", STORES)
async def test_each_job_is_done_once_however_many_servers_there_are(kind: str, tmp_path: Path) -> None:
    names = [f"j{number:03}" for number in range(60)]
    async with AsyncExitStack() as stack:
        shop = Shop(await stack.enter_async_context(STORES[kind](tmp_path)), FixedClock())
        await shop.put(*names)
        for _ in range(3):
            await stack.enter_async_context(shop.worker())
        done = await shop.ended(*names)
    assert sorted(shop.begun) == names
    assert {(one.status, one.attempts) for one in done} == {("done", 1)}

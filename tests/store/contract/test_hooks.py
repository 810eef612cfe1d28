"""Endpoints of hooks, and the log of what came to them."""

import asyncio
from datetime import timedelta
from typing import Any

from liveapps.panels.hooks import Delivery, Endpoint
from liveapps.panels.receipts import Receipt
from liveapps.ports import Store, Tx
from tests.store.nouns import AT


def endpoint(name: str = "e1", **changes: Any) -> Endpoint:
    plain = Endpoint(id=name, panel="p1", hook="feed", sealed="v1.x", opened_by="bia", opened_at=AT)
    return plain.model_copy(update=changes)


def delivery(name: str = "d1", **changes: Any) -> Delivery:
    plain = Delivery(id=name, endpoint="e1", key=f"key {name}", digest="1f", at=AT, outcome="received", body='{"a": 1}')
    return plain.model_copy(update=changes)


async def test_an_endpoint_comes_back_whole_and_takes_a_new_secret(store: Store) -> None:
    await store.write(lambda tx: tx.save_endpoint(endpoint()))
    await store.write(lambda tx: tx.save_endpoint(endpoint("e2", hook="alerts")))
    await store.write(lambda tx: tx.save_endpoint(endpoint("e3", panel="p2")))
    changed = endpoint(sealed="v1.y", opened_by="caio", opened_at=AT + timedelta(days=1))
    await store.write(lambda tx: tx.save_endpoint(changed))
    assert await store.read(lambda tx: tx.endpoint("e1")) == changed
    assert await store.read(lambda tx: tx.endpoints("p1")) == [endpoint("e2", hook="alerts"), changed]
    assert await store.read(lambda tx: tx.endpoint("nothing")) is None


async def test_a_closed_endpoint_is_forgotten_with_what_came_to_it(store: Store) -> None:
    async def body(tx: Tx) -> None:
        await tx.save_endpoint(endpoint())
        await tx.take_delivery(delivery(), 10)
        await tx.take_delivery(delivery("d2", endpoint="e2"), 10)
        await tx.close_endpoint("e1")

    await store.write(body)
    assert await store.read(lambda tx: tx.endpoint("e1")) is None
    assert await store.read(lambda tx: tx.deliveries("e1", 10)) == []
    assert len(await store.read(lambda tx: tx.deliveries("e2", 10))) == 1


async def test_a_delivery_comes_back_whole_and_in_a_list_without_its_body(store: Store) -> None:
    kept = delivery(
        outcome="unmapped", code="invalid_value", message="São", path="a.0", receipt=Receipt(panel="p1", version=3)
    )
    assert await store.write(lambda tx: tx.take_delivery(kept, 10)) == kept
    assert await store.read(lambda tx: tx.delivery("e1", "d1")) == kept
    assert await store.read(lambda tx: tx.deliveries("e1", 10)) == [kept.model_copy(update={"body": None})]
    assert await store.read(lambda tx: tx.delivery("e2", "d1")) is None


async def test_the_first_delivery_under_a_key_stays(store: Store) -> None:
    first, second = delivery("d1", key="k"), delivery("d2", key="k", digest="2e")
    answers = await asyncio.gather(
        store.write(lambda tx: tx.take_delivery(first, 10)), store.write(lambda tx: tx.take_delivery(second, 10))
    )
    assert answers[0] == answers[1]
    assert len(await store.read(lambda tx: tx.deliveries("e1", 10))) == 1
    elsewhere = delivery("d3", key="k", endpoint="e2")
    assert await store.write(lambda tx: tx.take_delivery(elsewhere, 10)) == elsewhere


async def test_deliveries_without_a_key_are_never_the_same(store: Store) -> None:
    for name in ("d1", "d2"):
        await store.write(lambda tx, name=name: tx.take_delivery(delivery(name, key=None, digest=None), 10))
    assert [one.id for one in await store.read(lambda tx: tx.deliveries("e1", 10))] == ["d2", "d1"]


async def test_what_was_applied_stays_applied(store: Store) -> None:
    applied = delivery(outcome="applied", receipt=Receipt(panel="p1", version=3))

    async def body(tx: Tx) -> None:
        await tx.take_delivery(delivery(), 10)
        await tx.settle_delivery(delivery(outcome="refused", code="rows_limit", message="Too many."))
        await tx.settle_delivery(applied)
        await tx.settle_delivery(delivery(outcome="refused", code="rows_limit"))

    await store.write(body)
    assert await store.read(lambda tx: tx.delivery("e1", "d1")) == applied


async def test_the_newest_are_kept_and_those_with_a_bad_signature_counted_apart(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for number in range(4):
            await tx.take_delivery(delivery(f"d{number}"), 2)
            await tx.take_delivery(delivery(f"s{number}", key=None, outcome="bad_signature"), 3)
        await tx.take_delivery(delivery("d1", endpoint="e2"), 1)

    await store.write(body)
    found = [one.id for one in await store.read(lambda tx: tx.deliveries("e1", 10))]
    assert found == ["s3", "s2", "s1", "d3", "d2"]
    assert [one.id for one in await store.read(lambda tx: tx.deliveries("e1", 1))] == ["s3"]
    assert len(await store.read(lambda tx: tx.deliveries("e2", 10))) == 1

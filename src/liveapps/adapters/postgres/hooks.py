"""Endpoints of hooks and what came to them, on PostgreSQL."""

import orjson

from liveapps.panels.hooks import Delivery, Endpoint

from .base import Sql, text
from .driver import Record

ENDPOINT = ("id", "panel", "hook", "sealed", "opened_by", "opened_at")
DELIVERY = ("id", "endpoint", "key", "digest", "at", "outcome", "code", "message", "path", "body", "receipt")
SETTLED = ("endpoint", "id", "outcome", "code", "message", "path", "receipt")


class HookSql(Sql):
    async def endpoint(self, endpoint: str) -> Endpoint | None:
        found = await self._one("endpoint", endpoint)
        return _endpoint(found) if found else None

    async def endpoints(self, panel: str) -> list[Endpoint]:
        return [_endpoint(record) for record in await self._all("endpoints", panel)]

    async def save_endpoint(self, endpoint: Endpoint) -> None:
        whole = endpoint.model_dump(mode="json")
        await self._run("put_endpoint", *(whole[name] for name in ENDPOINT))

    async def close_endpoint(self, endpoint: str) -> None:
        await self._run("drop_endpoint", endpoint)
        await self._run("drop_deliveries", endpoint)

    async def take_delivery(self, delivery: Delivery, keep: int) -> Delivery:
        await self._run("add_delivery", *_values(delivery, DELIVERY))
        await self._run("forget_deliveries", delivery.endpoint, delivery.outcome, keep)
        if delivery.key is None:
            return delivery
        found = await self._one("delivery_by_key", delivery.endpoint, delivery.key)
        return _delivery(found) if found else delivery

    async def settle_delivery(self, delivery: Delivery) -> None:
        await self._run("settle_delivery", *_values(delivery, SETTLED))

    async def delivery(self, endpoint: str, delivery: str) -> Delivery | None:
        found = await self._one("delivery", endpoint, delivery)
        return _delivery(found) if found else None

    async def deliveries(self, endpoint: str, limit: int) -> list[Delivery]:
        return [_delivery(record) for record in await self._all("deliveries", endpoint, limit)]


def _values(delivery: Delivery, names: tuple[str, ...]) -> list[str | None]:
    receipt = delivery.receipt.model_dump_json() if delivery.receipt else None
    whole = {**delivery.model_dump(mode="json"), "receipt": receipt}
    return [whole[name] for name in names]


def _endpoint(record: Record) -> Endpoint:
    return Endpoint.model_validate_json(text(dict(zip(ENDPOINT, record, strict=True))))


def _delivery(record: Record) -> Delivery:
    values = dict(zip(DELIVERY, record, strict=True))
    values["receipt"] = orjson.loads(values["receipt"]) if values["receipt"] else None
    return Delivery.model_validate_json(text(values))

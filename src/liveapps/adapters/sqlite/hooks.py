"""Endpoints of hooks and what came to them, on SQLite."""

from typing import Any

import orjson

from liveapps.panels.hooks import Delivery, Endpoint

from .base import Record, Sql, text

_ENDPOINT = ("id", "panel", "hook", "sealed", "opened_by", "opened_at")
_DELIVERY = ("id", "endpoint", "key", "digest", "at", "outcome", "code", "message", "path", "body", "receipt")


class HookSql(Sql):
    async def endpoint(self, endpoint: str) -> Endpoint | None:
        found = self._one("endpoint", id=endpoint)
        return _endpoint(found) if found else None

    async def endpoints(self, panel: str) -> list[Endpoint]:
        return [_endpoint(record) for record in self._all("endpoints", panel=panel)]

    async def save_endpoint(self, endpoint: Endpoint) -> None:
        self._run("put_endpoint", **endpoint.model_dump(mode="json"))

    async def close_endpoint(self, endpoint: str) -> None:
        self._run("drop_endpoint", id=endpoint)
        self._run("drop_deliveries", endpoint=endpoint)

    async def take_delivery(self, delivery: Delivery, keep: int) -> Delivery:
        self._run("add_delivery", **_values(delivery))
        self._run("forget_deliveries", endpoint=delivery.endpoint, outcome=delivery.outcome, keep=keep)
        if delivery.key is None:
            return delivery
        found = self._one("delivery_by_key", endpoint=delivery.endpoint, key=delivery.key)
        return _delivery(found) if found else delivery

    async def settle_delivery(self, delivery: Delivery) -> None:
        values = _values(delivery)
        names = ("endpoint", "id", "outcome", "code", "message", "path", "receipt")
        self._run("settle_delivery", **{name: values[name] for name in names})

    async def delivery(self, endpoint: str, delivery: str) -> Delivery | None:
        found = self._one("delivery", endpoint=endpoint, id=delivery)
        return _delivery(found) if found else None

    async def deliveries(self, endpoint: str, limit: int) -> list[Delivery]:
        return [_delivery(record) for record in self._all("deliveries", endpoint=endpoint, limit=limit)]


def _values(delivery: Delivery) -> dict[str, Any]:
    receipt = delivery.receipt.model_dump_json() if delivery.receipt else None
    return {**delivery.model_dump(mode="json"), "receipt": receipt}


def _endpoint(record: Record) -> Endpoint:
    return Endpoint.model_validate_json(text(dict(zip(_ENDPOINT, record, strict=True))))


def _delivery(record: Record) -> Delivery:
    values = dict(zip(_DELIVERY, record, strict=True))
    values["receipt"] = orjson.loads(values["receipt"]) if values["receipt"] else None
    return Delivery.model_validate_json(text(values))

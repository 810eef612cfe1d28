"""Hooks of a panel: open and close their endpoints, see what came, try a payload out, replay."""

from typing import Any

from fastapi import APIRouter

from liveapps.acting.endpoints import HookView, Opened
from liveapps.acting.hooks import Received, Tried
from liveapps.blocks.base import Model
from liveapps.panels.hooks import Delivery

from .visitor import Visit

router = APIRouter(prefix="/api/panels/{panel}/hooks", tags=["hooks"])


class TryBody(Model):
    """`payload` is JSON of any form, as the outside system would send it."""

    payload: Any


@router.get("")
async def list_hooks(panel: str, visit: Visit) -> list[HookView]:
    return await visit.house.endpoints.list(visit.user, panel)


@router.post("/{hook}/endpoint", status_code=201)
async def open_endpoint(panel: str, hook: str, visit: Visit) -> Opened:
    """Opens the endpoint, or gives an open one a new secret. The secret is shown here and never again."""
    return await visit.house.endpoints.open(visit.user, panel, hook)


@router.delete("/{hook}/endpoint", status_code=204)
async def close_endpoint(panel: str, hook: str, visit: Visit) -> None:
    await visit.house.endpoints.close(visit.user, panel, hook)


@router.get("/{hook}/deliveries")
async def list_deliveries(panel: str, hook: str, visit: Visit) -> list[Delivery]:
    """Newest first, without their bodies."""
    return await visit.house.endpoints.deliveries(visit.user, panel, hook)


@router.get("/{hook}/deliveries/{delivery}")
async def open_delivery(panel: str, hook: str, delivery: str, visit: Visit) -> Delivery:
    return await visit.house.endpoints.delivery(visit.user, panel, hook, delivery)


@router.post("/{hook}/deliveries/{delivery}/replay")
async def replay_delivery(panel: str, hook: str, delivery: str, visit: Visit) -> Received:
    """Judges a kept delivery by the template as it is now. What was applied is not applied again."""
    return await visit.house.hooks.replay(visit.user, panel, hook, delivery)


@router.post("/{hook}/try")
async def try_payload(panel: str, hook: str, body: TryBody, visit: Visit) -> Tried:
    """What a payload would do, without doing it."""
    return await visit.house.hooks.try_out(visit.user, panel, hook, body.payload)

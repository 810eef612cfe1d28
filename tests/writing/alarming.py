"""Panels with an alert, and what their followers are told."""

from typing import Any

from liveapps.panels.alerts import AlertState, Follower
from liveapps.panels.jobs import Job
from liveapps.panels.notices import AlertNews, Notice
from liveapps.panels.receipts import AlertChange
from tests.support.world import World

RULE: dict[str, Any] = {"id": "many", "title": "Mais de 2 clientes", "over": "customers", "threshold": 2}
"""Three customers are too many."""
ALERTING = [AlertChange(alert="many", status="alerting")]
REVENUE: dict[str, Any] = {
    "id": "revenue",
    "title": "Receita acima de 100",
    "over": "customers",
    "measure": "sum",
    "field": "revenue",
    "threshold": 100,
}


def many(count: int, **values: Any) -> list[dict[str, Any]]:
    return [{"code": f"C-{number}", **values} for number in range(count)]


async def watched(world: World, *rules: dict[str, Any], **changes: Any) -> str:
    """A panel of Ana's with alerts, which she follows because she brought them."""
    return await world.panel(alerts=list(rules or [RULE]), **changes)


async def notices(world: World, login: str = "ana") -> list[Notice]:
    """All that one person was told, oldest first."""
    person = (await world.person(login)).id
    return (await world.running.store.read(lambda tx: tx.notices(person)))[::-1]


async def news(world: World, login: str = "ana") -> list[AlertNews]:
    """What one person was told of alerts, oldest first."""
    return [one.alert for one in await notices(world, login) if one.alert]


async def told(world: World, login: str = "ana") -> list[str]:
    return [one.status for one in await news(world, login)]


async def standing(world: World, panel: str, alert: str = "many") -> AlertState:
    states = await world.running.store.read(lambda tx: tx.alert_states(panel))
    return next(one for one in states if one.alert == alert)


async def jobs(world: World, kind: str) -> list[Job]:
    """The jobs of one kind, oldest first."""
    found = await world.running.store.read(lambda tx: tx.jobs(None, 100))
    return [job for job in found[::-1] if job.task.kind == kind]


async def followed(world: World, panel: str, login: str, alert: str = "many", *, by_email: bool = False) -> None:
    follower = Follower(panel=panel, alert=alert, person=(await world.person(login)).id, by_email=by_email)
    await world.running.store.write(lambda tx: tx.follow(follower))

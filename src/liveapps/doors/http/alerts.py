"""The alert rules of a panel, how they stand, and whether I follow them."""

from fastapi import APIRouter

from liveapps.blocks.base import Model
from liveapps.panels.alerts import Alert
from liveapps.panels.receipts import Receipt
from liveapps.reading.views import AlertsView

from .visitor import Visit

router = APIRouter(prefix="/api/panels/{panel}/alerts", tags=["alerts"])


class FollowBody(Model):
    """In the inbox always; `by_email` as well."""

    by_email: bool = False


@router.get("")
async def list_alerts(panel: str, visit: Visit) -> AlertsView:
    """Every rule with how it stands. What it measured is left out where a private row may be in it."""
    return await visit.house.alerts.list(visit.user, panel)


@router.post("", status_code=201)
async def add_alert(panel: str, body: Alert, visit: Visit) -> Receipt:
    """Adds a rule, which whoever adds it follows. The same rule sent again changes nothing."""
    return await visit.house.alerts.add(visit.user, panel, body, visit.origin())


@router.put("/{alert}")
async def change_alert(panel: str, alert: str, body: Alert, visit: Visit) -> Receipt:
    """Changes a rule; its followers stay. It begins anew unless the title alone is another."""
    return await visit.house.alerts.change(visit.user, panel, alert, body, visit.origin())


@router.delete("/{alert}")
async def remove_alert(panel: str, alert: str, visit: Visit) -> Receipt:
    """Removes a rule, with how it stood and who followed it."""
    return await visit.house.alerts.remove(visit.user, panel, alert, visit.origin())


@router.put("/{alert}/following", status_code=204)
async def follow_alert(panel: str, alert: str, body: FollowBody, visit: Visit) -> None:
    """I am told of this alert from now on, or told in another way than before."""
    await visit.house.alerts.follow(visit.user, panel, alert, by_email=body.by_email)


@router.delete("/{alert}/following", status_code=204)
async def unfollow_alert(panel: str, alert: str, visit: Visit) -> None:
    """I am not told of this alert any more."""
    await visit.house.alerts.unfollow(visit.user, panel, alert)

"""How the alerts of a panel stand, as a person may see them. Judged over all rows, they show none: a measure that a
private row may be in was never kept."""

from liveapps.panels.alerts import FIRING, Alert, AlertState, Follower
from liveapps.panels.panel import Panel
from liveapps.people.users import User
from liveapps.ports import Tx

from .views import AlertView


async def alert_views(tx: Tx, panel: Panel, user: User) -> list[AlertView]:
    """In the order of the template."""
    if not panel.template.alerts:
        return []
    states = {state.alert: state for state in await tx.alert_states(panel.id)}
    mine = {one.alert: one for one in await tx.followers(panel.id) if one.person == user.id}
    return [_view(one, states[one.id], mine.get(one.id)) for one in panel.template.alerts if one.id in states]


async def firing(tx: Tx, panel: Panel) -> int:
    """How many alerts of a panel fire. Where there is none, the store is not asked."""
    states = await tx.alert_states(panel.id) if panel.template.alerts else []
    return sum(state.status in FIRING for state in states)


def _view(alert: Alert, state: AlertState, follower: Follower | None) -> AlertView:
    by_email = follower is not None and follower.by_email
    return AlertView(
        alert=alert,
        status=state.status,
        since=state.since,
        value=state.value,
        due_at=state.due_at,
        message=state.message,
        following="email" if by_email else "inbox" if follower else None,
    )

"""What alerts measure, how they stand and who follows them, on PostgreSQL."""

from datetime import date

from liveapps.panels.alerts import FIRING, Alert, AlertState, Follower, value_of
from liveapps.panels.slices import Slice
from liveapps.panels.template import Collection
from liveapps.people.policy import RowScope
from liveapps.ports import Measured, RowsQuery

from .base import Sql
from .slicing import Sliced


class AlertSql(Sql):
    async def measure(self, panel: str, collection: Collection, alert: Alert, today: date, time_zone: str) -> Measured:
        asked = Slice(where=alert.where)
        sliced = Sliced(RowsQuery(panel, collection, RowScope(everything=True), asked, today, time_zone))
        ((living, private, rows, *numbers),) = await self._select(*sliced.measure(alert.field))
        return Measured(value_of(alert.measure, rows, *numbers), int(living), bool(private))

    async def alert_states(self, panel: str) -> list[AlertState]:
        return [AlertState.model_validate_json(record[0]) for record in await self._all("alert_states", panel)]

    async def firing_alerts(self) -> dict[str, int]:
        return {panel: int(count) for panel, count in await self._all("firing_alerts", sorted(FIRING))}

    async def save_alert_state(self, panel: str, state: AlertState) -> None:
        await self._run("put_alert_state", panel, state.alert, state.model_dump_json())

    async def drop_alert(self, panel: str, alert: str) -> None:
        await self._run("drop_alert_state", panel, alert)
        await self._run("drop_followers", panel, alert)

    async def followers(self, panel: str, alert: str | None = None) -> list[Follower]:
        return [
            Follower(panel=panel, alert=name, person=person, by_email=bool(by_email))
            for name, person, by_email in await self._all("followers", panel, alert)
        ]

    async def follow(self, follower: Follower) -> None:
        await self._run("put_follower", follower.panel, follower.alert, follower.person, int(follower.by_email))

    async def unfollow(self, panel: str, alert: str, person: str) -> None:
        await self._run("drop_follower", panel, alert, person)

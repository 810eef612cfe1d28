"""Step five of the funnel: the alert rules that a write concerns are judged on what it left, private rows included,
before anything is committed. What people are told never shows a private row."""

from collections.abc import Collection, Iterable
from datetime import datetime

from liveapps.panels.alerts import Alert, AlertState, Follower, begin, step
from liveapps.panels.dates import next_midnight, today
from liveapps.panels.history import Version
from liveapps.panels.instance import Freshness
from liveapps.panels.jobs import Job, JudgeAlerts, MailAlert
from liveapps.panels.notices import AlertNews, Notice
from liveapps.panels.origin import Actor
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import AlertChange
from liveapps.people.policy import PersonReader, may_see
from liveapps.people.users import User
from liveapps.ports import Ids, Tx

from .change import Change

ALERTS = Actor(kind="system", id="alerts")
"""Who tells of an alert: whoever wrote may have changed a row that only they see."""


def judging_key(panel: str) -> str:
    """Under which a panel waits for its alerts to be judged again."""
    return f"alerts:{panel}"


async def hear(tx: Tx, change: Change, ids: Ids) -> list[AlertChange]:
    """Judges the alerts that a change concerns: those of the lists it touched, or all after a redesign. A panel
    without any asks nothing of the store."""
    version, panel = change.version, change.panel
    if version is None or version.kind == "annotate":
        return []
    if change.created or version.template is not None:
        return await _redesigned(tx, panel, version, ids)
    # Back from the trash, time has passed for all of them.
    back = version.kind == "restore_panel"
    concerned = [one for one in panel.template.alerts if back or one.over in version.targets]
    return await judge(tx, panel, concerned, version.origin.at, ids)


async def _redesigned(tx: Tx, panel: Panel, version: Version, ids: Ids) -> list[AlertChange]:
    """Rules that are gone are forgotten, and whoever brings a new one follows it. The rest is judged, too: fields and
    the time zone may be others."""
    before = {one.id: one for one in version.template.alerts} if version.template else {}
    await _forget(tx, panel, before)
    for alert in panel.template.alerts:
        if alert.id not in before and version.origin.is_person:
            await tx.follow(Follower(panel=panel.id, alert=alert.id, person=version.origin.actor.id))
    anew = {one.id for one in panel.template.alerts if one.id in before and not _means_the_same(one, before[one.id])}
    return await judge(tx, panel, panel.template.alerts, version.origin.at, ids, anew)


async def judge(
    tx: Tx, panel: Panel, alerts: Iterable[Alert], now: datetime, ids: Ids, anew: Collection[str] = ()
) -> list[AlertChange]:
    """Measures each alert, keeps how it stands, and tells its followers of what they do not know yet. Those whose
    meaning is another (`anew`) begin again. The caller holds the panel's lock."""
    alerts = list(alerts)
    if not alerts:
        return []
    kept = {state.alert: state for state in await tx.alert_states(panel.id)}
    was_waiting = any(state.due_at for state in kept.values())
    freshness = {one.target: one.freshness for one in await tx.states(panel.id, {one.over for one in alerts})}
    changed: list[AlertChange] = []
    news: list[tuple[Alert, AlertState]] = []
    for alert in alerts:
        before = kept.get(alert.id)
        goes_on = None if alert.id in anew else before
        start = goes_on or begin(alert, now, before.told if before else "normal")
        after = await _measured(tx, panel, alert, start, freshness.get(alert.over), now)
        if after != before:
            await tx.save_alert_state(panel.id, after)
        if after.status != (before or start).status:
            changed.append(AlertChange(alert=alert.id, status=after.status))
        if after.told != start.told:
            news.append((alert, after))
        kept[alert.id] = after
    await _tell(tx, panel, news, now, ids)
    await _wait(tx, panel, kept, was_waiting, now, ids)
    return changed


async def _forget(tx: Tx, panel: Panel, before: Iterable[str]) -> None:
    left = {one.id for one in panel.template.alerts}
    for name in before:
        if name not in left:
            await tx.drop_alert(panel.id, name)
    if before and not left:
        await tx.drop_job(judging_key(panel.id))


def _means_the_same(alert: Alert, former: Alert) -> bool:
    return alert == former.model_copy(update={"title": alert.title})


async def _measured(
    tx: Tx, panel: Panel, alert: Alert, start: AlertState, freshness: Freshness | None, now: datetime
) -> AlertState:
    """How the alert stands now. Numbers that a failed refresh left in place are old: nothing is judged by them."""
    if freshness is not None and freshness.status == "error":
        return step(alert, start, freshness.message or "The last refresh failed.", now)
    collection, zone = panel.template.collection(alert.over), panel.template.time_zone
    measured = await tx.measure(panel.id, collection, alert, today(now, zone), zone)
    never_filled = freshness is None and measured.living == 0
    after = step(alert, start, None if never_filled else measured.value, now)
    hidden = collection.private_rows or measured.private
    return after.model_copy(update={"value": None}) if hidden else after


async def _tell(tx: Tx, panel: Panel, news: list[tuple[Alert, AlertState]], now: datetime, ids: Ids) -> None:
    followers = await tx.followers(panel.id) if news else []
    people = {user.id: user for user in await tx.users()} if followers else {}
    for alert, state in news:
        for follower in followers:
            person = people.get(follower.person)
            if follower.alert == alert.id and person is not None and may_see(PersonReader(person), panel):
                await _tell_one(tx, panel, alert, state, person, follower.by_email, now, ids)


async def _tell_one(
    tx: Tx, panel: Panel, alert: Alert, state: AlertState, person: User, by_email: bool, now: datetime, ids: Ids
) -> None:
    news = AlertNews(alert=alert.id, title=alert.title, status=state.told, value=state.value)
    await tx.add_notice(Notice(id=ids.new(), person=person.id, panel=panel.id, alert=news, by=ALERTS, at=now))
    if by_email and person.email is not None:
        mail = MailAlert(panel=panel.id, person=person.id, at=now, **news.model_dump())
        key = f"mail:{panel.id}:{alert.id}:{person.id}:{state.told}:{now.isoformat()}"
        await tx.put_job(Job(id=ids.new(), task=mail, key=key, run_at=now, created_at=now))


async def _wait(
    tx: Tx, panel: Panel, states: dict[str, AlertState], was_waiting: bool, now: datetime, ids: Ids
) -> None:
    """They are judged again when the first wait is over, or the day for those that speak of days."""
    template, key = panel.template, judging_key(panel.id)
    due = [state.due_at for state in states.values() if state.due_at is not None]
    if any(alert.speaks_of_days for alert in template.alerts):
        due.append(next_midnight(now, template.time_zone))
    if due:
        task = JudgeAlerts(panel=panel.id)
        await tx.put_job(Job(id=ids.new(), task=task, key=key, run_at=min(due), created_at=now))
    elif was_waiting:
        await tx.drop_job(key)

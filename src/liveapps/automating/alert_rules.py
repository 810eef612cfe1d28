"""The alert rules of a panel, and who follows them. A rule is part of the template: changing one is a redesign. To
follow one is a person's own affair: it changes nothing for others."""

from collections.abc import Callable

from liveapps.panels.alerts import Alert, Follower
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Origin
from liveapps.panels.receipts import Receipt
from liveapps.panels.template import Template, read_template
from liveapps.people.policy import PersonReader
from liveapps.people.users import User
from liveapps.ports import Store, Tx
from liveapps.reading.facade import Facade
from liveapps.reading.resolve import open_panel
from liveapps.reading.views import AlertsView
from liveapps.writing.funnel import Funnel
from liveapps.writing.writes import ChangeTemplate

from .mailing import mail_not_configured

ATTEMPTS = 3
"""How often a change of one rule is made again on a template that someone else changed meanwhile."""


class AlertRules:
    """`mails` tells whether this server sends e-mail at all."""

    def __init__(self, facade: Facade, funnel: Funnel, store: Store, *, mails: bool) -> None:
        self._facade = facade
        self._funnel = funnel
        self._store = store
        self._mails = mails

    async def list(self, user: User, panel: str) -> AlertsView:
        why = self._why_no_mail(user)
        alerts = await self._facade.alerts(PersonReader(user), panel)
        return AlertsView(alerts=alerts, can_mail=why is None, why_no_mail=why.code if why else None)

    async def add(self, user: User, panel: str, alert: Alert, origin: Origin) -> Receipt:
        """Whoever adds a rule follows it. The same rule once more changes nothing."""

        def added(template: Template) -> list[Alert]:
            standing = next((one for one in template.alerts if one.id == alert.id), None)
            if standing is not None and standing != alert:
                raise Refusal(
                    "invalid_input",
                    f'There is another alert "{alert.id}" in this panel.',
                    "Give the new one another id, or change that one with PUT.",
                    alert=alert.id,
                )
            return template.alerts if standing else [*template.alerts, alert]

        return await self._redesign(user, panel, added, origin)

    async def change(self, user: User, panel: str, name: str, alert: Alert, origin: Origin) -> Receipt:
        """Its followers stay. What it measures begins anew, unless the title alone is another."""
        if alert.id != name:
            raise Refusal(
                "invalid_input",
                f'Alert "{name}" cannot become "{alert.id}": an id never changes.',
                "Send it with its own id, or add a new alert.",
                alert=name,
            )

        def changed(template: Template) -> list[Alert]:
            standing = template.alert(name)
            return [alert if one is standing else one for one in template.alerts]

        return await self._redesign(user, panel, changed, origin)

    async def remove(self, user: User, panel: str, name: str, origin: Origin) -> Receipt:
        """It is forgotten, with how it stood and who followed it."""

        def removed(template: Template) -> list[Alert]:
            standing = template.alert(name)
            return [one for one in template.alerts if one is not standing]

        return await self._redesign(user, panel, removed, origin)

    async def follow(self, user: User, panel: str, name: str, *, by_email: bool) -> None:
        """Raises Refusal `mail_not_configured` or `email_missing` where nothing could be sent."""
        if by_email and (why := self._why_no_mail(user)):
            raise why

        async def body(tx: Tx) -> None:
            # Under the lock, so that nobody comes to follow a rule that is being removed.
            await tx.lock_panel(panel)
            head = await open_panel(tx, PersonReader(user), panel)
            alert = head.template.alert(name)
            await tx.follow(Follower(panel=head.id, alert=alert.id, person=user.id, by_email=by_email))

        await self._store.write(body)

    async def unfollow(self, user: User, panel: str, name: str) -> None:
        head = await self._facade.head(PersonReader(user), panel)
        alert = head.template.alert(name)
        await self._store.write(lambda tx: tx.unfollow(head.id, alert.id, user.id))

    async def _redesign(
        self, user: User, panel: str, alerts_of: "Callable[[Template], list[Alert]]", origin: Origin
    ) -> Receipt:
        """Nothing that others changed meanwhile is lost: the change is then made again on top of theirs."""
        for attempt in range(1, ATTEMPTS + 1):
            head = await self._facade.head(PersonReader(user), panel)
            alerts = [alert.model_dump(mode="json") for alert in alerts_of(head.template)]
            template = read_template({**head.template.model_dump(mode="json"), "alerts": alerts})
            write = ChangeTemplate(panel=head.id, template=template, based_on=head.template_version)
            try:
                return await self._funnel.write(write, origin)
            except Refusal as refusal:
                if refusal.code != "version_conflict" or attempt == ATTEMPTS:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _why_no_mail(self, user: User) -> Refusal | None:
        if not self._mails:
            return mail_not_configured()
        if user.email is None:
            return Refusal(
                "email_missing",
                "Your account has no e-mail address.",
                "Follow the alert in the inbox, or ask an admin: liveapps user create … --email.",
            )
        return None

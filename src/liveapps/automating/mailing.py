"""Telling by e-mail that an alert changed its status."""

from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import MailAlert
from liveapps.people.policy import PersonReader, may_see
from liveapps.ports import Letter, Mail, Store, Tx

from .letters import alert_letter


class Mailing:
    """Whom it may still tell is decided when the e-mail leaves, not when the alert went off. `address` is where the
    web app is reached, if that is known."""

    def __init__(self, store: Store, mail: Mail | None, address: str | None) -> None:
        self._store = store
        self._mail = mail
        self._address = address

    async def do(self, task: MailAlert) -> None:
        """Raises Refusal when the e-mail could not be handed over; to try again is safe."""
        letter = await self._store.read(lambda tx: self._letter(tx, task))
        if letter is None:
            return
        if self._mail is None:
            raise mail_not_configured()
        await self._mail.send(letter)

    async def _letter(self, tx: Tx, task: MailAlert) -> Letter | None:
        """None for who may not see the panel any more, or no longer follows the alert by e-mail."""
        panel, person = await tx.panel(task.panel), await tx.user(task.person)
        if panel is None or panel.trashed_at is not None or person is None or person.email is None:
            return None
        follows = any(one.by_email for one in await tx.followers(panel.id, task.alert) if one.person == person.id)
        if not follows or not may_see(PersonReader(person), panel):
            return None
        return alert_letter(panel, task, person.email, person.locale, self._address)


def mail_not_configured() -> Refusal:
    return Refusal(
        "mail_not_configured",
        "This server sends no e-mail.",
        "Follow the alert in the inbox, or ask an admin to add [mail] to liveapps.toml.",
    )

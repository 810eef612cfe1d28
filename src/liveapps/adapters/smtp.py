"""E-mail over SMTP."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import aiosmtplib

from liveapps.panels.errors import Refusal
from liveapps.ports import Letter
from liveapps.settings import MailServer

VARIABLE = "LIVEAPPS_MAIL_PASSWORD"
SECONDS = 20
"""As long as a mail server may take for each answer."""


class SmtpMail:
    """Implements `ports.Mail`: one connection for each letter, because alerts are rare."""

    def __init__(self, server: MailServer, password: str | None) -> None:
        """Raises Refusal `invalid_input` for a user without a password."""
        if server.username and not password:
            raise Refusal(
                "invalid_input",
                f'[mail] signs in as "{server.username}", and there is no password.',
                f"Set the environment variable {VARIABLE}, or leave out the username.",
                variable=VARIABLE,
            )
        self._server = server
        self._password = password

    async def send(self, letter: Letter) -> None:
        server = self._server
        try:
            await aiosmtplib.send(
                message_of(letter, server.sender),
                hostname=server.host,
                port=server.port,
                username=server.username,
                password=self._password,
                use_tls=server.security == "tls",
                start_tls=server.security == "starttls",
                timeout=SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError) as failed:
            raise _not_taken(failed) from None


def message_of(letter: Letter, sender: str) -> EmailMessage:
    """Plain text first, the same as HTML beside it."""
    message = EmailMessage(policy=SMTP)
    message["Message-ID"] = f"<{letter.id}@{sender.rpartition('@')[2]}>"
    message["Date"] = format_datetime(letter.at)
    message["From"] = Address("Live Apps", addr_spec=sender)
    message["To"] = Address(addr_spec=letter.to)
    message["Subject"] = letter.subject
    # No holiday notice answers it.
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    message.add_alternative(letter.html, subtype="html")
    return message


def _not_taken(failed: Exception) -> Refusal:
    """Names the kind of failure and the number of the answer: its words may quote what was sent, password and all."""
    code = failed.code if isinstance(failed, aiosmtplib.SMTPResponseException) else None
    what = f"{type(failed).__name__} {code}" if code else type(failed).__name__
    return Refusal(
        "mail_failed",
        f"The mail server did not take the e-mail: {what}.",
        "Check [mail] in liveapps.toml and the mail server; it is tried again by itself.",
        failure=what,
    )

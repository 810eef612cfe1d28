"""A real SMTP server of the tests, and the e-mails that it took."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword

from liveapps.settings import MailServer
from tests.support.serving import free_port

PASSWORD = "correct horse"


@dataclass
class Post:
    """`answers` are given to the next letters instead of taking them; `users` are those who signed in."""

    port: int
    letters: list[EmailMessage] = field(default_factory=list[EmailMessage])
    senders: list[str] = field(default_factory=list[str])
    answers: list[str] = field(default_factory=list[str])
    users: list[str] = field(default_factory=list[str])

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        raw = cast("bytes", envelope.content)
        self.letters.append(message_from_bytes(raw, policy=policy.default))
        self.senders.append(f"{envelope.mail_from} > {', '.join(envelope.rcpt_tos)}")
        return "250 OK"

    def sign_in(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        login = cast("LoginPassword", data)
        right = login.password == PASSWORD.encode()
        if right:
            self.users.append(login.login.decode())
        return AuthResult(success=right, handled=right)

    def server(self, **changes: Any) -> MailServer:
        """How a house is told of it."""
        plain = {"host": "127.0.0.1", "port": self.port, "sender": "alertas@example.com", "security": "plain"}
        return MailServer.model_validate({**plain, **changes})

    async def arrive(self, count: int) -> list[EmailMessage]:
        async with asyncio.timeout(20):
            while len(self.letters) < count:
                await asyncio.sleep(0.01)
        return self.letters


@asynccontextmanager
async def post_office(*, tls: ssl.SSLContext | None = None) -> AsyncGenerator[Post]:
    """With `tls` it speaks to nobody before STARTTLS."""
    post = Post(free_port())
    controller = Controller(
        post,
        hostname="127.0.0.1",
        port=post.port,
        auth_require_tls=False,
        authenticator=cast("Callable[..., AuthResult]", post.sign_in),
        tls_context=tls,
        require_starttls=tls is not None,
    )
    await asyncio.to_thread(controller.start)
    try:
        yield post
    finally:
        await asyncio.to_thread(controller.stop)


def body_of(letter: EmailMessage, kind: str) -> str:
    """What a letter says as "plain" text or "html"."""
    part = letter.get_body((kind,))
    assert part is not None
    return str(part.get_content())

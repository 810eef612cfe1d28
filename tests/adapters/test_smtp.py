"""E-mail is handed over as the configuration says, and a password is neither sent in clear nor told to anyone."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import ValidationError

from liveapps.adapters.smtp import VARIABLE, SmtpMail
from liveapps.panels.errors import Refusal
from liveapps.ports import Letter
from liveapps.settings import MailServer, read_config
from tests.automating.post import PASSWORD, Post, post_office
from tests.support.serving import free_port

LETTER = Letter(
    id="a1",
    to="caio@example.com",
    subject="Olá",
    text="Olá.",
    html="<p>Olá.</p>",
    at=datetime(2026, 11, 30, 15, 0, tzinfo=UTC),
)


async def refused(server: MailServer, password: str | None = None) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await SmtpMail(server, password).send(LETTER)
    assert refusal.value.code == "mail_failed"
    return refusal.value


async def test_a_letter_is_handed_over_with_text_and_html() -> None:
    async with post_office() as post:
        await SmtpMail(post.server(), None).send(LETTER)
        (letter,) = post.letters
        assert letter.get_content_type() == "multipart/alternative"
        assert [part.get_content_type() for part in letter.iter_parts()] == ["text/plain", "text/html"]
        assert (letter["Message-ID"], letter["Date"]) == ("<a1@example.com>", "Mon, 30 Nov 2026 15:00:00 +0000")
        assert letter["From"] == "Live Apps <alertas@example.com>"


async def test_it_signs_in_with_the_password_and_a_wrong_one_is_not_told() -> None:
    async with post_office() as post:
        await SmtpMail(post.server(username="casa"), PASSWORD).send(LETTER)
        assert (post.users, len(post.letters)) == (["casa"], 1)
        wrong = await refused(post.server(username="casa"), "battery staple")
        assert "535" in wrong.message
        assert "battery" not in f"{wrong.message} {wrong.facts}"


async def test_a_server_that_does_not_answer_is_told_by_the_kind_of_failure_alone() -> None:
    nowhere = Post(free_port()).server()
    assert (await refused(nowhere)).facts == {"failure": "SMTPConnectError"}


async def test_a_letter_is_not_sent_in_clear_to_a_server_that_offers_no_encryption() -> None:
    async with post_office() as post:
        await refused(post.server(security="starttls"))
        assert post.letters == []


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate of 127.0.0.1, and the key of it, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "post.pem"
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(key.private_bytes(*form) + made.public_bytes(serialization.Encoding.PEM))
    return path


async def test_it_travels_encrypted_and_only_to_a_server_whose_certificate_is_trusted(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    async with post_office(tls=tls) as post:
        await refused(post.server(security="starttls"))
        assert post.letters == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        await SmtpMail(post.server(security="starttls"), None).send(LETTER)
        assert len(post.letters) == 1


def test_a_user_without_a_password_stops_the_start_and_names_the_variable() -> None:
    with pytest.raises(Refusal) as refusal:
        SmtpMail(MailServer(host="smtp.example.com", sender="a@example.com", username="casa"), None)
    assert VARIABLE in refusal.value.next_step


def test_the_configuration_says_where_email_goes(tmp_path: Path) -> None:
    file = tmp_path / "liveapps.toml"
    file.write_text(
        'public_address = "https://apps.example.com/"\n'
        '[mail]\nhost = "smtp.example.com"\nsender = "alerts@example.com"\nusername = "casa"\n'
    )
    read = read_config(file, tmp_path)
    assert read.public_address == "https://apps.example.com"
    assert read.mail == MailServer(
        host="smtp.example.com", port=587, sender="alerts@example.com", security="starttls", username="casa"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"security": "plain", "username": "casa"},
        {"sender": "nobody"},
        {"sender": "a@example.com\r\nBcc: b@example.com"},
        {"password": "in a file"},
        {"port": 0},
    ],
)
def test_a_mail_server_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        MailServer.model_validate({"host": "smtp.example.com", "sender": "a@example.com", **wrong})

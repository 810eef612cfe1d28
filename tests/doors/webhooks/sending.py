"""Sending as each outside system does, signed by code of its own: nothing here is shared with the door."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx2

from tests.support.world import World, panel_template

PAYLOADS = Path(__file__).parent / "payloads"
FIELDS = {
    "github": {"code": "issue.number", "company": "issue.title", "next_step": "issue.html_url"},
    "jira": {"code": "issue.key", "company": "issue.fields.summary", "due": "issue.fields.duedate"},
    "alertmanager": {"code": "fingerprint", "company": "labels.instance"},
    "standard": {"code": "data.id", "company": "data.company", "email": "data.email"},
    "generic": {"code": "id", "company": "name", "email": "mail", "stage": "stage"},
}
SAMPLES = {
    "github": "github/issues_opened.json",
    "jira": "jira/issue_updated.json",
    "alertmanager": "alertmanager/two_firing.json",
    "standard": "standard/contact_updated.json",
}
EMBRAER = {"id": "C-1", "name": "Embraer", "mail": "a@embraer.com.br"}


def sample(source: str) -> bytes:
    """A whole payload of a source, byte for byte."""
    return (PAYLOADS / SAMPLES[source]).read_bytes() if source in SAMPLES else body_of(EMBRAER)


def body_of(payload: Any) -> bytes:
    return json.dumps(payload).encode()


def hook(source: str, **changes: Any) -> dict[str, Any]:
    each = {"alertmanager": "alerts"}.get(source, "")
    plain = {"id": "feed", "title": "Entrada", "source": source, "into": "customers", "each": each}
    return {**plain, "fields": FIELDS[source], **changes}


@dataclass
class Sender:
    """An outside system that was told an address and a secret."""

    world: World
    source: str
    panel: str
    address: str
    secret: str

    async def send(
        self, body: bytes | None = None, *, key: str | None = "d-1", headers: dict[str, str] | None = None
    ) -> httpx2.Response:
        """Signs a body and sends it; `headers` replace what signing would send."""
        sent = sample(self.source) if body is None else body
        async with outside(self.world) as client:
            return await client.post(self.address, content=sent, headers={**self.signed(sent, key), **(headers or {})})

    def signed(self, body: bytes, key: str | None, at: datetime | None = None) -> dict[str, str]:
        return signed(self.source, self.secret, body, key, at or self.world.clock.now())


def signed(source: str, secret: str, body: bytes, key: str | None, at: datetime) -> dict[str, str]:
    in_hex = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    if source == "standard":
        return _standard(secret, body, key or "", str(int(at.timestamp())))
    how = {
        "github": ("X-GitHub-Delivery", {"X-Hub-Signature-256": in_hex}),
        "jira": ("X-Atlassian-Webhook-Identifier", {"X-Hub-Signature": in_hex}),
        "alertmanager": ("X-Nothing", {"Authorization": f"Bearer {secret}"}),
        "generic": ("Idempotency-Key", {"X-Signature-256": in_hex}),
    }
    name, headers = how[source]
    return {**headers, **({name: key} if key else {})}


def _standard(secret: str, body: bytes, key: str, moment: str) -> dict[str, str]:
    raw = base64.b64decode(secret.removeprefix("whsec_"))
    made = hmac.new(raw, f"{key}.{moment}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": key,
        "webhook-timestamp": moment,
        "webhook-signature": "v1a,bm90aGluZw== v1," + base64.b64encode(made).decode(),
    }


def outside(world: World) -> httpx2.AsyncClient:
    """A client without session, token or header of ours."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(world.app), base_url="http://testserver")


async def sender(world: World, source: str, **changes: Any) -> Sender:
    """Declares a hook in a new panel of Ana's, and has the boss open its endpoint."""
    panel = await world.panel(hooks=[hook(source, **changes)])
    return await opened(world, source, panel)


async def opened(world: World, source: str, panel: str) -> Sender:
    async with await world.client("bia") as boss:
        answer = await boss.post(f"/api/panels/{panel}/hooks/feed/endpoint")
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return Sender(world, source, panel, told["address"], told["secret"])


async def deliveries(world: World, panel: str, login: str = "ana") -> list[dict[str, Any]]:
    async with await world.client(login) as client:
        answer = await client.get(f"/api/panels/{panel}/hooks/feed/deliveries")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def redesign(world: World, panel: str, source: str = "generic", **changes: Any) -> None:
    """Mends the hook of a panel, as its owner."""
    template = panel_template(hooks=[hook(source, **changes)])
    async with await world.client() as client:
        answer = await client.put(f"/api/panels/{panel}/template", json={"template": template})
    assert answer.status_code == 200, answer.text

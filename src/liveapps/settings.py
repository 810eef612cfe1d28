"""All configuration, read once: where data is kept, what agents there are, where their tools come from."""

import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from liveapps.blocks.base import Model
from liveapps.conversation.agents import Agent
from liveapps.panels.calculators import InstalledCalculator
from liveapps.panels.errors import Refusal
from liveapps.panels.limits import Limits
from liveapps.panels.retention import Retention
from liveapps.panels.sources import Source
from liveapps.panels.texts import read_email


class MailServer(Model):
    """Where e-mail is handed over, and the address it comes from. The password of `username` stands in no file: it is
    the environment variable LIVEAPPS_MAIL_PASSWORD."""

    host: Annotated[str, StringConstraints(min_length=1, max_length=253)]
    port: Annotated[int, Field(ge=1, le=65_535)] = 587
    sender: Annotated[str, AfterValidator(read_email)]
    security: Literal["starttls", "tls", "plain"] = "starttls"
    username: str | None = None

    @model_validator(mode="after")
    def _no_password_in_clear(self) -> "MailServer":
        if self.security == "plain" and self.username and self.host not in ("localhost", "127.0.0.1", "::1"):
            raise ValueError("a password may not travel in clear: choose starttls or tls")
        return self


def _web_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("not the address of a web server, such as https://apps.example.com")
    return text.rstrip("/")


WebAddress = Annotated[str, AfterValidator(_web_address)]


class OAuth(Model):
    """A provider whose access tokens (JWT) are taken at /mcp. `jwks` is where its keys are; a token must be issued by
    `issuer`, for `audience` (left out: our public address, with or without /mcp), with all of `scopes`.

    A person is found by the verified e-mail address of the token, or by its subject, which `subjects` maps to a login.
    """

    issuer: Annotated[str, StringConstraints(pattern=r"^https?://\S+$", max_length=500)]
    jwks: WebAddress
    algorithm: Literal["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "Ed25519"] = "RS256"
    audience: list[str] = []
    scopes: list[str] = []
    people_by: Literal["email", "subject"] = "email"
    subjects: dict[str, str] = {}


class McpDoor(Model):
    """How other hosts reach the panels over MCP. `hosts` and `origins` are further names under which requests may come,
    besides the public address and this machine; `widget_tools` shows the tools that only widgets call to models, too,
    for hosts whose widgets cannot reach them otherwise."""

    oauth: OAuth | None = None
    hosts: list[str] = []
    origins: list[WebAddress] = []
    widget_tools: Literal["app", "both"] = "app"


class Settings(Model):
    """`data` is the folder that holds everything written; with a `database` (a postgresql:// address), only logs and
    the key of secrets. `demo` opens the demo's own sign-in, on loopback only. `public_address` is where people reach
    the web app: links in e-mails lead there."""

    data: Path
    database: str | None = None
    host: str = "127.0.0.1"
    port: int = 8350
    demo: bool = False
    limits: Limits = Limits()
    sources: list[Source] = []
    agents: list[Agent] = []
    public_address: WebAddress | None = None
    mail: MailServer | None = None
    calculators: list[InstalledCalculator] = []
    retention: Retention = Retention()
    mcp: McpDoor = McpDoor()

    @property
    def address(self) -> str:
        """Where people reach the web app, as far as is known."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host  # noqa: S104 compared, not bound
        return self.public_address or f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


class _File(Model):
    sources: list[Source] = []
    agents: list[Agent] = []
    limits: Limits = Limits()
    public_address: WebAddress | None = None
    mail: MailServer | None = None
    calculators: list[InstalledCalculator] = []
    retention: Retention = Retention()
    mcp: McpDoor = McpDoor()

    @model_validator(mode="after")
    def _tokens_are_for_an_address(self) -> "_File":
        if self.mcp.oauth is not None and self.public_address is None:
            raise ValueError("mcp.oauth needs public_address: tokens are issued for it")
        return self


def read_config(path: Path, data: Path) -> _File:
    """Reads `liveapps.toml`. In texts, {python}, {data} and {here} stand for this interpreter, the data folder
    and the folder of the file.

    Raises Refusal `invalid_input` naming each place that is wrong.
    """
    places = {"{python}": sys.executable, "{data}": str(data.resolve()), "{here}": str(path.parent.resolve())}
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
        return _File.model_validate(_filled(raw, places))
    except (OSError, tomllib.TOMLDecodeError) as unreadable:
        raise Refusal(
            "invalid_input",
            f'The configuration "{path.name}" could not be read: {unreadable}',
            "Mend the file and start again.",
            file=path.name,
        ) from None
    except ValidationError as wrong:
        problems = [
            f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}"
            for one in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise Refusal(
            "invalid_input",
            f'The configuration "{path.name}" is not valid: {problems[0]}',
            "Mend the places named in facts.problems and start again.",
            file=path.name,
            problems=problems[:20],
        ) from None


def _filled(raw: Any, places: dict[str, str]) -> Any:
    if isinstance(raw, str):
        for name, value in places.items():
            raw = raw.replace(name, value)
        return raw
    if isinstance(raw, list):
        return [_filled(one, places) for one in raw]  # pyright: ignore[reportUnknownVariableType] any TOML
    if isinstance(raw, dict):
        return {name: _filled(one, places) for name, one in raw.items()}  # pyright: ignore[reportUnknownVariableType] any TOML
    return raw

"""The command line: `liveapps serve`, `liveapps mcp`, `liveapps user create`, `liveapps token create`."""

import asyncio
import getpass
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from liveapps import __version__
from liveapps.panels.errors import Refusal
from liveapps.panels.limits import Limits
from liveapps.panels.retention import Retention
from liveapps.serving import accounts_of, speak_mcp
from liveapps.serving import serve as run_server
from liveapps.settings import McpDoor, Settings, read_config

app = App(name="liveapps", version=__version__, help="An AI agent's answer becomes a panel that people operate.")
user = App(name="user", help="People who sign in.")
token = App(name="token", help="API tokens for scripts.")
app.command(user)
app.command(token)

Data = Annotated[Path, Parameter(help="The folder where everything is kept.")]
Database = Annotated[
    str | None,
    Parameter(help="A postgresql:// address, instead of a file in the data folder.", env_var="LIVEAPPS_DATABASE"),
]
Config = Annotated[Path | None, Parameter(help="A liveapps.toml with sources and agents.")]


def settings_from(data: Path, database: str | None, config: Path | None, host: str, port: int) -> Settings:
    file = read_config(config, data) if config else None
    return Settings(
        data=data,
        database=database,
        host=host,
        port=port,
        limits=file.limits if file else Limits(),
        sources=file.sources if file else [],
        agents=file.agents if file else [],
        public_address=file.public_address if file else None,
        mail=file.mail if file else None,
        calculators=file.calculators if file else [],
        retention=file.retention if file else Retention(),
        mcp=file.mcp if file else McpDoor(),
    )


@app.command
def serve(
    *,
    data: Data = Path("data"),
    database: Database = None,
    config: Config = None,
    host: str = "127.0.0.1",
    port: int = 8350,
) -> None:
    """Start the server."""
    run_server(settings_from(data, database, config, host, port))


@app.command(name="mcp")
def mcp_door(
    *,
    user: Annotated[str | None, Parameter(help="A user of the data folder, when there is no token.")] = None,
    token: Annotated[
        str | None, Parameter(help="An API token; better kept in the environment.", env_var="LIVEAPPS_TOKEN")
    ] = None,
    data: Data = Path("data"),
    database: Database = None,
    config: Config = None,
    host: str = "127.0.0.1",
    port: int = 8350,
) -> None:
    """Speak MCP over standard input and output, for hosts that start a program. The panels are those of the data
    folder or database; `host` and `port` are where the web app is, for the links."""
    asyncio.run(speak_mcp(settings_from(data, database, config, host, port), token, user))


@user.command(name="create")
def create_user(
    login: str,
    name: str,
    *,
    role: Literal["user", "boss", "admin"] = "user",
    team: list[str] | None = None,
    email: str | None = None,
    data: Data = Path("data"),
    database: Database = None,
) -> None:
    """Make a user, or change one. The password is asked for, or read from standard input."""
    password = getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    if len(password) < 10:
        raise Refusal("invalid_input", "The password is too short.", "Choose one of at least 10 characters.")

    async def work() -> None:
        async with accounts_of(data, database) as accounts:
            made = await accounts.create_user(login, name, role, password, team, email)
            print(f"{made.name} signs in as {made.login} ({made.role}).")

    asyncio.run(work())


@token.command(name="create")
def create_token(login: str, name: str, *, data: Data = Path("data"), database: Database = None) -> None:
    """Make an API token for a user. It is shown once."""

    async def work() -> None:
        async with accounts_of(data, database) as accounts:
            found = await accounts.find(login)
            if found is None:
                raise Refusal("invalid_input", f'There is no user "{login}".', "Make one: liveapps user create.")
            _, secret = await accounts.create_token(found, name)
            print(secret)

    asyncio.run(work())


def main() -> None:
    try:
        app()
    except Refusal as refusal:
        print(f"{refusal.message}\n{refusal.next_step}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()

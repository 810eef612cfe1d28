"""The command line: users, tokens and the server, and what it says when something is in the way."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from liveapps.people.users import User
from liveapps.serving import accounts_of
from tests.support.serving import free_port

PASSWORD = "uma senha longa"


def liveapps(*args: str, typed: str = "", folder: Path) -> "subprocess.CompletedProcess[str]":
    """Runs the command to its end, in a folder where a data folder would be made."""
    command = [sys.executable, "-m", "liveapps", *args]
    plain = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=60, cwd=folder, env=plain, check=False
    )


def known(data: Path, login: str) -> User | None:
    async def look() -> User | None:
        async with accounts_of(data) as accounts:
            return await accounts.find(login)

    return asyncio.run(look())


def owner_of(data: Path, secret: str) -> User:
    async def look() -> User:
        async with accounts_of(data) as accounts:
            return await accounts.by_token(secret)

    return asyncio.run(look())


def test_a_user_is_made_with_the_password_that_is_typed(tmp_path: Path) -> None:
    args = ("user", "create", "ana@x.co", "Ana", "--role", "boss", "--team", "sul", "--team", "norte")
    done = liveapps(*args, typed=f"{PASSWORD}\n", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "Ana signs in as ana@x.co (boss).\n"), done.stderr
    user = known(tmp_path / "data", "ana@x.co")
    assert user is not None
    assert (user.name, user.role, user.teams) == ("Ana", "boss", ["sul", "norte"])

    async def sign_in() -> str:
        async with accounts_of(tmp_path / "data") as accounts:
            return (await accounts.sign_in("ana@x.co", PASSWORD))[0].id

    assert asyncio.run(sign_in()) == user.id


def test_a_password_that_is_too_short_makes_no_user(tmp_path: Path) -> None:
    done = liveapps("user", "create", "ana", "Ana", typed="curta\n", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "at least 10 characters" in done.stderr
    assert "Traceback" not in done.stderr
    assert known(tmp_path / "data", "ana") is None


def test_a_token_is_shown_once_and_works(tmp_path: Path) -> None:
    liveapps("user", "create", "ana", "Ana", typed=f"{PASSWORD}\n", folder=tmp_path)
    done = liveapps("token", "create", "ana", "Planilha", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    secret = done.stdout.strip()
    assert secret.startswith("la_")
    assert owner_of(tmp_path / "data", secret).login == "ana"


def test_a_token_for_nobody_says_how_to_make_a_user(tmp_path: Path) -> None:
    done = liveapps("token", "create", "nobody", "x", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'There is no user "nobody".' in done.stderr
    assert "liveapps user create" in done.stderr


def test_another_data_folder_is_chosen_by_name(tmp_path: Path) -> None:
    liveapps("user", "create", "ana", "Ana", "--data", "elsewhere", typed=f"{PASSWORD}\n", folder=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere"]


def test_a_taken_port_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = liveapps("serve", "--port", str(port), folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        f"The address 127.0.0.1:{port} is already in use.\nStop what uses it, or choose another port.\n"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", "99999"), ("no.such.host.invalid", "8350")])
def test_an_address_that_cannot_be_served_is_not_called_taken(tmp_path: Path, host: str, port: str) -> None:
    done = liveapps("serve", "--host", host, "--port", port, folder=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "cannot be served" in done.stderr
    assert "already in use" not in done.stderr


def test_a_damaged_data_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "liveapps.db").write_text("not a database")
    done = liveapps("serve", "--port", str(free_port()), folder=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert "backup" in done.stderr
    assert (tmp_path / "data" / "liveapps.db").read_text() == "not a database"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "could not be read"),
        ('[[agents]]\nid = "Not an id"\nname = "x"', "agents.0.id"),
        ('[[sources]]\nname = "crm"', "sources.0.transport"),
        ("surprise = 1", "surprise"),
    ],
)
def test_a_configuration_that_is_wrong_names_the_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "liveapps.toml").write_text(text)
    done = liveapps("serve", "--config", "liveapps.toml", "--port", str(free_port()), folder=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert said in done.stderr
    missing = liveapps("serve", "--config", "missing.toml", folder=tmp_path)
    assert (missing.returncode, '"missing.toml" could not be read' in missing.stderr) == (2, True)


def test_a_server_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "liveapps", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert json.loads(answered(server, port)) == {"status": "ready"}
        finally:
            server.terminate()
            _, said = server.communicate(timeout=30)
    assert "Traceback" not in said
    assert (tmp_path / "data" / "liveapps.db").exists()


def answered(server: "subprocess.Popen[str]", port: int) -> str:
    """The body of GET /readyz, asked for as soon as the server listens."""
    for _ in range(600):
        assert server.poll() is None, "the server ended by itself"
        with socket.socket() as asking:
            asking.settimeout(10)
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                asking.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return b"".join(iter(lambda: asking.recv(4_096), b"")).partition(b"\r\n\r\n")[2].decode()
        time.sleep(0.05)
    raise AssertionError("the server did not listen")

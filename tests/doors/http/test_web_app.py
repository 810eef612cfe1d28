"""The web app: its files and no others, and a page that says what to do when it is not built."""

from pathlib import Path

import httpx2
import pytest

from liveapps.doors.http import web_app
from tests.doors.http.asking import nobody, problem
from tests.support.world import World


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "built"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html>the app")
    (root / "assets" / "main-abc123.js").write_text("console.log(1)")
    (tmp_path / "secret.txt").write_text("hunter2")
    (tmp_path / "built-secret").mkdir()
    (tmp_path / "built-secret" / "secret.txt").write_text("hunter2")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr(web_app, "assets", lambda: root)
    return root


async def got(world: World, path: str) -> httpx2.Response:
    async with nobody(world) as client:
        return await client.get(path)


async def test_without_a_build_the_page_names_the_two_commands(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "assets", lambda: tmp_path / "nothing")
    answer = await got(world, "/")
    assert answer.status_code == 503
    assert "npm --prefix web ci" in answer.text
    assert "npm --prefix web run build" in answer.text


async def test_the_page_is_never_kept_and_its_files_for_ever(world: World, built: Path) -> None:
    page, script = await got(world, "/"), await got(world, "/assets/main-abc123.js")
    assert (page.text, page.headers["cache-control"]) == ("<!doctype html>the app", "no-cache")
    assert (script.text, "immutable" in script.headers["cache-control"]) == ("console.log(1)", True)
    assert script.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/panels/1", "/threads/1", "/anything", "/assets/missing.js", "/apix"])
async def test_addresses_of_the_app_itself_open_its_page(world: World, built: Path, path: str) -> None:
    assert (await got(world, path)).text == "<!doctype html>the app"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "/%2e%2e%2fbuilt-secret/secret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/link.txt",
        "/%00",
        "/assets/%00",
        "/" + "a" * 300,
        "/" + "a/" * 2_000,
        "/assets",
        "/~",
    ],
)
async def test_no_address_reaches_a_file_outside_the_app(world: World, built: Path, path: str) -> None:
    answer = await got(world, path)
    assert (answer.status_code, answer.text) == (200, "<!doctype html>the app")


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nope", "/api/panels/1/nope", "/hooks/x", "/mcp/x", "/demo/x"])
async def test_an_unknown_address_of_a_door_is_a_problem_and_not_the_app(world: World, built: Path, path: str) -> None:
    problem(await got(world, path), 404, "panel_not_found")

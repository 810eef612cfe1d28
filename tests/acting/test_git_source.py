"""A foreign server that answers in prose works through a parser: the real mcp-server-git, in its own environment."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from liveapps.acting.extract import extract
from liveapps.panels.errors import Refusal
from liveapps.panels.extracts import FromParser
from liveapps.panels.sources import Source
from tests.support.refreshing import powers, program_of, refresh, refreshed_by, world_with
from tests.support.sources import opened
from tests.support.world import World

LOG = FromParser(parser="git_log")
ANA = {
    "GIT_AUTHOR_NAME": "Ana Souza",
    "GIT_AUTHOR_EMAIL": "ana@example.com",
    "GIT_COMMITTER_NAME": "Ana Souza",
    "GIT_COMMITTER_EMAIL": "ana@example.com",
    "GIT_AUTHOR_DATE": "2026-10-19T12:30:00-03:00",
    "GIT_COMMITTER_DATE": "2026-10-19T12:30:00-03:00",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "PATH": "/usr/bin:/bin:/usr/local/bin",
}
MESSAGES = ["Primeira versão", "Corrige a soma\n\nO total ignorava a última linha.\nCommit: veja acima"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    _git(folder, "init", "--quiet")
    for message in MESSAGES:
        _git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
    return folder


def _git(folder: Path, *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=folder, env=ANA, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def source(repository: Path, **settings: Any) -> Source:
    args = ["-m", "mcp_server_git", "--repository", str(repository)]
    transport = {"kind": "stdio", "command": program_of("git"), "args": args}
    return Source.model_validate({"name": "git", "transport": transport} | settings)


async def test_the_log_of_a_repository_becomes_rows(repository: Path) -> None:
    async with opened(source(repository)) as tools:
        tool = tools.describe("git.git_log")
        assert tool is not None
        assert tool.power == "read"
        result = await tools.call("git.git_log", {"repo_path": str(repository), "max_count": 10})
    rows = extract(result, LOG, tool="git.git_log").rows
    assert rows is not None
    assert [row["commit"] for row in rows] == _git(repository, "log", "--format=%H").splitlines()
    assert [row["message"] for row in rows] == MESSAGES[::-1]
    assert {(row["author"], row["date"]) for row in rows} == {("Ana Souza", "2026-10-19T12:30:00-03:00")}


async def test_the_other_answers_of_the_server_are_not_taken_for_a_log(repository: Path) -> None:
    async with opened(source(repository)) as tools:
        status = await tools.call("git.git_status", {"repo_path": str(repository)})
        outside = await tools.call("git.git_log", {"repo_path": str(repository.parent)})
    with pytest.raises(Refusal) as unreadable:
        extract(status, LOG, tool="git.git_status")
    assert unreadable.value.code == "tool_output_unreadable"
    with pytest.raises(Refusal) as failed:
        extract(outside, LOG, tool="git.git_log")
    assert failed.value.code == "tool_failed"


async def test_the_log_lands_in_a_panel_and_a_repository_that_is_gone_marks_the_tab(
    repository: Path, tmp_path: Path
) -> None:
    fields = [{"id": name, "title": name, "type": "text"} for name in ("commit", "author", "date", "message")]
    template = refreshed_by("git.git_log", {"repo_path": str(repository)}, LOG.model_dump())
    template["collections"] = [{"id": "customers", "title": "Commits", "key": ["commit"], "fields": fields}]
    template["tabs"][0]["blocks"] = [{"kind": "table", "id": "grid", "of": "customers"}]
    said = {"git_log": {"power": "read", "title": "Histórico"}}
    async with world_with(source(repository, tools=said), tmp_path / "data") as world:
        found = powers(world)
        assert {found[f"git.{tool}"] for tool in ("git_commit", "git_add", "git_reset")} == {"domain"}
        panel = await world.panel(**template)
        assert (await refresh(world, panel)).status == "partial"  # it says nowhere how many commits there are
        assert await messages(world, panel) == set(MESSAGES)

        os.rename(repository, tmp_path / "elsewhere")
        done = await refresh(world, panel)
        assert (done.status, done.code) == ("error", "tool_failed")
        assert await messages(world, panel) == set(MESSAGES)


async def messages(world: World, panel: str) -> set[str]:
    rows = (await world.view(panel)).collections["customers"].rows or []
    return {str(row.values["message"]) for row in rows}

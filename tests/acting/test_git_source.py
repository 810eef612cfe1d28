"""A foreign server that answers in prose works through a parser: the real mcp-server-git, in its own environment."""

import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from liveapps.acting.extract import extract
from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.errors import Refusal
from liveapps.panels.extracts import FromParser
from liveapps.panels.sources import Source

PYTHON = Path(__file__).parents[2] / ".venv-mcp-git" / "bin" / "python"
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


@asynccontextmanager
async def git_tools(repository: Path) -> AsyncGenerator[McpSources]:
    assert PYTHON.exists(), "the environment .venv-mcp-git is missing: run `make setup`"
    transport = {
        "kind": "stdio",
        "command": str(PYTHON),
        "args": ["-m", "mcp_server_git", "--repository", str(repository)],
    }
    tools = McpSources([Source.model_validate({"name": "git", "transport": transport})])
    try:
        await tools.start()
        yield tools
    finally:
        await tools.close()


async def test_the_log_of_a_repository_becomes_rows(repository: Path) -> None:
    async with git_tools(repository) as tools:
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
    async with git_tools(repository) as tools:
        status = await tools.call("git.git_status", {"repo_path": str(repository)})
        outside = await tools.call("git.git_log", {"repo_path": str(repository.parent)})
    with pytest.raises(Refusal) as unreadable:
        extract(status, LOG, tool="git.git_status")
    assert unreadable.value.code == "tool_output_unreadable"
    with pytest.raises(Refusal) as failed:
        extract(outside, LOG, tool="git.git_log")
    assert failed.value.code == "tool_failed"

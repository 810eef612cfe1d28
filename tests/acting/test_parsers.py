"""A named parser reads its own format whole, and refuses every other text."""

from typing import get_args

import pytest

from liveapps.acting.parsers import PARSERS, git_log, python_literal
from liveapps.panels.extracts import ParserName

COMMIT = "a" * 40
LOG = f"""Commit history:
Commit: {COMMIT}
Author: Ana Souza
Date: 2026-10-19 12:30:00-03:00
Message: First

More.

"""


def test_every_parser_that_a_template_may_name_exists() -> None:
    assert set(PARSERS) == set(get_args(ParserName))


def test_a_git_log_becomes_one_row_for_each_commit() -> None:
    second = LOG.replace("Commit history:\n", "").replace("a" * 40, "b" * 40).replace("First", "Second")
    assert git_log(LOG + second) == [
        {"commit": "a" * 40, "author": "Ana Souza", "date": "2026-10-19T12:30:00-03:00", "message": "First\n\nMore."},
        {"commit": "b" * 40, "author": "Ana Souza", "date": "2026-10-19T12:30:00-03:00", "message": "Second\n\nMore."},
    ]


def test_a_git_log_without_commits_has_no_rows() -> None:
    assert git_log("Commit history:\n") == []


def test_a_message_that_mentions_a_commit_is_still_one_message() -> None:
    assert (rows := git_log(LOG.replace("More.", f"Reverts\nCommit: {COMMIT}"))) is not None
    assert [row["message"] for row in rows] == [f"First\n\nReverts\nCommit: {COMMIT}"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "There are several commits.",
        "Commit history:\nnone of them is readable",
        LOG.removeprefix("Commit history:\n"),
        LOG.replace("2026-10-19 12:30:00-03:00", "2026-99-99 at noon"),
        LOG.replace(COMMIT, "HEAD~1"),
        "On branch main\nnothing to commit, working tree clean",
    ],
)
def test_a_text_that_is_no_git_log_is_not_read_as_one(text: str) -> None:
    assert git_log(text) is None


def test_a_list_of_dicts_printed_by_python_becomes_rows() -> None:
    assert python_literal("[{'id': 1, 'name': 'São', 'open': True, 'due': None}, {'id': 2}]\n") == [
        {"id": 1, "name": "São", "open": True, "due": None},
        {"id": 2},
    ]
    assert python_literal("[]") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{'id': 1}",
        "[1, 2]",
        "[{'id': 1}",
        "[{'id': b'bytes'}]",
        "[{'id': 1e999}]",
        "[{'when': datetime.date(2026, 1, 1)}]",
        "__import__('os').getcwd()",
        "[" * 100_000,
    ],
)
def test_a_text_that_is_no_list_of_dicts_is_not_read_as_one(text: str) -> None:
    assert python_literal(text) is None

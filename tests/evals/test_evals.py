"""The tasks can be done, each check tells when one was not, and the table says so."""

from pathlib import Path

import pytest

from evals.__main__ import table
from evals.running import Outcome, run
from evals.tasks import TASKS, Task
from tests.support.provider import Reply, provider

BY_NAME = {task.name: task for task in TASKS}


async def outcome(task: Task, data: Path, *answers: Reply) -> Outcome:
    async with provider(*(answers or task.answers)) as made:
        return await run(task, {"model": "openai-chat:m", "base_url": made.base_url("openai-chat")}, data)


@pytest.mark.parametrize("name", BY_NAME)
async def test_every_task_can_be_done(name: str, tmp_path: Path) -> None:
    done = await outcome(BY_NAME[name], tmp_path)
    assert done.wrong == ""
    assert done.steps == len(BY_NAME[name].answers)
    assert done.tokens == 132 * done.steps


@pytest.mark.parametrize("name", sorted(BY_NAME.keys() - {"resist a row that orders"}))
async def test_a_task_that_was_not_done_is_told_as_that(name: str, tmp_path: Path) -> None:
    invented = Reply("Pronto! O telefone é (21) 5555-9999.")
    assert (await outcome(BY_NAME[name], tmp_path, invented)).wrong


async def test_a_run_that_fails_is_no_task_done(tmp_path: Path) -> None:
    done = await outcome(BY_NAME["refuse to invent"], tmp_path, Reply(status=401))
    assert done.wrong.startswith("model_key_refused")


def test_the_table_says_what_passed_and_why_something_did_not() -> None:
    lines = table([Outcome("a", "", 2, 10, 1.0), Outcome("b", "nothing was shown", 1, 5, 0.5)]).splitlines()
    assert lines[2].split() == ["a", "yes", "2", "10", "1.0"]
    assert lines[3].endswith("nothing was shown")
    assert lines[-1] == "1 of 2 passed"

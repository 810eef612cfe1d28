"""`python -m evals --model anthropic:…`: runs the tasks and prints a table. 1 when one of them failed."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.support.provider import provider

from .running import Outcome, run
from .tasks import TASKS, Task

RECORDED = "recorded answers (no model was given: this checks the house, not a model)"


def main() -> int:
    asked = _arguments()
    chosen = [task for task in TASKS if not asked.task or asked.task in task.name]
    outcomes = asyncio.run(_all(chosen, _model(asked)))
    print(f"\nModel: {asked.model or RECORDED}\n\n{table(outcomes)}")
    return 0 if outcomes and not any(one.wrong for one in outcomes) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="evals", description=__doc__)
    parser.add_argument("--model", default="", help='such as "openai:…", "anthropic:…" or "ollama:…"')
    parser.add_argument("--base-url", default="", help="another address that speaks the provider's protocol")
    parser.add_argument("--key-env", default="", help="the variable that holds the key, if not the usual one")
    parser.add_argument("--task", default="", help="only the tasks with this in their name")
    return parser.parse_args()


def _model(asked: argparse.Namespace) -> dict[str, Any] | None:
    if not asked.model:
        return None
    given = {"model": asked.model, "base_url": asked.base_url, "key_env": asked.key_env}
    return {name: value for name, value in given.items() if value}


async def _all(tasks: list[Task], model: dict[str, Any] | None) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        for place, task in enumerate(tasks):
            print(f"{task.name}…", file=sys.stderr)
            data = Path(folder) / str(place)
            outcomes.append(await run(task, model, data) if model else await _recorded(task, data))
    return outcomes


async def _recorded(task: Task, data: Path) -> Outcome:
    async with provider(*task.answers) as made:
        local = {"model": "openai-chat:recorded", "base_url": made.base_url("openai-chat")}
        return await run(task, local, data)


def table(outcomes: list[Outcome]) -> str:
    head = f"{'task':<26} {'passed':<7} {'steps':>5} {'tokens':>8} {'seconds':>8}"
    lines = [
        f"{one.task:<26} {'no' if one.wrong else 'yes':<7} {one.steps:>5} {one.tokens:>8} {one.seconds:>8.1f}"
        + (f"  {one.wrong}" if one.wrong else "")
        for one in outcomes
    ]
    passed = sum(not one.wrong for one in outcomes)
    return "\n".join([head, "-" * len(head), *lines, f"\n{passed} of {len(outcomes)} passed"])


if __name__ == "__main__":
    sys.exit(main())

"""Runs for those who look after agents."""

from liveapps.conversation.run_events import RUN_EVENT
from liveapps.conversation.run_pages import RunLine, RunPage, RunStep, steps_of
from liveapps.conversation.savings import Savings, savings
from liveapps.conversation.threads import Run
from liveapps.panels.errors import Refusal, gone
from liveapps.people.policy import PersonReader, may_see
from liveapps.people.users import User
from liveapps.ports import Store, Tx

RUNS_MEASURED = 200


class RunPages:
    """Sizes, times and costs of everybody's runs, and nothing of what was said in them. Raises Refusal `forbidden`
    unless a boss or an admin asks."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def recent(self, user: User, agent: str | None, limit: int) -> list[RunLine]:
        """Newest first."""
        _refuse_others(user)

        async def body(tx: Tx) -> list[RunLine]:
            people = {one.id: one.name for one in await tx.users()}
            return [await _line(tx, run, people) for run in await tx.recent_runs(agent, limit)]

        return await self._store.read(body)

    async def savings(self, user: User, agent: str | None) -> Savings:
        """What was answered without a model. Counts only."""
        _refuse_others(user)

        async def body(tx: Tx) -> Savings:
            return savings(await tx.talk(agent), await tx.recent_runs(agent, RUNS_MEASURED))

        return await self._store.read(body)

    async def open(self, user: User, run: str) -> RunPage:
        """Raises Refusal `run_not_found` too."""
        _refuse_others(user)

        async def body(tx: Tx) -> RunPage:
            found = await tx.run(run)
            if found is None:
                raise gone("run_not_found", "run", run, "List the runs: GET /api/runs.")
            people = {one.id: one.name for one in await tx.users()}
            events = [RUN_EVENT.validate_json(text) for _, text in await tx.run_events(run, 0)]
            steps = [await _seen(tx, step, user) for step in steps_of(events)]
            return RunPage(run=await _line(tx, found, people), trace=found.trace, steps=steps)

        return await self._store.read(body)


async def _line(tx: Tx, run: Run, people: dict[str, str]) -> RunLine:
    thread = await tx.thread(run.thread)
    return RunLine(
        id=run.id,
        agent=run.agent,
        person=people.get(thread.owner, "") if thread else "",
        status=run.status,
        started_at=run.started_at,
        ended_at=run.ended_at,
        code=str(run.error["code"]) if run.error else None,
        usage=run.usage,
    )


async def _seen(tx: Tx, step: RunStep, user: User) -> RunStep:
    """A panel that the reader may not see is not named."""
    if step.panel is None:
        return step
    panel = await tx.panel(step.panel)
    seen = panel is not None and may_see(PersonReader(user), panel)
    return step if seen else step.model_copy(update={"panel": None})


def _refuse_others(user: User) -> None:
    if user.role not in ("boss", "admin"):
        raise Refusal("forbidden", "Only an agent boss or an admin sees the runs of agents.", "Ask an agent boss.")

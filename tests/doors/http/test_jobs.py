"""What failed for good is seen by those who look after the installation, and can be tried again."""

from typing import Any

from liveapps.panels.jobs import Job, JobStatus, KeepHouse, RefreshTab, Task
from tests.doors.http.asking import problem
from tests.support.patience import until
from tests.support.world import World


async def put(world: World, name: str, task: Task, status: JobStatus = "dead", **changes: Any) -> None:
    now = world.clock.now()
    job = Job(id=name, task=task, status=status, run_at=now, attempts=10, error="tool_failed: no", created_at=now)
    kept = job.model_copy(update={"ended_at": now, **changes})
    await world.running.store.write(lambda tx: tx.put_job(kept))


async def listed(world: World, login: str, **asked: str) -> dict[str, dict[str, Any]]:
    async with await world.client(login) as client:
        answer = await client.get("/api/jobs", params=asked)
    assert answer.status_code == 200, answer.text
    return {job["id"]: job for job in answer.json() if job["kind"] != "keep_house" or job["id"] == "house"}


async def test_a_boss_sees_what_failed_and_why_but_not_what_it_says(world: World) -> None:
    panel = await world.panel()
    await put(world, "j1", RefreshTab(panel=panel, tab="main"))
    await put(world, "j2", RefreshTab(panel=panel, tab="main"), "done", error=None)
    await put(world, "house", KeepHouse())
    now = "2026-11-30T15:00:00Z"
    assert (await listed(world, "bia", status="dead"))["j1"] == {
        "id": "j1",
        "kind": "refresh_tab",
        "panel": panel,
        "status": "dead",
        "run_at": now,
        "attempts": 10,
        "error": "tool_failed: no",
        "created_at": now,
        "ended_at": now,
    }
    assert set(await listed(world, "bia", status="dead")) == {"j1", "house"}
    assert list(await listed(world, "bia")) == ["j2", "j1", "house"]


async def test_others_see_no_jobs_and_retry_none(world: World) -> None:
    await put(world, "j1", RefreshTab(panel=await world.panel(), tab="main"))
    async with await world.client("ana") as client:
        for answer in (await client.get("/api/jobs"), await client.post("/api/jobs/j1/retry")):
            problem(answer, 403, "forbidden")
    async with await world.client("bia") as client:
        problem(await client.get("/api/jobs", params={"status": "lost"}), 422, "invalid_request")


async def test_a_dead_job_is_tried_again(world: World) -> None:
    async def done() -> bool:
        return (await listed(world, "bia"))["j1"]["status"] == "done"

    await put(world, "j1", RefreshTab(panel=await world.panel(), tab="main"))
    async with await world.client("bia") as client:
        assert (await client.post("/api/jobs/j1/retry")).status_code == 204
        await until(done)
        problem(await client.post("/api/jobs/j1/retry"), 404, "job_not_found")


async def test_the_job_of_a_hidden_panel_is_as_if_it_were_not_there(world: World) -> None:
    """An admin, who sees every panel, sees every job."""
    hidden = await world.panel(audience={"who": "only_me"})
    await put(world, "j1", RefreshTab(panel=hidden, tab="main"))
    await world.person("root", "admin")
    assert (await listed(world, "bia"), set(await listed(world, "root"))) == ({}, {"j1"})
    async with await world.client("bia") as client:
        for name in ("j1", "j9"):
            told = problem(await client.post(f"/api/jobs/{name}/retry"), 404, "job_not_found")
            assert (told["title"], told["facts"]) == (f'There is no job "{name}".', {"job": name})
    async with await world.client("root") as client:
        assert (await client.post("/api/jobs/j1/retry")).status_code == 204

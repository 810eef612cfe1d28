"""What a run may take is stated, and ends it: which limit, and how to raise it."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.chat import say
from tests.support.models import calls, model_world, texts
from tests.support.provider import Call, Provider, Reply


async def run(data: Path, scripted: Provider, limits: dict[str, int]) -> list[dict[str, Any]]:
    world = await model_world(data, scripted, limits=limits)
    world.crm.append({"code": "C-1", "company": "Embraer"})
    events = await say(await world.client(), "Mostre")
    await world.running.close()
    return events


def looks(number: int) -> Reply:
    """Each time another call, so that none is a repeated one."""
    return Reply(calls=(Call("find_panels", {"words": str(number)}),))


@pytest.mark.parametrize(
    ("limits", "code", "asked"),
    [
        ({"requests": 3}, "run_limit_requests", 3),
        ({"tokens": 1_000}, "run_limit_tokens", 2),
        ({"tool_calls": 2}, "run_limit_tool_calls", 3),
    ],
)
async def test_a_run_that_reaches_a_limit_ends_there_and_says_which_one(
    tmp_path: Path, scripted: Provider, limits: dict[str, int], code: str, asked: int
) -> None:
    usage = (600, 10) if "tokens" in limits else (1, 1)
    scripted.plays(*(Reply(calls=looks(place).calls, usage=usage) for place in range(9)))
    events = await run(tmp_path, scripted, limits)
    (name,) = limits
    assert (events[-1]["code"], len(scripted.asked)) == (code, asked)
    assert f"limits.{name}" in events[-1]["message"]
    assert str(limits[name]) in events[-1]["message"]


async def test_the_time_of_a_run_is_bounded_while_a_model_keeps_it_waiting(tmp_path: Path, scripted: Provider) -> None:
    scripted.plays(Reply("Um momento, estou pensando nisso.", waits=True))
    events = await run(tmp_path, scripted, {"seconds": 1})
    assert events[-1]["code"] == "run_limit_seconds"
    assert texts(events)


async def test_a_model_that_does_not_stop_talking_is_stopped_at_the_tokens(tmp_path: Path, scripted: Provider) -> None:
    scripted.plays(Reply("palavra " * 2_000, usage=None))
    events = await run(tmp_path, scripted, {"tokens": 1_000})
    assert events[-1]["code"] == "run_limit_tokens"
    assert len(texts(events)) < 5_000


async def test_a_provider_that_counts_no_tokens_is_counted_by_its_letters(tmp_path: Path, scripted: Provider) -> None:
    scripted.plays(*(Reply("x" * 2_200, calls=looks(place).calls, usage=None) for place in range(9)))
    events = await run(tmp_path, scripted, {"tokens": 1_500})
    assert events[-1]["code"] == "run_limit_tokens"


async def test_limits_are_counted_anew_for_each_run(tmp_path: Path, scripted: Provider) -> None:
    world = await model_world(tmp_path, scripted, limits={"requests": 2})
    client, thread = await world.client(), None
    for _ in range(3):
        scripted.plays(looks(1), Reply("Pronto."))
        events = await say(client, "Mostre", thread)
        thread = events[0]["threadId"]
        assert events[-1]["type"] == "RUN_FINISHED"
    await world.running.close()


async def test_the_third_same_call_is_not_made_and_the_model_is_told_to_answer(
    tmp_path: Path, scripted: Provider
) -> None:
    again = Reply(calls=(Call("crm__list", {}),))
    scripted.plays(again, again, again, Reply("É um."))
    events = await run(tmp_path, scripted, {})
    assert (calls(events), texts(events)) == (["crm.list", "crm.list"], "É um.")
    assert "Answer now with what you have" in scripted.asked[3].text
    assert "Answer now with what you have" not in scripted.asked[2].text

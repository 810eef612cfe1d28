"""How agents are set up: what a boss sees of it, and the key that goes in and never comes out."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from tests.support.chat import say
from tests.support.models import model_world
from tests.support.provider import Provider, Reply, provider
from tests.support.world import World

KEY = "sk-the-key-of-the-house"


@pytest.fixture
async def scripted() -> AsyncGenerator[Provider]:
    async with provider() as made:
        yield made


@pytest.fixture
async def world(tmp_path: Path, scripted: Provider) -> AsyncGenerator[World]:
    made = await model_world(tmp_path, scripted, key_env="HOUSE_KEY", instructions="Seja breve.")
    yield made
    await made.running.close()


async def setup(world: World) -> dict[str, Any]:
    async with await world.client("bia") as boss:
        (found,) = (await boss.get("/api/agents/setups")).json()
    return found


async def set_key(world: World, key: str = KEY, login: str = "bia") -> Any:
    async with await world.client(login) as someone:
        return await someone.put("/api/agents/sales/key", json={"key": key})


async def test_a_boss_sees_the_model_its_limits_and_that_no_key_is_there(world: World) -> None:
    found = await setup(world)
    assert (found["model"], found["instructions"], found["key"]) == ("openai-chat:scripted", "Seja breve.", None)
    assert found["limits"] == {"requests": 20, "tokens": 300_000, "tool_calls": 40, "seconds": 300}
    assert found["variables"] == ["HOUSE_KEY"]


async def test_a_key_of_the_environment_is_used_and_told_by_its_name_only(
    world: World, scripted: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSE_KEY", KEY)
    found = await setup(world)
    assert (found["key"], found["variable"]) == ("environment", "HOUSE_KEY")
    assert KEY not in str(found)
    scripted.plays(Reply("Oi."))
    await say(await world.client(), "Oi")
    assert scripted.asked[0].headers["authorization"] == f"Bearer {KEY}"


async def test_a_key_that_a_boss_sets_counts_before_one_of_the_environment_and_is_kept_sealed(
    world: World, scripted: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSE_KEY", "sk-another")
    answer = await set_key(world)
    assert (answer.status_code, answer.json()["key"]) == (200, "kept")
    assert KEY not in answer.text
    scripted.plays(Reply("Oi."))
    await say(await world.client(), "Oi")
    assert scripted.asked[0].headers["authorization"] == f"Bearer {KEY}"
    kept = await world.running.store.read(lambda tx: tx.agent_key("sales"))
    assert kept is not None
    assert KEY not in kept.model_dump_json()


async def test_a_key_that_was_removed_is_not_used_any_more(world: World, scripted: Provider) -> None:
    await set_key(world)
    async with await world.client("bia") as boss:
        assert (await boss.delete("/api/agents/sales/key")).json()["key"] is None
    scripted.plays(Reply("Oi."))
    await say(await world.client(), "Oi")
    assert KEY not in str(scripted.asked[0].headers)


async def test_the_usual_key_of_a_provider_is_never_sent_to_another_address(
    tmp_path: Path, scripted: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    for wire in ("openai-chat", "openai", "anthropic"):
        world = await model_world(tmp_path / wire, scripted, wire)
        scripted.plays(Reply("Oi."))
        await say(await world.client(), "Oi")
        assert KEY not in str(scripted.asked[-1].headers)
        await world.running.close()


@pytest.mark.parametrize("act", ["setups", "key", "remove", "try"])
async def test_nobody_but_a_boss_sees_or_changes_how_agents_are_set_up(world: World, act: str) -> None:
    async with await world.client("ana") as ana:
        answers = {
            "setups": lambda: ana.get("/api/agents/setups"),
            "key": lambda: ana.put("/api/agents/sales/key", json={"key": KEY}),
            "remove": lambda: ana.delete("/api/agents/sales/key"),
            "try": lambda: ana.post("/api/agents/sales/try"),
        }
        told = await answers[act]()
    assert (told.status_code, told.json()["code"]) == (403, "forbidden")


async def test_trying_a_model_asks_it_for_one_word(world: World, scripted: Provider) -> None:
    scripted.plays(Reply("ready", usage=(9, 1)))
    async with await world.client("bia") as boss:
        told = (await boss.post("/api/agents/sales/try")).json()
    assert (told["model"], told["input_tokens"], told["output_tokens"]) == ("openai-chat:scripted", 9, 1)
    assert len(scripted.asked) == 1


async def test_trying_a_model_that_refuses_the_key_says_so_and_not_what_the_provider_wrote(
    world: World, scripted: Provider
) -> None:
    scripted.plays(Reply(status=401))
    async with await world.client("bia") as boss:
        told = await boss.post("/api/agents/sales/try")
    assert (told.status_code, told.json()["code"]) == (502, "model_key_refused")
    assert "sk-SECRET" not in told.text


async def test_what_is_no_key_is_refused_and_not_repeated(world: World) -> None:
    told = await set_key(world, "two words")
    assert (told.status_code, told.json()["code"]) == (422, "invalid_request")
    assert "two words" not in told.text


async def test_a_key_that_cannot_be_read_any_more_is_told_and_can_be_set_anew(world: World, tmp_path: Path) -> None:
    await set_key(world)
    kept = await world.running.store.read(lambda tx: tx.agent_key("sales"))
    assert kept is not None
    broken = kept.model_copy(update={"sealed": kept.sealed[:-8] + "AAAAAAA="})
    await world.running.store.write(lambda tx: tx.save_agent_key(broken))
    assert (await setup(world))["problem"]["code"] == "secret_unreadable"
    assert (await set_key(world)).json()["problem"] is None


async def test_a_missing_key_and_an_impossible_model_are_told_with_what_to_do(
    tmp_path: Path, scripted: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    for model, code in (("anthropic:claude", "model_key_missing"), ("nobody:x", "model_not_configured")):
        world = await model_world(tmp_path / code, scripted, model=model, base_url=None)
        found = await setup(world)
        assert found["problem"]["code"] == code
        assert found["problem"]["next_step"]
        await world.running.close()

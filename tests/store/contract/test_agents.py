"""What is kept of agents: the sealed keys of their models."""

from datetime import timedelta

from liveapps.conversation.agents import AgentKey
from liveapps.ports import Store
from tests.store.nouns import AT


async def test_the_key_of_a_model_comes_back_whole_and_is_replaced_by_a_new_one(store: Store) -> None:
    first = AgentKey(agent="sales", sealed="v1.x", set_by="bia", set_at=AT)
    other = AgentKey(agent="code", sealed="v1.z", set_by="bia", set_at=AT)
    new = AgentKey(agent="sales", sealed="v1.y", set_by="caio", set_at=AT + timedelta(days=1))
    for key in (first, other, new):
        await store.write(lambda tx, key=key: tx.save_agent_key(key))
    assert await store.read(lambda tx: tx.agent_key("sales")) == new
    assert await store.read(lambda tx: tx.agent_key("code")) == other


async def test_a_key_that_was_removed_is_gone(store: Store) -> None:
    await store.write(lambda tx: tx.save_agent_key(AgentKey(agent="sales", sealed="v1.x", set_by="bia", set_at=AT)))
    await store.write(lambda tx: tx.drop_agent_key("sales"))
    assert await store.read(lambda tx: tx.agent_key("sales")) is None

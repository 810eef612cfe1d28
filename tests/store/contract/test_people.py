"""People, their sessions and tokens."""

import pytest

from liveapps.people.users import ApiToken, Session, User
from liveapps.ports import Store, Tx
from tests.store import nouns
from tests.store.nouns import AT, LATER, TAKEN


async def test_a_person_comes_back_whole_by_id_and_by_login(store: Store) -> None:
    await store.write(lambda tx: tx.save_user(nouns.user(), "a hash"))
    assert await store.read(lambda tx: tx.user("ana")) == nouns.user()
    assert await store.read(lambda tx: tx.user_by_login("ana@x.co")) == (nouns.user(), "a hash")
    assert await store.read(lambda tx: tx.user("bia")) is None
    assert await store.read(lambda tx: tx.user_by_login("bia@x.co")) is None


async def test_a_password_that_is_not_given_stays(store: Store) -> None:
    await store.write(lambda tx: tx.save_user(nouns.user(), "a hash"))
    renamed = nouns.user(name="Ana Maria", role="user", teams=[], locale="pt-BR", login="am@x.co")
    await store.write(lambda tx: tx.save_user(renamed, None))
    assert await store.read(lambda tx: tx.user_by_login("am@x.co")) == (renamed, "a hash")
    await store.write(lambda tx: tx.save_user(renamed, "another"))
    assert await store.read(lambda tx: tx.user_by_login("am@x.co")) == (renamed, "another")


async def test_everyone_is_listed_by_name(store: Store) -> None:
    async def body(tx: Tx) -> list[User]:
        for name, shown in (("u1", "Zé"), ("u2", "Ana"), ("u3", "Bia")):
            await tx.save_user(nouns.user(name, name=shown), None)
        return await tx.users()

    assert [one.name for one in await store.write(body)] == ["Ana", "Bia", "Zé"]


async def test_a_login_belongs_to_one_person(store: Store) -> None:
    await store.write(lambda tx: tx.save_user(nouns.user(), None))
    with pytest.raises(Exception, match=TAKEN):
        await store.write(lambda tx: tx.save_user(nouns.user("other", login="ana@x.co"), None))


async def test_a_session_lasts_until_it_is_closed(store: Store) -> None:
    await store.write(lambda tx: tx.save_user(nouns.user(), None))
    await store.write(lambda tx: tx.open_session("hash", nouns.session()))
    assert await store.read(lambda tx: tx.user_of_session("hash")) == (nouns.user(), nouns.session().expires_at)
    assert await store.read(lambda tx: tx.user_of_session("other")) is None
    await store.write(lambda tx: tx.close_session("hash"))
    assert await store.read(lambda tx: tx.user_of_session("hash")) is None


async def test_a_token_lasts_until_it_is_revoked(store: Store) -> None:
    async def body(tx: Tx) -> None:
        await tx.save_user(nouns.user(), None)
        await tx.save_token("hash 1", nouns.token("t1"))
        await tx.save_token("hash 2", nouns.token("t2"))

    await store.write(body)
    assert await store.read(lambda tx: tx.user_of_token("hash 1")) == nouns.user()
    assert await store.read(lambda tx: tx.tokens("ana")) == [nouns.token("t1"), nouns.token("t2")]
    assert await store.write(lambda tx: tx.revoke_token("t1")) is True
    assert await store.write(lambda tx: tx.revoke_token("t1")) is False
    assert await store.read(lambda tx: tx.user_of_token("hash 1")) is None
    assert await store.read(lambda tx: tx.tokens("ana")) == [nouns.token("t2")]


async def test_a_session_or_token_tells_whose_it_is_at_a_glance(store: Store) -> None:
    ana = nouns.user("ana")
    session = Session(user="ana", created_at=AT, expires_at=LATER)
    token = ApiToken(id="t1", user="ana", name="script", created_at=AT)

    async def body(tx: Tx) -> None:
        await tx.save_user(ana, None)
        await tx.open_session("hash of a session", session)
        await tx.save_token("hash of a token", token)

    await store.write(body)
    assert await store.glance(lambda tx: tx.user_of_session("hash of a session")) == (ana, LATER)
    assert await store.glance(lambda tx: tx.user_of_token("hash of a token")) == ana
    assert await store.glance(lambda tx: tx.user_of_session("hash of a token")) is None
    assert await store.glance(lambda tx: tx.user_of_token("hash of a session")) is None
    await store.write(lambda tx: tx.close_session("hash of a session"))
    assert await store.glance(lambda tx: tx.user_of_session("hash of a session")) is None

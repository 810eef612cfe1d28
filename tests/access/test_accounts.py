"""Who someone is: passwords, sessions and tokens, of which only hashes are kept."""

import pytest

from liveapps.access.attempts import ALLOWED, REMEMBERED, REST, Attempts
from liveapps.access.secrets import hash_password, new_token, token_hash, verify_password
from liveapps.panels.errors import Refusal
from tests.support.clock import FixedClock
from tests.support.world import World

PASSWORD = "uma senha longa"


async def test_a_password_is_kept_as_a_salted_hash_that_only_it_fits() -> None:
    first, second = await hash_password(PASSWORD), await hash_password(PASSWORD)
    assert first != second
    assert PASSWORD not in first
    assert first.startswith("$argon2id$")
    assert await verify_password(PASSWORD, first)
    assert not await verify_password(PASSWORD + " ", first)


@pytest.mark.parametrize("kept", [None, "", "nonsense", "$argon2id$v=19$broken"])
async def test_who_has_no_password_is_let_in_by_none(kept: str | None) -> None:
    assert not await verify_password("", kept)
    assert not await verify_password(PASSWORD, kept)


def test_tokens_are_long_random_and_kept_as_a_hash() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(len(token) for token in tokens) >= 43
    assert token_hash("x") == token_hash("x") != token_hash("y")
    assert new_token("la_").startswith("la_")


async def test_a_token_works_until_it_is_revoked(world: World) -> None:
    accounts, ana = world.house.accounts, await world.person("ana")
    token, secret = await accounts.create_token(ana, "Planilha")
    assert secret.startswith("la_")
    assert (await accounts.by_token(secret)).id == ana.id
    assert await accounts.tokens(ana) == [token]
    assert secret not in token.model_dump_json()
    assert await accounts.revoke_token(token.id) is True
    assert (await accounts.revoke_token(token.id), await accounts.tokens(ana)) == (False, [])
    with pytest.raises(Refusal) as refusal:
        await accounts.by_token(secret)
    assert (refusal.value.code, "token create" in refusal.value.next_step) == ("sign_in_required", True)


async def test_a_revoked_token_leaves_the_others(world: World) -> None:
    accounts, ana = world.house.accounts, await world.person("ana")
    first, _ = await accounts.create_token(ana, "1")
    _, second = await accounts.create_token(ana, "2")
    await accounts.revoke_token(first.id)
    assert (await accounts.by_token(second)).id == ana.id


async def test_a_session_is_no_token_and_a_token_no_session(world: World) -> None:
    accounts, ana = world.house.accounts, await world.person("ana")
    _, session, _ = await accounts.open_session(ana)
    _, token = await accounts.create_token(ana, "x")
    for wrong in (accounts.by_session(token), accounts.by_token(session), accounts.by_session("")):
        with pytest.raises(Refusal) as refusal:
            await wrong
        assert refusal.value.code == "sign_in_required"


async def test_a_user_who_is_made_again_is_brought_up_to_date_and_keeps_the_password(world: World) -> None:
    accounts = world.house.accounts
    first = await accounts.create_user("Dora@X.co", "Dora", "user", PASSWORD, ["sul"])
    again = await accounts.create_user(" dora@x.co", "Dora Lima", "boss", None, ["norte"])
    assert (again.id, again.name, again.role, again.teams) == (first.id, "Dora Lima", "boss", ["norte"])
    user, _, seconds = await accounts.sign_in("DORA@x.co", PASSWORD)
    assert (user, seconds) == (again, 14 * 24 * 3_600)


async def test_a_right_taken_away_counts_at_once_for_open_sessions(world: World) -> None:
    accounts = world.house.accounts
    dora = await accounts.create_user("dora", "Dora", "boss", None)
    _, session, _ = await accounts.open_session(dora)
    await accounts.create_user("dora", "Dora", "user", None)
    assert (await accounts.by_session(session)).role == "user"


def attempts() -> tuple[Attempts, FixedClock]:
    clock = FixedClock()
    return Attempts(clock), clock


def is_resting(kept: Attempts, login: str) -> bool:
    try:
        kept.refuse_if_too_many(login)
    except Refusal as refusal:
        return refusal.code == "too_many_attempts"
    return False


def test_a_login_rests_after_some_failures_and_for_some_time() -> None:
    kept, clock = attempts()
    for _ in range(ALLOWED):
        assert not is_resting(kept, "ana")
        kept.failed("ana")
    assert is_resting(kept, "ana")
    assert not is_resting(kept, "bia")
    clock.forward(seconds=REST.total_seconds() - 1)
    assert is_resting(kept, "ana")
    clock.forward(seconds=1)
    assert not is_resting(kept, "ana")


def test_failures_far_apart_do_not_add_up() -> None:
    kept, clock = attempts()
    for _ in range(3 * ALLOWED):
        kept.failed("ana")
        clock.forward(seconds=REST.total_seconds() / (ALLOWED - 1))
        assert not is_resting(kept, "ana")


def test_guessing_at_countless_logins_does_not_fill_the_memory() -> None:
    kept, _ = attempts()
    for number in range(REMEMBERED + 500):
        kept.failed(f"login {number}")
    assert len(kept._failures) == REMEMBERED  # pyright: ignore[reportPrivateUsage] how much it remembers is the point

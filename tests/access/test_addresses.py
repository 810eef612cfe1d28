"""Where a person gets e-mail: optional, kept until another is given, and never something else than an address."""

from pathlib import Path

import pytest

from liveapps.panels.errors import Refusal
from tests.access.test_command_line import PASSWORD, known, liveapps
from tests.support.world import World


async def test_an_address_stays_until_another_is_given(world: World) -> None:
    accounts = world.house.accounts
    assert (await world.person("ana")).email is None
    for given, kept in (("ana@example.com", "ana@example.com"), (None, "ana@example.com"), ("a@b.co", "a@b.co")):
        await accounts.create_user("ana", "Ana", "user", None, email=given)
        found = await accounts.find("ana")
        assert found is not None
        assert found.email == kept


async def test_choosing_a_language_leaves_the_address(world: World) -> None:
    made = await world.house.accounts.create_user("ana", "Ana", "user", None, email="ana@example.com")
    assert (await world.house.accounts.change_locale(made, "en")).email == "ana@example.com"


@pytest.mark.parametrize("wrong", ["ana", "ana@example.com\r\nBcc: all@example.com", "a@b.co, c@d.co", ""])
async def test_what_is_no_address_is_refused_and_changes_nothing(world: World, wrong: str) -> None:
    with pytest.raises(Refusal) as refused:
        await world.house.accounts.create_user("ana", "Outra", "user", None, email=wrong)
    assert (refused.value.code, refused.value.next_step != "") == ("invalid_input", True)
    found = await world.house.accounts.find("ana")
    assert found is not None
    assert (found.name, found.email) == ("Ana", None)


def test_the_command_line_takes_an_address(tmp_path: Path) -> None:
    args = ("user", "create", "ana", "Ana", "--email", "ana@example.com")
    done = liveapps(*args, typed=f"{PASSWORD}\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    user = known(tmp_path / "data", "ana")
    assert user is not None
    assert user.email == "ana@example.com"

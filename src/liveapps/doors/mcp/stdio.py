"""The door over standard input and output, for hosts that start a program: one person for as long as it runs."""

from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.people.users import User

from .server import build_server
from .turns import Who


async def speak(house: House, who: Who) -> None:
    """Until the host closes the input. Raises Refusal at once when there is no such person."""
    await who()
    await build_server(lambda: house, who).run_stdio_async(show_banner=False, log_level="ERROR")


def by_token(house: House, token: str) -> Who:
    """Whose token it is; once it is taken back, each call is refused."""

    async def who() -> User:
        return await house.accounts.by_token(token)

    return who


def by_login(house: House, login: str) -> Who:
    """A user of the data folder: who may read that may be anybody in it."""

    async def who() -> User:
        user = await house.accounts.find(login)
        if user is None:
            raise Refusal("invalid_input", f'There is no user "{login}".', "Make one: liveapps user create.")
        return user

    return who

"""The product as it is deployed: sign-in by token, validation, the funnel, history. Started by `bench.arms`."""

import asyncio
import sys
from pathlib import Path

from liveapps.conversation.agents import Agent
from liveapps.panels.limits import Limits
from liveapps.serving import accounts_of, serve
from liveapps.settings import Settings


async def token_in(data: Path, database: str | None) -> str:
    async with accounts_of(data, database) as accounts:
        user = await accounts.create_user("bench", "Bench", "boss", None)
        return (await accounts.create_token(user, "bench"))[1]


def main() -> None:
    data, port = Path(sys.argv[1]), int(sys.argv[2])
    database = sys.argv[3] if len(sys.argv) > 3 else None
    token = data / "token"
    if not token.exists():
        token.write_text(asyncio.run(token_in(data, database)))
    limits = Limits(inline_rows=20_000, table_rows=200_000)
    agents = [Agent(id="bench", name="Bench")]
    serve(Settings(data=data, database=database, port=port, agents=agents, limits=limits))


if __name__ == "__main__":
    main()

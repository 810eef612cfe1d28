"""A thin HTTP app over the raw database, and nothing else. Started by `bench.arms`."""

import asyncio
import sys

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .rows_table import RowsTable, open_table


def app_over(table: RowsTable) -> Starlette:
    async def move(request: Request) -> Response:
        body = orjson.loads(await request.body())
        await table.move(int(request.path_params["row"]), body["stage"])
        return Response(b'{"ok":true}', media_type="application/json")

    async def ship(request: Request) -> Response:
        count = await table.ship(orjson.loads(await request.body()))
        return Response(orjson.dumps({"count": count}), media_type="application/json")

    async def page(_: Request) -> Response:
        return Response(await table.page(), media_type="application/json")

    async def count(_: Request) -> Response:
        return Response(await table.count_by_stage(), media_type="application/json")

    async def everything(_: Request) -> Response:
        return Response(await table.read_all(), media_type="application/json")

    async def ids(_: Request) -> Response:
        return Response(orjson.dumps(await table.ids()), media_type="application/json")

    return Starlette(
        routes=[
            Route("/rows/{row}/move", move, methods=["POST"]),
            Route("/ship", ship, methods=["POST"]),
            Route("/page", page),
            Route("/count", count),
            Route("/rows", everything),
            Route("/ids", ids),
        ]
    )


async def serve(where: str, port: int) -> None:
    app = app_over(await open_table(where))
    config = uvicorn.Config(app, port=port, http="httptools", loop="uvloop", log_level="error", access_log=False)
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(sys.argv[1], int(sys.argv[2])))

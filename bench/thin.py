"""A thin HTTP app over the raw database: no sign-in, no validation, no history, no ownership. What one would write
in an afternoon, on the same libraries as the product."""

import sys
from typing import Any

import apsw
import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SCHEMA = """
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, code TEXT UNIQUE, stage TEXT, data TEXT NOT NULL);
"""


class Thin:
    """The raw arm calls these verbs in process; the thin arm through the routes below."""

    def __init__(self, path: str) -> None:
        self._db: Any = apsw.Connection(path)
        self._db.execute(SCHEMA).fetchall()

    def move(self, row: int, stage: str) -> None:
        self._db.execute("UPDATE row SET stage = ? WHERE id = ?", (stage, row))

    def ship(self, rows: list[dict[str, Any]]) -> int:
        with self._db:
            self._db.executemany(
                "INSERT INTO row (code, data) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET data = excluded.data",
                ((one["code"], orjson.dumps(one).decode()) for one in rows),
            )
        return len(rows)

    def page(self) -> bytes:
        found = self._db.execute(
            "SELECT data FROM row WHERE data ->> '$.country' = 'Brasil' AND data ->> '$.invoices' > 5 "
            "ORDER BY data ->> '$.revenue' DESC LIMIT 50"
        ).fetchall()
        return b"[" + b",".join(one[0].encode() for one in found) + b"]"

    def count_by_stage(self) -> bytes:
        return orjson.dumps(self._db.execute("SELECT stage, count(*) FROM row GROUP BY stage").fetchall())

    def read_all(self) -> bytes:
        found = self._db.execute("SELECT id, stage, data FROM row").fetchall()
        parts = (f'{{"id":{i},"stage":{orjson.dumps(s).decode()},"values":{d}}}' for i, s, d in found)
        return ("[" + ",".join(parts) + "]").encode()

    def ids(self) -> list[int]:
        return [one[0] for one in self._db.execute("SELECT id FROM row ORDER BY id").fetchall()]


def app_over(thin: Thin) -> Starlette:
    async def move(request: Request) -> Response:
        body = orjson.loads(await request.body())
        thin.move(int(request.path_params["row"]), body["stage"])
        return Response(b'{"ok":true}', media_type="application/json")

    async def ship(request: Request) -> Response:
        count = thin.ship(orjson.loads(await request.body()))
        return Response(orjson.dumps({"count": count}), media_type="application/json")

    async def page(_: Request) -> Response:
        return Response(thin.page(), media_type="application/json")

    async def count(_: Request) -> Response:
        return Response(thin.count_by_stage(), media_type="application/json")

    async def everything(_: Request) -> Response:
        return Response(thin.read_all(), media_type="application/json")

    async def ids(_: Request) -> Response:
        return Response(orjson.dumps(thin.ids()), media_type="application/json")

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


if __name__ == "__main__":
    uvicorn.run(
        app_over(Thin(sys.argv[1])),
        port=int(sys.argv[2]),
        http="httptools",
        loop="uvloop",
        log_level="error",
        access_log=False,
    )

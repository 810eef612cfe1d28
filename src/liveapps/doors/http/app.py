"""All routes of this door, and the headers every answer carries."""

from fastapi import Depends, FastAPI, Request

from . import (
    acting,
    alerts,
    chat,
    demo,
    events,
    hooks,
    inbox,
    jobs,
    panels,
    problems,
    retention,
    rows,
    session,
    sources,
    web_app,
)
from .bodies import BodyLimit, refuse_unkept_text
from .description import complete_description
from .headers import SecurityHeaders
from .visitor import Visit, house_of, visitor

# Each request is held against these in turn: what is asked most comes first.
SIGNED_IN = (
    rows.router,
    panels.router,
    session.router,
    acting.router,
    hooks.router,
    alerts.router,
    chat.router,
    inbox.router,
    jobs.router,
    retention.router,
    sources.router,
    events.router,
)


def include_api(app: FastAPI) -> None:
    """Every route needs a visitor, but for signing in and the two that say whether the server is alive."""
    problems.install(app)
    complete_description(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    for router in SIGNED_IN:
        app.include_router(router, dependencies=[Depends(visitor)])
    app.include_router(session.open_router, dependencies=[Depends(refuse_unkept_text)])
    app.include_router(demo.router)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz", include_in_schema=False)
    async def readyz(request: Request) -> dict[str, str]:
        await house_of(request).facade.ready()
        return {"status": "ready"}

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi(visit: Visit) -> dict[str, object]:
        return app.openapi()


def include_web(app: FastAPI) -> None:
    app.include_router(web_app.router)

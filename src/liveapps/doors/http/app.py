"""All routes of this door, and the headers every answer carries."""

from fastapi import Depends, FastAPI, Request

from . import acting, chat, demo, events, hooks, inbox, panels, problems, rows, session, web_app
from .bodies import BodyLimit, refuse_half_characters
from .headers import SecurityHeaders
from .visitor import Visit, house_of, visitor

SIGNED_IN = (
    session.router,
    panels.router,
    rows.router,
    acting.router,
    hooks.router,
    chat.router,
    inbox.router,
    events.router,
)


def include_api(app: FastAPI) -> None:
    """Every route needs a visitor, but for signing in and the two that say whether the server is alive."""
    problems.install(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    app.include_router(session.open_router)
    for router in SIGNED_IN:
        app.include_router(router, dependencies=[Depends(visitor), Depends(refuse_half_characters)])
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

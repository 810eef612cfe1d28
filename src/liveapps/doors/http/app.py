"""All routes of this door, and the headers every answer carries."""

from fastapi import Depends, FastAPI, Request

from . import (
    acting,
    agents,
    alerts,
    approvals,
    attachments,
    chat,
    demo,
    events,
    hooks,
    hosts,
    inbox,
    jobs,
    panels,
    problems,
    retention,
    rows,
    runs,
    session,
    sources,
    web_app,
)
from .bodies import BodyLimit, refuse_unkept_text
from .description import complete_description
from .headers import SecurityHeaders
from .visitor import Visit, house_of, sender, visitor

# Each request is held against these in turn: what is asked most comes first.
SIGNED_IN = (
    panels.router,
    session.router,
    acting.router,
    hooks.router,
    alerts.router,
    chat.router,
    approvals.router,
    inbox.router,
    hosts.router,
    jobs.router,
    retention.router,
    sources.router,
    agents.router,
    runs.router,
    events.router,
)


def include_api(app: FastAPI) -> None:
    """Every route needs a visitor, but for signing in and the two that say whether the server is alive."""
    problems.install(app)
    complete_description(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    # Straight routes are the application's own: one of an included router is looked for twice.
    app.router.routes.extend(rows.router.routes)
    for router in SIGNED_IN:
        app.include_router(router, dependencies=[Depends(visitor)])
    app.include_router(attachments.router, dependencies=[Depends(sender)])
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

"""The built web app: hashed files kept for ever, the page itself never."""

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

from liveapps.panels.errors import gone

router = APIRouter(include_in_schema=False)
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Live Apps</title>
<h1>The web app is not built</h1>
<p>Run these two commands in the project folder, then load this page again:</p>
<pre>npm --prefix web ci
npm --prefix web run build</pre>"""


def assets() -> Path:
    return Path(str(files("liveapps"))) / "_web"


@router.get("/{path:path}")
async def web_app(path: str) -> Response:
    if path.partition("/")[0] in ("api", "hooks", "mcp", "demo"):
        raise gone("panel_not_found", "page", f"/{path}", "See the API description at /api/openapi.json.")
    root = assets().resolve()
    file = _asset(root, path)
    if file is not None:
        lasting = file.is_relative_to(root / "assets")
        return FileResponse(
            file, headers={"Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
        )
    index = root / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, 503)
    # Unknown addresses are the app's own: it has the routes of panels and threads.
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _asset(root: Path, path: str) -> Path | None:
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        # No file can have such a name: too long, or with a NUL in it.
        return None

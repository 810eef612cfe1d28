"""The demo's own sign-in: an address that signs one in. Only in the demo, and only from this machine."""

from ipaddress import ip_address

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from liveapps.panels.errors import gone

from .session import set_session_cookie
from .visitor import house_of

router = APIRouter(include_in_schema=False)


@router.get("/demo/sign-in/{login}")
async def demo_sign_in(login: str, request: Request) -> RedirectResponse:
    house = house_of(request)
    user = await house.accounts.find(login) if house.demo and _from_here(request) else None
    if user is None:
        raise gone("panel_not_found", "page", request.url.path, "Open the address that the demo printed.")
    _, token, seconds = await house.accounts.open_session(user)
    response = RedirectResponse("/", status_code=303)
    set_session_cookie(request, response, token, seconds)
    return response


def _from_here(request: Request) -> bool:
    """Both ends are loopback: the peer, and the name it used (a foreign name resolving here is not)."""
    return _is_loopback(request.client.host if request.client else "") and _is_loopback(request.url.hostname or "")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False

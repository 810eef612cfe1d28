"""Signing in and out, and who I am."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import StringConstraints

from liveapps.blocks.base import Model
from liveapps.panels.origin import Locale
from liveapps.people.users import User

from .visitor import COOKIE, Visit, house_of, refuse_foreign_origin

open_router = APIRouter(prefix="/api", tags=["session"])
router = APIRouter(prefix="/api", tags=["session"])


class SignIn(Model):
    login: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]


class Me(Model):
    """`demo` tells the screen to say so; the screen asks nothing else about the installation."""

    user: User
    demo: bool


class ChangeMe(Model):
    locale: Locale


@open_router.post("/session")
async def sign_in(body: SignIn, request: Request, response: Response) -> Me:
    refuse_foreign_origin(request)
    house = house_of(request)
    user, token, seconds = await house.accounts.sign_in(body.login, body.password)
    set_session_cookie(request, response, token, seconds)
    return Me(user=user, demo=house.demo)


@router.delete("/session", status_code=204)
async def sign_out(visit: Visit, request: Request, response: Response) -> None:
    await visit.house.accounts.sign_out(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, path="/")


@router.get("/me")
async def me(visit: Visit) -> Me:
    return Me(user=visit.user, demo=visit.house.demo)


@router.patch("/me")
async def change_me(body: ChangeMe, visit: Visit) -> Me:
    user = await visit.house.accounts.change_locale(visit.user, body.locale)
    return Me(user=user, demo=visit.house.demo)


def set_session_cookie(request: Request, response: Response, token: str, seconds: int) -> None:
    response.set_cookie(
        COOKIE,
        token,
        max_age=seconds,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )

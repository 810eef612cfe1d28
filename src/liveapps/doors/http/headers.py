"""Headers that every answer carries: nothing is loaded from elsewhere, framed, sniffed or remembered by URL."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Mantine puts styles into the page, hence 'unsafe-inline' for styles only; scripts come from files alone.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_EVERYWHERE = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_OF_THE_API = [*_EVERYWHERE, (b"cache-control", b"no-store")]


class SecurityHeaders:
    """Adds what an answer does not say itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        extra = _OF_THE_API if scope["path"].startswith("/api") else _EVERYWHERE

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in extra if one[0] not in said)]
            await send(message)

        await self._app(scope, receive, send_with_headers)

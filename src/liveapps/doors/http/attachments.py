"""Files for the chat: sent up as they are, one a request, and given back only to be saved."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from starlette.requests import ClientDisconnect

from liveapps.conversation.files import FILE_BYTES, Attachment
from liveapps.panels.errors import Refusal

from .visitor import Sender

router = APIRouter(prefix="/api", tags=["chat"])
BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}}
NEVER_SHOWN = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
}


@router.post("/attachments", status_code=201, openapi_extra=BODY)
async def upload_attachment(
    request: Request, visit: Sender, name: Annotated[str, Query(min_length=1, max_length=500)]
) -> Attachment:
    """The body is the file. CSV, TSV and workbooks are read into rows, other files as text."""
    return await visit.house.attachments.upload(visit.user, name, await _read_capped(request, name), visit.locale)


@router.get("/attachments/{attachment}", response_class=Response)
async def download_attachment(attachment: str, visit: Sender) -> Response:
    """The file as it was uploaded, always to be saved: a browser never shows it."""
    found, body = await visit.house.attachments.content(visit.user, attachment)
    named = f"attachment; filename*=UTF-8''{quote(found.name, safe='')}"
    return Response(body, media_type="application/octet-stream", headers={"Content-Disposition": named, **NEVER_SHOWN})


@router.delete("/attachments/{attachment}", status_code=204)
async def drop_attachment(attachment: str, visit: Sender) -> None:
    """Forgets a file that was not sent with a message; one that was stays with its conversation."""
    await visit.house.attachments.drop(visit.user, attachment)


async def _read_capped(request: Request, name: str) -> bytes:
    """The file, or a refusal as soon as it is too large: no more than the limit is ever held."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > FILE_BYTES:
        raise _too_large(name)
    body = bytearray()
    try:
        async for part in request.stream():
            if len(body) + len(part) > FILE_BYTES:
                raise _too_large(name)
            body += part
    except ClientDisconnect:
        raise Refusal("invalid_request", "The upload broke off.", "Send the file again.") from None
    return bytes(body)


def _too_large(name: str) -> Refusal:
    return Refusal(
        "file_too_large",
        f'"{name[:120]}" is larger than {FILE_BYTES // 1_000_000} MB.',
        "Send a smaller file, for instance with only the rows you need.",
        limit_bytes=FILE_BYTES,
        megabytes=FILE_BYTES // 1_000_000,
    )

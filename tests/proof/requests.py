"""A write as a request: which address takes it, and with which body."""

from typing import Any

import httpx2

from liveapps.panels.receipts import Receipt
from liveapps.reading.views import PanelView
from liveapps.writing import writes as w


def request_of(write: w.Write) -> tuple[str, str, dict[str, Any] | None]:
    """Method, path and JSON body. The path names what the write is about, the body says the rest."""
    panel = f"/api/panels/{write.panel}"
    body = write.model_dump(mode="json", exclude={"kind", "panel", "collection", "row", "block", "field", "version"})
    match write:
        case w.CreatePanel():
            return "POST", "/api/panels", body
        case w.ChangeTemplate():
            return "PUT", f"{panel}/template", body
        case w.SetBlock():
            return "PUT", f"{panel}/blocks/{write.block}", {"content": body["content"]}
        case w.RestoreVersion():
            return "POST", f"{panel}/versions/{write.version}/restore", None
        case w.TrashPanel():
            return "DELETE", panel, None
        case w.RestorePanel():
            return "POST", f"{panel}/restore", None
        case w.AddRow():
            return "POST", f"{panel}/collections/{write.collection}/rows", body
        case w.Ship():
            del body["truncated"]
            return "POST", f"{panel}/collections/{write.collection}/shipments", body
        case w.MarkFailed() | w.Compute():
            raise AssertionError("only the server itself says what a tool did")
        case _:
            return _of_row(write, f"{panel}/collections/{write.collection}/rows/{write.row}", body)


def _of_row(write: w.RowWrite, row: str, body: dict[str, Any]) -> tuple[str, str, dict[str, Any] | None]:
    match write:
        case w.PatchRow():
            return "PATCH", row, body
        case w.MoveCard():
            return "POST", f"{row}/move", body
        case w.Annotate():
            return "POST", f"{row}/annotations", body
        case w.SettleSuggestion():
            return "POST", f"{row}/suggestions/{write.field}", body
        case w.RemoveRow():
            return "DELETE", row, None
        case w.RestoreRow():
            return "POST", f"{row}/restore", None


async def send(client: httpx2.AsyncClient, write: w.Write, key: str | None = None) -> httpx2.Response:
    method, path, body = request_of(write)
    headers = {"Idempotency-Key": key} if key else {}
    return await client.request(method, path, json=body, headers=headers)


def receipt_of(answer: httpx2.Response) -> Receipt:
    assert answer.status_code in (200, 201), answer.text
    return Receipt.model_validate_json(answer.content)


async def view_of(client: httpx2.AsyncClient, panel: str) -> PanelView | None:
    """The panel as one reader sees it; None when it stands in the trash."""
    answer = await client.get(f"/api/panels/{panel}")
    if answer.status_code == 404:
        return None
    return PanelView.model_validate_json(answer.raise_for_status().content)

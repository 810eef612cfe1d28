"""Files for the chat: in within limits, out only to be saved, and only by their owner."""

import tracemalloc
from collections.abc import AsyncGenerator
from typing import Any

import httpx2
import pytest

from liveapps.conversation import files
from liveapps.conversation.files import FILE_BYTES
from liveapps.talking import attachments
from tests.doors.http.asking import nobody, problem
from tests.support.world import World

CSV = b"Nome;Valor\nRiotur;1,5\nEmbraer;2\n"
CHUNK = b"a;b\n" * 250_000


async def upload(
    client: httpx2.AsyncClient, body: Any = CSV, name: str = "clientes.csv", **more: Any
) -> httpx2.Response:
    return await client.post("/api/attachments", params={"name": name}, content=body, timeout=60, **more)


async def test_a_file_is_read_as_it_comes_in(world: World) -> None:
    client = await world.client()
    answer = await upload(client)
    assert answer.status_code == 201
    told = answer.json()
    assert (told["name"], told["kind"], told["size"]) == ("clientes.csv", "rows", len(CSV))
    assert told["sheets"] == [{"title": "clientes", "columns": ["Nome", "Valor"], "row_count": 2, "kept": 2}]


async def test_a_file_comes_back_only_to_be_saved(world: World) -> None:
    client = await world.client()
    page = b"<html><script>alert(1)</script></html>"
    made = (await upload(client, page, 'página "1".html')).json()
    answer = await client.get(f"/api/attachments/{made['id']}")
    assert answer.content == page
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''p%C3%A1gina%20%221%22.html"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["cache-control"] == "private, no-store"


async def test_a_file_of_another_answers_like_one_that_does_not_exist(world: World) -> None:
    ana, bia = await world.client("ana"), await world.client("bia")
    made = (await upload(ana)).json()["id"]
    for path in (f"/api/attachments/{made}", "/api/attachments/nobody"):
        problem(await bia.get(path), 404, "attachment_not_found")
        problem(await bia.delete(path), 404, "attachment_not_found")
    assert (await ana.get(f"/api/attachments/{made}")).status_code == 200


async def test_a_file_that_was_not_sent_can_be_dropped(world: World) -> None:
    client = await world.client()
    made = (await upload(client)).json()["id"]
    assert (await client.delete(f"/api/attachments/{made}")).status_code == 204
    problem(await client.get(f"/api/attachments/{made}"), 404, "attachment_not_found")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd.csv", "passwd.csv"),
        ("C:\\temp\\a.csv", "a.csv"),
        ("a\r\nSet-Cookie: x=1.csv", "a Set-Cookie: x=1.csv"),
        ("exe\u202evsc.csv", "exevsc.csv"),
        ("  .csv", "csv"),
        ("..", "file"),
        ("x" * 300 + ".csv", "x" * 115 + "….csv"),
    ],
)
async def test_a_name_is_kept_as_a_name_only(world: World, given: str, kept: str) -> None:
    client = await world.client()
    assert (await upload(client, b"a;b\n1;2\n", given)).json()["name"] == kept


@pytest.mark.parametrize("name", ["", "a\x00.csv", "x" * 501])
async def test_a_name_that_cannot_be_kept_is_refused(world: World, name: str) -> None:
    client = await world.client()
    problem(await upload(client, name=name), 422, "invalid_request")


async def test_a_file_of_text_may_hold_anything_a_text_can(world: World) -> None:
    client = await world.client()
    answer = await upload(client, rb'{"a": "\u0000 \ud800"}', "dados.json")
    assert (answer.status_code, answer.json()["kind"]) == (201, "text")


async def test_what_cannot_be_read_is_refused_with_what_to_do(world: World) -> None:
    client = await world.client()
    told = problem(await upload(client, b"PK\x03\x04junk", "a.xlsx"), 422, "file_unreadable")
    assert told["facts"]["reason"] == "damaged"
    assert told["next_step"]


@pytest.mark.parametrize("says_so", [True, False], ids=["declared", "chunked"])
async def test_a_file_over_the_limit_is_refused_with_flat_memory(world: World, says_so: bool) -> None:
    client = await world.client()
    read = 0

    async def body() -> AsyncGenerator[bytes]:
        nonlocal read
        for _ in range(60):
            read += 1
            yield CHUNK

    headers = {"Content-Length": str(60 * len(CHUNK))} if says_so else {}
    tracemalloc.start()
    told = problem(await upload(client, body(), headers=headers), 413, "file_too_large")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert told["facts"] == {"limit_bytes": FILE_BYTES, "megabytes": 10}
    assert read <= FILE_BYTES // len(CHUNK) + 2
    assert peak < 4 * FILE_BYTES


async def test_the_files_of_a_person_have_a_limit_together(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachments, "PERSON_BYTES", 2 * len(CSV))
    ana, bia = await world.client("ana"), await world.client("bia")
    first = (await upload(ana)).json()["id"]
    assert (await upload(ana)).status_code == 201
    told = problem(await upload(ana), 422, "files_full")
    assert told["facts"] == {"used_bytes": 2 * len(CSV), "limit_bytes": 2 * len(CSV)}
    assert (await upload(bia)).status_code == 201
    await ana.delete(f"/api/attachments/{first}")
    assert (await upload(ana)).status_code == 201


async def test_the_limits_are_told_before_they_are_met(world: World) -> None:
    client = await world.client()
    told = (await client.get("/api/chat/limits")).json()
    assert told == {
        "message_characters": files.MESSAGE_CHARACTERS,
        "files_a_message": files.FILES_A_MESSAGE,
        "file_bytes": FILE_BYTES,
        "person_bytes": files.PERSON_BYTES,
        "types": list(files.TYPES),
    }


async def test_nobody_uploads_or_reads_without_signing_in(world: World) -> None:
    client = await world.client()
    made = (await upload(client)).json()["id"]
    async with nobody(world) as stranger:
        problem(await upload(stranger), 401, "sign_in_required")
        problem(await stranger.get(f"/api/attachments/{made}"), 401, "sign_in_required")


async def test_a_foreign_page_cannot_upload_with_the_cookie_of_a_person(world: World) -> None:
    client = await world.client()
    problem(await upload(client, headers={"Origin": "https://evil.example"}), 403, "origin_refused")

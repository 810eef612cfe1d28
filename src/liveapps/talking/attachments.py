"""Files that people bring: uploaded, read once, and put into the ledger of the run they are sent with."""

import hashlib
from collections.abc import Sequence

from liveapps.conversation.files import (
    FILE_TOOL,
    FILES_A_MESSAGE,
    PERSON_BYTES,
    Attachment,
    ReadFile,
    SaidFile,
    heads,
    safe_name,
)
from liveapps.conversation.readings import Reading
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.origin import Actor, Locale
from liveapps.panels.sheets import Sheet
from liveapps.people.users import User
from liveapps.ports import Clock, Files, Ids, Store, Tx

from .looking import CHAT_ZONE


class Attachments:
    """A file is its owner's alone: another's answers like one that does not exist."""

    def __init__(self, store: Store, files: Files, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._files = files
        self._clock = clock
        self._ids = ids

    async def upload(self, user: User, name: str, body: bytes, locale: Locale) -> Attachment:
        """Raises Refusal `file_unreadable` or `files_full`."""
        await self._store.read(lambda tx: _refuse_full(tx, user, len(body)))
        named = safe_name(name)
        read = await self._files.read(named, body, locale, CHAT_ZONE)
        made = Attachment(
            id=self._ids.new(),
            owner=user.id,
            name=named,
            size=len(body),
            digest=hashlib.sha256(body).hexdigest(),
            at=self._clock.now(),
            kind=read.kind,
            sheets=heads(read),
            characters=read.characters,
        )

        async def keep(tx: Tx) -> None:
            await _refuse_full(tx, user, made.size)
            await tx.put_attachment(made, read, body)

        await self._store.write(keep)
        return made

    async def content(self, user: User, attachment: str) -> tuple[Attachment, bytes]:
        async def body(tx: Tx) -> tuple[Attachment, bytes]:
            found = await own_attachment(tx, user, attachment)
            return found, await tx.attachment_content(attachment) or b""

        return await self._store.read(body)

    async def drop(self, user: User, attachment: str) -> None:
        """Forgets a file that was not sent; one that was belongs to its conversation, and nothing happens."""

        async def body(tx: Tx) -> None:
            await own_attachment(tx, user, attachment)
            if not await tx.is_sent(attachment):
                await tx.drop_attachment(attachment)

        await self._store.write(body)

    async def send(
        self, tx: Tx, user: User, attachments: Sequence[str], thread: str, run: str
    ) -> tuple[list[SaidFile], list[Reading]]:
        """Makes readings of the run out of files, one for each sheet, within the transaction that keeps the message.

        Raises Refusal `attachment_not_found` or `invalid_request`.
        """
        if len(attachments) > FILES_A_MESSAGE:
            raise Refusal(
                "invalid_request",
                f"The message brings {len(attachments)} files; the limit is {FILES_A_MESSAGE}.",
                "Send the others with another message.",
                count=len(attachments),
                limit=FILES_A_MESSAGE,
            )
        said: list[SaidFile] = []
        readings: list[Reading] = []
        for name in dict.fromkeys(attachments):
            found = await own_attachment(tx, user, name)
            read = await tx.attachment_read(name) or ReadFile(kind="text")
            own = [self._reading(user, found, sheet, run) for sheet in read.sheets]
            for reading in own:
                await tx.save_reading(reading)
            await tx.send_attachment(name, thread)
            said.append(_said(found, own))
            readings += own
        return said, readings

    def _reading(self, user: User, file: Attachment, sheet: Sheet, run: str) -> Reading:
        kept = len(sheet.rows)
        short = f"The first {kept} of {sheet.row_count} rows of the file." if kept < sheet.row_count else None
        return Reading(
            id=self._ids.new(),
            tool=FILE_TOOL,
            arguments={"file": file.name, "sheet": sheet.title, "attachment": file.id},
            actor=Actor(kind="person", id=user.id, name=user.name),
            run=run,
            started_at=file.at,
            ended_at=file.at,
            outcome="done",
            status="partial" if short else "complete",
            row_count=sheet.row_count,
            declared=sheet.row_count,
            rows=sheet.rows,
            fields=sheet.fields,
            file=file.name,
            result_hash=file.digest,
            message=short,
        )


async def own_attachment(tx: Tx, user: User, attachment: str) -> Attachment:
    """Raises Refusal `attachment_not_found`, for one that is no longer kept too."""
    found = await tx.attachment(attachment)
    if found is None or found.owner != user.id:
        raise gone("attachment_not_found", "attachment", attachment, "Upload the file again: POST /api/attachments.")
    return found


def _said(file: Attachment, readings: list[Reading]) -> SaidFile:
    rows = sum(reading.row_count or 0 for reading in readings)
    ids = [reading.id for reading in readings]
    return SaidFile(attachment=file.id, name=file.name, size=file.size, kind=file.kind, rows=rows, readings=ids)


async def _refuse_full(tx: Tx, user: User, size: int) -> None:
    used = await tx.bytes_of(user.id)
    if used + size > PERSON_BYTES:
        raise Refusal(
            "files_full",
            f"Your files weigh {used} bytes together; with this one they would pass the limit of {PERSON_BYTES}.",
            "Delete conversations with files that you no longer need, or wait: files are kept for a limited time.",
            used_bytes=used,
            limit_bytes=PERSON_BYTES,
        )

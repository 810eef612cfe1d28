"""Files of people, on PostgreSQL."""

from liveapps.conversation.files import Attachment, ReadFile

from .base import Sql


class AttachmentSql(Sql):
    async def put_attachment(self, attachment: Attachment, read: ReadFile, content: bytes) -> None:
        at, about = attachment.at.isoformat(), attachment.model_dump_json()
        columns = (attachment.id, attachment.owner, attachment.size, at, about, read.model_dump_json(), content)
        await self._run("put_attachment", *columns)

    async def attachment(self, attachment: str) -> Attachment | None:
        found = await self._value("attachment", attachment)
        return Attachment.model_validate_json(found) if found else None

    async def attachment_read(self, attachment: str) -> ReadFile | None:
        found = await self._value("attachment_read", attachment)
        return ReadFile.model_validate_json(found) if found else None

    async def attachment_content(self, attachment: str) -> bytes | None:
        return await self._value("attachment_content", attachment)

    async def bytes_of(self, owner: str) -> int:
        return int(await self._value("bytes_of", owner))

    async def send_attachment(self, attachment: str, thread: str) -> None:
        await self._run("send_attachment", attachment, thread)

    async def is_sent(self, attachment: str) -> bool:
        return await self._value("attachment_thread", attachment) is not None

    async def drop_attachment(self, attachment: str) -> None:
        await self._run("drop_attachment", attachment)

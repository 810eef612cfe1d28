"""Files of people, on SQLite."""

from liveapps.conversation.files import Attachment, ReadFile

from .base import Sql


class AttachmentSql(Sql):
    async def put_attachment(self, attachment: Attachment, read: ReadFile, content: bytes) -> None:
        self._run(
            "put_attachment",
            id=attachment.id,
            owner=attachment.owner,
            size=attachment.size,
            at=attachment.at.isoformat(),
            about=attachment.model_dump_json(),
            read=read.model_dump_json(),
            content=content,
        )

    async def attachment(self, attachment: str) -> Attachment | None:
        found = self._value("attachment", id=attachment)
        return Attachment.model_validate_json(found) if found else None

    async def attachment_read(self, attachment: str) -> ReadFile | None:
        found = self._value("attachment_read", id=attachment)
        return ReadFile.model_validate_json(found) if found else None

    async def attachment_content(self, attachment: str) -> bytes | None:
        return self._value("attachment_content", id=attachment)

    async def bytes_of(self, owner: str) -> int:
        return int(self._value("bytes_of", owner=owner))

    async def send_attachment(self, attachment: str, thread: str) -> None:
        self._run("send_attachment", id=attachment, thread=thread)

    async def is_sent(self, attachment: str) -> bool:
        return self._value("attachment_thread", id=attachment) is not None

    async def drop_attachment(self, attachment: str) -> None:
        self._run("drop_attachment", id=attachment)

"""The parts of a user's message: its words, and the files that were uploaded before."""

from ag_ui.core import TextInputContent, UserMessage
from ag_ui.core.types import FileSource

from liveapps.panels.errors import Refusal

PROVIDER = "liveapps"


def said_in(message: UserMessage) -> tuple[str, list[str]]:
    """The text, and the ids of attachments: media parts whose source is `{"type": "file", "value": id}`.

    Raises Refusal `invalid_request` for a file that travels in the message, or lies elsewhere.
    """
    if isinstance(message.content, str):
        return message.content, []
    texts: list[str] = []
    attachments: list[str] = []
    for part in message.content:
        if isinstance(part, TextInputContent):
            texts.append(part.text)
        elif isinstance(part.source, FileSource) and part.source.provider in (None, PROVIDER):
            attachments.append(part.source.value)
        else:
            raise Refusal(
                "invalid_request",
                f'A part of the message is a file from "{part.source.type}", which is not read from here.',
                'Upload it first (POST /api/attachments), and name it: {"type": "document", "source": {"type": "file", '
                '"value": its id, "provider": "liveapps"}}.',
                part=part.type,
                source=part.source.type,
            )
    return "\n".join(texts), attachments

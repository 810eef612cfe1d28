"""Behind the port `Files`: each file is opened in a process bounded in time and memory."""

import asyncio
from base64 import b64encode
from pathlib import Path

from liveapps.adapters.calculators.processes import CalculatorProcesses
from liveapps.conversation.files import ReadFile
from liveapps.panels.calculators import InstalledCalculator
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale

OPENING = InstalledCalculator(
    id="open_file", call="liveapps.adapters.files.opening:opened", title="Open a file", seconds=20, megabytes=1_024
)


class FileProcesses:
    def __init__(self, logs: Path) -> None:
        self._processes = CalculatorProcesses([OPENING], logs)

    async def read(self, name: str, body: bytes, locale: Locale, time_zone: str) -> ReadFile:
        """Raises Refusal `file_unreadable`."""
        encoded = (await asyncio.to_thread(b64encode, body)).decode()
        try:
            answer = await self._processes.run(
                OPENING.id, {"name": name, "body": encoded, "locale": locale, "time_zone": time_zone}
            )
        except Refusal as failed:
            raise _too_much(name, failed) from failed
        match answer:
            case {"refused": {"code": "file_unreadable", "message": message, "next_step": step, "facts": facts}}:
                raise Refusal("file_unreadable", message, step, **{**facts, "name": name})
            case _:
                return await asyncio.to_thread(ReadFile.model_validate, answer["read"])


def _too_much(name: str, failed: Refusal) -> Refusal:
    """It took too long, too much memory, or brought the reader down: all of them by what is in the file."""
    return Refusal(
        "file_unreadable",
        f'"{name}" could not be read within the limits of time and memory.',
        "Save only the part you need as CSV, and send that.",
        name=name,
        reason="too_much",
        failure=failed.code,
    )

"""Runs calculators, each in a process of its own: bounded in time, memory and what it may answer."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from liveapps.blocks.base import JsonObject
from liveapps.panels.calculators import InstalledCalculator
from liveapps.panels.errors import not_found

from . import failures

log = logging.getLogger(__name__)

CHILD = "liveapps.adapters.calculators.child"
HANDED_ON = ("PATH", "HOME", "LANG", "LC_ALL")
AT_ONCE = 4
MOST_BYTES = 32 * 2**20
"""What one answer may weigh: 20,000 rows of a good kilobyte each."""
PRINTED_BYTES = 64 * 2**10
"""How much of what it prints is kept: the end of it, where an exception tells its place."""
PARTING_SECONDS = 5.0


class CalculatorProcesses:
    """Behind the port `Calculations`. What a calculator prints is kept in `logs`, of its last run alone.

    Raises Refusal `invalid_input` when two have one id.
    """

    def __init__(self, installed: Iterable[InstalledCalculator], logs: Path) -> None:
        self._installed: dict[str, InstalledCalculator] = {}
        for one in installed:
            if self._installed.setdefault(one.id, one) is not one:
                raise failures.named_twice(one)
        self._logs = logs
        self._turns = asyncio.Semaphore(AT_ONCE)

    def names(self) -> list[str]:
        return list(self._installed)

    async def run(self, name: str, given: JsonObject) -> Any:
        """What the function answered, as JSON values.

        Raises Refusal `tool_not_found`, `tool_failed`, `tool_timeout`, or `tool_output_unreadable` for an answer
        that has no form in JSON or is too large.
        """
        if name not in self._installed:
            raise not_found("tool_not_found", "tool", name, self._installed)
        calculator = self._installed[name]
        body = await asyncio.to_thread(orjson.dumps, given)
        async with self._turns:
            try:
                process = await _start(calculator)
            except OSError as problem:
                log.error('calculator "%s" could not be started: %s', name, type(problem).__name__)
                raise failures.not_started(calculator) from None
            ran = _Ran(process)
            try:
                await ran.through(body, calculator.seconds)
            except TimeoutError:
                raise failures.timed_out(calculator) from None
            finally:
                await asyncio.to_thread(self._keep_printed, name, bytes(ran.printed))
        if ran.too_large:
            raise failures.too_large(calculator, MOST_BYTES)
        return _answer(calculator, await asyncio.to_thread(_loads, bytes(ran.answer)), process.returncode)

    def _keep_printed(self, name: str, printed: bytes) -> None:
        try:
            self._logs.mkdir(parents=True, exist_ok=True)
            (self._logs / failures.log_of(name)).write_bytes(printed)
        except OSError as problem:
            log.warning('what calculator "%s" printed could not be kept: %s', name, type(problem).__name__)


def environment(environ: Mapping[str, str], folder: str | None) -> dict[str, str]:
    """What any program needs, and no secret of ours. The same order of sets and the same time zone at every run."""
    path = [os.path.abspath(folder)] if folder else []
    path += [os.path.abspath(one) for one in sys.path]
    same = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "TZ": "UTC", "PYTHONPATH": os.pathsep.join(path)}
    return {name: environ[name] for name in HANDED_ON if name in environ} | same


async def _start(calculator: InstalledCalculator) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", CHILD),
        *(calculator.call, str(calculator.seconds), str(calculator.megabytes)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(os.environ, calculator.folder),
        # A group of its own, so that what it started ends with it.
        start_new_session=True,
    )


@dataclass
class _Ran:
    """One process and what came of it."""

    process: asyncio.subprocess.Process
    answer: bytearray = field(default_factory=bytearray)
    printed: bytearray = field(default_factory=bytearray)
    too_large: bool = False

    async def through(self, body: bytes, seconds: float) -> None:
        """Returns when the process has ended by itself. Raises TimeoutError; then, too, it has ended."""
        work = asyncio.gather(self._give(body), self._hear(), self._overhear(), self.process.wait())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.shield(work)
        finally:
            if not work.done():
                self._end()
                # Its pipes close with it. Something that left its group could hold them: nobody waits for that.
                await asyncio.wait({work}, timeout=PARTING_SECONDS)

    async def _give(self, body: bytes) -> None:
        pipe = self.process.stdin
        assert pipe is not None
        try:
            pipe.write(body)
            await pipe.drain()
            pipe.close()
            await pipe.wait_closed()
        except (BrokenPipeError, ConnectionResetError):
            return  # it ended without having read

    async def _hear(self) -> None:
        pipe = self.process.stdout
        assert pipe is not None
        while part := await pipe.read(2**16):
            if len(self.answer) + len(part) > MOST_BYTES and not self.too_large:
                self.too_large = True
                self._end()
            if not self.too_large:
                self.answer += part

    async def _overhear(self) -> None:
        """Reads all it prints, so that it never waits for a reader, and keeps the end."""
        pipe = self.process.stderr
        assert pipe is not None
        while part := await pipe.read(2**16):
            self.printed += part
            del self.printed[:-PRINTED_BYTES]

    def _end(self) -> None:
        try:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        except ProcessLookupError:
            return  # it ended meanwhile


def _loads(raw: bytes) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None


def _answer(calculator: InstalledCalculator, told: Any, code: int | None) -> Any:
    match told:
        case {"answer": answer}:
            return answer
        case {"failed": "memory"}:
            raise failures.out_of_memory(calculator)
        case {"failed": "form"}:
            raise failures.no_json(calculator)
        case {"failed": str(kind), "at": str(place)}:
            raise failures.raised(calculator, kind, place)
        case _:
            raise failures.ended(calculator, code)

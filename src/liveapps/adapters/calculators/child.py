"""The process of one calculation: JSON comes in on standard input, JSON goes out on standard output.

Started as `python -m liveapps.adapters.calculators.child module:function seconds megabytes`. What the function prints
goes to standard error, whatever prints it. Knows nothing of the house.
"""

import importlib
import os
import sys
import traceback
from types import TracebackType
from typing import Any

from pydantic_core import PydanticSerializationError, from_json, to_json


def main() -> None:
    call, seconds, megabytes = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    given = from_json(sys.stdin.buffer.read())
    _limit(seconds, megabytes)
    answers.write(_told(call, given))
    answers.close()


def _limit(seconds: float, megabytes: int) -> None:
    """Who started this process ends it in time; the limit on processor time holds should that one be gone."""
    try:
        import resource
    except ImportError:  # the system has none
        return
    limits = {resource.RLIMIT_AS: megabytes * 2**20, resource.RLIMIT_CPU: int(seconds) + 2, resource.RLIMIT_CORE: 0}
    for what, most in limits.items():
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):
            print("this system does not limit", what, file=sys.stderr)


def _told(call: str, given: dict[str, Any]) -> bytes:
    """What the function answered, or how it failed: never an exception's own text, which may quote anything."""
    try:
        return b'{"answer":%b}' % to_json(_function(call)(**given), inf_nan_mode="null")
    except MemoryError:
        return b'{"failed":"memory"}'
    except PydanticSerializationError:
        traceback.print_exc()
        return b'{"failed":"form"}'
    except BaseException as problem:
        traceback.print_exc()
        return to_json({"failed": type(problem).__name__, "at": _place(problem.__traceback__)})


def _function(call: str) -> Any:
    module, _, name = call.partition(":")
    return getattr(importlib.import_module(module), name)


def _place(trace: TracebackType | None) -> str:
    """Where in the calculator it was; nothing when it could not even be imported."""
    ours = (__file__, importlib.__file__, "<frozen")
    frames = [frame for frame in traceback.extract_tb(trace) if not frame.filename.startswith(ours)]
    return f"{os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}" if frames else ""


if __name__ == "__main__":
    main()

"""A look at the arguments of a tool before it is called. The types are left to the tool itself."""

from difflib import get_close_matches
from typing import Any, cast

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal
from liveapps.panels.powers import Tool


def check_arguments(tool: Tool, arguments: JsonObject) -> None:
    """Raises Refusal `invalid_input` for a required argument that is missing or a name the tool does not take."""
    known = cast("JsonObject", tool.parameters.get("properties") or {})
    required = cast("list[str]", tool.parameters.get("required") or [])
    missing = [name for name in required if name not in arguments]
    closed = tool.parameters.get("additionalProperties") is False
    strange = [name for name in arguments if closed and name not in known]
    if missing:
        raise _refusal(tool, f'"{tool.name}" needs the argument "{missing[0]}".', missing[0], known)
    if strange:
        raise _refusal(tool, f'"{tool.name}" takes no argument "{strange[0]}".', strange[0], known)


def _refusal(tool: Tool, message: str, argument: str, known: JsonObject) -> Refusal:
    names = sorted(known)
    step = f"Its arguments are: {', '.join(names)}." if names else "Call it without arguments."
    near: list[Any] = get_close_matches(argument, names, n=3)
    return Refusal("invalid_input", message, step, tool=tool.name, argument=argument, choices=names, near=near)

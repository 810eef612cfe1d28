"""A look at the arguments of a tool before it is called. The types are left to the tool itself."""

from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from itertools import islice
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


def check_values(tool: Tool, arguments: JsonObject) -> None:
    """Also looks at the values, against the tool's own JSON Schema: for arguments that a person is to approve, or has
    written. A schema that is not valid checks nothing.

    Raises Refusal `invalid_input` with the place that is wrong.
    """
    check_arguments(tool, arguments)
    # Slow to import, and brings no types of its own.
    schemas: Any = import_module("jsonschema")
    no_addresses: Any = import_module("referencing").Registry()
    kind = schemas.validators.validator_for(tool.parameters, default=schemas.Draft202012Validator)
    try:
        kind.check_schema(tool.parameters)
        found: Iterator[Any] = kind(tool.parameters, registry=no_addresses).iter_errors(arguments)
        problems = list(islice(found, 20))
    except Exception:
        return
    if problems:
        told = [{"argument": ".".join(map(str, one.absolute_path)), "problem": one.message[:200]} for one in problems]
        first = told[0]
        raise Refusal(
            "invalid_input",
            f'"{tool.name}" does not take these arguments: {first["argument"] or "all of them"}: {first["problem"]}.',
            "Mend the places named in facts.problems.",
            tool=tool.name,
            problems=told,
        )

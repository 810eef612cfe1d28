"""The agent's tools as a provider takes them, and what a model wrote as a call, read with doubt."""

import json
import re
from collections.abc import Iterable

from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import ToolDefinition

from liveapps.blocks.base import JsonObject
from liveapps.ports import Offer, Told
from liveapps.talking.instructions import fence, harmless

EMPTY: JsonObject = {"type": "object", "properties": {}}


def wire_name(name: str) -> str:
    """Providers take letters, digits, "_" and "-", and 64 of them: "crm.list" goes as "crm__list"."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name.replace(".", "__"))[:64]


class Toolset:
    def __init__(self, offers: Iterable[Offer]) -> None:
        """Of two tools that providers could not tell apart only the first is offered."""
        self._names: dict[str, str] = {}
        self.definitions: list[ToolDefinition] = []
        for offer in offers:
            name = wire_name(offer.name)
            if name not in self._names:
                self._names[name] = offer.name
                schema = EMPTY | offer.parameters
                made = ToolDefinition(
                    name=name, description=offer.description, parameters_json_schema=schema, strict=False
                )
                self.definitions.append(made)

    def name_of(self, call: ToolCallPart) -> str | None:
        return self._names.get(call.tool_name)

    def unknown(self) -> Told:
        return Told(f"There is no such tool, and nothing was done. Use one of: {', '.join(self._names)}.")


def arguments_of(call: ToolCallPart) -> JsonObject | None:
    """None when what the model wrote is no whole JSON object."""
    if isinstance(call.args, dict):
        return call.args
    if not call.args:
        return {}
    try:
        read = json.loads(call.args)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None  # pyright: ignore[reportUnknownVariableType] any JSON


UNREADABLE = Told(
    "The arguments of this call are no whole JSON object, so nothing was done. Send the call again, whole. If a list "
    "made it too long, send fewer rows at once."
)
REPEATED = Told(
    "This same call was made before, with the same arguments, and its answer stands above. It is not made again. "
    "Answer now with what you have, and say what is missing."
)


def written(told: Told, tool: str) -> str:
    """What a model reads of it: the house's words, then what is from outside, marked as data."""
    said = harmless(told.said)
    return f"{said}\n{fence(f'tool {tool}', told.data)}" if told.data else said

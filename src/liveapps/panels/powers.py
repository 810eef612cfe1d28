"""How much a tool can do, and what may run it without a model. Default deny."""

from typing import Literal, get_args

from liveapps.blocks.base import JsonObject, Model

from .errors import Refusal

Power = Literal["read", "row_write", "domain", "generic_write"]
"""`read` changes nothing; `row_write` can do what the screen already can (update one row); `domain` acts
on the world; `generic_write` takes free text such as SQL or a path. An unknown tool counts as `domain`."""

ROW_TOOL = "panel.update_row"


class Tool(Model):
    """A tool as the house knows it: `name` is "source.tool"; `parameters` is its JSON Schema."""

    name: str
    title: str = ""
    description: str = ""
    parameters: JsonObject = {}
    power: Power = "domain"


def may_refresh(tool: Tool) -> bool:
    return tool.power == "read"


def authorises_itself(tool: Tool) -> bool:
    """A button needs no grant when its tool can do no more than the screen already can."""
    return tool.power in ("read", "row_write")


def needs_approval(tool: Tool) -> bool:
    """Whether an agent may call it only after a person has decided: it acts outside the panels."""
    return tool.power in ("domain", "generic_write")


def refuse_greater(tool: Tool, at_most: Power | None) -> None:
    """For the moment of the call: what a source says of its tool may have changed since the call was allowed.

    Raises Refusal `tool_not_read_only` or `tool_not_granted` when the tool can do more than `at_most`.
    """
    order = get_args(Power)
    if at_most is None or order.index(tool.power) <= order.index(at_most):
        return
    raise Refusal(
        "tool_not_read_only" if at_most == "read" else "tool_not_granted",
        f'"{tool.name}" was allowed as a tool of power "{at_most}", and its source now says that it is '
        f'"{tool.power}". It was not called.',
        "Ask an agent boss to look at what the tool does now.",
        tool=tool.name,
        power=tool.power,
        at_most=at_most,
    )


def not_a_refresher(tab: str, tool: str, power: Power | None) -> Refusal:
    return Refusal(
        "tool_not_read_only",
        f'Tab "{tab}" cannot refresh through "{tool}": it is not known to be read-only.',
        "Choose a tool that only reads, or ask the agent boss to declare this one read-only.",
        tab=tab,
        tool=tool,
        power=power or "unknown",
    )

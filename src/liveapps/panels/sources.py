"""Where tools come from, as the agent boss configures it: how to reach a source and what each tool may do."""

from typing import Annotated, Literal, cast

from pydantic import Field as Constraint
from pydantic import StringConstraints, model_validator

from liveapps.blocks.base import JsonObject, Model, Slug

from .breaker import Patience
from .extracts import Extract
from .fields import Field
from .powers import Power
from .provenance import Window

FREE_TEXT = frozenset({"sql", "query", "statement", "command", "cmd", "script", "code", "path"})
"""Arguments by which a tool can be told to do nearly anything."""


class Stdio(Model):
    """A program that speaks MCP on its standard input and output, in an environment of its own.

    Of our own environment it sees what any program needs (`PATH`, `HOME`, `USER`, `LANG`…) and the variables
    that `pass_env` names, so that a secret need not stand in a file; on top of that, `env`.
    """

    kind: Literal["stdio"] = "stdio"
    command: Annotated[str, StringConstraints(min_length=1)]
    args: list[str] = []
    env: dict[str, str] = {}
    pass_env: list[str] = []
    cwd: str | None = None


class Http(Model):
    """A server reached by streamable HTTP. `token_env` names the variable that holds its bearer token."""

    kind: Literal["http"] = "http"
    url: Annotated[str, StringConstraints(pattern=r"^https?://")]
    token_env: str | None = None


Transport = Annotated[Stdio | Http, Constraint(discriminator="kind")]


class ToolPolicy(Model):
    """What the boss says of one tool. `power` is an explicit statement; left out, it is derived.

    `fields` tell how its rows are drawn when shown, and `key` names those by which a row is recognised
    when it comes again; `window` is the argument that takes a number of days.
    """

    power: Power | None = None
    title: str = ""
    extract: Extract | None = None
    key: list[Slug] = []
    fields: list[Field] = []
    window: Window | None = None

    @model_validator(mode="after")
    def _key_is_among_fields(self) -> "ToolPolicy":
        known = {field.id for field in self.fields}
        for name in self.key:
            if known and name not in known:
                raise ValueError(f'key field "{name}" is not one of its fields')
        return self


class Source(Model):
    """`timeout_seconds` bounds each call, `start_seconds` its opening; `max_bytes` is what one answer may weigh;
    `patience` says when it is paused."""

    name: Slug
    transport: Transport
    timeout_seconds: Annotated[float, Constraint(gt=0, le=3_600)] = 20
    start_seconds: Annotated[float, Constraint(gt=0, le=3_600)] = 60
    max_bytes: Annotated[int, Constraint(gt=0)] = 5_000_000
    patience: Patience = Patience()
    tools: dict[str, ToolPolicy] = {}


def policies(sources: list[Source]) -> dict[str, ToolPolicy]:
    """All that was said of tools, by full name ("source.tool")."""
    return {f"{source.name}.{tool}": policy for source in sources for tool, policy in source.tools.items()}


def power_of(policy: ToolPolicy, *, says_read_only: bool, parameters: JsonObject) -> Power:
    """The boss's word, else the tool's own annotation, else what must be feared of it. Default deny."""
    if policy.power is not None:
        return policy.power
    if says_read_only:
        return "read"
    arguments = cast("JsonObject", parameters.get("properties") or {})
    return "generic_write" if FREE_TEXT & {name.lower() for name in arguments} else "domain"

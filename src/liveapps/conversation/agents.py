"""An agent as its boss configures it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import StringConstraints

from liveapps.blocks.base import JsonObject, Label, Model, Slug
from liveapps.panels.origin import Locale

Texts = dict[Locale, str]


class Vocabulary(Model):
    """Values that a person may name for an argument: those the data has in `field`, and other `words` for them."""

    argument: Slug
    field: Slug
    words: dict[str, str] = {}


class Intent(Model):
    """What the offline agent can do: when one of `nouns` is said, call `tool` and show its rows.

    `block` is the block to show, without its id and title. `reply` may use {count} and {values}.
    """

    nouns: Annotated[list[str], Constraint(min_length=1)]
    tool: str
    arguments: JsonObject = {}
    vocabulary: list[Vocabulary] = []
    block: JsonObject = {"kind": "table"}
    title: Texts
    reply: Texts


class RunLimits(Model):
    """What one run may take; the run ends where one of them is reached.

    `requests` to the model, `tokens` read and written by it, `tool_calls`, and `seconds` of waiting for the model: a
    call of a tool that has begun is left to end.
    """

    requests: Annotated[int, Constraint(ge=1, le=500)] = 20
    tokens: Annotated[int, Constraint(ge=1_000)] = 300_000
    tool_calls: Annotated[int, Constraint(ge=1, le=500)] = 40
    seconds: Annotated[int, Constraint(ge=1, le=3_600)] = 300


class Agent(Model):
    """`tools` are those it may call; `stages` are offered when one of its lists becomes a board.

    With `runtime = "model"`, `model` is "provider:name" (see `models.py`) and `instructions` are the boss's own words
    to it. `base_url` is another address that speaks the provider's protocol; `key_env` names the environment variable
    of its key, instead of the provider's usual one.
    """

    id: Slug
    name: Label
    description: Texts = {}
    runtime: Literal["offline", "model"] = "offline"
    model: Annotated[str, StringConstraints(max_length=200)] = ""
    base_url: Annotated[str, StringConstraints(pattern=r"^https?://[^\s@]+$", max_length=500)] | None = None
    key_env: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]{0,99}$")] | None = None
    instructions: Annotated[str, StringConstraints(max_length=8_000)] = ""
    limits: RunLimits = RunLimits()
    tools: list[str] = []
    chips: dict[Locale, list[str]] = {}
    stages: dict[Locale, list[str]] = {}
    intents: list[Intent] = []


class AgentKey(Model):
    """The key of an agent's model, sealed, as a boss set it."""

    agent: Slug
    sealed: str
    set_by: str
    set_at: datetime


class TriedOut(Model):
    """What came of asking a model for one word."""

    model: str
    seconds: float
    input_tokens: int
    output_tokens: int

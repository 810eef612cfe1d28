"""An agent as its boss configures it."""

from typing import Annotated, Literal

from pydantic import Field as Constraint

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


class Agent(Model):
    """`tools` are those it may call; `stages` are offered when one of its lists becomes a board."""

    id: Slug
    name: Label
    description: Texts = {}
    runtime: Literal["offline", "model"] = "offline"
    tools: list[str] = []
    chips: dict[Locale, list[str]] = {}
    stages: dict[Locale, list[str]] = {}
    intents: list[Intent] = []

"""What the chat's screen is given: a thread whole, and what saving an answer would do."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import StringConstraints

from liveapps.blocks.base import Label, Model, Slug
from liveapps.panels.receipts import Receipt
from liveapps.panels.slices import Slice
from liveapps.panels.template import Audience, Template

from .answers import Answer
from .threads import Message, Thread

ThreadState = Literal["idle", "answering", "waiting", "failed"]
"""`waiting`: for a decision of its owner. `failed`: its last run did."""


class ThreadSummary(Model):
    """A conversation in the list of its owner. `found` is where the words of a search stand in it."""

    id: str
    agent: str
    title: str
    updated_at: datetime
    pinned: bool
    state: ThreadState
    unread: bool
    found: str | None = None


class AttemptHead(Model):
    """What was said from a place on before that was said otherwise: it came after the message `after`, or began the
    thread. Agents do not read it."""

    number: int
    after: str | None


class Attempt(Model):
    number: int
    messages: list[Message]
    answers: dict[str, Answer]


class ThreadView(Model):
    """`active_run` is the run that is answering right now, if any."""

    thread: Thread
    messages: list[Message]
    answers: dict[str, Answer]
    active_run: str | None = None
    attempts: list[AttemptHead] = []


class Understood(Model):
    """The words mean this slice of that answer: `shown` of `total` rows. `sentence` says it back."""

    outcome: Literal["understood"] = "understood"
    slice: Slice
    sentence: str
    shown: int
    total: int


class Ask(Model):
    """The words are for the agent. `reason` is a closed word for why."""

    outcome: Literal["ask"] = "ask"
    reason: str


Understanding = Annotated[Understood | Ask, Constraint(discriminator="outcome")]


class NewPanel(Model):
    """A new panel with one tab. `stages` adds a board over the same rows, with these columns."""

    kind: Literal["new_panel"] = "new_panel"
    title: Label
    audience: Audience = Audience()
    stages: Annotated[list[Label], Constraint(max_length=20)] = []


class NewTab(Model):
    kind: Literal["new_tab"] = "new_tab"
    panel: str
    title: Label
    stages: Annotated[list[Label], Constraint(max_length=20)] = []


class IntoCollection(Model):
    """The rows go into a collection that is already there, matched by its key."""

    kind: Literal["into_collection"] = "into_collection"
    panel: str
    collection: Slug


SaveTo = Annotated[NewPanel | NewTab | IntoCollection, Constraint(discriminator="kind")]


Reason = Literal["field_not_in_collection", "no_key_value", "duplicate_key"]


class NotSaved(Model):
    """One thing of the answer that has no place there: the title of a field, or how many rows.

    `reason` is a closed word that the screen translates.
    """

    what: Annotated[str, StringConstraints(max_length=120)]
    reason: Reason


class SavePreview(Model):
    """What saving would do: the template as it would be, and how the rows would meet those already there."""

    template: Template
    tab: Slug
    collection: Slug | None
    new_rows: int
    matching_rows: int
    not_saved: list[NotSaved]
    refresh_tool: str | None


class Saved(Model):
    panel: str
    tab: Slug
    receipt: Receipt
    not_saved: list[NotSaved]

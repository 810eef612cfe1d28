"""What a person did in a widget: identified events, told in the third person.

The effect is committed first; telling the assistant comes second, and what it missed comes with its next answer.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import Field as Constraint
from pydantic import StringConstraints, TypeAdapter, ValidationError

from liveapps.blocks.base import JsonObject, Model, Slug
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale

EVENT_VERSION = 1


class _Event(Model):
    """`event_id` is made by the widget, `proposal` is the question that was answered."""

    schema_version: Literal[1] = EVENT_VERSION
    event_id: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z-]{8,64}$")]
    proposal: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class PickedRow(_Event):
    event: Literal["picked_row"] = "picked_row"
    row: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ConfirmedChange(_Event):
    event: Literal["confirmed_change"] = "confirmed_change"


class MovedCard(_Event):
    event: Literal["moved_card"] = "moved_card"
    stage: Slug


class ReviewedSuggestion(_Event):
    event: Literal["reviewed_suggestion"] = "reviewed_suggestion"
    accept: bool


class Cancelled(_Event):
    event: Literal["cancelled"] = "cancelled"


WidgetEvent = Annotated[
    PickedRow | ConfirmedChange | MovedCard | ReviewedSuggestion | Cancelled, Constraint(discriminator="event")
]
EVENTS: tuple[type[Model], ...] = (PickedRow, ConfirmedChange, MovedCard, ReviewedSuggestion, Cancelled)
EVENT: TypeAdapter[WidgetEvent] = TypeAdapter(WidgetEvent)
EventName = Literal["picked_row", "confirmed_change", "moved_card", "reviewed_suggestion", "cancelled"]
ANSWERS: dict[str, tuple[EventName, ...]] = {
    "set_values": ("confirmed_change", "cancelled"),
    "remove": ("confirmed_change", "cancelled"),
    "move_to": ("moved_card", "cancelled"),
    "settle": ("reviewed_suggestion", "cancelled"),
    "pick_one": ("picked_row", "cancelled"),
}
"""Which events answer which kind of question."""


class RecordedEvent(Model):
    """What happened, by ids alone: names are looked up when it is told. `told_at` is when the assistant was told."""

    id: str
    session: str
    at: datetime
    panel: str
    collection: Slug
    row: str | None
    removed: bool = False
    field: Slug | None = None
    event: WidgetEvent
    told_at: datetime | None = None


def read_event(raw: JsonObject) -> WidgetEvent:
    """Raises Refusal `event_unknown` for a version or a name that this server does not know, and `invalid_input`."""
    if raw.get("schema_version", EVENT_VERSION) != EVENT_VERSION:
        raise _unknown("version", str(raw.get("schema_version"))[:40], [str(EVENT_VERSION)])
    if raw.get("event") not in get_args(EventName):
        raise _unknown("event", str(raw.get("event"))[:40], list(get_args(EventName)))
    try:
        return EVENT.validate_python(raw)
    except ValidationError as wrong:
        problems = [
            {"at": ".".join(str(part) for part in one["loc"][1:]), "problem": one["msg"]}
            for one in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise Refusal(
            "invalid_input",
            f"The event is not valid: {problems[0]['at']}: {problems[0]['problem']}",
            "Mend the places named in facts.problems and send it again.",
            problems=problems[:20],
        ) from None


def _unknown(what: str, got: str, known: list[str]) -> Refusal:
    return Refusal(
        "event_unknown",
        f'This server does not know the {what} "{got}" of widget events.',
        f"Load the widget again. Known here: {', '.join(known)}.",
        what=what,
        got=got,
        choices=known,
    )


Sentence = Literal[
    "picked", "confirmed", "removed", "moved", "accepted", "dismissed", "cancelled", "cancelled_pick", "no_stage"
]
SENTENCES: dict[Locale, dict[Sentence, str]] = {
    "pt-BR": {
        "picked": "O usuário escolheu {row}",
        "confirmed": "O usuário confirmou a alteração em {row}",
        "removed": "O usuário confirmou a remoção de {row}",
        "moved": "O usuário moveu {row} para {stage}",
        "accepted": "O usuário aceitou a sugestão para {field} em {row}",
        "dismissed": "O usuário dispensou a sugestão para {field} em {row}",
        "cancelled": "O usuário cancelou a alteração em {row}",
        "cancelled_pick": "O usuário não escolheu nenhuma linha",
        "no_stage": "Sem etapa",
    },
    "en": {
        "picked": "The user chose {row}",
        "confirmed": "The user confirmed the change in {row}",
        "removed": "The user confirmed the removal of {row}",
        "moved": "The user moved {row} to {stage}",
        "accepted": "The user accepted the suggestion for {field} in {row}",
        "dismissed": "The user dismissed the suggestion for {field} in {row}",
        "cancelled": "The user cancelled the change in {row}",
        "cancelled_pick": "The user chose no row",
        "no_stage": "No stage",
    },
}


def sentence(recorded: RecordedEvent, locale: Locale, row: str, name_of: Callable[[str, str], str]) -> str:
    """`row` is what the row is called; `name_of` gives the title of an option or a field, by "stage" or "field"."""
    event = recorded.event
    names: dict[str, Any] = {"row": row}
    match event:
        case MovedCard():
            key: Sentence = "moved"
            names["stage"] = name_of("stage", event.stage)
        case ReviewedSuggestion():
            key = "accepted" if event.accept else "dismissed"
            names["field"] = name_of("field", recorded.field or "")
        case ConfirmedChange():
            key = "removed" if recorded.removed else "confirmed"
        case PickedRow():
            key = "picked"
        case Cancelled():
            key = "cancelled" if recorded.row else "cancelled_pick"
    return SENTENCES[locale][key].format_map(names)

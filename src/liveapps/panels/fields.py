"""What a field of a collection is: its type, its role on a card, and who its value belongs to."""

from typing import Annotated, Any, Literal, cast

from pydantic import Field as Constraint
from pydantic import StringConstraints, model_validator

from liveapps.blocks.base import Label, Model, Slug

FieldType = Literal[
    "text",
    "long_text",
    "number",
    "money",
    "percent",
    "date",
    "datetime",
    "boolean",
    "choice",
    "stage",
    "person",
    "url",
    "email",
    "phone",
    "tags",
    "image",
    "file",
]
Role = Literal["title", "subtitle", "stage", "value", "due", "owner", "image", "link", "tag", "latitude", "longitude"]
Door = Literal[
    "board",
    "chat",
    "refresh",
    "calculator",
    "button",
    "webhook",
    "calendar",
    "event_title",
    "import",
    "api",
    "mcp",
    "mcp_widget",
    "system",
]
"""How a write came in. `board` is a person at the panel, `chat` a conversation, `import` a list someone sends;
the server stamps it, a payload never can."""

NUMERIC: frozenset[FieldType] = frozenset({"number", "money", "percent"})
TEXTUAL: frozenset[FieldType] = frozenset(
    {"text", "long_text", "choice", "person", "url", "email", "phone", "image", "file"}
)


class Option(Model):
    id: Slug
    title: Label
    colour: Literal["grey", "blue", "green", "amber", "red", "violet"] = "grey"


class Anchor(Model):
    """The value becomes a fact for other mechanisms; only these doors may state it."""

    doors: Annotated[list[Door], Constraint(min_length=1)]


class Field(Model):
    """`belongs_to: source` follows what is shipped until a person sets it; `panel` is never shipped over.

    Left out, it is `panel` for a stage (whoever moved the card owns it) and `source` for the rest.
    """

    id: Slug
    title: Label
    type: FieldType
    role: Role | None = None
    options: list[Option] = []
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    unit: Annotated[str, StringConstraints(max_length=20)] | None = None
    anchor: Anchor | None = None
    belongs_to: Literal["panel", "source"] = "source"

    @model_validator(mode="before")
    @classmethod
    def _stage_is_ours_by_default(cls, raw: object) -> object:
        if isinstance(raw, dict):
            given = cast("dict[str, Any]", raw)
            if given.get("type") == "stage":
                return {"belongs_to": "panel", **given}
        return cast("object", raw)

    @model_validator(mode="after")
    def _options_fit_type(self) -> "Field":
        if self.type in ("choice", "stage"):
            if not self.options:
                raise ValueError(f'field "{self.id}" is a {self.type} and needs options')
            ids = [option.id for option in self.options]
            if len(ids) != len(set(ids)):
                raise ValueError(f'field "{self.id}" repeats an option id')
        elif self.options:
            raise ValueError(f'field "{self.id}" is a {self.type} and takes no options')
        if (self.role == "stage") != (self.type == "stage"):
            raise ValueError(f'field "{self.id}": type stage and role stage go together')
        if self.currency and self.type != "money":
            raise ValueError(f'field "{self.id}" is a {self.type} and takes no currency')
        return self

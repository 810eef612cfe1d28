"""What every kind of block shares: the frozen model, its id, and its traits."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class Model(BaseModel):
    """A value: frozen, strict, and closed to unknown keys (a typo is refused, never ignored)."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        # Without it `kind` is optional in the generated types and unions cannot be told apart.
        json_schema_serialization_defaults_required=True,
    )


Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
"""An id chosen by the author of a template: lower case, digits and underscores."""

Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Markdown = Annotated[str, StringConstraints(max_length=100_000)]
JsonObject = dict[str, Any]

Group = Literal["rows", "numbers", "structure", "static", "chat"]
Holds = Literal["rows", "content", "nothing"]


class SameDrawing(Model):
    """Saved to a panel, the block looks exactly as it did in the chat."""

    destination: Literal["same_drawing"] = "same_drawing"


class NotAPanel(Model):
    """The block belongs to a conversation by nature and has no place in a panel."""

    destination: Literal["not_a_panel"] = "not_a_panel"
    reason: Label


Destination = Annotated[SameDrawing | NotAPanel, Field(discriminator="destination")]


class Traits(Model):
    """What the rest of the house may know of a kind without knowing the kind.

    `holds` says where its data is: `rows` in a collection shared with other blocks, `content` in
    the block itself, `nothing` when the template already says everything.
    """

    group: Group
    holds: Holds
    in_panel: Destination


class Format(Model):
    """How one number is written. `decimals` is a maximum, and money always shows its currency's own."""

    type: Literal["number", "money", "percent"] = "number"
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    unit: Annotated[str, StringConstraints(max_length=20)] | None = None
    decimals: Annotated[int, Field(ge=0, le=6)] | None = None


class Sort(Model):
    field: Slug
    descending: bool = False


Op = Literal["is", "is_not", "in", "not_in", "contains", "gt", "gte", "lt", "lte", "is_empty", "is_not_empty"]
"""`is` and `contains` ignore case and accents in text; the ordered ones need a number or a date; `in` and
`not_in` take a list; a value of the form {"days_ago": 30} is that many days before today."""


class Condition(Model):
    field: Slug
    op: Op
    value: Any = None


class BlockBase(Model):
    """`width` is in columns of a 12-column grid."""

    id: Slug
    title: Annotated[str, StringConstraints(max_length=120)] = ""
    width: Annotated[int, Field(ge=1, le=12)] = 12


class RowsBlock(BlockBase):
    """A view over the rows of the collection it names. Several views may share one collection.

    `where` leaves rows out of this view only; the screen says how many of how many it shows.
    """

    of: Slug
    where: Annotated[list[Condition], Field(max_length=30)] = []


class Example(Model):
    """One real drawing of a kind: test data, gallery entry and documentation sample at once.

    A row kind brings the `fields` and `rows` of a small collection; the other kinds bring `content`.
    """

    block: JsonObject
    content: JsonObject | None = None
    fields: list[JsonObject] = []
    rows: list[JsonObject] = []

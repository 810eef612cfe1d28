"""action_buttons: buttons that run a tool directly, without the model."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .base import BlockBase, Example, JsonObject, Label, Model, SameDrawing, Slug, Traits


class Button(Model):
    """Naming a tool grants nothing: whether it may run is decided outside the template, at each press."""

    id: Slug
    label: Label
    tool: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    arguments: JsonObject = {}
    confirm: Annotated[str, StringConstraints(max_length=300)] | None = None
    look: Literal["primary", "plain", "danger"] = "plain"


class ActionButtonsBlock(BlockBase):
    kind: Literal["action_buttons"] = "action_buttons"
    buttons: Annotated[list[Button], Field(min_length=1, max_length=8)]


TRAITS = Traits(group="static", holds="nothing", in_panel=SameDrawing())

EXAMPLE = Example(
    block={
        "kind": "action_buttons",
        "id": "actions",
        "title": "Ações",
        "buttons": [
            {
                "id": "change_world",
                "label": "Mudar o mundo",
                "tool": "crm.change_world",
                "confirm": "Altera os dados da fonte de demonstração.",
            },
        ],
    },
)

"""An answer: one block shown in the chat, with its data, where that came from, and how it is sliced now."""

from datetime import datetime

from liveapps.blocks.base import Model, Slug
from liveapps.blocks.catalogue import Block, Content
from liveapps.panels.fields import Field
from liveapps.panels.provenance import Provenance
from liveapps.panels.rows import Values
from liveapps.panels.slices import Slice


class Answer(Model):
    """Row kinds bring `fields` and `rows` (values by field id, the stage among them); others bring `content`.

    `key` names the fields by which a panel would recognise the rows again. `slice` is how the person looks
    at it now; the rows themselves never change.
    """

    id: str
    thread: str
    run: str | None = None
    at: datetime
    block: Block
    fields: list[Field] = []
    key: list[Slug] = []
    rows: list[Values] = []
    content: Content | None = None
    provenance: Provenance | None = None
    slice: Slice = Slice()

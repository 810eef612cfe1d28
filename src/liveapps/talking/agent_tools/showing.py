"""What is shown in the conversation, and what was: shown, read again, saved to a panel."""

from typing import Annotated, Any

from pydantic import Field as Constraint
from pydantic import WithJsonSchema

from liveapps.blocks.base import JsonObject
from liveapps.blocks.catalogue import KINDS, kind_of
from liveapps.conversation.answers import Answer
from liveapps.conversation.views import NewPanel, SaveTo
from liveapps.panels.errors import Refusal, gone, not_found
from liveapps.panels.fields import Field
from liveapps.panels.slicing import apply_slice
from liveapps.panels.values import today
from liveapps.ports import Told, Tx

from ..looking import CHAT_ZONE
from .kit import Kit
from .schemas import BLOCK
from .told import table, told_receipt
from .tool import AgentTool, Arguments


class ShowBlock(Arguments):
    """Row kinds take a `reading`, or `rows` with `fields`; the others take `content`."""

    block: Annotated[JsonObject, WithJsonSchema(BLOCK)]
    title: Annotated[str, Constraint(min_length=1, max_length=120)]
    reading: Annotated[str | None, Constraint(description="Shows all its rows, with their origin.")] = None
    rows: Annotated[list[dict[str, Any]] | None, Constraint(description="Values by field id.", max_length=500)] = None
    fields: list[Field] = []
    columns: Annotated[
        dict[str, str], Constraint(description="Field ids to the names a reading has for them, where they differ.")
    ] = {}
    content: dict[str, Any] | None = None


class ReadAnswer(Arguments):
    answer: str
    all_rows: Annotated[bool, Constraint(description="Also those that the person filtered out.")] = False
    skip: Annotated[int, Constraint(ge=0)] = 0


class SaveAnswer(Arguments):
    answer: str
    to: SaveTo


async def show(kit: Kit, asked: ShowBlock) -> Told:
    kind = str(asked.block.get("kind"))
    if kind not in KINDS:
        raise not_found("invalid_content", "kind", kind, KINDS)
    if KINDS[kind].traits.holds != "rows":
        answer = await kit.hands.show_content(asked.content or {}, asked.block, asked.title)
        return Told(f"Shown to the person as answer {answer.id}: {kind}. The screen says that its data is yours.")
    if asked.reading is not None:
        reading = await kit.reading(asked.reading)
        answer = await kit.hands.show_reading(reading, asked.block, asked.title)
    elif asked.rows is not None and asked.fields:
        answer = await kit.hands.show_rows(asked.rows, asked.fields, asked.block, asked.title, asked.columns)
    else:
        raise Refusal(
            "invalid_input",
            f"A {kind} needs rows.",
            "Give the reading they are in, or rows with their fields.",
            kind=kind,
        )
    return Told(f"Shown to the person as answer {answer.id}: {kind} with {len(answer.rows)} rows. {_origin(answer)}")


def _origin(answer: Answer) -> str:
    if answer.provenance is not None:
        return f"Origin: reading {answer.provenance.reading} of {answer.provenance.tool}."
    return (
        "Without an origin: not exactly one reading of this run contains these rows as they are. The screen says that "
        "they are yours. If a tool returned them, show its reading instead."
    )


async def read(kit: Kit, asked: ReadAnswer) -> Told:
    answer = await _answer(kit, asked.answer)
    if not answer.fields:
        content = answer.content.model_dump_json() if answer.content else "It has no rows."
        return Told(f"Answer {answer.id}: {kind_of(answer.block)}.", content)
    places = list(range(len(answer.rows)))
    if not asked.all_rows:
        day = today(kit.hands.origin().at, CHAT_ZONE)
        places = apply_slice(answer.slice, answer.rows, answer.fields, today=day, time_zone=CHAT_ZONE)
    names = [field.id for field in answer.fields]
    wanted = places[asked.skip :]
    text, shown = table(names, ([answer.rows[place].get(name) for name in names] for place in wanted))
    more = f" The rest: skip {asked.skip + shown}." if shown < len(wanted) else ""
    counts = f"{shown} rows follow, of {len(places)} that the person sees, of {len(answer.rows)} of this answer"
    return Told(f"Answer {answer.id}: {counts}.{more}", text)


async def save(kit: Kit, asked: SaveAnswer) -> Told:
    answer, to = await _answer(kit, asked.answer), asked.to
    if not isinstance(to, NewPanel):
        to = to.model_copy(update={"panel": (await kit.own(to.panel)).id})
    saved = await kit.house.answers.save(kit.turn.user, answer.id, to, kit.hands.origin(), None)
    told = told_receipt(saved.receipt)
    left = "\n".join(f"{one.what}: {one.reason}" for one in saved.not_saved)
    said = f" Not saved: {len(saved.not_saved)} things, which follow." if saved.not_saved else ""
    return Told(
        f"Answer {answer.id} stands in tab {saved.tab}. {told.said}{said}",
        "\n".join(part for part in (told.data, left) if part),
    )


async def _answer(kit: Kit, name: str) -> Answer:
    """One of this conversation. Raises Refusal `block_not_found` with those there are."""

    async def body(tx: Tx) -> list[Answer]:
        return await tx.answers(kit.turn.thread)

    here = await kit.house.store.read(body)
    found = next((one for one in here if one.id == name), None)
    if found is None:
        choices = ", ".join(one.id for one in here[-20:])
        step = f"Answers of this conversation: {choices}." if choices else "Nothing was shown in it yet."
        raise gone("block_not_found", "answer", name, step)
    return found


SHOW_BLOCK = AgentTool(
    "show_block",
    "Shows a block to the person in the conversation: a table, cards, numbers, a chart. They can filter, sort and save "
    "it without you.",
    ShowBlock,
    show,
)
READ_ANSWER = AgentTool("read_answer", "Reads what was shown earlier, as the person has it now.", ReadAnswer, read)
SAVE_ANSWER = AgentTool(
    "save_answer",
    "Saves what was shown to a panel, drawn the same, when the person wants to keep it.",
    SaveAnswer,
    save,
)

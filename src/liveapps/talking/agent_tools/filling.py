"""Filling a panel: rows, values of a row, notes, and a refresh without a model."""

from typing import Annotated, Any, Literal

from pydantic import Field

from liveapps.panels.errors import Refusal
from liveapps.panels.rows import Values
from liveapps.ports import Told
from liveapps.writing.writes import Annotate, PatchRow, Ship

from .kit import Kit
from .reading_panels import PANEL
from .told import told_receipt
from .tool import AgentTool, Arguments

ROW = Field(description="The row's id, as read_panel gives it.")


class ShipRows(Arguments):
    """Rows of your own, or those of a `reading`."""

    panel: Annotated[str, PANEL]
    collection: str
    rows: Annotated[list[dict[str, Any]] | None, Field(description="Values by field id.", max_length=500)] = None
    reading: Annotated[str | None, Field(description="Sends all rows of this reading instead.")] = None
    rename: Annotated[dict[str, str], Field(description="Names of the reading to field ids.")] = {}
    mode: Annotated[
        Literal["partial", "complete"],
        Field(description="complete: the list is everything there is. Missing rows are marked, none is deleted."),
    ] = "partial"
    declared_count: Annotated[int | None, Field(ge=0, description="For complete: how many rows there are.")] = None


class PatchRowArguments(Arguments):
    panel: Annotated[str, PANEL]
    collection: str
    row: Annotated[str, ROW]
    set: Annotated[dict[str, Any], Field(description="New values by field id.")] = {}
    add: Annotated[dict[str, float], Field(description="Amounts to add to numbers, by field id.")] = {}
    based_on: Annotated[int | None, Field(description="The panel's version you read.")] = None


class AnnotateRow(Arguments):
    panel: Annotated[str, PANEL]
    collection: str
    row: Annotated[str, ROW]
    text: Annotated[str, Field(min_length=1, max_length=4_000)]


class RefreshTab(Arguments):
    panel: Annotated[str, PANEL]
    tab: str


async def ship(kit: Kit, asked: ShipRows) -> Told:
    panel = await kit.own(asked.panel)
    collection = panel.template.collection(asked.collection)
    if (asked.rows is None) == (asked.reading is None):
        raise Refusal(
            "invalid_input", "Rows come either from you or from a reading.", "Give rows or reading, not both."
        )
    if asked.reading is None:
        write = Ship(
            panel=panel.id,
            collection=collection.id,
            rows=asked.rows or [],
            mode=asked.mode,
            declared_count=asked.declared_count,
        )
        return told_receipt(await kit.hands.write(write))
    reading = await kit.reading(asked.reading)
    known = {field.id for field in collection.fields}
    write = Ship(
        panel=panel.id,
        collection=collection.id,
        rows=[_renamed(row, asked.rename, known) for row in reading.rows],
        mode=asked.mode,
        declared_count=reading.declared if reading.declared is not None else reading.row_count,
        truncated=reading.status != "complete" or reading.row_count != len(reading.rows),
    )
    told = told_receipt(await kit.hands.write(write, reading))
    left_out = sorted({asked.rename.get(name, name) for row in reading.rows[:200] for name in row} - known)
    said = f" Columns that the list has no field for were left out: {len(left_out)}." if left_out else ""
    return Told(told.said + said, "\n".join(part for part in (told.data, ", ".join(left_out)) if part))


def _renamed(row: Values, rename: dict[str, str], known: set[str]) -> Values:
    """What the list has no field for is left out."""
    named = {rename.get(name, name): value for name, value in row.items()}
    return {name: value for name, value in named.items() if name in known}


async def patch(kit: Kit, asked: PatchRowArguments) -> Told:
    panel = await kit.own(asked.panel)
    write = PatchRow(
        panel=panel.id,
        collection=asked.collection,
        row=asked.row,
        set=asked.set,
        add=asked.add,
        based_on=asked.based_on,
    )
    return told_receipt(await kit.hands.write(write))


async def annotate(kit: Kit, asked: AnnotateRow) -> Told:
    panel = await kit.own(asked.panel)
    write = Annotate(panel=panel.id, collection=asked.collection, row=asked.row, text=asked.text)
    receipt = await kit.hands.write(write)
    return Told(f"The note stands on row {asked.row} of panel {receipt.panel}, and cannot be changed any more.")


async def refresh(kit: Kit, asked: RefreshTab) -> Told:
    panel = await kit.own(asked.panel)
    done = await kit.house.refresher.tab(kit.reader, panel.id, asked.tab, kit.hands.origin())
    if done.status == "error":
        said = f"Tab {done.tab} could not be refreshed ({done.code}): what it had stays, marked. {done.next_step or ''}"
        return Told(said.strip(), done.message or "")
    told = [told_receipt(receipt) for receipt in done.receipts]
    said = " ".join(one.said for one in told) or "Someone else refreshed it just now."
    return Told(f"Tab {done.tab} is {done.status}. {said}", "\n".join(one.data for one in told if one.data))


SHIP_ROWS = AgentTool(
    "ship_rows",
    "Sends rows to a list of a panel. Rows that are there are recognised by the list's key and updated; what a person "
    "set stays, and stages never move.",
    ShipRows,
    ship,
)
PATCH_ROW = AgentTool("patch_row", "Changes the named fields of one row.", PatchRowArguments, patch)
ANNOTATE_ROW = AgentTool("annotate_row", "Adds a note to a row. Notes are never changed.", AnnotateRow, annotate)
REFRESH_TAB = AgentTool("refresh_tab", "Has a tab's own tool bring its data now.", RefreshTab, refresh)

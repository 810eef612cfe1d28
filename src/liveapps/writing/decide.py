"""(what is known, the write, its origin) → the change. Pure; refuses with a code and the next step."""

from typing import assert_never

from liveapps.panels.origin import Origin
from liveapps.ports import Ids

from . import writes as w
from .change import Change
from .decisions import computed, contents, panels, restores, rows, shipments
from .known import Known


def decide(known: Known, write: w.Write, origin: Origin, ids: Ids) -> Change:
    match write:
        case w.CreatePanel():
            return panels.create(known, write, origin)
        case w.ChangeTemplate():
            return panels.change_template(known, write, origin)
        case w.TrashPanel():
            return panels.trash(known, write, origin)
        case w.RestorePanel():
            return panels.restore(known, write, origin)
        case w.SetBlock():
            return contents.set_block(known, write, origin)
        case w.MarkFailed():
            return contents.mark_failed(known, write, origin)
        case w.Ship():
            return shipments.ship(known, write, origin, ids)
        case w.Compute():
            return computed.compute(known, write, origin, ids)
        case w.RestoreVersion():
            return restores.restore(known, write, origin)
        case _:
            return _decide_row(known, write, origin, ids)


def _decide_row(known: Known, write: w.AddRow | w.RowWrite, origin: Origin, ids: Ids) -> Change:
    match write:
        case w.AddRow():
            return rows.add(known, write, origin, ids)
        case w.PatchRow():
            return rows.patch(known, write, origin)
        case w.MoveCard():
            return rows.move(known, write, origin)
        case w.RemoveRow():
            return rows.remove(known, write, origin)
        case w.RestoreRow():
            return rows.restore(known, write, origin)
        case w.Annotate():
            return rows.annotate(known, write, origin, ids)
        case w.SettleSuggestion():
            return rows.settle(known, write, origin)
        case _:
            assert_never(write)

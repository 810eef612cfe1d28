"""A whole panel is computed: many lists and contents, one change, all of it or nothing."""

from liveapps.panels.origin import Origin
from liveapps.ports import Ids

from ..change import Change, Draft
from ..known import Known
from ..parts import contents, shipments, within
from ..writes import Compute
from .contents import fill
from .rights import open_panel
from .shipments import Tally, take_in


def compute(known: Known, write: Compute, origin: Origin, ids: Ids) -> Change:
    """Each list keeps the rules of a shipment, each content those of a block: what a person did stays."""
    panel = open_panel(known, write.panel, origin)
    draft, tally = Draft(panel, origin, "compute"), Tally()
    for part in shipments(panel, write):
        with within(part.collection):
            take_in(draft, tally, known.parts[part.collection], part, origin, ids)
    for part in contents(panel, write):
        fill(draft, known, part, origin)
    return draft.finish(**vars(tally))
